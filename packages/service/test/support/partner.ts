import type { Answer, BookRequest, Language, Order, TicketSelection, ValidateResponse } from "@paseo/contract";
import { sql } from "kysely";
import type { TestApp } from "./app.ts";
import { Wire } from "./wire.ts";

/** Tickets by code: `{ ADULT: 2 }`. */
export type Party = Record<string, number>;

/** A partner site that sells over HTTP in JSON, with its key and in its language. */
export class Partner {
  readonly #wire: Wire;
  readonly #key: string;
  readonly #lang: Language;

  constructor(app: TestApp, { key = app.key, lang = "es" }: { key?: string; lang?: Language } = {}) {
    this.#wire = new Wire(app.url, { sends: "json", reads: "json", key });
    this.#key = key;
    this.#lang = lang;
  }

  get wire(): Wire {
    return this.#wire;
  }

  validate(event: string, party: Party, more: { whiteLabelCode?: string } = {}): Promise<ValidateResponse> {
    const body = { id: event, apiKey: this.#key, tickets: ticketsOf(party), ...more };
    return this.#wire.ask("eventvalidate", { lang: this.#lang }, body);
  }

  book(event: string, party: Party, totalUsd: number, more: Partial<BookRequest> = {}): Promise<Order> {
    const body: BookRequest = {
      id: event,
      apiKey: this.#key,
      tickets: ticketsOf(party),
      email: "customer@example.com",
      phoneNumber: "+34 600 000 000",
      remoteHost: "192.0.2.1",
      totalUsd: { currencyCode: "USD", value: totalUsd },
      ...more,
    };
    return this.#wire.ask("eventbook", { lang: this.#lang }, body);
  }

  /** Validates, then books at the total that came back. Fails unless the order is placed. */
  async buy(event: string, party: Party, more: Partial<BookRequest> = {}): Promise<Order> {
    const { totalUsd, errors } = await this.validate(event, party);
    if (errors.length > 0) throw new Error(`validate refused ${codesOf({ errors })}`);
    const order = await this.book(event, party, totalUsd!.value, more);
    if (!order.isValid) throw new Error(`book refused ${codesOf(order)}`);
    return order;
  }
}

const ticketsOf = (party: Party): TicketSelection[] =>
  Object.entries(party).map(([code, quantity]) => ({ code, quantity }));

/** Returns the codes of a refusal in order; none for an answer without errors. */
export const codesOf = ({ errors }: Pick<Order, "errors">): string[] => (errors ?? []).map(({ code }) => code);

/** Returns good answers to these questions, in order. */
export const answersTo = (questions: ValidateResponse["questions"]): Answer[] =>
  questions.map(({ code, type }, n) => ({ code, value: goodAnswers[type](n) }));

const goodAnswers: Record<ValidateResponse["questions"][number]["type"], (n: number) => string> = {
  string: (n) => `answer ${n}`,
  integer: (n) => `${50 + (n % 50)}`,
  date: () => "2026-06-19",
  time: () => "18:05",
};

/** Finds the id of an item's event by the item's external id and `yyyy-MM-ddTHH:mm`, whether partners can see the event or not. */
export async function eventId(app: TestApp, item: string, eventOn: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select e.id from event e join item i on i.id = e.item_id
    where i.external_id = ${item} and e.event_on = ${eventOn}::timestamp`.execute(app.app.service.db);
  const [found] = rows;
  if (!found) throw new Error(`item ${item} has no event on ${eventOn}`);
  return found.id;
}

/** Finds the id of a product by its external id. */
export async function productId(app: TestApp, externalId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from product where external_id = ${externalId}`.execute(
    app.app.service.db,
  );
  const [found] = rows;
  if (!found) throw new Error(`there is no product ${externalId}`);
  return found.id;
}
