import type { Logger } from "pino";
import type { Database } from "../store/database/database.ts";

/** However many versions there are in a second, pages are looked through once. */
const atMostEveryMs = 1_000;
/** Without any announcement, for they can be lost. */
const atLeastEveryMs = 60_000;

/**
 * Looks ready pages through when another version is announced: those that it left behind are let go. The returned function
 * stops it and waits for the turn under way.
 */
export async function startRefreshingPages(
  database: Pick<Database, "hear">,
  refresh: () => Promise<void>,
  logger: Logger,
): Promise<() => Promise<void>> {
  let running: Promise<void> | undefined;
  let waiting: NodeJS.Timeout | undefined;
  let last = 0;
  const turn = (): void => {
    waiting = undefined;
    last = performance.now();
    running = refresh()
      // The server is away, say: no page is served without it either.
      .catch((error) => logger.debug({ err: error }, "ready pages were not looked through"))
      .finally(() => {
        running = undefined;
      });
  };
  const soon = (): void => {
    waiting ??= setTimeout(turn, Math.max(0, last + atMostEveryMs - performance.now())).unref();
  };
  const deaf = await database.hear(soon);
  const timer = setInterval(soon, atLeastEveryMs).unref();
  return async () => {
    clearInterval(timer);
    clearTimeout(waiting);
    await deaf();
    clearTimeout(waiting);
    await running;
  };
}
