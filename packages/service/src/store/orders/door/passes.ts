import type { Db, Tx } from "../../database/database.ts";
import { allRows, firstRow } from "../../database/rows.ts";
import { prepared } from "../../database/statement-names.ts";

/** Passes: what a voucher admits by a short code, the whole party or one person. */

export interface PassRow {
  orderId: string;
  /** From 1, in each order. */
  n: number;
  /** The short code: eight characters, in capitals. */
  code: string;
  /** The code of the person's ticket rule; null: the whole party. */
  ticketCode: string | null;
  people: number;
}

/** Returns which of the passes were written: not one whose code exists. */
export async function insertPasses(
  tx: Tx,
  orderId: string,
  passes: Pick<PassRow, "n" | "code" | "ticketCode" | "people">[],
): Promise<number[]> {
  const rows = await allRows(tx)<{ n: number }>`${prepared("insert-passes")}
    insert into pass (order_id, n, code, ticket_code, people)
    select ${orderId}::uuid, x.n, x.code, x."ticketCode", x.people
    from jsonb_to_recordset(${JSON.stringify(passes)}::jsonb) as x(n int, code text, "ticketCode" text, people int)
    where not exists (select from replaced_code r where r.code = x.code)
    on conflict do nothing returning n`;
  return rows.map(({ n }) => n);
}

/** The passes of these orders, in their order. */
export const passesOf = (db: Db, orderIds: readonly string[]): Promise<PassRow[]> =>
  allRows(db)`
    select order_id as "orderId", n, code, ticket_code as "ticketCode", people from pass
    where order_id = any(${orderIds}::uuid[]) order by order_id, n`;

export const passByCode = (db: Db, code: string): Promise<Pick<PassRow, "orderId" | "n"> | null> =>
  firstRow(db)`select order_id as "orderId", n from pass where code = ${code}`;
