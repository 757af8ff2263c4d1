import { sql } from "kysely";
import type { Db, Tx } from "./database.ts";

export interface UsageCount {
  day: string;
  partnerId: string;
  operation: string;
  code: string;
  n: number;
}

export async function addUsage(tx: Tx, counts: readonly UsageCount[]): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    insert into partner_usage as u (day, partner_id, operation, code, n)
    select day, "partnerId", operation, code, n from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as x(day date, "partnerId" uuid, operation text, code text, n bigint)
    on conflict (partner_id, day, operation, code) do update set n = u.n + excluded.n`.execute(tx);
}

export async function noteKeysUsed(tx: Tx, keys: readonly { id: string; at: Date }[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    update api_key k set last_used_at = greatest(k.last_used_at, x.at)
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as x(id uuid, at timestamptz) where x.id = k.id`.execute(
    tx,
  );
}

export interface PartnerSync {
  partnerId: string;
  updateVersion: number;
  deleteVersion: number;
  at: Date;
}

export async function noteSyncs(tx: Tx, syncs: readonly PartnerSync[]): Promise<void> {
  if (syncs.length === 0) return;
  await sql`
    insert into partner_sync as s (partner_id, update_version, delete_version, at)
    select "partnerId", "updateVersion", "deleteVersion", at from jsonb_to_recordset(${JSON.stringify(syncs)}::jsonb)
      as x("partnerId" uuid, "updateVersion" bigint, "deleteVersion" bigint, at timestamptz)
    on conflict (partner_id) do update set update_version = excluded.update_version,
      delete_version = excluded.delete_version, at = excluded.at where s.at <= excluded.at`.execute(tx);
}

/** Counts of one partner or of all, from a day on. */
export async function usageSince(db: Db, day: string, partnerId?: string): Promise<UsageCount[]> {
  const { rows } = await sql<UsageCount>`
    select day, partner_id as "partnerId", operation, code, n from partner_usage
    where day >= ${day}::date ${partnerId ? sql`and partner_id = ${partnerId}` : sql``}
    order by day, operation, code`.execute(db);
  return rows;
}

/** Drops counts of days before this one. */
export async function purgeUsage(db: Db, before: string): Promise<void> {
  await sql`delete from partner_usage where day < ${before}::date`.execute(db);
}
