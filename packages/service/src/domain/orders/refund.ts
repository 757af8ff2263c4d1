import Big from "big.js";
import type { OrderRow, RefundTier } from "../../store/orders/orders.ts";

/** What an amendment costs, and what is refunded by the terms of the sale. No money moves here. */

/** A tier with the last instant of its refund. */
export type DatedTier = RefundTier & { until: Date };

type TermsOfRefund = Pick<OrderRow, "agreed" | "cancelPurchaseHour" | "cancelUntil">;

/**
 * The refund tiers of an order, earliest deadline first: the tiers of the sale, at most the cap that its amendments left. Without tiers all of
 * the price is refunded until cancellation ends. They count from the end of cancellation, which the order stores: the location's time
 * zone may have changed since.
 */
export function tiersOf({ agreed, cancelPurchaseHour, cancelUntil }: TermsOfRefund): DatedTier[] {
  const { refundTiers = [{ hours: cancelPurchaseHour, percent: 100 }], refundCap = 100 } = agreed;
  return refundTiers
    .map(({ hours, percent }) => ({
      hours,
      percent: Math.min(percent, refundCap),
      until: new Date(cancelUntil.getTime() + (cancelPurchaseHour - hours) * 3_600_000),
    }))
    .filter(({ percent }, n, tiers) => percent !== (tiers[n + 1]?.percent ?? 0));
}

/** What a cancellation refunds until it ends, the first to end first; the last part may be without a refund. */
export function cancelTerms(order: TermsOfRefund): Pick<DatedTier, "percent" | "until">[] {
  const tiers = [...tiersOf(order), { percent: 0, until: order.cancelUntil }];
  const last = tiers.findIndex(({ until }) => until >= order.cancelUntil);
  return [...tiers.slice(0, last), { percent: tiers[last]!.percent, until: order.cancelUntil }];
}

/** Percent of the price that is refunded now: that of the first tier whose time has not ended, else 0. */
export const refundPercent = (tiers: readonly DatedTier[], now: Date): number =>
  tiers.find(({ until }) => now <= until)?.percent ?? 0;

/** So many percent of a total in US dollars, rounded half up to the cent. */
const percentOf = (totalUsd: Big | string, percent: number): Big =>
  new Big(totalUsd).times(percent).div(100).round(2, Big.roundHalfUp);

/** What is refunded of an order that is cancelled now, in US dollars. */
export const cancelRefund = (order: TermsOfRefund & Pick<OrderRow, "totalUsd">, now: Date): string =>
  percentOf(order.totalUsd, refundPercent(tiersOf(order), now)).toFixed(2);

/**
 * The difference of two totals in US dollars, and the refund of a lower one: what could be refunded of the former total, less what can be
 * of the new one. So the rounded refunds of parts add up to that of the whole.
 */
export function settle(
  { before, after }: { before: string; after: Big | string },
  percent: number,
): { differenceUsd: string; refundUsd: string } {
  const refund = percentOf(before, percent).minus(percentOf(after, percent));
  return {
    differenceUsd: new Big(after).minus(before).toFixed(2),
    refundUsd: (refund.gt(0) ? refund : new Big(0)).toFixed(2),
  };
}
