import type { BookRequest, Language, Order, ValidateRequest, ValidateResponse } from "@paseo/contract";
import type { Sent } from "../../wire/exchange.ts";
import { contentOf, type Orders, selectionOf, setLimited } from "../selling/orders.ts";
import { answerRefusals } from "../selling/selling.ts";
import type { RuleResults } from "./results.ts";

/** A booking as the client sent it. */
export interface SentBooking {
  request: BookRequest;
  lang: Language;
  idempotencyKey: string | undefined;
  sent: Sent;
}

/** Checks how a client sells: validation, booking, retries, and price changes. */
export class SellingRules {
  readonly #results: RuleResults;
  readonly #orders: Orders;
  /** Placed bookings by their content without the reference. */
  readonly #placed = new Map<string, { reference: string | null; idempotencyKey: string | undefined }>();
  /** Selections refused with price-changed, and whether the client has validated them since. */
  readonly #repriced = new Map<string, boolean>();

  constructor(results: RuleResults, orders: Orders) {
    this.#results = results;
    this.#orders = orders;
  }

  onValidate(request: ValidateRequest): void {
    const selection = selectionOf(request);
    if (this.#repriced.has(selection)) this.#repriced.set(selection, true);
  }

  beforeBooking(booking: SentBooking): void {
    const { request, sent } = booking;
    const isRetry = this.#checkRetry(booking);
    const selection = selectionOf(request);
    const isValidatedAgain = this.#repriced.get(selection);
    if (this.#repriced.delete(selection)) {
      const what = "the client booked a selection again after price-changed without validating it";
      if (!this.#results.check("selling.price-changed", isValidatedAgain === true, what, sent)) return;
    }
    // The first attempt was already checked.
    if (isRetry) return;
    const validations = this.#orders.validatedFor(request);
    const unvalidated = "the client did not validate this event and these tickets in the last 30 minutes";
    if (!this.#results.check("selling.validates-first", validations.length > 0, unvalidated, sent)) return;
    const last = validations.at(-1)!;
    const refused = `the last validation refused the selection: ${last.errors.map(({ code }) => code).join(", ")}`;
    this.#results.check("selling.validates-first", last.isValid, refused, sent);
    this.#checkTotal(request, validations, sent);
    if (last.isValid) this.#checkAnswers(request, last, sent);
  }

  afterBooking({ request, lang, idempotencyKey }: SentBooking, order: Order): void {
    const reference = request.externalReference ?? null;
    if (order.isValid) setLimited(this.#placed, withoutReference(request, lang), { reference, idempotencyKey });
    if (order.errors?.some(({ code }) => code === "price-changed")) this.#repriced.set(selectionOf(request), false);
  }

  /** Returns whether this is a correct retry of a placed booking. */
  #checkRetry({ request, lang, idempotencyKey, sent }: SentBooking): boolean {
    const first = this.#placed.get(withoutReference(request, lang));
    if (!first) return false;
    const sameReference = first.reference !== null && first.reference === (request.externalReference ?? null);
    const sameKey = first.idempotencyKey !== undefined && first.idempotencyKey === idempotencyKey;
    const how =
      first.reference === null && first.idempotencyKey === undefined
        ? "without ExternalReference or Idempotency-Key"
        : "with another ExternalReference or Idempotency-Key";
    const what = `the client sent a placed booking again ${how}, which places a second order`;
    return this.#results.check("selling.retry", sameReference || sameKey, what, sent);
  }

  #checkTotal({ totalUsd }: BookRequest, validations: ValidateResponse[], sent: Sent): void {
    const totals = validations.flatMap((answer) => answer.totalUsd?.value ?? []);
    const what = `TotalUsd is ${totalUsd.value}, but eventvalidate answered ${[...new Set(totals)].join(" or ") || "none"}`;
    this.#results.check("selling.total", totals.includes(totalUsd.value), what, sent);
  }

  #checkAnswers(request: BookRequest, { questions }: ValidateResponse, sent: Sent): void {
    const answers = request.answers ?? [];
    const wrong = [...new Set(answerRefusals(questions, answers))].join(", ");
    const [expected, given] = [questions, answers].map((list) => list.map(({ code }) => code).join(", ") || "none");
    this.#results.check("selling.answers", wrong === "", `${wrong}: questions ${expected}; answers ${given}`, sent);
  }
}

const withoutReference = (request: BookRequest, lang: Language): string =>
  contentOf({ ...request, externalReference: null }, lang);
