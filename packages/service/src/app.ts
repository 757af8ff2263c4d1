import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyListenOptions } from "fastify";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { CallbackDispatcher } from "./domain/dispatch/callbacks.ts";
import { liveGaps, testGaps } from "./domain/dispatch/schedule.ts";
import { createSupplierLetters } from "./domain/dispatch/supplier-letter.ts";
import { FileReader } from "./domain/editing/files/reader.ts";
import type { OrderContext } from "./domain/orders/order-changes.ts";
import { Usage } from "./domain/partners/usage.ts";
import { admissionLimits, admitRequests } from "./http/admission.ts";
import { createHttp, type HttpTuning } from "./http/server.ts";
import { cleanupJobs } from "./jobs/cleanup.ts";
import type { DueWorker } from "./jobs/due-work.ts";
import { startJob } from "./jobs/job.ts";
import { startCallbacks, startCatalogMessages, startDispatch } from "./jobs/orders.ts";
import { startRefreshingPages } from "./jobs/refresh-pages.ts";
import { startUsage } from "./jobs/usage.ts";
import { jobLog } from "./log.ts";
import { createOwnMail } from "./mail/mail-server.ts";
import { createMetrics, type MetricsText } from "./metrics.ts";
import { request, type SendRequest } from "./outgoing/request.ts";
import { watchPartners } from "./partner-watch.ts";
import { addRoutes } from "./routes.ts";
import { Lifecycle, type Service } from "./service.ts";
import { createCatalogueReads } from "./store/catalogue/replica.ts";
import type { Database } from "./store/database/database.ts";
import { migrate } from "./store/database/migrate.ts";
import { checkSecretKeys, useSecretKeys } from "./store/database/sealing.ts";
import { dueState } from "./store/dispatch/due-state.ts";
import { createVersionGate } from "./store/publishing/version-gate.ts";
import { createHealth, watchStatements } from "./store-watch.ts";
import { createSuppliers } from "./suppliers/kinds.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";
import { CallLimit } from "./web/call-limit.ts";
import { overloaded } from "./web/problems.ts";

/** The one place where the service is put together. */
export interface App {
  service: Service;
  http: FastifyInstance;
  /** Takes requests, also before it is ready. */
  listen(): Promise<unknown>;
  /** Answers health and metrics at PROBE_PORT alone, for a process that serves no requests. */
  listenForProbes(): Promise<unknown>;
  /** Migrates, prepares, starts the jobs and turns ready. */
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
  /** Whether background jobs (dispatch, callbacks, cleanup) run here; they do unless it is false. */
  jobs?: boolean;
  /** Listens beside other processes on the same port: the system distributes the connections. */
  sharesPort?: boolean;
  /** What /metrics answers, where this process is one of several behind one address. */
  metricsOfAll?: () => Promise<MetricsText>;
  /** How requests to suppliers and callbacks leave, in place of the network. */
  send?: SendRequest | undefined;
  /** Traces and exported metrics. */
  telemetry?: Telemetry | undefined;
  tuning?: Partial<Tuning> | undefined;
}

/** Times that tests and measurements change. `paseo` leaves them as they are. */
export interface Tuning extends HttpTuning {
  /** Seconds between attempts at a notification, in place of the documented ones. */
  callbackGaps: CallbackDispatcher["gaps"];
  /** How often the jobs query for due dispatches and callbacks, in milliseconds. */
  dueWorkEveryMs: number;
}

const usualTuning = { callbackGaps: { live: liveGaps, test: testGaps }, dueWorkEveryMs: 1_000 };

