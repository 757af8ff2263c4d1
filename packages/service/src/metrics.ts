import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from "prom-client";

import type { ReplicaOutcome } from "./store/catalogue/replica.ts";
import type { ConnectionLossKind } from "./store/database/database.ts";
import type { StoreFault } from "./store/database/faults.ts";
import type { DueState } from "./store/dispatch/due-state.ts";

/** Metrics for Prometheus. Label values come from closed sets or from the operator (partners), never from a client. */
export type Metrics = ReturnType<typeof createMetrics>;

/** An answered request. `route` is the pattern, not the address. */
interface AnsweredRequest {
  route: string;
  method: string;
  status: number;
  format: "json" | "xml" | "other";
}

/**
 * `client-gone`: the client closed its connection before the answer. `reader-stalled`: the client did not read and was disconnected.
 * `too-many-pages`: refused with 503 because too many pages were waiting. `overloaded`: refused with 503 because too many requests were
 * waiting.
 */
type DropReason = "client-gone" | "reader-stalled" | "too-many-pages" | "overloaded";

export type MetricValues = MetricObjectWithValues<MetricValue<string>>[];

export interface MetricsText {
  contentType: string;
  body: string;
}

/** Creates the metrics of an app. Each app has its own registry, so that two apps in one process (tests) do not share counts. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const requests = new RequestTimes();
  // The registry only calls get(); its types require a class of the package.
  registry.registerMetric(requests as never);
  let version = async (): Promise<number | undefined> => undefined;
  new Gauge({
    name: "paseo_catalogue_version",
    help: "Newest catalogue version that is served",
    aggregator: "max",
    registers,
    async collect() {
      await briefly(version().then((newest) => newest !== undefined && this.set(newest)));
    },
  });
  let ready = async (): Promise<boolean> => false;
  new Gauge({
    name: "paseo_ready",
    help: "1 while an order can be written, as /readyz answers",
    aggregator: "min",
    registers,
    async collect() {
      await briefly(ready().then((isReady) => this.set(isReady ? 1 : 0)));
    },
  });
  const due = watchDue(registers);
  const watchDisk = watchDataDir(registers);
  const givenUp = counter("paseo_callbacks_given_up_total", "Callbacks of live orders whose last attempt failed");
  const dropped = counter("paseo_requests_dropped_total", "Requests without an answer, by reason", "reason");
  const orders = counter("paseo_orders_total", "Bookings, by outcome", "outcome");
  const refusals = counter("paseo_refusals_total", "Error codes of validate and book", "code");
  const lookups = { hit: 0, miss: 0, revalidated: 0 };
  new Counter({
    name: "paseo_page_cache_lookups_total",
    help: "Page cache lookups",
    labelNames: ["lookup"],
    registers,
    collect() {
      this.reset();
      for (const [lookup, n] of Object.entries(lookups)) this.inc({ lookup }, n);
    },
  });

  let pageCacheBytes = () => 0;
  new Gauge({
    name: "paseo_page_cache_bytes",
    help: "Size of the page cache in bytes",
    registers,
    collect() {
      this.set(pageCacheBytes());
    },
  });

  const outcomes = counter("paseo_supplier_outcomes_total", "Supplier answers", "kind", "outcome");
  const attempts = counter("paseo_callback_attempts_total", "Callback attempts", "outcome", "replay");
  const catalogMessages = counter("paseo_catalog_messages_total", "Messages about changes of the catalogue", "outcome");
  const replica = counter(
    "paseo_replica_reads_total",
    "Catalogue pages to be read from the replica, by outcome",
    "outcome",
  );

  const losses = counter("paseo_store_connection_errors_total", "Failed database connections", "kind");
  const faults = counter(
    "paseo_store_faults_total",
    "Requests and job runs that failed because of the database",
    "fault",
  );
  const slow = counter(
    "paseo_slow_statements_total",
    "Statements that took longer than SLOW_STATEMENT_MS",
    "statement",
  );

  return {
    /** Measures a request. `seconds` is the time from the first byte of the request to the last byte of the answer. */
    request: (request: AnsweredRequest, seconds: number) => requests.observe(request, seconds),
    dropped: (reason: DropReason) => dropped.inc({ reason }),
    /** `read` returns the newest catalogue version that this process serves, or undefined while nobody knows it. */
    watchCatalogueVersion: (read: () => Promise<number | undefined>) => {
      version = read;
    },
    watchReady: (read: () => Promise<boolean>) => {
      ready = read;
    },
    watchDue: due.watch,
    /** `read` returns the space of the disk of the embedded database, or undefined without one. */
    watchDisk,
    callbackGivenUp: () => givenUp.inc(),
    /** Counts an order by its outcome, such as `placed`, `again` or `refused`. */
    order: (outcome: string) => orders.inc({ outcome }),
    refusal: (code: string) => refusals.inc({ code }),
    /** Counts a lookup in the page cache. `revalidated`: after a miss, the page was revalidated and not built again. */
    pageCache: (lookup: keyof typeof lookups) => {
      lookups[lookup]++;
    },
    watchPageCache: (bytes: () => number) => {
      pageCacheBytes = bytes;
    },
    supplierOutcome: (kind: string, outcome: string) => outcomes.inc({ kind, outcome }),
    // The endpoint chooses the status, so the label is only the status class.
    callbackAttempt: (outcome: string, replay: boolean) =>
      attempts.inc({ outcome: classOf(outcome), replay: String(replay) }),
    catalogAttempt: (outcome: string) => catalogMessages.inc({ outcome: classOf(outcome) }),
    replicaRead: (outcome: ReplicaOutcome) => replica.inc({ outcome }),
    connectionLost: (kind: ConnectionLossKind) => losses.inc({ kind }),
    storeFaultOf: (fault: StoreFault) => faults.inc({ fault }),
    slowStatement: (statement: string) => slow.inc({ statement }),
    registry,
    snapshot: () => registry.getMetricsAsJSON() as Promise<MetricValues>,
    /** The answer of /metrics. */
    text: async (): Promise<MetricsText> => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

