import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from "prom-client";

import type { ReplicaOutcome } from "./store/catalogue/replica.ts";
import type { LossKind } from "./store/database/database.ts";
import type { StoreFault } from "./store/database/faults.ts";

/** What the service counts for Prometheus. Labels are from closed sets only: nothing a client writes becomes a label. */
export interface Metrics {
  /** One answered request. `route` is the pattern, never the address; `seconds` from its first byte to our last. */
  request(
    request: { route: string; method: string; status: number; form: "json" | "xml" | "other" },
    seconds: number,
  ): void;
  /** A request that was not answered, or a connection that was cut, and why. */
  dropped(reason: DropReason): void;
  /** The newest version of the catalogue that this process serves. */
  catalogueVersion(version: number): void;
  /** A placement's outcome, such as `placed`, `repeated` or `refused`. */
  order(outcome: string): void;
  /** A code in the Errors of validate or book. */
  refusal(code: string): void;
  /** A look-up of a ready page. After a miss the page may be `renewed`: found to be right still, and not made anew. */
  pageBuffer(lookup: "hit" | "miss" | "renewed"): void;
  /** `bytes` tells how many bytes ready pages take now. */
  watchPageBuffers(bytes: () => number): void;
  /** What a supplier of this kind answered. */
  supplierOutcome(kind: string, outcome: string): void;
  /** An attempt at a notification: its HTTP status or why there was no answer. */
  callbackAttempt(outcome: string, replay: boolean): void;
  /** A page of the catalogue that was to be read from the replica. */
  replicaRead(outcome: ReplicaOutcome): void;
  /** A connection to the store that failed, by where. */
  connectionLost(kind: LossKind): void;
  /** A request or a run of a job that the store failed. */
  storeFault(fault: StoreFault): void;
  /** All counts, for another process to add up. */
  snapshot(): Promise<Snapshot>;
  /** The text that /metrics answers, with its content type. */
  text(): Promise<MetricsText>;
}

/**
 * `client-gone`: the client closed its connection before its answer. `reader-stalled`: a client did not read for too long, and its
 * connection was cut. `pipelined-too-deep`: it had sent more requests ahead than are kept. `too-many-pages`: a page was not made because too many
 * others were waiting (503).
 */
export type DropReason = "client-gone" | "reader-stalled" | "pipelined-too-deep" | "too-many-pages";

export type Snapshot = MetricObjectWithValues<MetricValue<string>>[];

export interface MetricsText {
  contentType: string;
  body: string;
}

/** What several processes counted, as one. */
export async function sumOf(snapshots: Snapshot[]): Promise<MetricsText> {
  const registry = AggregatorRegistry.aggregate(snapshots);
  return { contentType: registry.contentType, body: await registry.metrics() };
}

/** What must go on counting when its process is gone: a sum that shrinks looks like a new beginning. */
export async function lasting(snapshots: Snapshot[]): Promise<Snapshot> {
  const grown = snapshots.map((one) => one.filter(({ type }) => `${type}` === "counter" || `${type}` === "histogram"));
  return AggregatorRegistry.aggregate(grown).getMetricsAsJSON() as Promise<Snapshot>;
}

