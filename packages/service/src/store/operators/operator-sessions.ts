import { sql } from "kysely";
import Type from "typebox";
import { instant, type Row, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, run } from "../database/rows.ts";
import { type OperatorRow, operatorColumns } from "./operators.ts";

/** Operators' sessions and attempts to sign in. */

export async function insertSession(
  tx: Tx,
  session: { hash: Uint8Array; operatorId: string; now: Date; remote: string; userAgent: string },
): Promise<void> {
  await run(tx)`update operator set signed_in_at = ${session.now} where id = ${session.operatorId}`;
  await run(tx)`
    insert into operator_session (hash, operator_id, created_at, seen_at, remote, user_agent)
    values (${session.hash}, ${session.operatorId}, ${session.now}, ${session.now}, ${session.remote}, ${session.userAgent})`;
}

/**
 * Finds the operator of a session that started after `startedAfter` and was used after `usedAfter`. Records the use of the session once a
 * minute.
 */
export async function sessionOperator(
  db: Db,
  hash: Uint8Array,
  times: { now: Date; startedAfter: Date; usedAfter: Date },
): Promise<OperatorRow | null> {
  const rows = await allRows(db)<OperatorRow & { stale: boolean }>`
    select ${operatorColumns}, s.seen_at < ${new Date(times.now.getTime() - 60_000)} as stale
    from operator_session s join operator o on o.id = s.operator_id
    where s.hash = ${hash} and s.created_at > ${times.startedAfter} and s.seen_at > ${times.usedAfter} and o.active`;
  const row = rows[0];
  if (!row) return null;
  const { stale, ...operator } = row;
  if (stale) await run(db)`update operator_session set seen_at = ${times.now} where hash = ${hash}`;
  return operator;
}

export const deleteSession = (db: Db, hash: Uint8Array): Promise<void> =>
  run(db)`delete from operator_session where hash = ${hash}`;

/** Ends an operator's sessions, except the given one. */
export const deleteSessions = (tx: Tx, operatorId: string, but?: Uint8Array): Promise<void> =>
  run(tx)`
    delete from operator_session where operator_id = ${operatorId} ${but ? sql`and hash <> ${but}` : sql``}`;

/** A session is valid if it started and was used after these times. */
interface SessionTimes {
  startedAfter: Date;
  usedAfter: Date;
}

export const sessionFields = {
  id: text,
  createdAt: instant,
  seenAt: instant,
  remote: Type.String({ description: "IP address of the sign-in." }),
  userAgent: text,
};
type SessionRow = Row<typeof sessionFields> & { hash: Uint8Array };

/** Lists an operator's valid sessions, the most recently used first. */
export const listSessions = (db: Db, operatorId: string, times: SessionTimes): Promise<SessionRow[]> =>
  allRows(db)`
    select id, hash, created_at as "createdAt", seen_at as "seenAt", remote, user_agent as "userAgent" from operator_session
    where operator_id = ${operatorId} and created_at > ${times.startedAfter} and seen_at > ${times.usedAfter}
    order by seen_at desc, created_at desc, id`;

/** Ends one session of an operator: false when it does not exist. */
export const endSession = (tx: Tx, operatorId: string, id: string): Promise<boolean> =>
  anyRow(tx)`
    delete from operator_session where operator_id = ${operatorId} and id = ${id} returning 1`;

/** The account and the address of an attempt. */
export interface AttemptSource {
  account: string;
  remote: string;
}

interface AttemptLimits {
  /** Attempts of one account from one address. */
  both: number;
  /** Attempts of one account from all addresses from which it has not signed in since `provenAfter`. */
  account: number;
  /** Attempts from one address for all accounts that have not signed in from it since `provenAfter`. Null: no limit. */
  remote: number | null;
}

/**
 * `proven`: the account has signed in from this address since `provenAfter`, so only the limit of account and address
 * applies.
 */
type TakenAttempt = "proven" | "counted";

/**
 * Counts an attempt if each limit allows one, in one statement, so that parallel attempts in any process count. Null
 * when a limit allows none. Rows are locked in a fixed order: account with address, address, account. A refused attempt
 * uses up no other limit, and an address without attempts left writes no row.
 */
