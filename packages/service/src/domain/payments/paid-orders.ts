import { randomUUID } from "node:crypto";
import Big from "big.js";
import { inTransaction, type Tx } from "../../store/database/database.ts";
import { repeatAfterConflict } from "../../store/database/faults.ts";
import { balanceOf, insertAccountPayment } from "../../store/money/account.ts";
import { insertCheckoutRefunds } from "../../store/payments/checkout-refunds.ts";
import { type CheckoutRow, lockCheckout, recordSettled } from "../../store/payments/checkouts.ts";
import { recordPaymentLetter } from "../../store/sale/due-letters.ts";
import { lockOrder } from "../../store/sale/orders.ts";
import { addToTimeline } from "../../store/sale/timeline.ts";
import { minorDigits, minorUnits } from "../selling/money.ts";
import { amountOfMinor } from "./amounts.ts";
import type { PaymentWork } from "./providers.ts";

/** Gives the money of a paid payment its place: on its order, or back to the guest. */

/**
 * Whether a payment is recorded on its order. No money moves in a provider's test mode, so such a payment counts only for a test order, or
 * in a trial, in which the operator can see a paid order.
 */
export const isRecorded = (
  { test }: Pick<CheckoutRow, "test">,
  { isTrial }: Pick<PaymentWork, "isTrial">,
  order: { test: boolean },
): boolean => !test || isTrial || order.test;

/** Records a payment of an order: at most its balance. The rest goes back by itself. */
export const recordOnOrder = (work: PaymentWork, row: CheckoutRow, now: Date): Promise<void> =>
  repeatAfterConflict(() => inTransaction(work.orderContext.db, (tx) => recordIn(tx, work, row, now)));

async function recordIn(
  tx: Tx,
  work: Pick<PaymentWork, "isTrial">,
  { id, orderId, currencyCode }: CheckoutRow,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, orderId!);
  const checkout = await lockCheckout(tx, id);
  if (checkout?.state !== "paid") return;
  if (order && !isRecorded(checkout, work, order))
    return recordSettled(tx, id, { state: "recorded", why: "test", now });
  const currency = { code: currencyCode, digits: minorDigits(currencyCode) };
  const due = order ? ((await balanceOf(tx, currency, order.id)).balanceDue ?? "0") : "0";
  const paid = checkout.paidMinor!;
  const recorded = Math.min(paid, Math.max(0, minorUnits(new Big(due), currencyCode)));
  if (order && recorded > 0) await recordPaid(tx, checkout, { orderId: order.id, minor: recorded, now });
  if (paid > recorded) await sendBack(tx, checkout, paid - recorded, now);
  const isOnOrder = recorded > 0;
  await recordSettled(tx, id, {
    ...{ state: isOnOrder ? "recorded" : "refunding", now },
    why: paid > recorded ? "nothing-due" : null,
  });
  if (order) await recordPaymentLetter(tx, { orderId: order.id, kind: isOnOrder ? "paid" : "paid-back", id });
}

/** Records a payment of an order on account, also in its history. It has the id of the payment at the provider, so it is recorded once. */
export async function recordPaid(
  tx: Tx,
  { id, kind, currencyCode }: Pick<CheckoutRow, "id" | "kind" | "currencyCode">,
  { orderId, minor, now }: { orderId: string; minor: number; now: Date },
): Promise<void> {
  const currency = { code: currencyCode, digits: minorDigits(currencyCode) };
  const amount = amountOfMinor(minor, currencyCode);
  const payment = { id, amount, method: "online", note: null, recordedBy: kind } as const;
  if (!(await insertAccountPayment(tx, currency, orderId, payment, now))) return;
  await addToTimeline(tx, orderId, {
    ...{ at: now, kind: "paid", actor: "service", details: { amount, currencyCode, method: "online" } },
  });
}

/** Sends money of a payment back by itself. */
export const sendBack = (
  tx: Tx,
  { id: checkoutId }: Pick<CheckoutRow, "id">,
  minor: number,
  now: Date,
): Promise<void> =>
  insertCheckoutRefunds(
    tx,
    [{ id: randomUUID(), checkoutId, refundId: null, minor, createdBy: null, note: null }],
    now,
  );
