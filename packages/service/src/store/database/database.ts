import { Kysely, PostgresDialect, type PostgresPoolClient, type Transaction } from "kysely";
import pg from "pg";
import { subscribeAtServer, type Unsubscribe } from "./announcements.ts";
import { connectionError, StoreUnavailable } from "./faults.ts";
import { ServerClient } from "./server-client.ts";
import { ownServerPid, type StatementListener, type StatementNaming } from "./statement-names.ts";
import { isServerReadOnly, setSettingsStatement } from "./time-limits.ts";

/**
 * Settings that a role or a database can preset, with the values that our statements and parsers expect. Without them `DateStyle = German`
 * writes EventOn as `28.11.2026T19:30:00`, and `default_transaction_read_only` refuses every sale.
 */
export const expectedSettings = {
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  extra_float_digits: "1",
  bytea_output: "hex",
  standard_conforming_strings: "on",
  array_nulls: "on",
  transform_null_equals: "off",
  gin_fuzzy_search_limit: "0",
  search_path: '"$user", public',
  default_transaction_isolation: "read committed",
  default_transaction_read_only: "off",
  default_transaction_deferrable: "off",
} as const;

/**
 * Sets the expected settings for this role in this database, if something else presets them. A pooler opens the server's
 * connections and hands another one to each transaction, so a setting of one connection is not enough. A role may set its own
 * defaults, and they take precedence over the settings of the database.
 */
async function overridePresets(client: ServerClient): Promise<void> {
  const { rows } = await client.run<{ name: string }>(
    `select name from pg_settings s join json_each_text($1) x on lower(s.name) = lower(x.key)
     where s.reset_val <> x.value and not ${isServerReadOnly} and not (name = 'DateStyle' and s.reset_val like 'ISO,%')
       and not (name = 'TimeZone' and s.reset_val in ('Etc/UTC', 'GMT'))`,
    [JSON.stringify(expectedSettings)],
  );
  const wanted = new Map(Object.entries(expectedSettings).map(([name, value]) => [name.toLowerCase(), value]));
  for (const { name } of rows) {
    const value = wanted.get(name.toLowerCase())!;
    // A list of names is no single literal.
    const literal = name === "search_path" ? value : `'${value}'`;
    const change = `alter role current_user in database %I set ${name} = ${literal}`.replaceAll("'", "''");
    const statement = `do $$ begin execute format('${change}', current_database()); end $$`;
    // A standby refuses it and gets the setting from its primary. Another process may be writing the same setting now.
    await client.run(`begin read write; ${statement}; commit`).catch(() => client.run("rollback"));
  }
}

/** Opens a PostgreSQL server. SQL is written whole in `sql` templates, and `typeParsers` decides which values it returns. */

/** Kysely gets no table types, because every statement is plain SQL that names its row type. */
export type Db = Kysely<object>;
export type Tx = Transaction<object>;

/** Runs the work in the caller's transaction, or in a new one if there is none. */
export const inTransaction = <T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Tx) : db.transaction().execute(work);

export interface Database {
  db: Db;
  /** Address of the server. */
  url: string;
  /** Runs a statement without values that returns one text, on its own connection. */
  readText(text: string): Promise<string>;
  /** Calls `onVersion` whenever the catalogue may have a new version, until the returned function is called. */
  subscribe(onVersion: () => void): Promise<Unsubscribe>;
  /** Reports each connection that failed. */
  losses: ReportChannel<[kind: ConnectionLossKind, error: unknown]>;
  /** Reports each statement that has ended. */
  statements: ReportChannel<Parameters<StatementListener>>;
  /** The number of statements that can run at the same time. */
  poolSize: number;
  close(): Promise<void>;
}

// Parsers by type OID. int8 fits a JS number in our use. numeric stays text, for decimals. A timestamp without zone is
// local time at a location and must never become a Date.
export const typeParsers: Record<number, (text: string) => unknown> = {
  20: Number,
  1700: (text) => text,
  1114: (text) => text.replace(" ", "T"),
  1082: (text) => text,
};

export interface ServerOptions {
  /** Maximum number of connections. */
  poolSize?: number;
  prepared?: StatementNaming;
  /** Milliseconds to wait for a connection. */
  connectMs?: number;
  /**
   * Milliseconds for the answer to a statement; then its connection is closed. By default a second more than
   * `statementMs`.
   */
  answerMs?: number;
  /**
   * Milliseconds for the answer to a statement of a transaction without a time limit, such as an import. The default is
   * an hour.
   */
  longAnswerMs?: number;
  /** Limits that the server enforces if there is no pooler: see docs/reference/settings.md. 0 means no limit. */
  statementMs?: number;
  lockMs?: number;
  idleTransactionMs?: number;
}

/** For commands: no limit for statements. `paseo serve` sets limits from its settings. */
const defaults = { poolSize: 10, prepared: "auto", connectMs: 10_000 } as const;

/** Milliseconds for the answers to the short statements of the connection that listens. */
const listenAnswerMs = 3_000;

/** Idle seconds after which the operating system probes the other side. */
const keepAliveSeconds = 10;

