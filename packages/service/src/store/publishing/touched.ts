import { sql } from "kysely";
import type { Offer } from "../../records/partners/offer.ts";
import { eventIsSold, eventMoved, hasChangedSince, productIsSold, productsMoved } from "../catalogue/offers.ts";
import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";

/** A version, and its positions in the change logs. */
export interface LogPositions {
  version: number;
  eventSeq: number;
  productSeq: number;
  deletedSeq: number;
}

/**
 * Reads the products that changed after these positions, each with the local days whose events changed; the day is null for the product
 * itself. A partner with an offer gets those that it sells, and what changes of its offer changed.
 */
export function readTouchedDays(
  db: Db,
  { version, eventSeq, productSeq, deletedSeq }: LogPositions,
  { most, offer }: { most: number; offer: Offer | undefined },
): Promise<{ id: string; day: string | null }[]> {
  const ofEvent = offer ? sql`and ${eventIsSold(offer)}` : sql``;
  const ofProduct = offer ? sql`and ${productIsSold(offer, sql`product_id`)}` : sql``;
  const moved = hasChangedSince(offer, version)
    ? sql`union
      select product_id, null from product_state where product_id in ${productsMoved(offer, version)}
      union
      select e.product_id, e.event_on::date from event e where e.listed ${ofEvent} and ${eventMoved(offer, version)}`
    : sql``;
  return allRows(db)`
    select * from (
      select product_id as id, event_on::date as day from event e where listed and seq > ${eventSeq} ${ofEvent} group by 1, 2
      union all
      select product_id, null from product_state where (seq > ${productSeq} or deleted_seq > ${deletedSeq}) ${ofProduct}
      ${moved}
    ) touched order by 1, 2 limit ${most}`;
}