/** A registry of its own for each app, so that two in one process (tests) do not count into each other. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new RequestTimes();
  // The registry asks no more of a metric than that it tells its values; the types ask for one of the package's own.
  registry.registerMetric(requests as never);
  const version = new Gauge({
    name: "paseo_catalogue_version",
    help: "Newest catalogue version served",
    aggregator: "max",
    registers,
  });
  const dropped = new Counter({
    name: "paseo_requests_dropped_total",
    help: "Requests without an answer, by reason",
    labelNames: ["reason"],
    registers,
  });
  const orders = new Counter({ name: "paseo_orders_total", help: "Placements", labelNames: ["outcome"], registers });
  const refusals = new Counter({
    name: "paseo_refusals_total",
    help: "Codes in the Errors of validate and book",
    labelNames: ["code"],
    registers,
  });
  const lookups = { hit: 0, miss: 0, renewed: 0 };
  new Counter({
    name: "paseo_page_buffer_lookups_total",
    help: "Lookups of ready pages",
    labelNames: ["lookup"],
    registers,
    collect() {
      this.reset();
      for (const [lookup, n] of Object.entries(lookups)) this.inc({ lookup }, n);
    },
  });

  let bufferBytes = () => 0;
  new Gauge({
    name: "paseo_page_buffer_bytes",
    help: "Bytes of ready pages",
    registers,
    collect() {
      this.set(bufferBytes());
    },
  });

  const outcomes = new Counter({
    name: "paseo_supplier_outcomes_total",
    help: "What suppliers answered",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const attempts = new Counter({
    name: "paseo_callback_attempts_total",
    help: "Attempts at notifications",
    labelNames: ["outcome", "replay"],
    registers,
  });
  const replica = new Counter({
    name: "paseo_replica_reads_total",
    help: "Pages to be read from the replica",
    labelNames: ["outcome"],
    registers,
  });

  const losses = new Counter({
    name: "paseo_store_connection_errors_total",
    help: "Connections to the store that failed",
    labelNames: ["kind"],
    registers,
  });
  const faults = new Counter({
    name: "paseo_store_faults_total",
    help: "Requests and runs of jobs that the store failed",
    labelNames: ["fault"],
    registers,
  });

  return {
    request: (request, seconds) => requests.observe(request, seconds),
    dropped: (reason) => dropped.inc({ reason }),
    catalogueVersion: (newest) => version.set(newest),
    order: (outcome) => orders.inc({ outcome }),
    refusal: (code) => refusals.inc({ code }),
    pageBuffer: (lookup) => {
      lookups[lookup]++;
    },
    watchPageBuffers: (bytes) => {
      bufferBytes = bytes;
    },
    supplierOutcome: (kind, outcome) => outcomes.inc({ kind, outcome }),
    // A status is the other side's to choose: its class is a closed set.
    callbackAttempt: (outcome, replay) =>
      attempts.inc({ outcome: outcome.replace(/^(\d)\d\d$/, "$1xx"), replay: String(replay) }),
    replicaRead: (outcome) => replica.inc({ outcome }),
    connectionLost: (kind) => losses.inc({ kind }),
    storeFault: (fault) => faults.inc({ fault }),
    snapshot: () => registry.getMetricsAsJSON() as Promise<Snapshot>,
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * The histogram of requests. Our own, because prom-client's works out a hash of the labels for each observation: measured
 * on the path of a ready page, that was a quarter of the whole answer.
 */
class RequestTimes {
  readonly name = "paseo_http_request_duration_seconds";
  readonly #series = new Map<string, { labels: Record<string, string>; counts: number[]; sum: number }>();

  observe({ route, method, status, form }: Parameters<Metrics["request"]>[0], seconds: number): void {
    const known = methods.has(method) ? method : "other";
    const key = `${form} ${status} ${known} ${route}`;
    let series = this.#series.get(key);
    if (!series) {
      const labels = { route, method: known, status: `${status}`, form };
      series = { labels, counts: new Array(buckets.length + 1).fill(0), sum: 0 };
      this.#series.set(key, series);
    }
    let bucket = 0;
    while (bucket < buckets.length && seconds > buckets[bucket]!) bucket++;
    series.counts[bucket]!++;
    series.sum += seconds;
  }

  /** As prom-client's metrics tell their values: each bucket counts those below it too. */
  get() {
    const { name } = this;
    const values: { metricName: string; labels: Record<string, string>; value: number }[] = [];
    for (const { labels, counts, sum } of this.#series.values()) {
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
    return { name, help: "Time to answer a request", type: "histogram", aggregator: "sum", values };
  }
}
