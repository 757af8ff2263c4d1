import type { Database, Db } from "./database.ts";
import type { StoreFault } from "./faults.ts";
import { StoreUnavailable, storeFaultOf } from "./faults.ts";
import { run } from "./rows.ts";

/**
 * Observes whether the store works. An outage begins with the first error of a request or a job and ends when a probe has written.
 * Both are reported; failures in between are only counted.
 */

interface HealthReports {
  onDown(fault: StoreFault, error: unknown): void;
  onUp(outage: StoreOutage): void;
  /**
   * The store works, but a statement waited too long. Called for the first error, and later with the number of further
   * errors.
   */
  onBusy(error: unknown, more: number): void;
  /** Called for every error. */
  onFault(fault: StoreFault): void;
}

export interface StoreOutage {
  fault: StoreFault;
  seconds: number;
  /** Requests and runs of jobs that failed. */
  failed: number;
}

/** Time limit of a probe, and how long its result is reused. */
const probeMs = 3_000;
const holdsMs = 1_000;
/** How long the service assumes that the disk has room, unless the store fails. */
const roomHoldsMs = 30_000;
/** Errors of a busy store within this time share one log line. */
const busyWindowMs = 10_000;

const faultReasons: Record<StoreFault, string> = {
  away: "the store does not answer",
  silent: "the store does not answer",
  "read-only": "the store takes no writes",
  full: "the disk of the store is full",
  busy: "the store is too busy",
};

export class StoreHealth {
  readonly #write: (needsRoom: boolean) => Promise<unknown>;
  readonly #reports: HealthReports;
  #outage: { fault: StoreFault; since: number; lastAt: number; failed: number } | undefined;
  #busy: { more: number } | undefined;
  #probing: Promise<StoreFault | undefined> | undefined;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #roomAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  /** `write` writes as an order does; see `writeProbe`. */
  constructor(write: (needsRoom: boolean) => Promise<unknown>, reports: HealthReports) {
    this.#write = write;
    this.#reports = reports;
  }

  /** Counts an error. Returns whether the store caused it; then it needs no other log line. */
  report(error: unknown): boolean {
    const fault = storeFaultOf(error);
    if (fault === undefined) return false;
    this.#reports.onFault(fault);
    if (fault === "busy") this.#noteBusy(error);
    else this.#noteDown(fault, error, 1);
    return true;
  }

  /** Returns why no order can be written, or undefined. It answers within a few seconds, whatever the state of the store. */
  async problem(): Promise<string | undefined> {
    if (!this.#outage && performance.now() - this.#writtenAt < holdsMs) return undefined;
    const fault = await this.#probe();
    return fault && faultReasons[fault];
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #noteDown(fault: StoreFault, error: unknown, failed = 0): void {
    const now = performance.now();
    if (!this.#outage) {
      this.#outage = { fault, since: now, lastAt: now, failed: 0 };
      this.#reports.onDown(fault, error);
      this.#probeLater();
    }
    this.#outage.lastAt = now;
    this.#outage.failed += failed;
  }

  #noteBusy(error: unknown): void {
    if (this.#busy) {
      this.#busy.more++;
      return;
    }
    const busy = { more: 0 };
    this.#busy = busy;
    this.#reports.onBusy(error, 0);
    setTimeout(() => {
      this.#busy = undefined;
      if (busy.more > 0) this.#reports.onBusy(error, busy.more);
    }, busyWindowMs).unref();
  }

  /** The result of a probe. Concurrent callers share one. */
  #probe(): Promise<StoreFault | undefined> {
    this.#probing ??= this.#probeOnce().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  async #probeOnce(): Promise<StoreFault | undefined> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new StoreUnavailable(`no answer within ${probeMs} ms`, { fault: "silent" }));
    }, probeMs);
    const needsRoom = this.#outage !== undefined || performance.now() - this.#roomAt > roomHoldsMs;
    const writing = this.#write(needsRoom);
    // Nobody awaits a failure that arrives after the time limit.
    writing.catch(() => {});
    try {
      await Promise.race([writing, late.promise]);
      this.#writtenAt = performance.now();
      if (needsRoom) this.#roomAt = this.#writtenAt;
      this.#noteUp();
      return undefined;
    } catch (error) {
      const fault = storeFaultOf(error) ?? "away";
      if (fault !== "busy") this.#noteDown(fault, error);
      return fault;
    } finally {
      clearTimeout(timer);
    }
  }

  #probeLater(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(async () => {
      await this.#probe();
      if (this.#outage) this.#probeLater();
    }, holdsMs).unref();
  }

  #noteUp(): void {
    // Connections recover one after the other: a failure among successes belongs to the same outage.
    if (!this.#outage || performance.now() - this.#outage.lastAt < holdsMs) return;
    const { fault, since, failed } = this.#outage;
    this.#outage = undefined;
    clearTimeout(this.#timer);
    this.#reports.onUp({ fault, failed, seconds: Math.round((performance.now() - since) / 100) / 10 });
  }
}

/** Writes as an order does. A read-only server refuses it. With `needsRoom`, a full disk does too. */
export async function writeProbe({ db }: Pick<Database, "db">, needsRoom: boolean): Promise<void> {
  await run(db)`
    insert into fact (name, value) values ('last-probe', now()::text)
    on conflict (name) do update set value = excluded.value`;
  if (needsRoom) await takeRoom(db);
}

/**
 * Allocates 64 KiB of the disk and releases it. The probe's row fits into an existing page of the table, but most
 * orders need a new page. Truncating gives the table a new file, and rolling back removes that.
 */
async function takeRoom(db: Db): Promise<void> {
  const tx = await db.startTransaction().execute();
  try {
    await run(tx)`truncate probe`;
    // Longer rows would be compressed.
    await run(tx)`insert into probe select repeat('-', 1900) from generate_series(1, 32)`;
  } finally {
    await tx.rollback().execute();
  }
}
