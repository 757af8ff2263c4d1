import {
  type Answer,
  type BookRequest,
  type Hold,
  type Language,
  type Order,
  ownQuestionPrefix,
  type Question,
  type TicketSelection,
  type ValidateRequest,
  type ValidateResponse,
} from "@paseo/contract";
import type { SentRequest } from "../../wire/exchange.ts";
import type { RuleResults } from "./results.ts";

/** A booking as the client sent it. */
interface SentBooking extends SeenBooking {
  sent: SentRequest;
}

/** The fields that a booking must repeat. */
type Sale = Pick<ValidateResponse, "totalUsd" | "questions">;

interface Validated {
  selection: string;
  answer: ValidateResponse;
  atMs: number;
}

/** Time for which a validated price is valid. */
const priceHoldMs = 30 * 60_000;
const maxValidations = 1000;

/** Checks how a client sells: validation, holds, booking, retries, and price changes. */
export class SellingRules {
  readonly #results: RuleResults;
  readonly #clock: () => Date;
  readonly #validated: Validated[] = [];
  readonly #held = new Map<string, Sale>();
  /** Placed bookings by their content. */
  readonly #placed = new Map<string, { reference: string | null; idempotencyKey: string | undefined }>();
  /** Selections refused with price-changed, and whether the client has validated them since. */
  readonly #repriced = new Map<string, boolean>();

  constructor(results: RuleResults, clock: () => Date) {
    this.#results = results;
    this.#clock = clock;
  }

