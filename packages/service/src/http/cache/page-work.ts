import { setImmediate } from "node:timers/promises";
import { Limiter, LimiterBusy } from "../../limiter.ts";
import type { Service } from "../../service.ts";
import { overloaded } from "../../web/problems.ts";

/**
 * Limits how many pages are built at the same time, and how many may wait. Further requests are refused immediately, so
 * that bookings and health checks are still served.
 */
interface PageWorkLimits {
  maxConcurrent: number;
  /** Maximum number of waiting pages; a further page is refused with 503. */
  waiting: number;
  /** Milliseconds that a page may wait. */
  waitMs: number;
  /** Called for each refused page. */
  onRefused?: () => void;
}

/** Returns the limits of all reads of the catalogue: of pages, and of the tools of assistants. */
export const pageWorkOf = ({ config, metrics }: Pick<Service, "config" | "metrics">): PageWork =>
  new PageWork({
    // Two of the connections are reserved for bookings.
    maxConcurrent: Math.min(8, Math.max(1, config.databasePoolSize - 2)),
    // Enough for a burst of readers.
    waiting: 200,
    // As long as Retry-After says.
    waitMs: 1000,
    onRefused: () => metrics.dropped("too-many-pages"),
  });

/**
 * The requester of a page: a partner, or a client without a key. The two kinds are served alternately and neither can
 * use every slot, so clients without a key never block partners.
 */
export type PageRequester = "anonymous" | "partners";

export class PageWork {
  readonly #limiter: Limiter;
  readonly #onRefused: (() => void) | undefined;

  constructor({ maxConcurrent, waiting, waitMs, onRefused }: PageWorkLimits) {
    // Without a pause, page after page would leave no time for connections.
    const perKey = Math.ceil((maxConcurrent * 3) / 4);
    this.#limiter = new Limiter({ total: maxConcurrent, perKey, waiting, waitMs, pause: setImmediate });
    this.#onRefused = onRefused;
  }

  /** Runs the work when a slot is free. Throws 503 when too many pages wait. */
  run<T>(share: PageRequester, work: () => Promise<T>): Promise<T> {
    return this.#limiter.run(share, work).catch((error) => {
      if (!(error instanceof LimiterBusy)) throw error;
      this.#onRefused?.();
      throw overloaded(1);
    });
  }
}
