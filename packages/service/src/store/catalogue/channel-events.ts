import { sql } from "kysely";
import type { ProductRow } from "../../records/product-json.ts";
import type { TicketPrice } from "../../records/tickets/ticket-prices.ts";
import { findInBatches, rowsByKey } from "../database/batch-loader.ts";
import type { Db } from "../database/database.ts";
import { allRows, firstRow } from "../database/rows.ts";
import { defineStatement } from "../database/statement.ts";
import { itemsOfProduct } from "./product-lists.ts";

/** Products and events for other protocols: with seats, and grouped by item. */

export type ChannelProduct = Pick<ProductRow, "id" | "record" | "items">;

const present = sql`p.published and not p.deleted`;

/** Reads the products in the catalogue, in order of creation. */
export const channelProducts = (db: Db): Promise<ChannelProduct[]> =>
  allRows(db)`
    select p.id, p.record, ${itemsOfProduct} as items
    from product_state s join product p on p.id = s.product_id where ${present} order by s.pos`;

export const channelProduct = (db: Db, id: string): Promise<ChannelProduct | null> =>
  firstRow(db)`select p.id, p.record, ${itemsOfProduct} as items from product p where p.id = ${id} and ${present}`;

/** Finds the product of an item; null: there is no such item. */
export const productOfItem = async (db: Db, itemId: string): Promise<string | null> =>
  (await itemProduct.run(db, { itemId }))[0]?.productId ?? null;

const itemProduct = defineStatement<{ itemId: string }, { productId: string }>(
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

/** Reads the summaries of the items of these products. Items without coming events have none. */
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
  /** Seats left of every partner, and of the partners that an allotment names; null: no limit, or no allotment. */
  capacityLeft: number | null;
  partnersLeft: Readonly<Record<string, number>> | null;
  leastSeats: number;
  currencyCode: string;
  prices: TicketPrice[];
  salesEndAt: Date;
}

const columns = sql`id, event_on as "eventOn", availability, hidden, capacity, capacity_left as "capacityLeft", partners_left as "partnersLeft", least_seats as "leastSeats",
  currency_code as "currencyCode", tickets as prices, sales_end_at as "salesEndAt"`;

/** Local days, `yyyy-MM-dd`, both inclusive. */
interface ItemDays {
  itemId: string;
  first: string;
  last: string;
}

const eventsOfItems = defineStatement<
  { itemIds: string[]; firsts: string[]; lasts: string[] },
  ChannelEvent & { n: string }
>(
  "events-of-items",
  (value) => sql`
    select k.n, event.* from unnest(${value("itemIds")}::uuid[], ${value("firsts")}::date[], ${value("lasts")}::date[])
      with ordinality as k (item, first, last, n)
    cross join lateral (
      select ${columns} from event
      where item_id = k.item and listed and event_on >= k.first and event_on < k.last + interval '1 day' offset 0
    ) event order by k.n, "eventOn"`,
);

const eventsInBatches = findInBatches<ChannelEvent[]>(async (db, keys) => {
  const days = keys.map((key) => JSON.parse(key) as [itemId: string, first: string, last: string]);
  const [itemIds, firsts, lasts] = [0, 1, 2].map((n) => days.map((one) => one[n]!)) as [string[], string[], string[]];
  const rows = Map.groupBy(await eventsOfItems.run(db, { itemIds, firsts, lasts }), ({ n }) => Number(n));
  return new Map(keys.map((key, n) => [key, rows.get(n + 1) ?? []]));
});

/** Reads the events of an item on these local days. Concurrent requests share a statement. */
export const eventsOfItem = async (db: Db, { itemId, first, last }: ItemDays): Promise<ChannelEvent[]> =>
  (await eventsInBatches(db, JSON.stringify([itemId, first, last])))!;

/** Reads the single event of an item of a dateless product, while it is on sale. */
export async function datelessEvent(db: Db, itemId: string, now: Date): Promise<ChannelEvent | undefined> {
  const events = await eventsOfItem(db, { itemId, first: now.toISOString().slice(0, 10), last: "9999-12-31" });
  return events.find(({ salesEndAt }) => salesEndAt > now);
}

const eventsById = defineStatement<{ ids: string[] }, ChannelEvent & { itemId: string }>(
  "channel-events-by-id",
  (value) => sql`
    select ${columns}, item_id as "itemId" from event where id = any((select ${value("ids")}::uuid[])::uuid[]) and listed`,
);

const eventInBatches = findInBatches(async (db, ids: string[]) =>
  rowsByKey(await eventsById.run(db, { ids }), ({ id }) => id),
);

/** Reads the events with these ids in lower case, by time. Events of other items are omitted. */
export async function eventsOfItemById(db: Db, itemId: string, ids: readonly string[]): Promise<ChannelEvent[]> {
  const found = await Promise.all([...new Set(ids)].map((id) => eventInBatches(db, id)));
  return found
    .filter((event) => event?.itemId === itemId)
    .sort((a, b) => (a!.eventOn < b!.eventOn ? -1 : 1)) as ChannelEvent[];
}
