import { createHash, randomBytes, randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Db, Tx } from "../store/database.ts";
import {
  addSignInFailure,
  countOperators,
  deleteSession,
  deleteSessions,
  insertInvitation,
  insertOperator,
  insertSession,
  invitedOperator,
  listOperators,
  lockOperator,
  lockOwners,
  type OperatorRow,
  operatorByEmail,
  purgeSignIns,
  type Role,
  sessionOperator,
  signInFailures,
  takeInvitation,
  takeTotpStep,
  updateOperator,
  writeEmail,
  writePassword,
  writeTotp,
} from "../store/operators.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";

/** Operators of the back office: how they come, how they sign in, and how long that lasts. */

export const roles = ["owner", "catalogue", "orders", "read-only"] as const satisfies readonly Role[];
export const consoleLanguages = ["es", "pt", "en"] as const;

/** A session ends after so long without use, and after so long altogether. */
const idleMs = 12 * 3_600_000;
const wholeMs = 7 * 24 * 3_600_000;
const invitationMs = 7 * 24 * 3_600_000;
/** Failed sign-ins within the window before the next is refused unread: for one account, and from one remote address. */
const failureWindowMs = 15 * 60_000;
const mostFailures = { account: 5, remote: 30 };

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
const newToken = (): string => randomBytes(32).toString("base64url");

/** The operator of the demo: it signs in on a loopback address only. */
export const demoOperator = { email: "demo@paseo.test", password: "paseo-demo" } as const;

export interface SignIn {
  email: string;
  password: string;
  /** Of the second factor, six digits; null when none was sent. */
  code: string | null;
  remote: string;
  userAgent: string;
  /** Whether the demo's operator counts. */
  local: boolean;
}

export type SignInResult =
  | { outcome: "signed-in"; operator: OperatorRow; token: string }
  | { outcome: "refused"; operator: OperatorRow | null }
  | { outcome: "code-needed" }
  | { outcome: "too-often"; retryAfterSeconds: number };

/** Signs an operator in. What was wrong is not said: an address with an account looks like one without. */
export async function signIn(db: Db, given: SignIn, now: Date): Promise<SignInResult> {
  const subjects = { account: `account ${given.email.toLowerCase()}`, remote: `remote ${given.remote}` };
  const since = new Date(now.getTime() - failureWindowMs);
  const [ofAccount, ofRemote] = await Promise.all([
    signInFailures(db, [subjects.account], since),
    signInFailures(db, [subjects.remote], since),
  ]);
  if (ofAccount >= mostFailures.account || ofRemote >= mostFailures.remote)
    return { outcome: "too-often", retryAfterSeconds: failureWindowMs / 1000 };

  const found = await operatorByEmail(db, given.email);
  const operator = found?.active && (!found.demo || given.local) ? found : null;
  const known = await passwordMatches(given.password, operator?.password ?? null);
  const refused = async (): Promise<SignInResult> => {
    await addSignInFailure(db, Object.values(subjects), now);
    return { outcome: "refused", operator: found };
  };
  if (!operator || !known) return refused();
  if (operator.totpSecret) {
    if (given.code === null) return { outcome: "code-needed" };
    if (!(await useCode(db, operator, given.code, now))) return refused();
  }
  return { outcome: "signed-in", operator, token: await beginSession(db, operator.id, given, now) };
}

async function beginSession(
  db: Db,
  operatorId: string,
  { remote, userAgent }: Pick<SignIn, "remote" | "userAgent">,
  now: Date,
): Promise<string> {
  const token = newToken();
  await insertSession(db, { hash: hashOf(token), operatorId, now, remote, userAgent: userAgent.slice(0, 300) });
  return token;
}

/** The operator whose session this is, while it lasts. */
export async function operatorOf(db: Db, token: string, local: boolean, now: Date): Promise<OperatorRow | null> {
  const operator = await sessionOperator(db, hashOf(token), {
    now,
    begunAfter: new Date(now.getTime() - wholeMs),
    usedAfter: new Date(now.getTime() - idleMs),
  });
  return operator && (!operator.demo || local) ? operator : null;
}

export const signOut = (db: Db, token: string): Promise<void> => deleteSession(db, hashOf(token));

/** Makes an operator who has yet to choose a password, and returns the token of the one-time link; null when the address is taken. */
export async function inviteOperator(
  tx: Tx,
  given: { email: string; name: string; role: Role; lang: string },
  now: Date,
): Promise<{ id: string; token: string } | null> {
  const id = randomUUID();
  const { email, name, role, lang } = given;
  const operator = { id, email, name, role, lang, password: null, demo: false, createdAt: now };
  if (!(await insertOperator(tx, operator))) return null;
  return { id, token: await inviteAgain(tx, id, now) };
}

/** What may change of an operator. A field that is left out stays as it is. */
export type OperatorChange = Partial<Pick<OperatorRow, "name" | "role" | "lang" | "active">>;

export type OperatorChanged =
  | { outcome: "changed"; before: OperatorRow; after: OperatorRow }
  | { outcome: "unknown" | "changed-meanwhile" | "last-owner" };

/**
 * Changes an operator's record: the one place that writes role and active. The last owner who can sign in stays an active
 * owner. With a revision, only the record as it then was.
 */
export async function changeOperator(
  tx: Tx,
  id: string,
  { name, role, lang, active }: OperatorChange,
  revision?: number,
): Promise<OperatorChanged> {
  const owners = await lockOwners(tx);
  const before = await lockOperator(tx, id);
  if (!before) return { outcome: "unknown" };
  if (revision !== undefined && before.revision !== revision) return { outcome: "changed-meanwhile" };
  const after = {
    ...before,
    name: name ?? before.name,
    role: role ?? before.role,
    lang: lang ?? before.lang,
    active: active ?? before.active,
    revision: before.revision + 1,
  };
  const leaves = before.role === "owner" && before.active && !(after.role === "owner" && after.active);
  if (leaves && !owners.some((owner) => owner !== id)) return { outcome: "last-owner" };
  await updateOperator(tx, after);
  if (!after.active) await deleteSessions(tx, id);
  return { outcome: "changed", before, after };
}

