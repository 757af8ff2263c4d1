import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyListenOptions } from "fastify";
import type { Config } from "./config.ts";
import { type Context, type ContextOptions, createContext, localUrl } from "./context.ts";
import { kindOf, limitLoad, loadLimits } from "./http/load-limit.ts";
import { createHttp } from "./http/server.ts";
import { startJob } from "./jobs/job.ts";
import { startJobs } from "./jobs/jobs.ts";
import { watchOpenFiles } from "./jobs/open-files.ts";
import { startRefreshingPages } from "./jobs/refresh-pages.ts";
import { startUsage } from "./jobs/usage.ts";
import { addRoutes } from "./routes.ts";
import type { Service } from "./service.ts";
import { migrateSchema } from "./store/database/migrate.ts";
import { checkSecretKeys } from "./store/database/sealing.ts";
import { moveSupplierSecrets } from "./store/suppliers/supplier-settings.ts";
import { secretsOfKinds } from "./suppliers/kinds.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";
import { overloaded } from "./web/problems.ts";

/** The only place that puts the service together: context, server, jobs, in this order. */
export interface ServiceApp {
  service: Service;
  http: FastifyInstance;
  /** Listens for requests, also before the service is ready. */
  listen(): Promise<unknown>;
  /** For a process that serves no requests: answers health and metrics at PROBE_PORT only. */
  listenForProbes(): Promise<unknown>;
  /** Migrates and prepares the store, starts the jobs, and reports ready. */
  start(prepare?: () => Promise<void>): Promise<void>;
  /** Reports not ready, lets requests and jobs in flight finish, and closes the store. */
  stop(): Promise<void>;
}

export interface AppOptions extends Omit<ContextOptions, "http"> {
  /** Whether background jobs (dispatch, callbacks, cleanup) run in this process; true by default. */
  jobs?: boolean;
  /** Whether other processes listen on the same port. Then the system distributes the connections. */
  sharesPort?: boolean;
}

export function createApp(options: AppOptions): ServiceApp {
  const { config, database, replica, telemetry } = options;
  const context = createContext({ ...options, http: () => http });
  const { service, address, background, tuning } = context;
  const { db, lifecycle, logger } = service;
  const http: FastifyInstance = createServer(context, telemetry);
  const { listenForProbes, refreshPages } = addRoutes(http, service);
  const jobs: (() => Promise<void>)[] = [];

  let starting: Promise<void> | undefined;
  let listening: Promise<unknown> | undefined;
  const start = async (prepare: () => Promise<void>): Promise<void> => {
    lifecycle.endIfStopping();
    const ran = await migrateSchema(db);
    if (ran.length > 0) logger.info({ migrations: ran }, "migrated");
    lifecycle.endIfStopping();
    await checkSecretKeys(db);
    await moveSupplierSecrets(db, secretsOfKinds);
    await prepare();
    lifecycle.endIfStopping();
    // Every process that serves requests writes its own counts.
    jobs.push(startUsage(db, service.usage, background));
    const { readNameAgain } = service.config;
    await readNameAgain();
    jobs.push(startJob({ name: "operator's name", everyMs: 30_000, run: readNameAgain }, background).stop);
    await service.sites.reload();
    jobs.push(startJob({ name: "open files", everyMs: 10_000, run: watchOpenFiles(logger) }, background).stop);
    const { dueWorkEveryMs: everyMs } = tuning;
    if (options.jobs ?? true) jobs.push(...startJobs(service, background, { everyMs, around: telemetry?.around }));
    // A change of a site is announced as a version is.
    const refresh = async () => {
      await service.sites.reload();
      await refreshPages();
    };
    jobs.push(await startRefreshingPages(database, refresh, background));
    lifecycle.endIfStopping();
    lifecycle.state = "ready";
  };

  return {
    service,
    http,
    start: (prepare = async () => {}) => {
      starting = start(prepare);
      return starting;
    },
    listen: async () => {
      lifecycle.endIfStopping();
      // The types of Fastify lack the option, which it passes to node:net.
      const { port, host } = config;
      const at: FastifyListenOptions & { reusePort?: boolean } = { port, host, backlog };
      if (options.sharesPort && canSharePort) at.reusePort = true;
      listening = http.listen(at).then(() => {
        address.url = config.publicUrl ?? listeningAt(http, config);
        return listenForProbes(at);
      });
      return listening;
    },
    listenForProbes: () => {
      lifecycle.endIfStopping();
      const listensAlone = async () => {
        await http.ready();
        await listenForProbes({ host: config.host });
      };
      listening = listensAlone();
      return listening;
    },
    async stop() {
      lifecycle.state = "stopping";
      // Without this wait, a server that is closed before it listens would listen afterwards.
      await listening?.catch(() => {});
      await http.close();
      // The start ends at its next step. A migration may take longer than this waits. The migration is rolled back when its connection
      // ends.
      await Promise.race([starting?.catch(() => {}), pause(startEndsWithinMs, undefined, { ref: false })]);
      await Promise.all([...jobs.map((stop) => stop()), ...service.orderContext.inFlight]);
      service.mail.close();
      await service.files.close();
      service.health.stop();
      await Promise.all([database.close(), replica?.close()]);
      await telemetry?.stop();
    },
  };
}

/**
 * Creates the server without its routes. While the store is being prepared, it answers only health checks and
 * documents.
 */
function createServer({ service, tuning }: Context, telemetry: Telemetry | undefined): FastifyInstance {
  const { config, clock, logger, metrics, health, usage, lifecycle } = service;
  const http = createHttp({
    logger,
    metrics,
    telemetry,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    languages: config.offeredLanguages,
    partnerRequestsPerMinute: config.partnerRequestsPerMinute,
    tuning,
    routeOf: service.sites.routeOf,
    onError: (error) => health.report(error),
    onPartner: (caller, route, codes, sentOrder) => {
      const operation = route.split("/").at(route.endsWith("/:id") ? -2 : -1)!;
      usage.count(caller, operation, codes, clock());
      if (sentOrder && codes.length > 0) usage.refused(caller, operation, codes, sentOrder, clock());
    },
  });
  http.addHook("onRequest", (request, _reply, done) => {
    const early = lifecycle.state === "starting" && kindOf(request) !== undefined;
    done(early ? overloaded(1) : undefined);
  });
  limitLoad(http, { ...loadLimits(config), onRefused: () => metrics.dropped("overloaded") });
  return http;
}

/** Connections that the system queues. Beyond this number a client tries again after a second. The default is 511. */
const backlog = 4096;

/** On other systems node:cluster shares the port. There a connection hangs if its worker dies before accepting it. */
const canSharePort = process.platform === "linux" || process.platform === "freebsd";

/** How long stopping waits for a start in progress. */
const startEndsWithinMs = 8_000;

/** Returns the address and port of the server, which the system may have chosen. */
export function listeningAt(http: FastifyInstance, config: Config): string {
  const address = http.server.address() as AddressInfo | null;
  return localUrl(config, address?.port ?? config.port);
}
