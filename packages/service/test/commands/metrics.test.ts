import assert from "node:assert/strict";
import { test } from "node:test";
import { createMetrics } from "../../src/metrics.ts";

const series = (body: string, start: string) =>
  body
    .split("\n")
    .filter((line) => line.startsWith(start))
    .map((line) => line.slice(start.length));

test("each bucket includes the smaller ones", async () => {
  const metrics = createMetrics();
  const request = { route: "/api/products", method: "GET", status: 200, format: "xml" as const };
  for (const seconds of [0.0004, 0.0005, 0.003, 0.9, 60]) metrics.request(request, seconds);
  const { body } = await metrics.text();
  const labels = 'route="/api/products",method="GET",status="200",form="xml"';
  const name = "paseo_http_request_duration_seconds";
  const bucket = (le: string) => Number(series(body, `${name}_bucket{le="${le}",${labels}} `)[0]);
  assert.deepEqual(["0.0005", "0.001", "0.005", "0.5", "1", "10", "+Inf"].map(bucket), [2, 2, 3, 3, 4, 4, 5]);
  assert.equal(series(body, `${name}_count{${labels}} `)[0], "5");
  assert.ok(Math.abs(Number(series(body, `${name}_sum{${labels}} `)[0]) - 60.9039) < 1e-9);
});

test("unknown methods share one series", async () => {
  const metrics = createMetrics();
  for (const method of ["PURGE", "BREW", "LINK"])
    metrics.request({ route: "unmatched", method, status: 404, format: "other" }, 0.001);
  const counts = series((await metrics.text()).body, "paseo_http_request_duration_seconds_count");
  assert.deepEqual(counts, ['{route="unmatched",method="other",status="404",form="other"} 3']);
});

test("orders, refusals, the catalogue's version and page caches are counted", async () => {
  const metrics = createMetrics();
  metrics.order("placed");
  metrics.order("placed");
  metrics.refusal("capacity");
  metrics.watchCatalogueVersion(async () => 42);
  metrics.pageCache("hit");
  metrics.pageCache("hit");
  metrics.pageCache("miss");
  metrics.pageCache("revalidated");
  for (const time of ["first", "second"]) {
    const { body, contentType } = await metrics.text();
    assert.match(contentType, /^text\/plain; version=0\.0\.4/);
    assert.deepEqual(series(body, "paseo_orders_total"), ['{outcome="placed"} 2'], time);
    assert.deepEqual(series(body, "paseo_refusals_total"), ['{code="capacity"} 1']);
    assert.deepEqual(series(body, "paseo_catalogue_version"), [" 42"]);
    assert.deepEqual(series(body, "paseo_page_cache_lookups_total"), [
      '{lookup="hit"} 2',
      '{lookup="miss"} 1',
      '{lookup="revalidated"} 1',
    ]);
  }
});

test("every line is in Prometheus' text format, process metrics included", async () => {
  const metrics = createMetrics();
  metrics.request({ route: "/", method: "GET", status: 200, format: "other" }, 0.1);
  const { body } = await metrics.text();
  assert.match(body, /^process_resident_memory_bytes \d/m);
  assert.match(body, /^nodejs_eventloop_lag_seconds /m);
  for (const line of body.split("\n")) {
    assert.match(
      line,
      /^$|^# (HELP|TYPE) \w+ .+$|^\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? (-?[\d.]+(e[+-]?\d+)?|Nan|NaN)$/,
      line,
    );
  }
});

test("two apps in one process have separate counts", async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.order("placed");
  assert.deepEqual(series((await other.text()).body, "paseo_orders_total{"), []);
});
