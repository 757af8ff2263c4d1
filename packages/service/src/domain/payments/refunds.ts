import { inTransaction, type Tx } from "../../store/database/database.ts";
import { repeatAfterConflict } from "../../store/database/faults.ts";
import { usdOfRefund } from "../../store/money/refund-amounts.ts";
import { recordPayment } from "../../store/money/refunds.ts";
import {
  type CheckoutRefundRow,
  checkoutOfRefund,
  claimCheckoutRefund,
  failedCheckoutRefund,
  hasDueRefunds,
  isRefundSent,
  refundedBefore,
  sentCheckoutRefund,
  sentOfRefund,
} from "../../store/payments/checkout-refunds.ts";
import { type CheckoutRow, checkoutById, lockCheckout, recordSettled } from "../../store/payments/checkouts.ts";
import { lockOrder } from "../../store/sale/orders.ts";
import { addToTimeline } from "../../store/sale/timeline.ts";
import { minorDigits } from "../selling/money.ts";
import { amountOfMinor, storedPayment } from "./amounts.ts";
import { type PaymentWork, providerOf } from "./providers.ts";

/** Sends money back through the provider that has it. The refund's id is the key by which the provider sends it once. */

/** Seconds until a refund is tried again that is not known to have arrived, and one that the provider refused. */
const unknownPauses = [10, 30, 120, 600, 1_800];
const refusedPauses = [300, 1_800, 7_200, 21_600];

/** Sends a refund that is due. Does nothing when another process has claimed it. */
export async function runRefund(work: PaymentWork, id: string): Promise<void> {
  const { db, clock } = work.orderContext;
  const checkoutId = await checkoutOfRefund(db, id);
  if (checkoutId === null) return;
  const claimed = await inTransaction(db, async (tx) => {
    await lockCheckout(tx, checkoutId);
    return claimCheckoutRefund(tx, id);
  });
  const checkout = claimed && (await checkoutById(db, checkoutId));
  if (!claimed || !checkout) return;
  const ready = await providerOf(work, checkout.kind);
  const request = {
    amount: { minor: claimed.minor, currencyCode: checkout.paidCurrency! },
    key: claimed.id,
    refundedBefore: await refundedBefore(db, claimed),
  };
  const sent = ready
    ? await ready.provider.refund(storedPayment(checkout), request)
    : ({ outcome: "unknown", message: `The kind ${checkout.kind} has no settings.` } as const);
  if (sent.outcome === "refunded") {
    const { providerId } = sent;
    return repeatAfterConflict(() => inTransaction(db, (tx) => recordSent(tx, checkout, claimed, providerId, clock())));
  }
  const pauses = sent.outcome === "unknown" ? unknownPauses : refusedPauses;
  const seconds = pauses[Math.min(claimed.attempts, pauses.length) - 1]!;
  await failedCheckoutRefund(db, id, { fault: sent.outcome, message: sent.message, seconds });
}

/** Records money that the provider sent back: on the refund of its order, or as the end of the payment. */
async function recordSent(
  tx: Tx,
  checkout: CheckoutRow,
  refund: CheckoutRefundRow,
  providerId: string,
  now: Date,
): Promise<void> {
  const order = checkout.orderId === null ? null : await lockOrder(tx, checkout.orderId);
  const present = await lockCheckout(tx, checkout.id);
  if (!(await sentCheckoutRefund(tx, refund.id, { providerId, now }))) return;
  if (present?.state === "refunding" && !(await hasDueRefunds(tx, checkout.id)))
    await recordSettled(tx, checkout.id, { state: "refunded", why: present.why, now });
  const { refundId, createdBy, note } = refund;
  if (!order || refundId === null || !(await isRefundSent(tx, refundId))) return;
  const code = checkout.paidCurrency!;
  const currency = { code, digits: minorDigits(code) };
  const amount = amountOfMinor(await sentOfRefund(tx, refundId), code);
  const paidUsd = await usdOfRefund(tx, currency, { orderId: order.id, refundId, amount });
  const payment = { paidUsd, method: "online", note, recordedBy: createdBy ?? checkout.kind } as const;
  await recordPayment(tx, { id: refundId, orderId: order.id }, payment, now);
  await addToTimeline(tx, order.id, {
    ...{ at: now, kind: "refunded", actor: "operator", operator: createdBy, message: note },
    details: { amount, currencyCode: code, method: "online" },
  });
}
