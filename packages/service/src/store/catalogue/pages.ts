import { type Language, type Page, pageSizes } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database/database.ts";
import { found, inRounds, type Layout, offsetOf, type Positions, searchPatterns } from "./paging.ts";
import type { Since } from "./versions.ts";

export interface PageFilter {
  lang: Language;
  query?: string | undefined;
  pageTypeCode?: string | undefined;
  whiteLabelCode?: string | undefined;
}

/** What the list filters a page by, kept beside the page now and for each form it had before. */
export interface PageFacets {
  type: string;
  cityCode: string | null;
  whiteLabels: string[] | null;
  /** Search text in each language; null where the page is not, or no longer. */
  es: string | null;
  pt: string | null;
}

/** Whether partners read `page p` as published in a language: not any more when it left it. */
export const pagePublished = (lang: Language): RawBuilder<unknown> =>
  sql`(p.published and p.facets ->> ${sql.lit(lang)} is not null)`;

/**
 * Content pages by creation. One that leaves a language stays in its list with its last name and address, unpublished, for
 * nothing else would tell a copy. One that matched a filter in this layout keeps its position in that list as a hole, so that
 * pages of the list do not close up under a walker. With `since`, only those that changed are shown, on their positions.
 */
export async function contentPages(
  db: Db,
  filter: PageFilter,
  page: number,
  layout: Layout,
  since?: Since,
): Promise<Positions<Page>> {
  const list = await filteredPage(db, filter, page, layout, since);
  const shown = inRounds(page, pageSizes.pages, list.positions, list.lost);
  const rows = shown.page === page ? list.rows : (await filteredPage(db, filter, shown.page, layout, since)).rows;
  return { positions: shown.positions, count: list.count, rows };
}

async function filteredPage(db: Db, filter: PageFilter, page: number, layout: Layout, since?: Since) {
  const size = pageSizes.pages;
  const { lang } = filter;
  const name = sql.ref(lang === "es" ? "p.name_es" : "p.name_pt");
  const url = sql.ref(lang === "es" ? "p.url_es" : "p.url_pt");
  const matchedSince = (then: Date) => sql`(p.former <> '[]' and exists (
    select from jsonb_array_elements(p.former) former(facets) where ${matches(filter, sql`former.facets`)}
      and coalesce((former.facets ->> 'until')::timestamptz >= ${then}, true)))`;
  const { rows } = await sql<Page & { positions: number; count: number; lost: number }>`
    with list as (
      select p.id, p.pos, ${matches(filter, sql`p.facets`)}
        ${since ? sql`and p.seq > ${since.pageSeq}` : sql``} as matches from page p
      where p.pos is not null and ${name} is not null and (${matches(filter, sql`p.facets`)} or ${matchedSince(layout.since)})
    ), lost as (
      -- On the first day of a layout: those that had a position in the layout before, and have none in this one.
      select count(*) as lost from page p
      where ${layout.isFirstDay ? sql`p.pos is not null and ${name} is not null and ${matchedSince(layout.beforeSince)}` : sql`false`}
        and not exists (select from list where list.id = p.id)
    ), total as (
      select count(*) as positions, count(*) filter (where matches) as count, (select lost from lost) as lost from list
    )
    select total.*, r.* from total left join (
      select p.id, ${name} as name, p.type as "pageTypeCode", p.city_code as "cityCode", ${pagePublished(lang)} as published,
        ${url} as url, page.pos
      from (select * from list order by pos offset ${offsetOf(page, size)} limit ${size}) page
      join page p on p.id = page.id
      where page.matches
    ) r on true order by r.pos`.execute(db);
  return { ...found(rows), lost: rows[0]!.lost };
}

function matches(filter: PageFilter, facets: RawBuilder<unknown>): RawBuilder<unknown> {
  const { lang, query, pageTypeCode, whiteLabelCode } = filter;
  const words = query ? searchPatterns(query) : [];
  return sql`(true
    ${pageTypeCode ? sql`and ${facets} ->> 'type' = ${pageTypeCode}` : sql``}
    ${whiteLabelCode ? sql`and exists (select from white_label where upper(code) = upper(${whiteLabelCode}::text)) and (${facets} -> 'whiteLabels' = 'null' or ${facets} -> 'whiteLabels' @> to_jsonb(upper(${whiteLabelCode}::text)))` : sql``}
    ${words.length > 0 ? sql`and coalesce(${facets} ->> ${sql.lit(lang)} like all (${words}::text[]), false)` : sql``})`;
}
