import type { Socket } from "node:net";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { fromPglite } from "pg-boss";
import { type Deaf, hearEmbedded, hearServer } from "./announcements.ts";
import { type DataDirLock, lockDataDir } from "./data-dir-lock.ts";
import { createGlances, type Glance } from "./glance.ts";
import { withNamedStatements } from "./pglite-statements.ts";
import { type Naming, nameOf, nameStatements } from "./prepared.ts";

/**
 * The one door to PostgreSQL: embedded (PGlite in a directory, guarded by a lock) or a server. The same SQL runs on
 * both, written whole in `sql` templates; values come back the same from both (see `parsers`).
 */

/** No table types: every statement is plain SQL and names its own row type. */
export type Db = Kysely<object>;
export type Tx = Transaction<object>;

/** Runs the work in the caller's transaction where there is one, and else in one of its own. */
export const inTransaction = <T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Tx) : db.transaction().execute(work);

export interface Database {
  db: Db;
  kind: "pglite" | "postgres";
  /** Runs one or several statements of plain text: the job queue's own (store/queue.ts). */
  run(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Runs a statement without values that returns one text, often: by a shorter way, on a server. */
  glance: Glance;
  /** Calls `heard` whenever a new version of the catalogue may be there, until the returned function is called. */
  hear(heard: () => void): Promise<Deaf>;
  close(): Promise<void>;
}

// Type OIDs: int8 fits a JS number in our use; a numeric stays text, for decimals; a timestamp without zone is local
// time at a location and must never become a Date.
const parsers: Record<number, (text: string) => unknown> = {
  20: Number,
  1700: (text) => text,
  1114: (text) => text.replace(" ", "T"),
  1082: (text) => text,
};

/** Opens the embedded store in `dataDir`, alone: a second process is refused with `DataDirInUse`. */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const lock = await lockDataDir(dataDir);
  try {
    const pglite = await PGlite.create({ dataDir: `${dataDir}/pg`, parsers, relaxedDurability: false });
    return embedded(pglite, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** An embedded store in memory, or from a dumped template: for tests. */
export async function openInMemory(template?: Blob): Promise<Database> {
  return embedded(await PGlite.create({ parsers, ...(template ? { loadDataDir: template } : {}) }));
}

/** A store on an open PGlite, which closes with it. */
export function embedded(pglite: PGlite, lock?: DataDirLock): Database {
  const db = new Kysely<object>({ dialect: new PGliteDialect({ pglite: withNamedStatements(pglite, nameOf) }) });
  return {
    db,
    kind: "pglite",
    run: fromPglite(pglite).executeSql,
    glance: async (text) => Object.values((await pglite.query<Record<string, string>>(text)).rows[0]!)[0]!,
    hear: (heard) => hearEmbedded(pglite, heard),
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      await lock?.release();
    },
  };
}

export interface ServerOptions {
  /** Connections at most. */
  poolSize?: number;
  prepared?: Naming;
  /** Milliseconds to wait for a connection. */
  patienceMs?: number;
  /** Milliseconds without a word from the server after which a connection is given up; without it none is. */
  silenceMs?: number;
}

/** Opens a PostgreSQL server, or a pooler in front of one; any number of processes may share it. */
export function openServer(url: string, options: ServerOptions = {}): Database {
  const { poolSize = 10, prepared: naming = "auto", patienceMs = 10_000, silenceMs } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: patienceMs,
    application_name: "paseo",
    onConnect: async (client) => {
      // The pool listens to idle ones only: without this, a server that drops one within a transaction ends the process.
      client.on("error", () => {});
      if (silenceMs !== undefined) endWhenSilent(socketOf(client), silenceMs);
      await nameStatements(client, naming);
    },
    types: {
      getTypeParser: ((oid: number, format?: string) =>
        (format !== "binary" && parsers[oid]) || pg.types.getTypeParser(oid, format as "text")) as never,
    },
  });
  // An idle connection that the server drops is replaced at the next query; without a listener it would end the process.
  pool.on("error", () => {});
  if (silenceMs !== undefined) {
    pool.on("acquire", (client) => socketOf(client).setTimeout(silenceMs));
    pool.on("release", (_error, client) => socketOf(client).setTimeout(0));
  }
  const { options: poolOptions } = pool;
  const patient = { options: poolOptions, connect: () => pool.connect().catch(nameError), end: () => pool.end() };
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool: patient }) });
  const run = async (text: string, values?: unknown[]) => {
    const results = [await pool.query(text, values)].flat();
    return { rows: results.flatMap(({ rows }) => rows) };
  };
  const { glance, end } = createGlances(patient);
  return {
    db,
    kind: "postgres",
    run,
    glance,
    hear: async (heard) => hearServer(url, heard),
    close: async () => {
      end();
      await db.destroy();
    },
  };
}

/** A server that is gone without a word would keep its callers for as long as the system believes in the connection. */
function endWhenSilent(socket: Socket, silenceMs: number): void {
  socket.setTimeout(silenceMs);
  socket.once("timeout", () => socket.destroy(new Error("the server is silent")));
}

/** The types hide it, and the driver has no such limit of its own. */
function socketOf(client: pg.ClientBase): Socket {
  return (client as pg.ClientBase & { connection: { stream: Socket } }).connection.stream;
}

/** The pool says in words alone that no connection came in time; what reads errors goes by PostgreSQL's code for it. */
function nameError(error: Error & { code?: string }): never {
  error.code ??= "08001";
  throw error;
}
