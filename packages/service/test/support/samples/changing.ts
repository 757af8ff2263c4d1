import type { Amendment, AmendmentRequest, Format } from "@paseo/contract";
import { sql } from "kysely";
import type { Db } from "../../../src/store/database/database.ts";
import type { TestApp } from "../app.ts";
import type { Party } from "../partner.ts";
import { Wire } from "../wire.ts";

export const ticketsOf = (party: Party) => Object.entries(party).map(([code, quantity]) => ({ code, quantity }));

/** A partner that changes its orders. */
export class Changer {
  readonly wire: Wire;
  readonly #key: string;

  constructor(app: TestApp, { key = app.key, format = "json" }: { key?: string; format?: Format } = {}) {
    this.wire = new Wire(app.url, { sends: format, reads: format, key });
    this.#key = key;
  }

  quote(id: string, wish: Partial<AmendmentRequest>, headers: Record<string, string> = {}): Promise<Amendment> {
    return this.wire.ask("orderamend", { lang: "es" }, { id, apiKey: this.#key, ...wish }, headers);
  }

  accept({ id, quoteId, revision }: Amendment, headers: Record<string, string> = {}): Promise<Amendment> {
    return this.quote(id, { quoteId, revision }, headers);
  }

  /** Quotes a change and accepts it. */
  async change(id: string, wish: Partial<AmendmentRequest>): Promise<Amendment> {
    const quote = await this.quote(id, wish);
    if (!quote.isValid) throw new Error(`the quote was refused: ${JSON.stringify(quote.errors)}`);
    return this.accept(quote);
  }
}

/**
 * Counts the seats of an event: free seats, seats of orders, and seats of changes that wait for their supplier. They add up to the
 * capacity.
 */
export async function seatsOf(db: Db, event: string): Promise<{ left: number | null; sold: number; waiting: number }> {
  const { rows } = await sql<{ left: number | null; sold: number; waiting: number }>`
    select capacity_left as left,
      (select coalesce(sum(seats), 0)::int from orders where event_id = e.id and not test and status not in ('rejected', 'cancelled')) as sold,
      (select coalesce(sum(seats), 0)::int from amendment where event_id = e.id and status = 'waitsupplier') as waiting
    from event e where id = ${event}`.execute(db);
  return rows[0]!;
}
