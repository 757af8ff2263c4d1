import { sql } from "kysely";
import { pino } from "pino";
import { createApp, listeningAt, type ServiceApp } from "../../packages/service/src/app.ts";
import { readConfig } from "../../packages/service/src/config.ts";
import { importCatalogue } from "../../packages/service/src/domain/import/import.ts";
import { createKey } from "../../packages/service/src/domain/partners/keys.ts";
import { type Database, openServer } from "../../packages/service/src/store/database/database.ts";
import { eventIds } from "../../packages/service/test/concurrency/booking.ts";
import { addResource, require, seatOf } from "../../packages/service/test/resources/boat.ts";
import { Mailbox } from "../../packages/service/test/suppliers/mailbox.ts";
import { randomFrom } from "../../packages/service/test/support/random.ts";
import { startReceiver } from "../../packages/service/test/support/servers/callback-receiver.ts";
import { cloneDatabase } from "../../packages/service/test/support/servers/postgres.ts";
import { until } from "../../packages/service/test/support/until.ts";
import { RecordingClient } from "../history/client.ts";
import { countWorkLeft, makeWorkDueNow, readFinalState } from "../history/final-state.ts";
import type { FinalState } from "../history/history.ts";
import { Recorder } from "../history/recorder.ts";
import { catalogueOf, nthSeatPrice, type ProductName, products, sharedBoat } from "./catalogue.ts";
import { type FaultProxy, openFaultProxy } from "./proxy/proxy.ts";
import { RecordingSupplier } from "./supplier.ts";

/** Services in this process, with a proxy between each of them and its neighbours. */

/**
 * Places of the proxies: `client` is between a client and the service, `store` between the service and its store. `import` is the
 * connection of imports.
 */
export const proxyPlaces = ["client", "store", "supplier", "partner", "mail", "import"] as const;
export type ProxyPlace = (typeof proxyPlaces)[number];

/** Callbacks are repeated immediately, and often enough that none is given up. */
const callbackGaps = Array.from({ length: 400 }, () => 0.1);
/** Shorter than in production, so that a fault costs less time. */
const limits = {
  poolSize: 8,
  connectMs: 1_000,
  statementMs: 2_000,
  lockMs: 1_500,
  idleTransactionMs: 2_000,
};

export interface WorldOptions {
  /** A PostgreSQL server with the migrated template. */
  server: string;
  seed: number;
  /** Returns an address to use in place of the direct address of the store, for example the address of a pooler. */
  storeThrough?: (url: string) => string;
  /** Removes a protection in the database, so that the checker must report a violation. */
  sabotage?: (database: Database) => Promise<void>;
  /** Number of services that share the store. */
  services?: number;
  /** Number of events of each product. */
  evenings?: number;
}

export interface FaultEnvironment {
  recorder: Recorder;
  random: () => number;
  proxies: Record<ProxyPlace, FaultProxy>;
  /** The store through a direct connection. */
  database: Database;
  databaseUrl: string;
  events: Record<ProductName, string[]>;
  allEvents: string[];
  apiKey: string;
  /** Addresses of the services, without the proxy. */
  urls: string[];
  callbackUrl: string;
  supplier: RecordingSupplier;
  mailbox: Mailbox;
  /** A partner's site. It calls the service directly, through the proxy or at `url`, on a new connection for each request. */
  client(options?: { proxied?: boolean; timeoutMs?: number; url?: () => string }): RecordingClient;
  /** A reference that no other purchase has. */
  newReference(): string;
  /** Imports a new price for every event, through the proxy of imports. Returns whether it succeeded. */
  setPrice(): Promise<boolean>;
  /**
   * Ends every fault, waits until no work is left, and returns the final state of the store. With `hurry`, lost calls to
   * suppliers and lost callbacks are repeated immediately, not after their leases (30 and 15 seconds).
   */
  settle(options?: { hurry?: boolean }): Promise<FinalState>;
  stop(): Promise<void>;
}

