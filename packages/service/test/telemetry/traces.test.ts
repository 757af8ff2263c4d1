import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pino } from "pino";
import { readConfig } from "../../src/config.ts";
import { openTelemetry } from "../../src/telemetry/open.ts";
import type { Telemetry } from "../../src/telemetry/telemetry.ts";
import { SupplierServer } from "../suppliers/supplier-server.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { eventId, Partner } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { type CallbackReceiver, startReceiver } from "../support/servers/callback-receiver.ts";
import { flat, OtlpReceiver, type ReceivedSpan } from "../support/servers/otlp-receiver.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** Traces and metrics of the whole service, as a collector receives them. */

const [server, client] = [2, 3];

onPostgres("telemetry", (open) => {
  let app: TestApp;
  let collector: OtlpReceiver;
  let supplier: SupplierServer;
  let receiver: CallbackReceiver;
  let partner: Partner;
  before(async () => {
    collector = new OtlpReceiver();
    supplier = new SupplierServer();
    await Promise.all([collector.open(), supplier.open()]);
    receiver = await startReceiver();
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_SERVICE_NAME: "paseo-test",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=ci",
      OTEL_BSP_SCHEDULE_DELAY: "50",
      OTEL_METRIC_EXPORT_INTERVAL: "200",
    };
    // The SDK reads the process's environment.
    Object.assign(process.env, env);
    const config = { ...readConfig({ PORT: "0", LOG_LEVEL: "silent", ...env }), callbackAllowPrivate: true };
    const telemetry = (await openTelemetry(config, pino({ level: "silent" }))) as Telemetry;
    const later = variant(
      show,
      { externalId: "later", immediateBooking: false, supplier: "theatre" },
      { externalId: "later-seat" },
    );
    app = await startApp({
      open,
      config,
      telemetry,
      catalogue: {
        ...testCatalogue,
        suppliers: [{ externalId: "theatre", name: "Theatre", kind: "http", settings: { url: supplier.url } }],
        products: [{ ...show, immediateBooking: true, supplier: "theatre" }, later],
      },
    });
    partner = new Partner(app);
  });
  after(async () => {
    await app?.stop();
    await receiver?.close();
    await supplier?.close();
    await collector?.close();
  });

  const parentOf = (spans: ReceivedSpan[], span: ReceivedSpan) =>
    spans.find(({ spanId }) => spanId === span.parentSpanId);
  /** The trace of an order's booking, once its callback and everything that began before have arrived. */
  const traceOf = (orderId: string) =>
    until(() => {
      const booking = collector.spans.find(
        ({ kind, attributes }) => kind === server && attributes["paseo.order.id"] === orderId,
      );
      const spans = booking ? collector.trace(booking.traceId) : [];
      const isWhole = spans.every((span) => span === booking || parentOf(spans, span));
      return isWhole && spans.some(({ name }) => name === "callback POST") && { booking: booking!, spans };
    }, "the trace");

  for (const [item, job] of [
    ["show-seat", undefined],
    ["later-seat", "dispatch"],
  ] as const)
    test(`one trace has the booking of ${item}, its SQL, its supplier call and its callback`, async () => {
      const event = await eventId(app, item, "2026-06-20T20:00");
      const callbackUrl = receiver.url(`/${item}`);
      const { id } = await partner.buy(event, { ADULT: 1 }, { callbackUrl });
      const [callback] = await receiver.waitFor(1, { path: `/${item}` });
      const { booking, spans } = await traceOf(id!);
      assert.deepEqual(
        [booking.name, booking.attributes["http.response.status_code"], booking.parentSpanId ?? ""],
        ["POST /api/:lang/eventbook", 200, ""],
      );
      const sent = (name: string) => spans.find((span) => span.name === name)!;
      const call = supplier.of("order.request", id!)[0]!;
      for (const [name, headers] of [
        ["supplier POST", call.headers],
        ["callback POST", callback!.headers],
      ] as const) {
        const span = sent(name);
        assert.equal(span.kind, client);
        assert.equal(headers.traceparent, `00-${span.traceId}-${span.spanId}-01`);
        assert.equal(span.attributes["server.address"], "127.0.0.1");
        assert.ok(Number(span.attributes["http.response.status_code"]) < 300);
      }
      assert.equal(parentOf(spans, sent("supplier POST"))!.name, job ?? booking.name);
      assert.equal(parentOf(spans, sent("callback POST"))!.name, "callbacks");
      const statements = spans.filter(({ attributes }) => attributes["db.system.name"] === "postgresql");
      const ofBooking = statements.filter((span) => parentOf(spans, span) === booking).map(({ name }) => name);
      assert.ok(ofBooking.length >= 3, `${ofBooking}`);
      assert.ok(spans.find(({ name }) => name === "callbacks")!.attributes["paseo.order.id"] === id);
    });

  test("a partner's trace goes on in the service, for pages from the cache too", async () => {
    const ids = ["11", "22", "33"].map((digits) => digits.repeat(16));
    for (const id of ids) {
      const headers = { traceparent: `00-${id}-00f067aa0ba902b7-01` };
      assert.equal((await fetch(`${app.url}/api/products?page=1`, { headers })).status, 200);
      const [span] = await until(() => {
        const spans = collector.trace(id).filter(({ kind }) => kind === server);
        return spans.length > 0 && spans;
      }, "the span");
      assert.deepEqual([span!.parentSpanId, span!.name], ["00f067aa0ba902b7", "GET /api/products"]);
    }
    const unsampled = "44".repeat(16);
    await fetch(`${app.url}/api/products?page=1`, { headers: { traceparent: `00-${unsampled}-00f067aa0ba902b7-00` } });
    const answer = await fetch(`${app.url}/api/products?page=1`, { headers: { traceparent: "nonsense" } });
    assert.equal(answer.status, 200);
    assert.deepEqual(collector.trace(unsampled), []);
  });

  test("health checks have no span, and a refused request has one with its status", async () => {
    for (const path of ["/healthz", "/readyz", "/metrics"]) await fetch(`${app.url}${path}`);
    const headers = { "content-type": "application/json" };
    await fetch(`${app.url}/api/es/eventbook`, { method: "POST", body: "{", headers });
    const refused = await until(
      () => collector.spans.find(({ attributes }) => attributes["http.response.status_code"] === 400),
      "the refused request",
    );
    assert.deepEqual([refused.name, refused.status.code ?? 0], ["POST /api/:lang/eventbook", 0]);
    const names = collector.spans.map(({ name }) => name).filter((name) => /healthz|readyz|metrics/.test(name));
    assert.deepEqual(names, []);
  });

  test("the metrics are those of /metrics, with the same names, labels and values", async () => {
    const shown = await (await fetch(`${app.url}/metrics`)).text();
    const names = Array.from(shown.matchAll(/^# TYPE (paseo_\w+) /gm), ([, name]) => name!);
    const placed = () => collector.metrics.find(({ name }) => name === "paseo_orders_total")?.sum;
    await until(() => placed()?.dataPoints[0]?.asDouble === 2, "two orders");
    assert.equal(placed()!.isMonotonic, true);
    assert.deepEqual(flat(placed()!.dataPoints[0]!), { outcome: "placed" });
    const exported = collector.metrics.map(({ name }) => name);
    for (const name of names) assert.ok(exported.includes(name), name);
    const version = collector.metrics.find(({ name }) => name === "paseo_catalogue_version")!.gauge!.dataPoints[0]!;
    assert.ok(version.asDouble! > 0);
    const durations = collector.metrics.find(({ name }) => name === "paseo_http_request_duration_seconds")!.histogram!;
    const books = durations.dataPoints.find((point) => flat(point).route === "/api/:lang/eventbook")!;
    assert.equal(books.bucketCounts.length, books.explicitBounds.length + 1);
    assert.equal(
      books.bucketCounts.reduce((sum, count) => sum + Number(count), 0),
      Number(books.count),
    );
  });

  test("the resource has the standard names, and nothing personal or secret leaves the service", () => {
    const resource = collector.resources[0]!;
    assert.deepEqual(
      [resource["service.name"], resource["deployment.environment.name"], typeof resource["service.version"]],
      ["paseo-test", "ci", "string"],
    );
    assert.ok(collector.text.length > 1000);
    for (const secret of [app.key, "customer@example.com", "+34 600 000 000", "192.0.2.1", "?shop=1", "/show-seat"])
      assert.ok(!collector.text.includes(secret), secret);
  });
});

test("a collector that is away is one line of the log, and the service stops", async () => {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const saved = { ...process.env };
  // Nobody listens on this port, which only root may use.
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_EXPORTER_OTLP_TIMEOUT: "300" };
  Object.assign(process.env, env);
  const telemetry = (await openTelemetry(readConfig(env), logger)) as Telemetry;
  for (const requestId of ["1", "2"]) {
    const request = { method: "GET", headers: {}, requestId, startedAt: performance.now() };
    telemetry.beginRequest(request).end({ route: "/", status: 200 });
  }
  telemetry.exportMetrics(async () => []);
  await telemetry.stop();
  process.env = saved;
  await until(() => lines.length > 0, "the line");
  assert.equal(lines.length, 1, `${lines}`);
  assert.equal(JSON.parse(lines[0]!).msg, "telemetry cannot be exported");
  assert.match(JSON.parse(lines[0]!).detail, /ECONNREFUSED|[Tt]imeout|timed out/);
});

test("protobuf is the default, and a trace and metrics arrive before the end of the service", async () => {
  const collector = new OtlpReceiver();
  await collector.open();
  const saved = { ...process.env };
  for (const name of Object.keys(process.env)) if (name.startsWith("OTEL_")) delete process.env[name];
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  Object.assign(process.env, env);
  const config = { ...readConfig({ PORT: "0", LOG_LEVEL: "silent", ...env }) };
  const telemetry = (await openTelemetry(config, pino({ level: "silent" }))) as Telemetry;
  telemetry.exportMetrics(async () => []);
  const { headers } = new Request("http://service/");
  telemetry
    .beginRequest({ method: "GET", headers: headers as never, requestId: "1", startedAt: performance.now() })
    .end({ route: "/", status: 200 });
  await telemetry.stop();
  await collector.close();
  process.env = saved;
  const found = collector.requests.map(({ path, type }) => `${path} ${type}`).sort();
  assert.deepEqual(found, ["/v1/metrics application/x-protobuf", "/v1/traces application/x-protobuf"]);
});
