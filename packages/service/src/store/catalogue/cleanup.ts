import { sql } from "kysely";
import type { Db } from "../database/database.ts";
import { purgeKeys } from "../orders/idempotency.ts";
import { forgetRetries } from "../orders/orders.ts";
import { layoutAt } from "./paging.ts";
import { publish, purgeVersions } from "./versions.ts";

/** How long a retried order is recognised. */
export const retryWindowMs = 24 * 3_600_000;

/**
 * What passing time does to the catalogue: events whose sale ended may take HasAvailability and MinPrice of their
 * product with them, which counts as an update. Returns how many products were looked at.
 */
export async function sweepAvailability(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select product_id as id from product_state where recheck_at <= ${now} order by recheck_at limit 500`.execute(tx);
    if (rows.length > 0) await publish(tx, { touched: rows.map((row) => row.id) }, now);
    return rows.length;
  });
}

/** Drops what no promise covers any more: old versions, prices past their hold, retries and keys past their day. */
export async function sweepHistory(db: Db, now: Date, priceHoldMinutes: number): Promise<void> {
  const held = new Date(now.getTime() - priceHoldMinutes * 60_000);
  await purgeVersions(db, now);
  await sql`delete from event_price_past where until <= ${held}`.execute(db);
  await sql`delete from rate_past where until <= ${held}`.execute(db);
  const dayAgo = new Date(now.getTime() - retryWindowMs);
  await forgetRetries(db, dayAgo);
  await purgeKeys(db, dayAgo);
  await sweepFormer(db, now);
}

/**
 * Dates the names and facets that products and pages had before, and drops those that were over before the last layout:
 * no list counts with them. Rows that an import holds are left to the next sweep, so that neither waits for the other.
 */
async function sweepFormer(db: Db, now: Date): Promise<void> {
  const kept = layoutAt(now).beforeSince;
  for (const table of [sql`product`, sql`page`]) {
    await sql`
      with swept as (
        select r.id, (
          select coalesce(jsonb_agg(f || jsonb_build_object('until', coalesce(f -> 'until', to_jsonb(${now}::timestamptz))) order by n), '[]')
          from jsonb_array_elements(r.former) with ordinality as former(f, n)
          where coalesce((f ->> 'until')::timestamptz >= ${kept}, true)
        ) as former
        from ${table} r where r.former <> '[]' for update skip locked
      )
      update ${table} t set former = swept.former from swept where swept.id = t.id and swept.former <> t.former`.execute(
      db,
    );
  }
}
