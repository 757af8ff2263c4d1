import { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import { fromPglite } from "pg-boss";
import { type Deaf, hearEmbedded, hearServer } from "./announcements.ts";
import { type DataDirLock, lockDataDir } from "./data-dir-lock.ts";
import { withNamedStatements } from "./pglite-statements.ts";

/**
 * The one door to PostgreSQL: embedded (PGlite in a directory, guarded by a lock) or a server. The same SQL runs on
 * both, written whole in `sql` templates; values come back the same from both (see `parsers`).
 */

/** No table types: every statement is plain SQL and names its own row type. */
export type Db = Kysely<object>;
export type Tx = Transaction<object>;

export interface Database {
  db: Db;
  kind: "pglite" | "postgres";
  /** Runs one or several statements of plain text: the job queue's own (store/queue.ts). */
  run(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
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
    hear: (heard) => hearEmbedded(pglite, heard),
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      await lock?.release();
    },
  };
}

/** Opens a PostgreSQL server; any number of processes may share it. */
export function openServer(url: string, poolSize = 10): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    application_name: "paseo",
    types: {
      getTypeParser: ((oid: number, format?: string) =>
        (format !== "binary" && parsers[oid]) || pg.types.getTypeParser(oid, format as "text")) as never,
    },
  });
  // An idle connection that the server drops is replaced at the next query; without a listener it would end the process.
  pool.on("error", () => {});
  pool.on("connect", prepareNamed);
  const { options } = pool;
  const patient = { options, connect: () => pool.connect().catch(nameError), end: () => pool.end() };
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool: patient }) });
  const run = async (text: string, values?: unknown[]) => {
    const results = [await pool.query(text, values)].flat();
    return { rows: results.flatMap(({ rows }) => rows) };
  };
  return { db, kind: "postgres", run, hear: async (heard) => hearServer(url, heard), close: () => db.destroy() };
}

/**
 * A statement that begins with this comment is planned once for each connection: planning takes half the time of a booking. Only for hot statements whose best plan does not depend on their values.
 */
export const prepared = (name: string) => sql.raw(`/* prepared ${name} */`);

/** The name that `prepared` gave a statement. */
const nameOf = (text: string): string | undefined => /^\s*\/\* prepared (\S+) \*\//.exec(text)?.[1];

function prepareNamed(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...words: unknown[]) => unknown;
  client.query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    const name = typeof text === "string" ? nameOf(text) : undefined;
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  }) as typeof client.query;
}

/** The pool says in words alone that no connection came in time; what reads errors goes by PostgreSQL's code for it. */
function nameError(error: Error & { code?: string }): never {
  error.code ??= "08001";
  throw error;
}
