import type { Client } from "pg";
import type { Cell, Row } from "../records/mapping.ts";
import { recordKey } from "../records/records.ts";
import { tables } from "../records/tables.ts";
import {
  createPostgresTables,
  indexPostgresTables,
  numberParameters,
  type PreparedStatement,
  positionBeforeKeys,
  statementsFor,
} from "./postgres-statements.ts";
import { type SqlDatabase, sqlTarget } from "./sql-target.ts";
import { formatVersion, type Target, TargetError } from "./target.ts";

/** A copy in a schema of PostgreSQL: `paseo` unless the address has `?schema=`. It needs the optional package `pg`. */

/** Connects and creates missing tables. Throws a TargetError when the database cannot be used or another mirror uses it. */
export async function openPostgres(address: string): Promise<Target> {
  const { url, schema } = addressOf(address);
  const client = await connected(url);
  try {
    await setUp(client, schema);
  } catch (error) {
    await client.end();
    throw error instanceof TargetError ? error : unusable(url, error);
  }
  return sqlTarget(database(client));
}

function addressOf(address: string): { url: URL; schema: string } {
  if (!URL.canParse(address))
    throw new TargetError("The address of the database is not postgres://user@host:port/name.");
  const url = new URL(address);
  const schema = url.searchParams.get("schema") ?? "paseo";
  url.searchParams.delete("schema");
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new TargetError("The schema must be lower-case letters, digits and underscores.");
  }
  return { url, schema };
}

async function connected(url: URL): Promise<Client> {
  const { default: pg } = await import("pg").catch(() => {
    throw new TargetError("postgres:// needs the package pg, which is not installed: npm install pg.");
  });
  const client = new pg.Client({ connectionString: url.href, application_name: "paseo-mirror" });
  // A connection that breaks while it is idle emits an error here; the next statement fails.
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    throw unusable(url, error);
  }
  return client;
}

/** The message must not contain the password of the address. */
function unusable({ host, pathname }: URL, error: unknown): TargetError {
  const { message, code } = error as { message?: string; code?: string };
  return new TargetError(`postgres://${host}${pathname} cannot be used: ${message || code}.`);
}

async function setUp(client: Client, schema: string): Promise<void> {
  // This lock ends with the connection, however this process ends.
  const lock = "select pg_try_advisory_lock(hashtext('paseo-mirror'), hashtext($1)) as free";
  const { rows } = await client.query<{ free: boolean }>(lock, [schema]);
  if (!rows[0]!.free) throw new TargetError(`Another paseo-mirror is using the schema ${schema}.`);
  await client.query(
    `set client_min_messages = warning; create schema if not exists "${schema}"; set search_path = "${schema}"`,
  );
  const there = await client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = $1",
    [schema],
  );
  const names = there.rows.map(({ name }) => name);
  if (!names.includes("sync_state")) {
    const other = Object.values(tables).find(({ table }) => names.includes(table));
    if (other)
      throw new TargetError(
        `The schema ${schema} has a table ${other.table} of another program. Choose another schema.`,
      );
    await createPostgresTables(client);
  }
  const {
    rows: [state],
  } = await client.query<{ format: number }>("select format from sync_state");
  if (state && state.format !== formatVersion) {
    throw new TargetError(
      `The schema ${schema} was created by another version of paseo-mirror. Choose another schema.`,
    );
  }
}

function database(client: Client): SqlDatabase<PreparedStatement> {
  const queue = numberParameters(
    "queue",
    "insert into change_queue (sequence, line) select * from unnest(?::bigint[], ?::text[])",
  );
  const rows = async (statement: PreparedStatement, values: unknown[]): Promise<Row[]> =>
    (await client.query({ ...statement, values })).rows;
  let prepared = 0;
  return {
    begin: "begin",
    execute: async (sql) => void (await client.query(sql)),
    prepare: (sql) => numberParameters(`common-${prepared++}`, sql),
    rows,
    statements: statementsFor,
    list: (values) => values,
    start: positionBeforeKeys,
    isUnindexed: () => false,
    async put({ kind, lang }, records, generation) {
      const { columns, parts, rowsOf } = tables[kind];
      const { put, putParts, removeParts } = statementsFor(kind);
      const keys = records.map(recordKey);
      const made = records.map(rowsOf);
      const main = made.map(({ cells }) => ({ ...row(columns, cells), lang, seen: generation }));
      await rows(put, [JSON.stringify(main)]);
      for (const [n, part] of parts.entries()) {
        const partRows = made.flatMap((record, at) =>
          record.parts[n]!.map((cells, position) => ({ ...row(part.columns, cells), owner: keys[at], position })),
        );
        await rows(removeParts[n]!, [keys]);
        await rows(putParts[n]!, [JSON.stringify(partRows)]);
      }
    },
    async queue(changes) {
      await rows(queue, [changes.map(({ sequence }) => sequence), changes.map(({ line }) => line)]);
    },
    index: () => indexPostgresTables(client),
    close: () => client.end(),
  };
}

const row = (columns: { name: string }[], cells: Cell[]): Row =>
  Object.fromEntries(columns.map(({ name }, n) => [name, cells[n]!]));
