import type { FailedRequest, RequestOutcome, SendRequest } from "../../outgoing/request.ts";
import { asRecord, retryAfter, toOneLine } from "../answer-texts.ts";
import { type ListBounds, parseBounded, parseRecords } from "../bounded-json.ts";

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

/** Limits for an answer: its bytes, and its values. Seats of a year with four events a day have 80,000 values. */
interface AnswerBounds {
  bytes: number;
  values: number;
}
const bookingBounds: AnswerBounds = { bytes: 256 * 1024, values: 20_000 };
export const availabilityBounds: AnswerBounds = { bytes: 2 * 1024 * 1024, values: 200_000 };
/** The list of products contains every text. */
export const productsBytes = 32 * 1024 * 1024;
export const productsBounds = { records: 5_000, recordLength: 512 * 1024, values: 1_000_000 } satisfies ListBounds;
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
  /** Limits of the answer; by default the limits of a booking. */
  most?: AnswerBounds;
}

/** Sends the requests of one task, which together take at most `withinMs` milliseconds. */
export function octoCalls(send: SendRequest, to: OctoAddress, withinMs: number) {
  const endsAtMs = performance.now() + withinMs;
  const sent = async ({ method, path, body }: OctoRequest, maxAnswerBytes: number): Promise<RequestOutcome> => {
    const leftMs = Math.floor(endsAtMs - performance.now());
    if (leftMs <= 0) return tooLate;
    return send({
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
  };
  const call = async (request: OctoRequest): Promise<OctoReply> => {
    const { most = bookingBounds } = request;
    const result = await sent(request, most.bytes);
    const value = result.outcome === "failed" || result.cut ? undefined : parseBounded(result.body, most.values);
    return replyOf(result, value, to.key);
  };
  /** Reads the list of products, record by record. `bytes`: the size of the answer, of which reading takes processor time. */
  const products = async (): Promise<{ bytes: number } & ({ list: OctoRecord[] } | { message: string })> => {
    const result = await sent({ method: "GET", path: "/products" }, productsBytes);
    const bytes = result.outcome === "answered" ? result.body.length : 0;
    const isList = result.outcome === "answered" && result.status >= 200 && result.status < 300 && !result.cut;
    if (!isList) {
      const value =
        result.outcome === "failed" || result.cut ? undefined : parseBounded(result.body, bookingBounds.values);
      const reply = replyOf(result, value, to.key);
      return { message: (reply.kind !== "answer" && reply.message) || "The supplier refuses its products.", bytes };
    }
    const list = await parseRecords(result.body, productsBounds);
    if (typeof list === "string") return { message: `The supplier's list of products ${list}.`, bytes };
    return { list: list as OctoRecord[], bytes };
  };
  return Object.assign(call, { products });
}

export type OctoCalls = ReturnType<typeof octoCalls>;

const tooLate: FailedRequest = {
  ...{ outcome: "failed", reason: "timeout", detail: "The supplier took too long.", sent: false, ms: 0 },
};

function replyOf(result: RequestOutcome, value: unknown, key: string): OctoReply {
  if (result === tooLate) return { kind: "lost", sent: false, message: tooLate.detail, askAgainInSeconds: 1 };
  if (result.outcome === "failed") return { kind: "lost", sent: result.sent, message: result.detail };
  const { status, cut } = result;
  const record = asRecord(value);
  // Operators read the message. A supplier that refuses a key may repeat it.
  const message = toOneLine(record?.errorMessage)?.replaceAll(key, "…") ?? null;
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
