import { randomUUID } from "node:crypto";
import type { BookRequest, ErrorEntry, Language, Order, ValidateResponse } from "@paseo/contract";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Holds } from "./holds.ts";
import { type RefusalCode, refusal } from "./messages.ts";
import { answerRefusals, chosen, validateSelection } from "./selling.ts";
import { most, selectionOf, setLimited } from "./stored.ts";

/** How long a validated price holds. */
const priceHoldMs = 30 * 60_000;

interface Validated {
  selection: string;
  answer: ValidateResponse;
  at: number;
}

export type Placement = { outcome: "placed" | "again" | "refused"; order: Order } | { outcome: "key-reused" };

/** A booking and what its headers say. */
export interface Booking {
  request: BookRequest;
  lang: Language;
  idempotencyKey?: string | undefined;
  /** The hold that it makes an order of. */
  holdId?: string | undefined;
}

/** Orders, and the validations before them. */
export class Orders {
  readonly #catalogue: Catalogue;
  readonly #holds: Holds;
  readonly #clock: () => Date;
  readonly #validated: Validated[] = [];
  readonly #orders = new Map<string, Order>();
  readonly #byContent = new Map<string, Order>();
  readonly #byKey = new Map<string, { content: string; order: Order }>();
  #number = 1000;

  constructor(catalogue: Catalogue, holds: Holds, clock: () => Date) {
    this.#catalogue = catalogue;
    this.#holds = holds;
    this.#clock = clock;
  }

  validate(request: Parameters<typeof validateSelection>[1], lang: Language): ValidateResponse {
    const now = this.#clock();
    const answer = validateSelection(this.#catalogue, request, lang, now);
    this.#validated.push({ selection: selectionOf(request), answer, at: now.getTime() });
    if (this.#validated.length > most) this.#validated.shift();
    return answer;
  }

  /** The answers to this selection whose price still holds, the latest last. */
  validatedFor(request: Pick<BookRequest, "id" | "tickets">): ValidateResponse[] {
    const since = this.#clock().getTime() - priceHoldMs;
    const selection = selectionOf(request);
    return this.#validated.filter((one) => one.selection === selection && one.at >= since).map(({ answer }) => answer);
  }

  /** Ends the price hold of an event. */
  endPriceHold(eventId: string): void {
    for (const one of this.#validated) if (one.answer.id === eventId) one.at = -Infinity;
  }

  order = (id: string): Order | undefined => this.#orders.get(id);

  /** The order that was placed with the same content and ExternalReference, or of the same hold. */
  earlier = (booking: Booking): Order | undefined =>
    booking.request.externalReference || booking.holdId !== undefined
      ? this.#byContent.get(contentOf(booking))
      : undefined;

  book(booking: Booking, isTestKey: boolean): Placement {
    const { idempotencyKey } = booking;
    const content = contentOf(booking);
    const known = idempotencyKey === undefined ? undefined : this.#byKey.get(idempotencyKey);
    if (known) return known.content === content ? { outcome: "again", order: known.order } : { outcome: "key-reused" };
    const earlier = this.earlier(booking);
    const placement: Placement & { order: Order } = earlier
      ? { outcome: "again", order: earlier }
      : this.#place(booking, isTestKey);
    if (idempotencyKey !== undefined) setLimited(this.#byKey, idempotencyKey, { content, order: placement.order });
    return placement;
  }

  #place(booking: Booking, isTestKey: boolean): { outcome: "placed" | "refused"; order: Order } {
    const { request, lang, holdId } = booking;
    const isTest = isTestKey || request.testMode === true;
    const errors =
      holdId === undefined ? this.#saleRefusals(request, lang) : this.#holdRefusals(request, lang, holdId, isTestKey);
    if (errors.length > 0)
      return {
        outcome: "refused",
        order: orderOf(request, isTest, { id: null, reference: null, status: null, errors }),
      };
    this.#number += 1;
    const reference = `${isTest ? "TEST-" : ""}${this.#number}-${lang.toUpperCase()}`;
    const order = orderOf(request, isTest, { id: randomUUID(), reference, status: "waitsupplier", errors: null });
    setLimited(this.#orders, order.id!, order);
    if (holdId !== undefined) this.#holds.book(holdId);
    if (request.externalReference || holdId !== undefined) setLimited(this.#byContent, contentOf(booking), order);
    return { outcome: "placed", order };
  }

  #saleRefusals(request: BookRequest, lang: Language): ErrorEntry[] {
    const sale = validateSelection(this.#catalogue, request, lang, this.#clock());
    const more = sale.totalUsd === null ? [] : this.#bookRefusals(request, sale, [sale, ...this.validatedFor(request)]);
    return [...sale.errors, ...more.map((code) => refusal(code, lang))];
  }

  #holdRefusals(request: BookRequest, lang: Language, holdId: string, isTestKey: boolean): ErrorEntry[] {
    const problem = this.#holds.problemOf(holdId, request, isTestKey);
    const sale = this.#holds.heldSale(holdId);
    const codes = problem || !sale ? [problem ?? "hold-unknown"] : this.#bookRefusals(request, sale, [sale]);
    return codes.map((code) => refusal(code, lang));
  }

  #bookRefusals(request: BookRequest, sale: ValidateResponse, valid: readonly ValidateResponse[]): RefusalCode[] {
    const totals = valid.map(({ totalUsd }) => totalUsd?.value);
    return [
      ...(totals.includes(request.totalUsd.value) ? [] : (["price-changed"] as const)),
      ...(sale.isValid ? answerRefusals(sale.questions, request.answers ?? []) : []),
    ];
  }
}

/** The order that answers a booking. It is refused when it has errors. */
export function orderOf(
  request: BookRequest,
  isTest: boolean,
  { id, reference, status, errors }: Pick<Order, "id" | "reference" | "status" | "errors">,
): Order {
  const { email, phoneNumber, remoteHost, callbackUrl, externalReference, totalUsd, answers } = request;
  return {
    id,
    reference,
    confirmation: null,
    status,
    isValid: errors === null,
    errors,
    event: {
      id: request.id,
      apiKey: null,
      tickets: chosen(request.tickets),
      email,
      phoneNumber,
      remoteHost,
      callbackUrl: callbackUrl ?? null,
      externalReference: externalReference ?? null,
      totalUsd,
      testMode: isTest,
      answers: answers ?? [],
    },
  };
}

/** Identifies the content of a booking with its hold and without the key; the same in both formats. */
export function contentOf({ request, lang, holdId }: Booking): string {
  const { apiKey: _, tickets, ...rest } = request;
  const filled = Object.entries({ ...rest, testMode: rest.testMode ?? false, answers: rest.answers ?? [] });
  return JSON.stringify([
    lang,
    selectionOf({ id: request.id, tickets }),
    ...filled.filter(([, value]) => value != null).toSorted(),
    ...(holdId === undefined ? [] : [holdId]),
  ]);
}
