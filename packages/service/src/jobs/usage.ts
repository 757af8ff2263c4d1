import type { UsageCounter } from "../domain/partners/usage.ts";
import type { JobLog } from "../log.ts";
import type { Db } from "../store/database/database.ts";
import { startJob } from "./job.ts";

/** Writes the counts of partners' requests at intervals. The returned function writes the remaining counts. */
export function startUsage(db: Db, usage: UsageCounter, logger: JobLog): () => Promise<void> {
  const run = () => usage.write(db);
  const job = startJob({ name: "usage", everyMs: 10_000, run }, logger);
  return async () => {
    await job.stop();
    await run().catch((error) => logger.warn({ err: error, job: "usage" }, "a background job failed"));
  };
}
