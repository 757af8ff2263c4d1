import type { Language, ProductSummary } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import { type ListRows, type ListSlice, listRows } from "../../records/list-rows.ts";
import type { Offer } from "../../records/partners/offer.ts";
import type { ProductRow } from "../../records/product-json.ts";
import type { Db } from "../database/database.ts";
import { countListRows } from "../database/lists.ts";
import { allRows, anyRow, firstRow } from "../database/rows.ts";
import type { VersionCounter, VersionPosition } from "../versions/versions.ts";
import { andSold, hasChangedSince, itemIsSold, productIsSold, productsMoved } from "./offers.ts";
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

/** Whether events of an item that the partner sells can be bought, of a product of which it sells a part. */
const hasAvailability = (offer: Offer | undefined): RawBuilder<unknown> =>
  offer && offer.parts.size > 0
    ? sql`case when p.id = any(${[...offer.parts]}::uuid[]) then exists (
        select from jsonb_object_keys(s.min_prices) k where ${itemIsSold(offer, { product: sql`p.id`, item: sql`k::uuid` })}
      ) else s.has_availability end`
    : sql`s.has_availability`;

const summary = (lang?: Language, offer?: Offer): RawBuilder<unknown> => sql`p.id, p.type as "productTypeCode",
  ${lang ? sql`coalesce(p.record -> 'names' ->> ${lang}, p.name)` : sql`p.name`} as name, p.city_code as "cityCode",
  (p.record ->> 'immediateBooking')::boolean as "immediateBooking", ${hasAvailability(offer)} as "hasAvailability"`;

const present = sql`p.published and not p.deleted`;

/** Reads one product in the catalogue, with the rate of its currency. Returns null if the product is unknown or not in the catalogue. */
export const productById = (db: Db, id: string): Promise<(ProductRow & { rate: string }) | null> =>
  firstRow(db)`
    select ${productColumns}, s.updated_on as "updatedOn", c.rate
    from product p join product_state s on s.product_id = p.id join currency c on c.code = p.currency_code
    where p.id = ${id} and ${present}`;

/** Whether the id belongs or belonged to a product that the partner sells. */
export const productExists = (db: Db, id: string, offer?: Offer): Promise<boolean> =>
  anyRow(db)`select 1 from product p where p.id = ${id} ${andSold(offer, sql`p.id`)}`;

/** Reads all products in order of creation. Each product has a numbered position, so a late page costs as little as the first one. */
export async function productsInOrder(
  db: Db,
  {
    offset,
    limit,
    counter,
    lang,
    offer,
  }: ListSlice & { counter: VersionCounter; lang?: Language | undefined; offer?: Offer | undefined },
): Promise<ListRows<ProductSummary>> {
  const rows = await allRows(db)<ProductSummary>`
    select ${summary(lang, offer)} from product_state s join product p on p.id = s.product_id
    where s.pos > ${offset} and s.pos <= ${offset + limit} and ${present} ${andSold(offer, sql`p.id`)} order by s.pos`;
  return { positions: counter.productPos, count: await countProducts(db, counter, offer), rows };
}

/** Counts the products in the catalogue, or those of them that the partner sells. */
export const countProducts = async (db: Db, counter: VersionCounter, offer: Offer | undefined): Promise<number> =>
  offer
    ? countListRows(db, sql`product p where ${present} and ${productIsSold(offer, sql`p.id`)}`)
    : counter.productCount;

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
    offer,
  }: ListSlice & {
    since?: VersionPosition | undefined;
    lang?: Language | undefined;
    offer?: Offer | undefined;
  },
): Promise<ListRows<ProductSummary>> {
  const city = query.trim().toUpperCase();
  const rows = await allRows(db)<ProductSummary & { positions: number; count: number }>`
    with city as (
      select exists (select from product p where upper(p.city_code) = ${city} and ${present}) as known
    ), list as (
      select ${summary(lang, offer)}, s.pos from product_state s join product p on p.id = s.product_id, city
      where s.pos is not null and ${present} ${andSold(offer, sql`p.id`)} ${since ? sql`and ${changedSince(since, offer)}` : sql``}
        and case when city.known then upper(p.city_code) = ${city}
          else p.search like all (${searchPatterns(query)}::text[]) end
    ), total as (
      select count(*) as positions, count(*) as count from list
    )
    select total.*, r.* from total
    left join (select * from list order by pos offset ${offset} limit ${limit}) r on true order by r.pos`;
  return listRows(rows);
}

