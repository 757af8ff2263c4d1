import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { OrderNotification as Notification } from "@paseo/contract";
import { Webhook } from "standardwebhooks";
import { until } from "../until.ts";

/** A partner's endpoint for callbacks: a scripted HTTP server on a port of 127.0.0.1. */

/** A request that arrived completely. */
export interface Received {
  /** Time of arrival, by performance.now(). */
  at: number;
  method: string;
  /** Path without the query. */
  path: string;
  query: URLSearchParams;
  /** Headers by name in lower case. */
  headers: IncomingHttpHeaders;
  body: string;
}

/** The reaction to a request: a status, or a complete answer; `hang` never answers, `reset` cuts the connection. */
export type Behaviour = number | { status: number; headers?: Record<string, string>; body?: string } | "hang" | "reset";

export const redirectTo = (location: string): Behaviour => ({ status: 302, headers: { location } });

export class CallbackReceiver {
  /** Every request that arrived, whatever the answer was, in order of arrival. */
  readonly received: Received[] = [];
  readonly #next: Behaviour[] = [];
  readonly #behaviours = new Map<string, Behaviour>();
  readonly #server = createServer((request, response) => void this.#take(request, response));
  #port = 0;

  /** Address of a path here, for a CallbackUrl. */
  url(path = "/callback"): string {
    return `http://127.0.0.1:${this.#port}${path}`;
  }

  get port(): number {
    return this.#port;
  }

  /** Sets the reaction at one path, or at all paths without their own. Default: 204. */
  answer(behaviour: Behaviour, path = ""): void {
    this.#behaviours.set(path, behaviour);
  }

  /** Answers each of the next requests with one of these behaviours, whatever its path. Later requests get the former answers. */
  answerNext(...behaviours: Behaviour[]): void {
    this.#next.push(...behaviours);
  }

  /** Returns the requests to one path. */
  at(path: string): Received[] {
    return this.received.filter((request) => request.path === path);
  }

  /** Waits for this number of requests, and returns them. Fails after two minutes by default. */
  waitFor(count: number, { path, withinMs }: { path?: string; withinMs?: number } = {}): Promise<Received[]> {
    const came = () => (path === undefined ? this.received : this.at(path));
    return until(() => came().length >= count && came(), `${count} requests at ${path ?? "any path"}`, {
      ...(withinMs !== undefined && { withinMs }),
    });
  }

  /** Starts to listen, first on a free port, and after `close` again on the same port. */
  async open(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(this.#port, "127.0.0.1", () => {
        this.#server.off("error", reject);
        resolve();
      });
    });
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Cuts every connection and listens no more: connections are refused. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("error", () => {});
    const body = await request
      .toArray()
      .then((chunks) => Buffer.concat(chunks).toString())
      .catch(() => null);
    if (body === null) return;
    const { pathname: path, searchParams: query } = new URL(request.url!, "http://receiver");
    this.received.push({
      at: performance.now(),
      method: request.method!,
      path,
      query,
      headers: request.headers,
      body,
    });
    const behaviour = this.#next.shift() ?? this.#behaviours.get(path) ?? this.#behaviours.get("") ?? 204;
    if (behaviour === "hang") return;
    if (behaviour === "reset") {
      request.socket.resetAndDestroy();
      return;
    }
    const answer = typeof behaviour === "number" ? { status: behaviour } : behaviour;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }
}

/** A receiver that already listens. The caller closes it. */
export async function startReceiver(): Promise<CallbackReceiver> {
  const receiver = new CallbackReceiver();
  await receiver.open();
  return receiver;
}

/** The notification in a request. Throws unless its signature by this secret is good, as a partner's library judges it. */
export function verified({ headers, body }: Received, secret: string): Notification {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as Notification;
}

/** Whether this secret made a request's signature. */
export function isSignedWith(request: Pick<Received, "headers" | "body">, secret: string): boolean {
  try {
    new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
