import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, firstRow, run } from "../database/rows.ts";
import { sealSecret } from "../database/sealing.ts";

export const operatorRoles = ["owner", "catalogue", "orders", "read-only", "door", "guide", "partner"] as const;
export type Role = (typeof operatorRoles)[number];

export interface OperatorRow {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** The guide whose events an operator with the role `guide` reads; null for all other roles. */
  resourceId: string | null;
  /** The partner whose data a person with the role `partner` reads; null for all other roles. */
  partnerId: string | null;
  partnerName: string | null;
  password: string | null;
  /** The stored form: see unseal(). */
  totpSecret: string | null;
  totpStep: number;
  demo: boolean;
  active: boolean;
  createdAt: Date;
  /** The last sign-in; null: none, or none since the store records it. */
  signedInAt: Date | null;
  revision: number;
}

/** Columns of an operator; the table's alias is `o`. */
export const operatorColumns = sql`o.id, o.email, o.name, o.role, o.resource_id as "resourceId", o.partner_id as "partnerId",
  (select name from partner where id = o.partner_id) as "partnerName", o.password, o.totp_secret as "totpSecret", o.totp_step as "totpStep",
  o.demo, o.active, o.created_at as "createdAt", o.signed_in_at as "signedInAt", o.revision`;

export async function countOperators(db: Db): Promise<number> {
  const rows = await allRows(db)<{ n: number }>`select count(*) as n from operator`;
  return rows[0]!.n;
}

/** Whether an operator has chosen a password. */
export const hasJoinedOperator = (db: Db): Promise<boolean> =>
  anyRow(db)`select 1 from operator where password is not null limit 1`;

/** Lists operators by e-mail address. `partnerId`: the people of this partner. */
export const listOperators = (db: Db, partnerId: string | null = null): Promise<OperatorRow[]> =>
  allRows(db)`
    select ${operatorColumns} from operator o where ${partnerId}::uuid is null or o.partner_id = ${partnerId}
    order by lower(o.email)`;

export const operatorByEmail = (db: Db, email: string): Promise<OperatorRow | null> =>
  firstRow(db)`
    select ${operatorColumns} from operator o where lower(o.email) = lower(${email})`;