  onValidation(request: ValidateRequest, answer: ValidateResponse): void {
    const selection = selectionKey(request);
    this.#validated.push({ selection, answer, atMs: this.#clock().getTime() });
    if (this.#validated.length > maxValidations) this.#validated.shift();
    if (this.#repriced.has(selection)) this.#repriced.set(selection, true);
  }

  onHold({ id, totalUsd, questions }: Hold): void {
    if (id !== null) setInLimitedMap(this.#held, id, { totalUsd, questions });
  }

  onBooking(booking: SentBooking, order: Order): void {
    const isRetry = this.#checkRetry(booking);
    const codes = order.errors?.map(({ code }) => code) ?? [];
    if (booking.holdId === undefined) this.#checkSale(booking, isRetry);
    else if (!isRetry) this.#checkHold(booking, booking.holdId, codes);
    const { request, idempotencyKey } = booking;
    const reference = request.externalReference ?? null;
    if (order.isValid) setInLimitedMap(this.#placed, bookingContentKey(booking), { reference, idempotencyKey });
    if (codes.includes("price-changed")) this.#repriced.set(selectionKey(request), false);
  }

  #checkSale({ request, sent }: SentBooking, isRetry: boolean): void {
    const selection = selectionKey(request);
    const isValidatedAgain = this.#repriced.get(selection);
    if (this.#repriced.delete(selection)) {
      const what = "the client booked a selection again after price-changed without validating it";
      if (!this.#results.check("selling.price-changed", isValidatedAgain === true, what, sent)) return;
    }
    // The first attempt was already checked.
    if (isRetry) return;
    const since = this.#clock().getTime() - priceHoldMs;
    const validations = this.#validated.filter((one) => one.selection === selection && one.atMs >= since);
    const last = validations.at(-1)?.answer;
    const unvalidated = "the client did not validate this event and these tickets in the last 30 minutes";
    if (!this.#results.check("selling.validates-first", last !== undefined, unvalidated, sent) || !last) return;
    const refused = `the last validation refused the selection: ${last.errors.map(({ code }) => code).join(", ")}`;
    this.#results.check("selling.validates-first", last.isValid, refused, sent);
    const answers = validations.map(({ answer }) => answer);
    this.#checkTotal(request, answers, "eventvalidate answered", sent);
    if (last.isValid) this.#checkAnswers(request, last, sent);
  }

  /** Returns whether this is a correct retry of a placed booking. */
  #checkRetry(booking: SentBooking): boolean {
    const { request, idempotencyKey, holdId, sent } = booking;
    const first = this.#placed.get(bookingContentKey(booking));
    if (!first) return false;
    const isNamed = first.reference !== null || holdId !== undefined;
    const sameReference = isNamed && first.reference === (request.externalReference ?? null);
    const sameKey = first.idempotencyKey !== undefined && first.idempotencyKey === idempotencyKey;
    const how =
      first.reference === null && first.idempotencyKey === undefined
        ? "without ExternalReference or Idempotency-Key"
        : "with another ExternalReference or Idempotency-Key";
    const what = `the client sent a placed booking again ${how}, which places a second order`;
    return this.#results.check("selling.retry", sameReference || sameKey, what, sent);
  }

  /** A hold replaces the validation: the booking must have the hold's total and answer its questions. */
  #checkHold({ request, sent }: SentBooking, holdId: string, codes: readonly string[]): void {
    const problem = codes.find((code) => code.startsWith("hold-"));
    const what = `the client booked the hold ${holdId}, which is refused with ${problem}`;
    const sale = this.#held.get(holdId);
    if (!this.#results.check("selling.hold", problem === undefined, what, sent) || !sale) return;
    this.#checkTotal(request, [sale], "the hold has", sent);
    this.#checkAnswers(request, sale, sent);
  }

  #checkTotal({ totalUsd }: BookRequest, sales: readonly Sale[], from: string, sent: SentRequest): void {
    const totals = sales.flatMap((sale) => sale.totalUsd?.value ?? []);
    const what = `TotalUsd is ${totalUsd.value}, but ${from} ${[...new Set(totals)].join(" or ") || "none"}`;
    this.#results.check("selling.total", totals.includes(totalUsd.value), what, sent);
  }

  #checkAnswers(request: BookRequest, { questions }: Sale, sent: SentRequest): void {
    const answers = request.answers ?? [];
    const wrong = findAnswerFaults(questions, answers).join(", ");
    const [expected, given] = [questions, answers].map((list) => list.map(({ code }) => code).join(", ") || "none");
    this.#results.check("selling.answers", wrong === "", `${wrong}: questions ${expected}; answers ${given}`, sent);
  }
}

/** A client's booking, in a form that can be compared. */

/** A booking and its headers. */
interface SeenBooking {
  request: BookRequest;
  lang: Language;
  idempotencyKey: string | undefined;
  /** The hold that the booking uses. */
  holdId: string | undefined;
}

/** Entries of each kind that are stored; the oldest are dropped. */
const most = 1000;

/** Sets an entry, and drops the oldest one above the limit. */
function setInLimitedMap<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
}

const chosen = (tickets: readonly TicketSelection[]): TicketSelection[] =>
  tickets.filter(({ quantity }) => quantity > 0);

/** Identifies an event with its chosen tickets, whatever their order. */
const selectionKey = ({ id, tickets }: Pick<BookRequest, "id" | "tickets">): string =>
  JSON.stringify([
    id,
    ...chosen(tickets)
      .map(({ code, quantity }) => `${code} ${quantity}`)
      .toSorted(),
  ]);

/** Identifies the content of a booking with its hold, without its key and its reference. It is the same in both formats. */
function bookingContentKey({ request, lang, holdId }: SeenBooking): string {
  const { apiKey: _, tickets, externalReference: __, ...rest } = request;
  const filled = Object.entries({ ...rest, testMode: rest.testMode ?? false, answers: rest.answers ?? [] });
  return JSON.stringify([
    lang,
    selectionKey({ id: request.id, tickets }),
    ...filled.filter(([, value]) => value != null).toSorted(),
    ...(holdId === undefined ? [] : [holdId]),
  ]);
}

/** Returns the problems with the answers, which it matches to questions by code and in order. */
function findAnswerFaults(questions: readonly Question[], answers: readonly Answer[]): string[] {
  const left = new Map<string, string[]>();
  for (const { code, value } of answers) left.set(code, [...(left.get(code) ?? []), value.trim()]);
  const wrong = questions.flatMap(({ code, type }) => {
    const value = left.get(code)?.shift() ?? "";
    if (value === "") return ["answer-missing"];
    return (code.startsWith(ownQuestionPrefix) ? fitsOwn : fits)[type](value) ? [] : ["answer-invalid"];
  });
  // A client may answer optional questions of the operator's own, which only contents list.
  const unmatched = [...left].filter(([code, values]) => values.length > 0 && !isOptional(code, questions));
  return [...new Set([...wrong, ...unmatched.map(() => "answer-unknown")])];
}

const isOptional = (code: string, questions: readonly Question[]): boolean =>
  code.startsWith(ownQuestionPrefix) && questions.every((question) => question.code !== code);

const fits: Record<Question["type"], (value: string) => boolean> = {
  string: () => true,
  integer: (value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 500,
  date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isDate(value),
  time: (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
};

/** Ids of own questions are known only from contents, which list the possible texts. */
const fitsOwn: typeof fits = { ...fits, integer: (value) => /^\d{1,6}$/.test(value) };

const isDate = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};
