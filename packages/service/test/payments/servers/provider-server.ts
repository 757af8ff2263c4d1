import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";

/** A provider of payments as an HTTP server on a port of 127.0.0.1, with faults on demand. */

/**
 * What goes wrong with the requests of the service, after which nothing is known. `error`: HTTP 500. `busy`: HTTP 429. `hang`: no answer. `trickle`: an
 * answer that never ends. `reset`: the connection is cut. `html`: a page in place of JSON or XML. `junk`: JSON without the expected fields.
 */
export const faults = ["error", "busy", "hang", "trickle", "reset", "html", "junk"] as const;
/** `slow`: the answer comes late, but in time. `lost`: a request that changes something is carried out, and its answer is cut off. */
export type Fault = (typeof faults)[number] | "slow" | "lost";

/** What a guest does on a provider's page. */
export type GuestAct = "look" | "pay" | "pay-unreported" | "pay-less" | "pay-otherwise" | "decline" | "cancel";

export interface Incoming {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  body: string;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

export const json = (status: number, value: unknown): Reply => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

export abstract class ProviderServer {
  fault: Fault | null = null;
  /** Requests of the service: method and path. */
  readonly calls: string[] = [];
  readonly clock: () => Date;
  readonly #server = createServer((request, response) => void this.#take(request, response));

  constructor(clock: () => Date) {
    this.clock = clock;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** Answers a request of the service. */
  protected abstract answer(call: Incoming): Reply;
  /** Answers a guest's browser. Null: the page cannot do this. */
  protected abstract guest(call: Incoming, act: GuestAct): Promise<Reply | null>;

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("error", () => {});
    const chunks = await request.toArray().catch(() => null);
    if (chunks === null) return;
    const { pathname, searchParams } = new URL(request.url!, "http://provider");
    const call: Incoming = {
      method: request.method!,
      path: pathname,
      query: searchParams,
      headers: request.headers as Record<string, string | undefined>,
      body: Buffer.concat(chunks).toString(),
    };
    const act = request.headers["x-guest"] as GuestAct | undefined;
    if (act !== undefined) {
      const reply = (await this.guest(call, act)) ?? { status: 409, body: "This payment is over." };
      response.writeHead(reply.status, reply.headers).end(reply.body);
      return;
    }
    this.calls.push(`${call.method} ${call.path}`);
    const fault = this.fault;
    const broken: Partial<Record<Fault, Reply>> = {
      error: json(500, { error: { message: "oops" }, title: "oops" }),
      busy: json(429, { error: { message: "Too many requests" }, title: "Too many requests" }),
      html: {
        status: 200,
        headers: { "content-type": "text/html" },
        body: "<!doctype html><title>Maintenance</title>",
      },
      junk: json(200, { id: 7, status: "new-in-a-later-version", amount: "x" }),
    };
    if (fault === "hang") return;
    if (fault === "reset") return void request.socket.resetAndDestroy();
    if (fault === "trickle") {
      response.writeHead(200);
      const timer = setInterval(() => response.write(" "), 40);
      request.socket.once("close", () => clearInterval(timer));
      return;
    }
    if (fault === "slow") await setTimeout(30);
    const reply = (fault && broken[fault]) ?? this.answer(call);
    if (fault === "lost" && this.changes(call)) return void request.socket.resetAndDestroy();
    response.writeHead(reply.status, reply.headers).end(reply.body);
  }

  /** Whether a request changes something at the provider. */
  protected changes({ method }: Incoming): boolean {
    return method !== "GET";
  }
}

/** Sends a report as providers do: until the service has answered. */
export async function post(url: string, headers: Record<string, string>, body: string): Promise<void> {
  await fetch(url, { method: "POST", headers, body });
}
