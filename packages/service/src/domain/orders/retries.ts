import type { Db } from "../../store/database/database.ts";
import { purgeQuotes } from "../../store/orders/changes/changes.ts";
import { purgeHolds } from "../../store/orders/holds/holds.ts";
import { answerKey, claimKey, purgeKeys, releaseKey } from "../../store/orders/idempotency.ts";
import { forgetRetries } from "../../store/orders/orders.ts";
import { purgeAttempts } from "../../store/orders/placing/attempts.ts";
import type { Caller } from "../partners/keys.ts";

/** How long a retried order is recognised, by its reference or its idempotency key. */
export const retryWindowMs = 24 * 3_600_000;

/** Retries of orders placed before this instant are not recognised. */
export const retryWindowStart = (now: Date): Date => new Date(now.getTime() - retryWindowMs);

/** Deletes what recognises retries of older orders and of refusals, holds that ended, and quotes that nobody accepted. */
export async function deleteRetries(db: Db, now: Date): Promise<void> {
  const before = retryWindowStart(now);
  await forgetRetries(db, before);
  await purgeKeys(db, before);
  await purgeAttempts(db);
  await purgeHolds(db, before);
  await purgeQuotes(db, before);
}

/** A request that may have an Idempotency-Key. */
export interface KeyedCall {
  caller: Caller;
  now: Date;
  idempotencyKey?: string | undefined;
  /** Of the request's content. */
  digest: string;
  operation: "eventbook" | "eventhold" | "orderchange";
}

/**
 * Does the work of a request once for its Idempotency-Key: a request with the same key and content gets the first answer again, also a
 * refusal. Without a key it does the work. `place` receives the key as it is stored.
 */
export async function onceForKey<P>(
  db: Db,
  call: KeyedCall,
  work: { place: (key?: string) => Promise<P>; answerOf: (done: P) => unknown; again: (answer: unknown) => P },
): Promise<P | { outcome: "in-flight" | "key-reused" }> {
  if (call.idempotencyKey === undefined) return work.place();
  const { partnerId } = call.caller;
  const key = scopedKey(call.idempotencyKey, call);
  const claim = await claimKey(db, partnerId, key, call.digest, call.now);
  if (claim.state === "in-flight") return { outcome: "in-flight" };
  if (claim.state === "other-content") return { outcome: "key-reused" };
  if (claim.state === "answered") return work.again(claim.answer);
  try {
    const done = await work.place(key);
    await answerKey(db, partnerId, key, work.answerOf(done));
    return done;
  } catch (error) {
    await releaseKey(db, partnerId, key, claim.claim, error);
    throw error;
  }
}

const scopes = { eventbook: "", eventhold: " hold", orderchange: " change" } as const;

/** Separates the keys of holds, of changes and of test keys. No header value begins with a space, so they cannot collide. */
function scopedKey(idempotencyKey: string, { caller, operation }: KeyedCall): string {
  const scope = `${scopes[operation]}${caller.test ? " test" : ""}`;
  return scope === "" ? idempotencyKey : `${scope} ${idempotencyKey}`;
}
