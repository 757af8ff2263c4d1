import type { Client, QueryResult } from "pg";
import type { Row } from "../records/mapping.ts";
import { tables } from "../records/tables.ts";
import { createTables, indexTables, statementsFor } from "./postgres-statements.ts";
import { PostgresWriter } from "./postgres-writer.ts";
import { formatVersion, type Queued, type State, type Target, TargetError } from "./target.ts";

/**
 * A copy in a schema of a PostgreSQL database, `paseo` unless the address has `?schema=`. It needs the package `pg`, which is
 * optional. Readers see what was committed last, and never wait.
 */

const batch = 1000;

/** Connects and makes the tables where they are missing. Throws a TargetError when the database cannot be used or another mirror is at work. */
export async function openPostgres(address: string): Promise<Target> {
  const { url, schema } = addressOf(address);
  const client = await connected(url);
  try {
    await setUp(client, schema);
  } catch (error) {
    await client.end();
    throw error instanceof TargetError ? error : unusable(url, error);
  }
  return postgresTarget(client);
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
  // A connection that breaks while nothing is asked says so here; the next statement fails with it.
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    throw unusable(url, error);
  }
  return client;
}

/** Without the password that the address may hold. */
function unusable({ host, pathname }: URL, error: unknown): TargetError {
  const { message, code } = error as { message?: string; code?: string };
  return new TargetError(`postgres://${host}${pathname} cannot be used: ${message || code}.`);
}

async function setUp(client: Client, schema: string): Promise<void> {
  // Of the session: it ends with the connection, in whatever way this process ends.
  const lock = "select pg_try_advisory_lock(hashtext('paseo-mirror'), hashtext($1)) as free";
  const { rows } = await client.query<{ free: boolean }>(lock, [schema]);
  if (!rows[0]!.free) throw new TargetError(`Another paseo-mirror is at work on the schema ${schema}.`);
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
      throw new TargetError(`The schema ${schema} has a table ${other.table} of another program. Name another schema.`);
    await createTables(client);
  }
  const {
    rows: [state],
  } = await client.query<{ format: number }>("select format from sync_state");
  if (state && state.format !== formatVersion) {
    throw new TargetError(`The schema ${schema} was made by another version of paseo-mirror. Name another schema.`);
  }
}

function postgresTarget(client: Client): Target {
  const writer = new PostgresWriter(client);
  return {
    async readState() {
      const { rows } = await client.query("select * from sync_state");
      return rows[0] && stateOf(rows[0]);
    },
    async transaction(work) {
      await client.query("begin");
      try {
        const result = await work(writer);
        await client.query("commit");
        return result;
      } catch (error) {
        // On a broken connection there is nothing left to roll back.
        await client.query("rollback").catch(() => {});
        throw error;
      }
    },
    async *records(collection) {
      const { following } = statementsFor(collection.kind);
      const { key } = tables[collection.kind];
      for (let after: string | null = null; ; ) {
        const { rows }: QueryResult<Row> = await client.query({
          ...following,
          values: [after, batch, collection.lang ?? null],
        });
        if (rows.length === 0) return;
        yield await writer.recordsOf(collection, rows);
        after = rows.at(-1)![key] as string;
      }
    },
    async *unseen(collection, generation) {
      const { unseen } = statementsFor(collection.kind);
      for (let after: string | null = null; ; ) {
        const { rows }: QueryResult<{ key: string }> = await client.query({
          ...unseen,
          values: [after, batch, collection.lang ?? null, generation],
        });
        if (rows.length === 0) return;
        yield rows.map(({ key }) => key);
        after = rows.at(-1)!.key;
      }
    },
    async *queued() {
      for (let after = 0; ; ) {
        const { rows } = await client.query<{ sequence: string; line: string }>(
          "select sequence, line from change_queue where sequence > $1 order by sequence limit $2",
          [after, batch],
        );
        if (rows.length === 0) return;
        const lines: Queued[] = rows.map(({ sequence, line }) => ({ sequence: Number(sequence), line }));
        yield lines;
        after = lines.at(-1)!.sequence;
      }
    },
    index: () => indexTables(client),
    whole: async () => {},
    close: () => client.end(),
  };
}

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

// The driver gives bigint as text.
function stateOf(row: Record<string, unknown>): State {
  return {
    service: row.service as string,
    languages: (row.languages as string).split(" ") as State["languages"],
    details: row.details as boolean,
    updateVersion: numberOrNull(row.update_version),
    deleteVersion: numberOrNull(row.delete_version),
    syncedAt: row.synced_at === null ? null : (row.synced_at as Date).toISOString(),
    generation: Number(row.generation),
    sequence: Number(row.sequence),
    walk: row.walk as State["walk"],
  };
}
