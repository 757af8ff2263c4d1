import type { Db } from "../../store/database/database.ts";
import { purgeKeys } from "../../store/orders/idempotency.ts";
import { forgetRetries } from "../../store/orders/orders.ts";

/** How long a retried order is recognised, by its reference or its idempotency key. */
export const retryWindowMs = 24 * 3_600_000;

/** Deletes what recognises retries of orders that are older than that. */
export async function deleteRetries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retryWindowMs);
  await forgetRetries(db, before);
  await purgeKeys(db, before);
}
