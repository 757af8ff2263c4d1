import {
  type Booked,
  bookings,
  describe,
  type Entry,
  type FinalState,
  type History,
  isEnded,
  type Rule,
  standing,
} from "../history.ts";
import { acceptancesOf, acceptedOf } from "./changes.ts";
import { holdTimes } from "./holds.ts";

/** Seats are conserved: no seat is sold twice or lost. */

/** In the final state, the seats left of an event and the seats of its orders add up to its capacity. */
export const seatsAddUp: Rule = (_history, { events, orders }) =>
  events.flatMap(({ id, capacity, left }) => {
    if (capacity === null) return [];
    const sold = standing(orders, id).reduce((sum, { seats }) => sum + seats, 0);
    const detail = `event ${id}: capacity ${capacity}, left ${left}, sold ${sold}`;
    if (sold > capacity) return [{ rule: "capacity", detail: `oversold: ${detail}` }];
    return left === capacity - sold ? [] : [{ rule: "capacity", detail: `seats do not add up: ${detail}` }];
  });

/**
 * At every instant, the seats of the orders and holds that certainly exist fit the capacity. An order certainly exists from its
 * acknowledgement until its first cancellation or change is requested, and with its new seats once its only change is acknowledged. A hold
 * exists until it is released, booked or expires. Orders that a supplier or an operator ended are not counted, because no client saw when
 * they ended.
 */
export const neverOversold: Rule = (history, { events, orders }) => {
  const booked = bookingOf(history);
  const acknowledged = earliest(bookings(history), (entry) =>
    entry.op === "book" && entry.order !== null ? [entry.order.id, entry.endedAt] : null,
  );
  const cancelling = earliest(history.entries, (entry) => (entry.op === "cancel" ? [entry.id, entry.invokedAt] : null));
  const held = holdTimes(history);
  return events.flatMap(({ id, capacity }) => {
    if (capacity === null) return [];
    const changes: [at: number, seats: number][] = [];
    const count = (from: number, until: number, seats: number) => {
      if (until > from) changes.push([from, seats], [until, -seats]);
    };
    for (const order of orders.filter(({ test, status }) => !test && status !== "rejected")) {
      const from = acknowledged.get(order.id);
      if (from === undefined) continue;
      const booking = booked.get(order.id)!;
      const ends = cancelling.get(order.id) ?? (isEnded(order.status) ? 0 : Number.POSITIVE_INFINITY);
      const accepting = acceptancesOf(history.entries, order.id);
      const changing = Math.min(...accepting.map(({ invokedAt }) => invokedAt));
      if (booking.event === id) count(from, Math.min(ends, changing), booking.seats);
      const [change] = acceptedOf(order);
      const isOnly = new Set(accepting.map(({ quote }) => quote)).size === 1;
      const told = accepting.filter(({ status }) => status === "accepted").map(({ endedAt }) => endedAt);
      if (change?.event === id && isOnly && told.length > 0) count(Math.min(...told), ends, change.seats);
    }
    for (const { certain, seats } of held.filter((hold) => hold.event === id))
      if (certain && certain.until > certain.from) changes.push([certain.from, seats], [certain.until, -seats]);
    // Within the same instant, returned seats come first.
    changes.sort(([one, some], [other, others]) => one - other || some - others);
    let sold = 0;
    for (const [at, seats] of changes) {
      sold += seats;
      if (sold > capacity)
        return [{ rule: "capacity", detail: `event ${id}: ${sold} of ${capacity} seats taken at ${at.toFixed(1)}` }];
    }
    return [];
  });
};

/** The first acknowledged booking of each order. */
const bookingOf = (history: History): Map<string, Booked> =>
  new Map(bookings(history).flatMap((entry) => (entry.order ? [[entry.order.id, entry] as const] : [])));

const endedChange = new Set<string | null>(["accepted", "declined", "withdrawn"]);
const soldOut = new Set(["capacity", "event-sold-out"]);

