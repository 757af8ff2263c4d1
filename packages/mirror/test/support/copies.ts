import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, type TestContext } from "node:test";
import pg from "pg";
import { emptyDatabase, startPostgres, type TestServer } from "../../../service/test/support/servers/postgres.ts";
import { newDataFolder } from "../../../service/test/support/servers/stores.ts";
import { type Catalogue, sorted, summaryOf, tablesCatalogue } from "./comparing.ts";

/** Reads copies without the mirror's own code, as their owner would. */

export interface Copy {
  /** The value of `--to`. */
  to: string;
  /** Reads all records of the copy. */
  catalogue(): Promise<Catalogue>;
}

/** A copy in a database. */
export interface TableCopy extends Copy {
  /** Rows of a query on the copy. */
  query(sql: string): Promise<Record<string, unknown>[]>;
}

export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await newDataFolder("paseo-mirror-");
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function sqliteCopy(t: TestContext): Promise<TableCopy & { path: string }> {
  const path = join(await temporaryFolder(t), "catalogue.db");
  const query = async (sql: string) => querySqlite(path, sql);
  return { path, to: `sqlite:${path}`, query, catalogue: () => tablesCatalogue(query) };
}

function querySqlite(path: string, sql: string): Record<string, unknown>[] {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}

let server: Promise<TestServer> | undefined;
after(async () => (await server)?.stop());

export async function postgresCopy(t: TestContext): Promise<TableCopy> {
  server ??= process.env.TEST_POSTGRES_URL ? undefined : startPostgres();
  const database = await emptyDatabase(process.env.TEST_POSTGRES_URL ?? (await server!).url);
  t.after(() => database.drop());
  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString: database.url, options: "-c search_path=paseo" });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  return { to: database.url, query, catalogue: () => tablesCatalogue(query) };
}

export async function ndjsonCopy(t: TestContext): Promise<Copy & { folder: string }> {
  const folder = join(await temporaryFolder(t), "catalogue");
  const lines = (file: string) => ndjsonLines(join(folder, file));
  return {
    folder,
    to: `ndjson:${folder}`,
    catalogue: async () =>
      sorted({
        products: (await lines("products.ndjson")).map(summaryOf),
        events: await lines("events.ndjson"),
        pages: await lines("pages.ndjson"),
        contents: await lines("contents.ndjson"),
        currencies: await lines("currencies.ndjson"),
      }),
  };
}

/** The records of an NDJSON file, in which every line must end with a line break. */
export async function ndjsonLines(path: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(path, "utf8");
  assert.match(text, /^(.+\n)*$/);
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
