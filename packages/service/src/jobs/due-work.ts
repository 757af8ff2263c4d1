import { Limiter, type LimiterOptions } from "../limiter.ts";
import type { JobLog } from "../log.ts";
import type { DueRow } from "../store/database/due-work.ts";
import { startJob, type WrapJobWork } from "./job.ts";

/** Runs work whose rows say when it is due: see docs/decisions/0023-one-job-mechanism.md. */
export interface DueWork {
  name: string;
  /** Time between look-ups of due rows; a second by default. */
  everyMs?: number | undefined;
  /** Finds up to `most` rows whose work is due. Omits rows of the keys in `except`. */
  due(most: number, except: readonly string[]): Promise<DueRow[]>;
  /** Claims the work of a row and runs it. Does nothing when another run or process has claimed the work. */
  run(id: string, key: string): Promise<void>;
  /**
   * Returns whether a look-up omits a row. If undefined, a second run of a row starts when its lease ends during a run that hangs.
   */
  isInWork?: ((id: string) => boolean) | undefined;
  /**
   * How many rows are processed at the same time. The default, `requestLimits`, suits orders that wait for a supplier
   * or partner.
   */
  limits?: LimiterOptions | undefined;
  around?: WrapJobWork | undefined;
}

export type DueWorkOptions = Pick<DueWork, "everyMs" | "around">;

export interface DueWorker {
  /** Starts the work of a row now, without looking it up. */
  add(row: DueRow): void;
  /** Starts no more work and waits for work in flight. */
  stop(): Promise<void>;
}

/**
 * Maximum requests in flight. While sixteen suppliers or partners hang, all other suppliers and partners still get
 * their share.
 */
export const requestLimits = { total: 256, perKey: 16, waiting: 1_000 };

/**
 * Minimum time between two look-ups. Without it, the end of each row's work would start a look-up while more work is due
 * than can run.
 */
const lookUpGapMs = 10;

/**
 * Runs due work. Work that was lost in a full queue or a dead process is still due, and the next look-up
 * finds it.
 */
export function startDueWork(
  {
    name,
    everyMs = 1_000,
    due,
    run,
    isInWork = () => false,
    limits = requestLimits,
    around = (_work, done) => done(),
  }: DueWork,
  logger: JobLog,
): DueWorker {
  const limiter = new Limiter(limits);
  const inFlight = new Set<Promise<void>>();
  let isStopped = false;
  let hasMore = false;

  async function work({ id, key }: DueRow): Promise<void> {
    if (isStopped) return;
    await around({ name, id }, () => run(id, key)).catch((error) =>
      logger.warn({ err: error, job: name, id }, "a background job failed"),
    );
    if (hasMore && limiter.waitingKeys.length === 0) job.runSoon();
  }

  function add(row: DueRow): void {
    // The limiter refuses a row if too much work of its key waits. The row remains due.
    const done = limiter
      .run(row.key, () => work(row))
      .catch(() => {})
      .finally(() => inFlight.delete(done));
    inFlight.add(done);
  }

  const lookUp = async (): Promise<void> => {
    const most = limiter.free;
    if (isStopped || most === 0) return;
    const found = await due(most, limiter.waitingKeys);
    hasMore = found.length === most;
    for (const row of found) if (!isInWork(row.id)) add(row);
  };
  const job = startJob({ name, everyMs, gapMs: lookUpGapMs, run: lookUp }, logger);
  job.runSoon();
  return {
    add: (row) => {
      if (!isStopped) add(row);
    },
    async stop() {
      isStopped = true;
      await job.stop();
      await Promise.all(inFlight);
    },
  };
}
