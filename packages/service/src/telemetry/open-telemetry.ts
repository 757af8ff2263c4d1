import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import {
  type Attributes,
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  type HrTime,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  ValueType,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { detectResources, envDetector, type Resource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type Histogram,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { MetricValues } from "../metrics.ts";
import type { RequestOutcome, SendRequest } from "../outgoing/request.ts";
import { statementName } from "../store/database/statement-names.ts";
import type { TelemetrySettings } from "./settings.ts";
import type { Telemetry } from "./telemetry.ts";

/** Converts the values of /metrics for OpenTelemetry: with the same names and labels, each measured once. */
function toOtlpMetrics(
  snapshot: MetricValues,
  { resource, version, startedAt }: { resource: Resource; version: string; startedAt: number },
): CollectionResult {
  const times = { startTime: hrTime(startedAt), endTime: hrTime(Date.now()) };
  const metrics = snapshot.flatMap((metric) => metricOf(metric, times) ?? []);
  return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: "paseo", version }, metrics }] }, errors: [] };
}

type Times = { startTime: HrTime; endTime: HrTime };
type Metric = MetricValues[number];
type Labels = Record<string, string>;

function metricOf(metric: Metric, times: Times): MetricData | undefined {
  const { name, help } = metric;
  const unit = name.endsWith("_seconds") ? "s" : name.endsWith("_bytes") ? "By" : "";
  const base = {
    descriptor: { name, description: help, unit, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // A gauge that was never set has no number.
  const points = metric.values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ ...times, attributes: labels as Labels, value }));
  // The types of prom-client have an enum that its values do not follow.
  switch (`${metric.type}`) {
    case "counter":
      return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points };
    case "gauge":
      return { ...base, dataPointType: DataPointType.GAUGE, dataPoints: points };
    case "histogram":
      return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(metric, times) };
    default:
      return undefined;
  }
}

/** Converts histograms. In Prometheus each bucket includes the smaller values, in OpenTelemetry it does not. */
function histograms({ name, values }: Metric, times: Times): (Times & { attributes: Labels; value: Histogram })[] {
  const series = new Map<string, { attributes: Labels; upTo: [number, number][]; sum: number; count: number }>();
  for (const { metricName, labels, value } of values as { metricName: string; labels: Labels; value: number }[]) {
    const { le, ...attributes } = labels;
    const key = JSON.stringify(Object.entries(attributes).sort());
    const one = series.get(key) ?? { attributes, upTo: [], sum: 0, count: 0 };
    series.set(key, one);
    if (metricName === `${name}_sum`) one.sum = value;
    else if (metricName === `${name}_count`) one.count = value;
    else if (le !== "+Inf") one.upTo.push([Number(le), value]);
  }
  return Array.from(series.values(), ({ attributes, upTo, sum, count }) => {
    upTo.sort(([a], [b]) => a - b);
    const counts = upTo.map(([, total], index) => total - (upTo[index - 1]?.[1] ?? 0));
    const beyond = count - (upTo.at(-1)?.[1] ?? 0);
    const buckets = { boundaries: upTo.map(([boundary]) => boundary), counts: [...counts, beyond] };
    return { ...times, attributes, value: { buckets, sum, count } };
  });
}

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];

/** Telemetry by the OpenTelemetry SDK. Import this file only when telemetry is on. */

/** Maximum number of orders whose booking trace is stored, so that a job can continue the trace. */
const rememberedOrders = 10_000;
/** Health checks are excluded, because they would be most of the traces. */
const untraced = new Set(["/healthz", "/readyz", "/metrics"]);

