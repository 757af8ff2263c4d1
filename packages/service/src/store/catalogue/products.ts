import { type ProductSummary, pageSizes } from "@paseo/contract";
import { sql } from "kysely";
import type { Db } from "../database/database.ts";
import {
  found,
  inRounds,
  type Layout,
  logPage,
  offsetOf,
  type Positions,
  searchable,
  searchPatterns,
} from "./paging.ts";
import type { Counter, Since } from "./versions.ts";

export interface ProductRow extends ProductSummary {
  leadPurchaseDay: number;
  cancelPurchaseHour: number;
  currencyCode: string;
  rate: string;
  venue: string;
  address: string;
  latitude: number | null;
  longitude: number | null;
  allPassengerNames: boolean;
  allPassengerWeights: boolean;
  hotel: boolean;
  airportFlight: boolean;
  minPrices: Record<string, string>;
  updatedOn: Date;
  items: ItemRow[];
}

export interface ItemRow {
  id: string;
  name: string;
  partNumber: string;
  published: boolean;
  ticketRules: {
    code: string;
    minQuantity: number;
    maxQuantity: number;
    defaultQuantity: number;
    incrementQuantity: number;
  }[];
}

const summary = sql`p.id, p.type as "productTypeCode", p.name, p.city_code as "cityCode",
  p.immediate_booking as "immediateBooking", s.has_availability as "hasAvailability"`;

const present = sql`p.published and not p.deleted`;

/** One product that is in the catalogue, with its items in the operator's order; null when it is unknown or away. */
export async function productById(db: Db, id: string): Promise<ProductRow | null> {
  const { rows } = await sql<ProductRow>`
    select ${summary}, p.lead_purchase_day as "leadPurchaseDay", p.cancel_purchase_hour as "cancelPurchaseHour",
      p.currency_code as "currencyCode", c.rate, p.venue, p.address, p.latitude, p.longitude,
      p.all_passenger_names as "allPassengerNames", p.all_passenger_weights as "allPassengerWeights",
      p.hotel, p.airport_flight as "airportFlight", s.min_prices as "minPrices", s.updated_on as "updatedOn",
      (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name, 'partNumber', i.part_number,
         'published', i.published, 'ticketRules', i.ticket_rules) order by i.position, i.id), '[]')
       from item i where i.product_id = p.id) as items
    from product p join product_state s on s.product_id = p.id join currency c on c.code = p.currency_code
    where p.id = ${id} and ${present}`.execute(db);
  return rows[0] ?? null;
}

