import type { BookRequest, Language, Order, ValidateRequest, ValidateResponse } from "@paseo/contract";
import type { Sent } from "../../wire/exchange.ts";
import { contentOf, type Orders, selectionOf } from "../selling/orders.ts";
import { answerRefusals } from "../selling/selling.ts";
import type { Judge } from "./results.ts";

/** Bookings that are remembered to know one that comes again. */
const most = 1000;

/** Follows how a client sells: from validation to the order, and what it does when that goes wrong. */
export class SaleHabits {
  readonly #judge: Judge;
  readonly #orders: Orders;
  /** Placed bookings by their content without the reference. */
  readonly #placed = new Map<string, { reference: string | null; idempotencyKey: string | undefined }>();
  /** Selections refused with price-changed, and whether they were validated since. */
  readonly #repriced = new Map<string, boolean>();

  constructor(judge: Judge, orders: Orders) {
    this.#judge = judge;
    this.#orders = orders;
  }

  validates(request: ValidateRequest): void {
    const selection = selectionOf(request);
    if (this.#repriced.has(selection)) this.#repriced.set(selection, true);
  }

  /** Before a booking is answered. */
  books(request: BookRequest, lang: Language, idempotencyKey: string | undefined, sent: Sent): void {
    const isRetry = this.#booksAgain(request, lang, idempotencyKey, sent);
    const selection = selectionOf(request);
    const validatedSince = this.#repriced.get(selection);
    if (this.#repriced.delete(selection)) {
      const why = "the selection was refused with price-changed, and is booked again without being validated";
      if (!this.#judge.hold("selling.price-changed", validatedSince === true, why, sent)) return;
    }
    // A retry was judged when it came for the first time.
    if (isRetry) return;
    const answers = this.#orders.validatedFor(request);
    const unvalidated = "this event and these tickets were not validated in the last 30 minutes";
    if (!this.#judge.hold("selling.validates-first", answers.length > 0, unvalidated, sent)) return;
    const last = answers.at(-1)!;
    const codes = last.errors.map(({ code }) => code).join(", ");
    this.#judge.hold(
      "selling.validates-first",
      last.isValid,
      `the selection was refused when validated: ${codes}`,
      sent,
    );
    this.#judgeTotal(request, answers, sent);
    if (last.isValid) this.#judgeAnswers(request, last, sent);
  }

  /** After it was. */
  wasAnswered(request: BookRequest, lang: Language, idempotencyKey: string | undefined, order: Order): void {
    const reference = request.externalReference ?? null;
    if (order.isValid) this.#placed.set(withoutReference(request, lang), { reference, idempotencyKey });
    if (this.#placed.size > most) this.#placed.delete(this.#placed.keys().next().value!);
    if (order.errors?.some(({ code }) => code === "price-changed")) this.#repriced.set(selectionOf(request), false);
  }

  #booksAgain(request: BookRequest, lang: Language, idempotencyKey: string | undefined, sent: Sent): boolean {
    const before = this.#placed.get(withoutReference(request, lang));
    if (!before) return false;
    const sameReference = before.reference !== null && before.reference === (request.externalReference ?? null);
    const sameKey = before.idempotencyKey !== undefined && before.idempotencyKey === idempotencyKey;
    const how =
      before.reference === null && before.idempotencyKey === undefined
        ? "without ExternalReference or Idempotency-Key"
        : "under another ExternalReference or Idempotency-Key";
    const why = `a booking that was placed is sent again ${how}: that is a second order`;
    return this.#judge.hold("selling.retry", sameReference || sameKey, why, sent);
  }

  #judgeTotal({ totalUsd }: BookRequest, answers: ValidateResponse[], sent: Sent): void {
    const totals = answers.flatMap((answer) => answer.totalUsd?.value ?? []);
    const why = `TotalUsd is ${totalUsd.value}, but eventvalidate answered ${[...new Set(totals)].join(" or ") || "none"}`;
    this.#judge.hold("selling.total", totals.includes(totalUsd.value), why, sent);
  }

  #judgeAnswers(request: BookRequest, { questions }: ValidateResponse, sent: Sent): void {
    const answers = request.answers ?? [];
    const wrong = [...new Set(answerRefusals(questions, answers))].join(", ");
    const [asked, given] = [questions, answers].map((list) => list.map(({ code }) => code).join(", ") || "nothing");
    const why = `${wrong}: asked were ${asked}; answered were ${given}`;
    this.#judge.hold("selling.answers", wrong === "", why, sent);
  }
}

const withoutReference = (request: BookRequest, lang: Language): string =>
  contentOf({ ...request, externalReference: null }, lang);
