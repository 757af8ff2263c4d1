import type { BookRequest, Order, ValidateRequest, ValidateResponse } from "@paseo/contract";
import type { Sent } from "../../wire/exchange.ts";
import type { Holds } from "../selling/holds.ts";
import { type Booking, contentOf, type Orders } from "../selling/orders.ts";
import { answerRefusals } from "../selling/selling.ts";
import { selectionOf, setLimited } from "../selling/stored.ts";
import type { RuleResults } from "./results.ts";

/** A booking as the client sent it. */
export interface SentBooking extends Booking {
  sent: Sent;
}

/** Checks how a client sells: validation, holds, booking, retries, and price changes. */
export class SellingRules {
  readonly #results: RuleResults;
  readonly #orders: Orders;
  readonly #holds: Holds;
  /** Placed bookings by their content without the reference. */
  readonly #placed = new Map<string, { reference: string | null; idempotencyKey: string | undefined }>();
  /** Selections refused with price-changed, and whether the client has validated them since. */
  readonly #repriced = new Map<string, boolean>();

  constructor(results: RuleResults, orders: Orders, holds: Holds) {
    this.#results = results;
    this.#orders = orders;
    this.#holds = holds;
  }

  onValidate(request: ValidateRequest): void {
    const selection = selectionOf(request);
    if (this.#repriced.has(selection)) this.#repriced.set(selection, true);
  }

  beforeBooking(booking: SentBooking, isTestKey: boolean): void {
    const { request, sent, holdId } = booking;
    const isRetry = this.#checkRetry(booking);
    if (holdId !== undefined) {
      if (!isRetry) this.#checkHold(booking, holdId, isTestKey);
      return;
    }
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
    this.#checkTotal(request, validations, "eventvalidate answered", sent);
    if (last.isValid) this.#checkAnswers(request, last, sent);
  }

  afterBooking(booking: SentBooking, order: Order): void {
    const { request, idempotencyKey } = booking;
    const reference = request.externalReference ?? null;
    if (order.isValid) setLimited(this.#placed, withoutReference(booking), { reference, idempotencyKey });
    if (order.errors?.some(({ code }) => code === "price-changed")) this.#repriced.set(selectionOf(request), false);
  }

  /** Returns whether this is a correct retry of a placed booking. */
  #checkRetry(booking: SentBooking): boolean {
    const { request, idempotencyKey, holdId, sent } = booking;
    const first = this.#placed.get(withoutReference(booking));
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

  /** The hold stands for the validation. */
  #checkHold({ request, sent }: SentBooking, holdId: string, isTestKey: boolean): void {
    const problem = this.#holds.problemOf(holdId, request, isTestKey);
    const what = `the client booked the hold ${holdId}, which is refused with ${problem}`;
    const sale = this.#holds.heldSale(holdId);
    if (!this.#results.check("selling.hold", problem === undefined, what, sent) || !sale) return;
    this.#checkTotal(request, [sale], "the hold has", sent);
    this.#checkAnswers(request, sale, sent);
  }

  #checkTotal({ totalUsd }: BookRequest, valid: ValidateResponse[], from: string, sent: Sent): void {
    const totals = valid.flatMap((answer) => answer.totalUsd?.value ?? []);
    const what = `TotalUsd is ${totalUsd.value}, but ${from} ${[...new Set(totals)].join(" or ") || "none"}`;
    this.#results.check("selling.total", totals.includes(totalUsd.value), what, sent);
  }

  #checkAnswers(request: BookRequest, { questions }: ValidateResponse, sent: Sent): void {
    const answers = request.answers ?? [];
    const wrong = [...new Set(answerRefusals(questions, answers))].join(", ");
    const [expected, given] = [questions, answers].map((list) => list.map(({ code }) => code).join(", ") || "none");
    this.#results.check("selling.answers", wrong === "", `${wrong}: questions ${expected}; answers ${given}`, sent);
  }
}

const withoutReference = ({ request, lang, holdId }: Booking): string =>
  contentOf({ request: { ...request, externalReference: null }, lang, holdId });
