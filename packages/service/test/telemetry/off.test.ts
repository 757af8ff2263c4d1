import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { pino } from "pino";
import { ConfigError, readConfig } from "../../src/config.ts";
import { openTelemetry } from "../../src/telemetry/open.ts";
import { startApp } from "../support/app.ts";
import { eventId, Partner } from "../support/partner.ts";
import { startReceiver } from "../support/servers/callback-receiver.ts";

/** Telemetry that is off, and the variables that turn it on. */

const silent = pino({ level: "silent" });

/** The packages of OpenTelemetry that this process has loaded. The metrics library loads the API, which is small and does nothing. */
const loaded = () => {
  const paths = Object.keys(createRequire(import.meta.url).cache);
  const names = paths.map((path) => /@opentelemetry\/([\w-]+)/.exec(path)?.[1]).filter((name) => name !== undefined);
  return [...new Set(names)].filter((name) => name !== "api").sort();
};

test("without OTEL_* nothing of the SDK is loaded and no traceparent is sent; with them it is loaded", async () => {
  await import("../../src/commands/serve/workers.ts");
  const config = { ...readConfig({ PORT: "0", LOG_LEVEL: "silent" }), callbackAllowPrivate: true };
  assert.equal(await openTelemetry(config, silent), undefined);
  const receiver = await startReceiver();
  const app = await startApp({ config });
  try {
    const event = await eventId(app, "show-seat", "2026-06-20T20:00");
    await new Partner(app).buy(event, { ADULT: 1 }, { callbackUrl: receiver.url(), testMode: true });
    const [callback] = await receiver.waitFor(1);
    assert.equal(callback!.headers.traceparent, undefined);
    assert.deepEqual(loaded(), []);
  } finally {
    await app.stop();
    await receiver.close();
  }
  const env = { OTEL_TRACES_EXPORTER: "otlp", OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };
  await (await openTelemetry({ ...config, ...readConfig(env) }, silent))!.stop();
  assert.ok(loaded().includes("sdk-trace"), `${loaded()}`);
});

const telemetryOf = (env: Record<string, string>) => readConfig(env).telemetry;
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };

test("an endpoint or an exporter turns telemetry on, each signal by itself", () => {
  const both = { traces: "http/protobuf", metrics: "http/protobuf", propagates: true, metricsEveryMs: 60_000 };
  assert.deepEqual(telemetryOf(endpoint), both);
  assert.deepEqual(telemetryOf({ OTEL_TRACES_EXPORTER: "otlp", OTEL_METRICS_EXPORTER: "otlp" }), both);
  assert.deepEqual(telemetryOf({ ...endpoint, OTEL_METRICS_EXPORTER: "none" }), { ...both, metrics: undefined });
  const tracesOnly = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector:4318/v1/traces" };
  assert.deepEqual(telemetryOf(tracesOnly), { ...both, metrics: undefined });
  assert.deepEqual(
    telemetryOf({
      ...endpoint,
      OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: "http/json",
      OTEL_PROPAGATORS: "none",
      OTEL_METRIC_EXPORT_INTERVAL: "5000",
    }),
    { traces: "http/protobuf", metrics: "http/json", propagates: false, metricsEveryMs: 5000 },
  );
});

test("a name alone, an empty value or OTEL_SDK_DISABLED leaves telemetry off", () => {
  for (const env of [
    {},
    { OTEL_SERVICE_NAME: "paseo", OTEL_RESOURCE_ATTRIBUTES: "a=b" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "" },
    { ...endpoint, OTEL_SDK_DISABLED: "true" },
    { ...endpoint, OTEL_TRACES_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none" },
  ] as Record<string, string>[])
    assert.equal(telemetryOf(env), undefined, JSON.stringify(env));
});

test("a protocol, an exporter or an interval that is not supported is refused with the variable's name", () => {
  for (const [name, value] of [
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_TRACES_EXPORTER", "zipkin"],
    ["OTEL_METRIC_EXPORT_INTERVAL", "0"],
  ] as const)
    assert.throws(
      () => telemetryOf({ ...endpoint, [name]: value }),
      (error) => error instanceof ConfigError && error.message.startsWith(`${name} is "${value}", but it must be`),
    );
});
