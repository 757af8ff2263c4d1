import type { CancelledOrder, Language } from "@paseo/contract";
import Big from "big.js";
import { inTransaction, type Tx } from "../../store/database/database.ts";
import { leaseSeconds } from "../../store/database/due-work.ts";
import { type HasGivenUp, unlessGivenUp } from "../../store/database/given-up.ts";
import { refundOfCancelled } from "../../store/money/refunds.ts";
import { orderSale } from "../../store/sale/order-sales.ts";
import { lockOrder, type OrderRow, orderById } from "../../store/sale/orders.ts";
import { voucherOf } from "../../store/visits/vouchers.ts";
import { dispatchesAtOnce, dispatchUntilTimeout } from "../dispatch/dispatch.ts";
import { orderAnswer } from "../orders/orders.ts";
import { changeLockedOrder, type OrderContext, startCallbackDelivery } from "../orders/transitions.ts";
import { type Caller, mayUseOrder } from "../partners/keys.ts";
import { type PlainRefusalCode, refusalEntry } from "../selling/messages.ts";

interface CancelContext {
  lang: Language;
  caller: Caller;
  now: Date;
  hasGivenUp: HasGivenUp;
  /** Milliseconds that the answer may wait for a supplier that is called at once. */
  supplierWaitMs: number;
}

/**
 * Carries out the operation ordercancel. Null: the caller has no such order. An order that is cancelled or being cancelled is returned
 * unchanged, so that the request can be repeated. A refusal returns the order unchanged, with IsValid false and the reason.
 */
export async function cancelOrder(
  orderContext: OrderContext,
  id: string,
  context: CancelContext,
): Promise<CancelledOrder | null> {
  const { db } = orderContext;
  const started = await unlessGivenUp(db, context.hasGivenUp, (own) =>
    inTransaction(own, (tx) => startCancelling(tx, orderContext, id, context)),
  );
  if (!started) return null;
  const { order, refused, callsHere } = started;
  if (refused) return refusedOrder(order, refused, context.lang);
  if (!callsHere) {
    startCallbackDelivery(orderContext, order);
    return cancelledOrder(order, await refundOfCancelled(db, id));
  }
  await dispatchUntilTimeout(orderContext, id, context.supplierWaitMs);
  const answered = (await orderById(db, id)) ?? order;
  // The supplier refused the cancellation within the wait.
  if (answered.status === "complete") return refusedOrder(answered, "cancel-declined", context.lang);
  return cancelledOrder(answered, await refundOfCancelled(db, id));
}

const cancelling = { trigger: "cancel", actor: "partner" } as const;

interface Started {
  order: OrderRow;
  refused?: PlainRefusalCode;
  /** Whether to call the supplier within this request. */
  callsHere: boolean;
}

/**
 * Starts the cancellation, or returns the refusal. It has the order's lock, so that the voucher cannot be redeemed at the same time. Null:
 * the caller has no such order.
 */
async function startCancelling(
  tx: Tx,
  orderContext: OrderContext,
  id: string,
  context: CancelContext,
): Promise<Started | null> {
  const order = await lockOrder(tx, id);
  if (!order || !mayUseOrder(context.caller, order)) return null;
  const refused = (code: PlainRefusalCode): Started => ({ order, refused: code, callsHere: false });
  if (order.status === "cancelled" || order.status === "waitcancel") return { order, callsHere: false };
  if (order.status === "rejected") return refused("cancel-rejected");
  // An unconfirmed order has no voucher, and this request cancels it at once.
  const isComplete = order.status === "complete";
  if (isComplete && (await voucherOf(tx, id))?.redeemedAt) return refused("cancel-redeemed");
  if (context.now > order.cancelUntil) return refused("cancel-too-late");
  const callsHere = isComplete && (await isCancelledAtOnce(tx, order));
  const leaseFor = callsHere ? leaseSeconds : 0;
  const changed = await changeLockedOrder(tx, orderContext, order, { ...cancelling, leaseFor });
  return { order: changed.order ?? order, callsHere };
}

/** Whether this request's answer has the supplier's decision. Dispatch writes to a desk later. */
async function isCancelledAtOnce(tx: Tx, { id, test }: OrderRow): Promise<boolean> {
  const sale = await orderSale(tx, id);
  return sale !== null && dispatchesAtOnce({ ...sale.sold, test, supplierKind: sale.supplier?.kind ?? null });
}

/** Builds the answer for an order that is cancelled, or will be. Returns null if nothing is refunded. */
const cancelledOrder = (row: OrderRow, refundUsd: string | null): CancelledOrder => ({
  ...orderAnswer(row),
  refundUsd: { currencyCode: "USD", value: Number(new Big(refundUsd ?? 0).toFixed(2)) },
});

const refusedOrder = (row: OrderRow, code: PlainRefusalCode, lang: Language): CancelledOrder => ({
  ...orderAnswer(row),
  isValid: false,
  errors: [refusalEntry(code, lang)],
  refundUsd: null,
});