/** A new one-time link, which ends any before it: for an operator who lost the link or the password. */
export async function inviteAgain(tx: Tx, operatorId: string, now: Date): Promise<string> {
  const token = newToken();
  await insertInvitation(tx, { hash: hashOf(token), operatorId, endsAt: new Date(now.getTime() + invitationMs) });
  return token;
}

/** Where an invitation is taken. */
export const invitationAddress = (publicUrl: string, token: string): string =>
  `${publicUrl}/console/#/welcome/${token}`;

/** Whose one-time link it is, while it can be taken. */
export const invited = (db: Db, token: string, now: Date): Promise<OperatorRow | null> =>
  invitedOperator(db, hashOf(token), now);

/** Stands for the first owner's address until the owner gives it. */
const firstOwner = "owner";

/**
 * The token of a one-time link for the first owner, while nobody has a password; null afterwards. Each replaces the one
 * before.
 */
export async function firstOwnerToken(db: Db, now: Date): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    if ((await listOperators(tx)).some(({ password }) => password !== null)) return null;
    const known = await operatorByEmail(tx, firstOwner);
    if (known) return inviteAgain(tx, known.id, now);
    const owner = { email: firstOwner, name: "Owner", role: "owner" as const, lang: "es" };
    return (await inviteOperator(tx, owner, now))?.token ?? null;
  });
}

/** Whether the operator has yet to give an address. */
export const isNameless = ({ email }: OperatorRow): boolean => email === firstOwner;

/**
 * Takes an invitation: its operator gets this password, the address where it has none yet, and a session. The second
 * factor and other sessions end. Null when the invitation is over.
 */
export async function acceptInvitation(
  db: Db,
  token: string,
  { password, email }: { password: string; email: string | null },
  from: Pick<SignIn, "remote" | "userAgent">,
  now: Date,
): Promise<{ operator: OperatorRow; token: string } | null> {
  const hash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const id = await takeInvitation(tx, hashOf(token), now);
    const operator = id === null ? null : await lockOperator(tx, id);
    if (!operator?.active) return null;
    if (email && isNameless(operator)) {
      await writeEmail(tx, operator.id, email);
      operator.email = email;
    }
    await writePassword(tx, operator.id, hash);
    await writeTotp(tx, operator.id, null, 0);
    await deleteSessions(tx, operator.id);
    return { operator, token: await beginSession(tx, operator.id, from, now) };
  });
}

/** Changes the operator's own password and ends its other sessions; false when the present one is wrong. */
export async function changePassword(
  db: Db,
  operator: OperatorRow,
  given: { present: string; next: string; token: string },
): Promise<boolean> {
  if (!(await passwordMatches(given.present, operator.password))) return false;
  const hash = await hashPassword(given.next);
  await db.transaction().execute(async (tx) => {
    await writePassword(tx, operator.id, hash);
    await deleteSessions(tx, operator.id, hashOf(given.token));
  });
  return true;
}

/** A second factor to confirm: its secret, and the address that an authenticator app reads as a QR code. */
export function newSecondFactor(operator: OperatorRow, issuer: string): { secret: string; address: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, address: totp(secret.base32, operator.email, issuer).toString() };
}

/** Turns the second factor on, once a code of it shows that the app has it. */
export async function confirmSecondFactor(
  db: Db,
  operator: OperatorRow,
  given: { secret: string; code: string },
  now: Date,
): Promise<boolean> {
  const step = stepOf(given.secret, given.code, now);
  if (step === null) return false;
  await db.transaction().execute((tx) => writeTotp(tx, operator.id, given.secret, step));
  return true;
}

/** Turns the second factor off; false when the code is not one of it. */
export async function removeSecondFactor(db: Db, operator: OperatorRow, code: string, now: Date): Promise<boolean> {
  if (operator.totpSecret && !(await useCode(db, operator, code, now))) return false;
  await db.transaction().execute((tx) => writeTotp(tx, operator.id, null, 0));
  return true;
}

/** Whether the code is one of the operator's second factor now. Each counts once. */
async function useCode(db: Db, { id, totpSecret }: OperatorRow, code: string, now: Date): Promise<boolean> {
  const step = totpSecret && stepOf(totpSecret, code, now);
  return step !== null && typeof step === "number" && takeTotpStep(db, id, step);
}

/** The time step that the code belongs to, of this half minute or one beside it; null when it is none of them. */
function stepOf(secret: string, code: string, now: Date): number | null {
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 30_000) + delta;
}

const totp = (secret: string, label = "operator", issuer = "Paseo"): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: 30, algorithm: "SHA1" });

/** Makes the demo's operator, when there is none at all. */
export async function createDemoOperator(db: Db, now: Date): Promise<void> {
  if ((await countOperators(db)) > 0) return;
  const password = await hashPassword(demoOperator.password);
  const operator = { id: randomUUID(), email: demoOperator.email, name: "Demo", role: "owner" as const, lang: "es" };
  await db.transaction().execute((tx) => insertOperator(tx, { ...operator, password, demo: true, createdAt: now }));
}

/** Forgets failed sign-ins, sessions and invitations that are over. */
export async function purgeOperatorSessions(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await purgeSignIns(db, { failuresBefore: before(failureWindowMs), usedBefore: before(idleMs), now });
}