export async function openFaultWorld(options: WorldOptions): Promise<FaultEnvironment> {
  const { server, seed, storeThrough = (url) => url, services = 1, evenings = 6 } = options;
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    const recorder = new Recorder();
    const { clock } = recorder;
    const clone = await cloneDatabase(server);
    stops.push(clone.drop);
    const database = openServer(clone.url, { poolSize: 4 });
    stops.push(() => database.close());
    const supplier = new RecordingSupplier(recorder);
    await supplier.server.open();
    stops.push(() => supplier.server.close());
    const receiver = await startReceiver();
    stops.push(() => receiver.close());
    const mailbox = new Mailbox();
    await mailbox.open();
    stops.push(() => mailbox.close());

    const proxyTo = async (url: string) => {
      const proxy = await openFaultProxy(Number(new URL(url).port));
      stops.push(() => proxy.close());
      return proxy;
    };
    const storeUrl = storeThrough(clone.url);
    const store = await proxyTo(storeUrl);
    const importWay = await proxyTo(clone.url);
    const supplierWay = await proxyTo(supplier.server.url);
    const mail = await proxyTo(mailbox.url);
    const partner = await proxyTo(receiver.url());

    const catalogue = catalogueOf(supplierWay.through(supplier.server.url), evenings);
    const start = catalogue(nthSeatPrice(0));
    await importCatalogue(database.db, start, { now: clock.date() });
    const resource = await addResource(database.db, { capacity: sharedBoat.seats }, clock.date());
    for (const tour of sharedBoat.tours) await require(database.db, tour, [seatOf(resource)], clock.date());
    await options.sabotage?.(database);
    const created = await createKey(database.db, { partner: "acme", mode: "live", readOnly: false, now: clock.date() });
    await sql`update partner set notify_changes = true`.execute(database.db);
    const events = Object.fromEntries(
      await Promise.all(products.map(async (name) => [name, await eventIds(database.db, name)])),
    ) as Record<ProductName, string[]>;
    const allEvents = Object.values(events).flat();
    const shared = events.north.map((event, evening) => ({
      seats: sharedBoat.seats,
      events: [event, events.south[evening]!],
    }));

    const apps = [];
    for (let n = 0; n < services; n++) {
      const app = createApp({
        config: {
          ...readConfig({ PORT: "0", LOG_LEVEL: "silent" }),
          callbackAllowPrivate: true,
          supplierWaitSeconds: 1,
          smtpUrl: mail.through(mailbox.url),
        },
        database: openServer(store.through(storeUrl), limits),
        logger: pino({ level: "error" }, { write: writeFailedRequest }),
        clock: () => clock.date(),
        tuning: { dueWorkEveryMs: 100, pauseMs: 0, callbackGaps: { live: callbackGaps, test: callbackGaps } },
      });
      stops.push(() => app.stop());
      await app.listen();
      await app.start();
      apps.push(app);
    }
    const urls = apps.map((app: ServiceApp) => listeningAt(app.http, app.service.config));
    const client = await proxyTo(urls[0]!);
    const proxies = { client, store, supplier: supplierWay, partner, mail, import: importWay };
    const importing = openServer(importWay.through(clone.url), { poolSize: 1, connectMs: 1_000, answerMs: 10_000 });
    stops.push(() => importing.close());

    let clients = 0;
    let references = 0;
    let prices = 0;
    const note = (price: number, invokedAt: number, failure: Error | null) => {
      const entry = {
        op: "price",
        client: "operator",
        price,
        invokedAt,
        endedAt: clock.now(),
        outcome: failure ? "unknown" : "ok",
        httpStatus: null,
        retryAfter: false,
        codes: failure ? [failure.message] : [],
      } as const;
      recorder.entries.push(...allEvents.map((event) => ({ ...entry, codes: [...entry.codes], event })));
    };
    note(nthSeatPrice(0), 0, null);
    return {
      recorder,
      random: randomFrom(seed),
      proxies,
      database,
      databaseUrl: clone.url,
      events,
      allEvents,
      apiKey: created.key,
      urls,
      callbackUrl: partner.through(receiver.url()),
      supplier,
      mailbox,
      client: ({ proxied = false, timeoutMs = 10_000, url: given } = {}) => {
        const own = proxied ? new URL(client.through(urls[0]!)).origin : urls[0]!;
        const url = given ?? (() => own);
        const name = `client-${++clients}`;
        return new RecordingClient({ name, recorder, apiKey: created.key, url, timeoutMs, fresh: true });
      },
      newReference: () => `purchase-${++references}`,
      setPrice: async () => {
        const price = nthSeatPrice(prices + 1);
        const invokedAt = clock.now();
        // An import waits an hour for an answer. A network that swallows bytes closes connections earlier.
        const giveUp = setTimeout(() => proxies.import.cut(), 15_000);
        const failure = await importCatalogue(importing.db, catalogue(price), { now: clock.date() }).then(
          () => null,
          (error: Error) => error,
        );
        clearTimeout(giveUp);
        prices++;
        note(price, invokedAt, failure);
        return failure === null;
      },
      settle: async ({ hurry = false } = {}) => {
        for (const proxy of Object.values(proxies)) proxy.calm();
        supplier.slowMs = 0;
        const isDone = async () => {
          if (hurry) await makeWorkDueNow(database.db);
          return (await countWorkLeft(database.db)) === 0;
        };
        await until(isDone, "the end of all work", { withinMs: 120_000, everyMs: 100 });
        recorder.notified.length = 0;
        recorder.notifiedChanges.length = 0;
        for (const { body, at } of receiver.received) recorder.receive(body, at);
        return { ...(await readFinalState(database.db, allEvents)), shared };
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Prints failed requests, whose log line has the cause. The store's failures are logged as another message. */
function writeFailedRequest(line: string): void {
  if (line.includes('"request failed"')) process.stderr.write(line);
}
