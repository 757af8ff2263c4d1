import { sql } from "kysely";
import type { BookableEvent, EventPriceState } from "../../records/bookable-event.ts";
import { type FindByKey, findInBatches, rowsByKey } from "../database/batch-loader.ts";
import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import { defineStatement } from "../database/statement.ts";

/** Columns that the sale of an event depends on. */

/** Minutes after the start of an event for which guests may be late: it is still among today's events, and the desk sells it. */
export const lateGuestMinutes = 60;

/** When the desk's sales of event `e` of product `p` end: the lead time is for partners, and late guests walk in. */
export const deskSalesEndAt = sql`
  (e.starts_at + case when p.type = 'scheduled' then ${sql.lit(`${lateGuestMinutes} minutes`)}::interval else interval '0' end)`;

/**
 * `offset 0` makes the planner find the events before it joins. `lateral` makes it look up the items and products of
 * these events. Without `lateral`, the planner reads all items and products of a small catalogue (seven events: 340 µs,
 * with it 150).
 */
const bookableEvents = defineStatement<{ ids: string[] }, BookableEvent>(
  "bookable-events",
  (value) => sql`
    select e.id, e.item_id as "itemId", e.product_id as "productId", e.event_on as "eventOn",
      e.availability, e.capacity, e.capacity_left as "capacityLeft", e.partners_left as "partnersLeft", e.guaranteed as withheld, e.least_seats as "leastSeats", e.needs_resources as "needsResources", e.starts_at as "startsAt", e.sales_end_at as "salesEndAt", ${deskSalesEndAt} as "deskSalesEndAt",
      (p.record ->> 'immediateBooking')::boolean as "immediateBooking", s.kind as "supplierKind",
      p.name as "productName", i.name as "itemName", coalesce(p.record -> 'names', '{}') as "productNames",
      coalesce(i.record -> 'names', '{}') as "itemNames", (p.record ->> 'cancelPurchaseHour')::int as "cancelPurchaseHour",
      p.record -> 'refundTiers' as "refundTiers", p.record ->> 'taxRate' as "taxRate", p.record ->> 'taxScheme' as "taxScheme", p.time_zone as "timeZone",
      coalesce(i.record -> 'salesEndMinutes', p.record -> 'salesEndMinutes') as "salesEndMinutes",
      p.published and not p.deleted as "productPublished", i.published as "itemPublished",
      e.currency_code as "currencyCode", c.rate, e.tickets as prices, i.record -> 'ticketRules' as "ticketRules",
      i.ticket_sizes as "ticketSizes", coalesce((p.record ->> 'leadPerTicket')::boolean, false) as "leadPerTicket",
      coalesce((p.record ->> 'codePerPerson')::boolean, false) as "codePerPerson",
      p.record -> 'questions' as questions, coalesce(p.record -> 'ownQuestions', '[]') as "ownQuestions"
    from (
      select * from event where id = any((select ${value("ids")}::uuid[])::uuid[]) offset 0
    ) e join lateral (select * from item where id = e.item_id offset 0) i on true
    join lateral (select * from product where id = e.product_id offset 0) p on true
    join currency c on c.code = e.currency_code left join supplier s on s.id = p.supplier_id`,
);

/** One event by its id in lower case, with all data that its sale depends on. */
export const bookableEvent: FindByKey<BookableEvent> = findInBatches(async (db, ids) =>
  rowsByKey(await bookableEvents.run(db, { ids }), ({ id }) => id),
);

/** Reads these events in one statement. */
export const readBookableEvents = (db: Db, ids: string[]): Promise<BookableEvent[]> => bookableEvents.run(db, { ids });

/** Prices and rate of an event, and when they applied. */
type PricePeriod = EventPriceState & { from: Date; until: Date | null };

/**
 * Prices and rates of this event that applied after `after`, the latest first. A total that was validated since then may use any of these prices.
 */
export const pricesSince = (db: Db, event: BookableEvent, after: Date): Promise<PricePeriod[]> =>
  allRows(db)`
    with price as (
      select tickets, currency_code, until from event_price_past where event_id = ${event.id} and until > ${after}
      union all select tickets, currency_code, null from event
        where id = ${event.id} and event_on = ${event.eventOn}::timestamp
    ), price_period as (
      select tickets, currency_code, coalesce(lag(until) over (order by until nulls last), ${after}) as since, until from price
    ), rate as (
      select currency_code, rate, until from rate_past where until > ${after} and currency_code in (select currency_code from price)
      union all select code, rate, null from currency where code in (select currency_code from price)
    ), rate_period as (
      select currency_code, rate, until,
        coalesce(lag(until) over (partition by currency_code order by until nulls last), ${after}) as since
      from rate
    )
    select p.tickets as prices, p.currency_code as "currencyCode", r.rate, greatest(p.since, r.since) as from, least(p.until, r.until) as until
    from price_period p join rate_period r
      on r.currency_code = p.currency_code and (p.until is null or r.since < p.until) and (r.until is null or p.since < r.until)
    order by "from" desc`;
