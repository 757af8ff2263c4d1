import { productTypeCodes } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import { type Filter, instant, nullable, optionalText, type Row, text } from "../../records/schemas.ts";
import { isComingOrRecentEvent } from "../catalogue/coming-events.ts";
import { productFound } from "../catalogue/search-text.ts";
import type { Db } from "../database/database.ts";
import {
  allConditions,
  countListRows,
  type ListedRows,
  type ListPage,
  nameOrder,
  offsetAndLimit,
  sortDirection,
} from "../database/lists.ts";
import { allRows, onlyRow } from "../database/rows.ts";
import { seatsSold } from "../sale/seats-taken.ts";

/** Products in the back office, whether in the partners' catalogue or not. */

export const productFilter = {
  q: optionalText(200, "Words of name, city or external id."),
  type: Type.Optional(Type.Enum([...productTypeCodes])),
  cityCode: optionalText(64),
  currencyCode: optionalText(3),
  supplier: optionalText(128, "External id; empty: the operator's own desk."),
  published: Type.Optional(Type.Boolean()),
  hasAvailability: Type.Optional(Type.Boolean()),
  deleted: Type.Optional(Type.Boolean({ description: "True: only deleted products; otherwise without them." })),
};
type ProductFilter = Filter<typeof productFilter> & { ids?: string[] };

const amount = Type.String({ description: "Decimal, in the product's currency." });

export const ProductLine = Type.Object({
  id: text,
  externalId: text,
  type: Type.Enum([...productTypeCodes]),
  name: text,
  photo: nullable(text, "Id of its first photo."),
  cityCode: text,
  currencyCode: text,
  supplier: nullable(text),
  published: Type.Boolean(),
  deleted: Type.Boolean(),
  hasAvailability: Type.Boolean(),
  minPrice: nullable(amount),
  minPriceInStore: nullable(
    Type.String({ description: "Decimal: `minPrice` in the store's currency, at the present rate." }),
  ),
  storeCurrencyCode: text,
  items: Type.Integer(),
  comingEvents: Type.Integer({ description: "Number of events that have not started and are not removed." }),
  nextOn: nullable(text, "Local date and time of the first of them."),
  updatedOn: nullable(instant, "When partners' record of it last changed."),
  revision: Type.Integer(),
});
export type ProductLine = Type.Static<typeof ProductLine>;

export const productSorts = {
  name: nameOrder(sql`p.name`),
  externalId: sql`p.external_id`,
  type: sql`p.type`,
  cityCode: sql`p.city_code`,
  currencyCode: sql`p.currency_code`,
  published: sql`p.published`,
  hasAvailability: sql`coalesce(s.has_availability, false)`,
  nextOn: sql`next.event_on`,
  updatedOn: sql`s.updated_on`,
} as const;

const from = sql`product p left join product_state s on s.product_id = p.id`;

/** Whether event `e` of product `p` has not started. An event without a time counts until its day ends. */
const isAhead = (now: Date) => sql`e.day_ends_at > ${now} and (p.type <> 'scheduled' or e.starts_at > ${now})
  and ${isComingOrRecentEvent(now)}`;

/** The coming events of product `p`. */
const coming = (now: Date) => sql`event e
  where e.product_id = p.id and e.availability <> 'removed' and ${isAhead(now)}`;

/**
 * Joins the first coming event of each product. It is the first in an index: 20 ms for 1,000,000 events of 2,740
 * products.
 */
const withNext = (now: Date) => sql`left join lateral (
  select e.event_on from ${coming(now)} order by e.event_on limit 1) next on true`;

/** The currency in which the operator reads amounts, and the digits of its minor unit. */
interface ShownCurrency {
  code: string;
  digits: number;
}

/** Units of the store's currency for one US dollar; null if the currency has no rate. */
const presentRate = ({ code }: ShownCurrency) =>
  code === "USD" ? sql`1` : sql`(select c.rate from currency c where c.code = ${code})`;

