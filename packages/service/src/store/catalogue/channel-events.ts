import { sql } from "kysely";
import type { Db } from "../database/database.ts";
import { allRows, firstRow } from "../database/rows.ts";
import { statement } from "../database/statement.ts";
import type { TicketPrice } from "./bookable-event.ts";
import type { ProductRow } from "./product-json.ts";
import { itemsOfProduct } from "./product-lists.ts";

/** Products and events for other protocols: with seats, and grouped by item. */

export type ChannelProduct = Pick<ProductRow, "id" | "record" | "items">;

const present = sql`p.published and not p.deleted`;

/** The products in the catalogue, in order of creation. */
export const channelProducts = (db: Db): Promise<ChannelProduct[]> =>
  allRows(db)`
    select p.id, p.record, ${itemsOfProduct} as items
    from product_state s join product p on p.id = s.product_id where ${present} order by s.pos`;

export const channelProduct = (db: Db, id: string): Promise<ChannelProduct | null> =>
  firstRow(db)`select p.id, p.record, ${itemsOfProduct} as items from product p where p.id = ${id} and ${present}`;

/** The product of an item; null: there is no such item. */
export const productOfItem = async (db: Db, itemId: string): Promise<string | null> =>
  (await itemProduct.run(db, { itemId }))[0]?.productId ?? null;

const itemProduct = statement<{ itemId: string }, { productId: string }>(
  "product-of-item",
  (value) => sql`select product_id as "productId" from item where id = ${value("itemId")}::uuid`,
);

/** Summary of an item's coming events: times of day as `HH:mm`, and the lowest price of each ticket. */
export interface ItemSummary {
  itemId: string;
  times: string[];
  prices: TicketPrice[];
  currencyCode: string;
}

/**
 * How many events of an item its summary reads. A higher number would make a list of all products slow, and add few
 * times.
 */
const eventsOfSummary = 100;

/** Summaries of the items of these products. Items without coming events have none. */
export const itemSummaries = (db: Db, productIds: readonly string[], now: Date): Promise<ItemSummary[]> =>
  allRows(db)`
    select i.id as "itemId", coming.times, coming.prices, coming.currency as "currencyCode"
    from item i cross join lateral (
      with e as materialized (
        select event_on, tickets, currency_code from event
        where item_id = i.id and listed and not hidden and availability <> 'removed' and day_ends_at > ${now}
          and event_on >= ${now}::timestamptz at time zone 'UTC' - interval '2 days'
        order by event_on limit ${eventsOfSummary}
      )
      select (select array_agg(distinct to_char(event_on, 'HH24:MI') order by to_char(event_on, 'HH24:MI')) from e) as times,
        (select jsonb_agg(jsonb_build_object('code', code, 'price', price::text)) from (
          select t ->> 'code' as code, min((t ->> 'price')::numeric) as price from e, jsonb_array_elements(e.tickets) t group by 1
        ) least) as prices,
        (select currency_code from e limit 1) as currency
    ) coming
    where i.product_id = any(${productIds}::uuid[]) and i.published and coming.times is not null`;

export interface ChannelEvent {
  id: string;
  eventOn: string;
  availability: string;
  hidden: boolean;
  capacity: number | null;
  capacityLeft: number | null;
  currencyCode: string;
  prices: TicketPrice[];
  salesEndAt: Date;
}

const columns = sql`id, event_on as "eventOn", availability, hidden, capacity, capacity_left as "capacityLeft",
  currency_code as "currencyCode", tickets as prices, sales_end_at as "salesEndAt"`;

/** Events of an item on these local days, both inclusive. */
export const eventsOfItem = statement<{ itemId: string; first: string; last: string }, ChannelEvent>(
  "events-of-item",
  (value) => sql`
    select ${columns} from event
    where item_id = ${value("itemId")}::uuid and listed and event_on >= ${value("first")}::date
      and event_on < ${value("last")}::date + interval '1 day' order by event_on`,
);

/** The single event of an item of a dateless product, while it is on sale. */
export async function standingEvent(db: Db, itemId: string, now: Date): Promise<ChannelEvent | undefined> {
  const events = await eventsOfItem.run(db, { itemId, first: now.toISOString().slice(0, 10), last: "9999-12-31" });
  return events.find(({ salesEndAt }) => salesEndAt > now);
}

/** The events with these ids; events of other items are omitted. */
export const eventsOfItemById = statement<{ itemId: string; ids: string[] }, ChannelEvent>(
  "events-of-item-by-id",
  (value) => sql`
    select ${columns} from event
    where id = any((select ${value("ids")}::uuid[])::uuid[]) and item_id = ${value("itemId")}::uuid and listed order by event_on`,
);
