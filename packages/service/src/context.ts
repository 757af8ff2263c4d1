import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { CallbackDispatcher } from "./domain/callbacks/callbacks.ts";
import { liveRetrySeconds, testRetrySeconds } from "./domain/callbacks/schedule.ts";
import { createSupplierEmails } from "./domain/dispatch/supplier-email.ts";
import { pauseOfService } from "./domain/editing/files/pauses.ts";
import { FileReader } from "./domain/editing/files/reader.ts";
import { liveSeats, liveSeatsWaitMs } from "./domain/import/live-seats.ts";
import { useStoredOperatorName } from "./domain/operators/own-name.ts";
import type { OrderContext } from "./domain/orders/transitions.ts";
import { UsageCounter } from "./domain/partners/usage.ts";
import { type PaymentWork, sandboxStore } from "./domain/payments/providers.ts";
import type { HttpTuning } from "./http/server.ts";
import { type JobLog, jobLog } from "./log.ts";
import { createOperatorMail } from "./mail/mail-server.ts";
import { createMetrics, type MetricsText } from "./metrics.ts";
import { type SendRequest, sendRequest } from "./outgoing/request.ts";
import { watchPartners } from "./partner-watch.ts";
import type { PaymentKind } from "./payments/kind.ts";
import { paymentKinds } from "./payments/kinds.ts";
import { Lifecycle, type Service } from "./service.ts";
import { SiteDirectory } from "./site/directory.ts";
import { createCatalogueReads } from "./store/catalogue/replica.ts";
import type { Database } from "./store/database/database.ts";
import { embeddedDisk } from "./store/database/embedded/open.ts";
import { unsealSecret, useSecretKeys } from "./store/database/sealing.ts";
import { dueState } from "./store/dispatch/due-state.ts";
import { storedBrand } from "./store/operators/brand.ts";
import { createVersionGate } from "./store/versions/version-gate.ts";
import { createHealth, watchStatements } from "./store-watch.ts";
import { createSuppliers } from "./suppliers/kinds.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";
import { CallLimit } from "./web/call-limit.ts";

export interface ContextOptions {
  config: Config;
  database: Database;
  /** A streaming replica of the database, for pages of the catalogue. */
  replica?: Database | undefined;
  logger: Logger;
  clock?: () => Date;
  /** The HTTP server, to which the own sites send their requests within this process. */
  http: () => FastifyInstance;
  /** Returns the answer of /metrics, if this process is one of several behind one address. */
  metricsOfAll?: () => Promise<MetricsText>;
  /** Sends requests to suppliers and callbacks; replaces the network in tests. */
  send?: SendRequest | undefined;
  /** Kinds of providers of payments, and addresses in place of their own; for tests. */
  paymentKinds?: readonly PaymentKind[] | undefined;
  paymentAddresses?: Readonly<Record<string, string>> | undefined;
  /** Traces and exported metrics. */
  telemetry?: Telemetry | undefined;
  tuning?: Partial<Tuning> | undefined;
}

/** Times that tests and measurements change. `paseo` uses the defaults. */
interface Tuning extends HttpTuning {
  /** Seconds between attempts at a notification; replaces the documented gaps. */
  callbackGaps: CallbackDispatcher["gaps"];
  /** How often the jobs query for due dispatches and callbacks, in milliseconds. */
  dueWorkEveryMs: number;
  /** How long a partner's request waits for the seats of a supplier, in milliseconds. */
  liveSeatsMs: number;
  /** How long a pause of long work takes, in milliseconds. */
  pauseMs: number;
}

const usualTuning = {
  callbackGaps: { live: liveRetrySeconds, test: testRetrySeconds },
  dueWorkEveryMs: 1_000,
  liveSeatsMs: liveSeatsWaitMs,
  pauseMs: pauseOfService,
};

/** Dependencies that routes and jobs share. Creating them opens no connection and starts no work. */
export interface Context {
  service: Service;
  /** The service's address for other systems. Without PUBLIC_URL, the server sets the address at which it listens. */
  address: { url: string };
  /** The log of background work. */
  background: JobLog;
  tuning: Partial<HttpTuning> & Omit<Tuning, keyof HttpTuning>;
}

