import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { type Database, openServer } from "../packages/service/src/store/database/database.ts";
import { cloneDatabase, startPostgres } from "../packages/service/test/support/servers/postgres.ts";
import { runPaseo, type Settings } from "../packages/service/test/support/servers/processes.ts";
import { newDataFolder } from "../packages/service/test/support/servers/stores.ts";
import { plantListedProducts, plantManyEvents } from "./scale.ts";

/** The setting of a store on the server. */
export type StoreSetting = { DATABASE_URL: string };

/** Stores to measure, created on demand. */
export interface Stores {
  /** The demo, embedded. */
  embedded(): Promise<{ DATA_DIR: string }>;
  /** A database on the server with the demo and 12,000 further events of 120 products. Each measurement gets a new store. */
  server(): Promise<StoreSetting>;
  /**
   * A store with `events` events, a hundred for each product, and so many products without events that there are ten events for each
   * product.
   */
  large(): Promise<StoreSetting>;
  /** A new database, migrated and empty. */
  empty(): Promise<StoreSetting>;
  /** The name of the engine with its version. */
  versions(): Promise<Record<"PostgreSQL", string>>;
  close(): Promise<void>;
}

export async function openStores(events: number): Promise<Stores> {
  const folder = await newDataFolder("paseo-bench-");
  const postgres = await startPostgres();
  const empty = async () => ({ DATABASE_URL: (await cloneDatabase(postgres.url)).url });
  return {
    empty,
    embedded: async () => {
      const env = { DATA_DIR: join(folder, "data") };
      await seedDemo(env);
      return env;
    },
    server: async () => {
      const env = await empty();
      await seedDemo(env);
      await withDatabase(env, ({ db }) => plantManyEvents(db, 12_000, new Date()));
      return env;
    },
    large: async () => {
      const env = await empty();
      console.log(`Planting ${events.toLocaleString("en")} events …`);
      await withDatabase(env, (database) => plant(database, events, events / 10));
      return env;
    },
    versions: () =>
      withDatabase({ DATABASE_URL: postgres.url }, async ({ db }) => {
        const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
        return { PostgreSQL: rows[0]!.server_version };
      }),
    close: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function seedDemo(env: Settings): Promise<void> {
  const { exitCode, stderr } = await runPaseo(["seed"], env);
  if (exitCode !== 0) throw new Error(`paseo seed ended with ${exitCode}: ${stderr}`);
}

async function plant({ db }: Database, events: number, products: number): Promise<void> {
  const now = new Date();
  const planted = await plantManyEvents(db, events, now);
  await plantListedProducts(db, products - planted.products, now);
  await analyzeFilledTables(db);
}

/**
 * Analyzes all tables that have rows. Otherwise the server does this by itself some minutes later, during a measurement. The planner takes
 * a table that was never analyzed for ten pages, and a table that was analyzed while empty for an empty one.
 */
export async function analyzeFilledTables(db: Database["db"]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = current_schema()::regnamespace and (relkind = 'p' or relkind = 'r' and pg_relation_size(oid) > 0)`.execute(
    db,
  );
  await sql`vacuum analyze ${sql.raw(rows.map(({ name }) => name).join(", "))}`.execute(db);
}

/** Opens the store for `work`, and closes it. */
export async function withDatabase<T>(
  { DATABASE_URL }: StoreSetting,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openServer(DATABASE_URL);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
