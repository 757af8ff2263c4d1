import { sql } from "kysely";
import type { ProductFields } from "../../records/catalogue-file.ts";
import type { StoredSupplier, SupplierOrder } from "../../records/supplier-order.ts";
import type { Db } from "../database/database.ts";
import { allRows, onlyRow } from "../database/rows.ts";
import { unsealSecret } from "../database/sealing.ts";
import { prepareAs } from "../database/statement-names.ts";
import { sealedSecrets } from "../suppliers/signing-secrets.ts";
import { settingsOfSupplier } from "../suppliers/supplier-settings.ts";
import { type OrderRow, orderColumns } from "./orders.ts";

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
