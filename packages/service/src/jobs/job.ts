import type { JobLog } from "../log.ts";

/** Background work that repeats for as long as the process runs. */
export interface JobOptions {
  name: string;
  /** Time between the end of one run and the start of the next. */
  everyMs: number;
  /** Shortest time between the starts of two runs. */
  gapMs?: number;
  /** Resolves with true when the next run should start at once. */
  run: () => Promise<unknown>;
}

interface Job {
  /** Starts a run early, or another run after the present run. */
  runSoon(): void;
  /** Starts no more runs and waits for the present run. */
  stop(): Promise<void>;
}

/** Wraps work of this name, and of this order if there is one, for example in a trace. */
export type WrapJobWork = <T>(work: { name: string; id?: string }, run: () => Promise<T>) => Promise<T>;

/** Starts a job. A failed run (for example when the server is unavailable) is logged, and the next run tries again. */
export function startJob({ name, everyMs, gapMs = 0, run }: JobOptions, logger: JobLog): Job {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let lastStart = Number.NEGATIVE_INFINITY;
  let isRequested = false;
  let isStopped = false;

  function schedule(ms: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(start, ms).unref();
  }
  const sooner = () => schedule(Math.max(0, lastStart + gapMs - performance.now()));

  function start(): void {
    lastStart = performance.now();
    isRequested = false;
    running = run()
      .catch((error) => logger.warn({ err: error, job: name }, "a background job failed"))
      .then((hasMore) => {
        running = undefined;
        if (hasMore === true || isRequested) sooner();
        else schedule(everyMs);
      });
  }

  schedule(everyMs);
  return {
    runSoon() {
      if (running) isRequested = true;
      else sooner();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
