import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe } from "node:test";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import { type Database, embedded, openInMemory, openServer } from "../../../src/store/database/database.ts";
import { startParams } from "../../../src/store/database/embedded/pglite-statements.ts";
import { migrate } from "../../../src/store/database/migrate.ts";
import { cloneDatabase, startPostgres, type TestServer } from "./postgres.ts";

/**
 * Every store test runs on both stores. `npm test` starts one PostgreSQL and creates one dump of PGlite for all files
 * (scripts/test.ts passes them in the environment). A test file that runs alone starts its own. With a pooler's port in
 * TEST_POOLER_PORT the same tests use it (pooler.test.ts).
 */

export interface TestStore {
  database: Database;
  /** Address of the database, on PostgreSQL only, for a second process. */
  url: string | undefined;
  close(): Promise<void>;
}

export type OpenStore = () => Promise<TestStore>;

/** Declares a suite twice: once on PGlite and once on PostgreSQL. */
export function onBothStores(name: string, suite: (open: OpenStore, kind: Database["kind"]) => void): void {
  describe(`${name} · PGlite`, () => suite(openPglite, "pglite"));
  onPostgres(name, (open) => suite(open, "postgres"));
}

/** Declares a suite that needs several processes or connections: on PostgreSQL alone. */
export function onPostgres(name: string, suite: (open: OpenStore) => void): void {
  describe(`${name} · PostgreSQL`, () => {
    const server = sharedPostgres();
    suite(async () => openClone(await server()));
  });
}

/** Returns the address of the PostgreSQL of `npm test`, or of one that a file that runs alone starts when it first needs it. */
export function sharedPostgres(): () => Promise<string> {
  let own: Promise<TestServer> | undefined;
  after(async () => (await own)?.stop());
  return async () => {
    if (process.env.TEST_POSTGRES_URL) return process.env.TEST_POSTGRES_URL;
    own ??= startPostgres();
    return (await own).url;
  };
}

/**
 * A store for tests that work with either. In `npm test` it is a clone on PostgreSQL, which a service opens fifteen times
 * faster than an embedded store. In a file that runs alone it is embedded.
 */
export const openEither: OpenStore = () =>
  process.env.TEST_POSTGRES_URL ? openClone(process.env.TEST_POSTGRES_URL) : openPglite();

/** A new, migrated database on the server at `server`. */
export async function openClone(server: string): Promise<TestStore> {
  const clone = await cloneDatabase(server);
  const url = process.env.TEST_POOLER_PORT ? throughPooler(clone.url, process.env.TEST_POOLER_PORT) : clone.url;
  const database = openServer(url);
  return {
    database,
    url,
    close: async () => {
      await database.close();
      await clone.drop();
    },
  };
}

/** The same database through a local pooler. */
export function throughPooler(url: string, port: string | number): string {
  const address = new URL(url);
  address.port = `${port}`;
  return address.href;
}

/** An embedded store in memory, migrated. */
export async function openPglite(): Promise<TestStore> {
  const file = process.env.TEST_PGLITE_TEMPLATE;
  const database = await openInMemory(new Blob([file ? await readFile(file) : await ownTemplate()]));
  return { database, url: undefined, close: () => database.close() };
}

/**
 * Makes a data directory with a migrated, empty store, as `paseo migrate` would. A process that creates one takes 5 s of processor
 * time before it is ready; on this one it takes 2.
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  const store = join(dataDir, "pg");
  await mkdir(store, { recursive: true });
  const file = process.env.TEST_PGLITE_TEMPLATE ?? join(dataDir, "template.tar");
  if (!process.env.TEST_PGLITE_TEMPLATE) await writeFile(file, await ownTemplate());
  await promisify(execFile)("tar", ["-xf", file, "-C", store, "--no-same-owner"]);
}

let template: Promise<Uint8Array<ArrayBuffer>> | undefined;
const ownTemplate = () => (template ??= dumpPglite());

/**
 * A dump of a migrated PGlite: opening it is many times faster than migrating. It is small, because each test's store copies it: one
 * database in place of three, and 1 MB segments of the log in place of 16. It opens in 0.26 s of processor time in place of 0.52.
 */
export async function dumpPglite(): Promise<Uint8Array<ArrayBuffer>> {
  const pglite = await PGlite.create({ startParams, initDbStartParams: ["--wal-segsize=1"] });
  const database = embedded(pglite);
  await migrate(database.db);
  await pglite.exec("update pg_database set datistemplate = false");
  for (const name of ["template0", "template1"]) await pglite.exec(`drop database ${name}`);
  // Otherwise every test's store would replay the migrations first: 100 ms of 550.
  await pglite.exec("checkpoint");
  const dump = await pglite.dumpDataDir("none");
  await database.close();
  return new Uint8Array(await dump.arrayBuffer());
}
