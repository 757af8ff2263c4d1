import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database/database.ts";
import { allRows, firstRow } from "../database/rows.ts";

/** White labels: the sites of partners, by a code that counts in any letter case. */

export interface WhiteLabelLine {
  code: string;
  name: string;
  /** The partner's external id. */
  partner: string;
  partnerName: string;
  /** Pages that only this site, or this one among others, carries. */
  pages: number;
  revision: number;
}

export interface WhiteLabelFilter {
  /** External id. */
  partner?: string | undefined;
  /** Part of the code or the name. */
  q?: string | undefined;
}

const sorts = { code: sql`w.code`, name: sql`w.name`, partner: sql`p.external_id` } as const;
export type WhiteLabelSort = keyof typeof sorts;
export const whiteLabelSorts = Object.keys(sorts) as WhiteLabelSort[];

const lines = sql`
  select w.code, w.name, p.external_id as partner, p.name as "partnerName", w.revision,
    (select count(*) from page g where upper(w.code) = any(g.white_labels) and not g.deleted) as pages
  from white_label w join partner p on p.id = w.partner_id`;

export async function listWhiteLabels(
  db: Db,
  filter: WhiteLabelFilter,
  page: { sort?: WhiteLabelSort | undefined; order?: "asc" | "desc" | undefined; offset: number; limit: number },
): Promise<WhiteLabelLine[]> {
  const direction = page.order === "desc" ? sql`desc` : sql`asc`;
  const rows = await allRows(db)<WhiteLabelLine>`
    ${lines} where ${matching(filter)}
    order by ${sorts[page.sort ?? "code"]} ${direction}, w.code offset ${page.offset} limit ${page.limit}`;
  return rows;
}

export async function countWhiteLabels(db: Db, filter: WhiteLabelFilter): Promise<number> {
  const rows = await allRows(db)<{ n: number }>`
    select count(*) as n from white_label w join partner p on p.id = w.partner_id where ${matching(filter)}`;
  return rows[0]!.n;
}

export const whiteLabel = (db: Db, code: string): Promise<WhiteLabelLine | null> =>
  firstRow(db)`${lines} where upper(w.code) = upper(${code})`;

function matching({ partner, q }: WhiteLabelFilter): RawBuilder<unknown> {
  return sql`true
    ${partner ? sql`and p.external_id = ${partner}` : sql``}
    ${q ? sql`and strpos(lower(w.code || ' ' || w.name), lower(${q})) > 0` : sql``}`;
}