const changedSince = (since: VersionPosition, offer: Offer | undefined): RawBuilder<unknown> =>
  hasChangedSince(offer, since.version)
    ? sql`(s.seq > ${since.productSeq} or s.product_id in ${productsMoved(offer, since.version)})`
    : sql`s.seq > ${since.productSeq}`;

/**
 * Reads one page of the changes after a version: `log` has positions of the change log, then `rest` has products priced in a currency
 * whose rate changed, and products whose place in the partner's set changed.
 */
export async function productChanges(
  db: Db,
  input: {
    since: VersionPosition;
    newestSeq: number;
    log: ListSlice;
    rest: ListSlice;
    lang?: Language | undefined;
    offer?: Offer | undefined;
  },
): Promise<ListRows<ProductSummary>> {
  const { since, newestSeq, log, rest, lang, offer } = input;
  const from = since.productSeq + log.offset;
  const moved = hasChangedSince(offer, since.version)
    ? sql`or s.product_id in ${productsMoved(offer, since.version)}`
    : sql``;
  const rows = await allRows(db)<ProductSummary & { positions: number; count: number }>`
    with repriced as (
      select s.product_id, s.pos from product_state s
      join currency c on c.code = s.currency_code where (c.rate_version > ${since.version} ${moved}) and s.pos is not null
    ), page as (
      select s.product_id, 0 as part, s.seq as position from product_state s
      where s.seq > ${from} and s.seq <= ${from + log.limit}
      union all
      (select product_id, 1, pos from repriced order by pos offset ${rest.offset} limit ${rest.limit})
    ), total as (
      select ${newestSeq - since.productSeq} + (select count(*) from repriced) as positions, (select count(*) from repriced)
        + (select count(*) from product_state s join product p on p.id = s.product_id
           where s.seq > ${since.productSeq} and ${present} ${andSold(offer, sql`p.id`)}) as count
    )
    select total.*, r.* from total left join (
      select ${summary(lang, offer)}, page.part, page.position from page join product p on p.id = page.product_id
      join product_state s on s.product_id = p.id where ${present} ${andSold(offer, sql`p.id`)}
    ) r on true order by r.part, r.position`;
  return listRows(rows);
}

/**
 * Reads the identifiers of products deleted after a version, ordered by deletion. A restored product leaves its position empty. For a partner,
 * a product that left its set is deleted, and the deletion of a product that it did not sell is none.
 */
export async function deletedProducts(
  db: Db,
  { offset, limit, seq, newestSeq, offer }: ListSlice & { seq: number; newestSeq: number; offer?: Offer | undefined },
): Promise<ListRows<string>> {
  const from = seq + offset;
  const deletions = offer
    ? sql`(
      select product_id, deleted_seq from product_state where ${productIsSold(offer, sql`product_id`)}
      union all select product_id, deleted_seq from partner_offer_product where partner_id = ${offer.partnerId}
    )`
    : sql`product_state`;
  const rows = await allRows(db)<{ id: string; count: number }>`
    with total as (select count(*) as count from ${deletions} d where deleted_seq > ${seq})
    select total.count, s.product_id as id from total left join ${deletions} s
      on s.deleted_seq > ${from} and s.deleted_seq <= ${from + limit}
    order by s.deleted_seq`;
  return {
    positions: Math.max(0, newestSeq - seq),
    count: rows[0]?.count ?? 0,
    rows: rows.filter((row) => row.id !== null).map((row) => row.id),
  };
}
