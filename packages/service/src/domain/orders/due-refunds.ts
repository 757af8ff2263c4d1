import type { OrderStatus } from "@paseo/contract";
import Big from "big.js";
import type { Tx } from "../../store/database/database.ts";
import type { ShownRefund } from "../../store/orders/money/refund-amounts.ts";
import type { TimelineActor } from "../../store/orders/order-writes.ts";
import type { OrderRow } from "../../store/orders/orders.ts";
import { deleteRefund, insertRefund, type RefundReason, refundIsDue } from "../../store/orders/refunds.ts";
import { setOffRefunds } from "./money/account.ts";
import type { OrderTrigger } from "./order-status.ts";
import { cancellationRefund } from "./refund.ts";

/** Computes the refund that becomes due when an order ends. docs/decisions/0036-refunds.md has the reasons. */

interface OrderEnd {
  trigger: OrderTrigger;
  actor: TimelineActor;
  /** The whole price is refunded, whatever the terms say. */
  refundsInFull?: boolean;
  /** Returns the refund in US dollars that an operator chose in place of the refund by the terms. */
  chosenRefund?: ((tx: Tx, order: OrderRow, now: Date) => Promise<string>) | undefined;
}

/**
 * Returns the refund of an order that is now cancelled or declined. A cancellation by the partner or the operator refunds by the terms of
 * the sale, unless the operator refunds the whole price or a chosen amount. When a supplier declines or cancels, the whole price is refunded. Null: the
 * trigger does not end an order.
 */
async function refundOfEnding(
  tx: Tx,
  order: OrderRow,
  { trigger, actor, refundsInFull = false, chosenRefund }: OrderEnd,
  now: Date,
): Promise<{ reason: RefundReason; dueUsd: string } | null> {
  if (trigger === "declined") return { reason: "rejected", dueUsd: order.totalUsd };
  if (trigger !== "cancel") return null;
  if (chosenRefund) return { reason: "cancelled", dueUsd: await chosenRefund(tx, order, now) };
  return {
    reason: "cancelled",
    dueUsd: refundsInFull || actor === "supplier" ? order.totalUsd : cancellationRefund(order, now),
  };
}

/**
 * Writes the refund that becomes due with a new status of a locked order. If the supplier must confirm the
 * cancellation, the refund is due after the confirmation.
 */
export async function writeDueRefund(
  tx: Tx,
  before: OrderRow,
  { status, ...ending }: OrderEnd & { status: OrderStatus },
  now: Date,
): Promise<void> {
  if (ending.trigger === "cancel-declined") return deleteRefund(tx, before.id);
  if (ending.trigger === "cancel-confirmed") {
    await refundIsDue(tx, before.id, now);
    return setOffRefunds(tx, before, now);
  }
  const refund = await refundOfEnding(tx, before, ending, now);
  const dueAt = status === "waitcancel" ? null : now;
  if (!refund) return;
  await insertRefund(tx, { ...refund, orderId: before.id, dueAt });
  await setOffRefunds(tx, before, now);
}

/**
 * Returns the order's price less recorded refunds, in the store's currency. The price of returned tickets counts, although `total` excludes
 * it.
 */
export function amountLeftToRefund(total: string, refunds: readonly ShownRefund[]): Big {
  const returned = refunds.filter(({ reason }) => reason === "changed").map(({ due }) => due);
  const paid = refunds.flatMap((refund) => refund.paid ?? []);
  const sum = (amounts: readonly string[]) => amounts.reduce((all, one) => all.plus(one), new Big(0));
  return sum([total, ...returned]).minus(sum(paid));
}

/** Returns the greatest refund of a cancellation: what is left of the order's price without refunds that are still due. */
export function maxCancellationRefund(total: string, refunds: readonly ShownRefund[]): Big {
  const due = refunds.filter(({ paidAt }) => paidAt === null).reduce((sum, one) => sum.plus(one.due), new Big(0));
  const left = amountLeftToRefund(total, refunds).minus(due);
  return left.lt(0) ? new Big(0) : left;
}
