import type { Language, Order } from "@paseo/contract";
import { inTransaction, type Tx } from "../../store/database/database.ts";
import { leaseSeconds, orderSale } from "../../store/orders/dispatch.ts";
import { lockOrder } from "../../store/orders/order-changes.ts";
import { type OrderRow, orderById } from "../../store/orders/orders.ts";
import { voucherOf } from "../../store/orders/vouchers.ts";
import { type Caller, mayUseOrder } from "../partners/keys.ts";
import { type PlainRefusalCode, refusal } from "../selling/messages.ts";
import { dispatchesAtOnce, dispatchWithin } from "./dispatch/dispatch.ts";
import { changeOrderIn, type OrderContext, statusChanged } from "./order-changes.ts";
import { orderOf } from "./orders.ts";

export interface CancelContext {
  lang: Language;
  caller: Caller;
  now: Date;
  /** Milliseconds that the answer may wait for a supplier that is called at once. */
  supplierWaitMs: number;
}

/**
 * The operation ordercancel. Null: the caller has no such order. An order that is cancelled or being cancelled is returned unchanged, so
 * that the request can be repeated. A refusal returns the order unchanged, with IsValid false and the reason.
 */
export async function cancelOrder(
  orderContext: OrderContext,
  id: string,
  context: CancelContext,
): Promise<Order | null> {
  const row = await orderById(orderContext.db, id);
  if (!row || !mayUseOrder(context.caller, row)) return null;
  const started = await inTransaction(orderContext.db, (tx) => startCancelling(tx, orderContext, id, context));
  if (started.refusal) return refusedOrder(await current(orderContext, row), started.refusal, context.lang);

  if (started.callsHere) await dispatchWithin(orderContext, id, context.supplierWaitMs);
  else statusChanged(orderContext, row);
  const order = await current(orderContext, row);
  // The supplier refused the cancellation before.
  return started.callsHere && order.status === "complete"
    ? refusedOrder(order, "cancel-declined", context.lang)
    : orderOf(order);
}

interface Started {
  refusal?: PlainRefusalCode;
  /** Whether to call the supplier within this request. */
  callsHere: boolean;
}

/** Starts the cancellation, or returns the refusal. It holds the order's lock, so that the voucher cannot be redeemed at the same time. */
async function startCancelling(
  tx: Tx,
  orderContext: OrderContext,
  id: string,
  context: CancelContext,
): Promise<Started> {
  const order = await lockOrder(tx, id);
  const sale = await orderSale(tx, id);
  if (!order || !sale || order.status === "cancelled" || order.status === "waitcancel") return { callsHere: false };
  const refused = (code: PlainRefusalCode): Started => ({ refusal: code, callsHere: false });
  if (order.status === "rejected") return refused("cancel-rejected");
  if ((await voucherOf(tx, id))?.redeemedAt) return refused("cancel-redeemed");
  if (context.now > order.cancelUntil) return refused("cancel-too-late");
  // Dispatch writes to a desk later. An unconfirmed order is cancelled already.
  const supplierKind = sale.supplier?.kind ?? null;
  const callsHere = order.status === "complete" && dispatchesAtOnce({ ...sale.sold, test: order.test, supplierKind });
  const leaseFor = callsHere ? leaseSeconds : 0;
  await changeOrderIn(tx, orderContext, id, { trigger: "cancel", actor: "partner", why: "ordercancel", leaseFor });
  return { callsHere };
}

const current = async (orderContext: OrderContext, row: OrderRow): Promise<OrderRow> =>
  (await orderById(orderContext.db, row.id)) ?? row;

const refusedOrder = (row: OrderRow, code: PlainRefusalCode, lang: Language): Order => ({
  ...orderOf(row),
  isValid: false,
  errors: [refusal(code, lang)],
});
