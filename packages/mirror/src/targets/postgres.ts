import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import type { Cell, Column, ColumnType, RecordMapping, Row } from "../records/mapping.ts";
import { type RecordKind, recordKey } from "../records/records.ts";
import { tables } from "../records/tables.ts";
import { type RecordStatements, type SqlDatabase, sqlTarget } from "./sql-target.ts";
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

/** How long the lock of a killed mirror is waited for: its server ends the statement first that runs. */
const lockWaitMs = 5_000;

async function lockSchema(client: Client, schema: string): Promise<void> {
  // This lock ends with the connection, however this process ends.
  const lock = "select pg_try_advisory_lock(hashtext('paseo-mirror'), hashtext($1)) as free";
  for (const deadline = performance.now() + lockWaitMs; ; await pause(100)) {
    const { rows } = await client.query<{ free: boolean }>(lock, [schema]);
    if (rows[0]!.free) return;
    if (performance.now() > deadline) throw new TargetError(`Another paseo-mirror is using the schema ${schema}.`);
  }
}

async function setUp(client: Client, schema: string): Promise<void> {
  await lockSchema(client, schema);
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

/** The tables in PostgreSQL, and the statements for each kind of record. */

const types: Record<ColumnType, string> = {
  id: "uuid",
  text: "text",
  integer: "integer",
  flag: "boolean",
  amount: "numeric",
  degrees: "double precision",
};

const mappings = Object.values(tables);

async function createPostgresTables(client: Client): Promise<void> {
  await client.query(`begin;
    ${mappings.flatMap(definitionsOf).join(";\n")};
    create table change_queue (sequence bigint primary key, line text not null);
    create table sync_state (
      one integer primary key check (one = 1), format integer not null, service text not null, languages text not null,
      details boolean not null, update_version bigint, delete_version bigint, synced_at timestamptz,
      generation integer not null, sequence bigint not null, run jsonb
    );
    commit`);
}

function definitionsOf({ table, key, perLanguage, columns, parts }: RecordMapping): string[] {
  const primary = perLanguage ? `lang, ${key}` : key;
  return [
    `create table ${table} (${perLanguage ? "lang text not null, " : ""}${definitions(columns)}, seen integer not null,
      primary key (${primary}))`,
    ...parts.map(
      (
        part,
      ) => `create table ${part.table} (${table}_${key} ${types[columns[0]!.type]} not null, position integer not null,
        ${definitions(part.columns)}, primary key (${table}_${key}, position))`,
    ),
  ];
}

const definitions = (columns: Column[]): string =>
  columns.map(({ name, type, required }) => `${name} ${types[type]}${required ? " not null" : ""}`).join(", ");

async function indexPostgresTables(client: Client): Promise<void> {
  for (const { table, indexes } of mappings.flatMap((mapping) => [mapping, ...mapping.parts])) {
    for (const columns of indexes) {
      await client.query(
        `create index if not exists ${table}_${columns.join("_")} on ${table} (${columns.join(", ")})`,
      );
    }
  }
}

/** A prepared statement of the server. */
interface PreparedStatement {
  name: string;
  text: string;
}

/**
 * Statements that read and write. Those that write take rows as JSON, with `seen` and `lang`, and for parts with `owner` and `position`.
 */
interface PostgresStatements extends RecordStatements<PreparedStatement> {
  put: PreparedStatement;
  putParts: PreparedStatement[];
}

/** Numbers the parameters of a statement, which are written as `?`. */
function numberParameters(name: string, sql: string): PreparedStatement {
  let count = 0;
  return { name, text: sql.replace(/\?/g, () => `$${++count}`) };
}

/** Returns a position before all keys. */
const positionBeforeKeys = (kind: RecordKind): string =>
  tables[kind].columns[0]!.type === "id" ? "00000000-0000-0000-0000-000000000000" : "";

const made = new Map<RecordKind, PostgresStatements>();

function statementsFor(kind: RecordKind): PostgresStatements {
  const statements = made.get(kind) ?? statementsOf(tables[kind]);
  made.set(kind, statements);
  return statements;
}

function statementsOf({ table, key, perLanguage, columns, parts }: RecordMapping): PostgresStatements {
  const keyType = types[columns[0]!.type];
  const owner = `${table}_${key}`;
  const statement = (purpose: string, sql: string) => numberParameters(`${table}-${purpose}`, sql);
  // The language is a parameter of every kind, so that the callers are the same.
  const inLanguage = perLanguage ? "lang = ?::text" : "?::text is null";
  const byKey = `${key} = any(?::${keyType}[]) and ${inLanguage}`;
  const following = `${key} > ?::${keyType} and ${inLanguage}`;
  const ofOwners = `where ${owner} = any(?::${keyType}[])`;
  const lang: Column[] = perLanguage ? [{ name: "lang", type: "text", required: true }] : [];
  const all = [...lang, ...columns, { name: "seen", type: "integer", required: true } as const];
  const names = all.map(({ name }) => name);
  const ownColumns = parts.map((part) => ["position", ...part.columns.map(({ name }) => name)]);
  return {
    byKeys: statement("by-keys", `select *, ${key} as owner from ${table} where ${byKey}`),
    following: statement(
      "following",
      `select *, ${key} as owner, ${key} as position from ${table} where ${following} order by ${key} limit ?`,
    ),
    unseen: statement(
      "unseen",
      `select ${key} as key, ${key} as position from ${table} where ${following} and seen < ? order by ${key} limit ?`,
    ),
    put: statement(
      "put",
      `insert into ${table} (${names}) select ${names} from jsonb_to_recordset(?::jsonb) as t(${typed(all)})
       on conflict (${perLanguage ? "lang, " : ""}${key}) do update set ${names.map((name) => `${name} = excluded.${name}`)}`,
    ),
    touch: statement("touch", `update ${table} set seen = ? where ${byKey}`),
    remove: statement("remove", `delete from ${table} where ${byKey}`),
    removeParts: parts.map((part) => statement(`${part.table}-remove`, `delete from ${part.table} ${ofOwners}`)),
    parts: parts.map((part, n) =>
      statement(
        `${part.table}-by-owners`,
        `select ${owner} as owner, ${ownColumns[n]} from ${part.table} ${ofOwners} order by ${owner}, position`,
      ),
    ),
    putParts: parts.map((part, n) =>
      statement(
        `${part.table}-put`,
        `insert into ${part.table} (${owner}, ${ownColumns[n]}) select owner, ${ownColumns[n]}
         from jsonb_to_recordset(?::jsonb) as t(owner ${keyType}, position integer, ${typed(part.columns)})`,
      ),
    ),
  };
}

const typed = (columns: readonly Column[]): string =>
  columns.map(({ name, type }) => `${name} ${types[type]}`).join(", ");
