import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { defineStatement } from "../database/statement.ts";
import { liftTimeLimits } from "../database/time-limits.ts";

const filesLock = defineStatement("lock-catalogue-files", () => sql`select pg_advisory_xact_lock(7208534)`);

/**
 * Blocks other writers of catalogue files, and the dropping of events, until the transaction ends. The limits of the
 * session apply while it waits, since it uses a connection; then they are lifted.
 */
export async function lockCatalogueFiles(tx: Tx): Promise<void> {
  await filesLock.run(tx, {});
  await liftTimeLimits(tx);
}
