import { once } from "node:events";
import { createServer, type OutgoingHttpHeaders } from "node:http";
import type { ListenOptions } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Service } from "../../service.ts";

interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}

/**
 * Liveness, readiness and metrics, for operators: only at PROBE_PORT if it is set, else at the port of partners.
 * Returns how to listen at PROBE_PORT.
 */
export function healthRoutes(app: FastifyInstance, service: Service): (address: ListenOptions) => Promise<void> {
  const answers: Record<string, () => Promise<Answer>> = {
    "/healthz": async () => ({ status: 200, headers: plain, body: "ok\n" }),
    "/readyz": async () => {
      const { state } = service.lifecycle;
      const reason = state !== "ready" ? state : await service.health.problem();
      return { status: reason ? 503 : 200, headers: plain, body: `${reason ?? "ready"}\n` };
    },
    "/metrics": async () => {
      const { contentType, body } = await service.metrics.text();
      return { status: 200, headers: { ...plain, "content-type": contentType }, body };
    },
  };
  const { probePort } = service.config;
  if (probePort === undefined) {
    for (const [path, answer] of Object.entries(answers))
      app.get(path, { config: { load: "none" } }, async (_request, reply) => {
        const { status, headers, body } = await answer();
        return reply.code(status).headers(headers).send(body);
      });
    return async () => {};
  }
  // The system queues the new connections of each port, and a turn of the event loop accepts one from each queue: thousands of partners
  // that connect at the same time do not delay a probe.
  const probes = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, async (request, response) => {
    const path = request.url!.split("?", 1)[0]!.replace(/\/$/, "");
    const answer = Object.hasOwn(answers, path) ? answers[path]! : unknown;
    const { status, headers, body } = await answer().catch((error: unknown) => {
      service.logger.error({ err: error }, "a probe failed");
      return { status: 500, headers: plain, body: "The service failed to answer; the failure is in its log.\n" };
    });
    response.writeHead(status, headers).end(body);
  });
  app.addHook("onClose", async () => {
    probes.close();
    probes.closeAllConnections();
  });
  return async (address) => {
    await once(probes.listen({ ...address, port: probePort }), "listening");
  };
}

const plain = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

const unknown = async (): Promise<Answer> => ({
  status: 404,
  headers: plain,
  body: "This port answers /healthz, /readyz and /metrics.\n",
});
