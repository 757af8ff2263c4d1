import { type Answer, availabilityCodes, type Language } from "@paseo/contract";
import { sql } from "kysely";
import Type from "typebox";
import { text } from "../../records/schemas.ts";
import { isComingOrRecentEvent } from "../catalogue/coming-events.ts";
import type { Db } from "../database/database.ts";
import { allRows, onlyRow } from "../database/rows.ts";
import { hasLiveKey } from "../partners/partners.ts";
import { peopleSold, seatsSold } from "../sale/seats-taken.ts";
import { isStandingOrder } from "../visits/day-events.ts";

/** Effects of catalogue changes on orders and partners. */

/** Counts what standing orders take, by event: seats, or 1 where nobody takes a seat. Events without such orders are omitted. */
export async function countSoldSeats(db: Db, eventIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await allRows(db)<{ id: string; sold: number }>`
    select id, sold from (select e.id, greatest(${seatsSold}, least(${peopleSold}, 1)) as sold from event e where e.id = any(${eventIds}::uuid[])) e where sold > 0`;
  return new Map(rows.map(({ id, sold }) => [id, sold]));
}

/** An event with booked guests, as an action on its orders needs it. */
export const BookedEvent = Type.Object({
  id: text,
  productId: text,
  productName: text,
  item: Type.String({ description: "External id." }),
  itemName: text,
  eventOn: Type.String({ description: "Local date and time at the location." }),
  setting: Type.Enum([...availabilityCodes], { description: "What the operator has set." }),
  orders: Type.Integer(),
  seats: Type.Integer(),
});
type BookedEvent = Type.Static<typeof BookedEvent>;

/** Events of these items, or these events, that have not ended. */
interface Reach {
  itemIds: readonly string[];
  eventIds: readonly string[];
  now: Date;
}
const isReached = ({ itemIds, eventIds, now }: Reach) =>
  sql`(e.item_id = any(${itemIds}::uuid[]) or e.id = any(${eventIds}::uuid[])) and e.day_ends_at > ${now}`;

/** Reads the events with booked guests, the next one first. */
export const bookedEvents = (db: Db, reach: Reach): Promise<BookedEvent[]> =>
  allRows(db)`
    select e.id, p.id as "productId", p.name as "productName", i.external_id as item, i.name as "itemName", e.event_on as "eventOn",
      e.availability as setting, o.orders, o.seats
    from event e cross join lateral (
      select count(*)::int as orders, sum(o.seats)::int as seats from orders o where o.event_id = e.id and ${isStandingOrder}
    ) o join item i on i.id = e.item_id join product p on p.id = e.product_id
    where ${isReached(reach)} and o.orders > 0 order by e.event_on, e.id`;

export interface BookedOrder {
  id: string;
  number: number;
  lang: Language;
  answers: Answer[];
  eventOn: string;
  people: number;
  seats: number;
}

/** Reads the orders of booked guests, the next event first. */
export const bookedOrders = (db: Db, reach: Reach, limit: number): Promise<BookedOrder[]> =>
  allRows(db)`
    select o.id, o.number, o.lang, o.answers, o.event_on as "eventOn", o.seats, coalesce(o.people, o.seats) as people from event e join orders o on o.event_id = e.id
    where ${isReached(reach)} and ${isStandingOrder} order by e.event_on, o.created_at, o.number limit ${limit}`;

/**
 * Counts the partners that can read the catalogue (`withKeys`), and the partners among them that have read it (`synced`). A partner that
 * has read the catalogue has a copy of it.
 */
export const partnersWithCopies = (db: Db): Promise<{ withKeys: number; synced: number }> =>
  onlyRow(db)`
    select count(*) as "withKeys", count(y.partner_id) as synced
    from partner p left join partner_sync y on y.partner_id = p.id where ${hasLiveKey}`;

/**
 * Counts for each of these currencies the products and coming events in the partners' catalogue that are priced in it, in the order of the
 * currencies.
 */
export const countPricedIn = (
  db: Db,
  currencies: readonly string[],
  now: Date,
): Promise<{ products: number; events: number }[]> =>
  allRows(db)`
    select
      (select count(*) from product p where p.currency_code = c.code and p.published and not p.deleted) as products,
      (select count(*) from event e where e.currency_code = c.code and e.shown and e.day_ends_at > ${now}
        and ${isComingOrRecentEvent(now)}) as events
    from unnest(${currencies}::text[]) with ordinality c(code, n) order by c.n`;

/** Reads a few current prices in a currency, one for each product. */
export const examplePrices = (
  db: Db,
  currencyCode: string,
  now: Date,
): Promise<{ product: string; ticket: string; price: string }[]> =>
  allRows(db)`
    select p.name as product, t.ticket, t.price from (
      select p.id, p.name from product p join product_state s on s.product_id = p.id
      where p.currency_code = ${currencyCode} and p.published and not p.deleted and s.has_availability
      order by p.name, p.id limit 5
    ) p cross join lateral (
      select e.tickets -> 0 ->> 'code' as ticket, e.tickets -> 0 ->> 'price' as price from event e
      where e.product_id = p.id and e.availability = 'available' and not e.hidden and e.sales_end_at > ${now}
        and ${isComingOrRecentEvent(now)}
      order by e.sales_end_at, e.id limit 1
    ) t order by p.name`;
