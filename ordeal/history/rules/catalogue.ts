import { type Booked, describe, type Entry, type History, type PriceSet, type Rule } from "../history.ts";

/** What the catalogue promises to who sells: versions only grow, and a validated price holds. */

/** A client that reads the version after another client has read it, from any process, reads no smaller one. */
export const versionsGrow: Rule = ({ entries }) => {
  const reads = entries.filter((entry) => entry.op === "version" && entry.version !== null) as (Entry & {
    version: number;
  })[];
  const ended = reads.toSorted((one, other) => one.endedAt - other.endedAt);
  let newest: (typeof reads)[number] | undefined;
  let next = 0;
  for (const read of reads.toSorted((one, other) => one.invokedAt - other.invokedAt)) {
    for (; next < ended.length && ended[next]!.endedAt < read.invokedAt; next++)
      if (!newest || ended[next]!.version > newest.version) newest = ended[next]!;
    if (newest && read.version < newest.version) {
      const detail = `version ${read.version} was read after ${newest.version}: ${describe(newest)}, then ${describe(read)}`;
      return [{ rule: "versions", detail }];
    }
  }
  return [];
};

interface InForce {
  price: number;
  /** The price can have been in force from here to there. */
  from: number;
  until: number;
}

/** A price is in force from the time that setting it can have had effect, until the next one surely had. */
function pricesOf({ entries }: History): Map<string, InForce[]> {
  const sets = entries
    .filter((entry) => entry.op === "price")
    .toSorted((one, other) => one.invokedAt - other.invokedAt);
  const byEvent = Map.groupBy(sets, ({ event }) => event);
  return new Map([...byEvent].map(([event, prices]) => [event, prices.filter(tookEffect).map(inForce)]));
}

const tookEffect = ({ outcome }: PriceSet): boolean => outcome !== "refused";

function inForce({ price, invokedAt }: PriceSet, n: number, all: PriceSet[]): InForce {
  const sure = all.slice(n + 1).find(({ outcome }) => outcome === "ok");
  return { price, from: invokedAt, until: sure?.endedAt ?? Number.POSITIVE_INFINITY };
}

/** Validate answers a price of its time; book accepts only one that was in force within the hold before. */
export const pricesWereInForce: Rule = (history) => {
  const prices = pricesOf(history);
  const sent = firstSent(history);
  return history.entries.flatMap((entry) => {
    if (entry.op !== "validate" && entry.op !== "book") return [];
    const total = entry.op === "validate" ? entry.total : entry.order && entry.total;
    const known = prices.get(entry.event);
    if (total === null || !known) return [];
    const since = entry.op === "book" ? sent.get(requestOf(entry))! - history.holdMs : entry.invokedAt;
    const fits = known.some(
      ({ price, from, until }) => price * entry.seats === total && from <= entry.endedAt && until >= since,
    );
    return fits
      ? []
      : [{ rule: "prices", detail: `${total} cents for ${entry.seats} seats were not in force: ${describe(entry)}` }];
  });
};

/** When each order was first requested, by its reference or key: a repeated request returns the order of the first one. */
function firstSent({ entries }: History): Map<string, number> {
  const times = new Map<string, number>();
  for (const entry of entries)
    if (entry.op === "book")
      times.set(requestOf(entry), Math.min(entry.invokedAt, times.get(requestOf(entry)) ?? entry.invokedAt));
  return times;
}

const requestOf = ({ reference, key, client, invokedAt }: Booked): string =>
  reference ?? key ?? `${client} ${invokedAt}`;

/** A total that validate answered less than the hold ago is never refused as changed. */
export const validatedPricesHold: Rule = (history) => {
  const validated = history.entries.filter((entry) => entry.op === "validate" && entry.total !== null);
  const byEvent = Map.groupBy(validated as Extract<Entry, { op: "validate" }>[], ({ event }) => event);
  return history.entries.flatMap((entry) => {
    if (entry.op !== "book" || !entry.codes.includes("price-changed")) return [];
    // The answer to validate was in force at some instant of that request: the hold lasts at least from its beginning.
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
      ? [{ rule: "prices", detail: `a validated price did not hold: ${describe(promise)}, then ${describe(entry)}` }]
      : [];
  });
};
