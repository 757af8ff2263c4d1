import Big from "big.js";
import type { OrderRow, RefundTier } from "../../../store/orders/orders.ts";
import { cancelUntil } from "../../selling/lead-time.ts";

/** What a change costs, and what is refunded by the terms of the sale. No money moves here. */

/** A tier with the last instant of its refund. */
export type DatedTier = RefundTier & { until: Date };

/** The tiers of an order as sold, the first to end first. Without tiers all of the price is refunded until cancellation ends. */
export const tiersOf = (
  { agreed, cancelPurchaseHour, eventOn }: Pick<OrderRow, "agreed" | "cancelPurchaseHour" | "eventOn">,
  timeZone: string,
): DatedTier[] =>
  (agreed.refundTiers ?? [{ hours: cancelPurchaseHour, percent: 100 }]).map((tier) => ({
    ...tier,
    until: cancelUntil(eventOn, tier.hours, timeZone),
  }));

/** Percent of the price that is refunded now: that of the first tier whose time has not ended, else 0. */
export const refundPercent = (tiers: readonly DatedTier[], now: Date): number =>
  tiers.find(({ until }) => now <= until)?.percent ?? 0;

/** The difference of two totals in US dollars, and the refund of a lower one, rounded half up to the cent. */
export function settle(
  { before, after }: { before: string; after: Big | string },
  percent: number,
): { differenceUsd: string; refundUsd: string } {
  const difference = new Big(after).minus(before);
  const less = difference.lt(0) ? difference.neg() : new Big(0);
  const refund = less.times(percent).div(100).round(2, Big.roundHalfUp);
  return { differenceUsd: difference.toFixed(2), refundUsd: refund.toFixed(2) };
}
