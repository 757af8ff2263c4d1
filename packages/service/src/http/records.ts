import type { Format } from "@paseo/contract";
import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Caller } from "../domain/partners/keys.ts";
import type { SentOrder } from "../domain/partners/usage.ts";
import { requestLogger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { answerFormat } from "../web/negotiation.ts";
import type { PageFastPathOptions } from "./cache/fast-path.ts";

export interface RecordOptions {
  logger: Logger;
  metrics: Metrics;
  telemetry?: Pick<Telemetry, "beginRequest"> | undefined;
  /** Called for every answered request with a partner's key. */
  onPartner?:
    | ((caller: Caller, route: string, codes: readonly string[], sentOrder: SentOrder | null) => void)
    | undefined;
}

export type RequestRecords = ReturnType<typeof requestRecords>;

/** Logs, measures and traces each request once. Each method handles one kind of answer. */
export function requestRecords({ logger, metrics, telemetry, onPartner }: RecordOptions) {
  const requests = requestLogger(logger);
  const log = (level: "error" | "debug" | "info", request: object, ms: number): void =>
    requests[level]({ ...request, ms: Math.round(ms * 1000) / 1000 }, "request");

  return {
    /**
     * Records an answer of a route. The log has the route's pattern, because the address may hold identifiers. Cached pages are logged at
     * `debug`: the metrics count them, and a log line costs a third of a cached page.
     */
    answered(request: FastifyRequest, status: number, cached = false): void {
      const { method } = request;
      const route = request.routeOptions.url ?? "unmatched";
      const isGone = request.raw.socket?.destroyed === true;
      request.span?.end({ route, status: isGone ? undefined : status });
      if (isGone) {
        metrics.dropped("client-gone");
        return;
      }
      const format = route.startsWith("/api/") ? (answerFormat(request) ?? "json") : "other";
      const ms = performance.now() - request.startedAt;
      if (request.caller) onPartner?.(request.caller, route, request.codes ?? [], request.sentOrder);
      metrics.request({ route, method, status, format }, ms / 1000);
      // During an outage every request is a 503, which the metrics count.
      const level = status === 503 || cached ? "debug" : status >= 500 ? "error" : "info";
      // Some protocols refuse with status 200, GetYourGuide a wrong key too. Only the code tells.
      const isRefusal = status < 400 && !route.startsWith("/api/") && request.codes !== null;
      const codes = isRefusal ? { codes: request.codes } : {};
      log(level, { requestId: request.id, method, route, status, ...codes }, ms);
    },

    /** Records an answer of the page cache's fast path. */
    cached({
      requestId,
      route,
      format,
      status,
      startedAt,
      headers,
    }: Parameters<PageFastPathOptions["onSent"]>[0]): void {
      const ms = performance.now() - startedAt;
      telemetry?.beginRequest({ method: "GET", headers, requestId, startedAt }).end({ route, status });
      metrics.request({ route, method: "GET", status, format }, ms / 1000);
      if (requests.isLevelEnabled("debug")) log("debug", { requestId, method: "GET", route, status }, ms);
    },

    /** Records a refusal before the router. */
    refused(method: string, format: Format, startedAt: number): void {
      const seconds = (performance.now() - startedAt) / 1000;
      metrics.request({ route: "unmatched", method, status: 503, format }, seconds);
    },
  };
}
