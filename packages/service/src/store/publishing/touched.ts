import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";

/** Positions in the change logs. */
export interface LogPositions {
  eventSeq: number;
  productSeq: number;
  deletedSeq: number;
}

/**
 * Reads the products that changed after these positions, each with the local days whose events changed; the day is null for the product
 * itself.
 */
export const readTouchedDays = (
  db: Db,
  { eventSeq, productSeq, deletedSeq }: LogPositions,
  most: number,
): Promise<{ id: string; day: string | null }[]> =>
  allRows(db)`
    select product_id as id, event_on::date as day from event where listed and seq > ${eventSeq} group by 1, 2
    union all
    select product_id, null from product_state where seq > ${productSeq} or deleted_seq > ${deletedSeq}
    order by 1, 2 limit ${most}`;
