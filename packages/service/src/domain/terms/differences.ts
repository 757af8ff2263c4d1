import Big from "big.js";

/** Compares a partner's own count of a period with the operator's orders, and says what explains each difference. */

/** A row of the partner's count. */
export interface TheirRow {
  /** Of the file. */
  row: number;
  reference: string;
  amount: string;
  /** `yyyy-MM-dd`. Null: the file has no days. */
  day: string | null;
  isCancelled: boolean;
}

/** An order as the count should have it. Amounts are decimal strings. */
export interface OurOrder {
  orderId: string;
  reference: string;
  externalReference: string | null;
  /** Local day of the event or sale. */
  day: string;
  /** The same day in UTC, if it is the day of a sale. */
  utcDay: string | null;
  isCancelled: boolean;
  /** What the count should say. */
  amount: string;
  /** What it should say if nothing had been refunded. */
  beforeRefunds: string;
}

export const differenceKinds = [
  "missing-here",
  "missing-there",
  "amount",
  "status",
  "twice",
  "paid-but-cancelled",
  "unpaid",
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** `time-zone`: the day differs by one. `terms-version`: the amount is that of another version. `refund-date`: it is that before a refund. */
export const explanations = ["time-zone", "terms-version", "refund-date"] as const;

export interface Difference {
  kind: DifferenceKind;
  theirs: TheirRow | null;
  ours: OurOrder | null;
  explanation: (typeof explanations)[number] | null;
}

/** Returns the differences, in the sequence of the file, then the orders that it lacks. Days are `yyyy-MM-dd`, both included. */
export function differencesOf(
  theirs: readonly TheirRow[],
  ours: readonly OurOrder[],
  { from, to }: { from: string; to: string },
): Difference[] {
  const byReference = new Map<string, OurOrder>();
  for (const order of ours) {
    byReference.set(keyOf(order.reference), order);
    // An operator's reference comes before an equal one of the partner.
    const own = order.externalReference && keyOf(order.externalReference);
    if (own && !byReference.has(own)) byReference.set(own, order);
  }
  const isInside = (day: string) => from <= day && day <= to;
  const found = new Set<OurOrder>();
  const differences = theirs.flatMap((row): Difference[] => {
    const order = byReference.get(keyOf(row.reference));
    const shown = (kind: DifferenceKind, explanation: Difference["explanation"] = null): Difference[] => [
      { kind, theirs: row, ours: order ?? null, explanation },
    ];
    if (!order) return isNothing(row) ? [] : shown("missing-here");
    if (found.has(order)) return shown("twice");
    found.add(order);
    const isAway = !isInside(order.day);
    const kind = rowDifference(row, order);
    if (kind) return shown(kind, kind === "unpaid" ? null : amountExplanation(row, order));
    if (!isAway || isNothing(row)) return [];
    return shown("missing-here", isNextDay(order, row, { from, to }) ? "time-zone" : null);
  });
  const missing = ours
    .filter((order) => isInside(order.day) && !found.has(order) && !isZero(order.amount))
    .map((order): Difference => {
      const isUtcAway = order.utcDay !== null && !isInside(order.utcDay);
      return { kind: "missing-there", theirs: null, ours: order, explanation: isUtcAway ? "time-zone" : null };
    });
  return [...differences, ...missing];
}

/** References in files have other capitals, and other marks between their parts. */
const keyOf = (reference: string): string => reference.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");

const isZero = (amount: string): boolean => new Big(amount).eq(0);
const isNothing = (row: TheirRow): boolean => row.isCancelled && isZero(row.amount);

function rowDifference(row: TheirRow, order: OurOrder): DifferenceKind | null {
  const isEqual = new Big(row.amount).eq(order.amount);
  if (order.isCancelled && !row.isCancelled && !isZero(row.amount) && !isEqual) return "paid-but-cancelled";
  if (order.isCancelled !== row.isCancelled && !(order.isCancelled && isEqual)) return "status";
  if (isEqual) return null;
  return isZero(row.amount) ? "unpaid" : "amount";
}

const amountExplanation = (row: TheirRow, order: OurOrder): Difference["explanation"] =>
  !new Big(row.amount).eq(order.amount) && new Big(row.amount).eq(order.beforeRefunds) ? "refund-date" : null;

/** Whether an order outside the period is one day off: from the day that the partner has, or from the period. */
function isNextDay({ day }: OurOrder, row: TheirRow, { from, to }: { from: string; to: string }): boolean {
  const days = row.day === null ? [from, to] : [row.day];
  return days.some((other) => Math.abs(Date.parse(day) - Date.parse(other)) <= 86_400_000);
}

/** Returns the differences of amounts with those explained that are the amounts of another version of the terms. */
export const explainedByTerms = (
  differences: readonly Difference[],
  otherAmounts: ReadonlyMap<string, readonly string[]>,
): Difference[] =>
  differences.map((one) => {
    const amounts = one.kind === "amount" && !one.explanation ? otherAmounts.get(one.ours!.orderId) : undefined;
    const isOther = amounts?.some((amount) => new Big(amount).eq(one.theirs!.amount)) ?? false;
    return isOther ? { ...one, explanation: "terms-version" } : one;
  });
