import { sql } from "kysely";
import type { Db } from "./database.ts";
import { purgeKeys } from "./idempotency.ts";
import { forgetRetries } from "./orders.ts";
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
}