export async function takeAttempt(
  db: Db,
  { account, remote }: AttemptSource,
  limits: AttemptLimits,
  { now, endsAt, provenAfter }: { now: Date; endsAt: Date; provenAfter: Date },
): Promise<TakenAttempt | null> {
  const insert = sql`insert into sign_in_attempt as t (account, remote, n, ends_at)`;
  const counted = (most: number) => sql`
    on conflict (account, remote) do update set
      n = case when t.ends_at > ${now} then t.n + 1 else 1 end,
      ends_at = case when t.ends_at > ${now} then t.ends_at else excluded.ends_at end
    where t.n < ${most} or t.ends_at <= ${now}
    returning 1`;
  const byRemote = limits.remote !== null;
  const rows = await allRows(db)<{ taken: TakenAttempt | null }>`
    with proven as (
      select 1 from sign_in_attempt where account = ${account} and remote = ${remote} and proven_at > ${provenAfter}
    ), used_up as (
      select 1 from sign_in_attempt
      where ${byRemote}::boolean and account = '' and remote = ${remote} and n >= ${limits.remote ?? 0} and ends_at > ${now}
        and not exists (select from proven)
    ), of_both as (
      ${insert} select ${account}::text, ${remote}::text, 1, ${endsAt}::timestamptz
      where not exists (select from used_up) ${counted(limits.both)}
    ), unproven as (
      select 1 from of_both where not exists (select from proven)
    ), of_remote as (
      ${insert} select '', ${remote}::text, 1, ${endsAt}::timestamptz
      where ${byRemote}::boolean and exists (select from unproven) ${counted(limits.remote ?? 0)}
    ), of_account as (
      ${insert} select ${account}::text, '', 1, ${endsAt}::timestamptz
      where exists (select from unproven) and (not ${byRemote}::boolean or exists (select from of_remote)) ${counted(limits.account)}
    )
    select case
      when exists (select from of_both) and exists (select from proven) then 'proven'
      when exists (select from of_account) then 'counted'
    end as taken`;
  return rows[0]!.taken;
}

/** Returns when the last window that may refuse an attempt ends. */
export async function lockoutEndsAt(db: Db, { account, remote }: AttemptSource, now: Date): Promise<Date | null> {
  const rows = await allRows(db)<{ endsAt: Date | null }>`
    select max(ends_at) as "endsAt" from sign_in_attempt
    where (account, remote) in ((${account}, ${remote}), (${account}, ''), ('', ${remote})) and ends_at > ${now}`;
  return rows[0]!.endsAt;
}

/**
 * Removes the count of an attempt that decided nothing. With `provenAt` the attempt succeeded, and all earlier attempts
 * are cleared too.
 */
export async function returnAttempt(
  db: Db,
  { account, remote }: AttemptSource,
  { taken, byRemote }: { taken: TakenAttempt; byRemote: boolean },
  provenAt: Date | null,
): Promise<void> {
  // Writes one row at a time, because a statement that counts an attempt locks several.
  const whole = [...(byRemote ? [["", remote]] : []), [account, ""]];
  for (const [ofAccount, ofRemote] of taken === "counted" ? whole : [])
    await run(db)`
      update sign_in_attempt set n = n - 1 where account = ${ofAccount} and remote = ${ofRemote} and n > 0`;
  await run(db)`
    update sign_in_attempt set n = ${provenAt ? sql`0` : sql`greatest(n - 1, 0)`},
      proven_at = coalesce(${provenAt}::timestamptz, proven_at)
    where account = ${account} and remote = ${remote}`;
}

/** Resets an account's limits for every address, for an operator whom others locked out. */
export async function clearAttempts(tx: Tx, account: string): Promise<void> {
  // The addresses that refused the account are not known, so the limits of all addresses start again.
  await run(tx)`delete from sign_in_attempt where account = '' or (account = ${account} and proven_at is null)`;
  await run(tx)`update sign_in_attempt set n = 0 where account = ${account}`;
}

/** Deletes expired attempts, sessions and invitations. */
export async function purgeSignIns(db: Db, times: { provenBefore: Date; usedBefore: Date; now: Date }): Promise<void> {
  await run(db)`
    delete from sign_in_attempt where ends_at < ${times.now} and (proven_at is null or proven_at < ${times.provenBefore})`;
  await run(db)`delete from operator_session where seen_at < ${times.usedBefore}`;
  await run(db)`delete from operator_invitation where ends_at < ${times.now}`;
}
