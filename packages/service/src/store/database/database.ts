import { statfs } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { type Deaf, hearEmbedded, hearServer } from "./announcements.ts";
import { type DataDirLock, lockDataDir } from "./data-dir-lock.ts";
import { connectionError, StoreUnavailable } from "./faults.ts";
import { withNamedStatements } from "./pglite-statements.ts";
import { askAtWork, ServerClient, SilenceWatch } from "./server-client.ts";
import { handshakePid, type Naming, nameOf } from "./statement-names.ts";
import { createGlances, type Glance } from "./version-connection.ts";

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
  /** Runs a statement without values that returns one text, often: by a shorter way, on a server. */
  glance: Glance;
  /** Calls `heard` whenever a new version of the catalogue may be there, until the returned function is called. */
  hear(heard: () => void): Promise<Deaf>;
  /** Connections that failed. An embedded store has none. */
  losses: Losses;
  /** Throws when the disk has no room for orders. A server says so itself. */
  checkRoom(): Promise<void>;
  /** Statements that can be at work at once. */
  poolSize: number;
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
    return { ...embedded(pglite, lock), checkRoom: () => checkRoom(dataDir) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The engine ends when it cannot write its log, whose files have 16 MiB: it must not come to that. */
const leastRoomBytes = 20 * 1024 * 1024;

async function checkRoom(dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < leastRoomBytes)
    throw new StoreUnavailable(`there is no room on the disk of ${dataDir}`, { fault: "full" });
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
    glance: async (text) => Object.values((await pglite.query<Record<string, string>>(text)).rows[0]!)[0]!,
    hear: (heard) => hearEmbedded(pglite, heard),
    losses: createLosses(),
    checkRoom: async () => {},
    poolSize: 1,
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
  /** Milliseconds without an answer after which a connection is given up, unless its server is at work. */
  silenceMs?: number;
  /** Gives it up even then: others have what this server has. */
  silenceEndsWork?: boolean;
  /** Limits of the server's own, where no pooler lies between: see docs/how-to/run-in-production.md. 0 is none. */
  statementMs?: number;
  lockMs?: number;
  idleTransactionMs?: number;
}

/** Of a command, which nobody waits for: no limit but silence. Who serves has limits from its settings. */
const defaults = { poolSize: 10, prepared: "auto", patienceMs: 10_000, silenceMs: 5_000 } as const;

/** Seconds without traffic after which the system asks whether the other side is there. */
const keepAliveSeconds = 10;

/** Opens a PostgreSQL server, or a pooler in front of one; any number of processes may share it. */
export function openServer(url: string, options: ServerOptions = {}): Database {
  const { poolSize, prepared: naming, patienceMs, silenceMs, statementMs = 0 } = { ...defaults, ...options };
  const losses = createLosses();
  const watch = new SilenceWatch({
    silenceMs,
    // Behind a pooler nobody knows what the server does. A statement that it should have ended by now is silence.
    unverifiedMs: options.silenceEndsWork ? silenceMs : statementMs ? statementMs + silenceMs : 60_000,
    atWork: options.silenceEndsWork ? undefined : askAtWork(url),
    onSilent: (client, since) => {
      losses.report("silent", new StoreUnavailable("the server is silent", { fault: "silent" }));
      // What kept one from answering may keep the others that have not answered since.
      renewIdle(pool, (idle) => idle !== client && idle.heardAt < since);
    },
  });
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: patienceMs,
    application_name: "paseo",
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveSeconds * 1000,
    Client: class extends ServerClient {
      constructor(config?: pg.ClientConfig) {
        super(config ?? {}, watch);
        // The pool listens to idle ones only: without this, a server that drops one within a transaction ends the process.
        this.on("error", (error) => losses.report("client", error));
      }
    },
    onConnect: (client) => begin(client as ServerClient, naming, options),
    types: {
      getTypeParser: ((oid: number, format?: string) =>
        (format !== "binary" && parsers[oid]) || pg.types.getTypeParser(oid, format as "text")) as never,
    },
  });
  // An idle connection that the server drops is replaced at the next query; without a listener it would end the process. The
  // connection's own listener has reported it.
  pool.on("error", () => {});
  // One that leads to a server without writes is not used again: the address may lead to another one by now.
  pool.on("release", (_error, client) => (client as unknown as ServerClient).isSpent && void client.end());
  const { options: poolOptions } = pool;
  const connect = () =>
    pool.connect().catch((error: Error) => {
      const known = connectionError(error);
      losses.report("connect", known);
      throw known;
    });
  const patient = { options: poolOptions, connect, end: () => pool.end() };
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool: patient }) });
  const { glance, end } = createGlances({ connect }, silenceMs, (error) => losses.report("silent", error));
  return {
    db,
    kind: "postgres",
    glance,
    losses,
    checkRoom: async () => {},
    poolSize,
    hear: async (heard) => hearServer(url, heard, { silenceMs, onError: (error) => losses.report("listen", error) }),
    close: async () => {
      end();
      await db.destroy();
      watch.stop();
    },
  };
}

/**
 * Makes a new connection ready. Named statements and limits need a session of one's own, so they are for connections that no
 * pooler lends out: the process that answers is then the one that shook hands.
 */
async function begin(
  client: ServerClient,
  naming: Naming,
  { statementMs = 0, lockMs = 0, idleTransactionMs = 0 }: ServerOptions,
): Promise<void> {
  const { rows } = await client.query<{ pid: number }>(
    `select pg_backend_pid() as pid, case when pg_backend_pid() = $1 then
       set_config('statement_timeout', $2, false) || set_config('lock_timeout', $3, false)
       || set_config('idle_in_transaction_session_timeout', $4, false) end`,
    [handshakePid(client), `${statementMs}`, `${lockMs}`, `${idleTransactionMs}`],
  );
  const isDirect = rows[0]!.pid === handshakePid(client);
  if (isDirect) client.serverPid = rows[0]!.pid;
  client.namesStatements = naming === "yes" || (naming === "auto" && isDirect);
}

/** Closes idle connections that `isSuspect` finds, so that no request comes to them. */
function renewIdle(pool: pg.Pool, isSuspect: (client: ServerClient) => boolean): void {
  for (let left = pool.idleCount; left > 0; left--) {
    pool.connect().then(
      (idle) => {
        const client = idle as unknown as ServerClient;
        const suspect = isSuspect(client);
        idle.release(suspect);
        if (suspect) client.cut();
      },
      () => {},
    );
  }
}

/** How connections are lost: counted and logged by whoever listens. */
export interface Losses {
  report(kind: LossKind, error: unknown): void;
  listen(heard: (kind: LossKind, error: unknown) => void): void;
}

export type LossKind =
  /** None could be made, or none was free in time. */
  | "connect"
  /** The server ended one, or it broke. */
  | "client"
  /** It was given up because it did not answer. */
  | "silent"
  /** The one that hears of new versions. */
  | "listen";

function createLosses(): Losses {
  let heard: Parameters<Losses["listen"]>[0] = () => {};
  return {
    report: (kind, error) => heard(kind, error),
    listen: (listener) => {
      heard = listener;
    },
  };
}
