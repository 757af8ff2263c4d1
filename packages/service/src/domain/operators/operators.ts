import { randomUUID } from "node:crypto";
import { type Db, inTransaction, type Tx } from "../../store/database/database.ts";
import { clearAttempts, deleteSessions, purgeSignIns } from "../../store/operators/operator-sessions.ts";
import {
  countOperators,
  deleteCalendar,
  hasJoinedOperator,
  insertInvitation,
  insertOperator,
  invitedOperator,
  isUniqueViolation,
  lockOperator,
  lockOwners,
  type OperatorRow,
  operatorByEmail,
  type Role,
  takeInvitation,
  updateOperator,
  writeFirstOwner,
  writePassword,
  writeTotp,
} from "../../store/operators/operators.ts";
import { deleteSignInLinks, purgeSignInLinks } from "../../store/operators/sign-in-links.ts";
import { knownAddressMs, runAttempt, type TooManyAttempts } from "./attempts.ts";
import { type PasswordWeakness, weaknessOf } from "./common-passwords.ts";
import { hashPassword } from "./passwords.ts";
import { beginSession, endSessions, type SigningInBrowser, sessionIdleMs } from "./sign-in.ts";
import { signInLinkMs } from "./sign-in-links.ts";
import { hashOfToken, newToken } from "./tokens.ts";

/** Operators of the back office: creation, changes, and the one-time links by which they join. */

const invitationMs = 7 * 24 * 3_600_000;
/** The demo operator, who can sign in on a loopback address only. */
export const demoOperator = { email: "demo@paseo.test", password: "paseo-demo" } as const;

/** Creates an operator without a password and returns the token of the one-time link; null when the address is taken. */
export async function inviteOperator(
  tx: Tx,
  given: { email: string; name: string; role: Role; resourceId?: string | null; partnerId?: string | null },
  now: Date,
): Promise<{ id: string; token: string } | null> {
  const id = randomUUID();
  const { email, name, role, resourceId = null, partnerId = null } = given;
  const operator = { id, email, name, role, resourceId, partnerId, password: null, demo: false, createdAt: now };
  if (!(await insertOperator(tx, operator))) return null;
  return { id, token: await renewInvitation(tx, id, now) };
}

/** Fields of an operator that can change. A missing field stays unchanged. */
type OperatorChange = Partial<Pick<OperatorRow, "name" | "role" | "resourceId" | "partnerId" | "active">>;

export type OperatorChangeOutcome =
  | { outcome: "changed"; before: OperatorRow; after: OperatorRow }
  | { outcome: "unknown" | "changed-meanwhile" | "last-owner" };

/**
 * Changes an operator's record. Only this function writes role and active. The last owner who can sign in stays an active owner. With a
 * revision, the change applies to that revision only.
 */
export async function changeOperator(
  tx: Tx,
  id: string,
  { name, role, resourceId, partnerId, active }: OperatorChange,
  revision?: number,
): Promise<OperatorChangeOutcome> {
  const owners = await lockOwners(tx);
  const before = await lockOperator(tx, id);
  if (!before) return { outcome: "unknown" };
  if (revision !== undefined && before.revision !== revision) return { outcome: "changed-meanwhile" };
  const after = {
    ...before,
    name: name ?? before.name,
    role: role ?? before.role,
    resourceId: resourceId === undefined ? before.resourceId : resourceId,
    partnerId: partnerId === undefined ? before.partnerId : partnerId,
    active: active ?? before.active,
    revision: before.revision + 1,
  };
  const leaves = before.role === "owner" && before.active && !(after.role === "owner" && after.active);
  if (leaves && !owners.some((owner) => owner !== id)) return { outcome: "last-owner" };
  await updateOperator(tx, after);
  // A person that leaves a partner must not go on reading with an open page.
  if (!after.active || before.partnerId !== after.partnerId) {
    await deleteSessions(tx, id);
    await deleteSignInLinks(tx, id);
  }
  // The person may still have the address of the guide's calendar.
  const left = before.resourceId !== null && (!after.active || after.resourceId !== before.resourceId);
  if (left) await deleteCalendar(tx, before.resourceId!);
  return { outcome: "changed", before, after };
}

/** Creates a one-time link for an operator who lost the link or the password; it invalidates earlier links. */
export async function renewInvitation(tx: Tx, operatorId: string, now: Date): Promise<string> {
  const token = newToken();
  await insertInvitation(tx, { hash: hashOfToken(token), operatorId, endsAt: new Date(now.getTime() + invitationMs) });
  return token;
}

