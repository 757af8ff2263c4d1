import type { OrderStatus } from "@paseo/contract";
import Big from "big.js";
import type { Tx } from "../../store/database/database.ts";
import type { Actor } from "../../store/orders/order-writes.ts";
import type { OrderRow } from "../../store/orders/orders.ts";
import {
  dropRefund,
  insertRefund,
  type RefundReason,
  type RefundRow,
  refundIsDue,
} from "../../store/orders/refunds.ts";
import type { OrderTrigger } from "./order-status.ts";
import { cancelRefund } from "./refund.ts";

/** What the end of an order makes due. docs/decisions/0036-refunds.md has the reasons. */

export interface Ending {
  trigger: OrderTrigger;
  actor: Actor;
  /** All of the price is refunded, whatever the terms say. */
  refundsInFull?: boolean;
}

/**
 * The refund of an order that is cancelled or declined now. A partner's or an operator's cancellation refunds by the terms of the sale,
 * unless the operator refunds all; a supplier that declines or cancels lets the customer down, so all of the price is refunded. Null: the
 * trigger ends no order.
 */
function refundOfEnding(
  order: OrderRow,
  { trigger, actor, refundsInFull = false }: Ending,
  now: Date,
): { reason: RefundReason; dueUsd: string } | null {
  if (trigger === "declined") return { reason: "rejected", dueUsd: order.totalUsd };
  if (trigger !== "cancel") return null;
  return {
    reason: "cancelled",
    dueUsd: refundsInFull || actor === "supplier" ? order.totalUsd : cancelRefund(order, now),
  };
}

/** Writes what a new status of a locked order makes due. A cancellation that waits for its supplier is due when it is confirmed. */
export async function followRefund(
  tx: Tx,
  before: OrderRow,
  { status, ...ending }: Ending & { status: OrderStatus },
  now: Date,
): Promise<void> {
  if (ending.trigger === "cancel-declined") return dropRefund(tx, before.id);
  if (ending.trigger === "cancel-confirmed") return refundIsDue(tx, before.id, now);
  const refund = refundOfEnding(before, ending, now);
  const dueAt = status === "waitcancel" ? null : now;
  if (refund) await insertRefund(tx, { ...refund, orderId: before.id, dueAt });
}

/** The order's price less recorded refunds, in US dollars. The price of returned tickets counts, although `totalUsd` excludes it. */
export function leftUsd({ totalUsd }: OrderRow, refunds: readonly RefundRow[]): Big {
  const returned = refunds.filter(({ reason }) => reason === "changed").map(({ dueUsd }) => dueUsd);
  const paid = refunds.flatMap(({ paidUsd }) => paidUsd ?? []);
  const sum = (amounts: readonly string[]) => amounts.reduce((all, one) => all.plus(one), new Big(0));
  return sum([totalUsd, ...returned]).minus(sum(paid));
}