/** Whether the id is or was a product's. */
export async function productExists(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from product where id = ${id}`.execute(db);
  return rows.length > 0;
}

/** All products by creation, by position: page N is a range of positions, so a deep page costs what the first one does. */
export async function productsInOrder(db: Db, page: number, counter: Counter): Promise<Positions<ProductSummary>> {
  const offset = offsetOf(page, pageSizes.products);
  const { rows } = await sql<ProductSummary>`
    select ${summary} from product_state s join product p on p.id = s.product_id
    where s.pos > ${offset} and s.pos <= ${offset + pageSizes.products} and ${present} order by s.pos`.execute(db);
  return { positions: counter.productPos, count: counter.productCount, rows };
}

/**
 * Products that match a search, by creation. A city's code finds that city; anything else is looked for in name and
 * city, word by word, without accents. With `since`, only those that changed are shown, on their positions. A product that
 * matched in this layout keeps its position in it as a hole: `former` holds the names and city codes that it had.
 */
export async function productsFound(
  db: Db,
  query: string,
  page: number,
  layout: Layout,
  since?: Since,
): Promise<Positions<ProductSummary>> {
  const list = await searchPage(db, query, page, layout, since);
  const shown = inRounds(page, pageSizes.products, list.positions, list.lost);
  const rows = shown.page === page ? list.rows : (await searchPage(db, query, shown.page, layout, since)).rows;
  return { positions: shown.positions, count: list.count, rows };
}

async function searchPage(db: Db, query: string, page: number, layout: Layout, since?: Since) {
  const patterns = searchPatterns(query);
  const city = query.trim().toUpperCase();
  const size = pageSizes.products;
  const { rows } = await sql<ProductSummary & { positions: number; count: number; lost: number }>`
    with city as (
      select exists (select from product p where upper(p.city_code) = ${city} and ${present}) as known
    ), list as (
      select s.product_id, s.pos, ${present} ${since ? sql`and s.seq > ${since.productSeq}` : sql``}
        and case when city.known then upper(p.city_code) = ${city} else p.search like all (${patterns}::text[]) end as matches
      from product_state s join product p on p.id = s.product_id, city
      where s.pos is not null and (
        case when city.known then upper(p.city_code) = ${city} else p.search like all (${patterns}::text[]) end
        or ${matchedSince(layout.since)})
    ), lost as (
      -- On the first day of a layout: those that had a position in the layout before, and have none in this one.
      select count(*) as lost from product_state s join product p on p.id = s.product_id, city
      where ${layout.isFirstDay ? sql`s.pos is not null and ${matchedSince(layout.beforeSince)}` : sql`false`}
        and not exists (select from list where list.product_id = p.id)
    ), total as (
      select count(*) as positions, count(*) filter (where matches) as count, (select lost from lost) as lost from list
    )
    select total.*, r.* from total left join (
      select ${summary}, page.pos from (select * from list order by pos offset ${offsetOf(page, size)} limit ${size}) page
      join product p on p.id = page.product_id join product_state s on s.product_id = p.id
      where page.matches
    ) r on true order by r.pos`.execute(db);
  return { ...found(rows), lost: rows[0]!.lost };

  function matchedSince(then: Date) {
    return sql`(p.former <> '[]' and exists (
      select from jsonb_to_recordset(p.former) as f(search text, until timestamptz)
      where (f.until is null or f.until >= ${then}) and case
        when city.known then strpos(' ' || f.search || ' ', ${` ${searchable(query.trim())} `}) > 0
        else f.search like all (${patterns}::text[]) end))`;
  }
}

/** What changed since a version: the change log, then the products priced in a currency whose rate changed. */
export async function productChanges(
  db: Db,
  input: { page: number; since: Since; newestSeq: number },
): Promise<Positions<ProductSummary>> {
  const { page, since, newestSeq } = input;
  const size = pageSizes.products;
  const changes = newestSeq - since.productSeq;
  const { offset, logged, rest } = logPage(page, size, changes);
  const { rows } = await sql<ProductSummary & { positions: number; count: number }>`
    with repriced as (
      select s.product_id, s.pos from product_state s
      join currency c on c.code = s.currency_code where c.rate_version > ${since.version} and s.pos is not null
    ), page as (
      select s.product_id, 0 as part, s.seq as place from product_state s
      where s.seq > ${since.productSeq + offset} and s.seq <= ${since.productSeq + offset + logged}
      union all
      (select product_id, 1, pos from repriced order by pos offset ${rest.offset} limit ${rest.limit})
    ), total as (
      select (select count(*) from repriced) as positions, (select count(*) from repriced)
        + (select count(*) from product_state s join product p on p.id = s.product_id
           where s.seq > ${since.productSeq} and ${present}) as count
    )
    select total.*, r.* from total left join (
      select ${summary}, page.part, page.place from page join product p on p.id = page.product_id
      join product_state s on s.product_id = p.id where ${present}
    ) r on true order by r.part, r.place`.execute(db);
  return {
    positions: changes + (rows[0]?.positions ?? 0),
    count: rows[0]?.count ?? 0,
    rows: rows.filter((row) => row.id !== null),
  };
}

/** Identifiers of products deleted since a version, in order of deletion. One that came back leaves a hole. */
export async function deletedProducts(
  db: Db,
  page: number,
  version: number,
  newest: number,
): Promise<Positions<string>> {
  const offset = offsetOf(page, pageSizes.productsdeleted);
  const { rows } = await sql<{ id: string; count: number }>`
    with total as (select count(*) as count from product_state where deleted_version > ${version})
    select total.count, s.product_id as id from total left join product_state s
      on s.deleted_version > ${version + offset} and s.deleted_version <= ${version + offset + pageSizes.productsdeleted}
    order by s.deleted_version`.execute(db);
  return {
    positions: Math.max(0, newest - version),
    count: rows[0]?.count ?? 0,
    rows: rows.filter((row) => row.id !== null).map((row) => row.id),
  };
}
