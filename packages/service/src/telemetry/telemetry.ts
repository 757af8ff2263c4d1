import type { IncomingHttpHeaders } from "node:http";
import type { MetricValues } from "../metrics.ts";
import type { SendRequest } from "../outgoing/request.ts";
import type { StatementListener } from "../store/database/statement-names.ts";

/**
 * Traces and metrics for OpenTelemetry. Without the OTEL_* variables there is no object of this type, and the SDK is not loaded. Names and
 * attributes of spans come from closed sets or are identifiers of the service: no personal data, no keys, no addresses with their paths.
 */
export interface Telemetry {
  /** Begins the span of a request, as part of the caller's trace if the caller sent one. */
  beginRequest(request: ArrivedRequest): RequestSpan;
  /**
   * Runs background work in a span. Work on an order continues the trace of the order's booking, if this process knows
   * it.
   */
  around<T>(work: { name: string; id?: string }, run: () => Promise<T>): Promise<T>;
  /** Stores the current trace as the trace of this order's booking. */
  rememberOrder(orderId: string): void;
  /** Sends each request with its own span and traceparent. */
  sending(what: "supplier" | "callback" | "payment", send: SendRequest): SendRequest;
  /** Records a finished statement as part of the current trace. Without a current trace it records nothing. */
  onStatement: StatementListener;
  /** Exports these values at intervals. */
  exportMetrics(snapshot: () => Promise<MetricValues>): void;
  /** Exports the remaining values. */
  stop(): Promise<void>;
}

interface ArrivedRequest {
  method: string;
  headers: IncomingHttpHeaders;
  requestId: string;
  /** The time by performance.now(). */
  startedAt: number;
}

export interface RequestSpan {
  /** Runs work as part of this span, including the work that it starts. */
  enter(work: () => void): void;
  /** Ends the span. `status` is undefined when the client had disconnected before the answer. */
  end(answer: { route: string; status: number | undefined }): void;
}
