import { sql } from "kysely";
import type { Db, Tx } from "./database.ts";

export type Role = "owner" | "catalogue" | "orders" | "read-only";

export interface OperatorRow {
  id: string;
  email: string;
  name: string;
  role: Role;
  lang: string;
  password: string | null;
  totpSecret: string | null;
  totpStep: number;
  demo: boolean;
  active: boolean;
  createdAt: Date;
  revision: number;
}

const columns = sql`o.id, o.email, o.name, o.role, o.lang, o.password, o.totp_secret as "totpSecret", o.totp_step as "totpStep",
  o.demo, o.active, o.created_at as "createdAt", o.revision`;

export async function countOperators(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from operator`.execute(db);
  return rows[0]!.n;
}

export async function listOperators(db: Db): Promise<OperatorRow[]> {
  const { rows } = await sql<OperatorRow>`select ${columns} from operator o order by lower(o.email)`.execute(db);
  return rows;
}

export async function operatorByEmail(db: Db, email: string): Promise<OperatorRow | null> {
  const { rows } = await sql<OperatorRow>`
    select ${columns} from operator o where lower(o.email) = lower(${email})`.execute(db);
  return rows[0] ?? null;
}

/** The operator, locked until the transaction ends. */
export async function lockOperator(tx: Tx, id: string): Promise<OperatorRow | null> {
  const { rows } = await sql<OperatorRow>`select ${columns} from operator o where o.id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

/** The owners who can sign in, locked, so that the last of them cannot be lost to two changes at once. */
export async function lockOwners(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from operator where role = 'owner' and active and password is not null order by id for update`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

/** False when the e-mail address is taken. */
export async function insertOperator(
  tx: Tx,
  operator: Omit<OperatorRow, "totpSecret" | "totpStep" | "active" | "revision">,
): Promise<boolean> {
  const { rows } = await sql`
    insert into operator (id, email, name, role, lang, password, demo, created_at)
    values (${operator.id}, ${operator.email}, ${operator.name}, ${operator.role}, ${operator.lang}, ${operator.password},
      ${operator.demo}, ${operator.createdAt})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Writes what may change of an operator's record. For changeOperator() of the domain alone, which keeps the last owner. */
export async function updateOperator(
  tx: Tx,
  operator: Pick<OperatorRow, "id" | "name" | "role" | "lang" | "active">,
): Promise<void> {
  await sql`
    update operator set name = ${operator.name}, role = ${operator.role}, lang = ${operator.lang}, active = ${operator.active},
      revision = revision + 1 where id = ${operator.id}`.execute(tx);
}

export async function writeEmail(tx: Tx, id: string, email: string): Promise<void> {
  await sql`update operator set email = ${email}, revision = revision + 1 where id = ${id}`.execute(tx);
}

export async function writePassword(tx: Tx, id: string, password: string): Promise<void> {
  await sql`update operator set password = ${password}, revision = revision + 1 where id = ${id}`.execute(tx);
}

export async function writeTotp(tx: Tx, id: string, secret: string | null, step: number): Promise<void> {
  await sql`
    update operator set totp_secret = ${secret}, totp_step = ${step}, revision = revision + 1 where id = ${id}`.execute(
    tx,
  );
}

/** Takes a time step for its one use: false when it, or a later one, was used. */
export async function takeTotpStep(db: Db, id: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update operator set totp_step = ${step} where id = ${id} and totp_step < ${step} returning 1`.execute(db);
  return rows.length > 0;
}

export async function insertSession(
  db: Db,
  session: { hash: Uint8Array; operatorId: string; now: Date; remote: string; userAgent: string },
): Promise<void> {
  await sql`
    insert into operator_session (hash, operator_id, created_at, seen_at, remote, user_agent)
    values (${session.hash}, ${session.operatorId}, ${session.now}, ${session.now}, ${session.remote}, ${session.userAgent})`.execute(
    db,
  );
}

/** The operator of a session that was begun after `begunAfter` and used after `usedAfter`. Its use is noted once a minute. */
export async function sessionOperator(
  db: Db,
  hash: Uint8Array,
  times: { now: Date; begunAfter: Date; usedAfter: Date },
): Promise<OperatorRow | null> {
  const { rows } = await sql<OperatorRow & { stale: boolean }>`
    select ${columns}, s.seen_at < ${new Date(times.now.getTime() - 60_000)} as stale
    from operator_session s join operator o on o.id = s.operator_id
    where s.hash = ${hash} and s.created_at > ${times.begunAfter} and s.seen_at > ${times.usedAfter} and o.active`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return null;
  const { stale, ...operator } = row;
  if (stale) await sql`update operator_session set seen_at = ${times.now} where hash = ${hash}`.execute(db);
  return operator;
}

export async function deleteSession(db: Db, hash: Uint8Array): Promise<void> {
  await sql`delete from operator_session where hash = ${hash}`.execute(db);
}

/** Ends an operator's sessions, all but this one. */
export async function deleteSessions(tx: Tx, operatorId: string, but?: Uint8Array): Promise<void> {
  await sql`
    delete from operator_session where operator_id = ${operatorId} ${but ? sql`and hash <> ${but}` : sql``}`.execute(
    tx,
  );
}

export async function insertInvitation(
  tx: Tx,
  invitation: { hash: Uint8Array; operatorId: string; endsAt: Date },
): Promise<void> {
  await sql`delete from operator_invitation where operator_id = ${invitation.operatorId}`.execute(tx);
  await sql`
    insert into operator_invitation (hash, operator_id, ends_at)
    values (${invitation.hash}, ${invitation.operatorId}, ${invitation.endsAt})`.execute(tx);
}

/** Takes an invitation for its one use and returns whose it is. */
export async function takeInvitation(tx: Tx, hash: Uint8Array, now: Date): Promise<string | null> {
  const { rows } = await sql<{ operatorId: string }>`
    delete from operator_invitation where hash = ${hash} and ends_at > ${now} returning operator_id as "operatorId"`.execute(
    tx,
  );
  return rows[0]?.operatorId ?? null;
}

/** Whose invitation it is, without taking it. */
export async function invitedOperator(db: Db, hash: Uint8Array, now: Date): Promise<OperatorRow | null> {
  const { rows } = await sql<OperatorRow>`
    select ${columns} from operator_invitation i join operator o on o.id = i.operator_id
    where i.hash = ${hash} and i.ends_at > ${now} and o.active`.execute(db);
  return rows[0] ?? null;
}

/** How often any of these failed to sign in since `since`, the most of them. */
export async function signInFailures(db: Db, subjects: string[], since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(max(n), 0) as n from (
      select count(*) as n from sign_in_failure where subject = any(${subjects}::text[]) and at > ${since} group by subject
    ) f`.execute(db);
  return rows[0]!.n;
}

export async function addSignInFailure(db: Db, subjects: string[], now: Date): Promise<void> {
  await sql`insert into sign_in_failure (subject, at) select s, ${now} from unnest(${subjects}::text[]) as s`.execute(
    db,
  );
}

/** Forgets what no limit and no session counts any more. */
export async function purgeSignIns(
  db: Db,
  times: { failuresBefore: Date; usedBefore: Date; now: Date },
): Promise<void> {
  await sql`delete from sign_in_failure where at < ${times.failuresBefore}`.execute(db);
  await sql`delete from operator_session where seen_at < ${times.usedBefore}`.execute(db);
  await sql`delete from operator_invitation where ends_at < ${times.now}`.execute(db);
}
