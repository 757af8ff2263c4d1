import { isDeepStrictEqual } from "node:util";
import { type RawBuilder, sql } from "kysely";
import type { ItemFields } from "../../records/catalogue-file.ts";
import { sizesOfRules, type TicketSizes } from "../../records/tickets/ticket-sizes.ts";
import { readTicketTypes } from "../catalogue/ticket-types.ts";
import type { Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";
import { lockResourcesOfItems } from "../resources/plan.ts";

/**
 * Keeps what items and events store about the sizes of tickets: `item.ticket_sizes` from the item's rules and the ticket types, and
 * `event.least_seats` and `event.min_price` from these sizes.
 */

/** Writes the sizes of the items whose rules have one of these codes, after their ticket types changed. The caller has the lock of `lockCatalogueFiles`. */
export async function resizeTickets(tx: Tx, codes: readonly string[]): Promise<void> {
  const typeOf = await readTicketTypes(tx);
  const items = await allRows(tx)<{ id: string; rules: ItemFields["ticketRules"]; sizes: TicketSizes }>`
    select i.id, i.record -> 'ticketRules' as rules, i.ticket_sizes as sizes from item i
    where exists (select from jsonb_array_elements(i.record -> 'ticketRules') r where r ->> 'code' = any(${codes}::text[]))
    order by i.id`;
  const resized = items.flatMap(({ id, rules, sizes: before }) => {
    const sizes = sizesOfRules(rules, typeOf);
    return isDeepStrictEqual(sizes, before) ? [] : [{ id, sizes }];
  });
  if (resized.length === 0) return;
  await run(tx)`
    update item i set ticket_sizes = nullif(x.sizes, 'null') from jsonb_to_recordset(${JSON.stringify(resized)}::jsonb) as x(id uuid, sizes jsonb)
    where i.id = x.id`;
  await recountItems(
    tx,
    resized.map(({ id }) => id),
  );
}

/** Recounts the fewest seats and the lowest price of all events of these items. Locks the resources, if one of the items needs some, then the events. */
export async function recountItems(tx: Tx, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return;
  await lockResourcesOfItems(tx, itemIds);
  await recountBySizes(tx, sql`e.item_id = any(${itemIds}::uuid[])`);
}

/** Recounts the fewest seats and the lowest price of these events. Only items whose tickets have sizes need it: an import writes many events. */
export async function recountEvents(tx: Tx, events: readonly { id: string; item_id: string }[]): Promise<void> {
  const itemIds = [...new Set(events.map(({ item_id }) => item_id))];
  const items = await allRows(tx)<{ id: string }>`
    select id from item where id = any(${itemIds}::uuid[]) and ticket_sizes is not null`;
  const sized = new Set(items.map(({ id }) => id));
  const ids = events.flatMap(({ id, item_id }) => (sized.has(item_id) ? [id] : []));
  if (ids.length > 0) await recountBySizes(tx, sql`e.id = any(${ids}::uuid[])`);
}

/**
 * Fewest seats with which something of event `e` can be bought: all required tickets together, or else the smallest quantity of the ticket that
 * takes fewest. Tickets without seats do not open a full event.
 */
const leastSeats = sql`(
  select greatest(1, coalesce(sum(minimum * seats) filter (where minimum > 0), min(step * seats) filter (where seats > 0), 1))::int
  from (
    select (r ->> 'minQuantity')::int as minimum, (r ->> 'incrementQuantity')::int as step,
      case when coalesce((s.size ->> 'wholeEvent')::boolean, false) then coalesce(e.capacity, 1)
        else coalesce((s.size ->> 'seats')::int, 1) end as seats
    from jsonb_array_elements(i.record -> 'ticketRules') r, lateral (select i.ticket_sizes -> (r ->> 'code') as size) s
    where exists (select from jsonb_array_elements(e.tickets) t where t ->> 'code' = r ->> 'code')
  ) rules)`;

/** Whether ticket `t` of item `i` is an extra, which is never the lowest price. `isExtra` has the same for programs. */
const isExtra = sql`coalesce((i.ticket_sizes -> (t ->> 'code')) @> '{"people": 0, "seats": 0, "wholeEvent": false}', false)`;

/** The lowest price of event `e`: of tickets that are not free if there are any. */
const lowestPrice = sql`(
  select coalesce(min(price) filter (where price > 0 and not extra), min(price) filter (where not extra), min(price), 0)
  from (select (t ->> 'price')::numeric as price, ${isExtra} as extra from jsonb_array_elements(e.tickets) t) tickets)`;

/** Writes the fewest seats and the lowest price of the events `e` that meet a condition. An event that partners see otherwise by this gets a version, and one whose partners have seats of their own. */
const recountBySizes = (tx: Tx, condition: RawBuilder<unknown>): Promise<void> =>
  run(tx)`
    update event e set least_seats = x.least, min_price = x.lowest,
      seq = case when e.min_price <> x.lowest or (e.capacity_left < e.least_seats) is distinct from (e.capacity_left < x.least) or e.partners_left is not null then null else e.seq end
    from (
      select e.id, case when i.ticket_sizes is null then 1 else ${leastSeats} end as least, ${lowestPrice} as lowest
      from event e join item i on i.id = e.item_id where ${condition}
    ) x
    where e.id = x.id and (e.least_seats <> x.least or e.min_price <> x.lowest)`;
