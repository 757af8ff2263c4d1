import {
  type BookEntry,
  describeEntry,
  type History,
  type HistoryEntry,
  type HistoryRule,
  type PriceSetEntry,
} from "../history.ts";

/** Promises to partners that sell: versions only grow, and a validated price is valid for the whole hold. */

/** A version that is read after another version was read, by any client from any process, is not smaller. */
export const versionsGrow: HistoryRule = ({ entries }) => {
  const reads = entries.filter((entry) => entry.op === "version" && entry.version !== null) as (HistoryEntry & {
    version: number;
  })[];
  const ended = reads.toSorted((one, other) => one.endedAt - other.endedAt);
  let newest: (typeof reads)[number] | undefined;
  let next = 0;
  for (const read of reads.toSorted((one, other) => one.invokedAt - other.invokedAt)) {
    for (; next < ended.length && ended[next]!.endedAt < read.invokedAt; next++)
      if (!newest || ended[next]!.version > newest.version) newest = ended[next]!;
    if (newest && read.version < newest.version) {
      const detail = `version ${read.version} was read after ${newest.version}: ${describeEntry(newest)}, then ${describeEntry(read)}`;
      return [{ rule: "versions", detail }];
    }
  }
  return [];
};

interface InForce {
  price: number;
  /** The period in which the price can have been in force. */
  from: number;
  until: number;
}

/** A price can be in force from the start of the request that sets it, until the next price is certainly in force. */
export function pricesOf({ entries }: History): Map<string, InForce[]> {
  const sets = entries
    .filter((entry) => entry.op === "price")
    .toSorted((one, other) => one.invokedAt - other.invokedAt);
  const byEvent = Map.groupBy(sets, ({ event }) => event);
  return new Map([...byEvent].map(([event, prices]) => [event, prices.filter(tookEffect).map(inForce)]));
}

const tookEffect = ({ outcome }: PriceSetEntry): boolean => outcome !== "refused";

function inForce({ price, invokedAt }: PriceSetEntry, n: number, all: PriceSetEntry[]): InForce {
  const sure = all.slice(n + 1).find(({ outcome }) => outcome === "ok");
  return { price, from: invokedAt, until: sure?.endedAt ?? Number.POSITIVE_INFINITY };
}

/** Validation returns a price of its time. Booking accepts a price only if it was in force within the hold before. */
export const pricesWereInForce: HistoryRule = (history) => {
  const prices = pricesOf(history);
  const sent = firstSent(history);
  // A repeated Idempotency-Key returns the hold of the first request.
  const firstHeld = new Map<string, number>();
  for (const entry of history.entries)
    if (entry.op === "hold" && entry.key !== null && !firstHeld.has(entry.key))
      firstHeld.set(entry.key, entry.invokedAt);
  return history.entries.flatMap((entry) => {
    // The total of a hold uses prices that were in force when the hold was placed.
    if (entry.op === "book" && entry.hold) return [];
    if (entry.op !== "validate" && entry.op !== "book" && entry.op !== "hold") return [];
    const total =
      entry.op === "validate"
        ? entry.total
        : entry.op === "hold"
          ? (entry.hold?.total ?? null)
          : entry.order && entry.total;
    const known = prices.get(entry.event);
    if (total === null || !known) return [];
    const since =
      entry.op === "book"
        ? sent.get(requestOf(entry))! - history.holdMs
        : entry.op === "hold"
          ? (firstHeld.get(entry.key ?? "") ?? entry.invokedAt)
          : entry.invokedAt;
    const fits = known.some(
      ({ price, from, until }) => price * entry.seats === total && from <= entry.endedAt && until >= since,
    );
    return fits
      ? []
      : [
          {
            rule: "prices",
            detail: `${total} cents for ${entry.seats} seats were not in force: ${describeEntry(entry)}`,
          },
        ];
  });
};

/** Time of the first request for each order, by reference or key. A repeated request returns the first order. */
function firstSent({ entries }: History): Map<string, number> {
  const times = new Map<string, number>();
  for (const entry of entries)
    if (entry.op === "book")
      times.set(requestOf(entry), Math.min(entry.invokedAt, times.get(requestOf(entry)) ?? entry.invokedAt));
  return times;
}

const requestOf = ({ reference, key, client, invokedAt }: BookEntry): string =>
  reference ?? key ?? `${client} ${invokedAt}`;

/** A validated total is never refused as changed within the hold. */
export const validatedPricesHold: HistoryRule = (history) => {
  const validated = history.entries.filter((entry) => entry.op === "validate" && entry.total !== null);
  const byEvent = Map.groupBy(validated as Extract<HistoryEntry, { op: "validate" }>[], ({ event }) => event);
  return history.entries.flatMap((entry) => {
    if (entry.op !== "book" || entry.hold || !entry.codes.includes("price-changed")) return [];
    // The validated price was in force at some instant of that request, so the hold lasts at least from its start.
    const promise = byEvent
      .get(entry.event)
      ?.find(
        ({ invokedAt, endedAt, total, seats }) =>
          seats === entry.seats &&
          total === entry.total &&
          endedAt <= entry.invokedAt &&
          entry.endedAt - invokedAt < history.holdMs,
      );
    return promise
      ? [
          {
            rule: "prices",
            detail: `a validated price did not hold: ${describeEntry(promise)}, then ${describeEntry(entry)}`,
          },
        ]
      : [];
  });
};
