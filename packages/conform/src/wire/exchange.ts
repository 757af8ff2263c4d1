import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { setTimeout as pause } from "node:timers/promises";

/** A request as it was sent: no header is added but Host, Connection and Content-Length. */
export interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** A request and its answer as it came: nothing decompressed, nothing followed. */
export interface Exchange {
  sent: Sent;
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The bytes as UTF-8. */
  text: string;
}

/** The service did not answer: refused, cut off, or slower than the time limit. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
}

/** The bound on requests is reached. */
export class BudgetSpent extends Error {
  override name = "BudgetSpent";
}

export interface WireOptions {
  /** Looked for in every answer: it must never come back. */
  key?: string | undefined;
  /** Requests in all, repeated ones included. */
  maxRequests: number;
  timeoutMs: number;
}

/** Seconds that a Retry-After is obeyed; beyond that the answer stands as it came. */
const patienceSeconds = 30;

/** Sends one request at a time over one connection, and no more than the bound allows. */
export class Wire {
  readonly #options: WireOptions;
  readonly #agents = { http: new HttpAgent(oneConnection), https: new HttpsAgent(oneConnection) };
  /** Answers in which the key came back. */
  readonly echoes: Exchange[] = [];
  requests = 0;

  constructor(options: WireOptions) {
    this.#options = options;
  }

  /** The answer; one that says "busy" (429 or 503) with a short Retry-After is asked for again, twice at most. */
  async send(sent: Sent): Promise<Exchange> {
    for (let attempt = 1; ; attempt++) {
      if (this.requests >= this.#options.maxRequests) throw new BudgetSpent(`${this.requests} requests were sent`);
      this.requests += 1;
      const exchange = await this.#once(sent);
      const { key } = this.#options;
      if (key && (exchange.text.includes(key) || JSON.stringify(exchange.headers).includes(key)))
        this.echoes.push(exchange);
      const wait = attempt < 3 ? waitAsked(exchange) : undefined;
      if (wait === undefined) return exchange;
      await pause(wait * 1000);
    }
  }

  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  #once(sent: Sent): Promise<Exchange> {
    const { method, url, headers, body } = sent;
    const secure = url.startsWith("https:");
    const options = { method, headers, agent: secure ? this.#agents.https : this.#agents.http };
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => reject(new NoAnswer(`${method} ${url}: ${reasonOf(error)}`));
      const outgoing = (secure ? httpsRequest : httpRequest)(url, options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", fail);
        answer.on("end", () => {
          const bytes = Buffer.concat(chunks);
          resolve({ sent, status: answer.statusCode!, headers: answer.headers, bytes, text: bytes.toString() });
        });
      });
      outgoing.on("error", (error: Error & { code?: string }) => {
        // A connection that was kept may be closed by the other side in the same moment: no fault of the service.
        const wasClosed = outgoing.reusedSocket && error.code === "ECONNRESET" && method !== "POST";
        if (wasClosed) resolve(this.#once(sent));
        else fail(error);
      });
      outgoing.setTimeout(this.#options.timeoutMs, () =>
        outgoing.destroy(new Error(`no answer within ${this.#options.timeoutMs} ms`)),
      );
      outgoing.end(body);
    });
  }
}

const oneConnection = { keepAlive: true, maxSockets: 1 };

/** Node's connection errors have an empty message when several addresses were tried. */
const reasonOf = (error: Error & { code?: string }): string => error.message || (error.code ?? "no connection");

function waitAsked({ status, headers }: Exchange): number | undefined {
  const seconds = Number(headers["retry-after"]);
  const busy = status === 429 || status === 503;
  return busy && Number.isFinite(seconds) && seconds >= 0 && seconds <= patienceSeconds ? seconds : undefined;
}
