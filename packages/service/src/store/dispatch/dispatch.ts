import { sql } from "kysely";
import type { ProductFields } from "../catalogue/catalogue-file.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, anyRow, onlyRow, run } from "../database/rows.ts";
import { unsealSecret } from "../database/sealing.ts";
import { prepareAs } from "../database/statement-names.ts";
import { type OrderRow, orderColumns } from "../orders/orders.ts";
import { sealedSecrets } from "./signing-secrets.ts";
import type { StoredSupplier, SupplierOrder } from "./supplier-order.ts";
import { settingsOfSupplier } from "./supplier-settings.ts";

/** Orders to send to their supplier. All times are by the database's clock, which every process shares. */

/** Why an order needs an operator; the domain has their meanings. */
export const orderFlags = [
  "supplier-silent",
  "cancel-unanswered",
  "cancel-declined",
  "supplier-disagrees",
  "change-unanswered",
] as const;
export type OrderFlag = (typeof orderFlags)[number];

/**
 * An order with its sale, for supplier, voucher and cancellation. Names and terms are as agreed at the sale. All other
 * fields are current.
 */
export interface OrderSale {
  order: OrderRow;
  productId: string;
  itemId: string;
  sold: Pick<
    SupplierOrder,
    | "productName"
    | "productExternalId"
    | "productNames"
    | "itemName"
    | "itemNames"
    | "itemExternalId"
    | "partNumber"
    | "productType"
    | "venue"
    | "eventOn"
    | "timeZone"
  > & {
    address: string;
    latitude: number | null;
    longitude: number | null;
    immediateBooking: boolean;
    codePerPerson: boolean;
    /** The places where travellers meet: the item's meeting points, or else the product's. */
    meetingPoints: NonNullable<ProductFields["meetingPoints"]>;
  };
  /** Null: the operator's own desk. */
  supplier: StoredSupplier | null;
  /** Seconds since the first request to the supplier; null before it. */
  calledSecondsAgo: number | null;
  placedSecondsAgo: number;
  /** When the next call is due, as text; during a call, the end of its lease. */
  due: string | null;
  tries: number;
  flagged: boolean;
  /** The supplier's last answer that did not change the order; null if there is none. */
  lastAnswer: { outcome: string; message: string | null } | null;
}

type SaleRow = OrderRow & Omit<OrderSale, "order"> & { supplierId: string | null };

export const orderSale = async (db: Db, id: string): Promise<OrderSale | null> =>
  (await orderSales(db, [id]))[0] ?? null;

/** The places where the travellers of item `i` of product `p` meet. */
const meetingPoints = sql`coalesce(i.record -> 'meetingPoints', p.record -> 'meetingPoints', '[]')`;

export const meetingPointsOf = async (db: Db, itemId: string): Promise<OrderSale["sold"]["meetingPoints"]> =>
  (
    await onlyRow(db)<{ points: OrderSale["sold"]["meetingPoints"] }>`
      select ${meetingPoints} as points from item i join product p on p.id = i.product_id where i.id = ${itemId}`
  ).points;

