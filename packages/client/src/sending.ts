import { decodeText } from "@paseo/contract/messages";
import {
  Conflict,
  ConnectionFailed,
  errorForAnswer,
  formatOfContentType,
  isTemporary,
  ProblemError,
  type TextAnswer,
  TimedOut,
  UnexpectedAnswer,
} from "./errors.ts";
import { PaseoError } from "./paseo-error.ts";

/** The wait before a retry: a random part of `firstMs`, then of twice that time, and so on up to `maxMs`. */
export interface RetryBackoff {
  /** Default 250. */
  firstMs: number;
  /** Default 10,000. */
  maxMs: number;
  /** Longest Retry-After that the client waits for; it throws the error at once if it is longer. Default 60,000. */
  retryAfterMostMs: number;
}

export interface SendingOptions {
  fetch: typeof globalThis.fetch;
  /** Time limit of one attempt, from the connection to the last byte. */
  timeoutMs: number;
  /** How often a failed request is sent again. */
  retries: number;
  backoff: RetryBackoff;
}

export interface OutgoingRequest {
  /** The id of the operation for messages: an address may contain the identifier of an order. */
  operation: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** Whether the request is safe to repeat. */
  repeatable: boolean;
}

export interface ReceivedAnswer extends TextAnswer {
  headers: Headers;
}

/**
 * Sends a request and returns a 2xx answer. Throws the PaseoError of the last attempt, or the signal's reason. A repeatable
 * request is sent again after a temporary failure.
 */
export async function sendRequest(
  outgoing: OutgoingRequest,
  options: SendingOptions,
  signal: AbortSignal | undefined,
): Promise<ReceivedAnswer> {
  // Created before the request is sent, so that an invalid header is a TypeError and not a failed connection.
  const headers = new Headers(outgoing.headers);
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOnce(outgoing, headers, options, signal);
    if (!(outcome instanceof PaseoError)) return outcome;
    const mayRetry = outgoing.repeatable && attempt < options.retries && isRetriable(outcome);
    const waitMs = mayRetry ? waitBefore(attempt, outcome, options.backoff) : undefined;
    if (waitMs === undefined) throw outcome;
    await pause(waitMs, signal);
  }
}

/** Sends the request once. A failure is returned as an error; an abort throws the signal's reason. */
async function attemptOnce(
  { operation, method, url, body }: OutgoingRequest,
  headers: Headers,
  { fetch, timeoutMs }: SendingOptions,
  signal: AbortSignal | undefined,
): Promise<ReceivedAnswer | PaseoError> {
  signal?.throwIfAborted();
  // This does not use AbortSignal.any, because a long-lived signal would collect a dependent signal for each request.
  const controller = new AbortController();
  const abort = () => controller.abort(signal!.reason);
  signal?.addEventListener("abort", abort, { once: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, timeoutMs);
  let response: Response;
  let bytes: Uint8Array;
  try {
    // A redirect would send the key to another address, and turn a POST into a GET.
    const sent = { method, headers, redirect: "manual", signal: controller.signal } as const;
    response = await fetch(url, body === undefined ? sent : { ...sent, body });
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    signal?.throwIfAborted();
    const { origin } = new URL(url);
    if (isLate)
      return new TimedOut(`${operation}: no complete answer from ${origin} within ${timeoutMs} ms`, timeoutMs);
    return new ConnectionFailed(`${operation}: no answer from ${origin} (${reasonOf(cause)})`, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
  return outcomeOf(response, bytes);
}

function outcomeOf({ status, headers }: Response, bytes: Uint8Array): ReceivedAnswer | PaseoError {
  const contentType = headers.get("content-type");
  const charset = contentType?.match(/;\s*charset=("[^"]*"|[^;\s]+)/i)?.[1];
  const decoded = decodeText(bytes, charset, formatOfContentType(contentType) ?? "json");
  const answer = { status, contentType, text: decoded.ok ? decoded.text : "" };
  if (status >= 200 && status < 300) {
    return decoded.ok ? { ...answer, headers } : new UnexpectedAnswer(decoded.problem.detail, answer);
  }
  const location = headers.get("location");
  if (location !== null && status >= 300 && status < 400) {
    return new UnexpectedAnswer(
      `The answer is a redirect to ${location}, which the client does not follow; correct baseUrl`,
      answer,
    );
  }
  return errorForAnswer(answer, retryAfterMs(headers.get("retry-after")));
}

/** Returns the reason of a failed fetch, which has the network error in `cause`. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}

/** Reads a Retry-After header, whose value is a number of seconds or a date. */
function retryAfterMs(header: string | null): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

const isRetriable = (error: PaseoError): boolean =>
  isTemporary(error) || (error instanceof Conflict && error.code === "in-flight");

/** A random wait, added to Retry-After; undefined when Retry-After is too long. */
function waitBefore(attempt: number, error: PaseoError, backoff: RetryBackoff): number | undefined {
  const retryAfterMs = error instanceof ProblemError ? error.retryAfterMs : undefined;
  if (retryAfterMs === undefined) return Math.random() * Math.min(backoff.maxMs, backoff.firstMs * 2 ** attempt);
  return retryAfterMs > backoff.retryAfterMostMs ? undefined : retryAfterMs + Math.random() * backoff.firstMs;
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
