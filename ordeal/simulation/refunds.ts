import { type DatedTier, refundPercent, settle } from "../../packages/service/src/domain/orders/changes/refund.ts";
import type { RefundTier } from "../../packages/service/src/store/orders/orders.ts";
import {
  type Booked,
  bookings,
  describe,
  type Entry,
  type FinalState,
  type History,
  type Quoted,
  type Violation,
} from "../history/history.ts";
import { acceptedOf } from "../history/rules/changes.ts";

/** What a cancellation or a change refunds: by the tiers of the sale, whatever the product says afterwards. */

/**
 * Refund tiers that a product can have. The first evening is 296 hours after the start of a plan and the second 320 hours, so plans cross
 * the first limits.
 */
export const tierChoices: readonly (readonly RefundTier[])[] = [
  [
    { hours: 319, percent: 100 },
    { hours: 295, percent: 60 },
    { hours: 294, percent: 25 },
  ],
  [
    { hours: 300, percent: 80 },
    { hours: 24, percent: 35 },
  ],
];

/** An import that gave all products these tiers. Times are those of the history. */
export interface TiersSet {
  tiers: readonly RefundTier[];
  invokedAt: number;
  endedAt: number;
  /** Whether it certainly took effect. */
  isSure: boolean;
}

export interface Refunds {
  history: History;
  final: FinalState;
  /** Imports in the order in which they took effect. */
  tiersSet: readonly TiersSet[];
  /** What the back office shows for each order: refunds of a cancellation, with the last instant of each. */
  shown: ReadonlyMap<string, readonly DatedTier[]>;
  /** Start of each event, as milliseconds of the history. */
  startOf: (event: string) => number;
  /** An instant of the history. */
  dateOf: (at: number) => Date;
}

const broken = (detail: string): Violation[] => [{ rule: "refunds", detail }];
const hourMs = 3_600_000;

/** The tiers with their last instants before an event. */
const dated = ({ startOf, dateOf }: Refunds, tiers: readonly RefundTier[], event: string): DatedTier[] =>
  tiers.map(({ hours, percent }) => ({ hours, percent, until: dateOf(startOf(event) - hours * hourMs) }));

/** An order is refunded by tiers that were in force when it was sold, until so many hours before its present event. */
export const refundsAreAsSold = (refunds: Refunds): Violation[] => {
  const { history, final, shown } = refunds;
  const sales = Map.groupBy(
    bookings(history).filter(({ order }) => order !== null),
    ({ order }) => order!.id,
  );
  return final.orders.flatMap(({ id, event }) => {
    const tiers = shown.get(id)!;
    const [sale] = sales.get(id) ?? [];
    const possible = sale ? tiersDuring(refunds, periodOf(history, sale)) : refunds.tiersSet;
    return possible.some((one) => JSON.stringify(dated(refunds, one.tiers, event)) === JSON.stringify(tiers))
      ? []
      : broken(`order ${id} was sold with other refunds: ${JSON.stringify(tiers)}`);
  });
};

/** A quote of a lower total refunds the percent of the first tier whose time had not ended. */
export const quotesRefundByTiers = (refunds: Refunds): Violation[] => {
  const { history, final, shown, dateOf } = refunds;
  const orders = new Map(final.orders.map((order) => [order.id, order]));
  const quotes = history.entries.filter((entry): entry is Quoted => entry.op === "quote" && entry.quote !== null);
  return quotes.flatMap((entry) => {
    const order = orders.get(entry.id);
    const { difference, refund } = entry.quote!;
    if (!order || difference >= 0) return [];
    const sold = bookings(history).find((booking) => booking.order?.id === entry.id);
    const events = new Set([...(sold ? [sold.event] : [order.event]), ...acceptedOf(order).map(({ event }) => event)]);
    const isRight = [...events].some((event) => {
      const tiers = dated(refunds, shown.get(order.id)!, event);
      return [entry.invokedAt, entry.endedAt].some(
        (at) => refund === refundOf(-difference, refundPercent(tiers, dateOf(at))),
      );
    });
    return isRight ? [] : broken(`${refund} of ${-difference} cents would be refunded: ${describe(entry)}`);
  });
};

/** In cents, rounded as the service does. */
const refundOf = (less: number, percent: number): number =>
  Math.round(Number(settle({ before: (less / 100).toFixed(2), after: "0" }, percent).refundUsd) * 100);

const tiersDuring = ({ tiersSet }: Refunds, { from, until }: { from: number; until: number }): TiersSet[] =>
  tiersSet.filter(({ invokedAt }, n) => {
    const next = tiersSet.slice(n + 1).find(({ isSure }) => isSure);
    return invokedAt <= until && (next?.endedAt ?? Number.POSITIVE_INFINITY) >= from;
  });

/** From the first request for an order, or for its hold, to the last answer. */
function periodOf({ entries }: History, sale: Booked): { from: number; until: number } {
  const { reference, key, hold } = sale;
  const isSame = (entry: Entry) =>
    entry === sale ||
    (entry.op === "book" &&
      ((reference !== null && entry.reference === reference) ||
        (key !== null && entry.key === key) ||
        (hold && entry.hold === hold)));
  const held = hold && entries.find((entry) => entry.op === "hold" && entry.hold?.id === hold);
  const heldBy =
    held && held.op === "hold" ? entries.filter((entry) => entry.op === "hold" && entry.key === held.key) : [];
  const all = [...entries.filter(isSame), ...heldBy];
  return {
    from: Math.min(...all.map(({ invokedAt }) => invokedAt)),
    until: Math.max(...all.map(({ endedAt }) => endedAt)),
  };
}
