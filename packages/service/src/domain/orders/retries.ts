import type { Db } from "../../store/database/database.ts";
import { purgeKeys } from "../../store/orders/idempotency.ts";
import { forgetRetries } from "../../store/orders/orders.ts";

/** How long a retried order is recognised, by its reference or its idempotency key. */
export const retryWindowMs = 24 * 3_600_000;

/** Retries of orders placed before this instant are not recognised. */
export const retryWindowStart = (now: Date): Date => new Date(now.getTime() - retryWindowMs);

/** Deletes what recognises retries of older orders. */
export async function deleteRetries(db: Db, now: Date): Promise<void> {
  const before = retryWindowStart(now);
  await forgetRetries(db, before);
  await purgeKeys(db, before);
}