/** Returns the address of an invitation. */
export const invitationAddress = (publicUrl: string, token: string): string =>
  `${publicUrl}/console/#/welcome/${token}`;

/** Finds the operator of a valid one-time link. */
export const findInvitedOperator = (db: Db, token: string, now: Date): Promise<OperatorRow | null> =>
  invitedOperator(db, hashOfToken(token), now);

/** Placeholder for the first owner's address until the owner enters it. */
const firstOwner = "owner";

/**
 * Returns the token of a one-time link for the first owner while no operator has a password; null afterwards. Each new link invalidates
 * the one before.
 */
export async function firstOwnerToken(db: Db, now: Date): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    if (await hasJoinedOperator(tx)) return null;
    const known = await operatorByEmail(tx, firstOwner);
    if (known) return renewInvitation(tx, known.id, now);
    const owner = { email: firstOwner, name: "Owner", role: "owner" } as const;
    return (await inviteOperator(tx, owner, now))?.token ?? null;
  });
}

/** Whether the operator has not entered an address yet. */
export const lacksEmailAddress = ({ email }: OperatorRow): boolean => email === firstOwner;

type AcceptedInvitation =
  | { outcome: "accepted"; operator: OperatorRow; token: string }
  | { outcome: "gone" | "email-missing" | "email-taken" }
  | { outcome: "weak"; weakness: PasswordWeakness }
  | TooManyAttempts;

/**
 * Accepts an invitation: sets the operator's password, and the first owner's address and name, and starts a session. The second factor, its
 * recovery codes and other sessions end. For an unknown link, nothing is hashed.
 */
export async function acceptInvitation(
  db: Db,
  token: string,
  { password, email, name, service }: { password: string; email: string | null; name: string | null; service: string },
  from: SigningInBrowser,
  now: Date,
  record: (tx: Tx, operator: OperatorRow) => Promise<void>,
): Promise<AcceptedInvitation> {
  const guest = await findInvitedOperator(db, token, now);
  if (!guest) return { outcome: "gone" };
  const nameless = lacksEmailAddress(guest);
  if (nameless && email === null) return { outcome: "email-missing" };
  if (nameless && (await operatorByEmail(db, email!))) return { outcome: "email-taken" };
  const named = nameless ? { ...guest, email: email!, name: name ?? guest.name } : guest;
  const weakness = await weaknessOf(password, { ...named, service });
  if (weakness) return { outcome: "weak", weakness };
  const account = `invitation ${hashOfToken(token).toString("hex")}`;
  const result = await runAttempt(db, { account, remote: from.remote }, now, async () => {
    const hash = await hashPassword(password);
    const accepted = await db
      .transaction()
      .execute(async (tx): Promise<AcceptedInvitation> => {
        const id = await takeInvitation(tx, hashOfToken(token), now);
        const operator = id === null ? null : await lockOperator(tx, id);
        if (!operator?.active) return { outcome: "gone" };
        if (lacksEmailAddress(operator)) await writeFirstOwner(tx, named);
        await writePassword(tx, operator.id, hash);
        await writeTotp(tx, operator.id, null, 0);
        await clearAttempts(tx, operator.id);
        await endSessions(tx, operator.id);
        const joined = { ...operator, email: named.email, name: named.name, totpSecret: null };
        await record(tx, joined);
        return { outcome: "accepted", operator: joined, token: await beginSession(tx, operator.id, from, now) };
      })
      .catch((error): AcceptedInvitation => {
        if (isUniqueViolation(error)) return { outcome: "email-taken" };
        throw error;
      });
    return { verdict: accepted.outcome === "accepted" ? ("unfinished" as const) : ("wrong" as const), accepted };
  });
  return "accepted" in result ? result.accepted : result;
}

/** Creates the demo operator when there is no operator. */
export async function createDemoOperator(db: Db | Tx, now: Date): Promise<void> {
  if ((await countOperators(db)) > 0) return;
  const password = await hashPassword(demoOperator.password);
  const operator = {
    id: randomUUID(),
    email: demoOperator.email,
    name: "Demo",
    role: "owner",
    resourceId: null,
  } as const;
  await inTransaction(db, (tx) => insertOperator(tx, { ...operator, password, demo: true, createdAt: now }));
}

/** Deletes expired attempts, sessions and invitations. */
export async function purgeOperatorSessions(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await purgeSignIns(db, { provenBefore: before(knownAddressMs), usedBefore: before(sessionIdleMs), now });
  await purgeSignInLinks(db, { now, requestedBefore: before(signInLinkMs) });
}
