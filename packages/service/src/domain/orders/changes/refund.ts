import Big from "big.js";
import type { OrderRow, RefundTier } from "../../../store/orders/orders.ts";
import { cancelUntil } from "../../selling/lead-time.ts";

/** What a change costs, and what is refunded by the terms of the sale. No money moves here. */

/** The tiers of an order as sold. Without tiers all of the price is refunded until cancellation ends. */
export const tiersOf = ({
  agreed: { refundTiers },
  cancelPurchaseHour,
}: Pick<OrderRow, "agreed" | "cancelPurchaseHour">): RefundTier[] =>
  refundTiers ?? [{ hours: cancelPurchaseHour, percent: 100 }];

/** Percent of the price that is refunded now: that of the first tier whose time has not ended, else 0. */
export function refundPercent(
  tiers: readonly RefundTier[],
  { eventOn, timeZone, now }: { eventOn: string; timeZone: string; now: Date },
): number {
  const tier = tiers.find(({ hours }) => now <= cancelUntil(eventOn, hours, timeZone));
  return tier?.percent ?? 0;
}

/** The difference of two totals in US dollars, and the refund of a lower one, rounded half up to the cent. */
export function settle(
  { before, after }: { before: string; after: Big },
  percent: number,
): { differenceUsd: string; refundUsd: string } {
  const difference = after.minus(before);
  const less = difference.lt(0) ? difference.neg() : new Big(0);
  const refund = less.times(percent).div(100).round(2, Big.roundHalfUp);
  return { differenceUsd: difference.toFixed(2), refundUsd: refund.toFixed(2) };
}
