import { type RawBuilder, sql } from "kysely";
import { searchPatterns } from "../catalogue/search-text.ts";
import type { Db } from "../database/database.ts";
import { allRows, firstRow } from "../database/rows.ts";
import type { PageRecord } from "./catalogue-records.ts";

/** Content pages in the back office, without deleted ones. */

export interface PageLineFilter {
  /** Words of a name, the city or the external id. */
  q?: string | undefined;
  type?: string | undefined;
  cityCode?: string | undefined;
  published?: boolean | undefined;
  /** Pages on this site, including those on every site. */
  whiteLabel?: string | undefined;
}

export type PageLine = PageRecord & { revision: number };

const sorts = {
  name: sql`coalesce(p.name_es, p.name_pt)`,
  externalId: sql`p.external_id`,
  type: sql`p.type`,
  cityCode: sql`p.city_code`,
  published: sql`p.published`,
} as const;
export type PageSort = keyof typeof sorts;
export const pageSorts = Object.keys(sorts) as PageSort[];

const columns = sql`p.id, p.external_id, p.type, p.city_code, p.deleted, p.published, p.white_labels, p.name_es, p.url_es,
  p.name_pt, p.url_pt, p.search_es, p.search_pt, p.revision`;

export async function listPageLines(
  db: Db,
  filter: PageLineFilter,
  page: { sort?: PageSort | undefined; order?: "asc" | "desc" | undefined; offset: number; limit: number },
): Promise<PageLine[]> {
  const direction = page.order === "desc" ? sql`desc nulls last` : sql`asc nulls last`;
  const rows = await allRows(db)<PageLine>`
    select ${columns} from page p where ${matching(filter)}
    order by ${sorts[page.sort ?? "name"]} ${direction}, p.id offset ${page.offset} limit ${page.limit}`;
  return rows;
}

export async function countPages(db: Db, filter: PageLineFilter): Promise<number> {
  const rows = await allRows(db)<{ n: number }>`select count(*) as n from page p where ${matching(filter)}`;
  return rows[0]!.n;
}

/** The page with this id, unless it was deleted. */
export const pageById = (db: Db, id: string): Promise<PageLine | null> =>
  firstRow(db)`select ${columns} from page p where p.id = ${id} and not p.deleted`;

/** Id and present revision of the page with this external id. */
export const pageNamed = (
  db: Db,
  externalId: string,
): Promise<{ id: string; revision: number; deleted: boolean } | null> =>
  firstRow(db)`
    select id, revision, deleted from page where external_id = ${externalId}`;

function matching({ q, type, cityCode, published, whiteLabel }: PageLineFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`not p.deleted`];
  if (q)
    conditions.push(
      sql`concat_ws(' ', p.search_es, p.search_pt, lower(p.external_id)) like all (${searchPatterns(q)}::text[])`,
    );
  if (type) conditions.push(sql`p.type = ${type}`);
  if (cityCode) conditions.push(sql`upper(p.city_code) = upper(${cityCode})`);
  if (published !== undefined) conditions.push(sql`p.published = ${published}`);
  if (whiteLabel) conditions.push(sql`(p.white_labels is null or upper(${whiteLabel}::text) = any(p.white_labels))`);
  return sql.join(conditions, sql` and `);
}