/** Reads a page of products. The statement counts the coming events of this page only. */
export async function listProductLines(
  db: Db,
  currency: ShownCurrency,
  filter: ProductFilter,
  page: ListPage<keyof typeof productSorts>,
  now: Date,
): Promise<ListedRows<ProductLine>> {
  const found = sql`where ${await matching(db, filter)}`;
  const rows = await allRows(db)<ProductLine>`
    with page as (
      select p.id, row_number() over (order by ${productSorts[page.sort ?? "name"]} ${sortDirection(page)}, p.id) as place
      from ${from} ${page.sort === "nextOn" ? withNext(now) : sql``}
      ${found} order by place ${offsetAndLimit(page)}
    )
    select p.id, p.external_id as "externalId", p.type, p.name, p.photos ->> 0 as photo, p.city_code as "cityCode", p.currency_code as "currencyCode",
      (select u.external_id from supplier u where u.id = p.supplier_id) as supplier, p.published, p.deleted,
      coalesce(s.has_availability, false) as "hasAvailability",
      least_price.amount::text as "minPrice",
      case when p.currency_code = ${currency.code} then least_price.amount
        else round(least_price.amount / own.rate * ${presentRate(currency)}, ${currency.digits}::int) end::text as "minPriceInStore",
      ${currency.code}::text as "storeCurrencyCode",
      (select count(*) from item i where i.product_id = p.id) as items,
      coming.n as "comingEvents", coming.next_on as "nextOn",
      s.updated_on as "updatedOn", p.revision
    from page join product p on p.id = page.id left join product_state s on s.product_id = p.id
    join currency own on own.code = p.currency_code
    cross join lateral (select min(v::numeric) as amount from jsonb_each_text(s.min_prices) as m(k, v)) least_price
    cross join lateral (select count(*) as n, min(e.event_on) as next_on from ${coming(now)}) coming order by page.place`;
  return { rows, total: await countListRows(db, sql`${from} ${found}`) };
}

/** Returns the ids of all matching products, by external id. */
export async function productIds(db: Db, filter: ProductFilter): Promise<string[]> {
  const rows = await allRows(db)<{ id: string }>`
    select p.id from ${from} where ${await matching(db, filter)} order by p.external_id`;
  return rows.map(({ id }) => id);
}

async function matching(db: Db, filter: ProductFilter): Promise<RawBuilder<unknown>> {
  const { ids, q, type, cityCode, currencyCode, supplier, published, hasAvailability, deleted } = filter;
  return allConditions(
    deleted ? sql`p.deleted` : sql`not p.deleted`,
    ids && sql`p.id = any(${ids}::uuid[])`,
    q && (await productFound(db, q)),
    type && sql`p.type = ${type}`,
    cityCode && sql`upper(p.city_code) = upper(${cityCode})`,
    currencyCode && sql`p.currency_code = ${currencyCode}`,
    supplier === "" && sql`p.supplier_id is null`,
    supplier && sql`p.supplier_id = (select u.id from supplier u where u.external_id = ${supplier})`,
    published !== undefined && sql`p.published = ${published}`,
    hasAvailability !== undefined && sql`coalesce(s.has_availability, false) = ${hasAvailability}`,
  );
}

export const productFactFields = {
  hasAvailability: Type.Boolean(),
  comingEvents: Type.Integer({ description: "Number of events that have not started and are not off sale." }),
  nextEventOn: nullable(text),
  lastEventOn: nullable(text),
  capacity: Type.Integer({ description: "Seats of the coming events that have a limit." }),
  unlimitedEvents: Type.Integer(),
  soldSeats: Type.Integer(),
  soldOfRemoved: Type.Integer({ description: "Sold seats of coming events that are out of sale." }),
  updatedOn: nullable(instant, "When partners' record of it last changed."),
};
/** A product with minimum prices by item id, as decimal strings, and the rate of its currency. */
type ProductFacts = Row<typeof productFactFields> & { minPrices: Record<string, string>; rate: string };

/** Figures that follow from a product's events and orders. */
export const productFacts = (db: Db, id: string, now: Date): Promise<ProductFacts> =>
  onlyRow(db)`
    with coming as (
      select e.event_on, e.capacity, e.availability = 'removed' or e.hidden as away, ${seatsSold} as sold
      from product p join item i on i.product_id = p.id join event e on e.item_id = i.id
      where p.id = ${id} and ${isAhead(now)}
    ), total as (
      select count(*) filter (where not away) as "comingEvents", min(event_on) filter (where not away) as "nextEventOn",
        max(event_on) filter (where not away) as "lastEventOn",
        coalesce(sum(capacity) filter (where not away), 0)::bigint as capacity,
        count(*) filter (where not away and capacity is null) as "unlimitedEvents",
        coalesce(sum(sold) filter (where not away), 0)::bigint as "soldSeats",
        coalesce(sum(sold) filter (where away), 0)::bigint as "soldOfRemoved" from coming
    )
    select coalesce(s.has_availability, false) as "hasAvailability", coalesce(s.min_prices, '{}') as "minPrices", c.rate,
      s.updated_on as "updatedOn", total.*
    from product p join currency c on c.code = p.currency_code left join product_state s on s.product_id = p.id, total
    where p.id = ${id}`;

/** Reads the items of a product in the operator's order, including items that are not on sale. */
export const productItems = (
  db: Db,
  productId: string,
): Promise<{ id: string; externalId: string; name: string; published: boolean }[]> =>
  allRows(db)`
    select id, external_id as "externalId", name, published from item where product_id = ${productId}
    order by position, published desc, external_id`;
