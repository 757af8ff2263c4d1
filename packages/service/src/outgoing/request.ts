import http from "node:http";
import https from "node:https";
import { isIP, type Socket } from "node:net";
import { type Destination, resolveUrl } from "./addresses.ts";
import {
  type FailureReason,
  failureOfError,
  protocolSwitched,
  type RequestFailure,
  type RequestStep,
  timeoutFailure,
} from "./failures.ts";
import type { HostLookup } from "./names.ts";

/**
 * Sends a request to an address that a partner, supplier or operator chose, or reads a file from it. A request is
 * limited in time and size, and goes to a checked address only. Redirects are not followed: they lead to unchecked
 * addresses.
 */

/** Bytes of all headers of an answer. */
export const maxAnswerHeaderBytes = 16_384;

/** Idle connections to one host, and how long they stay open. Most servers close them after 5 s or more. */
const idleConnections = 16;
const idleMs = 4_000;

export interface OutgoingRequest {
  /** POST by default. */
  method?: "GET" | "POST" | "PATCH" | "DELETE" | undefined;
  /** Absolute http or https URL. The URL decides Host and the TLS server name. */
  url: string;
  /** Headers without Host, Content-Length and Connection, which this module sets. */
  headers?: Record<string, string> | undefined;
  body?: string | Uint8Array | undefined;
  /** Time limit for the whole exchange, from the name's resolution to the answer's last byte. */
  timeoutMs: number;
  /** Maximum number of bytes to read of the answer's body. A longer body is cut. */
  maxAnswerBytes: number;
  /** Whether private addresses may be called. */
  allowPrivate: boolean;
  /**
   * Whether the request may arrive twice without harm. Then it uses an idle connection, which saves a handshake. If the server
   * closes that connection at the same time, the request is repeated on a new one, since it may or may not have arrived.
   */
  mayArriveTwice?: boolean | undefined;
  /** Replaces DNS, for tests. */
  lookup?: HostLookup | undefined;
}

/** An answer with any status: a redirect and a 500 are answers too. */
export interface AnsweredRequest {
  outcome: "answered";
  status: number;
  /** Names in lower case. Values of a repeated header are joined. At most 16 KiB. */
  headers: Record<string, string>;
  /**
   * At most `maxAnswerBytes` bytes, read as UTF-8. Invalid bytes become U+FFFD, and so does NUL, which PostgreSQL cannot
   * store.
   */
  body: string;
  /** Whether the body was longer. */
  cut: boolean;
  /** Duration of the exchange, in milliseconds. */
  ms: number;
}

/** An answer with any status, as bytes. */
export interface DownloadedFile extends Omit<AnsweredRequest, "body"> {
  /** At most `maxAnswerBytes` bytes. */
  bytes: Uint8Array;
}

/** The exchange ended without a complete answer. */
export interface FailedRequest {
  outcome: "failed";
  reason: FailureReason;
  /** The reason as a sentence that the other side may see. */
  detail: string;
  /** Whether the request may have arrived. False: it certainly did not. */
  sent: boolean;
  ms: number;
}

export type RequestOutcome = AnsweredRequest | FailedRequest;

/** Sends requests: `sendRequest`, or a simulated network in tests. */
export type SendRequest = typeof sendRequest;

/**
 * Sends a request and returns how it ended. A failure of the other side is a value, not a rejection.
 * @throws TypeError for an invalid header name or value.
 */
export async function sendRequest(options: OutgoingRequest): Promise<RequestOutcome> {
  const end = await ended(options);
  if (end.outcome === "failed") return end;
  const { bytes, ...answer } = end;
  return { ...answer, body: textOf(bytes, end.cut) };
}

/** Reads the file at an address. A failure of the other side is a value, not a rejection. */
export const downloadFile = (
  options: Omit<OutgoingRequest, "method" | "body" | "mayArriveTwice">,
): Promise<DownloadedFile | FailedRequest> => ended({ ...options, method: "GET" });

async function ended(options: OutgoingRequest): Promise<DownloadedFile | FailedRequest> {
  const startedAt = performance.now();
  const progress: Progress = { step: "resolving", sent: false };
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(timeoutFailure(progress.step, options.timeoutMs)), options.timeoutMs);
  try {
    const end = await Promise.race([stopped(stop.signal), attempt(options, progress, stop.signal)]);
    const ms = Math.round(performance.now() - startedAt);
    return "status" in end
      ? { outcome: "answered", ...end, ms }
      : { outcome: "failed", ...end, sent: progress.sent, ms };
  } finally {
    clearTimeout(timer);
  }
}

