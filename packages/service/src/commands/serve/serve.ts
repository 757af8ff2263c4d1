import { existsSync } from "node:fs";
import type { Logger } from "pino";
import { createApp, listeningAt, type ServiceApp } from "../../app.ts";
import { isRelease } from "../../assets.ts";
import type { Config } from "../../config.ts";
import { addUsDollar } from "../../domain/import/first-currencies.ts";
import { demoOperator, firstOwnerToken, invitationAddress } from "../../domain/operators/operators.ts";
import { demoKey } from "../../domain/partners/keys.ts";
import { createLogger } from "../../log.ts";
import type { Lifecycle } from "../../service.ts";
import { openReplica } from "../../store/catalogue/replica.ts";
import { type Database, type Db, openServer } from "../../store/database/database.ts";
import { requireStore } from "../../store/database/migrate.ts";
import { demoExample, readStoreContent } from "../../store/editing/demo.ts";
import { storedSites } from "../../store/site/sites.ts";
import { openTelemetry } from "../../telemetry/open.ts";
import { mayServeLocalRequests } from "../../web/access.ts";
import { createDemo } from "../demo/seed.ts";
import { CommandFailure, exitCodes, openOwnStore, servingOptions, storeName, withSecretKeys } from "../output.ts";
import { listenFailure, reservePort, reservePorts } from "./ports.ts";
import { endStart, onStopSignal, onUnread } from "./signals.ts";

export interface ServeOptions {
  demo?: boolean;
  jobs: boolean;
  workers?: number;
}

/**
 * Serves until SIGTERM or SIGINT. With `demo`, creates the demo in an empty embedded database first. Without `jobs`,
 * `paseo work` must run elsewhere.
 */
export async function serveService(config: Config, options: ServeOptions): Promise<void> {
  await reservePorts(config);
  const logger = createLogger(config.logLevel, { onUnread });
  const telemetry = await openTelemetry(config, logger);
  const opening = openServingStore(config, logger).then((database) => {
    const app = createApp({
      config,
      database,
      replica: openReadReplica(config),
      logger,
      jobs: options.jobs,
      telemetry,
    });
    return { app, database };
  });
  await runUntilSignal(opening, logger, async ({ app, database }) => {
    // The server listens before it is ready, so that health checks can report the start.
    const { lifecycle } = app.service;
    const planting = {
      ...{ demo: options.demo && config.databaseUrl === undefined, lifecycle },
      publicUrl: () => app.service.orderContext.publicUrl,
    };
    const starting = () => app.start(() => createFirstData(database.db, planting));
    await runStartSteps(app, config, () => app.listen(), starting);
    const address = listeningAt(app.http, config);
    logger.info({ address, store: storeName(config) }, "ready");
    await printStartMessages(database.db, address, config, options, logger);
  });
}

/**
 * Starts a service and runs it until SIGTERM or SIGINT. A signal during the start has the same effect as one afterwards; errors
 * of the interrupted start are ignored.
 */
export async function runUntilSignal<T extends { app: ServiceApp }>(
  opening: Promise<T>,
  logger: Logger,
  start: (opened: T) => Promise<void>,
  again?: () => void,
): Promise<void> {
  let isStopping = false;
  const stopped = handleStopSignal(async (signal) => {
    isStopping = true;
    logger.info({ signal }, "stopping");
    const opened = await opening.catch(() => undefined);
    await opened?.app.stop();
    logger.info("stopped");
  }, again);
  const starting = opening.then((opened) => (isStopping ? undefined : start(opened)));
  try {
    await Promise.race([starting, stopped]);
  } catch (error) {
    if (!isStopping) throw error;
  }
  starting.catch(() => {});
  await stopped;
  // After an interrupted start, open resources must not keep the process alive.
  setTimeout(() => process.exit(), endsWithinMs).unref();
}

const endsWithinMs = 1_000;

/** Runs the steps of the start in order. After an error it closes everything and throws the message for the operator. */
export async function runStartSteps(
  app: ServiceApp,
  config: Config,
  ...steps: (() => Promise<unknown>)[]
): Promise<void> {
  try {
    for (const step of steps) await step();
  } catch (error) {
    if (app.service.lifecycle.state !== "stopping") await app.stop();
    throw listenFailure(error, config) ?? error;
  }
}

interface FirstData {
  demo: boolean | undefined;
  lifecycle: Lifecycle;
  publicUrl(): string;
}

/** Adds the US dollar to an empty store, and the demo to an embedded one. */
export async function createFirstData(db: Db, { demo, lifecycle, publicUrl }: FirstData): Promise<void> {
  await addUsDollar(db, new Date());
  if (!demo || (await readStoreContent(db)) !== "empty") return;
  console.log("First start: creating the demo …");
  const planted = await createDemo(db, new Date(), {
    ...{ check: () => lifecycle.endIfStopping(), publicUrl: publicUrl() },
  });
  console.log(`Created ${planted.products} products and ${planted.events.toLocaleString("en")} events.`);
}

