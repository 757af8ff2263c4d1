import {
  type BookEntry,
  bookEntries,
  describeEntry,
  type FinalState,
  type History,
  type HistoryEntry,
  type HistoryRule,
  isEndedStatus,
  ordersWithSeats,
} from "../history.ts";
import { acceptEntriesOfOrder, acceptedAmendments } from "./changes.ts";
import { holdTimes } from "./holds.ts";

/** Seats are conserved: no seat is sold twice or lost. */

/** Seats that can be sold once each: the seats of one event, or seats that several events share. */
interface Pool {
  name: string;
  seats: number;
  events: ReadonlySet<string>;
}

const poolsOf = ({ events, shared = [] }: FinalState): Pool[] => [
  ...events.flatMap(({ id, capacity }) =>
    capacity === null ? [] : [{ name: `event ${id}`, seats: capacity, events: new Set([id]) }],
  ),
  ...shared.map(({ seats, events: sharing }) => ({
    name: `the seats shared by ${sharing.join(" and ")}`,
    seats,
    events: new Set(sharing),
  })),
];

/** In the final state, the seats left of an event are the fewest that its orders and holds leave of its capacity and of seats that it shares. */
export const seatsAddUp: HistoryRule = (_history, final) => {
  const pools = poolsOf(final);
  const sold = new Map(
    final.events.map(({ id }) => [id, ordersWithSeats(final.orders, id).reduce((sum, { seats }) => sum + seats, 0)]),
  );
  const reserved = new Map(final.events.map((event) => [event.id, event.reserved]));
  const oversold = pools.filter(({ seats, events }) => sumOf(events, sold) > seats);
  const wrong = final.events.flatMap(({ id, left }) => {
    const ofEvent = pools.filter(({ events }) => events.has(id));
    if (ofEvent.some((pool) => oversold.includes(pool))) return [];
    const free = ofEvent.map(({ seats, events }) => seats - sumOf(events, sold) - sumOf(events, reserved));
    if (free.length === 0 || left === Math.min(...free)) return [];
    const detail = `event ${id}: left ${left}, free ${ofEvent.map(({ name }, n) => `${free[n]} of ${name}`).join(", ")}`;
    return [{ rule: "capacity", detail: `seats do not add up: ${detail}` }];
  });
  const details = oversold.map(
    ({ name, seats, events }) => `oversold: ${sumOf(events, sold)} of ${seats} seats of ${name}`,
  );
  return [...details.map((detail) => ({ rule: "capacity", detail })), ...wrong];
};

const sumOf = (events: ReadonlySet<string>, counts: ReadonlyMap<string, number>): number =>
  [...events].reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);

/**
 * At every instant, the seats of the orders and holds that certainly exist fit the capacity. An order certainly exists from its
 * acknowledgement until its first cancellation or change is requested, and with its new seats once its only change is acknowledged. A hold
 * exists until it is released, booked or expires. Orders that a supplier or an operator ended are not counted, because no client saw when
 * they ended.
 */
export const neverOversold: HistoryRule = (history, final) => {
  const booked = bookingOf(history);
  const acknowledged = earliest(bookEntries(history), (entry) =>
    entry.op === "book" && entry.order !== null ? [entry.order.id, entry.endedAt] : null,
  );
  const cancelling = earliest(history.entries, (entry) => (entry.op === "cancel" ? [entry.id, entry.invokedAt] : null));
  const held = holdTimes(history);
  return poolsOf(final).flatMap(({ name, seats: all, events }) => {
    const changes: [at: number, seats: number][] = [];
    const count = (from: number, until: number, seats: number) => {
      if (until > from) changes.push([from, seats], [until, -seats]);
    };
    for (const order of final.orders.filter(({ test, status }) => !test && status !== "rejected")) {
      const from = acknowledged.get(order.id);
      if (from === undefined) continue;
      const booking = booked.get(order.id)!;
      const ends = cancelling.get(order.id) ?? (isEndedStatus(order.status) ? 0 : Number.POSITIVE_INFINITY);
      const accepting = acceptEntriesOfOrder(history.entries, order.id);
      const changing = Math.min(...accepting.map(({ invokedAt }) => invokedAt));
      if (events.has(booking.event)) count(from, Math.min(ends, changing), booking.seats);
      const [change] = acceptedAmendments(order);
      const isOnly = new Set(accepting.map(({ quote }) => quote)).size === 1;
      const told = accepting.filter(({ status }) => status === "accepted").map(({ endedAt }) => endedAt);
      if (change && events.has(change.event) && isOnly && told.length > 0) count(Math.min(...told), ends, change.seats);
    }
    for (const { certain, seats } of held.filter((hold) => events.has(hold.event)))
      if (certain && certain.until > certain.from) changes.push([certain.from, seats], [certain.until, -seats]);
    // Within the same instant, returned seats come first.
    changes.sort(([one, some], [other, others]) => one - other || some - others);
    let sold = 0;
    for (const [at, seats] of changes) {
      sold += seats;
      if (sold > all)
        return [{ rule: "capacity", detail: `${name}: ${sold} of ${all} seats taken at ${at.toFixed(1)}` }];
    }
    return [];
  });
};

