import { randomUUID } from "node:crypto";
import type { BookRequest, Language, Order, ValidateResponse } from "@paseo/contract";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { type RefusalCode, refusal } from "./messages.ts";
import { answerRefusals, chosen, validateSelection } from "./selling.ts";

/** Orders and validations that the mock service stores; the oldest are dropped. */
const most = 1000;
/** How long a validated price holds. */
const priceHoldMs = 30 * 60_000;

interface Validated {
  selection: string;
  answer: ValidateResponse;
  at: number;
}

export type Placement = { outcome: "placed" | "again" | "refused"; order: Order } | { outcome: "key-reused" };

/** Orders, and the validations before them. */
export class Orders {
  readonly #catalogue: Catalogue;
  readonly #clock: () => Date;
  readonly #validated: Validated[] = [];
  readonly #orders = new Map<string, Order>();
  readonly #byContent = new Map<string, Order>();
  readonly #byKey = new Map<string, { content: string; order: Order }>();
  #number = 1000;

  constructor(catalogue: Catalogue, clock: () => Date) {
    this.#catalogue = catalogue;
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

  /** The order that was placed with the same content and ExternalReference. */
  earlier = (request: BookRequest, lang: Language): Order | undefined =>
    request.externalReference ? this.#byContent.get(contentOf(request, lang)) : undefined;

  book(request: BookRequest, lang: Language, isTestKey: boolean, idempotencyKey?: string): Placement {
    const content = contentOf(request, lang);
    const known = idempotencyKey === undefined ? undefined : this.#byKey.get(idempotencyKey);
    if (known) return known.content === content ? { outcome: "again", order: known.order } : { outcome: "key-reused" };
    const earlier = this.earlier(request, lang);
    const placement: Placement & { order: Order } = earlier
      ? { outcome: "again", order: earlier }
      : this.#place(request, lang, isTestKey);
    if (idempotencyKey !== undefined) setLimited(this.#byKey, idempotencyKey, { content, order: placement.order });
    return placement;
  }

  #place(request: BookRequest, lang: Language, isTestKey: boolean): { outcome: "placed" | "refused"; order: Order } {
    const sale = validateSelection(this.#catalogue, request, lang, this.#clock());
    const isTest = isTestKey || request.testMode === true;
    const more = sale.totalUsd === null ? [] : this.#bookRefusals(request, sale);
    const errors = [...sale.errors, ...more.map((code) => refusal(code, lang))];
    if (errors.length > 0)
      return {
        outcome: "refused",
        order: orderOf(request, isTest, { id: null, reference: null, status: null, errors }),
      };
    this.#number += 1;
    const reference = `${isTest ? "TEST-" : ""}${this.#number}-${lang.toUpperCase()}`;
    const order = orderOf(request, isTest, { id: randomUUID(), reference, status: "waitsupplier", errors: null });
    setLimited(this.#orders, order.id!, order);
    if (request.externalReference) setLimited(this.#byContent, contentOf(request, lang), order);
    return { outcome: "placed", order };
  }

  #bookRefusals(request: BookRequest, sale: ValidateResponse): RefusalCode[] {
    const totals = [sale, ...this.validatedFor(request)].map(({ totalUsd }) => totalUsd?.value);
    return [
      ...(totals.includes(request.totalUsd.value) ? [] : (["price-changed"] as const)),
      ...(sale.isValid ? answerRefusals(sale.questions, request.answers ?? []) : []),
    ];
  }
}

/** Sets an entry, and drops the oldest one above the limit. */
export function setLimited<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
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

/** Identifies an event with its chosen tickets, whatever their order. */
export const selectionOf = ({ id, tickets }: Pick<BookRequest, "id" | "tickets">): string =>
  JSON.stringify([
    id,
    ...chosen(tickets)
      .map(({ code, quantity }) => `${code} ${quantity}`)
      .toSorted(),
  ]);

/** Identifies the content of a booking without the key; the same in both formats. */
export function contentOf(request: BookRequest, lang: Language): string {
  const { apiKey: _, tickets, ...rest } = request;
  const filled = Object.entries({ ...rest, testMode: rest.testMode ?? false, answers: rest.answers ?? [] });
  return JSON.stringify([
    lang,
    selectionOf({ id: request.id, tickets }),
    ...filled.filter(([, value]) => value != null).toSorted(),
  ]);
}
