import type { JobLog } from "../log.ts";
import type { Database } from "../store/database/database.ts";
import { startJob } from "./job.ts";

/**
 * Refreshes cached pages when a new version is announced, at most once a second. Announcements can be lost, so it also
 * runs every minute. The returned function stops it and waits for the present run.
 */
export async function startRefreshingPages(
  database: Pick<Database, "subscribe">,
  refresh: () => Promise<void>,
  logger: JobLog,
): Promise<() => Promise<void>> {
  const job = startJob({ name: "cached pages", everyMs: 60_000, gapMs: 1_000, run: refresh }, logger);
  const unsubscribe = await database.subscribe(job.runSoon);
  return async () => {
    await unsubscribe();
    await job.stop();
  };
}