/** Opens a PostgreSQL server, or a pooler in front of one; any number of processes may share it. */
export function openServer(url: string, options: ServerOptions = {}): Database {
  const { poolSize, connectMs, statementMs = 0 } = { ...defaults, ...options };
  const { answerMs = statementMs && statementMs + 1_000 } = options;
  const losses: Database["losses"] = createReports();
  const statements: Database["statements"] = createReports();
  const onSilent = (client: ServerClient, since: number) => {
    losses.report("silent", new StoreUnavailable("the server is silent", { fault: "silent" }));
    // Other connections that have had no answer since then may be broken for the same reason.
    for (const pool of [main, single]) closeIdle(pool, (idle) => idle !== client && idle.lastAnswerAt < since);
  };
  const openPool = (max: number, idleTimeoutMillis?: number) => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: connectMs,
      ...(idleTimeoutMillis !== undefined && { idleTimeoutMillis }),
      application_name: "paseo",
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveSeconds * 1000,
      Client: class extends ServerClient {
        constructor(config?: pg.ClientConfig) {
          super(config ?? {}, {
            ...{ answerMs, onSilent, onStatement: statements.report },
            ...(options.longAnswerMs !== undefined && { longAnswerMs: options.longAnswerMs }),
          });
          // The pool listens to errors of idle connections only. Without this listener, the process would end when a
          // server drops a connection within a transaction.
          this.on("error", (error) => losses.report("client", error));
        }
      },
      onConnect: (client) => prepareConnection(client as ServerClient, { ...defaults, ...options }),
      types: {
        getTypeParser: ((oid: number, format?: string) =>
          (format !== "binary" && typeParsers[oid]) || pg.types.getTypeParser(oid, format as "text")) as never,
      },
    });
    // Without a listener, the process would end when the server drops an idle connection. The connection's own listener
    // reports the error.
    pool.on("error", () => {});
    // The address of a read-only server may lead to another server by now.
    pool.on("release", (_error, client) => (client as ServerClient & pg.PoolClient).isReadOnly && void client.end());
    return pool;
  };
  const main = openPool(poolSize);
  /** A separate connection for `readText`, so that it never waits behind a page or a booking. */
  const single = openPool(1, 0);
  const connect = (pool = main): Promise<ServerClient & pg.PoolClient> =>
    (pool.connect() as Promise<ServerClient & pg.PoolClient>).catch((error: Error) => {
      const known = connectionError(error);
      losses.report("connect", known);
      throw known;
    });
  const readText = async (text: string) => {
    const client = await connect(single);
    let failed = true;
    try {
      const [result] = [await client.run(text)].flat();
      failed = false;
      return textOf(result!.rows, text);
    } finally {
      // A server sends an error before it ends a connection, and the next statement would fail too.
      client.release(failed);
    }
  };
  const db = new Kysely<object>({
    dialect: new PostgresDialect({
      pool: { options: main.options, connect: async () => asKyselyClient(await connect()), end: () => main.end() },
    }),
  });
  return {
    db,
    url,
    readText,
    losses,
    statements,
    poolSize,
    subscribe: async (onVersion) =>
      subscribeAtServer(url, onVersion, {
        answerMs: listenAnswerMs,
        onError: (error) => losses.report("listen", error),
      }),
    close: async () => {
      await Promise.all([db.destroy(), single.ending || single.end()]);
    },
  };
}

/** Returns the part of a connection that Kysely uses. */
const asKyselyClient = (client: ServerClient & pg.PoolClient): PostgresPoolClient => ({
  query: ((text: string, values: unknown[]) => client.run(text, values)) as never,
  release: () => client.release(),
});

/** Returns the only value of the only row. */
function textOf(rows: unknown[], statement: string): string {
  if (rows.length === 0) throw new Error(`no row: ${statement}`);
  return Object.values(rows[0] as Record<string, string>)[0]!;
}

/**
 * Prepares a new connection, so that nothing that a role or database presets changes an answer. Named statements and limits belong to a server process, so they are used only without a pooler: then each
 * connection has its own server process.
 */
async function prepareConnection(
  client: ServerClient,
  { prepared: naming, statementMs = 0, lockMs = 0, idleTransactionMs = 0 }: ServerOptions,
): Promise<void> {
  const { rows } = await client.run<{ pid: number }>("select pg_backend_pid() as pid");
  const isOwn = ownServerPid(client, rows[0]!.pid) !== undefined;
  client.namesStatements = naming === "yes" || (naming === "auto" && isOwn);
  if (!isOwn) {
    await client.run(setSettingsStatement("$1", false), [JSON.stringify(expectedSettings)]);
    return overridePresets(client);
  }
  const settings = {
    ...expectedSettings,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    // No other limit applies while the server waits for the last message of a statement.
    transaction_timeout: idleTransactionMs && statementMs + idleTransactionMs,
    // The server notices within 11 seconds that this machine has vanished, and releases its locks.
    tcp_keepalives_idle: 5,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 3,
  };
  await client.run(setSettingsStatement("$1", false), [JSON.stringify(settings)]);
}

/** Closes idle connections that `isSuspect` finds, so that no request uses them. */
function closeIdle(pool: pg.Pool, isSuspect: (client: ServerClient) => boolean): void {
  for (let left = pool.idleCount; left > 0; left--) {
    (pool.connect() as Promise<ServerClient & pg.PoolClient>).then(
      (client) => {
        const suspect = isSuspect(client);
        client.release(suspect);
        if (suspect) client.destroy();
      },
      () => {},
    );
  }
}

/** Passes reports to one listener. Reports before the listener exists are dropped. */
interface ReportChannel<About extends unknown[]> {
  report(...about: About): void;
  listen(listener: (...about: About) => void): void;
}

export type ConnectionLossKind =
  /** No connection could be opened, or none became free in time. */
  | "connect"
  /** The server closed a connection, or it broke. */
  | "client"
  /** A connection was closed because its server did not answer. */
  | "silent"
  /** The connection that listens for new versions failed. */
  | "listen";

function createReports<About extends unknown[]>(): ReportChannel<About> {
  let listener: ReportChannel<About>["report"] = () => {};
  return {
    report: (...about) => listener(...about),
    listen: (given) => {
      listener = given;
    },
  };
}
