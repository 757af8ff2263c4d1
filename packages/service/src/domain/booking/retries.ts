import { answeredHours, contentKey, purgeAnswers, type Repeatable } from "../../store/booking/answers.ts";
import { purgeHolds } from "../../store/booking/holds.ts";
import type { Db } from "../../store/database/database.ts";
import { purgeQuotes } from "../../store/orders/amendments.ts";
import type { Caller } from "../partners/keys.ts";

/** By what a repeated request is recognised: docs/decisions/0006-booking.md. */

/** Deletes answers of older requests, holds that ended, and quotes that nobody accepted. */
export async function deleteRetries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - answeredHours * 3_600_000);
  await purgeAnswers(db, now);
  await purgeHolds(db, before);
  await purgeQuotes(db, before);
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

/** Separates the keys of holds, of changes and of test keys. No header value begins with a space, so they cannot collide. */
function keyOf(operation: string, { idempotencyKey, caller }: Call): string[] {
  if (idempotencyKey === undefined) return [];
  const scope = `${operation}${caller.test ? " test" : ""}`;
  return [scope === "" ? idempotencyKey : `${scope} ${idempotencyKey}`];
}
