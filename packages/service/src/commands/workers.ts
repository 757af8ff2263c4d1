import cluster, { type Worker } from "node:cluster";
import type { Logger } from "pino";
import { createApp, listeningAt } from "../app.ts";
import type { Config } from "../config.ts";
import { createLogger } from "../log.ts";
import { lasting, type MetricsText, type Snapshot, sumOf } from "../metrics.ts";
import { migrate } from "../store/database/migrate.ts";
import { checkSecretKeys } from "../store/database/sealing.ts";
import { CommandFailure, exitCodes, openStore, servingOptions } from "./output.ts";
import { announce, begin, onSignal, replicaOf, type ServeOptions, untilSignal } from "./serve.ts";

/**
 * `paseo serve --workers N`: a first process that serves nothing, and N that share its port. Each of them is the whole
 * service, as several processes on several machines are; the first one starts them, replaces them and adds up their counts.
 */

/** What they say to each other. Who stops is told by a signal. */
type FromWorker =
  | { say: "ready"; address: string }
  | { say: "counts"; question: number; counts: Snapshot }
  | { say: "metrics"; question: number };
type ToWorker = { say: "counts"; question: number } | { say: "metrics"; question: number; text: MetricsText };

/** A worker that ends before this has died quickly. */
const quickMs = 10_000;
/** So many quick deaths in a row, and none that serves, are the end. */
const mostQuickDeaths = 5;
const longestDelayMs = 10_000;
/** How long /metrics waits for a worker; then its last counts must do. */
const countsWithinMs = 1_000;

/** The first process: migrates, starts the workers and looks after them until SIGTERM or SIGINT. */
export async function serveByWorkers(config: Config, options: ServeOptions & { workers: number }): Promise<void> {
  if (config.databaseUrl === undefined)
    throw new CommandFailure(
      "The embedded store has one process: set DATABASE_URL, or serve without --workers.",
      exitCodes.usage,
    );
  const logger = createLogger(config.logLevel);
  const fleet = new Fleet(options.workers, logger);
  const stopped = onSignal(
    async (signal) => {
      logger.info({ signal }, "stopping");
      await fleet.stop();
      logger.info("stopped");
    },
    () => fleet.kill(),
  );
  // It needs no more than a moment's connection, now and when all are ready.
  const database = await openStore({ ...config, databasePoolSize: 2 });
  try {
    const ran = await Promise.race([migrate(database.db), stopped]);
    if (ran && ran.length > 0) logger.info({ migrations: ran }, "migrated");
    // Without `ran` a signal came first, and there may be no tables yet.
    if (ran) await checkSecretKeys(database.db);
    const address = await fleet.start();
    if (address !== undefined) {
      logger.info({ address, workers: options.workers }, "ready");
      await announce(database.db, address, config, options, logger);
    }
  } finally {
    await database.close();
  }
  await Promise.race([stopped, fleet.givenUp]);
}

/** One of the workers. */
export async function serveAsWorker(config: Config, options: ServeOptions): Promise<void> {
  const logger = createLogger(config.logLevel, { worker: cluster.worker!.id });
  const questions = new Questions<MetricsText>();
  const say = (message: FromWorker) => process.send!(message);
  const opening = openStore(config, servingOptions(config)).then((database) => {
    const app = createApp({
      config,
      database,
      replica: replicaOf(config),
      logger,
      jobs: options.jobs,
      metricsOfAll: async () =>
        (await questions.ask((question) => say({ say: "metrics", question }), 2 * countsWithinMs)) ??
        sumOf([await app.service.metrics.snapshot()]),
    });
    return { app };
  });
  const { app } = await opening;
  process.on("message", async (message: ToWorker) => {
    if (message.say === "metrics") questions.answer(message.question, message.text);
    else say({ say: "counts", question: message.question, counts: await app.service.metrics.snapshot() });
  });
  await untilSignal(
    opening,
    logger,
    async () => {
      // Others serve meanwhile: it takes no requests before it can answer them.
      await begin(
        app,
        config,
        () => app.start(),
        () => app.listen(),
      );
      say({ say: "ready", address: listeningAt(app.http, config) });
      logger.info("serving");
    },
    // The terminal signals every process, and the first one passes its signal on: twice is no impatience here.
    () => {},
  );
}

class Fleet {
  /** Rejects when no worker lives long enough. */
  readonly givenUp: Promise<never>;
  readonly #giveUp: (why: CommandFailure) => void;
  readonly #size: number;
  readonly #logger: Logger;
  readonly #serving = new Set<Worker>();
  readonly #questions = new Questions<Snapshot>();
  /** What each worker that lives counted when it was last asked. */
  readonly #counts = new Map<Worker, Snapshot>();
  /** What those counted that are gone. */
  #gone: Promise<Snapshot> = Promise.resolve([]);
  /** Workers that are to be started in a while. */
  readonly #waiting = new Set<NodeJS.Timeout>();
  #quickDeaths = 0;
  #started = false;
  #stopping = false;

