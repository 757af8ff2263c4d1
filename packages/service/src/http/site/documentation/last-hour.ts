import { operations } from "@paseo/contract";

/**
 * Computes how long each operation took in the last hour: the newest counts of the request metric minus the counts of an hour ago, for all
 * workers together.
 */

/** The calls whose time Viator limits. */
type ViatorWork = "availability check" | "reserve" | "booking" | "calendar";

/**
 * Requests by the upper bound of their time in seconds. Each bucket excludes the smaller buckets; `Infinity` is the
 * last bound.
 */
type Buckets = ReadonlyMap<number, number>;
type Totals = ReadonlyMap<string, Buckets>;

/** The page shows no number of requests, because it would tell the public how much the operator sells. */
interface OperationTimes {
  operation: string;
  method: string;
  path: string;
  /** Milliseconds within which half of the requests, and nine tenths of the requests, were answered; null without requests. */
  p50Ms: number | null;
  p90Ms: number | null;
  /** The time that Viator allows a supplier's system for the same work. */
  viator: { work: ViatorWork; limitMs: number } | null;
}

export interface LastHourTimes {
  from: string;
  to: string;
  operations: OperationTimes[];
}

const viator: Partial<Record<string, { work: ViatorWork; limitMs: number }>> = {
  eventvalidate: { work: "availability check", limitMs: 1_000 },
  eventhold: { work: "reserve", limitMs: 1_000 },
  eventbook: { work: "booking", limitMs: 5_000 },
  availability: { work: "calendar", limitMs: 5_000 },
};

export const sampleEveryMs = 5 * 60_000;
const hourMs = 60 * 60_000;
/** Visitors within this time get the same cached answer. */
const freshMs = 10_000;

/** Stores the samples of the last hour. `metrics` is the text of /metrics, for all workers. */
export class LastHour {
  readonly #metrics: () => Promise<string>;
  readonly #clock: () => number;
  readonly #samples: { at: number; totals: Totals }[] = [];
  readonly #startedAt: number;
  #last: { at: number; times: Promise<LastHourTimes> } | undefined;

  constructor(metrics: () => Promise<string>, clock: () => number = Date.now) {
    this.#metrics = metrics;
    this.#clock = clock;
    this.#startedAt = clock();
  }

  /** Takes a sample. The caller must call this every `sampleEveryMs`. */
  async sample(): Promise<void> {
    const totals = routeTotals(await this.#metrics());
    const at = this.#clock();
    this.#samples.push({ at, totals });
    // Deletes all samples older than an hour except the newest of these, with which the present counts are compared.
    while (this.#samples[1] && this.#samples[1].at <= at - hourMs) this.#samples.shift();
  }

  times(): Promise<LastHourTimes> {
    const at = this.#clock();
    if (!this.#last || at - this.#last.at > freshMs) {
      const times = this.#times(at);
      this.#last = { at, times };
      times.catch(() => {
        this.#last = undefined;
      });
    }
    return this.#last.times;
  }

  async #times(at: number): Promise<LastHourTimes> {
    const now = { at, totals: routeTotals(await this.#metrics()) };
    const samples = [...this.#samples.filter((one) => one.at > at - hourMs - sampleEveryMs), now];
    // A process that started within the last hour counted from 0.
    const startsAtZero = this.#startedAt > at - hourMs;
    const from = startsAtZero ? this.#startedAt : samples[0]!.at;
    return {
      from: new Date(from).toISOString(),
      to: new Date(at).toISOString(),
      operations: Object.values(operations).map(({ id, method, path }) => {
        const steps = samples.map(({ totals }) => totals.get(routeOf(path)) ?? new Map());
        const buckets = countIncrease(startsAtZero ? [new Map(), ...steps] : steps);
        return {
          ...{ operation: id, method, path },
          ...{ p50Ms: percentileMs(buckets, 0.5), p90Ms: percentileMs(buckets, 0.9), viator: viator[id] ?? null },
        };
      }),
    };
  }
}

/** Returns the route's pattern as the metric spells it. */
const routeOf = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

const line = /^paseo_http_request_duration_seconds_bucket\{([^}]*)\} (\S+)$/gm;

/** Returns the counts of each route, summed over methods, statuses and formats. */
export function routeTotals(metrics: string): Totals {
  const totals = new Map<string, Map<number, number>>();
  // In the text each bucket includes the smaller buckets. The buckets of a series follow each other in ascending order.
  let smaller = 0;
  for (const [, labels, value] of metrics.matchAll(line)) {
    const route = /\broute="([^"]*)"/.exec(labels!)?.[1] ?? "";
    const bound = /\ble="([^"]*)"/.exec(labels!)?.[1];
    const limit = bound === "+Inf" ? Number.POSITIVE_INFINITY : Number(bound);
    const buckets = totals.get(route) ?? new Map<number, number>();
    totals.set(route, buckets);
    const count = Number(value);
    buckets.set(limit, (buckets.get(limit) ?? 0) + count - smaller);
    smaller = limit === Number.POSITIVE_INFINITY ? 0 : count;
  }
  return totals;
}

/** Counts the requests between samples. If a count fell, a worker was replaced and started again at 0. Then the whole new count is added. */
export function countIncrease(steps: readonly Buckets[]): Buckets {
  const added = new Map<number, number>();
  steps.slice(1).forEach((step, n) => {
    for (const [bound, count] of step) {
      const before = steps[n]!.get(bound) ?? 0;
      added.set(bound, (added.get(bound) ?? 0) + (count >= before ? count - before : count));
    }
  });
  return added;
}

/** Returns the time within which this share of the requests was answered, interpolated within its bucket; null without requests. */
export function percentileMs(buckets: Buckets, share: number): number | null {
  const sorted = [...buckets].sort(([one], [other]) => one - other);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  let passed = 0;
  let lower = 0;
  for (const [bound, count] of sorted) {
    if (count > 0 && passed + count >= share * total) {
      // The last bucket has no upper bound: report its lower bound.
      const upper = Number.isFinite(bound) ? bound : lower;
      return rounded((lower + ((share * total - passed) / count) * (upper - lower)) * 1000);
    }
    passed += count;
    if (Number.isFinite(bound)) lower = bound;
  }
  return rounded(lower * 1000);
}

const rounded = (ms: number): number => Number(ms.toPrecision(2));
