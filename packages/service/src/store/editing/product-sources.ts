import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allRows, firstRow } from "../database/rows.ts";
import { statementOnList } from "../database/statement.ts";
import type { CatalogueProduct } from "./catalogue-file.ts";

/** Sources of products: each one's record of the catalogue file, with its history. */

export interface SourceRow {
  id: string;
  externalId: string;
  source: CatalogueProduct;
  revision: number;
  updatedAt: Date;
  /** The operator's e-mail address; null: a command. */
  updatedBy: string | null;
}

/** Former sources that are stored for each product. */
const storedRevisions = 50;

const columns = sql`p.id, p.external_id as "externalId", s.source, s.revision, s.updated_at as "updatedAt",
  s.updated_by as "updatedBy"`;

/** Sources of these products by id; unsorted. */
export const loadSources = (db: Db, ids: readonly string[]): Promise<SourceRow[]> =>
  allRows(db)`
    select ${columns} from product p join product_source s on s.product_id = p.id
    where p.id = any(${ids}::uuid[])`;

/** Sources of these products by external id; unsorted. */
export const loadSourcesNamed = (db: Db, externalIds: readonly string[]): Promise<SourceRow[]> =>
  allRows(db)`
    select ${columns} from product p join product_source s on s.product_id = p.id
    where p.external_id = any(${externalIds}::text[])`;

interface WrittenSources {
  given: string;
  by: string | null;
  now: Date;
}

const sourcesWritten = statementOnList<WrittenSources, unknown>(
  "write-source",
  (value, isOne) => sql`
    with changed as materialized (
      select x.product_id, x.source, s.revision, s.source as former, s.updated_at, s.updated_by
      from (
        select * from json_to_recordset(${value("given")}::json) as x(product_id uuid, source json)
        ${isOne ? sql`limit 1` : sql``}
      ) x left join product_source s on s.product_id = x.product_id
      where s.product_id is null or s.source::jsonb <> x.source::jsonb
    ), past as (
      insert into product_source_past (product_id, revision, source, updated_at, updated_by)
      select product_id, revision, former, updated_at, updated_by from changed where revision is not null
    ), forgotten as (
      delete from product_source_past o using changed c
      where o.product_id = c.product_id and o.revision <= c.revision - ${storedRevisions}
    )
    insert into product_source as s (product_id, source, revision, updated_at, updated_by)
    select product_id, source, 1, ${value("now")}::timestamptz, ${value("by")} from changed
    on conflict (product_id) do update set source = excluded.source, revision = s.revision + 1,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
);

/**
 * Writes the sources that differ from the stored ones, each with the next revision; the former ones can be restored. The caller holds
 * `lockCatalogueFiles`.
 */
export async function writeSources(
  tx: Tx,
  sources: { productId: string; source: CatalogueProduct }[],
  by: string | null,
  now: Date,
): Promise<void> {
  const given = JSON.stringify(sources.map(({ productId, source }) => ({ product_id: productId, source })));
  await sourcesWritten(sources.length).run(tx, { given, by, now });
}

/** History of the product's source, newest first, without the sources themselves. */
export const pastRevisions = (
  db: Db,
  productId: string,
): Promise<{ revision: number; updatedAt: Date; updatedBy: string | null }[]> =>
  allRows(db)`
    select revision, updated_at as "updatedAt", updated_by as "updatedBy" from product_source_past
    where product_id = ${productId} order by revision desc`;

/** The product's source at a former revision, or null. */
export async function pastSource(db: Db, productId: string, revision: number): Promise<CatalogueProduct | null> {
  const rows = await allRows(db)<{ source: CatalogueProduct }>`
    select source from product_source_past where product_id = ${productId} and revision = ${revision}`;
  return rows[0]?.source ?? null;
}

/** Id and present revision of the product with this external id, or null. */
export const productNamed = (db: Db, externalId: string): Promise<{ id: string; revision: number } | null> =>
  firstRow(db)`
    select p.id, s.revision from product p join product_source s on s.product_id = p.id
    where p.external_id = ${externalId}`;

/** Present revisions of these products, in their order. */
export const revisionsOf = (db: Db, ids: readonly string[]): Promise<{ id: string; revision: number }[]> =>
  allRows(db)`
    select o.id, s.revision from unnest(${ids}::uuid[]) with ordinality o(id, n)
    join product_source s on s.product_id = o.id order by o.n`;

/** One text for the present revisions of these records. It changes when any of them changes. */
export async function stateOf(
  db: Db,
  names: { products: string[]; pages: string[]; currencies: string[] },
): Promise<string> {
  const rows = await allRows(db)<{ state: string }>`
    select encode(sha256(convert_to(coalesce(string_agg(r, E'\n' order by r), ''), 'UTF8')), 'hex') as state from (
      select 'product ' || p.external_id || ' ' || s.revision as r
      from product p join product_source s on s.product_id = p.id where p.external_id = any(${names.products}::text[])
      union all select 'page ' || external_id || ' ' || revision from page where external_id = any(${names.pages}::text[])
      union all select 'currency ' || code || ' ' || revision from currency where code = any(${names.currencies}::text[])
    ) records`;
  return rows[0]!.state.slice(0, 32);
}
