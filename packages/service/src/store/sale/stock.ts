import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";
import { NoSeatsLeft } from "./orders.ts";

/**
 * What is left of tickets with a stock. Nothing stores it: each sale counts orders, holds and waiting amendments while it has the event's lock,
 * so that nothing has to be returned when one of them ends.
 */

/** How many tickets of a code of event `e` are sold, held or wait. */
export function ticketsTaken(code: RawBuilder<unknown>): RawBuilder<unknown> {
  const quantityIn = (tickets: string) => sql`
    (select coalesce(sum((x ->> 'quantity')::int), 0)::int from jsonb_array_elements(${sql.raw(tickets)}) x where x ->> 'code' = ${code})`;
  return sql`(
  (select coalesce(sum(${quantityIn("o.tickets")}), 0)::int from orders o
    where o.event_id = e.id and not o.test and o.status not in ('rejected', 'cancelled'))
  + (select coalesce(sum(${quantityIn("h.tickets")}), 0)::int from hold h
    where h.event_id = e.id and h.status = 'open' and not h.test)
  + (select coalesce(sum(greatest(0, ${quantityIn("c.content -> 'tickets'")}
      - case when o.event_id = e.id then ${quantityIn("o.tickets")} else 0 end)), 0)::int
    from amendment c join orders o on o.id = c.order_id where c.event_id = e.id and c.status = 'waitsupplier'))`;
}

/** Returns how many are left of the tickets of an event that have a stock, by code. Fewer than 0: the stock was lowered after sales. */
export async function stockLeftOf(db: Db | Tx, eventId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await allRows(db)<{ code: string; left: number }>`${prepareAs("stock-left")}
    select t ->> 'code' as code, (t ->> 'stock')::int - ${ticketsTaken(sql`t ->> 'code'`)} as "left"
    from event e, jsonb_array_elements(e.tickets) t where e.id = ${eventId} and t ->> 'stock' is not null`;
  return new Map(rows.map(({ code, left }) => [code, left]));
}

/**
 * Whether the event has sold more of a ticket than it has. The caller has locked the event in an earlier statement, and has written what it
 * sells: its transaction must be rolled back then.
 */
export const isOversold = async (tx: Tx, eventId: string): Promise<boolean> =>
  (await stockLeftOf(tx, eventId)).values().some((left) => left < 0);

/** Throws NoSeatsLeft if `isOversold`. */
export async function requireStock(tx: Tx, eventId: string): Promise<void> {
  if (await isOversold(tx, eventId)) throw new NoSeatsLeft("too few are left of a ticket with a stock");
}