/** Reads an operator, and locks the record until the transaction ends. */
export async function lockOperator(tx: Tx, id: string): Promise<OperatorRow | null> {
  const { rows } =
    await sql<OperatorRow>`select ${operatorColumns} from operator o where o.id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Locks the owners who can sign in, so that two changes at the same time cannot remove the last owner. */
export async function lockOwners(tx: Tx): Promise<string[]> {
  const rows = await allRows(tx)<{ id: string }>`
    select id from operator where role = 'owner' and active and password is not null order by id for update`;
  return rows.map((row) => row.id);
}

/** Adds an operator. Returns false if another operator has the e-mail address. */
export const insertOperator = (
  tx: Tx,
  operator: Omit<
    OperatorRow,
    "partnerId" | "partnerName" | "totpSecret" | "totpStep" | "active" | "signedInAt" | "revision"
  > & {
    partnerId?: string | null;
  },
): Promise<boolean> =>
  anyRow(tx)`
    insert into operator (id, email, name, role, resource_id, partner_id, password, demo, created_at)
    values (${operator.id}, ${operator.email}, ${operator.name}, ${operator.role}, ${operator.resourceId}, ${operator.partnerId ?? null},
      ${operator.password}, ${operator.demo}, ${operator.createdAt})
    on conflict do nothing returning 1`;

/** Writes an operator's record. Call changeOperator() of the domain instead, which protects the last owner. */
export const updateOperator = (
  tx: Tx,
  operator: Pick<OperatorRow, "id" | "name" | "role" | "resourceId" | "partnerId" | "active">,
): Promise<void> =>
  run(tx)`
    update operator set name = ${operator.name}, role = ${operator.role}, resource_id = ${operator.resourceId}, partner_id = ${operator.partnerId},
      active = ${operator.active}, revision = revision + 1 where id = ${operator.id}`;

/** Throws when another operator has the address, or takes it at the same time (`isUniqueViolation`). */
export const writeFirstOwner = (
  tx: Tx,
  { id, email, name }: Pick<OperatorRow, "id" | "email" | "name">,
): Promise<void> =>
  run(tx)`update operator set email = ${email}, name = ${name}, revision = revision + 1 where id = ${id}`;

/** Whether a write failed because another record already has a unique value. */
export const isUniqueViolation = (error: unknown): boolean => (error as { code?: string }).code === "23505";

export const writePassword = (tx: Tx, id: string, password: string): Promise<void> =>
  run(tx)`update operator set password = ${password}, revision = revision + 1 where id = ${id}`;

/** Writes the second factor and deletes the recovery codes of the former factor. */
export async function writeTotp(tx: Tx, id: string, secret: string | null, step: number): Promise<void> {
  await run(tx)`delete from operator_recovery_code where operator_id = ${id}`;
  await run(tx)`
    update operator set totp_secret = ${secret && sealSecret(tx, secret)}, totp_step = ${step}, revision = revision + 1 where id = ${id}`;
}

/** Marks a time step as used. False: this step or a later one was used before. */
export const takeTotpStep = (db: Db, id: string, step: number): Promise<boolean> =>
  anyRow(db)`
    update operator set totp_step = ${step} where id = ${id} and totp_step < ${step} returning 1`;

/** Replaces the recovery codes. */
export async function writeRecoveryCodes(tx: Tx, operatorId: string, hashes: readonly Uint8Array[]): Promise<void> {
  await run(tx)`delete from operator_recovery_code where operator_id = ${operatorId}`;
  for (const hash of hashes)
    await run(tx)`insert into operator_recovery_code (operator_id, hash) values (${operatorId}, ${hash})`;
}

/** Marks a recovery code as used. False: the code is unknown or was used before. */
export const takeRecoveryCode = (db: Db, operatorId: string, hash: Uint8Array): Promise<boolean> =>
  anyRow(db)`
    delete from operator_recovery_code where operator_id = ${operatorId} and hash = ${hash} returning 1`;

export async function countRecoveryCodes(db: Db, operatorId: string): Promise<number> {
  const rows = await allRows(db)<{ n: number }>`
    select count(*) as n from operator_recovery_code where operator_id = ${operatorId}`;
  return rows[0]!.n;
}

export async function insertInvitation(
  tx: Tx,
  invitation: { hash: Uint8Array; operatorId: string; endsAt: Date },
): Promise<void> {
  await run(tx)`delete from operator_invitation where operator_id = ${invitation.operatorId}`;
  await run(tx)`
    insert into operator_invitation (hash, operator_id, ends_at)
    values (${invitation.hash}, ${invitation.operatorId}, ${invitation.endsAt})`;
}

/** Uses up an invitation and returns its operator. */
export async function takeInvitation(tx: Tx, hash: Uint8Array, now: Date): Promise<string | null> {
  const rows = await allRows(tx)<{ operatorId: string }>`
    delete from operator_invitation where hash = ${hash} and ends_at > ${now} returning operator_id as "operatorId"`;
  return rows[0]?.operatorId ?? null;
}

/** Finds the operator of an invitation, which stays valid. */
export const invitedOperator = (db: Db, hash: Uint8Array, now: Date): Promise<OperatorRow | null> =>
  firstRow(db)`
    select ${operatorColumns} from operator_invitation i join operator o on o.id = i.operator_id
    where i.hash = ${hash} and i.ends_at > ${now} and o.active`;

/** Deletes the calendar of a guide. Returns false if the guide has no calendar. */
export const deleteCalendar = (tx: Tx, resourceId: string): Promise<boolean> =>
  anyRow(tx)`delete from guide_calendar where resource_id = ${resourceId} returning 1`;
