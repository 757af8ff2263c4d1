import { sql } from "kysely";
import type { Tx } from "../database/database.ts";

/** The end time of a replaced price or rate, until its transaction ends. */
export const replacedPriceEnd = sql`'infinity'::timestamptz`;

/**
 * Sets the end of the prices and rates that this transaction replaced. Partners validate them until it commits, and the
 * price hold counts from the commit, so this is the last step. `now` is the instant before the transaction, which may
 * have waited and worked for minutes.
 */
export async function endPastPrices(tx: Tx, now: Date): Promise<void> {
  await sql`
    with ended as (
      select ${now}::timestamptz + (clock_timestamp() - transaction_timestamp()) as at
    ), rates as (
      update rate_past set until = ended.at from ended where until = ${replacedPriceEnd}
    )
    update event_price_past set until = ended.at from ended where until = ${replacedPriceEnd}`.execute(tx);
}
