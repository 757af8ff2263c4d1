/**
 * The OTEL_* variables that decide whether and how telemetry is sent. The SDK reads the other OTEL_* variables itself.
 */

const protocols = ["http/protobuf", "http/json"] as const;
type Protocol = (typeof protocols)[number];

export interface TelemetrySettings {
  /** How traces are sent; undefined for no traces. */
  traces: Protocol | undefined;
  /** How metrics are sent; undefined for no metrics. */
  metrics: Protocol | undefined;
  /** Whether `traceparent` is read and sent. */
  propagates: boolean;
  metricsEveryMs: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings of telemetry. Returns undefined if no variable enables it. Adds refused values to `problems`. */
export function readTelemetry(env: Environment, problems: string[]): TelemetrySettings | undefined {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === "true") return undefined;
  const traces = protocolOf("TRACES", env, problems);
  const metrics = protocolOf("METRICS", env, problems);
  if (traces === undefined && metrics === undefined) return undefined;
  const propagators = env.OTEL_PROPAGATORS || "tracecontext";
  const interval = env.OTEL_METRIC_EXPORT_INTERVAL || "60000";
  if (!/^[1-9]\d{0,8}$/.test(interval))
    problems.push(`OTEL_METRIC_EXPORT_INTERVAL is ${shown(interval)}, but it must be a number of milliseconds.`);
  return {
    traces,
    metrics,
    propagates: propagators.split(",").some((name) => name.trim() === "tracecontext"),
    metricsEveryMs: Number(interval),
  };
}

/** Returns the protocol of a signal, if it is sent: if its exporter is `otlp`, or if an endpoint is set and its exporter is not set. */
function protocolOf(signal: "TRACES" | "METRICS", env: Environment, problems: string[]): Protocol | undefined {
  const endpoint = env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const exporter = env[`OTEL_${signal}_EXPORTER`] || (endpoint ? "otlp" : "none");
  if (exporter === "none") return undefined;
  if (exporter !== "otlp") {
    problems.push(`OTEL_${signal}_EXPORTER is ${shown(exporter)}, but it must be otlp or none.`);
    return undefined;
  }
  const own = `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`;
  const name = env[own] ? own : "OTEL_EXPORTER_OTLP_PROTOCOL";
  const protocol = env[name] || protocols[0];
  const known = protocols.find((one) => one === protocol);
  if (!known) problems.push(`${name} is ${shown(protocol)}, but it must be ${protocols.join(" or ")}.`);
  return known;
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 300));
