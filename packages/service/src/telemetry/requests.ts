import type { FastifyInstance } from "fastify";
import type { RequestSpan, Telemetry } from "./telemetry.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The request in its trace; null without telemetry. */
    span: RequestSpan | null;
  }
}

/**
 * Traces requests. The work of a request belongs to its span. The body arrives in events of the connection, so the handler enters the
 * span again.
 */
export function traceRequests(app: FastifyInstance, telemetry: Pick<Telemetry, "beginRequest"> | undefined): void {
  app.decorateRequest("span", null);
  if (!telemetry) return;
  app.addHook("onRequest", (request, _reply, done) => {
    const { id: requestId, method, headers, startedAt } = request;
    request.span = telemetry.beginRequest({ method, headers, requestId, startedAt });
    request.span.enter(done);
  });
  app.addHook("preHandler", (request, _reply, done) => (request.span ? request.span.enter(done) : done()));
}
