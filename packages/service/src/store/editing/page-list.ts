import { languages, pageTypeCodes } from "@paseo/contract";
import { sql } from "kysely";
import Type from "typebox";
import { type Filter, optionalText } from "../../records/schemas.ts";
import { searchPatterns } from "../catalogue/search-text.ts";
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
import { allRows, firstRow } from "../database/rows.ts";
import type { PageRecord } from "./catalogue-records.ts";

/** Content pages in the back office; deleted pages are omitted. */

export const pageFilter = {
  q: optionalText(200, "Words of name, city or external id."),
  type: Type.Optional(Type.Enum([...pageTypeCodes])),
  cityCode: optionalText(64),
  published: Type.Optional(Type.Boolean()),
  made: Type.Optional(Type.Boolean({ description: "Whether the service made the page from the products." })),
  whiteLabel: optionalText(64, "Code of a white label: pages on this site, including those on all sites."),
};

export type PageLine = PageRecord & { revision: number };

const eachPageText = (field: "name" | "url" | "search") =>
  sql.join(languages.map((lang) => sql.ref(`p.${field}_${lang}`)));

export const pageSorts = {
  name: nameOrder(sql`coalesce(${eachPageText("name")})`),
  externalId: sql`p.external_id`,
  type: sql`p.type`,
  cityCode: sql`p.city_code`,
  published: sql`p.published`,
} as const;

const columns = sql`p.id, p.external_id, p.type, p.city_code, p.deleted, p.published, p.white_labels, p.categories, p.made, ${eachPageText("name")},
  ${eachPageText("url")}, ${eachPageText("search")}, p.revision`;

export async function listPageLines(
  db: Db,
  { q, type, cityCode, published, made, whiteLabel }: Filter<typeof pageFilter>,
  page: ListPage<keyof typeof pageSorts>,
): Promise<ListedRows<PageLine>> {
  const found = sql`page p where ${allConditions(
    sql`not p.deleted`,
    q &&
      sql`concat_ws(' ', ${eachPageText("search")}, folded_text(p.external_id)) like all (${searchPatterns(q)}::text[])`,
    type && sql`p.type = ${type}`,
    cityCode && sql`upper(p.city_code) = upper(${cityCode})`,
    published !== undefined && sql`p.published = ${published}`,
    made !== undefined && sql`p.made = ${made}`,
    whiteLabel && sql`(p.white_labels is null or upper(${whiteLabel}::text) = any(p.white_labels))`,
  )}`;
  const rows = await allRows(db)<PageLine>`
    select ${columns} from ${found} order by ${pageSorts[page.sort ?? "name"]} ${sortDirection(page)}, p.id ${offsetAndLimit(page)}`;
  return { rows, total: await countListRows(db, found) };
}

/** Finds the page with this id, unless it was deleted. */
export const pageById = (db: Db, id: string): Promise<PageLine | null> =>
  firstRow(db)`select ${columns} from page p where p.id = ${id} and not p.deleted`;

/** Finds the id and present revision of the page with this external id. */
export const pageByExternalId = (
  db: Db,
  externalId: string,
): Promise<{ id: string; revision: number; deleted: boolean } | null> =>
  firstRow(db)`
    select id, revision, deleted from page where external_id = ${externalId}`;