/** Prints the messages of a service that is ready. */
export async function printStartMessages(
  db: Db,
  address: string,
  config: Config,
  { demo }: ServeOptions,
  logger: Logger,
): Promise<void> {
  endStart();
  if (config.sandbox) logger.info("sandbox: every order is a test order; it takes no seats and calls no supplier");
  const content = await readStoreContent(db);
  if (content === "empty") console.log(emptyText(address, config));
  else if (demo) console.log(content === "demo" ? await demoText(db, address, config) : addressesText(address));
  const token = await firstOwnerToken(db, new Date());
  if (token)
    console.log(
      `The console has no user yet. Choose the password of its first owner here (the link works once):\n  ${invitationAddress(config.publicUrl ?? address, token)}\n`,
    );
}

export const openReadReplica = (config: Config): Database | undefined =>
  config.databaseReadUrl === undefined ? undefined : openReplica(config.databaseReadUrl, servingOptions(config));

/** Opens the server of DATABASE_URL, or starts the embedded one for as long as the database is open. */
export async function openServingStore(config: Config, logger: Logger): Promise<Database> {
  const options = servingOptions(config);
  if (config.databaseUrl !== undefined) return withSecretKeys(config, openServer(config.databaseUrl, options));
  const reports = {
    onLine: (line: string) => logger.debug({ line }, "the embedded database"),
    onEnd: () => logger.error("the embedded database ended; it is started again"),
  };
  return openOwnStore(config, { ...options, reports, creates: true });
}

/** Runs the background jobs until SIGTERM or SIGINT. Other processes serve requests; this one answers probes at PROBE_PORT. */
export async function runBackgroundJobs(config: Config): Promise<void> {
  if (config.databaseUrl === undefined)
    throw new CommandFailure(
      "`paseo serve` runs the jobs of an embedded database. Set DATABASE_URL to run them in another process.",
      exitCodes.usage,
    );
  await reservePort(config, config.probePort);
  const logger = createLogger(config.logLevel, { onUnread });
  const telemetry = await openTelemetry(config, logger);
  const database = await openServingStore(config, logger);
  try {
    // A service that begins creates the store. A worker with a wrong DATABASE_URL must not.
    await requireStore(database.db);
  } catch (error) {
    await database.close();
    throw error;
  }
  const opening = Promise.resolve({ app: createApp({ config, database, logger, telemetry }) });
  await runUntilSignal(opening, logger, async ({ app }) => {
    const starting = () => app.start();
    await runStartSteps(app, config, () => app.listenForProbes(), starting);
    logger.info({ probePort: config.probePort ?? null, store: storeName(config) }, "working");
    endStart();
  });
}

/** Resolves when the process has stopped after a signal. A second signal ends the process at once, or calls `again`. */
export function handleStopSignal(
  stop: (signal: string) => Promise<void>,
  again: () => void = () => process.exit(1),
): Promise<void> {
  return new Promise((resolve, reject) => {
    let stopping = false;
    onStopSignal((signal) => {
      if (stopping) return again();
      stopping = true;
      stop(signal).then(resolve, reject);
    });
  });
}

const addressesText = (address: string): string => `
Paseo is ready at ${address}
  Partner interface  ${address}/docs
  Console            ${address}/console
`;

/** The command of this service, as its messages name it. docs/how-to/install.md makes the program of the first. */
const installed = existsSync("/usr/local/bin/paseo") ? "paseo" : "npx paseo";
const command = isRelease ? installed : "npm run paseo --";

/** Returns the text that explains how to begin with an empty catalogue. */
function emptyText(address: string, { databaseUrl }: Pick<Config, "databaseUrl">): string {
  const same = databaseUrl === undefined ? "DATA_DIR" : "DATABASE_URL";
  return `${addressesText(address)}
The catalogue is empty. Begin with one of these, in another terminal with the same ${same}:
  ${command} seed           creates the demo, to try Paseo
  ${command} import FILE    imports your catalogue; docs/how-to/import-a-catalogue.md
Or create products in the console.
`;
}

/** Returns the text with addresses and examples to try, if the store is a demo. */
export async function demoText(db: Db, address: string, config: Config): Promise<string> {
  const local = mayServeLocalRequests(config);
  const example = local ? await demoExample(db, new Date()) : null;
  const validate = example
    ? `curl -s ${address}/api/es/eventvalidate -H 'Content-Type: application/json' \\
    -d '{"id":"${example.eventId}","apiKey":"${demoKey}","tickets":${JSON.stringify(example.tickets)}}'`
    : `curl -s ${address}/api/currencies`;
  const sandbox = config.sandbox
    ? `\n  Sandbox            every order is a test order; ${address}/sandbox/callbacks`
    : "";
  const [own] = await storedSites(db);
  const site = own?.enabled && own.host === null ? `\n  Own booking site   ${address}${own.path}` : "";
  return `
Paseo is ready at ${address}
  Partner interface  ${address}/docs
  Demo partner's key ${local ? `${demoKey} (works on this machine only)` : `none: ${demoKey} works with a loopback HOST and without TRUST_PROXY only`}${sandbox}
  Console            ${address}/console${local ? ` (${demoOperator.email}, password ${demoOperator.password})` : ""}${site}

Try:
  curl -s '${address}/api/products?query=MAD'
  curl -s '${address}/api/events?page=1' -H 'Accept: application/xml'
  ${validate}
`;
}
