import Big from "big.js";
import type { OrderRow, RefundTier } from "../../store/sale/orders.ts";

/** The price of an amendment, and refunds by the terms of the sale. This module moves no money. */

/** A refund tier with its last instant. */
export type DatedRefundTier = RefundTier & { until: Date };

type TermsOfRefund = Pick<OrderRow, "agreed" | "cancelPurchaseHour" | "cancelUntil">;

/**
 * Returns the refund tiers of an order, earliest deadline first: the tiers of the sale, limited by the cap that its amendments set. Without
 * tiers the whole price is refunded until cancellation ends. Deadlines count from the end of cancellation that the order stores, because
 * the location's time zone may have changed since.
 */
export function refundTiersOf({ agreed, cancelPurchaseHour, cancelUntil }: TermsOfRefund): DatedRefundTier[] {
  const { refundTiers = [{ hours: cancelPurchaseHour, percent: 100 }], refundCap = 100 } = agreed;
  return refundTiers
    .map(({ hours, percent }) => ({
      hours,
      percent: Math.min(percent, refundCap),
      until: new Date(cancelUntil.getTime() + (cancelPurchaseHour - hours) * 3_600_000),
    }))
    .filter(({ percent }, n, tiers) => percent !== (tiers[n + 1]?.percent ?? 0));
}

/** Returns the refunds of a cancellation until cancellation ends, earliest deadline first. The last entry may refund nothing. */
export function cancellationTerms(order: TermsOfRefund): Pick<DatedRefundTier, "percent" | "until">[] {
  const tiers = [...refundTiersOf(order), { percent: 0, until: order.cancelUntil }];
  const last = tiers.findIndex(({ until }) => until >= order.cancelUntil);
  return [...tiers.slice(0, last), { percent: tiers[last]!.percent, until: order.cancelUntil }];
}

/** Returns the percent of the price that is refunded now: the percent of the first tier that has not ended, else 0. */
export const refundPercent = (tiers: readonly DatedRefundTier[], now: Date): number =>
  tiers.find(({ until }) => now <= until)?.percent ?? 0;

/** This percentage of a total in US dollars, rounded half up to the cent. */
const percentOf = (totalUsd: Big | string, percent: number): Big =>
  new Big(totalUsd).times(percent).div(100).round(2, Big.roundHalfUp);

/** Returns the refund of an order that is cancelled now, in US dollars. */
export const cancellationRefund = (order: TermsOfRefund & Pick<OrderRow, "totalUsd">, now: Date): string =>
  percentOf(order.totalUsd, refundPercent(refundTiersOf(order), now)).toFixed(2);

/**
 * Returns the difference of two totals in US dollars, and the refund when the new total is lower: the refund of the former total less the
 * refund of the new total. So the rounded refunds of parts add up to the refund of the whole.
 */
export function amendmentAmounts(
  { before, after }: { before: string; after: Big | string },
  percent: number,
): { differenceUsd: string; refundUsd: string } {
  const refund = percentOf(before, percent).minus(percentOf(after, percent));
  return {
    differenceUsd: new Big(after).minus(before).toFixed(2),
    refundUsd: (refund.gt(0) ? refund : new Big(0)).toFixed(2),
  };
}