/** Reads orders with their sales, in no particular order. */
export async function orderSales(db: Db, ids: readonly string[]): Promise<OrderSale[]> {
  const rows = await allRows(db)<SaleRow>`${prepareAs("order-sale")}
    select o.*, jsonb_build_object('productName', o.agreed ->> 'productName', 'productExternalId', p.external_id, 'itemName', o.agreed ->> 'itemName', 'productNames', coalesce(o.agreed -> 'productNames', '{}'),
        'itemNames', coalesce(o.agreed -> 'itemNames', '{}'),
        'itemExternalId', i.external_id, 'partNumber', i.record -> 'partNumber', 'productType', p.type, 'timeZone', p.time_zone,
        'eventOn', to_char(o."eventOn", 'YYYY-MM-DD"T"HH24:MI:SS'), 'immediateBooking', p.record -> 'immediateBooking',
        'codePerPerson', coalesce(p.record -> 'codePerPerson', 'false'),
        'meetingPoints', ${meetingPoints}) || (p.record -> 'location') as sold,
      case when s.id is not null then jsonb_build_object('externalId', s.external_id, 'name', s.name, 'kind', s.kind,
        'lang', s.lang, 'settings', ${settingsOfSupplier}, 'secrets', ${sealedSecrets(sql`supplier_id = s.id`)},
        'answerWithinMinutes', s.answer_within_minutes) end as supplier
    from (
      select ${orderColumns}, extract(epoch from now() - supplier_called_at)::float8 as "calledSecondsAgo",
        extract(epoch from now() - created_at)::float8 as "placedSecondsAgo", supplier_due_at::text as due, supplier_tries as tries, flagged_at is not null as flagged,
        supplier_id as "supplierId", item_id as "itemId", (
          select jsonb_build_object('outcome', t.why, 'message', t.message) from order_timeline t
          where t.order_id = orders.id and t.kind = 'answered' order by t.id desc limit 1
        ) as "lastAnswer"
      from orders where id = any(${ids}::uuid[])
    ) o join item i on i.id = o."itemId" join product p on p.id = o."productId"
    left join supplier s on s.id = case when o."supplierCalled" then o."supplierId" else p.supplier_id end`;
  return rows.map((row) => saleOf(db, row));
}

function saleOf(db: Db, row: SaleRow): OrderSale {
  const { sold, supplier: stored, supplierId: _, itemId, calledSecondsAgo, placedSecondsAgo, ...rest } = row;
  const { due, tries, flagged, lastAnswer, ...order } = rest;
  const supplier = stored && { ...stored, secrets: stored.secrets.map((secret) => unsealSecret(db, secret)) };
  const state = { calledSecondsAgo, placedSecondsAgo, due, tries, flagged, lastAnswer };
  return { order, productId: order.productId, itemId, sold, supplier, ...state };
}

/** Lease of a call: longer than the longest possible call, so that no two processes call at the same time. */
export const supplierLeaseSeconds = 30;

/** An order with due work. `key`: the supplier or partner to whose share of the runs the work belongs. */
export interface DueOrder {
  orderId: string;
  key: string;
}

/**
 * Finds up to `most` orders whose supplier is due to be called now. The key is the id of the supplier that would be called, `desk` or
 * `test`. The oldest order of each key comes first, then the second of each, so that a key with many orders does not fill the answer. Keys
 * in `except` are omitted.
 */
export const dueOrders = (db: Db, most: number, except: readonly string[]): Promise<DueOrder[]> =>
  allRows(db)`
    with due as (
      select o.id, o.supplier_due_at, case when o.test then 'test' else coalesce(
          case when o.supplier_called_at is not null then o.supplier_id else p.supplier_id end::text, 'desk'
        ) end as key
      from orders o join product p on p.id = o.product_id where o.supplier_due_at <= now()
    )
    select id as "orderId", key from due where key <> all(${except}::text[])
    order by row_number() over (partition by key order by supplier_due_at, id), supplier_due_at, id limit ${most}`;

/** Leases an order whose supplier call is due. False when another process was first. */
export const claimDueOrder = (db: Db, id: string): Promise<boolean> =>
  anyRow(db)`${prepareAs("claim-due-order")}
    update orders set supplier_due_at = now() + ${supplierLeaseSeconds} * interval '1 second'
    where id = ${id} and supplier_due_at <= now() returning 1`;

/**
 * Ends a lease whose work could not be done, so that the order is due now. `due` is the lease as `OrderSale` has it,
 * where it was read.
 */
export async function releaseOrder(db: Db, id: string, due: string | null | undefined): Promise<void> {
  const isLease =
    due === undefined
      ? sql`supplier_due_at between now() and now() + ${supplierLeaseSeconds} * interval '1 second'`
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

/** Flags an order for the operator. */
export const flagOrder = (tx: Tx, id: string, flag: OrderFlag, now: Date): Promise<void> =>
  run(tx)`update orders set flagged_at = ${now}, flag = ${flag} where id = ${id}`;

/** Clears the flag. */
export const unflagOrder = (tx: Tx, id: string): Promise<void> =>
  run(tx)`update orders set flagged_at = null, flag = null where id = ${id}`;
