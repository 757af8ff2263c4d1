import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { type DueRow, leaseSeconds } from "../database/due-work.ts";
import { allRows, anyRow, run } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";

/** Orders to send to their supplier. All times are by the database's clock, which every process shares. */

/**
 * Finds up to `most` orders whose supplier is due to be called now. The key is the id of the supplier that would be called, `desk` or
 * `test`. The oldest order of each key comes first, then the second of each, so that a key with many orders does not fill the answer. Keys
 * in `except` are omitted.
 */
export const dueOrders = (db: Db, most: number, except: readonly string[]): Promise<DueRow[]> =>
  allRows(db)`
    with due as (
      select o.id, o.supplier_due_at, case when o.test then 'test' else coalesce(
          case when o.supplier_called_at is not null then o.supplier_id else p.supplier_id end::text, 'desk'
        ) end as key
      from orders o join product p on p.id = o.product_id where o.supplier_due_at <= now()
    )
    select id, key from due where key <> all(${except}::text[])
    order by row_number() over (partition by key order by supplier_due_at, id), supplier_due_at, id limit ${most}`;

/** Leases an order whose supplier call is due. False when another process was first. */
export const claimDueOrder = (db: Db, id: string): Promise<boolean> =>
  anyRow(db)`${prepareAs("claim-due-order")}
    update orders set supplier_due_at = now() + ${leaseSeconds} * interval '1 second'
    where id = ${id} and supplier_due_at <= now() returning 1`;

/**
 * Ends a lease whose work could not be done, so that the order is due now. `due` is the lease as `OrderSale` has it,
 * where it was read.
 */
export async function releaseOrder(db: Db, id: string, due: string | null | undefined): Promise<void> {
  const isLease =
    due === undefined
      ? sql`supplier_due_at between now() and now() + ${leaseSeconds} * interval '1 second'`
      : sql`supplier_due_at::text = ${due}`;
  await run(db)`update orders set supplier_due_at = now() where id = ${id} and ${isLease}`;
}

/** Records that a supplier is about to receive the request, and the supplier's id. The caller has the order's lock. */
export const markCalled = (tx: Tx, id: string): Promise<void> =>
  run(tx)`${prepareAs("mark-called")}
    update orders o set supplier_called_at = now(), supplier_id = p.supplier_id
    from product p where o.id = ${id} and p.id = o.product_id`;

/** Reverts the record of a request that certainly was not sent. */
export const unmarkCalled = (tx: Tx, id: string): Promise<void> =>
  run(tx)`update orders set supplier_called_at = null where id = ${id}`;

/** Returns when the supplier must be called next, in the format of `OrderSale`. */
export async function readSupplierDue(tx: Tx, id: string): Promise<string | null> {
  const rows = await allRows(tx)<{ due: string | null }>`${prepareAs("supplier-due")}
    select supplier_due_at::text as due from orders where id = ${id}`;
  return rows[0]?.due ?? null;
}

/** Sets the seconds until the next call; null ends the calls. `called`: a call was just made. */
export const setSupplierDue = (tx: Tx, id: string, inSeconds: number | null, called: boolean): Promise<void> =>
  run(tx)`${prepareAs("set-supplier-due")}
    update orders set supplier_due_at = now() + ${inSeconds}::float8 * interval '1 second',
      supplier_tries = supplier_tries + ${called ? 1 : 0}::int
    where id = ${id}`;