interface Progress {
  step: RequestStep;
  /** Whether a byte of the request may have been sent. It stays true when the request is repeated. */
  sent: boolean;
}

type Answer = Omit<DownloadedFile, "outcome" | "ms">;

function stopped(stop: AbortSignal): Promise<RequestFailure> {
  return new Promise((end) => stop.addEventListener("abort", () => end(stop.reason)));
}

async function attempt(
  options: OutgoingRequest,
  progress: Progress,
  stop: AbortSignal,
): Promise<Answer | RequestFailure> {
  const destination = await resolveUrl(options.url, options);
  if ("reason" in destination) return destination;
  if (stop.aborted) return stop.reason;
  if (options.mayArriveTwice) {
    const end = await exchange(destination, options, progress, stop, true);
    if (end !== "closed-while-idle") return end;
  }
  return exchange(destination, options, progress, stop, false) as Promise<Answer | RequestFailure>;
}

/**
 * Idle connections are reused only for the same address, port and Host, because some proxies route all requests of a
 * connection like its first request.
 */
class NamedAgent extends http.Agent {
  override getName(options?: http.ClientRequestArgs): string {
    return `${super.getName(options)}:${(options?.headers as http.OutgoingHttpHeaders | undefined)?.host}`;
  }
}

const agentOptions = { keepAlive: true, maxFreeSockets: idleConnections, timeout: idleMs };
const plainAgent = new NamedAgent(agentOptions);
// https.Agent separates idle connections by TLS server name, so a comparison of Host is not needed.
const secureAgent = new https.Agent(agentOptions);

/** `closed-while-idle`: the server closed the reused connection. */
function exchange(
  { url, address }: Destination,
  options: OutgoingRequest,
  progress: Progress,
  stop: AbortSignal,
  reuse: boolean,
): Promise<Answer | RequestFailure | "closed-while-idle"> {
  const secure = url.protocol === "https:";
  return new Promise((settle) => {
    progress.step = "connecting";
    const outgoing = (secure ? https : http).request({
      method: options.method ?? "POST",
      host: address,
      port: url.port || (secure ? 443 : 80),
      path: url.pathname + url.search,
      headers: { "user-agent": "Paseo", ...options.headers, host: url.host },
      agent: reuse && (secure ? secureAgent : plainAgent),
      servername: serverName(url.hostname),
      // The environment can change this default.
      rejectUnauthorized: true,
      maxHeaderSize: maxAnswerHeaderBytes,
    });
    const abandon = () => outgoing.destroy();
    stop.addEventListener("abort", abandon);
    const end = (result: Answer | RequestFailure | "closed-while-idle") => {
      stop.removeEventListener("abort", abandon);
      settle(result);
    };
    outgoing.on("socket", (socket) => follow(socket, secure, progress));
    outgoing.on("response", (response) => {
      progress.step = "answering";
      read(response, options.maxAnswerBytes, end, (error) => end(failureOfError(error, progress.step)));
    });
    outgoing.on("upgrade", (_response, socket) => {
      socket.destroy();
      end(protocolSwitched);
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      const closedWhileIdle =
        outgoing.reusedSocket && progress.step === "waiting" && /^(ECONNRESET|EPIPE)$/.test(error.code ?? "");
      end(closedWhileIdle ? "closed-while-idle" : failureOfError(error, progress.step));
    });
    outgoing.end(options.body);
  });
}

/** Returns the server name for TLS, without a final full stop. Empty for an address, because the certificate must name the address. */
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
  let left = maxBytes;
  const finish = (cut: boolean) =>
    end({
      status: response.statusCode!,
      headers: flat(response.headers),
      bytes: Buffer.concat(chunks),
      cut,
    });
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, left));
    if (chunk.length <= left) {
      left -= chunk.length;
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

/** Decodes text. An incomplete character at the end of cut bytes is dropped. */
function textOf(bytes: Uint8Array, cut: boolean): string {
  return new TextDecoder().decode(bytes, { stream: cut }).replaceAll("\0", "\uFFFD");
}