/** How long values read from the store are reused, so that the gauges of one collection share them. */
const dueCountsMs = 5_000;

/**
 * Gauges of waiting work in the store. Every process reads the same values, so of several workers the highest value
 * counts.
 */
function watchDue(registers: Registry[]) {
  let read = async (): Promise<DueState | undefined> => undefined;
  let last: { at: number; state: Promise<DueState | undefined> } | undefined;
  const state = () => {
    if (!last || performance.now() - last.at > dueCountsMs) last = { at: performance.now(), state: read() };
    return last.state;
  };
  const gauge = (name: string, help: string, labelNames: string[], values: (state: DueState) => Iterable<Value>) =>
    new Gauge({
      ...{ name, help, labelNames, registers, aggregator: "max" },
      async collect() {
        const collected = state().then((present) => {
          this.reset();
          for (const [labels, value] of present ? values(present) : []) this.set(labels, value);
        });
        await briefly(collected.catch(() => this.reset()));
      },
    });
  gauge("paseo_job_oldest_due_seconds", "Time since the oldest work of a job became due", ["job"], ({ jobs }) =>
    Object.entries(jobs).map(([job, seconds]): Value => [{ job }, seconds]),
  );
  gauge("paseo_orders_waiting", "Orders that wait for a supplier or an operator", ["flagged"], ({ waiting }) => [
    [{ flagged: "true" }, waiting.flagged],
    [{ flagged: "false" }, waiting.unflagged],
  ]);
  gauge(
    "paseo_callback_oldest_undelivered_seconds",
    "Age of the oldest callback of a live order that was not delivered",
    ["partner"],
    ({ undelivered }) => undelivered.map(({ partner, seconds }): Value => [{ partner }, seconds]),
  );
  gauge("paseo_backup_age_seconds", "Age of the newest backup; without one, of the store", [], ({ backupAge }) => [
    [{}, backupAge],
  ]);
  return {
    watch: (source: typeof read) => {
      read = source;
    },
  };
}

interface DiskSpace {
  free: number;
  size: number;
}

/** Gauges of the disk of the embedded database. Every worker reads the same disk. */
function watchDataDir(registers: Registry[]) {
  let read = async (): Promise<DiskSpace | undefined> => undefined;
  const gauge = (name: string, help: string, value: (space: DiskSpace) => number) =>
    new Gauge({
      ...{ name, help, registers, aggregator: "max" },
      async collect() {
        const space = await read().catch(() => undefined);
        if (space) this.set(value(space));
        else this.remove({});
      },
    });
  gauge("paseo_data_dir_free_bytes", "Free space on the disk of the embedded database", ({ free }) => free);
  gauge("paseo_data_dir_size_bytes", "Size of the disk of the embedded database", ({ size }) => size);
  return (source: typeof read) => {
    read = source;
  };
}

type Value = [labels: Record<string, string>, value: number];

/** Returns the class of an HTTP status. Another outcome is its own class. */
const classOf = (outcome: string): string => outcome.replace(/^(\d)\d\d$/, "$1xx");

/** Waits only briefly: an unavailable store must not delay the other values. The next collection then has the result. */
const briefly = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, 500).unref())]);

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series extends AnsweredRequest {
  counts: number[];
  sum: number;
}

/**
 * The histogram of requests. We do not use the histogram of prom-client, because it hashes the labels of each observation: for a
 * cached page that took a quarter of the whole answer.
 */
class RequestTimes {
  readonly name = "paseo_http_request_duration_seconds";
  readonly #byRoute = new Map<string, Series[]>();

  observe({ route, method, status, format }: AnsweredRequest, seconds: number): void {
    const known = methods.has(method) ? method : "other";
    let series = this.#byRoute
      .get(route)
      ?.find((one) => one.status === status && one.method === known && one.format === format);
    if (!series) {
      series = { route, method: known, status, format, counts: new Array(buckets.length + 1).fill(0), sum: 0 };
      this.#byRoute.set(route, [...(this.#byRoute.get(route) ?? []), series]);
    }
    let bucket = 0;
    while (bucket < buckets.length && seconds > buckets[bucket]!) bucket++;
    series.counts[bucket]!++;
    series.sum += seconds;
  }

  /** Returns the values in the format of prom-client: each bucket includes all smaller buckets. */
  get() {
    const { name } = this;
    const values: { metricName: string; labels: Record<string, string>; value: number }[] = [];
    for (const { route, method, status, format, counts, sum } of [...this.#byRoute.values()].flat()) {
      const labels = { route, method, status: `${status}`, form: format };
      let total = 0;
      counts.forEach((count, index) => {
        total += count;
        values.push({
          metricName: `${name}_bucket`,
          labels: { le: `${buckets[index] ?? "+Inf"}`, ...labels },
          value: total,
        });
      });
      values.push(
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: total },
      );
    }
    return { name, help: "Duration of requests in seconds", type: "histogram", aggregator: "sum", values };
  }
}