export function createContext(options: ContextOptions): Context {
  const { database, replica, logger, telemetry, clock = () => new Date() } = options;
  const { db } = database;
  const config = useStoredOperatorName(options.config, db);
  const tuning = { ...usualTuning, ...options.tuning };
  useSecretKeys(db, { key: config.secretsKey, former: config.secretsKeyFormer });

  const lifecycle = new Lifecycle();
  const own = createMetrics();
  const metrics = { ...own, text: options.metricsOfAll ?? own.text };
  telemetry?.exportMetrics(metrics.snapshot);
  const health = createHealth(database, logger, metrics);
  for (const one of [database, replica])
    one?.statements.listen(watchStatements({ config, logger, metrics, telemetry }));
  const background = jobLog(logger, (error) => health.report(error));
  const currentVersion = createVersionGate(database, ({ updateVersion }) => {
    // The embedded server starts with every service.
    const what = "the database was restarted, replaced or restored: the next version leaps";
    if (config.databaseUrl !== undefined) logger.info({ version: updateVersion }, what);
  });
  metrics.watchReady(async () => lifecycle.state === "ready" && (await health.problem()) === undefined);
  metrics.watchCatalogueVersion(async () => {
    if (lifecycle.state !== "ready") return undefined;
    // If the store is unavailable, the other metrics are still served.
    const counter = await Promise.resolve(currentVersion()).catch(() => undefined);
    return counter?.updateVersion;
  });
  metrics.watchDisk(() => embeddedDisk(config.dataDir, database.url));
  metrics.watchDue(async () => (lifecycle.state === "ready" ? dueState(db) : undefined));

  const address = { url: config.publicUrl ?? localUrl(config, config.port) };
  const publicUrl = () => address.url;
  const mail = createOperatorMail(config, { db, logger, around: telemetry?.around });
  if (config.smtpUrl !== undefined && config.publicUrl === undefined)
    logger.warn("SMTP_URL is set but PUBLIC_URL is not: links in e-mails work only on this machine");
  const send = options.send ?? sendRequest;
  const sending = (what: "supplier" | "callback" | "payment") => telemetry?.sending(what, send) ?? send;
  const emails = createSupplierEmails({ db, clock, publicUrl, config, mail });
  const orderContext: OrderContext = {
    db,
    lockMs: config.databaseLockSeconds * 1000,
    clock,
    suppliers: createSuppliers({
      ...{ config, clock, emails, send: sending("supplier") },
      unseal: (stored) => unsealSecret(db, stored),
    }),
    get publicUrl() {
      return address.url;
    },
    sandbox: config.sandbox,
    inFlight: new Set(),
    onPlaced: telemetry?.rememberOrder,
    onOutcome: metrics.supplierOutcome,
    onError: (error) => background.warn({ err: error }, "calling a supplier failed"),
  };
  orderContext.liveSeats = liveSeats(orderContext, tuning.liveSeatsMs);
  const callbackDispatcher: CallbackDispatcher = {
    db,
    clock,
    allowPrivate: config.callbackAllowPrivate,
    gaps: tuning.callbackGaps,
    onAttempt: metrics.callbackAttempt,
    onCatalogAttempt: metrics.catalogAttempt,
    onPartnerAttempt: watchPartners(logger),
    onGivenUp: metrics.callbackGivenUp,
    send: sending("callback"),
  };
  const payments: PaymentWork = {
    orderContext,
    kinds: options.paymentKinds ?? paymentKinds,
    context: {
      ...{ clock, send: sending("payment"), allowPrivate: options.paymentAddresses !== undefined },
      sandbox: sandboxStore(db, publicUrl),
      ...(options.paymentAddresses && { addresses: options.paymentAddresses }),
    },
    booking: { priceHoldMinutes: config.priceHoldMinutes, supplierWaitMs: config.supplierWaitSeconds * 1000 },
    isTrial: config.sandbox || isLoopbackUrl(config.publicUrl),
    operatorName: () => config.operatorName,
    operatorEmail: async () => (await storedBrand(db)).email,
  };
  const service: Service = {
    config,
    db,
    clock,
    logger,
    metrics,
    lifecycle,
    usage: new UsageCounter(),
    orderContext,
    payments,
    mail,
    callbackDispatcher,
    files: new FileReader(),
    pauseMs: tuning.pauseMs,
    doorGuesses: new CallLimit("door-guesses"),
    doorSearches: new CallLimit("door-searches", 120, 600_000),
    health,
    currentVersion,
    sites: new SiteDirectory(db, () => options.http()),
    readCatalogue: createCatalogueReads(db, replica?.db, {
      onRead: metrics.replicaRead,
      onFailure: (error) => logger.warn({ err: error }, "the replica failed"),
    }),
  };
  return { service, address, background, tuning };
}

/** Whether only this machine reaches the service. Without PUBLIC_URL nobody was given another address. */
const isLoopbackUrl = (url: string | undefined): boolean =>
  url === undefined || ["localhost", "127.0.0.1", "[::1]"].includes(URL.parse(url)?.hostname ?? "");

/** Returns the address on this machine at a port. An IPv6 host is in brackets. */
export const localUrl = ({ host }: Pick<Config, "host">, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
