import {
  bookEntries,
  describeEntry,
  type History,
  type HistoryEntry,
  type HistoryRule,
  type HoldEntry,
} from "../history.ts";

/** What a hold promises. */

/** Longest time that an answer which the client never saw may have been in flight. */
const slackMs = 60_000;
const defaultMs = 15 * 60_000;

interface HoldTimes {
  event: string;
  seats: number;
  /** Times in which the hold may have had its seats, and in which it certainly had them. */
  possible: { from: number; until: number };
  certain: { from: number; until: number } | null;
}

/** Returns the times of every hold. A hold whose answer was lost may have taken seats. */
export function holdTimes(history: History): HoldTimes[] {
  const { entries, seatHoldMs = defaultMs } = history;
  const asked = entries.filter((entry) => entry.op === "hold");
  const byKey = Map.groupBy(asked, ({ key, client, invokedAt }) => key ?? `${client} ${invokedAt}`);
  return [...byKey.values()].flatMap((attempts) => {
    const { event, seats } = attempts[0]!;
    const from = Math.min(...attempts.map(({ invokedAt }) => invokedAt));
    const answered = attempts.filter(({ hold }) => hold !== null);
    const isPossible = answered.length > 0 || attempts.some(({ outcome }) => outcome === "unknown");
    if (!isPossible) return [];
    const id = answered[0]?.hold?.id;
    const sent = entries.filter((entry) => id !== undefined && endsHold(entry, id));
    const extended = entries.filter((entry) => entry.op === "extend" && entry.id === id);
    const lastAttempt = Math.max(...[...attempts, ...extended].map(({ endedAt }) => endedAt));
    // A booking takes over the seats, and its order counts from its first request. A release returns them when it is answered.
    const released = sent.flatMap((entry) => (entry.op === "release" && entry.outcome === "ok" ? [entry.endedAt] : []));
    const booked = sent.flatMap((entry) => (entry.op === "book" && entry.order ? [entry.endedAt] : []));
    const until = Math.min(lastAttempt + seatHoldMs + slackMs, ...released, ...booked);
    const ends = answered.map(({ hold }) => hold!.expiresAt);
    const certain =
      answered.length === 0
        ? null
        : {
            from: Math.min(...answered.map(({ endedAt }) => endedAt)),
            until: Math.min(Math.min(...ends), ...sent.map(({ invokedAt }) => invokedAt)),
          };
    return [{ event, seats, possible: { from, until }, certain }];
  });
}

const endsHold = (entry: HistoryEntry, id: string): boolean =>
  (entry.op === "release" && entry.id === id) || (entry.op === "book" && entry.hold === id);

/** Refusal codes that are impossible while the hold is open. */
const impossible = new Set([
  "hold-expired",
  "hold-unknown",
  "hold-released",
  "capacity",
  "event-sold-out",
  "price-changed",
]);

/** A hold that is neither released nor expired can be booked at its total, whatever the price and the seats left are. */
export const openHoldsCanBeBooked: HistoryRule = (history) => {
  const held = new Map<string, HoldEntry[]>();
  for (const entry of history.entries)
    if (entry.op === "hold" && entry.hold) held.set(entry.hold.id, [...(held.get(entry.hold.id) ?? []), entry]);
  return bookEntries(history).flatMap((booking) => {
    const answers = held.get(booking.hold ?? "");
    if (!answers || !booking.codes.some((code) => impossible.has(code))) return [];
    const extensions = history.entries.flatMap((entry) =>
      entry.op === "extend" &&
      entry.id === booking.hold &&
      entry.expiresAt !== null &&
      entry.endedAt <= booking.invokedAt
        ? [entry.expiresAt]
        : [],
    );
    const end = Math.max(...answers.map(({ hold }) => hold!.expiresAt), ...extensions);
    const isReleased = history.entries.some(
      (entry) => entry.op === "release" && entry.id === booking.hold && entry.invokedAt <= booking.endedAt,
    );
    // A repeated Idempotency-Key returns the first answer, which may be a refusal of its time, but none before the end.
    if (isReleased || booking.endedAt >= end || booking.total !== answers[0]!.hold!.total) return [];
    return [
      {
        rule: "holds",
        detail: `an open hold was refused: ${describeEntry(answers[0]!)}, then ${describeEntry(booking)}`,
      },
    ];
  });
};

/** A hold becomes one order at most. */
export const oneOrderPerHold: HistoryRule = (history) => {
  const booked = bookEntries(history).filter(({ hold, order }) => hold && order);
  return [...Map.groupBy(booked, ({ hold }) => hold!)].flatMap(([hold, all]) => {
    const ids = new Set(all.map(({ order }) => order!.id));
    return ids.size > 1
      ? [{ rule: "holds", detail: `hold ${hold} became ${ids.size} orders: ${[...ids].join(", ")}` }]
      : [];
  });
};
