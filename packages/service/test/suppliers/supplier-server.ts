import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Config, readConfig } from "../../src/config.ts";
import { readAnswers } from "../../src/domain/selling/own-questions.ts";
import { sendRequest } from "../../src/outgoing/request.ts";
import type { StoredSupplier, SupplierOrder } from "../../src/records/supplier-order.ts";
import type { SupplierKind } from "../../src/suppliers/kind.ts";
import { httpSupplierKind } from "../../src/suppliers/kinds/http.ts";
import type { Supplier } from "../../src/suppliers/supplier.ts";

/** A supplier's system: a scripted HTTP server on a port of 127.0.0.1. */

/** A call that arrived completely. */
export interface Call {
  type: string;
  orderId: string;
  headers: IncomingHttpHeaders;
  /** The bytes of the body as they arrived. */
  body: string;
}

/**
 * The server's reaction to a call: an answer, `afterMs` or after a promise. `hang` never answers, `trickle` never ends, `reset` cuts the
 * connection.
 */
export type Behaviour =
  | {
      status?: number;
      headers?: Record<string, string>;
      json?: unknown;
      body?: string;
      afterMs?: number;
      after?: Promise<void>;
    }
  | "hang"
  | "trickle"
  | "reset";

export const confirmed = { json: { outcome: "confirmed", confirmation: "T-77" } } as const;
export const notAsked = { json: { outcome: "not-asked" } } as const;

export class SupplierServer {
  readonly calls: Call[] = [];
  /** The reactions to the calls of each type. */
  readonly does: Record<string, (call: Call) => Behaviour> = {
    "order.request": () => confirmed,
    "order.status": () => notAsked,
    "order.cancel": () => ({ json: { outcome: "cancelled" } }),
    "order.change": () => confirmed,
  };
  readonly #server = createServer((request, response) => void this.#take(request, response));

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/paseo?shop=1`;
  }

  /** Returns the calls of a type, for one order or for all. */
  of(type: string, orderId?: string): Call[] {
    return this.calls.filter((call) => call.type === type && (orderId === undefined || call.orderId === orderId));
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  /** Cuts every connection and stops listening, so that connections are refused. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("error", () => {});
    const chunks = await request.toArray().catch(() => null);
    // The client was cut off before the call's end.
    if (chunks === null) return;
    const body = Buffer.concat(chunks).toString();
    const { type, data } = JSON.parse(body) as { type: string; data: { orderId: string } };
    const call = { type, orderId: data.orderId, headers: request.headers, body };
    this.calls.push(call);
    const behaviour = this.does[type]!(call);
    if (behaviour === "hang") return;
    if (behaviour === "reset") {
      request.socket.resetAndDestroy();
      return;
    }
    if (behaviour === "trickle") {
      response.writeHead(200);
      const timer = setInterval(() => response.write(" "), 50);
      request.socket.once("close", () => clearInterval(timer));
      return;
    }
    const {
      status = 200,
      headers = {},
      json,
      body: text = json === undefined ? "" : JSON.stringify(json),
      afterMs,
      after,
    } = behaviour;
    await after;
    if (afterMs) await new Promise((resolve) => setTimeout(resolve, afterMs));
    response.writeHead(status, headers).end(text);
  }
}

/** An order in the format that suppliers receive. */
export const anOrder: SupplierOrder = {
  id: "7d0f6c9e-3f0a-4a52-9f53-2f6f7c1f3b11",
  reference: "K7Q-M3X-HP4-ES",
  lang: "es",
  status: "waitsupplier",
  productName: "Paseo en barco",
  productNames: {},
  productExternalId: "boat",
  itemName: "Asiento",
  itemNames: {},
  itemExternalId: "boat-seat",
  partNumber: "BOAT-1",
  productType: "scheduled",
  venue: "Marina da Glória",
  eventOn: "2026-06-20T09:00:00",
  timeZone: "America/Sao_Paulo",
  tickets: [{ code: "ADULT", quantity: 2 }],
  answers: readAnswers(
    [
      { code: "passenger-first-name", value: "Ana" },
      { code: "passenger-last-name", value: "López" },
      { code: "passenger-first-name", value: "João" },
      { code: "passenger-last-name", value: "da Silva" },
      { code: "hotel-name", value: "Hotel Atlântico" },
    ],
    [],
    "es",
  ),
  email: "ana@example.com",
  phoneNumber: "+34 600 000 000",
  confirmation: null,
  placedAt: new Date("2026-06-15T10:00:00Z"),
  calledSecondsAgo: 0,
  arrivedBefore: false,
};

export const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** Makes a supplier of kind http at this address. */
export const httpSupplier = (
  url: string,
  { clock = () => new Date(), allowPrivate = true, secrets = [secret] } = {},
): Supplier =>
  supplierOf(
    httpSupplierKind,
    { settings: { url }, secrets },
    { clock, config: { callbackAllowPrivate: allowPrivate } },
  );

/** Makes a supplier of this kind. It cannot send e-mails. */
export const supplierOf = (
  kind: SupplierKind,
  stored: Partial<StoredSupplier>,
  { clock = () => new Date(), config = {} }: { clock?: () => Date; config?: Partial<Config> } = {},
): Supplier =>
  kind.create(storedSupplier({ kind: kind.kind, ...stored }), {
    clock,
    config: { ...readConfig({}), ...config },
    send: sendRequest,
    emails: { isSet: async () => false, send: async () => null },
    unseal: (sealed) => sealed,
  });

export const storedSupplier = (fields: Partial<StoredSupplier>): StoredSupplier => ({
  externalId: "supplier",
  name: "Supplier",
  kind: "http",
  lang: "es",
  settings: {},
  secrets: [],
  answerWithinMinutes: 60,
  ...fields,
});