/** Returns the first acknowledged booking of each order. */
const bookingOf = (history: History): Map<string, BookEntry> =>
  new Map(bookEntries(history).flatMap((entry) => (entry.order ? [[entry.order.id, entry] as const] : [])));

const endedChange = new Set<string | null>(["accepted", "declined", "withdrawn"]);
const soldOut = new Set(["capacity", "event-sold-out"]);

/** A refusal for lack of seats is correct: while the request ran, the orders and holds that may exist left too few seats of its event. */
export const refusalsAreTrue: HistoryRule = (history, final) => {
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
  const known = new Set(final.events.map(({ id }) => id));
  const pools = poolsOf(final);
  return history.entries.flatMap((entry) => {
    if (
      (entry.op !== "book" && entry.op !== "validate" && entry.op !== "hold") ||
      !entry.codes.some((code) => soldOut.has(code))
    )
      return [];
    if (!known.has(entry.event)) return [];
    const ofKey = entry.op === "validate" ? undefined : first.get(`${entry.op} ${entry.key}`);
    const ofReference = entry.op === "book" ? referenced.get(entry.reference ?? "") : undefined;
    const since = Math.min(entry.invokedAt, ofKey ?? entry.invokedAt, ofReference ?? entry.invokedAt);
    const taken = ({ events }: Pool) =>
      spans
        .filter(({ event, from, until }) => events.has(event) && from <= entry.endedAt && until >= since)
        .reduce((sum, { seats }) => sum + seats, 0);
    const ofEvent = pools.filter(({ events }) => events.has(entry.event));
    if (ofEvent.some((pool) => taken(pool) + entry.seats > pool.seats)) return [];
    const free = ofEvent.map((pool) => `at most ${taken(pool)} of ${pool.seats} seats of ${pool.name} were taken`);
    return [
      { rule: "capacity", detail: `${entry.seats} seats were refused, ${free.join(", ")}: ${describeEntry(entry)}` },
    ];
  });
};

interface Span {
  event: string;
  seats: number;
  from: number;
  until: number;
}

/** Returns the time in which each order may have taken seats: from its first request until a client saw that it had ended. */
function possibleSpans(history: History, { orders }: FinalState): Span[] {
  const sent = earliest(history.entries, (entry) =>
    entry.op === "book" ? [entry.reference ?? entry.key ?? entry.order?.id ?? "", entry.invokedAt] : null,
  );
  const over = earliest(history.entries, (entry) => {
    if (entry.op !== "book" && entry.op !== "read" && entry.op !== "cancel") return null;
    return entry.order && isEndedStatus(entry.order.status) ? [entry.order.id, entry.endedAt] : null;
  });
  const booked = bookingOf(history);
  const spans = orders
    .filter(({ test }) => !test)
    .flatMap((order) => {
      const { id, event, seats, status, externalReference, key, amendments = [] } = order;
      const ends = isEndedStatus(status) ? (over.get(id) ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
      const accepting = acceptEntriesOfOrder(history.entries, id);
      // The service answers about a finished amendment after it has freed the seats that the order does not use.
      const told = (quote: string | undefined) =>
        Math.min(
          ends,
          ...accepting
            .filter((one) => one.quote === quote && endedChange.has(one.status))
            .map(({ endedAt }) => endedAt),
        );
      const accepted = acceptedAmendments(order);
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
  return [...spans, ...held];
}

function earliest(
  entries: HistoryEntry[],
  timeOf: (entry: HistoryEntry) => [id: string, at: number] | null,
): Map<string, number> {
  const times = new Map<string, number>();
  for (const entry of entries) {
    const found = timeOf(entry);
    if (found) times.set(found[0], Math.min(found[1], times.get(found[0]) ?? Number.POSITIVE_INFINITY));
  }
  return times;
}
