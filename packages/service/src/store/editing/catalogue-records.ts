import { type Language, languages } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import type { CatalogueCurrency, CataloguePartner, ItemFields, ProductFields } from "../../records/catalogue-file.ts";
import { sizesOfRules } from "../../records/tickets/ticket-sizes.ts";
import { isComingOrRecentEvent } from "../catalogue/coming-events.ts";
import { readTicketTypes } from "../catalogue/ticket-types.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";
import { defineStatement, statementWithList } from "../database/statement.ts";
import type { EventRecord } from "./event-records.ts";
import { replacedPriceEnd } from "./past-prices.ts";
import { recountItems } from "./ticket-sizes.ts";

/** Writes the catalogue. These functions create no versions: the transaction ends with `publishChanges`. */

/** A product as a row of the table. The columns that SQL filters and joins by are generated from `record`. */
export interface ProductRecord {
  id: string;
  record: ProductFields;
  /** Null: the operator's own desk. */
  supplier_id: string | null;
  search: string;
}

export interface ItemRecord {
  id: string;
  product_id: string;
  position: number;
  record: ItemFields;
  /** Whether the operator's record of the product no longer contains the item. */
  dropped: boolean;
}

export interface PageRecord extends PageTexts {
  id: string;
  external_id: string;
  type: string;
  city_code: string | null;
  deleted: boolean;
  published: boolean;
  white_labels: string[] | null;
  /** Of a category page: the categories of the products that it shows. */
  categories: string[] | null;
  /** Whether the service made it from the products. */
  made: boolean;
}

/** The fields of one language. Search text is null if the page is not in that language. */
export type PageTexts = { [Field in `${"name" | "url" | "search"}_${Language}`]: string | null };

const everyCurrency = defineStatement<object, Required<CatalogueCurrency>>(
  "every-currency",
  () => sql`
    select code, name, display_symbol as "displaySymbol", trim_scale(rate)::text as rate, active from currency`,
);

export const loadCurrencies = (tx: Db): Promise<Required<CatalogueCurrency>[]> => everyCurrency.run(tx, {});

/**
 * Writes a currency. A replaced rate stays in `rate_past` for prices within the price hold; `endPastPrices` then sets
 * the time of its end. The base rate and the markup do not change.
 */
export async function writeCurrency(tx: Tx, currency: Required<CatalogueCurrency>): Promise<void> {
  await run(tx)`
    insert into rate_past (currency_code, rate, until)
    select code, rate, ${replacedPriceEnd} from currency where code = ${currency.code} and rate <> ${currency.rate}::numeric`;
  await run(tx)`
    insert into currency as c (code, name, display_symbol, rate, active)
    values (${currency.code}, ${currency.name}, ${currency.displaySymbol}, ${currency.rate}::numeric, ${currency.active})
    on conflict (code) do update set name = excluded.name, display_symbol = excluded.display_symbol,
      rate = excluded.rate, active = excluded.active, revision = c.revision + 1`;
}

export const loadPartners = (tx: Db): Promise<Required<CataloguePartner>[]> =>
  allRows(tx)`
    select external_id as "externalId", name, active,
      (select coalesce(jsonb_agg(jsonb_build_object('code', w.code, 'name', w.name)), '[]')
       from white_label w where w.partner_id = p.id) as "whiteLabels"
    from partner p`;

/**
 * Writes a partner and, if the file names them, replaces its white labels. No label may belong to another partner. `active` stays
 * unchanged if the file does not set it.
 */
export async function writePartner(tx: Tx, id: string, partner: CataloguePartner): Promise<void> {
  const rows = await allRows(tx)<{ id: string }>`
    insert into partner as p (id, external_id, name, active)
    values (${id}, ${partner.externalId}, ${partner.name}, ${partner.active ?? true})
    on conflict (external_id) do update set name = excluded.name,
      active = coalesce(${partner.active ?? null}::boolean, p.active),
      revision = p.revision + (p.name <> excluded.name
        or p.active <> coalesce(${partner.active ?? null}::boolean, p.active))::int
    returning id`;
  if (!partner.whiteLabels) return;
  const partnerId = rows[0]!.id;
  const labels = JSON.stringify(partner.whiteLabels);
  await run(tx)`
    delete from white_label w where w.partner_id = ${partnerId}
      and not exists (select from jsonb_to_recordset(${labels}::jsonb) as x(code text) where x.code = w.code)`;
  await run(tx)`
    insert into white_label as w (code, partner_id, name)
    select x.code, ${partnerId}, x.name from jsonb_to_recordset(${labels}::jsonb) as x(code text, name text)
    on conflict (code) do update set name = excluded.name, revision = w.revision + 1 where w.name <> excluded.name`;
}

/** A product in the store: its row, its items, and its events whose local day has not ended. */
export interface ProductState {
  product: ProductRecord;
  items: ItemRecord[];
  events: EventRecord[];
}

