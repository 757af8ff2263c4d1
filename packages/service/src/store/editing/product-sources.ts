import { sql } from "kysely";
import { CatalogueProduct } from "../../records/catalogue-file.ts";
import { sortFieldsBySchema } from "../../records/record-fields.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, firstRow } from "../database/rows.ts";
import { statementWithList } from "../database/statement.ts";
import type { ProductRecord } from "./catalogue-records.ts";

/** Sources of products: the whole record of each in the catalogue file, with items, dates and history. */

export interface ProductSourceRow {
  id: string;
  externalId: string;
  source: CatalogueProduct;
  revision: number;
  updatedAt: Date;
  /** The operator's e-mail address; null: a command. */
  updatedBy: string | null;
}

/** How many former sources are stored for each product. */
const storedRevisions = 50;

/** The source of `product p`. */
const source = sql`p.record || jsonb_build_object('items', (
  select jsonb_agg(i.record || (p.dates -> i.external_id) order by i.position)
  from item i where i.product_id = p.id and not i.dropped))`;

/** The records of the items of `product p`. */
const itemRecords = sql`(
  select jsonb_agg(i.record order by i.position) from item i where i.product_id = p.id and not i.dropped)`;

const columns = sql`p.id, p.external_id as "externalId", ${source} as source, p.revision, p.updated_at as "updatedAt",
  p.updated_by as "updatedBy"`;

/** Reads the sources of these products by id; unsorted. */
export const loadSources = async (db: Db, ids: readonly string[]): Promise<ProductSourceRow[]> =>
  inOrder(await allRows(db)`select ${columns} from product p where p.id = any(${ids}::uuid[])`);

/** Reads the sources of these products by external id; unsorted. */
export const loadSourcesNamed = async (db: Db, externalIds: readonly string[]): Promise<ProductSourceRow[]> =>
  inOrder(await allRows(db)`select ${columns} from product p where p.external_id = any(${externalIds}::text[])`);

/** Finds the ids of products, deleted or not, by external id. */
export async function productIdsNamed(db: Db, externalIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await allRows(db)<{ externalId: string; id: string }>`
    select external_id as "externalId", id from product where external_id = any(${externalIds}::text[])`;
  return new Map(rows.map(({ externalId, id }) => [externalId, id]));
}

const inOrder = (rows: ProductSourceRow[]): ProductSourceRow[] =>
  rows.map((row) => ({ ...row, source: sortFieldsBySchema(CatalogueProduct, row.source) }));

interface WrittenProducts {
  given: string;
  by: string | null;
  now: Date;
}

/** A product that was written. `former`: its revision before; null: it is new. */
export interface WrittenProduct {
  id: string;
  former: number | null;
  revision: number;
}

const productsWritten = statementWithList<WrittenProducts, WrittenProduct>(
  "write-product",
  (value, isOne) => sql`
    with given as materialized (
      select * from jsonb_to_recordset(${value("given")}::jsonb)
        as x(id uuid, record jsonb, items jsonb, dates jsonb, supplier_id uuid, search text)
      ${isOne ? sql`limit 1` : sql``}
    ), changed as materialized (
      select x.*, p.revision, ${source} as former, p.updated_at, p.updated_by from given x left join product p on p.id = x.id
      where p.id is null or p.record <> x.record or ${itemRecords} <> x.items or p.dates <> x.dates
    ), past as (
      insert into product_past (product_id, revision, source, updated_at, updated_by)
      select id, revision, former, updated_at, updated_by from changed where revision is not null
    ), forgotten as (
      delete from product_past o using changed c
      where o.product_id = c.id and o.revision <= c.revision - ${storedRevisions}
    )
    insert into product as p (id, external_id, record, dates, supplier_id, search, revision, updated_at, updated_by)
    select id, record ->> 'externalId', record, dates, supplier_id, search, 1, ${value("now")}::timestamptz, ${value("by")}
    from changed
    on conflict (id) do update set record = excluded.record, dates = excluded.dates, supplier_id = excluded.supplier_id,
      search = excluded.search, revision = p.revision + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by
    returning p.id, nullif(p.revision - 1, 0) as former, p.revision`,
);

/**
 * Writes the products whose source differs from the stored one, each with the next revision; the former source can be
 * restored. Returns the products that differed. The caller writes the items afterwards. The caller has the lock of `lockCatalogueFiles`.
 */
export async function writeProducts(
  tx: Tx,
  products: { product: ProductRecord; source: CatalogueProduct }[],
  by: string | null,
  now: Date,
): Promise<WrittenProduct[]> {
  const given = products.map(({ product, source }) => ({ ...product, ...partsOf(source) }));
  return productsWritten(products.length).run(tx, { given: JSON.stringify(given), by, now });
}

/** Returns the records of the items, and the schedules and single events of each by its external id. */
const partsOf = ({ items }: CatalogueProduct): object => ({
  items: items.map(({ schedules: _schedules, events: _events, ...record }) => record),
  dates: Object.fromEntries(items.map(({ externalId, schedules, events }) => [externalId, { schedules, events }])),
});

/** Reads the history of the product's source, newest first, without the sources themselves. */
export const pastRevisions = (
  db: Db,
  productId: string,
): Promise<{ revision: number; updatedAt: Date; updatedBy: string | null }[]> =>
  allRows(db)`
    select revision, updated_at as "updatedAt", updated_by as "updatedBy" from product_past
    where product_id = ${productId} order by revision desc`;

/** Reads the product's source at a former revision, or null. */
export async function readFormerSource(db: Db, productId: string, revision: number): Promise<CatalogueProduct | null> {
  const rows = await allRows(db)<{ source: CatalogueProduct }>`
    select source from product_past where product_id = ${productId} and revision = ${revision}`;
  return rows[0] ? sortFieldsBySchema(CatalogueProduct, rows[0].source) : null;
}

/** Finds the id and present revision of the product with this external id; null if there is none. */
export const productNamed = (db: Db, externalId: string): Promise<{ id: string; revision: number } | null> =>
  firstRow(db)`
    select id, revision from product where external_id = ${externalId}`;

/** Returns the present revisions of these products, in the order of the ids. */
export const revisionsOf = (db: Db, ids: readonly string[]): Promise<{ id: string; revision: number }[]> =>
  allRows(db)`
    select o.id, p.revision from unnest(${ids}::uuid[]) with ordinality o(id, n) join product p on p.id = o.id order by o.n`;

/** Returns one text for the present revisions of these records. It changes when any of them changes. */
export async function sourceState(
  db: Db,
  names: { products: string[]; pages: string[]; currencies: string[] },
): Promise<string> {
  const rows = await allRows(db)<{ state: string }>`
    select encode(sha256(convert_to(coalesce(string_agg(r, E'\n' order by r), ''), 'UTF8')), 'hex') as state from (
      select 'product ' || external_id || ' ' || revision as r from product where external_id = any(${names.products}::text[])
      union all select 'page ' || external_id || ' ' || revision from page where external_id = any(${names.pages}::text[])
      union all select 'currency ' || code || ' ' || revision from currency where code = any(${names.currencies}::text[])
    ) records`;
  return rows[0]!.state.slice(0, 32);
}
