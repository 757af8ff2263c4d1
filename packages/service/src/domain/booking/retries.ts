import { setTimeout as pause } from "node:timers/promises";
import { answeredHours, contentKey, purgeAnswers, type Repeatable } from "../../store/booking/answers.ts";
import { purgeChannelBookings } from "../../store/booking/channel-bookings.ts";
import { purgeHolds } from "../../store/booking/holds.ts";
import type { Db } from "../../store/database/database.ts";
import { purgeQuotes } from "../../store/orders/amendments.ts";
import type { Caller } from "../partners/keys.ts";
import { msPerDay } from "../selling/dates.ts";

/** How the service recognises a repeated request: docs/decisions/0006-booking.md. */

/** Days for which an unconfirmed booking of another protocol can be read. */
const unconfirmedDays = 7;

/** Deletes answers of older requests, holds that ended, bookings that were never confirmed, and quotes that nobody accepted. */
export async function deleteRetries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - answeredHours * 3_600_000);
  await purgeAnswers(db, now);
  await purgeHolds(db, before);
  await purgeChannelBookings(db, new Date(now.getTime() - unconfirmedDays * msPerDay));
  await purgeQuotes(db, before);
}

/** Milliseconds to wait before retrying while an equal request is in flight. */
export const inFlightPauseMs = 20;

/** Repeats a request while an equal request is in flight, for at most a second. */
export async function untilDecided<T extends { outcome: string }>(place: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const placed = await place();
    if (placed.outcome !== "in-flight" || attempt === 50) return placed;
    await pause(inFlightPauseMs);
  }
}

interface Call {
  caller: Caller;
  /** The request's Idempotency-Key header. */
  idempotencyKey?: string | undefined;
}

/** A booking is recognised by its Idempotency-Key. With an ExternalReference or a hold, `byContent`, the same content is a retry too. */
export const repeatableBooking = (call: Call, digest: string, byContent: boolean): Repeatable => ({
  partnerId: call.caller.partnerId,
  keys: [...keyOf("", call), ...(byContent ? [contentKey(digest)] : [])],
  digest,
});

export const repeatableHold = (call: Call, digest: string): Repeatable => repeatable(" hold", call, digest);

export const repeatableChange = (call: Call, digest: string): Repeatable => repeatable(" change", call, digest);

const repeatable = (scope: string, call: Call, digest: string): Repeatable => ({
  partnerId: call.caller.partnerId,
  keys: keyOf(scope, call),
  digest,
});

/**
 * The keys of a request by its Idempotency-Key. Prefixes keep the keys of holds, of amendments and of test keys apart.
 * No header value begins with a space, so the keys cannot collide.
 */
function keyOf(operation: string, { idempotencyKey, caller }: Call): string[] {
  if (idempotencyKey === undefined) return [];
  const scope = `${operation}${caller.test ? " test" : ""}`;
  return [scope === "" ? idempotencyKey : `${scope} ${idempotencyKey}`];
}
