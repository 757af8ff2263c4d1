import { execFile } from "node:child_process";
import { chmod, mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "node:test";
import { promisify } from "node:util";
import { type Database, openServer } from "../../../src/store/database/database.ts";
import { openEmbedded } from "../../../src/store/database/embedded/open.ts";
import { migrateSchema } from "../../../src/store/database/migrate.ts";
import { cloneDatabase, startPostgres, type TestServer } from "./postgres.ts";

/**
 * Every store is a clone of a migrated database. `npm test` starts one PostgreSQL for all files (scripts/test.ts passes it in the
 * environment). A test file that runs alone starts its own. With a pooler's port in TEST_POOLER_PORT the same tests use it
 * (pooler.deep.test.ts).
 */

export interface TestStore {
  database: Database;
  /** Address of the database, for a second process. */
  url: string;
  close(): Promise<void>;
}

/** Opens a clone of the migrated template, or of the template with this name. */
export type OpenStore = (template?: string) => Promise<TestStore>;

/** Declares a suite of tests that open stores. */
export const onPostgres = (name: string, suite: (open: OpenStore) => void): void =>
  void describe(name, () => suite(openStore));

/** Declares a suite of tests whose work races: its stores have as many connections as the service has by default. */
export const onWidePostgres = (name: string, suite: (open: OpenStore) => void): void =>
  void describe(name, () => suite(openWide));

let ownServer: Promise<TestServer> | undefined;

/**
 * Returns the address of the PostgreSQL that `npm test` started. A file that runs alone starts a server of its own. That server ends with
 * the process and not in an `after` hook: hooks run in the order of their declaration, so the server would stop before the suite closes
 * its stores.
 */
export async function sharedPostgres(): Promise<string> {
  if (process.env.TEST_POSTGRES_URL) return process.env.TEST_POSTGRES_URL;
  ownServer ??= startPostgres(undefined, { light: true });
  return (await ownServer).url;
}

/** A connection costs 50 ms of processor time, and each plans its statements again. */
const usualConnections = 3;
/** Beside a full load the server accepts a connection after more than ten seconds. */
const connectMs = 120_000;

export const openStore: OpenStore = async (template) => openClone(await sharedPostgres(), { template });

export const openWide: OpenStore = async (template) => openClone(await sharedPostgres(), { template, poolSize: 10 });

/** A new, migrated database on the server at `server`, or a clone of another template there. */
export async function openClone(
  server: string,
  { template, poolSize = usualConnections }: { template?: string | undefined; poolSize?: number } = {},
): Promise<TestStore> {
  const clone = await cloneDatabase(server, template);
  const url = process.env.TEST_POOLER_PORT ? throughPooler(clone.url, process.env.TEST_POOLER_PORT) : clone.url;
  const database = openServer(url, { poolSize, connectMs });
  return {
    database,
    url,
    close: async () => {
      await database.close();
      if (!(await hasRoom())) await clone.drop();
    },
  };
}

/** Databases (11 MB each) end with their server, and are dropped one by one only if memory or the disk becomes short. */
async function hasRoom(): Promise<boolean> {
  const { bavail, bsize } = await statfs(tmpdir());
  return Math.min(bavail * bsize, process.availableMemory()) > 4e9;
}

/** The same database through a local pooler. */
export function throughPooler(url: string, port: string | number): string {
  const address = new URL(url);
  address.port = `${port}`;
  return address.href;
}

/** A new folder for data directories. The server's user passes through it. */
export async function newDataFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o755);
  return folder;
}

/** Makes a data directory with a migrated, empty store, as `paseo migrate` would. In `npm test` the directory is a copy. */
export async function makeDataDir(dataDir: string): Promise<void> {
  const template = process.env.TEST_DATA_TEMPLATE;
  if (template) await copyDataDir(template, dataDir);
  else await createDataDir(dataDir);
}

/** Copies the directory of a store that is not open. Its files belong to the user of its server. */
export const copyDataDir = async (from: string, to: string): Promise<void> =>
  void (await promisify(execFile)("cp", ["-a", from, to]));

export async function createDataDir(dataDir: string): Promise<void> {
  const database = await openEmbedded(dataDir, { creates: true });
  await migrateSchema(database.db);
  await database.close();
}
