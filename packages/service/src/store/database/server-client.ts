import { Socket } from "node:net";
import pg from "pg";
import { connectionError, StoreUnavailable, storeFaultOf } from "./faults.ts";
import { preparedNameOf, type StatementListener } from "./statement-names.ts";
import { noTimeLimitMark } from "./time-limits.ts";

const freshMs = 2_000;

/**
 * No statement of an import or a migration takes an hour. Without a limit, a statement on a silent connection would
 * wait for ever.
 */
const usualLongAnswerMs = 3_600_000;

export interface ClientOptions {
  /** Milliseconds for the answer to a statement; then the connection is closed. 0 means no limit. */
  answerMs?: number;
  /** Milliseconds for the answer to a statement of a transaction without a time limit. */
  longAnswerMs?: number;
  onStatement?: StatementListener;
  /** Called when the server did not answer in time, with the start of the statement. */
  onSilent?: (client: ServerClient, since: number) => void;
}

/** A connection of the pool. A server that stops answering without closing it would otherwise block callers for minutes. */
export class ServerClient extends pg.Client {
  /** Whether frequent statements get names: only if the connection has a server process of its own. */
  namesStatements = false;
  /** When the server last answered. */
  lastAnswerAt = performance.now();
  readonly openedAt = performance.now();
  /** The server accepts no writes; the connection must not be reused. */
  isReadOnly = false;
  /** Whether the connection is in a transaction without a time limit; see `liftTimeLimits`. */
  hasNoTimeLimit = false;
  readonly #socket: Socket;
  readonly #options: ClientOptions;

  constructor(config: pg.ClientConfig, options: ClientOptions = {}) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    this.#options = options;
  }

  /** Runs a statement. Errors of the connection become `StoreUnavailable`. */
  async run<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<R>> {
    const name = this.namesStatements ? preparedNameOf(text) : undefined;
    if (text === "commit" || text === "rollback") this.hasNoTimeLimit = false;
    else if (text.startsWith(noTimeLimitMark)) this.hasNoTimeLimit = true;
    // The driver's types lack the time limit of a single statement.
    const { answerMs, longAnswerMs = usualLongAnswerMs } = this.#options;
    const limit = { query_timeout: this.hasNoTimeLimit ? longAnswerMs : answerMs };
    const startedAt = performance.now();
    let failure: unknown;
    try {
      return await this.query<R>({ ...(name !== undefined && { name }), text, ...(values && { values }), ...limit });
    } catch (error) {
      // A new connection stays open, because reconnecting would lead to the same server.
      if (storeFaultOf(error) === "read-only" && performance.now() - this.openedAt > freshMs) this.isReadOnly = true;
      failure = isSilence(error) ? await this.#close(startedAt) : connectionError(error);
      throw failure;
    } finally {
      this.lastAnswerAt = performance.now();
      this.#options.onStatement?.(text, startedAt, this.lastAnswerAt, failure);
    }
  }

  /** The driver does not close a connection whose statement took too long. */
  async #close(since: number): Promise<StoreUnavailable> {
    const error = new StoreUnavailable("the server is silent", { fault: "silent" });
    const closed = this.#socket.closed || new Promise((resolve) => this.#socket.once("close", resolve));
    this.destroy(error);
    this.#options.onSilent?.(this, since);
    // Otherwise the pool would use the connection again.
    await closed;
    return error;
  }

  /** Closes the socket at once; the statement in flight fails with this error. */
  destroy(error?: StoreUnavailable): void {
    this.#socket.destroy(error);
  }
}

/** The driver reports this error by a message only. */
const isSilence = (error: unknown): boolean => error instanceof Error && error.message === "Query read timeout";
