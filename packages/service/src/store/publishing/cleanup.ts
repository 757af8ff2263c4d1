import { sql } from "kysely";
import type { Db } from "../database/database.ts";
import { runInParts } from "../database/parts.ts";
import { allRows, run } from "../database/rows.ts";
import { deleteDigests } from "../versions/digest.ts";
import { publishChanges } from "./publishing.ts";

/** Statements of the cleanup job. domain/catalogue/retention.ts decides what is deleted and when. */

/**
 * Publishes changes that passing time causes: the end of an event's sale may change HasAvailability and MinPrice of its
 * product, which counts as an update. Returns how many products it read, at most 500.
 */
export async function publishEndedSales(db: Db, now: Date): Promise<number> {
  const rows = await allRows(db)<{ id: string }>`
    select product_id as id from product_state where recheck_at <= ${now} order by recheck_at limit 500`;
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await runInParts(ids, (touched) => db.transaction().execute((tx) => publishChanges(tx, { touched }, now)));
  return ids.length;
}

/**
 * Deletes the versions before an instant, and digests and changes of offers without a version. The newest of these versions stays, because it
 * is the floor.
 */
export async function deleteVersions(db: Db, before: Date): Promise<void> {
  await run(db)`delete from version where number < (select max(number) from version where at < ${before})`;
  await deleteDigests(db);
  for (const table of [sql`partner_offer_days`, sql`partner_offer_item`])
    await run(db)`delete from ${table} where version <= (select min(number) from version)`;
}

/** Deletes the prices and rates that were replaced before an instant. */
export async function deletePastPrices(db: Db, before: Date): Promise<void> {
  await run(db)`delete from event_price_past where until <= ${before}`;
  await run(db)`delete from rate_past where until <= ${before}`;
}
