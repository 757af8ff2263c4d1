import cluster, { type Worker } from "node:cluster";
import { on } from "node:events";
import type { Logger } from "pino";
import { AggregatorRegistry } from "prom-client";
import { createApp, listeningAt } from "../../app.ts";
import type { Config } from "../../config.ts";
import { localUrl } from "../../context.ts";
import { addUsDollar } from "../../domain/import/first-currencies.ts";
import { createLogger } from "../../log.ts";
import { Lifecycle, StoppedEarly } from "../../service.ts";
import { migrateSchema } from "../../store/database/migrate.ts";
import { checkSecretKeys } from "../../store/database/sealing.ts";
import { moveSupplierSecrets } from "../../store/suppliers/supplier-settings.ts";
import { secretsOfKinds } from "../../suppliers/kinds.ts";
import { openTelemetry } from "../../telemetry/open.ts";
import { CommandFailure, storeName } from "../output.ts";
import { reservePorts } from "./ports.ts";
import {
  createFirstData,
  handleStopSignal,
  openReadReplica,
  openServingStore,
  printStartMessages,
  runStartSteps,
  runUntilSignal,
  type ServeOptions,
} from "./serve.ts";
import { onUnread } from "./signals.ts";

/**
 * `paseo serve --workers N`: a primary process without a server, and N workers that share one port. Each worker is a whole
 * service, like one of several processes on several machines. The primary starts and replaces them, and prom-client adds up their metrics.
 */

/** The messages that a worker sends; prom-client sends its own. The parent stops a worker by a signal. */
type FromWorker = { type: "ready"; address: string } | { type: "metrics" };
/** The metrics of all workers; undefined when a worker does not answer. */
type ToWorker = { type: "metrics"; body: string | undefined };

/** A worker that ends sooner than this counts as a quick failure. */
const quickMs = 10_000;
/** The service ends after this number of quick failures in a row if no worker serves. */
const maxQuickFailures = 5;
const maxDelayMs = 10_000;

/** Runs the primary: migrates the store, starts the workers and replaces workers that end, until SIGTERM or SIGINT. */
export async function serveByWorkers(config: Config, options: ServeOptions & { workers: number }): Promise<void> {
  const logger = createLogger(config.logLevel, { onUnread });
  const port = await reservePorts(config);
  const fleet = new Fleet({ size: options.workers, port, logger });
  const lifecycle = new Lifecycle();
  const stopped = handleStopSignal(
    async (signal) => {
      lifecycle.state = "stopping";
      logger.info({ signal }, "stopping");
      await fleet.stop();
      logger.info("stopped");
    },
    () => fleet.kill(),
  );
  const publicUrl = () => config.publicUrl ?? localUrl(config, port);
  const planting = { demo: options.demo && config.databaseUrl === undefined, lifecycle, publicUrl };
  // An embedded server runs until the database is closed.
  const database = await openServingStore({ ...config, databasePoolSize: 2 }, logger);
  try {
    const ran = await Promise.race([migrateSchema(database.db), stopped]);
    // Without `ran`, a signal arrived before the migrations, and the tables may not exist yet.
    if (ran) {
      if (ran.length > 0) logger.info({ migrations: ran }, "migrated");
      await checkSecretKeys(database.db);
      await moveSupplierSecrets(database.db, secretsOfKinds);
      await createFirstData(database.db, planting);
      const address = await fleet.start(database.url);
      if (address !== undefined) {
        logger.info({ address, workers: options.workers, store: storeName(config) }, "ready");
        await printStartMessages(database.db, address, config, options, logger);
      }
    }
    await Promise.race([stopped, fleet.givenUp]);
  } catch (error) {
    if (!(error instanceof StoppedEarly)) throw error;
    await stopped;
  } finally {
    await database.close();
  }
}

/** Runs one worker. */
export async function serveAsWorker(config: Config, options: ServeOptions): Promise<void> {
  const logger = createLogger(config.logLevel, { worker: cluster.worker!.id });
  // Answers the primary's requests for the metrics of this worker.
  const { contentType } = new AggregatorRegistry();
  const send = (message: FromWorker) => process.send!(message);
  const telemetry = await openTelemetry(config, logger);
  const opening = openServingStore(config, logger).then((database) => {
    const app = createApp({
      config,
      database,
      telemetry,
      replica: openReadReplica(config),
      logger,
      jobs: options.jobs,
      sharesPort: true,
      metricsOfAll: async () => ({ contentType, body: await metricsOfAll() }),
    });
    AggregatorRegistry.setRegistries(app.service.metrics.registry);
    return { app };
  });
  await runUntilSignal(
    opening,
    logger,
    async ({ app }) => {
      // Other workers may be serving already, so this worker must not accept requests before it can answer them.
      await runStartSteps(
        app,
        config,
        () => app.start(() => addUsDollar(app.service.db, new Date())),
        () => app.listen(),
      );
      send({ type: "ready", address: listeningAt(app.http, config) });
      logger.info("serving");
    },
    // A terminal signals every process, and the primary forwards its signal, so a second signal is normal here.
    () => {},
  );
}

