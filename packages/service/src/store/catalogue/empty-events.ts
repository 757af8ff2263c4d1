import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database/database.ts";
import { anyRow } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";

/**
 * Whether nobody has booked, held or blocked anything of event `e`, apart from the order `except`. Seats do not say it, because some tickets
 * take none. `product`: the event's product, by which a server can find its orders and holds.
 */
export function isEmptyEvent({
  except,
  product,
}: {
  except?: string;
  product?: RawBuilder<unknown>;
} = {}): RawBuilder<unknown> {
  const others = (order: RawBuilder<unknown>) => (except === undefined ? sql`` : sql` and ${order} <> ${except}::uuid`);
  const ofProduct = (column: RawBuilder<unknown>) => (product === undefined ? sql`` : sql` and ${column} = ${product}`);
  return sql`(not exists (select from orders taken
      where taken.event_id = e.id${ofProduct(sql`taken.product_id`)} and not taken.test
        and taken.status not in ('rejected', 'cancelled')${others(sql`taken.id`)})
    and not exists (select from hold h where h.event_id = e.id${ofProduct(sql`h.product_id`)} and h.status = 'open' and not h.test)
    and not exists (select from amendment c where c.event_id = e.id and c.status = 'waitsupplier'${others(sql`c.order_id`)}))`;
}

/** Whether nobody has booked, held or blocked anything of an event. It locks nothing: the statement that sells looks again. */
export const isEventEmpty = (db: Db, eventId: string): Promise<boolean> =>
  anyRow(db)`${prepareAs("is-event-empty")} select 1 from event e where e.id = ${eventId} and ${isEmptyEvent()}`;
