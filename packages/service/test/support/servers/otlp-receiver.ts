import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";

/** A collector for OpenTelemetry: OTLP over HTTP on a port of 127.0.0.1. It reads JSON, and keeps protobuf as bytes. */

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number };
interface Keyed {
  attributes?: { key: string; value: Value }[];
}

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code?: number };
  attributes: Record<string, string | number | undefined>;
}

interface ReceivedMetric {
  name: string;
  sum?: { isMonotonic: boolean; dataPoints: Point[] };
  gauge?: { dataPoints: Point[] };
  histogram?: { dataPoints: (Point & { bucketCounts: number[]; explicitBounds: number[]; count: number })[] };
}

type Point = Keyed & { asDouble?: number; asInt?: number };

export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** The newest export of metrics. */
  metrics: ReceivedMetric[] = [];
  readonly resources: Record<string, string | number | undefined>[] = [];
  /** Everything that came, as text. */
  text = "";
  readonly requests: { path: string; type: string | undefined; bytes: number }[] = [];
  readonly #server = createServer(async (request, response) => {
    const sent = Buffer.concat(await request.toArray());
    const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
    const type = request.headers["content-type"];
    this.requests.push({ path: request.url!, type, bytes: body.length });
    this.text += body.toString("latin1");
    if (type === "application/json") this.#read(JSON.parse(body.toString()));
    response.writeHead(200, { "content-type": type ?? "" }).end(type === "application/json" ? "{}" : "");
  });

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** The spans of one trace, in the order of their starts. */
  trace(traceId: string): ReceivedSpan[] {
    return this.spans
      .filter((span) => span.traceId === traceId)
      .sort((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)));
  }

  // biome-ignore lint/suspicious/noExplicitAny: what comes from outside has no type
  #read(body: any): void {
    for (const { resource, scopeSpans } of body.resourceSpans ?? []) {
      this.resources.push(flat(resource));
      for (const { spans } of scopeSpans)
        for (const span of spans) this.spans.push({ ...span, attributes: flat(span) });
    }
    for (const { resource, scopeMetrics } of body.resourceMetrics ?? []) {
      this.resources.push(flat(resource));
      this.metrics = scopeMetrics.flatMap(({ metrics }: { metrics: ReceivedMetric[] }) => metrics);
    }
  }
}

export const flat = ({ attributes = [] }: Keyed): Record<string, string | number | undefined> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue]),
  );
