import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { ChangeStatus, HoldStatus } from "@paseo/contract";
import type {
  AcceptEntry,
  BookEntry,
  CancelEntry,
  HistoryEntry,
  HoldChangeEntry,
  HoldEntry,
  OperationOutcome,
  OrderStatus,
  QuoteEntry,
  ReadEntry,
  SeenOrder,
  SeenQuote,
  ValidateEntry,
  VersionReadEntry,
} from "./history.ts";
import type { Recorder } from "./recorder.ts";

/** A partner's site that records all its operations. */

export interface Purchase {
  event: string;
  seats: number;
  /** In cents. */
  total: number;
  reference?: string;
  key?: string;
  hold?: string;
  callbackUrl?: string;
}

export interface ClientOptions {
  name: string;
  recorder: Recorder;
  apiKey: string;
  /** The address of the next request. */
  url: () => string;
  /** Time limit for an answer. */
  timeoutMs?: number;
  /** Opens a new connection for each request. */
  fresh?: boolean;
  /** Sends requests in place of HTTP. It rejects when there is no answer. */
  send?: SendRequest;
}

export type SendRequest = (
  method: "GET" | "POST",
  path: string,
  headers: Record<string, string>,
  body?: string,
) => Promise<Answer>;

export interface Answer {
  status: number;
  retryAfter: boolean;
  body: Body;
}
interface Body {
  id?: string | null;
  reference?: string | null;
  status?: OrderStatus | HoldStatus | ChangeStatus | null;
  isValid?: boolean;
  errors?: { code?: string; pointer?: string }[] | null;
  /** The code of a problem. */
  code?: string;
  totalUsd?: { value: number } | null;
  quoteId?: string | null;
  revision?: number;
  differenceUsd?: { value: number } | null;
  refundUsd?: { value: number } | null;
  expiresAt?: string | null;
  updateVersion?: number;
}

/** Fields of every entry. */
type Common = Pick<
  HistoryEntry,
  "client" | "invokedAt" | "endedAt" | "outcome" | "httpStatus" | "retryAfter" | "codes"
>;

