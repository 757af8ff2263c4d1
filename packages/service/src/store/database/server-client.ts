import { Socket } from "node:net";
import pg from "pg";
import { connectionError, StoreUnavailable, storeFault } from "./faults.ts";
import { nameOf, type OnStatement } from "./statement-names.ts";
import { noTimeLimitMark } from "./time-limits.ts";

const freshMs = 2_000;

/**
 * A connection of the pool that measures how long it has waited for an answer. A server that stops answering without closing
 * the connection would block callers until the operating system gives up; the driver has no limit for that.
 */
export class ServerClient extends pg.Client {
  /** Hot statements get names: the connection leads to one server session. */
  namesStatements = false;
  /** The server's process; unknown behind a pooler. */
  serverPid: number | undefined;
  /** When the statement in flight began, or when the server was last seen working on it; undefined while none is in flight. */
  waitingSince: number | undefined;
  /** Counts statements, so that a verdict on one never affects the next one. */
  statement = 0;
  /** When the server last answered. */
  lastAnswerAt = performance.now();
  readonly openedAt = performance.now();
  /** The server accepts no writes; the connection must not be reused. */
  isReadOnly = false;
  /** In a transaction without a time limit; see `allowTime`. */
  hasNoTimeLimit = false;
  readonly #socket: Socket;
  readonly #watch: Pick<SilenceWatch, "add" | "remove"> | undefined;
  readonly #onStatement: OnStatement | undefined;

  constructor(config: pg.ClientConfig, watch?: Pick<SilenceWatch, "add" | "remove">, onStatement?: OnStatement) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    this.#watch = watch;
    this.#onStatement = onStatement;
  }

  /** Runs a statement under the watch. Errors of the connection become `StoreUnavailable`. */
  async run<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>> {
    const name = this.namesStatements ? nameOf(text) : undefined;
    if (text === "commit" || text === "rollback") this.hasNoTimeLimit = false;
    else if (text.startsWith(noTimeLimitMark)) this.hasNoTimeLimit = true;
    const statement = ++this.statement;
    const startedAt = performance.now();
    let failure: unknown;
    this.waitingSince = startedAt;
    this.#watch?.add(this);
    try {
      return await this.query<R>({ ...(name !== undefined && { name }), text, ...(values && { values }) });
    } catch (error) {
      // A new connection stays open: another one would lead to the same server.
      if (storeFault(error) === "read-only" && performance.now() - this.openedAt > freshMs) this.isReadOnly = true;
      failure = connectionError(error);
      throw failure;
    } finally {
      this.#answered(statement);
      this.#onStatement?.(text, startedAt, this.lastAnswerAt, failure);
    }
  }

  #answered(statement: number): void {
    this.lastAnswerAt = performance.now();
    if (this.statement !== statement) return;
    this.waitingSince = undefined;
    this.#watch?.remove(this);
  }

  /** Closes the socket at once; the statement in flight fails with this error. */
  destroy(error?: StoreUnavailable): void {
    this.#socket.destroy(error);
  }
}

export interface SilenceOptions {
  /** Milliseconds without an answer after which the watch checks whether the server still works. */
  silenceMs: number;
  /** The same behind a pooler, where the server cannot be checked. */
  unverifiedMs: number;
  /** Without it no server process is checked. */
  server?: ServerProcesses | undefined;
  /** Called for each connection that was closed, with the time of its last sign of life. */
  onSilent: (client: ServerClient, since: number) => void;
}

/** What can be done about server processes on another connection. */
export interface ServerProcesses {
  /** Returns those that work on a statement. */
  findWorking(pids: number[]): Promise<Set<number>>;
  /**
   * Ends those that wait for their client. PostgreSQL has no time limit between a statement and the end of its message, and would hold
   * the locks for as long as the network holds the connection.
   */
  endWaiting(pids: number[]): Promise<void>;
}

/** Checks per silence limit. */
const checksPerLimit = 6;

/**
 * Closes connections whose server has not answered for too long. A slow statement looks like a silent server, so the watch checks
 * on another connection whether the server still works on the statement.
 */
export class SilenceWatch {
  readonly #waiting = new Set<ServerClient>();
  readonly #options: SilenceOptions;
  readonly #timer: NodeJS.Timeout;
  #isChecking = false;

  constructor(options: SilenceOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#check(), Math.max(20, options.silenceMs / checksPerLimit)).unref();
  }

  add(client: ServerClient): void {
    this.#waiting.add(client);
  }

  remove(client: ServerClient): void {
    this.#waiting.delete(client);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      const { silenceMs, unverifiedMs, server } = this.#options;
      const isVerifiable = ({ serverPid }: ServerClient) => server !== undefined && serverPid !== undefined;
      const now = performance.now();
      const overdue = [...this.#waiting].filter((client) => {
        const unverified = client.hasNoTimeLimit ? Number.POSITIVE_INFINITY : unverifiedMs;
        return now - client.waitingSince! > (isVerifiable(client) ? silenceMs : unverified);
      });
      if (overdue.length === 0) return;
      const suspects = overdue.map((client) => ({ client, statement: client.statement, since: client.waitingSince! }));
      const pids = overdue.filter(isVerifiable).map(({ serverPid }) => serverPid!);
      const working = pids.length > 0 ? await server!.findWorking(pids) : new Set<number>();
      const silent: number[] = [];
      for (const { client, statement, since } of suspects) {
        if (client.statement !== statement || client.waitingSince === undefined) continue;
        if (client.serverPid !== undefined && working.has(client.serverPid)) client.waitingSince = performance.now();
        else {
          this.#close(client, since);
          if (isVerifiable(client)) silent.push(client.serverPid!);
        }
      }
      if (silent.length > 0) await server!.endWaiting(silent);
    } finally {
      this.#isChecking = false;
    }
  }

  #close(client: ServerClient, since: number): void {
    this.#waiting.delete(client);
    client.destroy(new StoreUnavailable("the server is silent", { fault: "silent" }));
    this.#options.onSilent(client, since);
  }
}

/** Milliseconds that the server has to report its working processes. */
const reportMs = 2_000;
/** The server answers, but has no connection to spare. */
const tooManyConnections = "53300";

/** The server processes at an address. A server that does not answer has none. */
export const processesAt = (connectionString: string): ServerProcesses => ({
  async findWorking(pids) {
    try {
      // A process that waits for its client to read the answer does no work.
      const working = await queryProcesses<{ pid: number }>(
        connectionString,
        `select pid from pg_stat_activity
         where pid = any($1) and state = 'active' and wait_event_type is distinct from 'Client'`,
        pids,
      );
      return new Set(working.map(({ pid }) => pid));
    } catch (error) {
      return new Set((error as { code?: string }).code === tooManyConnections ? pids : []);
    }
  },
  async endWaiting(pids) {
    // Ended in the select list: PostgreSQL may evaluate a condition before the others, and so end a process of another role.
    await queryProcesses(
      connectionString,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid = any($1) and usename = current_user and wait_event_type = 'Client'`,
      pids,
    ).catch(() => {});
  },
});

/** Runs a statement about these processes on a new connection. */
async function queryProcesses<R extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
  pids: number[],
): Promise<R[]> {
  const client = new ServerClient({
    connectionString,
    connectionTimeoutMillis: reportMs,
    query_timeout: reportMs,
    application_name: "paseo",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.run<R>(text, [pids]);
    return rows;
  } finally {
    void client.end().catch(() => {});
    client.destroy();
  }
}
