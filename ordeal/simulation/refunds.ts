import {
  amendmentAmounts,
  type DatedRefundTier,
  refundPercent,
} from "../../packages/service/src/domain/money/refund.ts";
import type { RefundTier } from "../../packages/service/src/store/sale/orders.ts";
import {
  type BookEntry,
  bookEntries,
  describeEntry,
  type FinalOrder,
  type FinalState,
  type History,
  type HistoryEntry,
  type QuoteEntry,
  type SeenQuote,
  type Violation,
} from "../history/history.ts";
import { acceptedAmendments } from "../history/rules/changes.ts";

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

/** An import that gave all products these tiers, with its times on the history's clock. */
export interface RefundTierImport {
  tiers: readonly RefundTier[];
  invokedAt: number;
  endedAt: number;
  /** Whether the import certainly took effect. */
  isSure: boolean;
}

export interface RefundInputs {
  history: History;
  final: FinalState;
  /** Imports in the order in which they took effect. */
  tiersSet: readonly RefundTierImport[];
  /** What the back office shows for each order: refunds of a cancellation, with the last instant of each. */
  shown: ReadonlyMap<string, readonly DatedRefundTier[]>;
  /** Start of each event, as milliseconds of the history. */
  startOf: (event: string) => number;
  /** An instant of the history. */
  dateOf: (at: number) => Date;
}

const broken = (detail: string): Violation[] => [{ rule: "refunds", detail }];
const hourMs = 3_600_000;

/** Returns the tiers, each with its last instant before an event. */
const dated = ({ startOf, dateOf }: RefundInputs, tiers: readonly RefundTier[], event: string): DatedRefundTier[] =>
  tiers.map(({ hours, percent }) => ({ hours, percent, until: dateOf(startOf(event) - hours * hourMs) }));

/** Lowers each tier to at most this percent. */
const capped = (tiers: readonly DatedRefundTier[], cap: number): DatedRefundTier[] =>
  tiers
    .map((tier) => ({ ...tier, percent: Math.min(tier.percent, cap) }))
    .filter(({ percent }, n, all) => percent !== (all[n + 1]?.percent ?? 0));

/** An order at its sale or after a change: its event, and the percent that later refunds cannot exceed. */
interface Capped {
  event: string;
  cap: number;
}

/**
 * Returns the possible states of an order at its sale and after each change. After a change, a later refund has
 * at most the percentage that applied when the change was quoted.
 */
function stagesOf(
  refunds: RefundInputs,
  order: FinalOrder,
  sale: BookEntry | undefined,
  tiers: readonly RefundTier[],
): Capped[][] {
  const { history, dateOf } = refunds;
  const quotes = new Map(
    history.entries.flatMap((entry) => (entry.op === "quote" && entry.quote ? [[entry.quote.id, entry]] : [])),
  );
  const stages: Capped[][] = [[{ event: sale?.event ?? order.event, cap: 100 }]];
  for (const { id, event } of acceptedAmendments(order)) {
    const { invokedAt, endedAt } = quotes.get(id)!;
    const caps = stages
      .at(-1)!
      .flatMap((one) =>
        [invokedAt, endedAt].map((at) => refundPercent(capped(dated(refunds, tiers, one.event), one.cap), dateOf(at))),
      );
    stages.push([...new Set(caps)].map((cap) => ({ event, cap })));
  }
  return stages;
}

/** Returns each set of tiers that can have applied at the sale, with the order's stages. */
function soldWith(refunds: RefundInputs, order: FinalOrder): { tiers: readonly RefundTier[]; stages: Capped[][] }[] {
  const { history, shown, tiersSet } = refunds;
  const sale = bookEntries(history).find((booking) => booking.order?.id === order.id);
  const possible = sale ? tiersDuring(refunds, periodOf(history, sale)) : tiersSet;
  return possible
    .map(({ tiers }) => ({ tiers, stages: stagesOf(refunds, order, sale, tiers) }))
    .filter(({ tiers, stages }) =>
      stages
        .at(-1)!
        .some(
          ({ event, cap }) =>
            JSON.stringify(capped(dated(refunds, tiers, event), cap)) === JSON.stringify(shown.get(order.id)),
        ),
    );
}

/**
 * An order is refunded by the tiers that were in force when it was sold, and by the hours before its present event. The refund is at most
 * what each of its changes could have refunded.
 */
export const refundsFollowTiersAtPurchase = (refunds: RefundInputs): Violation[] =>
  refunds.final.orders
    .filter((order) => soldWith(refunds, order).length === 0)
    .flatMap(({ id }) => broken(`order ${id} was sold with other refunds: ${JSON.stringify(refunds.shown.get(id))}`));

/** A quote of a lower total refunds the percent of the first tier that had not ended. */
export const quotesRefundByTiers = (refunds: RefundInputs): Violation[] => {
  const { history, final, dateOf } = refunds;
  const orders = new Map(final.orders.map((order) => [order.id, order]));
  const quotes = history.entries.filter((entry): entry is QuoteEntry => entry.op === "quote" && entry.quote !== null);
  return quotes.flatMap((entry) => {
    const order = orders.get(entry.id);
    const { difference, refund } = entry.quote!;
    if (!order || difference >= 0) return [];
    const isRight = soldWith(refunds, order).some(({ tiers, stages }) =>
      stages.flat().some(({ event, cap }) => {
        const present = capped(dated(refunds, tiers, event), cap);
        return [entry.invokedAt, entry.endedAt].some(
          (at) => refund === refundOf(entry.quote!, refundPercent(present, dateOf(at))),
        );
      }),
    );
    return isRight ? [] : broken(`${refund} of ${-difference} cents would be refunded: ${describeEntry(entry)}`);
  });
};

/** The refund in cents, rounded like in the service. */
function refundOf({ total, difference }: SeenQuote, percent: number): number {
  const dollars = (cents: number) => (cents / 100).toFixed(2);
  const totals = { before: dollars(total - difference), after: dollars(total) };
  return Math.round(Number(amendmentAmounts(totals, percent).refundUsd) * 100);
}

const tiersDuring = (
  { tiersSet }: RefundInputs,
  { from, until }: { from: number; until: number },
): RefundTierImport[] =>
  tiersSet.filter(({ invokedAt }, n) => {
    const next = tiersSet.slice(n + 1).find(({ isSure }) => isSure);
    return invokedAt <= until && (next?.endedAt ?? Number.POSITIVE_INFINITY) >= from;
  });

/** Returns the time from the first request for an order, or for its hold, to the last answer. */
function periodOf({ entries }: History, sale: BookEntry): { from: number; until: number } {
  const { reference, key, hold } = sale;
  const isSame = (entry: HistoryEntry) =>
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
