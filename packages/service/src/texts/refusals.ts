import type { Question } from "@paseo/contract";

/** The refusals of a sale, a hold, an amendment or a cancellation: each code, and the values of its message. */

/** Values of each refusal's message; `null` for a message without any. */
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
  "event-not-empty": null;
  "tickets-missing": null;
  "ticket-unknown": { ticket: string };
  "ticket-duplicate": { ticket: string };
  "ticket-required": { ticket: string; minimum: number };
  "quantity-below-minimum": { ticket: string; minimum: number };
  "quantity-above-maximum": { ticket: string; maximum: number };
  "quantity-off-increment": { ticket: string; minimum: number; increment: number };
  "ticket-above-people": { ticket: string; people: number; maximum: number };
  "ticket-sold-out": { ticket: string };
  "extras-alone": null;
  capacity: null;
  "partner-limit": null;
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

/** A question's code and title, and its passenger, from 1; null for a question of the whole order. */
export interface AnswerParams {
  question: string;
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

/** The message of every refusal in one language, with placeholders. The console has the same messages. */
export type Refusals = Record<RefusalCode, string>;

/** Parts of messages: `{question}` for a question with a title, and `{expected}`. `too-late-until` replaces the message of `too-late` if `{until}` is known. */
export type RefusalPhrases = Record<
  "too-late-until" | "question" | "question-of-passenger" | `expected-${AnswerFormat["type"]}`,
  string
>;

export type RefusalValues = Record<string, string | number>;

/** Returns the values of a message by name. */
export function refusalValues(params: RefusalParams[RefusalCode]): RefusalValues {
  const values: RefusalValues = {};
  for (const [name, value] of Object.entries(params ?? {})) {
    if (name !== "expected") {
      if (value !== null) values[name] = value;
      continue;
    }
    const { type, ...bounds } = value as AnswerFormat;
    values.expected = type;
    for (const [bound, one] of Object.entries(bounds)) values[bound] = Array.isArray(one) ? one.join(", ") : one;
  }
  return values;
}

/** Returns the message of a refusal. The console fills in the same messages with the names of its own fields. */
export function refusalMessage(
  { refusals, refusalPhrases }: { refusals: Refusals; refusalPhrases: RefusalPhrases },
  code: RefusalCode,
  values: RefusalValues,
): string {
  const { title, passenger, expected } = values;
  const phrases: RefusalValues = {};
  if (title !== undefined)
    phrases.question = filled(refusalPhrases[passenger === undefined ? "question" : "question-of-passenger"], values);
  if (expected !== undefined)
    phrases.expected = filled(refusalPhrases[`expected-${expected as AnswerFormat["type"]}`], values);
  const template = values.until === undefined ? refusals[code] : refusalPhrases["too-late-until"];
  return filled(template, { ...values, ...phrases });
}

/** Fills the values into a text with placeholders such as `{ticket}`. */
export const filled = (template: string, values: Record<string, string | number>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
