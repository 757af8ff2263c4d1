import type { FastifyInstance } from "fastify";
import type { Service } from "../../service.ts";

/** For those who run the service: is it alive, may it have traffic, what does it count. */
export function healthRoutes(app: FastifyInstance, service: Service): void {
  app.get("/healthz", (_request, reply) => reply.headers(plain).send("ok\n"));

  app.get("/readyz", async (_request, reply) => {
    const { state } = service.lifecycle;
    const reason = state !== "ready" ? state : await storeProblem();
    return reply
      .code(reason ? 503 : 200)
      .headers(plain)
      .send(`${reason ?? "ready"}\n`);
  });

  app.get("/metrics", async (_request, reply) => {
    if (service.lifecycle.state === "ready") {
      service.metrics.catalogueVersion((await service.currentVersion()).updateVersion);
    }
    const { contentType, body } = await service.metrics.text();
    return reply.headers({ "content-type": contentType, "cache-control": "no-store" }).send(body);
  });

  async function storeProblem(): Promise<string | undefined> {
    try {
      await service.currentVersion();
      return undefined;
    } catch (error) {
      service.logger.warn({ err: error }, "the store does not answer");
      return "the store does not answer";
    }
  }
}

const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
