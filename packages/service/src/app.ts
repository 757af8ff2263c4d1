import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { adminRoutes } from "./admin/routes.ts";
import type { Config } from "./config.ts";
import { liveGaps, testGaps } from "./domain/callback-schedule.ts";
import type { Courier } from "./domain/callbacks.ts";
import { FileReader } from "./domain/files/reader.ts";
import type { OrderDesk } from "./domain/order-changes.ts";
import { Usage } from "./domain/usage.ts";
import { registerConsole } from "./http/console.ts";
import { registerDocs } from "./http/docs.ts";
import { overloaded } from "./http/problems.ts";
import { catalogueRoutes } from "./http/routes/catalogue.ts";
import { healthRoutes } from "./http/routes/health.ts";
import { orderRoutes } from "./http/routes/orders.ts";
import { sandboxRoutes } from "./http/routes/sandbox.ts";
import { supplierAnswerRoutes } from "./http/routes/supplier-answers.ts";
import { voucherRoutes } from "./http/routes/vouchers.ts";
import { createHttp } from "./http/server.ts";
import { startCallbacks } from "./jobs/callbacks.ts";
import { startHandOver } from "./jobs/hand-over.ts";
import { startRefreshingPages } from "./jobs/refresh-pages.ts";
import { startSweeps } from "./jobs/sweeps.ts";
import { startUsage } from "./jobs/usage.ts";
import { createMetrics, type MetricsText } from "./metrics.ts";
import { Lifecycle, type Service } from "./service.ts";
import type { Database } from "./store/database.ts";
import { migrate } from "./store/migrate.ts";
import { createQueue } from "./store/queue.ts";
import { createCatalogueReads } from "./store/replica.ts";
import { createVersionGate } from "./store/version-gate.ts";
import { createSuppliers } from "./suppliers/suppliers.ts";

/** The one place where the service is put together. */
export interface App {
  service: Service;
  http: FastifyInstance;
  /** Delivers notifications; for sending one again by hand. */
  courier: Courier;
  /** Migrates, starts the jobs and turns ready. */
  start(prepare?: () => Promise<void>): Promise<void>;
  /** Turns not ready, lets requests and jobs in flight finish, and closes the store. */
  stop(): Promise<void>;
}

export interface AppOptions {
  config: Config;
  database: Database;
  /** A streaming replica of the database, for pages of the catalogue. */
  replica?: Database | undefined;
  logger: Logger;
  clock?: () => Date;
  /** Whether suppliers are asked, callbacks delivered and sweeps run here: yes unless it says no. */
  jobs?: boolean;
  /** Seconds between attempts at a notification, in place of the documented ones. */
  callbackGaps?: Courier["gaps"];
  /** How often it is looked whose supplier is to be asked, in place of every second. */
  handOverEveryMs?: number;
  /** What /metrics answers, where this process is one of several behind one address. */
  metricsOfAll?: () => Promise<MetricsText>;
}

export function createApp(options: AppOptions): App {
  const { config, database, replica, logger, clock = () => new Date() } = options;
  const lifecycle = new Lifecycle();
  const own = createMetrics();
  const metrics = { ...own, text: options.metricsOfAll ?? own.text };
  const { db } = database;
  const queue = createQueue(database, (error) => logger.warn({ err: error }, "job queue"));
  const usage = new Usage();
  const http = createHttp({
    logger,
    metrics,
    trustProxy: config.trustProxy,
    onPartner: (caller, route, codes) =>
      usage.count(caller, route.split("/").at(route.endsWith("/:id") ? -2 : -1)!, codes, clock()),
  });
  const { suppliers, close: closeSuppliers } = createSuppliers({
    config,
    db,
    clock,
    publicUrl: () => desk.publicUrl,
    logger,
  });
  const desk: OrderDesk = {
    db,
    queue,
    clock,
    suppliers,
    get publicUrl() {
      return config.publicUrl ?? listeningAt(http, config);
    },
    sandbox: config.sandbox,
    underWay: new Set(),
    onOutcome: metrics.supplierOutcome,
    onError: (error) => logger.warn({ err: error }, "asking a supplier failed"),
  };
  const courier: Courier = {
    db,
    queue,
    clock,
    allowPrivate: config.callbackAllowPrivate,
    gaps: options.callbackGaps ?? { live: liveGaps, test: testGaps },
    onAttempt: metrics.callbackAttempt,
  };
  const service: Service = {
    config,
    db,
    clock,
    logger,
    metrics,
    lifecycle,
    usage,
    desk,
    courier,
    files: new FileReader(),
    currentVersion: createVersionGate(database),
    readCatalogue: createCatalogueReads(db, replica?.db, {
      onRead: metrics.replicaRead,
      onFailure: (error) => logger.warn({ err: error }, "the replica failed"),
    }),
  };
  http.addHook("onRequest", (request, _reply, done) => {
    // Liveness, readiness and the documents answer while the store is still being made ready; what needs it does not.
    const early = lifecycle.state === "starting" && /^\/(api|sandbox|voucher)\//i.test(request.url);
    done(early ? overloaded(1) : undefined);
  });
  healthRoutes(http, service);
  registerDocs(http, config);
  registerConsole(http);
  const refreshPages = catalogueRoutes(http, service);
  orderRoutes(http, service);
  sandboxRoutes(http, service);
  voucherRoutes(http, service);
  adminRoutes(http, service);
  supplierAnswerRoutes(http, service);
  const jobs: (() => Promise<void>)[] = [];
  const startJobs = async (): Promise<void> => {
    jobs.push(startSweeps(db, { ...config, clock, logger }));
    jobs.push(startHandOver(desk, logger, options.handOverEveryMs));
    jobs.push(await startCallbacks(courier, logger));
  };

  return {
    service,
    http,
    courier,
    async start(prepare = async () => {}) {
      const ran = await migrate(db);
      if (ran.length > 0) logger.info({ migrations: ran }, "migrated");
      await prepare();
      await queue.start();
      // Whoever serves has counts of its own to write.
      jobs.push(startUsage(db, usage, logger));
      if (options.jobs ?? true) await startJobs();
      jobs.push(await startRefreshingPages(database, refreshPages, logger));
      lifecycle.state = "ready";
    },
    async stop() {
      lifecycle.state = "stopping";
      await http.close();
      await queue.rest();
      await Promise.all([...jobs.map((stop) => stop()), ...desk.underWay]);
      closeSuppliers();
      await service.files.close();
      await queue.stop();
      await Promise.all([database.close(), replica?.close()]);
    },
  };
}

/** Where the server listens: its port may have been left to the system. */
export function listeningAt(http: FastifyInstance, { host, port }: Config): string {
  const address = http.server.address() as AddressInfo | null;
  return `http://${host.includes(":") ? `[${host}]` : host}:${address?.port ?? port}`;
}
