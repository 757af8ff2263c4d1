import type { RequestOutcome, SendRequest } from "../../outgoing/request.ts";
import { asRecord, parseJsonText, retryAfter, toOneLine } from "../answer-texts.ts";

/** Sends requests to a supplier that uses OCTO, and interprets its answers. */

/** A record of an answer. A supplier may answer anything, so its fields are unknown. */
export type OctoRecord = Record<string, unknown>;

export type OctoReply =
  | { kind: "answer"; value: unknown }
  /** The supplier refuses the request by a code of the standard. */
  | { kind: "refused"; code: string; message: string | null }
  /** The supplier does not accept the key, and did nothing. */
  | { kind: "no-access"; message: string }
  /** The outcome is unknown. With `sent` false, the supplier did not receive the request. */
  | { kind: "lost"; sent: boolean; message: string; askAgainInSeconds?: number };

/** Codes with which a supplier refuses a request. With any other code the outcome counts as unknown. */
const refusals = new Set([
  "INVALID_PRODUCT_ID",
  "INVALID_OPTION_ID",
  "INVALID_UNIT_ID",
  "INVALID_AVAILABILITY_ID",
  "INVALID_BOOKING_UUID",
  "BAD_REQUEST",
  "UNPROCESSABLE_ENTITY",
]);

/** Limit for the bytes of an answer. It is high because the list of products contains every text. */
const maxAnswerBytes = 32 * 1024 * 1024;
const maxSeconds = 3600;
const capabilities = "octo/pricing, octo/content, octo/pickups, octo/notifications";

export interface OctoAddress {
  url: string;
  key: string;
  lang: string;
  allowPrivate: boolean;
}

export interface OctoRequest {
  method: "GET" | "POST" | "PATCH";
  /** The path below the supplier's address, with its query. */
  path: string;
  body?: object;
}

/** Sends the requests of one task, which together take at most `withinMs` milliseconds. */
export function octoCalls(send: SendRequest, to: OctoAddress, withinMs: number) {
  const endsAtMs = performance.now() + withinMs;
  return async ({ method, path, body }: OctoRequest): Promise<OctoReply> => {
    const leftMs = Math.floor(endsAtMs - performance.now());
    if (leftMs <= 0) return { kind: "lost", sent: false, message: "The supplier took too long.", askAgainInSeconds: 1 };
    const result = await send({
      method,
      url: `${to.url.replace(/\/+$/, "")}${path}`,
      body: body && JSON.stringify(body),
      headers: {
        authorization: `Bearer ${to.key}`,
        accept: "application/json",
        "accept-language": to.lang,
        "octo-capabilities": capabilities,
        ...(body && { "content-type": "application/json" }),
      },
      timeoutMs: leftMs,
      maxAnswerBytes,
      allowPrivate: to.allowPrivate,
      // The uuid of a booking makes each request repeatable.
      mayArriveTwice: true,
    });
    return replyOf(result);
  };
}

export type OctoCalls = ReturnType<typeof octoCalls>;

function replyOf(result: RequestOutcome): OctoReply {
  if (result.outcome === "failed") return { kind: "lost", sent: result.sent, message: result.detail };
  const { status, cut } = result;
  const value = cut ? undefined : parseJsonText(result.body);
  const record = asRecord(value);
  const message = toOneLine(record?.errorMessage);
  if (status >= 200 && status < 300 && value !== undefined) return { kind: "answer", value };
  if (status === 401 || status === 403)
    return {
      kind: "no-access",
      message: `The supplier refuses the key: HTTP ${status}${message ? `, ${message}` : ""}.`,
    };
  const code = record?.error;
  if (status >= 400 && status < 500 && typeof code === "string" && refusals.has(code))
    return { kind: "refused", code, message: message ?? code };
  const seconds = retryAfter(result.headers["retry-after"]);
  return {
    kind: "lost",
    sent: true,
    message: `HTTP ${status} with ${cut ? "an answer that is too long" : "no answer of OCTO"}${message ? `: ${message}` : "."}`,
    ...(seconds >= 1 && { askAgainInSeconds: Math.min(seconds, maxSeconds) }),
  };
}

/** Returns the records of a list; null if the value is no list of records. */
export function recordsOf(value: unknown): OctoRecord[] | null {
  if (!Array.isArray(value)) return null;
  const records = value.map(asRecord);
  return records.includes(null) ? null : (records as OctoRecord[]);
}

/** Returns a text of a record; null if it is empty or not a text. */
export const textOrNull = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
