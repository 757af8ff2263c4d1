import { once } from "node:events";
import { createServer } from "node:http";
import type { ListenOptions } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Service } from "../../service.ts";

/** Liveness, readiness and metrics, for operators. Returns how to listen at PROBE_PORT too, if it is set. */
export function healthRoutes(app: FastifyInstance, service: Service): (address: ListenOptions) => Promise<void> {
  app.get("/healthz", (_request, reply) => reply.headers(plain).send("ok\n"));

  app.get("/readyz", async (_request, reply) => {
    const { state } = service.lifecycle;
    const reason = state !== "ready" ? state : await service.health.problem();
    return reply
      .code(reason ? 503 : 200)
      .headers(plain)
      .send(`${reason ?? "ready"}\n`);
  });

  app.get("/metrics", async (_request, reply) => {
    const { contentType, body } = await service.metrics.text();
    return reply.headers({ "content-type": contentType, "cache-control": "no-store" }).send(body);
  });

  const { probePort } = service.config;
  // The system queues the new connections of each port, and a turn of the event loop accepts one from each queue: thousands of
  // partners that connect at once do not delay a probe.
  const probes = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    if (probed.test(request.url!)) app.routing(request, response);
    else response.writeHead(404, plain).end("This port answers /healthz, /readyz and /metrics.\n");
  });
  app.addHook("onClose", async () => {
    probes.close();
    probes.closeAllConnections();
  });
  return async (address) => {
    if (probePort !== undefined) await once(probes.listen({ ...address, port: probePort }), "listening");
  };
}

const probed = /^\/(healthz|readyz|metrics)\/?(\?|$)/;
const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
