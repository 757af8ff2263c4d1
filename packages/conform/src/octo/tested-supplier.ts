import { runOnce, UnreadableAnswerError } from "../service/skipped.ts";
import type { Exchange, HttpWire, SentRequest } from "../wire/exchange.ts";

/** A record of an answer. A supplier may answer anything: the checks verify the fields that they read. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyJson = any;

export interface CallOptions {
  capabilities?: string | undefined;
  headers?: Record<string, string>;
}

/** Sends requests to the tested supplier, as a channel does, and remembers what checks have found. */
export class TestedSupplier {
  readonly #url: string;
  readonly #wire: HttpWire;
  readonly #found = new Map<string, Promise<unknown>>();
  readonly key: string;
  /** Bookings that the run has made, by uuid. */
  readonly placed = new Set<string>();

  constructor(wire: HttpWire, { url, key }: { url: string; key: string }) {
    this.#wire = wire;
    this.#url = url.replace(/\/+$/, "");
    this.key = key;
  }

  request(method: string, path: string, body?: object, { capabilities, headers }: CallOptions = {}): SentRequest {
    return {
      method,
      url: this.#url + path,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${this.key}`,
        ...(body && { "content-type": "application/json" }),
        ...(capabilities !== undefined && { "octo-capabilities": capabilities }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    };
  }

  send(method: string, path: string, body?: object, options?: CallOptions): Promise<Exchange> {
    return this.#wire.send(this.request(method, path, body, options));
  }

  sendAs(sent: SentRequest): Promise<Exchange> {
    return this.#wire.send(sent);
  }

  /** Sends a request and cuts the connection, so that the answer is lost. */
  cut(method: string, path: string, body: object, when: "written" | "answered"): Promise<void> {
    return this.#wire.cut(this.request(method, path, body), when);
  }

  /** The JSON of a request that succeeds. `theme` names the checks that report its failure. Throws UnreadableAnswerError. */
  async read(theme: string, method: string, path: string, body?: object, options?: CallOptions): Promise<AnyJson> {
    return jsonOfSuccess(theme, await this.send(method, path, body, options));
  }

  /** Runs `find` once for each name. */
  once<T>(name: string, find: () => Promise<T>): Promise<T> {
    return runOnce(this.#found, name, find);
  }

  /** The capabilities that the supplier lists, without `octo/`. */
  offered(): Promise<Set<string>> {
    return this.once("capabilities", async () => {
      const exchange = await this.send("GET", "/capabilities");
      const list = parseJsonAnswer(exchange);
      const ids: string[] = Array.isArray(list) ? list.map((one: AnyJson) => String(one?.id)) : [];
      return new Set(ids.map((id) => id.replace(/^octo\//, "")));
    });
  }
}

/** The JSON of a successful answer. Throws UnreadableAnswerError. */
export function jsonOfSuccess(theme: string, exchange: Exchange): AnyJson {
  const { sent, status } = exchange;
  const address = `${sent.method} ${new URL(sent.url).pathname}`;
  if (status !== 200) throw new UnreadableAnswerError(`${theme}.`, `${address} answers ${status}`, exchange);
  const value = parseJsonAnswer(exchange);
  if (value === undefined)
    throw new UnreadableAnswerError(`${theme}.`, `the answer of ${address} is not JSON`, exchange);
  return value;
}

/** Returns the JSON of an answer; undefined when it is not JSON. */
export function parseJsonAnswer({ text }: Exchange): AnyJson {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
