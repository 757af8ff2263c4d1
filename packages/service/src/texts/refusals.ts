import type { Question } from "@paseo/contract";

/** The refusals of a sale, a hold, an amendment or a cancellation: each code, and the parameters of its message. */

/** Parameters of each refusal's message; `null` for a message without any. */
export interface RefusalParams {
  "event-unknown": null;
  "event-removed": null;
  "event-black-out": null;
  "event-sold-out": null;
  "event-past": null;
  /** `until`: when sales ended, in words and in the location's time. Null: the last day of sale has passed. */
  "too-late": { until: string | null };
  "product-unpublished": null;
  "item-unpublished": null;
  "tickets-missing": null;
  "ticket-unknown": { ticket: string };
  "ticket-duplicate": { ticket: string };
  "ticket-required": { ticket: string; minimum: number };
  "quantity-below-minimum": { ticket: string; minimum: number };
  "quantity-above-maximum": { ticket: string; maximum: number };
  "quantity-off-increment": { ticket: string; minimum: number; increment: number };
  capacity: null;
  "white-label-unknown": null;
  "price-changed": null;
  "answer-missing": AnswerParams;
  "answer-invalid": AnswerParams & { expected: AnswerFormat };
  "answer-unknown": { question: string };
  "supplier-declined": null;
  "cancel-too-late": null;
  "cancel-redeemed": null;
  "cancel-rejected": null;
  "cancel-declined": null;
  "change-unconfirmed": null;
  "change-ended": null;
  "change-redeemed": null;
  "change-waiting": null;
  "change-too-late": null;
  "change-other-product": null;
  "change-nothing": null;
  "change-unknown": null;
  "change-expired": null;
  "change-declined": null;
  "hold-unknown": null;
  "hold-expired": null;
  "hold-released": null;
  "hold-booked": null;
  "hold-differs": null;
  "hold-extend-limit": null;
  "hold-limit-open": { maximum: number };
  "hold-limit-seats": { maximum: number };
}

/** A question's title and its passenger, from 1; null for a question of the whole order. */
export interface AnswerParams {
  title: string;
  passenger: number | null;
}

/** The kind of answer that was expected. */
export type AnswerFormat =
  | { type: "string"; maximum: number }
  | { type: "integer"; minimum: number; maximum: number }
  | { type: "choice"; choices: string[] }
  | { type: Exclude<Question["type"], "string" | "integer"> };

export type RefusalCode = keyof RefusalParams;

/** Codes whose message has no parameters. */
export type PlainRefusalCode = {
  [Code in RefusalCode]: RefusalParams[Code] extends null ? Code : never;
}[RefusalCode];

/** The message of every refusal in one language. */
export type Refusals = { [Code in RefusalCode]: (params: RefusalParams[Code]) => string };
