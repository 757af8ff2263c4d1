import { decodeText } from "@paseo/contract";
import {
  Conflict,
  ConnectionFailed,
  errorOf,
  formOf,
  isPassing,
  PaseoError,
  ProblemError,
  type TextAnswer,
  TimedOut,
  UnexpectedAnswer,
} from "./errors.ts";

/** How long to wait between two tries: a random part of `firstMs`, then of twice that, and so on up to `mostMs`. */
export interface Backoff {
  /** Default 250. */
  firstMs: number;
  /** Default 10,000. */
  mostMs: number;
  /** The longest Retry-After that is waited for; a longer one is left to the caller. Default 60,000. */
  retryAfterMostMs: number;
}

export interface SendingOptions {
  fetch: typeof globalThis.fetch;
  /** Bound of one try, from the connection to the last byte. */
  timeoutMs: number;
  /** Tries after the first. */
  retries: number;
  backoff: Backoff;
}

export interface Outgoing {
  /** The operation's id, for messages: an address can hold an order's identifier. */
  operation: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** Whether sending it twice does no more than sending it once. */
  repeatable: boolean;
}

export interface Incoming extends TextAnswer {
  headers: Headers;
}

/**
 * The one sender. It answers with a success (2xx) or throws: the PaseoError of the last try, or the signal's reason. A
 * repeatable request is tried again when the failure may pass.
 */
export async function send(
  outgoing: Outgoing,
  options: SendingOptions,
  signal: AbortSignal | undefined,
): Promise<Incoming> {
  // Built here, so that a header that cannot be sent is a TypeError and not a failed connection.
  const headers = new Headers(outgoing.headers);
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOnce(outgoing, headers, options, signal);
    if (!(outcome instanceof PaseoError)) return outcome;
    const mayTry = outgoing.repeatable && attempt < options.retries && mayPass(outcome);
    const waitMs = mayTry ? waitBefore(attempt, outcome, options.backoff) : undefined;
    if (waitMs === undefined) throw outcome;
    await pause(waitMs, signal);
  }
}

/** One try. An error that the next try may mend, or the caller should see, is returned; the caller's abort is thrown. */
async function attemptOnce(
  { operation, method, url, body }: Outgoing,
  headers: Headers,
  { fetch, timeoutMs }: SendingOptions,
  signal: AbortSignal | undefined,
): Promise<Incoming | PaseoError> {
  signal?.throwIfAborted();
  // Not AbortSignal.any: a signal that lives as long as the caller's process would collect one dependent for each request.
  const controller = new AbortController();
  const abort = () => controller.abort(signal!.reason);
  signal?.addEventListener("abort", abort, { once: true });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, timeoutMs);
  let response: Response;
  let bytes: Uint8Array;
  try {
    // A redirect would carry the key to wherever it leads, and turn a POST into a GET.
    const sent = { method, headers, redirect: "manual", signal: controller.signal } as const;
    response = await fetch(url, body === undefined ? sent : { ...sent, body });
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    signal?.throwIfAborted();
    const { origin } = new URL(url);
    if (late) return new TimedOut(`${operation}: no whole answer from ${origin} within ${timeoutMs} ms`, timeoutMs);
    return new ConnectionFailed(`${operation}: no answer from ${origin} (${reasonOf(cause)})`, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
  return outcomeOf(response, bytes);
}

function outcomeOf({ status, headers }: Response, bytes: Uint8Array): Incoming | PaseoError {
  const contentType = headers.get("content-type");
  const charset = contentType?.match(/;\s*charset=("[^"]*"|[^;\s]+)/i)?.[1];
  const decoded = decodeText(bytes, charset, formOf(contentType) ?? "json");
  const answer = { status, contentType, text: decoded.ok ? decoded.text : "" };
  if (status >= 200 && status < 300) {
    return decoded.ok ? { ...answer, headers } : new UnexpectedAnswer(decoded.problem.detail, answer);
  }
  const location = headers.get("location");
  if (location !== null && status >= 300 && status < 400) {
    return new UnexpectedAnswer(`The answer is a redirect to ${location}, which is not followed; mend baseUrl`, answer);
  }
  return errorOf(answer, retryAfterMs(headers.get("retry-after")));
}

/** fetch hides the network's own word in `cause`. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}

/** Seconds, or the date to wait for. */
function retryAfterMs(header: string | null): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function mayPass(error: PaseoError): boolean {
  if (error instanceof ConnectionFailed || error instanceof TimedOut) return true;
  if (!(error instanceof ProblemError)) return false;
  return isPassing(error.status) || (error instanceof Conflict && error.code === "in-flight");
}

/** Full jitter, on top of what the service asks for; undefined when it asks for more than we wait. */
function waitBefore(attempt: number, error: PaseoError, backoff: Backoff): number | undefined {
  const asked = error instanceof ProblemError ? error.retryAfterMs : undefined;
  if (asked === undefined) return Math.random() * Math.min(backoff.mostMs, backoff.firstMs * 2 ** attempt);
  return asked > backoff.retryAfterMostMs ? undefined : asked + Math.random() * backoff.firstMs;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}
