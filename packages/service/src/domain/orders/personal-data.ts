import type { Order } from "@paseo/contract";
import { type Db, inTransaction } from "../../store/database/database.ts";
import { type CallbackRow, listCallbacks } from "../../store/orders/callbacks.ts";
import { lockOrder, orderTimeline, type TimelineEntry } from "../../store/orders/order-changes.ts";
import { orderById } from "../../store/orders/orders.ts";
import { eraseOrders, ordersToErase } from "../../store/orders/personal-data.ts";
import { type VoucherRow, voucherOf } from "../../store/orders/vouchers.ts";
import { msPerDay } from "../selling/dates.ts";
import { orderOf } from "./orders.ts";
import { type Terms, termsOf } from "./terms.ts";

const batch = 500;

/**
 * Erases e-mail, telephone, address and answers of orders whose event's day was over so many days ago. Returns how many
 * orders lost them; up to 500 at a time, so that no transaction is long.
 */
export async function erasePersonalData(db: Db, now: Date, keptDays: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const ids = await ordersToErase(tx, new Date(now.getTime() - keptDays * msPerDay), batch);
    await eraseOrders(tx, ids, now);
    return ids.length;
  });
}

/** Erases one order's personal data before its time, as its traveller may ask. False when there is no such order. */
export async function eraseOrder(db: Db, id: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (order && !order.erasedAt) await eraseOrders(tx, [id], now);
    return order !== null;
  });
}

/** All that is kept of one order. */
export interface OrderExport {
  order: Order;
  terms: Terms;
  placedAt: Date;
  erasedAt: Date | null;
  timeline: TimelineEntry[];
  voucher: VoucherRow | null;
  callbacks: CallbackRow[];
}

/** For a traveller who asks what is kept of an order, or for the operator's records. Null when there is no such order. */
export async function exportOrder(db: Db, id: string): Promise<OrderExport | null> {
  const row = await orderById(db, id);
  if (!row) return null;
  return {
    order: orderOf(row),
    terms: termsOf(row),
    placedAt: row.createdAt,
    erasedAt: row.erasedAt,
    timeline: await orderTimeline(db, id),
    voucher: await voucherOf(db, id),
    callbacks: await listCallbacks(db, { orderId: id }, 1000),
  };
}
