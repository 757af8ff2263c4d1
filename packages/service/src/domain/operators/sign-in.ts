import Type from "typebox";
import type { Db, Tx } from "../../store/database/database.ts";
import {
  deleteSession,
  deleteSessions,
  insertSession,
  listSessions,
  sessionFields,
  sessionOperator,
} from "../../store/operators/operator-sessions.ts";
import { type OperatorRow, operatorByEmail } from "../../store/operators/operators.ts";
import { type AttemptVerdict, runAttempt, type TooManyAttempts } from "./attempts.ts";
import { passwordMatches } from "./passwords.ts";
import { useSecondFactorCode } from "./second-factor.ts";
import { hashOfToken, newToken } from "./tokens.ts";

/** Sign-in to the back office, and sessions. */

/** Sessions end when unused for the first time span, and always after the second. */
export const sessionIdleMs = 12 * 3_600_000;
const wholeMs = 7 * 24 * 3_600_000;

interface SignInOrigin {
  remote: string;
  userAgent: string;
}

export interface SignIn extends SignInOrigin {
  email: string;
  password: string;
  /** A code of the second factor or a recovery code; null when none was sent. */
  code: string | null;
  /** Whether the demo operator may sign in. */
  local: boolean;
}

type SignInResult =
  | { outcome: "known"; operator: OperatorRow; by: "password" | "app" | "recovery" }
  | { outcome: "refused"; operator: OperatorRow | null }
  | { outcome: "code-needed" }
  | TooManyAttempts;

/** Checks the credentials. The result does not reveal which part was wrong, nor whether the account exists. */
export async function checkSignIn(db: Db, given: SignIn, now: Date): Promise<SignInResult> {
  const found = await operatorByEmail(db, given.email);
  // Uses the stored address: PostgreSQL ignores more differences of letter case than JavaScript.
  const account = found?.id ?? given.email.toLowerCase();
  return runAttempt(db, { account, remote: given.remote }, now, () => checked(db, found, given, now), {
    signingIn: true,
  });
}

async function checked(
  db: Db,
  found: OperatorRow | null,
  given: SignIn,
  now: Date,
): Promise<Exclude<SignInResult, TooManyAttempts> & { verdict: AttemptVerdict }> {
  const operator = found?.active && (!found.demo || given.local) ? found : null;
  const known = await passwordMatches(given.password, operator?.password ?? null);
  const refused = { verdict: "wrong", outcome: "refused", operator: found } as const;
  if (!operator || !known) return refused;
  if (operator.totpSecret === null) return { verdict: "right", outcome: "known", operator, by: "password" };
  if (given.code === null) return { verdict: "unfinished", outcome: "code-needed" };
  const by = await useSecondFactorCode(db, operator, given.code, now);
  return by ? { verdict: "right", outcome: "known", operator, by } : refused;
}

/** A browser that signs in, with its earlier session if it has one. */
export interface SigningInBrowser extends SignInOrigin {
  token: string | null;
}

/** Starts a session and returns its token. The browser's former session ends. */
export async function beginSession(tx: Tx, operatorId: string, browser: SigningInBrowser, now: Date): Promise<string> {
  const token = newToken();
  const { remote, userAgent } = browser;
  if (browser.token !== null) await signOut(tx, browser.token);
  await insertSession(tx, {
    hash: hashOfToken(token),
    operatorId,
    now,
    remote,
    userAgent: userAgent.slice(0, 300),
  });
  return token;
}

const sessionTimes = (now: Date) => ({
  startedAfter: new Date(now.getTime() - wholeMs),
  usedAfter: new Date(now.getTime() - sessionIdleMs),
});

/** Finds the operator of a valid session. */
export async function operatorOfSession(db: Db, token: string, local: boolean, now: Date): Promise<OperatorRow | null> {
  const operator = await sessionOperator(db, hashOfToken(token), { now, ...sessionTimes(now) });
  return operator && (!operator.demo || local) ? operator : null;
}

export const signOut = (db: Db, token: string): Promise<void> => deleteSession(db, hashOfToken(token));

export const Session = Type.Object({
  ...sessionFields,
  present: Type.Boolean({ description: "Whether it is the session of this request." }),
});

/** Lists an operator's sessions, the most recently used first. */
export async function sessionsOf(
  db: Db,
  operatorId: string,
  token: string | null,
  now: Date,
): Promise<Type.Static<typeof Session>[]> {
  const present = token === null ? null : hashOfToken(token);
  const rows = await listSessions(db, operatorId, sessionTimes(now));
  return rows.map(({ hash, ...session }) => ({ ...session, present: present?.equals(hash) ?? false }));
}

/** Ends all sessions of an operator, or all except the session with this token. */
export const endSessions = (tx: Tx, operatorId: string, butToken?: string): Promise<void> =>
  deleteSessions(tx, operatorId, butToken === undefined ? undefined : hashOfToken(butToken));
