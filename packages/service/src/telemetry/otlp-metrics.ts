import { type HrTime, ValueType } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type Histogram,
  type MetricData,
} from "@opentelemetry/sdk-metrics";
import type { MetricValues } from "../metrics.ts";

/** Converts the values of /metrics for OpenTelemetry: with the same names and labels, each measured once. */
export function toOtlpMetrics(
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
