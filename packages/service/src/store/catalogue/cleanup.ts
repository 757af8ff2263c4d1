import { sql } from "kysely";
import type { Db } from "../database/database.ts";
import { deleteDigests } from "./digest.ts";
import { publish } from "./publishing.ts";

/** Statements of the cleanup job. domain/catalogue/retention.ts says what is deleted when. */

/**
 * Publishes what passing time changes: the end of an event's sale may change HasAvailability and MinPrice of its product,
 * which counts as an update. Returns how many products it read, at most 500.
 */
export async function publishEndedSales(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select product_id as id from product_state where recheck_at <= ${now} order by recheck_at limit 500`.execute(tx);
    if (rows.length > 0) await publish(tx, { touched: rows.map((row) => row.id) }, now);
    return rows.length;
  });
}

/** Deletes the versions before an instant, all but the newest of them, which is the floor; and digests without a version. */
export async function deleteVersions(db: Db, before: Date): Promise<void> {
  await sql`delete from version where number < (select max(number) from version where at < ${before})`.execute(db);
  await deleteDigests(db);
}

/** Deletes the prices and rates that were replaced before an instant. */
export async function deletePastPrices(db: Db, before: Date): Promise<void> {
  await sql`delete from event_price_past where until <= ${before}`.execute(db);
  await sql`delete from rate_past where until <= ${before}`.execute(db);
}
