import type { OrderStatus } from "@paseo/contract";
import Big from "big.js";
import type { Db, Tx } from "../../store/database/database.ts";
import { balanceOf } from "../../store/money/account.ts";
import { chargedAmountOf, type StoreCurrency } from "../../store/money/amounts.ts";
import { type ShownRefund, shownRefundsOf } from "../../store/money/refund-amounts.ts";
import {
  deleteRefund,
  insertRefund,
  orderRefundStates,
  type RefundReason,
  refundIsDue,
} from "../../store/money/refunds.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import type { TimelineActor } from "../../store/sale/timeline.ts";
import { setOffRefunds } from "../money/account.ts";
import { amendmentAmounts, cancellationRefund } from "../money/refund.ts";
import { type ChargedOrder, type OrderWithTerms, refundStillDue } from "../selling/refundable.ts";
import type { OrderTrigger } from "./order-status.ts";

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
 * the sale, unless the operator refunds the whole price or a chosen amount. When a supplier declines or cancels, the whole price is refunded. What was
 * paid back before counts. Null: the trigger does not end an order.
 */
async function refundOfEnding(
  tx: Tx,
  order: OrderRow,
  { trigger, actor, refundsInFull = false, chosenRefund }: OrderEnd,
  now: Date,
): Promise<{ reason: RefundReason; dueUsd: string } | null> {
  if (trigger !== "declined" && trigger !== "cancel") return null;
  const reason = trigger === "declined" ? "rejected" : "cancelled";
  if (trigger === "cancel" && chosenRefund) return { reason, dueUsd: await chosenRefund(tx, order, now) };
  const inFull = trigger === "declined" || refundsInFull || actor === "supplier";
  const byTerms = inFull ? order.totalUsd : cancellationRefund(order, now);
  return { reason, dueUsd: refundDueUsd(await orderWithTerms(tx, order.id), byTerms) };
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

/** Returns the refund in US dollars that becomes due if the terms refund `byTerms` now, with fractions of a cent. */
export const refundDueUsd = (order: OrderWithTerms, byTerms: string): string =>
  refundStillDue(order, byTerms).round(8, Big.roundDown).toFixed();

/** Reads what orders were charged and what they refund, in US dollars. */
export async function ordersWithTerms(db: Db | Tx, ids: readonly string[]): Promise<Map<string, OrderWithTerms>> {
  const states = await orderRefundStates(db, ids);
  return new Map(
    states.map(({ id, totalUsd, returned, refunds }) => {
      const amounts = returned.map(({ percent, ...totals }) => amendmentAmounts(totals, percent));
      const charged = amounts.reduce((sum, { differenceUsd }) => sum.minus(differenceUsd), new Big(totalUsd)).toFixed();
      const returnedByTerms = amounts.reduce((sum, { refundUsd }) => sum.plus(refundUsd), new Big(0)).toFixed();
      return [id, { charged, returnedByTerms, refunds }];
    }),
  );
}

export const orderWithTerms = async (db: Db | Tx, id: string): Promise<OrderWithTerms> =>
  (await ordersWithTerms(db, [id])).get(id)!;

/** Reads what an order was charged and what it refunds, in the store's currency. */
export async function refundsInStoreCurrency(
  db: Db | Tx,
  currency: StoreCurrency,
  id: string,
): Promise<Omit<ChargedOrder, "refunds"> & { refunds: ShownRefund[] }> {
  const charged = await chargedAmountOf(db, currency, id);
  const { paid } = await balanceOf(db, currency, id);
  return { charged, paid, refunds: await shownRefundsOf(db, currency, id) };
}
