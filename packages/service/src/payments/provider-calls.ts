import type { OutgoingRequest } from "../outgoing/request.ts";
import { asRecord, toOneLine } from "../suppliers/answer-texts.ts";
import { parseBounded } from "../suppliers/bounded-json.ts";
import { type Money, type PaymentContext, type PaymentReading, paymentTimeoutMs } from "./kind.ts";

/** Calls of a provider's API, and what their answers mean for every kind: only a clear answer decides, all others are unknown. */

const maxAnswerBytes = 262_144;
const maxValues = 20_000;

export type Answer =
  | { outcome: "answered"; body: Record<string, unknown> }
  /** The provider understood the request and refused it. */
  | { outcome: "refused"; status: number; body: Record<string, unknown>; message: string }
  | { outcome: "unknown"; message: string };

export interface ApiCall extends Pick<OutgoingRequest, "method" | "url" | "body"> {
  headers: Record<string, string>;
  /** True: it must not arrive twice. All other calls read, or have a key of their own. */
  once?: boolean;
}

export type Caller = (call: ApiCall) => Promise<Answer>;

export type TextAnswer =
  | { outcome: "answered"; status: number; text: string }
  | { outcome: "unknown"; message: string };
export type TextCaller = (call: ApiCall) => Promise<TextAnswer>;

/**
 * Returns a function that calls a provider and returns any complete answer. All its calls end together within `paymentTimeoutMs`, so each
 * method of a provider makes its own.
 */
export function textCaller({ send, allowPrivate }: PaymentContext): TextCaller {
  const endsAt = performance.now() + paymentTimeoutMs;
  return async ({ once = false, ...call }) => {
    const timeoutMs = Math.floor(endsAt - performance.now());
    if (timeoutMs <= 0) return { outcome: "unknown", message: "The provider did not answer in time." };
    const result = await send({ ...call, timeoutMs, maxAnswerBytes, allowPrivate, mayArriveTwice: !once });
    if (result.outcome === "failed") return { outcome: "unknown", message: result.detail };
    if (result.cut) return { outcome: "unknown", message: "The provider's answer is too long." };
    return { outcome: "answered", status: result.status, text: result.body };
  };
}

/** Statuses that say nothing about the request itself: another attempt may succeed. */
const passing = new Set([408, 409, 425, 429]);

/**
 * Returns a function that calls a JSON API.
 * @param messageOf Returns the provider's message in the body of an answer that is no success.
 */
export function jsonCaller(exchange: TextCaller, messageOf: (body: Record<string, unknown>) => unknown): Caller {
  return async (call) => {
    const answer = await exchange(call);
    if (answer.outcome === "unknown") return answer;
    const { status, text } = answer;
    const body = asRecord(parseBounded(text, maxValues));
    if (status >= 200 && status < 300 && body !== null) return { outcome: "answered", body };
    if (body === null) return { outcome: "unknown", message: `HTTP ${status} without a JSON object.` };
    const message = `HTTP ${status}: ${toOneLine(messageOf(body)) ?? "no message"}`;
    return status >= 400 && status < 500 && !passing.has(status)
      ? { outcome: "refused", status, body, message }
      : { outcome: "unknown", message };
  };
}

export const unknown = (message: string): { outcome: "unknown"; message: string } => ({ outcome: "unknown", message });
export const refused = (message: string): { outcome: "refused"; message: string } => ({ outcome: "refused", message });

/** Returns a reading that is not known. A refused reading is one too: the settings may be wrong, which says nothing about the payment. */
export const unread = (message: string): PaymentReading & { state: "unknown" } => ({ state: "unknown", message });

export const isSame = (a: Money, b: Money): boolean => a.minor === b.minor && a.currencyCode === b.currencyCode;

/** Returns a value as a text; null if it is none, or empty. */
export const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Returns a value as a number of minor units; null if it is none. */
export const unitsOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** Returns an address to which a browser can go; null if a text is none. */
export const pageAddress = (value: unknown): string | null => {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? (value as string) : null;
};
