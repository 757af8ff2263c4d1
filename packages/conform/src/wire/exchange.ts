import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** A request as the client sent it. Only Host, Connection and Content-Length are added to its headers. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** A request and its answer, without decompression or redirects. */
export interface Exchange {
  sent: SentRequest;
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The bytes as UTF-8. */
  text: string;
}

/** The service refused or broke the connection, or exceeded the time limit. */
export class NoAnswerError extends Error {
  override name = "NoAnswerError";
}

/** The limit on requests is reached. */
export class RequestLimitReached extends Error {
  override name = "RequestLimitReached";
}

export interface WireOptions {
  /** The key, which must never occur in an answer. */
  key?: string | undefined;
  /** Limit on all requests, including repeated ones. */
  maxRequests: number;
  timeoutMs: number;
}

/** Longest Retry-After in seconds that the run waits for. */
const longestRetryAfter = 30;

/** Sends one request at a time over one connection, up to the limit. */
export class HttpWire {
  readonly #options: WireOptions;
  readonly #agents = { http: new HttpAgent(oneConnection), https: new HttpsAgent(oneConnection) };
  /** Answers that contain the key. */
  readonly echoes: Exchange[] = [];
  requests = 0;

  constructor(options: WireOptions) {
    this.#options = options;
  }

  /** Sends a request. After a 429 or 503 with a short Retry-After it tries again, twice at most. */
  async send(sent: SentRequest): Promise<Exchange> {
    for (let attempt = 1; ; attempt++) {
      this.#count();
      const exchange = await this.#once(sent);
      const { key } = this.#options;
      if (key && (readableText(exchange).includes(key) || JSON.stringify(exchange.headers).includes(key)))
        this.echoes.push(exchange);
      const wait = attempt < 3 ? retryAfterOf(exchange) : undefined;
      if (wait === undefined) return exchange;
      await pause(wait * 1000);
    }
  }

  /** Sends a request on a new connection, and cuts the connection when the request is written or when the answer begins. */
  async cut(sent: SentRequest, when: "written" | "answered"): Promise<void> {
    this.#count();
    const { method, url, headers, body } = sent;
    return new Promise((resolve) => {
      const send = url.startsWith("https:") ? httpsRequest : httpRequest;
      const outgoing = send(url, { method, headers, agent: false });
      const cut = () => outgoing.destroy();
      outgoing.on("response", cut).on("error", () => resolve());
      outgoing.on("close", () => resolve());
      outgoing.setTimeout(this.#options.timeoutMs, cut);
      outgoing.end(body, () => when === "written" && setImmediate(cut));
    });
  }

  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  #count(): void {
    if (this.requests >= this.#options.maxRequests)
      throw new RequestLimitReached(`${this.requests} requests were sent`);
    this.requests += 1;
  }

  #once(sent: SentRequest): Promise<Exchange> {
    const { method, url, headers, body } = sent;
    const secure = url.startsWith("https:");
    const options = { method, headers, agent: secure ? this.#agents.https : this.#agents.http };
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => reject(new NoAnswerError(`${method} ${url}: ${connectionErrorText(error)}`));
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
        // The service may close an idle connection at the same time, which is no fault.
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

/** The text of an answer, decompressed: a key must not be in a compressed answer either. */
function readableText({ headers, bytes, text }: Exchange): string {
  const decompress = { gzip: gunzipSync, br: brotliDecompressSync }[headers["content-encoding"] ?? ""];
  try {
    return decompress && bytes.length > 0 ? decompress(bytes, { maxOutputLength: 2 ** 28 }).toString() : text;
  } catch {
    return text;
  }
}

const oneConnection = { keepAlive: true, maxSockets: 1 };

/** Node's connection errors have an empty message after several addresses were tried. */
export const connectionErrorText = (error: Error & { code?: string }): string =>
  error.message || (error.code ?? "no connection");

function retryAfterOf({ status, headers }: Exchange): number | undefined {
  const seconds = Number(headers["retry-after"]);
  const busy = status === 429 || status === 503;
  return busy && Number.isFinite(seconds) && seconds >= 0 && seconds <= longestRetryAfter ? seconds : undefined;
}
