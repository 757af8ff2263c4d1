import type { Language, ProductSummary } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import { type ListRows, type ListSlice, listRows } from "../../records/list-rows.ts";
import type { ProductRow } from "../../records/product-json.ts";
import type { Db } from "../database/database.ts";
import { allRows, anyRow, firstRow } from "../database/rows.ts";
import type { VersionCounter, VersionPosition } from "../versions/versions.ts";
import { searchPatterns } from "./search-text.ts";

/** The items of `product p`, as in `ProductRow`. */
export const itemsOfProduct = sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'record', i.record, 'published', i.published, 'ticketSizes', i.ticket_sizes, 'priceSteps', i.price_steps)
      order by i.position, i.id), '[]')
    from item i where i.product_id = p.id
  )`;

/** The columns of `ProductRow` from `product p` and its state `s`. */
export const productColumns = sql`p.id, p.record, s.has_availability as "hasAvailability", s.min_prices as "minPrices",
  ${itemsOfProduct} as items`;

const summary = (lang?: Language): RawBuilder<unknown> => sql`p.id, p.type as "productTypeCode",
  ${lang ? sql`coalesce(p.record -> 'names' ->> ${lang}, p.name)` : sql`p.name`} as name, p.city_code as "cityCode",
  (p.record ->> 'immediateBooking')::boolean as "immediateBooking", s.has_availability as "hasAvailability"`;

const present = sql`p.published and not p.deleted`;

/** Reads one product in the catalogue, with the rate of its currency. Returns null if the product is unknown or not in the catalogue. */
export const productById = (db: Db, id: string): Promise<(ProductRow & { rate: string }) | null> =>
  firstRow(db)`
    select ${productColumns}, s.updated_on as "updatedOn", c.rate
    from product p join product_state s on s.product_id = p.id join currency c on c.code = p.currency_code
    where p.id = ${id} and ${present}`;

/** Whether the id belongs or belonged to a product. */
export const productExists = (db: Db, id: string): Promise<boolean> =>
  anyRow(db)`select 1 from product where id = ${id}`;

/** Reads all products in order of creation. Each product has a numbered position, so a late page costs as little as the first one. */
export async function productsInOrder(
  db: Db,
  {
    offset,
    limit,
    counter,
    lang,
  }: { offset: number; limit: number; counter: VersionCounter; lang?: Language | undefined },
): Promise<ListRows<ProductSummary>> {
  const rows = await allRows(db)<ProductSummary>`
    select ${summary(lang)} from product_state s join product p on p.id = s.product_id
    where s.pos > ${offset} and s.pos <= ${offset + limit} and ${present} order by s.pos`;
  return { positions: counter.productPos, count: counter.productCount, rows };
}

/**
 * Finds products that match a search now, ordered by creation. The code of a city finds that city's products. Any other query is searched
 * word by word in name and city, without accents. With `since`, only products that changed after it.
 */
export async function productsFound(
  db: Db,
  query: string,
  {
    offset,
    limit,
    since,
    lang,
  }: { offset: number; limit: number; since?: VersionPosition | undefined; lang?: Language | undefined },
): Promise<ListRows<ProductSummary>> {
  const city = query.trim().toUpperCase();
  const rows = await allRows(db)<ProductSummary & { positions: number; count: number }>`
    with city as (
      select exists (select from product p where upper(p.city_code) = ${city} and ${present}) as known
    ), list as (
      select ${summary(lang)}, s.pos from product_state s join product p on p.id = s.product_id, city
      where s.pos is not null and ${present} ${since ? sql`and s.seq > ${since.productSeq}` : sql``}
        and case when city.known then upper(p.city_code) = ${city}
          else p.search like all (${searchPatterns(query)}::text[]) end
    ), total as (
      select count(*) as positions, count(*) as count from list
    )
    select total.*, r.* from total
    left join (select * from list order by pos offset ${offset} limit ${limit}) r on true order by r.pos`;
  return listRows(rows);
}

/**
 * Reads one page of the changes after a version: `log` has positions of the change log, then `repriced` has products priced in a currency
 * whose rate changed.
 */
export async function productChanges(
  db: Db,
  input: {
    since: VersionPosition;
    newestSeq: number;
    log: ListSlice;
    repriced: ListSlice;
    lang?: Language | undefined;
  },
): Promise<ListRows<ProductSummary>> {
  const { since, newestSeq, log, repriced, lang } = input;
  const from = since.productSeq + log.offset;
  const rows = await allRows(db)<ProductSummary & { positions: number; count: number }>`
    with repriced as (
      select s.product_id, s.pos from product_state s
      join currency c on c.code = s.currency_code where c.rate_version > ${since.version} and s.pos is not null
    ), page as (
      select s.product_id, 0 as part, s.seq as position from product_state s
      where s.seq > ${from} and s.seq <= ${from + log.limit}
      union all
      (select product_id, 1, pos from repriced order by pos offset ${repriced.offset} limit ${repriced.limit})
    ), total as (
      select ${newestSeq - since.productSeq} + (select count(*) from repriced) as positions, (select count(*) from repriced)
        + (select count(*) from product_state s join product p on p.id = s.product_id
           where s.seq > ${since.productSeq} and ${present}) as count
    )
    select total.*, r.* from total left join (
      select ${summary(lang)}, page.part, page.position from page join product p on p.id = page.product_id
      join product_state s on s.product_id = p.id where ${present}
    ) r on true order by r.part, r.position`;
  return listRows(rows);
}

/** Reads the identifiers of products deleted after a version, ordered by deletion. A restored product leaves its position empty. */
export async function deletedProducts(
  db: Db,
  { offset, limit, seq, newestSeq }: ListSlice & { seq: number; newestSeq: number },
): Promise<ListRows<string>> {
  const from = seq + offset;
  const rows = await allRows(db)<{ id: string; count: number }>`
    with total as (select count(*) as count from product_state where deleted_seq > ${seq})
    select total.count, s.product_id as id from total left join product_state s
      on s.deleted_seq > ${from} and s.deleted_seq <= ${from + limit}
    order by s.deleted_seq`;
  return {
    positions: Math.max(0, newestSeq - seq),
    count: rows[0]?.count ?? 0,
    rows: rows.filter((row) => row.id !== null).map((row) => row.id),
  };
}
