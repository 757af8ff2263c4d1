import type { Db, Tx } from "../database/database.ts";
import { allRows, firstRow } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";

/** Passes: what a voucher admits by a short code, the whole party or one person. */

export interface PassRow {
  orderId: string;
  /** The number of the pass, from 1 in each order. */
  n: number;
  /** The short code: eight characters, in capitals. */
  code: string;
  /** The code of the person's ticket rule; null: the whole party. */
  ticketCode: string | null;
  people: number;
}

/** Returns the passes that were not written, because their code exists. */
export async function insertPasses(tx: Tx, passes: PassRow[]): Promise<PassRow[]> {
  const rows = await allRows(tx)<Pick<PassRow, "orderId" | "n">>`${prepareAs("insert-passes")}
    insert into pass (order_id, n, code, ticket_code, people)
    select x."orderId", x.n, x.code, x."ticketCode", x.people
    from json_to_recordset(${JSON.stringify(passes)}::json) as x("orderId" uuid, n int, code text, "ticketCode" text, people int)
    where not exists (select from replaced_code r where r.code = x.code)
    on conflict do nothing returning order_id as "orderId", n`;
  const written = new Set(rows.map(({ orderId, n }) => `${orderId} ${n}`));
  return passes.filter(({ orderId, n }) => !written.has(`${orderId} ${n}`));
}

/** Reads the passes of these orders, ordered by order and number. */
export const readPasses = (db: Db, orderIds: readonly string[]): Promise<PassRow[]> =>
  allRows(db)`
    select order_id as "orderId", n, code, ticket_code as "ticketCode", people from pass
    where order_id = any(${orderIds}::uuid[]) order by order_id, n`;

export const passByCode = (db: Db, code: string): Promise<Pick<PassRow, "orderId" | "n"> | null> =>
  firstRow(db)`select order_id as "orderId", n from pass where code = ${code}`;