/** Requests the metrics of all workers from the primary. */
async function metricsOfAll(): Promise<string> {
  process.send!({ type: "metrics" } satisfies FromWorker);
  for await (const [message] of on(process, "message") as AsyncIterable<[ToWorker]>) {
    if (message.type !== "metrics") continue;
    if (message.body === undefined) break;
    return message.body;
  }
  throw new Error("a worker did not report its metrics");
}

class Fleet {
  /** Rejects if every worker ends too soon. */
  readonly givenUp: Promise<never>;
  readonly #giveUp: (why: CommandFailure) => void;
  readonly #size: number;
  readonly #port: number;
  readonly #logger: Logger;
  readonly #serving = new Set<Worker>();
  readonly #metrics = new AggregatorRegistry();
  /** Timers that start workers later. */
  readonly #delayed = new Set<NodeJS.Timeout>();
  #databaseUrl = "";
  #quickFailures = 0;
  #started = false;
  #stopping = false;

  constructor({ size, port, logger }: { size: number; port: number; logger: Logger }) {
    this.#size = size;
    this.#port = port;
    this.#logger = logger;
    const { promise, reject } = Promise.withResolvers<never>();
    this.givenUp = promise;
    this.#giveUp = reject;
    promise.catch(() => {});
    // JSON cannot represent NaN and Infinity, which a metric may be.
    cluster.setupPrimary({ serialization: "advanced" });
  }

  /**
   * Starts all workers and returns their address, or undefined when a stop came first. The first worker starts alone,
   * so that an error that prevents its start is reported once and ends the service.
   */
  async start(databaseUrl: string): Promise<string | undefined> {
    this.#databaseUrl = databaseUrl;
    try {
      if (this.#stopping) return undefined;
      const address = await this.#startWorker();
      this.#started = true;
      if (this.#stopping) return undefined;
      // A worker that ends before it serves is replaced like any other, and the other workers continue.
      await Promise.allSettled(Array.from({ length: this.#size - 1 }, () => this.#startWorker()));
      return this.#stopping ? undefined : address;
    } catch (error) {
      if (this.#stopping) return undefined;
      await this.stop();
      throw error;
    }
  }

  /** Stops all workers and waits for them. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#delayed) clearTimeout(timer);
    const workers = Object.values(cluster.workers ?? {}) as Worker[];
    await Promise.all(
      workers.map((worker) => {
        const ended = new Promise((resolve) => worker.once("exit", resolve));
        worker.process.kill("SIGTERM");
        return ended;
      }),
    );
  }

  kill(): never {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGKILL");
    process.exit(1);
  }

  /** Starts a worker. Resolves with its address when it is ready; rejects when the worker ends before. */
  #startWorker(): Promise<string> {
    const worker = cluster.fork({ PORT: `${this.#port}`, DATABASE_URL: this.#databaseUrl });
    const startedAt = performance.now();
    const steady = setTimeout(() => {
      this.#quickFailures = 0;
    }, quickMs).unref();
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    worker.on("message", (message: FromWorker) => {
      if (message.type === "metrics") void this.#sendMetrics(worker);
      if (message.type !== "ready") return;
      this.#serving.add(worker);
      resolve(message.address);
    });
    worker.once("exit", (code: number | null, signal: string | null) => {
      clearTimeout(steady);
      const served = this.#serving.delete(worker);
      reject(
        new CommandFailure("A worker ended before it was ready, so the service does not start.", code || undefined),
      );
      if (this.#stopping) return;
      this.#logger.warn({ worker: worker.id, workerPid: worker.process.pid, code, signal, served }, "a worker ended");
      if (this.#started || served) this.#replace(performance.now() - startedAt < quickMs);
    });
    return promise;
  }

  #replace(failedQuickly: boolean): void {
    this.#quickFailures = failedQuickly ? this.#quickFailures + 1 : 0;
    if (this.#quickFailures >= maxQuickFailures && this.#serving.size === 0) {
      const sentence = `${this.#quickFailures} workers in a row ended within ${quickMs / 1000} seconds of their start, and none serves: the service ends.`;
      void this.stop().then(() => this.#giveUp(new CommandFailure(sentence)));
      return;
    }
    const delay = failedQuickly ? Math.min(maxDelayMs, 100 * 2 ** this.#quickFailures) : 0;
    const timer = setTimeout(() => {
      this.#delayed.delete(timer);
      // The worker's exit listener handles a failure.
      this.#startWorker().catch(() => {});
    }, delay);
    this.#delayed.add(timer);
  }

  async #sendMetrics(worker: Worker): Promise<void> {
    const body = await this.#metrics.clusterMetrics().catch(() => undefined);
    if (worker.isConnected()) worker.send({ type: "metrics", body } satisfies ToWorker);
  }
}
