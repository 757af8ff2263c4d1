import type { Usage } from "../domain/partners/usage.ts";
import type { JobLog } from "../log.ts";
import type { Db } from "../store/database/database.ts";

const everyMs = 10_000;

/** Writes counts from now on; the returned function writes the last of them. */
export function startUsage(db: Db, usage: Usage, logger: JobLog): () => Promise<void> {
  const write = () => usage.write(db).catch((error) => logger.warn({ err: error }, "writing usage failed"));
  let writing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await writing;
    await write();
  };
}
