import assert from "node:assert/strict";
import { test } from "node:test";
import { languages } from "@paseo/contract";
import { registerDocs } from "../../../src/http/site/docs.ts";
import { countIncrease, LastHour, percentileMs, routeTotals } from "../../../src/http/site/documentation/last-hour.ts";
import { createMetrics } from "../../../src/metrics.ts";
import { startHttp } from "../../support/http.ts";

/** The page /status shows times from the metric of requests, of the last hour alone. Its JSON also has Viator's limits. */

const minutes = (count: number): number => count * 60_000;
const booking = { route: "/api/:lang/eventbook", method: "POST", status: 200, format: "json" } as const;

function start() {
  const metrics = createMetrics();
  let now = Date.UTC(2026, 10, 26, 12);
  const lastHour = new LastHour(
    async () => (await metrics.text()).body,
    () => now,
  );
  const pass = async (count: number) => {
    for (let minute = 0; minute < count; minute += 5) {
      now += minutes(5);
      await lastHour.sample();
    }
  };
  const timesOf = async (operation: string) =>
    (await lastHour.times()).operations.find((one) => one.operation === operation)!;
  return { metrics, lastHour, pass, timesOf };
}

test("the times are those of the last hour, not of earlier ones", async () => {
  const { metrics, pass, timesOf } = start();
  await pass(5);
  for (let n = 0; n < 10; n++) metrics.request(booking, 4);
  await pass(30);
  assert.deepEqual(await timesOf("eventbook"), {
    ...{ operation: "eventbook", method: "POST", path: "/api/{lang}/eventbook" },
    ...{ p50Ms: 3800, p90Ms: 4800, viator: { work: "booking", limitMs: 5000 } },
  });
  for (let n = 0; n < 30; n++) metrics.request({ ...booking, format: "xml" }, 0.02);
  await pass(40);
  const { p50Ms, p90Ms } = await timesOf("eventbook");
  assert.deepEqual([p50Ms, p90Ms], [18, 24]);
  await pass(65);
  assert.deepEqual((await timesOf("eventbook")).p90Ms, null);
});

test("a process that started a moment ago counts from its start", async () => {
  const { metrics, timesOf } = start();
  metrics.request({ ...booking, route: "/api/:lang/eventvalidate" }, 0.003);
  const { p90Ms, viator } = await timesOf("eventvalidate");
  assert.deepEqual(viator, { work: "availability check", limitMs: 1000 });
  assert.ok(p90Ms! > 2.5 && p90Ms! <= 5);
});

test("when a worker is replaced, and its counts begin at 0 again, no count is negative", () => {
  const steps = [new Map([[1, 100]]), new Map([[1, 130]]), new Map([[1, 20]]), new Map([[1, 25]])];
  assert.deepEqual(countIncrease(steps), new Map([[1, 30 + 20 + 5]]));
});

test("beyond the last bound a percentile is that bound", () => {
  assert.equal(
    percentileMs(
      new Map([
        [10, 0],
        [Number.POSITIVE_INFINITY, 4],
      ]),
      0.9,
    ),
    10_000,
  );
});

test("the counts of a route are those of all its statuses and formats", async () => {
  const metrics = createMetrics();
  metrics.request(booking, 0.3);
  metrics.request({ ...booking, status: 503 }, 0.3);
  metrics.request({ ...booking, format: "xml" }, 20);
  const buckets = routeTotals((await metrics.text()).body).get(booking.route)!;
  assert.deepEqual([buckets.get(0.5), buckets.get(Number.POSITIVE_INFINITY)], [2, 1]);
});

test("/status shows them as a page in each language, as Markdown and as JSON, and asks the metrics once for many visitors", async (t) => {
  const metrics = createMetrics();
  let asked = 0;
  const lastHour = new LastHour(async () => {
    asked++;
    return (await metrics.text()).body;
  });
  metrics.request(booking, 0.02);
  const { ask } = await startHttp(t, (app) =>
    registerDocs(
      app,
      {
        ...{ xmlNamespace: "http://example.test/partner", readAccess: "open", operatorName: "Paseos" },
        ...{ operatorPhone: undefined, offeredLanguages: languages },
      },
      lastHour,
    ),
  );
  const { status, headers } = await ask("/status", { headers: { "accept-language": "es" } });
  assert.deepEqual([status, headers.location], [302, "/docs/es/status"]);
  for (const lang of ["en", "es", "pt"]) {
    const { text } = await ask(`/docs/${lang}/status.md`);
    assert.doesNotMatch(text, /viator/i, "the limits of a marketplace are no business of partners");
    assert.ok(text.includes("| `eventbook` | 18 ms | 24 ms |"), text);
    assert.match((await ask(`/docs/${lang}/status`)).text, /<td><code>eventbook<\/code><\/td>/);
  }
  const { operations } = JSON.parse((await ask("/status.json")).text);
  assert.ok(operations.length >= 20);
  // The number of requests is the operator's business: the public learns times only.
  const fields = new Set(operations.flatMap((one: object) => Object.keys(one)));
  assert.deepEqual([...fields], ["operation", "method", "path", "p50Ms", "p90Ms", "viator"]);
  const limits = operations.filter((one: { viator: unknown }) => one.viator !== null);
  assert.deepEqual(
    limits.map((one: { operation: string; viator: { limitMs: number } }) => [one.operation, one.viator.limitMs]),
    [
      ["availability", 5000],
      ["eventvalidate", 1000],
      ["eventbook", 5000],
      ["eventhold", 1000],
    ],
  );
  assert.equal(asked, 1);
});
