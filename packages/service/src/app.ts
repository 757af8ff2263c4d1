import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { registerDocs } from "./http/docs.ts";
import { overloaded } from "./http/problems.ts";
import { catalogueRoutes } from "./http/routes/catalogue.ts";
import { healthRoutes } from "./http/routes/health.ts";
import { orderRoutes } from "./http/routes/orders.ts";
import { createHttp } from "./http/server.ts";
import { startSweeps } from "./jobs/sweeps.ts";
import { createMetrics } from "./metrics.ts";
import { Lifecycle, type Service } from "./service.ts";
import type { Database } from "./store/database.ts";
import { migrate } from "./store/migrate.ts";
import { createVersionGate } from "./store/version-gate.ts";

/** The one place where the service is put together. */
export interface App {
  service: Service;
  http: FastifyInstance;
  /** Migrates, starts the sweeps and turns ready. */
  start(prepare?: () => Promise<void>): Promise<void>;
  /** Turns not ready, lets requests in flight finish, stops the sweeps and closes the store. */
  stop(): Promise<void>;
}

export interface AppOptions {
  config: Config;
  database: Database;
  logger: Logger;
  clock?: () => Date;
}

export function createApp({ config, database, logger, clock = () => new Date() }: AppOptions): App {
  const lifecycle = new Lifecycle();
  const metrics = createMetrics();
  const { db } = database;
  const service: Service = {
    config,
    db,
    clock,
    logger,
    metrics,
    lifecycle,
    currentVersion: createVersionGate(database),
  };
  const http = createHttp({ logger, metrics });
  http.addHook("onRequest", (request, _reply, done) => {
    // Liveness, readiness and the documents answer while the store is still being made ready; the interface does not.
    const early = lifecycle.state === "starting" && request.url.toLowerCase().startsWith("/api/");
    done(early ? overloaded(1) : undefined);
  });
  healthRoutes(http, service);
  registerDocs(http, config);
  catalogueRoutes(http, service);
  orderRoutes(http, service);
  let stopSweeps = async (): Promise<void> => {};

  return {
    service,
    http,
    async start(prepare = async () => {}) {
      const ran = await migrate(db);
      if (ran.length > 0) logger.info({ migrations: ran }, "migrated");
      await prepare();
      stopSweeps = startSweeps(db, { clock, priceHoldMinutes: config.priceHoldMinutes, logger });
      lifecycle.state = "ready";
    },
    async stop() {
      lifecycle.state = "stopping";
      await http.close();
      await stopSweeps();
      await database.close();
    },
  };
}
