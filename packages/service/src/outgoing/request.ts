import http from "node:http";
import https from "node:https";
import { isIP, type Socket } from "node:net";
import { type Destination, resolve } from "./addresses.ts";
import {
  cancelledFailure,
  type Failure,
  type FailureReason,
  failureOf,
  type Step,
  switchedProtocol,
  timeoutFailure,
} from "./failures.ts";
import type { Lookup } from "./names.ts";

/**
 * One request to an address that a partner or a supplier chose: bounded in time and size, to a judged address only,
 * and no redirect followed, for that would lead to an address that nobody judged.
 */

/** Bytes of an answer's headers, all together. */
export const maxHeaderBytes = 16_384;

/** Connections to one host that are kept for the next request, and for how long. Most servers keep them 5 s or more. */
const keptConnections = 16;
const keptMs = 4_000;

export interface OutgoingRequest {
  /** POST unless it says otherwise. */
  method?: "GET" | "POST" | undefined;
  /** Absolute, http or https. Its host and port are what Host and the TLS server name say. */
  url: string;
  /** Beside Host, Content-Length and Connection, which follow from the rest. */
  headers?: Record<string, string> | undefined;
  body?: string | Uint8Array | undefined;
  /** For everything together, from the name's resolution to the answer's last byte. */
  timeoutMs: number;
  /** Bytes of the answer's body that are read. What is longer is cut there. */
  maxAnswerBytes: number;
  /** Whether addresses that are not public may be reached. */
  allowPrivate: boolean;
  /**
   * Whether it does no harm when the other side gets the request twice. Then a kept connection is used, which saves a
   * handshake. Should the other side be closing it at that very moment, the request is sent once more on a new one, for
   * nobody can tell whether it arrived.
   */
  mayArriveTwice?: boolean | undefined;
  /** Ends the request early, as `cancelled`. */
  signal?: AbortSignal | undefined;
  /** Gives a name's addresses, in place of DNS. */
  lookup?: Lookup | undefined;
}

/** The other side answered, with whatever status: a redirect and a 500 are answers too. */
export interface Answered {
  outcome: "answered";
  status: number;
  /** Names in lower case; a header that comes several times has its values joined. At most 16 KiB. */
  headers: Record<string, string>;
  /**
   * At most `maxAnswerBytes` bytes, read as UTF-8. What is no UTF-8 becomes U+FFFD, and so does NUL, which PostgreSQL
   * does not store.
   */
  body: string;
  /** Whether there was more of the body. */
  cut: boolean;
  /** Whole milliseconds that the exchange took. */
  ms: number;
}

/** There was no whole answer. */
export interface Failed {
  outcome: "failed";
  reason: FailureReason;
  /** One plain sentence, which may be shown to the other side. */
  detail: string;
  /** False when the other side surely did not get the request; true when it may have, and may act on it. */
  sent: boolean;
  ms: number;
}

export type RequestOutcome = Answered | Failed;

/**
 * Sends a request and tells how it ended. Nothing that the other side does makes it reject.
 * @throws TypeError when a header's name or value cannot be one.
 */
export async function request(asked: OutgoingRequest): Promise<RequestOutcome> {
  const startedAt = performance.now();
  const progress: Progress = { step: "resolving", sent: false };
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(timeoutFailure(progress.step, asked.timeoutMs)), asked.timeoutMs);
  const cancel = () => stop.abort(cancelledFailure);
  asked.signal?.addEventListener("abort", cancel);
  if (asked.signal?.aborted) cancel();
  try {
    const end = await Promise.race([stopped(stop.signal), attempt(asked, progress, stop.signal)]);
    const ms = Math.round(performance.now() - startedAt);
    return "status" in end
      ? { outcome: "answered", ...end, ms }
      : { outcome: "failed", ...end, sent: progress.sent, ms };
  } finally {
    clearTimeout(timer);
    asked.signal?.removeEventListener("abort", cancel);
  }
}

interface Progress {
  step: Step;
  /** Whether a byte of the request may have left. Stays so when it is sent once more. */
  sent: boolean;
}

type Answer = Omit<Answered, "outcome" | "ms">;

function stopped(stop: AbortSignal): Promise<Failure> {
  return new Promise((end) => {
    if (stop.aborted) end(stop.reason);
    else stop.addEventListener("abort", () => end(stop.reason));
  });
}

