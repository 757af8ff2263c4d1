import type { BookRequest, Format, Hold, Language, Order } from "@paseo/contract";
import { sql } from "kysely";
import type { Db } from "../../../src/store/database/database.ts";
import type { TestApp } from "../app.ts";
import type { Party } from "../partner.ts";
import { Wire } from "../wire.ts";

/** A partner that holds seats before it books. */
export class Holder {
  readonly #wire: Wire;
  readonly #key: string;
  readonly #lang: Language;

  constructor(
    app: TestApp,
    { key = app.key, format = "json", lang = "es" }: { key?: string; format?: Format; lang?: Language } = {},
  ) {
    this.#wire = new Wire(app.url, { sends: format, reads: format, key });
    this.#key = key;
    this.#lang = lang;
  }

  get wire(): Wire {
    return this.#wire;
  }

  hold(
    event: string,
    party: Party,
    { headers, ...more }: { testMode?: boolean; whiteLabelCode?: string; headers?: Record<string, string> } = {},
  ): Promise<Hold> {
    const body = { id: event, apiKey: this.#key, tickets: ticketsOf(party), ...more };
    return this.#wire.ask("eventhold", { lang: this.#lang }, body, headers);
  }

  extend(id: string): Promise<Hold> {
    return this.#wire.ask("holdextend", { lang: this.#lang }, { id, apiKey: this.#key });
  }

  release(id: string): Promise<Hold> {
    return this.#wire.ask("holdrelease", { lang: this.#lang }, { id, apiKey: this.#key });
  }

  /** Books the hold with its own fields, except for the fields in `more`. */
  book(
    hold: Pick<Hold, "id" | "eventId" | "tickets" | "totalUsd" | "testMode">,
    { headers, ...more }: Partial<BookRequest> & { headers?: Record<string, string> } = {},
  ): Promise<Order> {
    const body: BookRequest = {
      id: hold.eventId,
      apiKey: this.#key,
      tickets: hold.tickets,
      email: "customer@example.com",
      phoneNumber: "+34 600 000 000",
      remoteHost: "192.0.2.1",
      totalUsd: hold.totalUsd!,
      testMode: hold.testMode,
      ...more,
    };
    return this.#wire.ask("eventbook", { lang: this.#lang }, body, { "paseo-hold": hold.id!, ...headers });
  }
}

const ticketsOf = (party: Party) => Object.entries(party).map(([code, quantity]) => ({ code, quantity }));

/** Counts the free seats, sold seats and held seats of an event in the store. They add up to the capacity. */
export async function seatsOf(db: Db, event: string): Promise<{ left: number | null; sold: number; held: number }> {
  const { rows } = await sql<{ left: number | null; sold: number; held: number }>`
    select capacity_left as left,
      (select coalesce(sum(seats), 0)::int from orders where event_id = e.id and not test and status not in ('rejected', 'cancelled')) as sold,
      (select coalesce(sum(seats), 0)::int from hold where event_id = e.id and not test and status = 'open') as held
    from event e where id = ${event}`.execute(db);
  return rows[0]!;
}
