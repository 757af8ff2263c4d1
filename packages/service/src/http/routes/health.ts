import type { FastifyInstance } from "fastify";
import type { Service } from "../../service.ts";

/** Liveness, readiness and metrics, for operators. */
export function healthRoutes(app: FastifyInstance, service: Service): void {
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
}

const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
