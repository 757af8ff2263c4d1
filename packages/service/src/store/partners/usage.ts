import { sql } from "kysely";
import Type from "typebox";
import { count, type Row, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";

export interface UsageCount {
  day: string;
  partnerId: string;
  operation: string;
  /** Whether the key was a test key. */
  test: boolean;
  /** The code of the refusal; empty for a success. */
  code: string;
  /** Requests with this code, and requests whose first code it is. First codes add up to all requests. */
  n: number;
  requests: number;
}

export async function addUsage(tx: Tx, counts: readonly UsageCount[]): Promise<void> {
  if (counts.length === 0) return;
  await run(tx)`
    insert into partner_usage as u (day, partner_id, operation, test, code, n, requests)
    select day, "partnerId", operation, test, code, n, requests from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as x(day date, "partnerId" uuid, operation text, test boolean, code text, n bigint, requests bigint)
    on conflict (partner_id, day, operation, code, test) do update
      set n = u.n + excluded.n, requests = u.requests + excluded.requests`;
}

export async function noteKeysUsed(tx: Tx, keys: readonly { id: string; at: Date }[]): Promise<void> {
  if (keys.length === 0) return;
  await run(tx)`
    update api_key k set last_used_at = greatest(k.last_used_at, x.at)
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as x(id uuid, at timestamptz) where x.id = k.id`;
}

export interface PartnerSync {
  partnerId: string;
  updateVersion: number;
  deleteVersion: number;
  at: Date;
}

export async function noteSyncs(tx: Tx, syncs: readonly PartnerSync[]): Promise<void> {
  if (syncs.length === 0) return;
  await run(tx)`
    insert into partner_sync as s (partner_id, update_version, delete_version, at)
    select "partnerId", "updateVersion", "deleteVersion", at from jsonb_to_recordset(${JSON.stringify(syncs)}::jsonb)
      as x("partnerId" uuid, "updateVersion" bigint, "deleteVersion" bigint, at timestamptz)
    on conflict (partner_id) do update set update_version = excluded.update_version,
      delete_version = excluded.delete_version, at = excluded.at where s.at <= excluded.at`;
}

/** Days, `yyyy-MM-dd`, both inclusive. */
export interface UsageDays {
  from: string;
  to: string;
  /** Time zone for the days of orders and callbacks; UTC by default. Requests are counted by days in UTC. */
  zone?: string;
}

export const usageColumns = {
  day: Type.String({ description: "In UTC." }),
  operation: text,
  requests: count,
  refused: Type.Integer({ description: "Number of refused requests, with any code." }),
};

/** Counts a partner's requests with live keys, or with test keys, the newest day first. */
export const partnerUsage = (
  db: Db,
  partnerId: string,
  days: UsageDays,
  test: boolean,
): Promise<Row<typeof usageColumns>[]> =>
  allRows(db)`
    select day, operation, sum(requests)::bigint as requests,
      coalesce(sum(requests) filter (where code <> ''), 0)::bigint as refused
    from partner_usage
    where partner_id = ${partnerId} and day between ${days.from}::date and ${days.to}::date and test = ${test}
    group by day, operation order by day desc, operation`;

export interface CodeCount {
  code: string;
  /** Requests refused with this code, alone or with others. */
  count: number;
  operations: string[];
}

/** Counts the codes of refused requests, of one partner or all, the most frequent first. */
export const refusalCounts = (
  db: Db,
  days: UsageDays,
  { partnerId, test }: { partnerId?: string; test: boolean },
): Promise<CodeCount[]> =>
  allRows(db)`
    select code, sum(n)::bigint as count, array_agg(operation order by operation) as operations from (
      select code, operation, sum(n) as n from partner_usage
      where day between ${days.from}::date and ${days.to}::date and test = ${test} and code <> ''
        ${partnerId ? sql`and partner_id = ${partnerId}` : sql``}
      group by code, operation
    ) c group by code order by count desc, code`;

/** Deletes counts of earlier days. */
export const purgeUsage = (db: Db, before: string): Promise<void> =>
  run(db)`delete from partner_usage where day < ${before}::date`;