// The lock is weaker than `for update`, which would block bookings: PostgreSQL checks the reference of a product_state
// row again when one transaction writes it twice.
const productsWithItems = statementWithList<{ externalIds: string[] }, Omit<ProductState, "events">>(
  "product-state",
  (value, isOne) => sql`
    select (
      select row_to_json(x) from (select p.id, p.record, p.supplier_id, p.search) x
    ) as product, (
      select coalesce(json_agg(x), '[]') from (select id, product_id, position, record, dropped from item where product_id = p.id) x
    ) as items
    from product p where p.external_id = ${isOne ? sql`(${value("externalIds")}::text[])[1]` : sql`any(${value("externalIds")}::text[])`} for no key update of p`,
);

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.ref(column)}`;

// One row for each event: 100,000 events in one JSON value would block the event loop.
const eventsOfProducts = statementWithList<{ productIds: string[]; now: Date }, EventRecord>(
  "product-events",
  (value, isOne) => sql`
    select id, item_id, product_id, event_on, availability, hidden, capacity, currency_code, tickets, min_price,
      ${iso("starts_at")}, ${iso("sales_end_at")}, ${iso("day_ends_at")}
    from event e where day_ends_at > ${value("now")} and ${isComingOrRecentEvent(value("now"))}
      and product_id = ${isOne ? sql`(${value("productIds")}::uuid[])[1]` : sql`any(${value("productIds")}::uuid[])`}`,
);

/**
 * Reads the products by external id, unordered, with all fields that an import compares. Past events are omitted, because they stay
 * unchanged.
 */
export async function loadProducts(tx: Tx, externalIds: string[], now: Date): Promise<ProductState[]> {
  const products = await productsWithItems(externalIds.length).run(tx, { externalIds });
  if (products.length === 0) return [];
  const productIds = products.map(({ product }) => product.id);
  const events = await eventsOfProducts(productIds.length).run(tx, { productIds, now });
  const ofProduct = Map.groupBy(events, (event) => event.product_id);
  return products.map((state) => ({ ...state, events: ofProduct.get(state.product.id) ?? [] }));
}

/** Writes items with the sizes of their tickets. Locks the resources, if an item with other sizes needs some, then its events. */
export async function writeItems(tx: Tx, items: ItemRecord[]): Promise<void> {
  if (items.length === 0) return;
  const typeOf = await readTicketTypes(tx);
  const rows = items.map((item) => ({ ...item, ticket_sizes: sizesOfRules(item.record.ticketRules, typeOf) }));
  const written = await allRows(tx)<{ id: string; resized: boolean }>`
    with former as (
      select id, ticket_sizes from item where id = any(${items.map(({ id }) => id)}::uuid[])
    ), written as (
      insert into item (id, product_id, external_id, position, record, dropped, ticket_sizes)
      select id, product_id, record ->> 'externalId', position, record, dropped, nullif(ticket_sizes, 'null')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x(id uuid, product_id uuid, position int, record jsonb, dropped boolean, ticket_sizes jsonb)
      on conflict (id) do update set position = excluded.position, record = excluded.record, dropped = excluded.dropped,
        ticket_sizes = excluded.ticket_sizes
      returning id, ticket_sizes
    ) select w.id, w.ticket_sizes is not null or f.ticket_sizes is not null as resized from written w join former f on f.id = w.id`;
  await recountItems(
    tx,
    written.flatMap(({ id, resized }) => (resized ? [id] : [])),
  );
}

/** Reads the pages with these external ids; null: all pages. Locks the rows. */
export const loadPages = (tx: Tx, externalIds: string[] | null = null): Promise<PageRecord[]> =>
  allRows(tx)`
    select id, external_id, type, city_code, deleted, published, white_labels, categories, made, ${pageTexts(here)}
    from page where ${externalIds}::text[] is null or external_id = any(${externalIds}::text[]) for update`;

/** The fields of every language. */
const pageTexts = (column: (field: "name" | "url" | "search", lang: Language) => RawBuilder<unknown>) =>
  sql.join(languages.flatMap((lang) => (["name", "url", "search"] as const).map((field) => column(field, lang))));

/**
 * A page that left a language keeps its name and address for that language's list. Here the fields are null, because
 * the page is not in the language.
 */
const here = (field: "name" | "url" | "search", lang: Language) =>
  sql`case when ${sql.ref(`search_${lang}`)} is not null then ${sql.ref(`${field}_${lang}`)} end as ${sql.ref(`${field}_${lang}`)}`;

/** Writes new and changed pages. */
export async function writePages(tx: Tx, pages: PageRecord[]): Promise<void> {
  if (pages.length === 0) return;
  const names = pageTexts((field, lang) => sql.ref(`${field}_${lang}`));
  const typed = pageTexts((field, lang) => sql`${sql.ref(`${field}_${lang}`)} text`);
  const set = pageTexts((field, lang) => {
    const [column, given] = [sql.ref(`${field}_${lang}`), sql.ref(`excluded.${field}_${lang}`)];
    return field === "search"
      ? sql`${column} = ${given}`
      : sql`${column} = coalesce(${given}, ${sql.ref(`p.${field}_${lang}`)})`;
  });
  await run(tx)`
    insert into page as p (id, external_id, type, city_code, deleted, published, white_labels, categories, made, ${names})
    select x.* from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as x(id uuid, external_id text, type text, city_code text,
      deleted boolean, published boolean, white_labels text[], categories text[], made boolean, ${typed})
    on conflict (id) do update set type = excluded.type, city_code = excluded.city_code, deleted = excluded.deleted,
      published = excluded.published, revision = p.revision + 1, white_labels = excluded.white_labels, categories = excluded.categories,
      made = excluded.made, ${set}, seq = null`;
}