export function createApp(options: AppOptions): App {
  const { config, database, replica, logger, telemetry, send = request, clock = () => new Date() } = options;
  const tuning = { ...usualTuning, ...options.tuning };
  useSecretKeys(database.db, { key: config.secretsKey, former: config.secretsKeyFormer });
  const lifecycle = new Lifecycle();
  const own = createMetrics();
  const metrics = { ...own, text: options.metricsOfAll ?? own.text };
  const { db } = database;
  telemetry?.exportMetrics(metrics.snapshot);
  const health = createHealth(database, logger, metrics);
  for (const one of [database, replica])
    one?.statements.listen(watchStatements({ config, logger, metrics, telemetry }));
  const background = jobLog(logger, (error) => health.report(error));
  const usage = new Usage();
  const http = createHttp({
    logger,
    metrics,
    telemetry,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    languages: config.offeredLanguages,
    partnerRequestsPerMinute: config.partnerRequestsPerMinute,
    tuning,
    onError: (error) => health.report(error),
    onPartner: (caller, route, codes) =>
      usage.count(caller, route.split("/").at(route.endsWith("/:id") ? -2 : -1)!, codes, clock()),
  });
  const { operatorName } = config;
  const mail = createOwnMail(config, { db, operatorName, logger, around: telemetry?.around });
  if (config.smtpUrl !== undefined && config.publicUrl === undefined)
    logger.warn("SMTP_URL is set but PUBLIC_URL is not: links in e-mails work only on this machine");
  const letters = createSupplierLetters({ db, clock, publicUrl: () => orderContext.publicUrl, operatorName, mail });
  const orderContext: OrderContext = {
    db,
    lockMs: config.databaseLockSeconds * 1000,
    clock,
    suppliers: createSuppliers({ config, clock, letters, send: telemetry?.sending("supplier", send) ?? send }),
    get publicUrl() {
      return config.publicUrl ?? listeningAt(http, config);
    },
    sandbox: config.sandbox,
    inFlight: new Set(),
    onPlaced: telemetry?.rememberOrder,
    onCallbackWritten: ({ id, partnerId }) => callbacks?.add({ orderId: id, key: partnerId }),
    onOutcome: metrics.supplierOutcome,
    onError: (error) => background.warn({ err: error }, "asking a supplier failed"),
  };
  const callbackDispatcher: CallbackDispatcher = {
    db,
    clock,
    allowPrivate: config.callbackAllowPrivate,
    gaps: tuning.callbackGaps,
    onAttempt: metrics.callbackAttempt,
    onCatalogAttempt: metrics.catalogAttempt,
    onDelivery: watchPartners(logger),
    onGivenUp: metrics.callbackGivenUp,
    send: telemetry?.sending("callback", send) ?? send,
  };
  const service: Service = {
    config,
    db,
    clock,
    logger,
    metrics,
    lifecycle,
    usage,
    orderContext,
    mail,
    callbackDispatcher,
    files: new FileReader(),
    doorGuesses: new CallLimit("door-guesses"),
    doorSearches: new CallLimit("door-searches", 120, 600_000),
    health,
    currentVersion: createVersionGate(database, ({ updateVersion }) => {
      // The embedded server starts with every service.
      const what = "the database was restarted, replaced or restored: the next version leaps";
      if (config.databaseUrl !== undefined) logger.info({ version: updateVersion }, what);
    }),
    readCatalogue: createCatalogueReads(db, replica?.db, {
      onRead: metrics.replicaRead,
      onFailure: (error) => logger.warn({ err: error }, "the replica failed"),
    }),
  };
  metrics.watchReady(async () => lifecycle.state === "ready" && (await health.problem()) === undefined);
  metrics.watchCatalogueVersion(async () => {
    if (lifecycle.state !== "ready") return undefined;
    // Without the store the other metrics are still served.
    const counter = await Promise.resolve(service.currentVersion()).catch(() => undefined);
    return counter?.updateVersion;
  });
  metrics.watchDue(async () => (lifecycle.state === "ready" ? dueState(db) : undefined));
  http.addHook("onRequest", (request, _reply, done) => {
    // Liveness, readiness and the documents answer while the store is still being made ready; what needs it does not.
    const early = lifecycle.state === "starting" && needsStore.test(request.routeOptions.url ?? "");
    done(early ? overloaded(1) : undefined);
  });
  admitRequests(http, { ...admissionLimits(config), onRefused: () => metrics.dropped("overloaded") });
  const { listenForProbes, refreshPages } = addRoutes(http, service);
  const jobs: (() => Promise<void>)[] = [];
  let callbacks: DueWorker | undefined;
  const startJobs = (): void => {
    const around = telemetry?.around;
    const dueWork = { everyMs: tuning.dueWorkEveryMs, around };
    const dispatch = startDispatch(orderContext, background, dueWork);
    callbacks = startCallbacks(callbackDispatcher, background, dueWork);
    const cleanups = cleanupJobs(db, { ...config, clock }).map(({ run, ...job }) =>
      startJob({ ...job, run: () => around?.(job, run) ?? run() }, background),
    );
    const catalogMessages = startCatalogMessages(callbackDispatcher, background, dueWork);
    for (const { stop } of [dispatch, callbacks, catalogMessages, ...cleanups]) jobs.push(stop);
  };

  let starting: Promise<void> | undefined;
  let listening: Promise<unknown> | undefined;
  const start = async (prepare: () => Promise<void>): Promise<void> => {
    lifecycle.endIfStopping();
    const ran = await migrate(db);
    if (ran.length > 0) logger.info({ migrations: ran }, "migrated");
    lifecycle.endIfStopping();
    await checkSecretKeys(db);
    await prepare();
    lifecycle.endIfStopping();
    // Every serving process writes its own counts.
    jobs.push(startUsage(db, usage, background));
    if (options.jobs ?? true) startJobs();
    jobs.push(await startRefreshingPages(database, refreshPages, background));
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
      const address: FastifyListenOptions & { reusePort?: boolean } = { port, host, backlog };
      if (options.sharesPort && canSharePort) address.reusePort = true;
      listening = http.listen(address).then(() => listenForProbes(address));
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
      // A server that is closed before it listens would listen afterwards.
      await listening?.catch(() => {});
      await http.close();
      // It ends at its next step. A migration may take longer than anybody waits: it is taken back when its connection ends.
      await Promise.race([starting?.catch(() => {}), pause(startEndsWithinMs, undefined, { ref: false })]);
      await Promise.all([...jobs.map((stop) => stop()), ...orderContext.inFlight]);
      mail.close();
      await service.files.close();
      health.stop();
      await Promise.all([database.close(), replica?.close()]);
      await telemetry?.stop();
    },
  };
}

/** Connections that the system queues. Beyond it a client tries again after a second, and the default is 511. */
const backlog = 4096;

/** Elsewhere node:cluster shares the port, and a connection hangs whose worker dies before it accepts the connection. */
const canSharePort = process.platform === "linux" || process.platform === "freebsd";

/** How long a stop waits for a start. */
const startEndsWithinMs = 8_000;

/** Patterns of routes that read or write the store. A pattern is the same however the address was spelled. */
const needsStore = /^\/(api|admin\/api|sandbox|voucher|supplier)\//;

/** Where the server listens: its port may have been left to the system. */
export function listeningAt(http: FastifyInstance, { host, port }: Config): string {
  const address = http.server.address() as AddressInfo | null;
  return `http://${host.includes(":") ? `[${host}]` : host}:${address?.port ?? port}`;
}