export class RecordingClient {
  readonly #options: ClientOptions;
  readonly #agent: Agent;
  readonly #send: SendRequest;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#agent = new Agent({ keepAlive: options.fresh !== true });
    this.#send = options.send ?? this.#sendByHttp.bind(this);
  }

  async validate(event: string, seats: number): Promise<ValidateEntry> {
    const body = { id: event, apiKey: this.#options.apiKey, tickets: [{ code: "ADULT", quantity: seats }] };
    const { common, answer } = await this.#ask("POST", "/api/es/eventvalidate", { body });
    const total = common.outcome === "ok" && answer?.body.totalUsd ? cents(answer.body.totalUsd.value) : null;
    return this.#record({ ...common, op: "validate", event, seats, total });
  }

  /** Holds seats; with the same key again, the same hold. */
  async hold({ event, seats, key }: Pick<Purchase, "event" | "seats" | "key">): Promise<HoldEntry> {
    const body = { id: event, apiKey: this.#options.apiKey, tickets: [{ code: "ADULT", quantity: seats }] };
    const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
    const { common, answer } = await this.#ask("POST", "/api/es/eventhold", { body, headers });
    const { id, status, totalUsd, expiresAt } = answer?.body ?? {};
    const isHeld = common.outcome === "ok" && id && status === "open" && totalUsd && expiresAt;
    const hold = isHeld ? { id, total: cents(totalUsd.value), expiresAt: this.#timeOf(expiresAt) } : null;
    return this.#record({ ...common, op: "hold", event, seats, key: key ?? null, hold });
  }

  async changeHold(op: "extend" | "release", id: string): Promise<HoldChangeEntry> {
    const { common, answer } = await this.#ask("POST", `/api/es/hold${op}`, {
      body: { id, apiKey: this.#options.apiKey },
    });
    const { status, expiresAt } = answer?.body ?? {};
    const isOpen = common.outcome === "ok" && status === "open" && expiresAt;
    return this.#record({ ...common, op, id, expiresAt: isOpen ? this.#timeOf(expiresAt) : null });
  }

  /** A time of the service on the history's clock. */
  #timeOf(text: string): number {
    const { clock } = this.#options.recorder;
    return clock.now() + Date.parse(text) - clock.date().getTime();
  }

  async book({ event, seats, total, reference, key, hold, callbackUrl }: Purchase): Promise<BookEntry> {
    const body = {
      id: event,
      apiKey: this.#options.apiKey,
      tickets: [{ code: "ADULT", quantity: seats }],
      email: "customer@example.com",
      phoneNumber: "+34 600 000 000",
      remoteHost: "192.0.2.1",
      totalUsd: { currencyCode: "USD", value: total / 100 },
      ...(reference !== undefined && { externalReference: reference }),
      ...(callbackUrl !== undefined && { callbackUrl }),
    };
    const headers: Record<string, string> = {
      ...(key !== undefined && { "idempotency-key": key }),
      ...(hold !== undefined && { "paseo-hold": hold }),
    };
    const { common, answer } = await this.#ask("POST", "/api/es/eventbook", { body, headers });
    const order = orderIn(answer);
    // The supplier declined at once; the order exists.
    const outcome = order ? "ok" : common.outcome;
    return this.#record({
      ...common,
      op: "book",
      outcome,
      event,
      seats,
      total,
      reference: reference ?? null,
      key: key ?? null,
      hold: hold ?? null,
      order,
    });
  }

  async read(id: string): Promise<ReadEntry> {
    const { common, answer } = await this.#ask("GET", `/api/es/order/${id}`);
    return this.#record({ ...common, op: "read", id, order: orderIn(answer) });
  }

  async cancel(id: string): Promise<CancelEntry> {
    const body = { id, apiKey: this.#options.apiKey };
    const { common, answer } = await this.#ask("POST", "/api/es/ordercancel", { body });
    return this.#record({ ...common, op: "cancel", id, order: orderIn(answer) });
  }

  /** Asks what an order would cost with so many seats of this event. */
  async quote(id: string, { event, seats }: Pick<Purchase, "event" | "seats">): Promise<QuoteEntry> {
    const body = { id, apiKey: this.#options.apiKey, eventId: event, tickets: [{ code: "ADULT", quantity: seats }] };
    const { common, answer } = await this.#ask("POST", "/api/es/orderamend", { body });
    return this.#record({ ...common, op: "quote", id, event, seats, quote: quoteIn(answer) });
  }

  /** Accepts a quote. Sent again, it returns the change in its present state. */
  async accept(id: string, { id: quoteId, revision }: Pick<SeenQuote, "id" | "revision">): Promise<AcceptEntry> {
    const body = { id, apiKey: this.#options.apiKey, quoteId, revision };
    const { common, answer } = await this.#ask("POST", "/api/es/orderamend", { body });
    const status = answer?.status === 200 ? ((answer.body.status ?? null) as ChangeStatus | null) : null;
    return this.#record({ ...common, op: "accept", id, quote: quoteId, status });
  }

  async version(): Promise<VersionReadEntry> {
    const { common, answer } = await this.#ask("GET", "/api/productversion?updateversion=0&deleteversion=0");
    const version = common.outcome === "ok" ? (answer?.body.updateVersion ?? null) : null;
    return this.#record({ ...common, op: "version", version });
  }

  /** Repeats a request until the service decides about it: an order or a refusal. */
  async insist<E extends HistoryEntry>(send: () => Promise<E>, { withinMs = 60_000, everyMs = 20 } = {}): Promise<E> {
    const deadline = performance.now() + withinMs;
    for (;;) {
      const entry = await send();
      if (entry.outcome !== "unknown" && !entry.codes.includes("in-flight")) return entry;
      if (performance.now() > deadline) throw new Error(`no answer within ${withinMs} ms: ${JSON.stringify(entry)}`);
      await pause(everyMs);
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #record<E extends HistoryEntry>(entry: E): E {
    this.#options.recorder.entries.push(entry);
    return entry;
  }

  async #ask(
    method: "GET" | "POST",
    path: string,
    { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
  ): Promise<{ common: Common; answer: Answer | null }> {
    const { recorder, name, apiKey } = this.#options;
    const invokedAt = recorder.clock.now();
    const all = { "x-api-key": apiKey, ...(body && { "content-type": "application/json" }), ...headers };
    const answer = await this.#send(method, path, all, body && JSON.stringify(body)).catch(() => null);
    const codes = answer ? codesOf(answer.body) : [];
    const common: Common = {
      client: name,
      invokedAt,
      endedAt: recorder.clock.now(),
      outcome: outcomeOf(answer),
      httpStatus: answer?.status ?? null,
      retryAfter: answer?.retryAfter ?? false,
      codes,
    };
    return { common, answer };
  }

  #sendByHttp(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer> {
    const { url, timeoutMs = 15_000 } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const sending = request(url() + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-length": Buffer.byteLength(body) }) },
      agent: this.#agent,
      signal: AbortSignal.timeout(timeoutMs),
    });
    sending.on("error", reject);
    sending.on("response", (response) => void answerOf(response).then(resolve, reject));
    sending.end(body);
    return promise;
  }
}

async function answerOf(response: IncomingMessage): Promise<Answer> {
  const text = Buffer.concat(await response.toArray()).toString();
  const status = response.statusCode!;
  return { status, retryAfter: response.headers["retry-after"] !== undefined, body: JSON.parse(text) as Body };
}

/** After a server error the outcome is unknown: the answer can be lost after the order was written. */
function outcomeOf(answer: Answer | null): OperationOutcome {
  if (!answer || answer.status >= 500) return "unknown";
  return answer.status === 200 && answer.body.isValid !== false ? "ok" : "refused";
}

const codesOf = ({ code, errors }: Body): string[] => [
  ...(code ? [code] : []),
  ...(errors ?? []).map((error) => error.code ?? error.pointer ?? "error"),
];

function orderIn(answer: Answer | null): SeenOrder | null {
  if (answer?.status !== 200) return null;
  const { id, reference, status } = answer.body;
  return id && reference && status ? { id, reference, status: status as OrderStatus } : null;
}

function quoteIn(answer: Answer | null): SeenQuote | null {
  const { quoteId, revision, totalUsd, differenceUsd, refundUsd } = answer?.status === 200 ? answer.body : {};
  if (!quoteId || revision === undefined || !totalUsd || !differenceUsd || !refundUsd) return null;
  return {
    id: quoteId,
    revision,
    total: cents(totalUsd.value),
    difference: cents(differenceUsd.value),
    refund: cents(refundUsd.value),
  };
}

const cents = (value: number): number => Math.round(value * 100);