async function attempt(asked: OutgoingRequest, progress: Progress, stop: AbortSignal): Promise<Answer | Failure> {
  const destination = await resolve(asked.url, asked);
  if ("reason" in destination) return destination;
  if (stop.aborted) return stop.reason;
  if (asked.mayArriveTwice) {
    const end = await exchange(destination, asked, progress, stop, true);
    if (end !== "closed-while-kept") return end;
  }
  return exchange(destination, asked, progress, stop, false) as Promise<Answer | Failure>;
}

/** Kept connections are found by address, port and the name in Host: some proxies look at the first request's alone. */
class NamedAgent extends http.Agent {
  override getName(options?: http.ClientRequestArgs): string {
    return `${super.getName(options)}:${(options?.headers as http.OutgoingHttpHeaders | undefined)?.host}`;
  }
}

const keeping = { keepAlive: true, maxFreeSockets: keptConnections, timeout: keptMs };
const plainAgent = new NamedAgent(keeping);
// This one looks at the TLS server name by itself.
const secureAgent = new https.Agent(keeping);

/** `closed-while-kept` comes of a kept connection only. */
function exchange(
  { url, address }: Destination,
  asked: OutgoingRequest,
  progress: Progress,
  stop: AbortSignal,
  keep: boolean,
): Promise<Answer | Failure | "closed-while-kept"> {
  const secure = url.protocol === "https:";
  return new Promise((settle) => {
    progress.step = "connecting";
    const outgoing = (secure ? https : http).request({
      method: asked.method ?? "POST",
      host: address,
      port: url.port || (secure ? 443 : 80),
      path: url.pathname + url.search,
      headers: { "user-agent": "Paseo", ...asked.headers, host: url.host },
      agent: keep && (secure ? secureAgent : plainAgent),
      servername: serverName(url.hostname),
      // Said although it is the default, which the environment can change.
      rejectUnauthorized: true,
      maxHeaderSize: maxHeaderBytes,
    });
    const abandon = () => outgoing.destroy();
    stop.addEventListener("abort", abandon);
    const end = (result: Answer | Failure | "closed-while-kept") => {
      stop.removeEventListener("abort", abandon);
      settle(result);
    };
    outgoing.on("socket", (socket) => follow(socket, secure, progress));
    outgoing.on("response", (response) => {
      progress.step = "answering";
      read(response, asked.maxAnswerBytes, end, (error) => end(failureOf(error, progress.step)));
    });
    outgoing.on("upgrade", (_response, socket) => {
      socket.destroy();
      end(switchedProtocol);
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      const kept =
        outgoing.reusedSocket && progress.step === "waiting" && /^(ECONNRESET|EPIPE)$/.test(error.code ?? "");
      end(kept ? "closed-while-kept" : failureOf(error, progress.step));
    });
    outgoing.end(asked.body);
  });
}

/** The name for TLS: without a final full stop, and none for an address, whose certificate is then asked for the address. */
function serverName(hostname: string): string {
  const host = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  return isIP(host) === 0 ? host : "";
}

function follow(socket: Socket, secure: boolean, progress: Progress): void {
  const ready = () => {
    progress.step = "waiting";
    progress.sent = true;
  };
  if (!socket.connecting) {
    ready();
  } else if (secure) {
    socket.once("connect", () => {
      progress.step = "securing";
    });
    socket.once("secureConnect", ready);
  } else {
    socket.once("connect", ready);
  }
}

function read(
  response: http.IncomingMessage,
  maxBytes: number,
  end: (answer: Answer) => void,
  fail: (error: NodeJS.ErrnoException) => void,
): void {
  const chunks: Buffer[] = [];
  let room = maxBytes;
  const finish = (cut: boolean) =>
    end({
      status: response.statusCode!,
      headers: flat(response.headers),
      body: textOf(Buffer.concat(chunks), cut),
      cut,
    });
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, room));
    if (chunk.length <= room) {
      room -= chunk.length;
      return;
    }
    finish(true);
    response.destroy();
  });
  response.on("end", () => finish(false));
  response.on("error", fail);
}

function flat(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}

/** Text of bytes. Where they were cut, a character that was cut in two is left out. */
function textOf(bytes: Buffer, cut: boolean): string {
  return new TextDecoder().decode(bytes, { stream: cut }).replaceAll("\0", "\uFFFD");
}