/** A refusal for lack of seats is correct: at some instant of the request, the orders and holds that may exist left too few seats. */
export const refusalsAreTrue: Rule = (history, final) => {
  const spans = possibleSpans(history, final);
  // A repeated Idempotency-Key or ExternalReference returns the first answer, so the refusal may be old.
  const first = earliest(history.entries, (entry) =>
    (entry.op === "book" || entry.op === "hold") && entry.key !== null
      ? [`${entry.op} ${entry.key}`, entry.invokedAt]
      : null,
  );
  const referenced = earliest(history.entries, (entry) =>
    entry.op === "book" && entry.reference !== null ? [entry.reference, entry.invokedAt] : null,
  );
  const capacities = new Map(final.events.map(({ id, capacity }) => [id, capacity]));
  return history.entries.flatMap((entry) => {
    if (
      (entry.op !== "book" && entry.op !== "validate" && entry.op !== "hold") ||
      !entry.codes.some((code) => soldOut.has(code))
    )
      return [];
    const capacity = capacities.get(entry.event);
    if (capacity === undefined) return [];
    const ofKey = entry.op === "validate" ? undefined : first.get(`${entry.op} ${entry.key}`);
    const ofReference = entry.op === "book" ? referenced.get(entry.reference ?? "") : undefined;
    const since = Math.min(entry.invokedAt, ofKey ?? entry.invokedAt, ofReference ?? entry.invokedAt);
    const taken = (spans.get(entry.event) ?? [])
      .filter(({ from, until }) => from <= entry.endedAt && until >= since)
      .reduce((sum, { seats }) => sum + seats, 0);
    if (capacity !== null && taken + entry.seats > capacity) return [];
    const detail = `at most ${taken} of ${capacity} seats of ${entry.event} were taken, and ${entry.seats} were refused: ${describe(entry)}`;
    return [{ rule: "capacity", detail }];
  });
};

interface Span {
  seats: number;
  from: number;
  until: number;
}

/** When each order may have taken seats: from its first request until a client saw that it had ended. */
function possibleSpans(history: History, { orders }: FinalState): Map<string, Span[]> {
  const sent = earliest(history.entries, (entry) =>
    entry.op === "book" ? [entry.reference ?? entry.key ?? entry.order?.id ?? "", entry.invokedAt] : null,
  );
  const over = earliest(history.entries, (entry) => {
    if (entry.op !== "book" && entry.op !== "read" && entry.op !== "cancel") return null;
    return entry.order && isEnded(entry.order.status) ? [entry.order.id, entry.endedAt] : null;
  });
  const booked = bookingOf(history);
  const spans = orders
    .filter(({ test }) => !test)
    .flatMap((order) => {
      const { id, event, seats, status, externalReference, key, amendments = [] } = order;
      const ends = isEnded(status) ? (over.get(id) ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
      const accepting = acceptancesOf(history.entries, id);
      // An answer about a change that has ended comes after its former seats, or those that it did not get, are free.
      const told = (quote: string | undefined) =>
        Math.min(
          ends,
          ...accepting
            .filter((one) => one.quote === quote && endedChange.has(one.status))
            .map(({ endedAt }) => endedAt),
        );
      const accepted = acceptedOf(order);
      const { event: first, seats: firstSeats } = booked.get(id) ?? { event, seats };
      return [
        {
          event: first,
          seats: firstSeats,
          from: sent.get(externalReference ?? key ?? id) ?? 0,
          until: accepted.length > 0 ? told(accepted[0]!.id) : ends,
        },
        // A change takes its new seats at the earliest when it is accepted.
        ...amendments.map((one) => ({
          event: one.event,
          seats: one.seats,
          from: Math.min(...accepting.filter(({ quote }) => quote === one.id).map(({ invokedAt }) => invokedAt)),
          until: one.status === "accepted" || one.status === "waitsupplier" ? ends : told(one.id),
        })),
      ];
    });
  const held = holdTimes(history).map(({ event, seats, possible }) => ({ event, seats, ...possible }));
  return Map.groupBy([...spans, ...held], ({ event }) => event);
}

function earliest(entries: Entry[], timeOf: (entry: Entry) => [id: string, at: number] | null): Map<string, number> {
  const times = new Map<string, number>();
  for (const entry of entries) {
    const found = timeOf(entry);
    if (found) times.set(found[0], Math.min(found[1], times.get(found[0]) ?? Number.POSITIVE_INFINITY));
  }
  return times;
}

/** For reports only: how often the last seat of an event was sold, returned and sold again. */
export const lastSeatsReturned = (history: History, final: FinalState): number =>
  final.events.filter(({ id }) => {
    const refused = bookings(history).find(
      ({ event, codes }) => event === id && codes.some((code) => soldOut.has(code)),
    );
    return (
      refused !== undefined &&
      bookings(history).some(({ event, order, invokedAt }) => event === id && order && invokedAt > refused.endedAt)
    );
  }).length;
