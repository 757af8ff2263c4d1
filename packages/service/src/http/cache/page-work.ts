import { setImmediate } from "node:timers/promises";
import type { Config } from "../../config.ts";
import { overloaded } from "../problems.ts";

/**
 * How many pages are made at once, and how many may wait for that. The rest are refused at once, so that bookings and health
 * checks keep their turn: the embedded store runs its statements on this thread.
 */
export interface PageWorkLimits {
  atOnce: number;
  /** Pages that may wait; a new one is refused with 503 when so many do. */
  waiting: number;
  /** Called for each that is refused. */
  onRefused?: () => void;
}

/** Pages that may wait to be made: some seconds of work. */
export const pagesWaiting = 200;

/** The embedded store does one statement after another; of a server's connections two are left to bookings. */
export const pagesAtOnce = ({ databaseUrl, databasePoolSize }: Config): number =>
  databaseUrl === undefined ? 2 : Math.min(8, Math.max(1, databasePoolSize - 2));

export class PageWork {
  readonly #limits: PageWorkLimits;
  readonly #line: (() => void)[] = [];
  #running = 0;

  constructor(limits: PageWorkLimits) {
    this.#limits = limits;
  }

  /** Does the work in its turn. Throws 503 when too much is waiting. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { atOnce, waiting, onRefused } = this.#limits;
    if (this.#running < atOnce) this.#running++;
    else if (this.#line.length < waiting) await new Promise<void>((resolve) => this.#line.push(resolve));
    else {
      onRefused?.();
      throw overloaded(1);
    }
    try {
      return await work();
    } finally {
      void this.#handOn();
    }
  }

  /** After the connections had their turn: one page after another would leave them none. */
  async #handOn(): Promise<void> {
    await setImmediate();
    const next = this.#line.shift();
    if (next === undefined) this.#running--;
    else next();
  }
}