  constructor(size: number, logger: Logger) {
    this.#size = size;
    this.#logger = logger;
    const { promise, reject } = Promise.withResolvers<never>();
    this.givenUp = promise;
    this.#giveUp = reject;
    promise.catch(() => {});
    // JSON would lose numbers that are none, which a metric may be.
    cluster.setupPrimary({ serialization: "advanced" });
  }

  /**
   * Starts all and returns their address, or nothing when a stop came first. The first one goes ahead: what keeps it from
   * starting is said once, and ends the service.
   */
  async start(): Promise<string | undefined> {
    try {
      if (this.#stopping) return undefined;
      const address = await this.#begin();
      if (this.#stopping) return undefined;
      await Promise.all(Array.from({ length: this.#size - 1 }, () => this.#begin()));
      this.#started = true;
      return address;
    } catch (error) {
      if (this.#stopping) return undefined;
      await this.stop();
      throw error;
    }
  }

  /** Has all stop, and waits for them. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#waiting) clearTimeout(timer);
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

  /** Starts one. Resolves with its address when it is ready; rejects when it ends before. */
  #begin(): Promise<string> {
    const worker = cluster.fork();
    const dropOnItsWay = watchConnections(worker);
    const begun = performance.now();
    const steady = setTimeout(() => {
      this.#quickDeaths = 0;
    }, quickMs).unref();
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    worker.on("message", (message: FromWorker) => {
      if (message.say === "counts") this.#questions.answer(message.question, message.counts);
      else if (message.say === "metrics") void this.#tellMetrics(worker, message.question);
      else {
        this.#serving.add(worker);
        resolve(message.address);
      }
    });
    worker.once("exit", (code: number | null, signal: string | null) => {
      clearTimeout(steady);
      dropOnItsWay();
      this.#keepCounts(worker);
      const served = this.#serving.delete(worker);
      reject(
        new CommandFailure("A worker ended before it was ready, so the service does not start.", code || undefined),
      );
      if (this.#stopping) return;
      this.#logger.warn({ worker: worker.id, workerPid: worker.process.pid, code, signal, served }, "a worker ended");
      if (this.#started || served) this.#replace(performance.now() - begun < quickMs);
    });
    return promise;
  }

  #replace(diedQuickly: boolean): void {
    this.#quickDeaths = diedQuickly ? this.#quickDeaths + 1 : 0;
    if (this.#quickDeaths >= mostQuickDeaths && this.#serving.size === 0) {
      const sentence = `${this.#quickDeaths} workers in a row ended within ${quickMs / 1000} seconds of their start, and none serves: the service ends.`;
      void this.stop().then(() => this.#giveUp(new CommandFailure(sentence)));
      return;
    }
    const delay = diedQuickly ? Math.min(longestDelayMs, 100 * 2 ** this.#quickDeaths) : 0;
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      // That it ended is seen, and answered, where it is seen.
      this.#begin().catch(() => {});
    }, delay);
    this.#waiting.add(timer);
  }

  async #tellMetrics(asker: Worker, question: number): Promise<void> {
    const text = await this.#metrics();
    if (asker.isConnected()) asker.send({ say: "metrics", question, text } satisfies ToWorker);
  }

  async #metrics(): Promise<MetricsText> {
    await Promise.all(
      [...this.#serving].map(async (worker) => {
        const ask = (question: number) => worker.send({ say: "counts", question } satisfies ToWorker);
        const counts = worker.isConnected() ? await this.#questions.ask(ask, countsWithinMs) : undefined;
        if (counts && this.#serving.has(worker)) this.#counts.set(worker, counts);
      }),
    );
    return sumOf([await this.#gone, ...this.#counts.values()]);
  }

  #keepCounts(worker: Worker): void {
    const last = this.#counts.get(worker);
    if (!last) return;
    this.#counts.delete(worker);
    this.#gone = this.#gone.then((gone) => lasting([gone, last]));
  }
}

/**
 * The cluster hands a connection over and closes its own end when the worker says that it took it. One that dies between
 * the two never says so, and the client would wait for ever. Returns what lets go of a connection that is on its way.
 */
function watchConnections({ process: child }: Worker): () => void {
  let onItsWay: { close(): void } | undefined;
  const send = child.send.bind(child) as (...words: unknown[]) => boolean;
  child.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    if (handle) onItsWay = handle as { close(): void };
    return send(message, handle, ...rest);
  };
  return () => onItsWay?.close();
}

/** Questions to another process, by number. */
class Questions<T> {
  readonly #waiting = new Map<number, (answer: T | undefined) => void>();
  #asked = 0;

  /** The answer, or nothing when it does not come in time. */
  ask(send: (question: number) => void, withinMs: number): Promise<T | undefined> {
    const question = ++this.#asked;
    const { promise, resolve } = Promise.withResolvers<T | undefined>();
    const timer = setTimeout(resolve, withinMs, undefined);
    this.#waiting.set(question, resolve);
    send(question);
    return promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(question);
    });
  }

  answer(question: number, answer: T): void {
    this.#waiting.get(question)?.(answer);
  }
}
