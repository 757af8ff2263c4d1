import { setImmediate } from "node:timers/promises";
import type { Config } from "../../config.ts";
import { Limiter, LimiterBusy } from "../../limiter.ts";
import { overloaded } from "../../web/problems.ts";

/**
 * How many pages are built at once, and how many may wait for that. The rest are refused at once, so that bookings and health
 * checks are still served.
 */
export interface PageWorkLimits {
  atOnce: number;
  /** Pages that may wait; a new one is refused with 503 when so many do. */
  waiting: number;
  /** Milliseconds that a page may wait. */
  waitMs: number;
  /** Called for each that is refused. */
  onRefused?: () => void;
}

/** Pages that may wait to be made: a burst of readers. */
export const pagesWaiting = 200;
/** How long they may wait, in milliseconds: as long as Retry-After says. */
export const pageWaitMs = 1000;

/** Two of the connections are left to bookings. */
export const pagesAtOnce = ({ databasePoolSize }: Config): number => Math.min(8, Math.max(1, databasePoolSize - 2));

/** Who wants a page. Both are served in turn, and neither takes every place, so callers without a key never stop partners. */
export type Share = "anonymous" | "partners";

export class PageWork {
  readonly #limiter: Limiter;
  readonly #onRefused: (() => void) | undefined;

  constructor({ atOnce, waiting, waitMs, onRefused }: PageWorkLimits) {
    // Without a pause one page after another would leave the connections no time.
    const perKey = Math.ceil((atOnce * 3) / 4);
    this.#limiter = new Limiter({ total: atOnce, perKey, waiting, waitMs, pause: setImmediate });
    this.#onRefused = onRefused;
  }

  /** Does the work when a place is free. Throws 503 when too much waits. */
  run<T>(share: Share, work: () => Promise<T>): Promise<T> {
    return this.#limiter.run(share, work).catch((error) => {
      if (!(error instanceof LimiterBusy)) throw error;
      this.#onRefused?.();
      throw overloaded(1);
    });
  }
}
