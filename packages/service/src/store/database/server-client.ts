import { Socket } from "node:net";
import pg from "pg";
import { connectionError, StoreUnavailable, storeFault } from "./faults.ts";
import { nameOf } from "./statement-names.ts";
import { patienceMark } from "./time-limits.ts";

const freshMs = 2_000;

/**
 * A connection of the pool that knows since when its server owes it an answer. What stops answering without being closed would
 * keep its callers for as long as the system believes in the connection, and the driver has no limit that gives it up.
 */
export class ServerClient extends pg.Client {
  /** Names hot statements: what answers is one server session. */
  namesStatements = false;
  /** The server's process, where nothing lies between: then it can be asked about this connection. */
  serverPid: number | undefined;
  /** When the statement in flight began or was last seen to be worked on; undefined while none is. */
  waitingSince: number | undefined;
  /** Counts statements, so that a verdict on one never hits the next. */
  statement = 0;
  /** When the server last answered. */
  heardAt = performance.now();
  readonly openedAt = performance.now();
  /** It leads to a server that takes no writes. */
  isSpent = false;
  /** In a transaction that may take as long as it takes. */
  isPatient = false;
  readonly #socket: Socket;
  readonly #watch: Pick<SilenceWatch, "begun" | "ended"> | undefined;

  constructor(config: pg.ClientConfig, watch?: Pick<SilenceWatch, "begun" | "ended">) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    this.#watch = watch;
    const send = this.query.bind(this) as (...words: unknown[]) => unknown;
    this.query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
      const name = this.namesStatements && typeof text === "string" ? nameOf(text) : undefined;
      const result = name === undefined ? send(text, values, ...rest) : send({ name, text, values }, ...rest);
      // A statement written by hand, or with a callback, is its caller's to watch.
      return result instanceof Promise ? this.#watched(text, result) : result;
    }) as typeof this.query;
  }

  #watched(text: unknown, result: Promise<unknown>): Promise<unknown> {
    if (text === "commit" || text === "rollback") this.isPatient = false;
    else if (typeof text === "string" && text.startsWith(patienceMark)) this.isPatient = true;
    const statement = ++this.statement;
    this.waitingSince = performance.now();
    this.#watch?.begun(this);
    return result.then(
      (value) => {
        this.#over(statement);
        return value;
      },
      (error) => {
        this.#over(statement);
        // Not one that is new: it leads where the next one would, and connections are not made for every request.
        if (storeFault(error) === "read-only" && this.heardAt - this.openedAt > freshMs) this.isSpent = true;
        throw connectionError(error);
      },
    );
  }

  #over(statement: number): void {
    this.heardAt = performance.now();
    if (this.statement !== statement) return;
    this.waitingSince = undefined;
    this.#watch?.ended(this);
  }

  /** Ends the connection on the spot; its statement fails with this. */
  cut(error?: StoreUnavailable): void {
    this.#socket.destroy(error);
  }
}

export interface SilenceOptions {
  /** Milliseconds after which a server that owes an answer is looked into. */
  silenceMs: number;
  /** The same for a connection that nobody can be asked about. */
  unverifiedMs: number;
  /** Says which of these server processes are at work on a statement. Without it nobody can be asked. */
  atWork?: ((pids: number[]) => Promise<Set<number>>) | undefined;
  /** Told of each connection that was cut, with the time since which it was silent. */
  onSilent: (client: ServerClient, since: number) => void;
}

/** How often connections that wait are looked through, as a share of the limit. */
const looksPerLimit = 6;

/**
 * Cuts connections that owe an answer for too long. A statement that takes its time looks the same from here, so the server is
 * asked, by another connection, whether it is at work on it.
 */
export class SilenceWatch {
  readonly #waiting = new Set<ServerClient>();
  readonly #options: SilenceOptions;
  readonly #timer: NodeJS.Timeout;
  #isAsking = false;

  constructor(options: SilenceOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#look(), Math.max(20, options.silenceMs / looksPerLimit)).unref();
  }

  begun(client: ServerClient): void {
    this.#waiting.add(client);
  }

  ended(client: ServerClient): void {
    this.#waiting.delete(client);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const { silenceMs, unverifiedMs, atWork } = this.#options;
      const canAsk = ({ serverPid }: ServerClient) => atWork !== undefined && serverPid !== undefined;
      const now = performance.now();
      const overdue = [...this.#waiting].filter((client) => {
        const limit = canAsk(client) ? silenceMs : client.isPatient ? Number.POSITIVE_INFINITY : unverifiedMs;
        return now - client.waitingSince! > limit;
      });
      if (overdue.length === 0) return;
      const asked = overdue.map((client) => ({ client, statement: client.statement, since: client.waitingSince! }));
      const pids = overdue.filter(canAsk).map(({ serverPid }) => serverPid!);
      const working = pids.length > 0 ? await atWork!(pids) : new Set<number>();
      for (const { client, statement, since } of asked) {
        if (client.statement !== statement || client.waitingSince === undefined) continue;
        if (client.serverPid !== undefined && working.has(client.serverPid)) client.waitingSince = performance.now();
        else this.#cut(client, since);
      }
    } finally {
      this.#isAsking = false;
    }
  }

  #cut(client: ServerClient, since: number): void {
    this.#waiting.delete(client);
    client.cut(new StoreUnavailable("the server is silent", { fault: "silent" }));
    this.#options.onSilent(client, since);
  }
}

/** How long the server has to answer whether it is at work. */
const askingMs = 2_000;
/** It answers, so it is there: it only has no connection to spare. */
const tooManyConnections = "53300";

/** Asks a server, by a connection of its own, which of its processes are at work. When it does not answer, none is. */
export function askAtWork(connectionString: string): (pids: number[]) => Promise<Set<number>> {
  return async (pids) => {
    const client = new ServerClient({
      connectionString,
      connectionTimeoutMillis: askingMs,
      query_timeout: askingMs,
      application_name: "paseo",
    });
    client.on("error", () => {});
    try {
      await client.connect();
      // One whose answer nobody reads waits for its client, and does no work.
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where pid = any($1) and state = 'active' and wait_event_type is distinct from 'Client'`,
        [pids],
      );
      return new Set(rows.map(({ pid }) => pid));
    } catch (error) {
      return new Set((error as { code?: string }).code === tooManyConnections ? pids : []);
    } finally {
      void client.end().catch(() => {});
      client.cut();
    }
  };
}
