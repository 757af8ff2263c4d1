import { sql } from "kysely";
import { type Logger, pino } from "pino";
import { type AppOptions, createApp, type ServiceApp } from "../../src/app.ts";
import { type Config, readConfig } from "../../src/config.ts";
import { importCatalogue } from "../../src/domain/import/import.ts";
import { createKey } from "../../src/domain/partners/keys.ts";
import type { CatalogueFile } from "../../src/records/catalogue-file.ts";
import { type Db, openServer } from "../../src/store/database/database.ts";
import { presentIncarnation, transactionToken } from "../../src/store/versions/database-incarnations.ts";
import { testCatalogue } from "./samples/catalogue.ts";
import { templateOnce } from "./servers/postgres.ts";
import { type OpenStore, openStore, openWide, sharedPostgres, type TestStore } from "./servers/stores.ts";

/** The real service on a free loopback port, with a small catalogue, a live key and a clock that the test sets. */
export interface TestApp {
  url: string;
  app: ServiceApp;
  store: TestStore;
  key: string;
  /** The instant that the service takes for now; set it to let time pass. */
  clock: { now: Date };
  import(file: CatalogueFile): Promise<void>;
  stop(): Promise<void>;
}

export const testNow = new Date("2026-06-15T10:00:00Z");

export async function startApp(
  options: {
    open?: OpenStore;
    config?: Partial<Config>;
    now?: Date;
    catalogue?: CatalogueFile;
    tuning?: AppOptions["tuning"];
    logger?: Logger;
    jobs?: boolean;
    telemetry?: AppOptions["telemetry"];
    paymentKinds?: AppOptions["paymentKinds"];
  } = {},
): Promise<TestApp> {
  const { open = openStore, catalogue = testCatalogue, now = testNow } = options;
  // Most tests begin with the same catalogue: they clone a store in which it is.
  const isClone = open === openStore || open === openWide;
  const isStocked = isClone && catalogue === testCatalogue && now.getTime() === testNow.getTime();
  const stocked = isStocked ? await openStocked(open) : undefined;
  const store = stocked?.store ?? (await open());
  const clock = { now };
  const config: Config = {
    ...readConfig({ PORT: "0", LOG_LEVEL: "silent" }),
    // A booking waits for the answer of its supplier, however slow the machine is.
    supplierWaitSeconds: 120,
    // The client of a booking does not give up either.
    requestWaitSeconds: 600,
    ...options.config,
  };
  const app = createApp({
    config,
    database: store.database,
    logger: options.logger ?? pino({ level: "silent" }),
    jobs: options.jobs ?? true,
    telemetry: options.telemetry,
    paymentKinds: options.paymentKinds,
    clock: () => clock.now,
    // Many tests wait for a supplier call, and no answer of a supplier comes too late for a sale.
    tuning: { dueWorkEveryMs: 100, liveSeatsMs: 120_000, pauseMs: 0, ...options.tuning },
  });
  const { db } = store.database;
  let key = stocked?.key ?? "";
  const stop = async () => {
    await app.stop();
    await store.close();
  };
  try {
    await app.listen();
    await app.start(async () => {
      if (!stocked) key = await stock(db, catalogue, now);
    });
  } catch (error) {
    // An open server would delay the end of the whole run by minutes.
    await stop();
    throw error;
  }
  const { port } = app.http.server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    app,
    store,
    key,
    clock,
    import: async (file) => {
      await importCatalogue(db, file, { now: clock.now });
    },
    stop,
  };
}

/** Imports the catalogue, and returns a live key of a partner. */
async function stock(db: Db, catalogue: CatalogueFile, now: Date): Promise<string> {
  await importCatalogue(db, catalogue, { now });
  return (await createKey(db, { partner: "acme", mode: "live", readOnly: false, now })).key;
}

/** A store with the test catalogue, and the key of its partner. */
async function openStocked(open: OpenStore): Promise<{ store: TestStore; key: string }> {
  const server = await sharedPostgres();
  const template = "paseo_stocked";
  stockedKey ??= templateOnce(server, template, async (url) => {
    const { db, close } = openServer(url);
    return stock(db, testCatalogue, testNow).finally(close);
  });
  const key = await stockedKey;
  const store = await open(template);
  // A clone has other files, and so another incarnation: its versions would leap.
  await sql`update counter set incarnation = ${presentIncarnation}, token = ${transactionToken}`.execute(
    store.database.db,
  );
  return { store, key };
}

let stockedKey: Promise<string> | undefined;
