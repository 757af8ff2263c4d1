import type pg from "pg";
import { connectionError, StoreUnavailable } from "./faults.ts";
import type { ServerClient } from "./server-client.ts";
import { nameOf } from "./statement-names.ts";

/**
 * One short statement that is run hundreds of times a second: the look at the counter. It has a connection of its own, so that it
 * never waits behind a page that is being made, and asks the server for nothing but the text: no description of columns, no row
 * object, none of the ways of the pool. That is half of this process's time for it.
 */

/** Runs a statement without values and gives the one text that it returns. */
export type Glance = (text: string) => Promise<string>;

export interface Glances {
  glance: Glance;
  /** Gives the connection back. */
  end(): void;
}

/** A connection that says nothing for `silenceMs` is given up: everybody waits for the look that it has. */
export function createGlances(
  pool: { connect(): Promise<pg.PoolClient> },
  silenceMs: number,
  onSilent: (error: StoreUnavailable) => void = () => {},
): Glances {
  let connecting: Promise<pg.PoolClient> | undefined;
  let held: pg.PoolClient | undefined;
  let ended = false;

  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    if (ended) {
      client.release();
      throw new Error("the store is closed");
    }
    held = client;
    // One that broke, or said anything but the text, is given back at once: the next look might fail on it.
    client.once("error", () => letGo(client));
    client.once("end", () => letGo(client));
    return client;
  }

  function connected(): Promise<pg.PoolClient> {
    connecting ??= connect().finally(() => {
      connecting = undefined;
    });
    return connecting;
  }

  function letGo(client: pg.PoolClient): void {
    if (held !== client) return;
    held = undefined;
    client.release(true);
  }

  return {
    async glance(text) {
      const client = held ?? (await connected());
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const fail = (error: Error): void => {
        clearTimeout(silence);
        letGo(client);
        reject(connectionError(error));
      };
      const seen = (value: string): void => {
        clearTimeout(silence);
        resolve(value);
      };
      const ours = client as unknown as Partial<ServerClient>;
      const silence = setTimeout(() => {
        const error = new StoreUnavailable("the server is silent", { fault: "silent" });
        fail(error);
        ours.cut?.();
        onSilent(error);
      }, silenceMs);
      client.query(new Look(text, ours.namesStatements ? nameOf(text) : undefined, seen, fail));
      return promise;
    },
    end() {
      ended = true;
      if (held) letGo(held);
    },
  };
}

/** The parts of the driver's connection that a look speaks through. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string>;
  parse(statement: { name?: string | undefined; text: string }): void;
  bind(statement: { statement?: string | undefined }): void;
  execute(portal: object): void;
  sync(): void;
}

/** What the driver calls for a statement that is written by hand, as its own cursors are. */
class Look implements pg.Submittable {
  readonly text: string;
  readonly name: string | undefined;
  readonly #resolve: (value: string) => void;
  readonly #reject: (error: Error) => void;
  #value: string | undefined;

  constructor(
    text: string,
    name: string | undefined,
    resolve: (value: string) => void,
    reject: (error: Error) => void,
  ) {
    this.text = text;
    this.name = name;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    const { name, text } = this;
    wire.stream.cork();
    // The driver writes down what the server has parsed, by the name of the statement that is under way.
    if (name === undefined || wire.parsedStatements[name] === undefined) wire.parse({ name, text });
    wire.bind({ statement: name });
    wire.execute({});
    wire.sync();
    wire.stream.uncork();
  }

  handleDataRow(row: { fields: string[] }): void {
    this.#value = row.fields[0];
  }

  handleReadyForQuery(): void {
    if (this.#value === undefined) this.#reject(new Error(`no row: ${this.text}`));
    else this.#resolve(this.#value);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  // Called, and nothing to do.
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handleRowDescription(): void {}
}