export async function startTelemetry(
  settings: TelemetrySettings,
  { version, logger }: { version: string; logger: Logger },
): Promise<Telemetry> {
  reportProblems(logger);
  const resource = resourceOf(version);
  const traces = await tracerProvider(settings.traces, resource);
  const metricExporter = await metricExporterOf(settings.metrics);
  let metrics: MeterProvider | undefined;

  const tracer = traces?.getTracer("paseo", version);
  const propagator = new W3CTraceContextPropagator();
  /** The context of the work in progress. The global context of the API is not used: two apps may run in one process. */
  const current = new AsyncLocalStorage<Context>();
  const bookings = new LRUCache<string, SpanContext>({ max: rememberedOrders });

  const contextOf = (span: Span, parent: Context = ROOT_CONTEXT): Context => trace.setSpan(parent, span);

  /** Runs work in a new span, and ends the span with the work. */
  async function within<T>(
    name: string,
    { kind, attributes, parent = ROOT_CONTEXT }: { kind: SpanKind; attributes: Attributes; parent?: Context },
    work: (span: Span, context: Context) => Promise<T>,
  ): Promise<T> {
    const span = tracer!.startSpan(name, { kind, attributes }, parent);
    const context = contextOf(span, parent);
    try {
      return await current.run(context, () => work(span, context));
    } catch (error) {
      failed(span, (error as Error).name);
      throw error;
    } finally {
      span.end();
    }
  }

  return {
    beginRequest({ method, headers, requestId, startedAt }) {
      const parent = settings.propagates
        ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
        : ROOT_CONTEXT;
      const attributes = { "http.request.method": method, "paseo.request.id": requestId };
      const span = tracer?.startSpan(method, { kind: SpanKind.SERVER, attributes, startTime: startedAt }, parent);
      const context = span ? contextOf(span, parent) : undefined;
      return {
        enter: (work) => (context ? current.run(context, work) : work()),
        end({ route, status }) {
          // A span that never ends is not exported.
          if (!span || untraced.has(route)) return;
          span.updateName(`${method} ${route}`);
          span.setAttribute("http.route", route);
          if (status === undefined) failed(span, "client-gone");
          else span.setAttribute("http.response.status_code", status);
          if (status !== undefined && status >= 500) failed(span, `${status}`);
          span.end(performance.now());
        },
      };
    },

    around({ name, id }, run) {
      if (!tracer) return run();
      const booking = id === undefined ? undefined : bookings.get(id);
      const parent = current.getStore() ?? (booking && trace.setSpanContext(ROOT_CONTEXT, booking));
      const attributes: Attributes = id === undefined ? {} : { "paseo.order.id": id };
      return within(name, { kind: SpanKind.INTERNAL, attributes, ...(parent && { parent }) }, run);
    },

    rememberOrder(orderId) {
      const context = current.getStore();
      const span = context && trace.getSpan(context);
      if (!span) return;
      span.setAttribute("paseo.order.id", orderId);
      bookings.set(orderId, span.spanContext());
    },

    sending(what, send): SendRequest {
      if (!tracer) return send;
      return async (options) => {
        const { hostname: address, port, protocol } = new URL(options.url);
        const attributes = {
          "http.request.method": "POST",
          "server.address": address,
          "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
        };
        const parent = current.getStore();
        const traced = { kind: SpanKind.CLIENT, attributes, ...(parent && { parent }) };
        return within(`${what} POST`, traced, async (span, context) => {
          const headers = { ...options.headers };
          if (settings.propagates) propagator.inject(context, headers, defaultTextMapSetter);
          return ended(span, await send({ ...options, headers }));
        });
      };
    },

    onStatement(text, startedAt, endedAt, error) {
      const parent = current.getStore();
      if (!parent || !tracer) return;
      const name = statementName(text);
      const attributes = { "db.system.name": "postgresql", "db.query.summary": name };
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime: startedAt }, parent);
      if (error !== undefined) failed(span, `${(error as { code?: unknown }).code ?? (error as Error).name}`);
      span.end(endedAt);
    },

    exportMetrics(snapshot) {
      if (!metricExporter) return;
      const startedAt = Date.now();
      const reader = new PeriodicExportingMetricReader({
        exporter: metricExporter,
        exportIntervalMillis: settings.metricsEveryMs,
        exportTimeoutMillis: Math.min(settings.metricsEveryMs, 10_000),
        metricProducers: [{ collect: async () => toOtlpMetrics(await snapshot(), { resource, version, startedAt }) }],
      });
      metrics = new MeterProvider({ resource, readers: [reader] });
    },

    async stop() {
      // An unavailable collector must not delay the stop: the exporters have their own time limits, and a stop takes 3
      // s at most.
      const ends = Promise.allSettled([metrics?.shutdown(), traces?.shutdown()]);
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        ends,
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, 3_000);
        }),
      ]);
      clearTimeout(timer);
    },
  };
}

function failed(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function ended(span: Span, outcome: RequestOutcome): RequestOutcome {
  if (outcome.outcome === "failed") failed(span, outcome.reason);
  else {
    span.setAttribute("http.response.status_code", outcome.status);
    if (outcome.status >= 400) failed(span, `${outcome.status}`);
  }
  return outcome;
}

/** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override these. */
function resourceOf(version: string): Resource {
  const own = resourceFromAttributes({
    "service.name": "paseo",
    "service.version": version,
    "service.instance.id": randomUUID(),
    "host.name": hostname(),
    "process.pid": process.pid,
  });
  return own.merge(detectResources({ detectors: [envDetector] }));
}

async function tracerProvider(
  protocol: TelemetrySettings["traces"],
  resource: Resource,
): Promise<BasicTracerProvider | undefined> {
  if (protocol === undefined) return undefined;
  const { OTLPTraceExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
}

async function metricExporterOf(protocol: TelemetrySettings["metrics"]) {
  if (protocol === undefined) return undefined;
  const { OTLPMetricExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-metrics-otlp-http")
      : await import("@opentelemetry/exporter-metrics-otlp-proto");
  return new OTLPMetricExporter();
}

/** If the collector is unavailable, every export fails; the service logs this once a minute. */
const sameProblemMs = 60_000;

function reportProblems(logger: Logger): void {
  let lastAt = Number.NEGATIVE_INFINITY;
  const report = (message: string, ...more: unknown[]) => {
    if (performance.now() - lastAt < sameProblemMs) return;
    lastAt = performance.now();
    // The SDK passes errors as objects, or as JSON texts with their stacks.
    const texts = [message, ...more].map((part) => (part instanceof Error ? part.message : `${part}`));
    const detail = texts.map((text) => /"message":"([^"]+)"/.exec(text)?.[1] ?? text).join(" ");
    logger.warn({ detail: detail.slice(0, 300) }, "telemetry cannot be exported");
  };
  const quiet = () => {};
  diag.setLogger(
    { error: report, warn: report, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
