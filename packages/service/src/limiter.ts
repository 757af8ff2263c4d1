export interface LimiterOptions {
  /** Maximum number of runs at the same time, of all keys together. */
  total: number;
  /** Maximum number of runs of one key at the same time. Undefined: only `total` applies. */
  perKey?: number;
  /** Maximum number of waiting runs of one key. */
  waiting?: number;
  /** Milliseconds that a run may wait. */
  waitMs?: number;
  /** Returns whether an additional condition for starting a run of a key holds. */
  mayStart?: (key: string, runningOfKey: number) => boolean;
  /** Returns a promise after which a run that waited starts, such as a turn of the event loop. */
  pause?: () => Promise<void>;
}

/** A run was refused: too many wait, or it waited too long. */
export class LimiterBusy extends Error {
  override name = "LimiterBusy";
}

interface KeyRuns {
  running: number;
  /** Functions that start the waiting runs. */
  waiting: Set<() => void>;
}

/**
 * A concurrency limiter with a share for each key. Waiting keys are served in turn, and the runs of one key in order.
 */
export class Limiter {
  readonly #options: LimiterOptions;
  readonly #keys = new Map<string, KeyRuns>();
  #running = 0;

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /** How many more runs may start at this moment. */
  get free(): number {
    return this.#options.total - this.#running;
  }

  /** Keys that have waiting runs. */
  get waitingKeys(): string[] {
    return [...this.#keys].filter(([, { waiting }]) => waiting.size > 0).map(([key]) => key);
  }

  /** Returns whether a run of the key would be refused now. */
  isFull(key: string): boolean {
    const runs = this.#keys.get(key);
    return runs !== undefined && !this.#mayStart(key, runs) && !this.#mayWait(runs);
  }

  runningOf(key: string): number {
    return this.#keys.get(key)?.running ?? 0;
  }

  /** @throws LimiterBusy when the run cannot start. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const runs = this.#keys.get(key) ?? { running: 0, waiting: new Set() };
    this.#keys.set(key, runs);
    if (runs.waiting.size === 0 && this.#mayStart(key, runs)) this.#start(runs);
    else await this.#wait(runs);
    try {
      return await work();
    } finally {
      void this.#end(key, runs);
    }
  }

  #mayStart(key: string, { running }: Pick<KeyRuns, "running">): boolean {
    const { total, perKey = total, mayStart } = this.#options;
    return this.#running < total && running < perKey && (mayStart?.(key, running) ?? true);
  }

  #start(runs: KeyRuns): void {
    this.#running++;
    runs.running++;
  }

  #mayWait({ waiting }: KeyRuns): boolean {
    return waiting.size < (this.#options.waiting ?? Number.POSITIVE_INFINITY);
  }

  #wait(runs: KeyRuns): Promise<void> {
    const { waiting } = runs;
    const { waitMs } = this.#options;
    if (!this.#mayWait(runs)) throw new LimiterBusy("too many runs wait");
    return new Promise((resolve, reject) => {
      const end = (done: () => void) => () => {
        clearTimeout(timer);
        waiting.delete(start);
        done();
      };
      const start = end(resolve);
      const refuse = end(() => reject(new LimiterBusy("the run waited too long")));
      const timer = waitMs === undefined ? undefined : setTimeout(refuse, waitMs);
      waiting.add(start);
    });
  }

  async #end(key: string, runs: KeyRuns): Promise<void> {
    await this.#options.pause?.();
    this.#running--;
    runs.running--;
    // A key that starts a run moves to the end of the map, where this loop reaches it again.
    for (const [waitingKey, others] of this.#keys) {
      if (this.free <= 0) break;
      const [start] = others.waiting;
      if (start === undefined || !this.#mayStart(waitingKey, others)) continue;
      this.#keys.delete(waitingKey);
      this.#keys.set(waitingKey, others);
      this.#start(others);
      start();
    }
    if (runs.running === 0 && runs.waiting.size === 0) this.#keys.delete(key);
  }
}
