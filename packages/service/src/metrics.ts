import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** What the service counts for Prometheus. Labels are from closed sets only: nothing a client writes becomes a label. */
export interface Metrics {
  /** One answered request. `route` is the pattern, never the address; `seconds` from its first byte to our last. */
  request(
    request: { route: string; method: string; status: number; form: "json" | "xml" | "other" },
    seconds: number,
  ): void;
  /** The newest version of the catalogue that this process serves. */
  catalogueVersion(version: number): void;
  /** A placement's outcome, such as `placed`, `repeated` or `refused`. */
  order(outcome: string): void;
  /** A code in the Errors of validate or book. */
  refusal(code: string): void;
  pageBuffer(lookup: "hit" | "miss"): void;
  /** The text that /metrics answers, with its content type. */
  text(): Promise<{ contentType: string; body: string }>;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** A registry of its own for each app, so that two in one process (tests) do not count into each other. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: "paseo_http_request_duration_seconds",
    help: "Time to answer a request",
    labelNames: ["route", "method", "status", "form"],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const version = new Gauge({ name: "paseo_catalogue_version", help: "Newest catalogue version served", registers });
  const orders = new Counter({ name: "paseo_orders_total", help: "Placements", labelNames: ["outcome"], registers });
  const refusals = new Counter({
    name: "paseo_refusals_total",
    help: "Codes in the Errors of validate and book",
    labelNames: ["code"],
    registers,
  });
  const buffers = new Counter({
    name: "paseo_page_buffer_lookups_total",
    help: "Lookups of ready pages",
    labelNames: ["lookup"],
    registers,
  });
  // A prom-client child is looked up by hashing its labels; these two are on the path of every page, so they are kept.
  const hit = buffers.labels("hit");
  const miss = buffers.labels("miss");

  return {
    request({ route, method, status, form }, seconds) {
      requests.observe({ route, method: methods.has(method) ? method : "other", status, form }, seconds);
    },
    catalogueVersion: (newest) => version.set(newest),
    order: (outcome) => orders.inc({ outcome }),
    refusal: (code) => refusals.inc({ code }),
    pageBuffer: (lookup) => (lookup === "hit" ? hit : miss).inc(),
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
