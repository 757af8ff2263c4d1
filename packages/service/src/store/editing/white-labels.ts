import { sql } from "kysely";
import Type from "typebox";
import { type Filter, optionalText, Revision, text } from "../../records/schemas.ts";
import { hasText } from "../catalogue/search-text.ts";
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

/** White labels: the sites of partners. Codes are compared in any letter case. */

/** The code is also the id. */
export const WhiteLabelLine = Type.Object({
  id: text,
  code: text,
  name: text,
  partner: Type.String({ description: "The partner's external id." }),
  partnerName: text,
  pages: Type.Integer({ description: "Content pages that name this site." }),
  revision: Revision,
});
export type WhiteLabelLine = Type.Static<typeof WhiteLabelLine>;

export const whiteLabelFilter = {
  partner: optionalText(128, "The partner's external id."),
  q: optionalText(200, "Part of the code or the name."),
};

export const whiteLabelSorts = {
  code: sql`w.code`,
  name: nameOrder(sql`w.name`),
  partner: sql`p.external_id`,
} as const;

const from = sql`white_label w join partner p on p.id = w.partner_id`;
const columns = sql`w.code as id, w.code, w.name, p.external_id as partner, p.name as "partnerName", w.revision,
    (select count(*) from page g where upper(w.code) = any(g.white_labels) and not g.deleted) as pages`;

export async function listWhiteLabels(
  db: Db,
  { partner, q }: Filter<typeof whiteLabelFilter>,
  page: ListPage<keyof typeof whiteLabelSorts>,
): Promise<ListedRows<WhiteLabelLine>> {
  const found = sql`${from} where ${allConditions(
    partner && sql`p.external_id = ${partner}`,
    q && hasText(sql`w.code || ' ' || w.name`, q),
  )}`;
  const rows = await allRows(db)<WhiteLabelLine>`
    select ${columns} from ${found}
    order by ${whiteLabelSorts[page.sort ?? "code"]} ${sortDirection(page)}, w.code ${offsetAndLimit(page)}`;
  return { rows, total: await countListRows(db, found) };
}

export const whiteLabel = (db: Db, code: string): Promise<WhiteLabelLine | null> =>
  firstRow(db)`select ${columns} from ${from} where upper(w.code) = upper(${code})`;
