import { type Language, type Page, pageSizes } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";
import { found, offsetOf, type Positions, searchPatterns } from "./paging.ts";
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
  es: string | null;
  pt: string | null;
}

/**
 * Content pages by creation. A page that matched the filter once keeps its position in that list as a hole, so pages of
 * the list never close up under a walker. With `since`, only those that changed are shown, on their positions.
 */
export async function contentPages(db: Db, filter: PageFilter, page: number, since?: Since): Promise<Positions<Page>> {
  const size = pageSizes.pages;
  const name = sql.ref(filter.lang === "es" ? "p.name_es" : "p.name_pt");
  const url = sql.ref(filter.lang === "es" ? "p.url_es" : "p.url_pt");
  const { rows } = await sql<Page & { positions: number; count: number }>`
    with list as (
      select p.id, p.pos, ${matches(filter, sql`p.facets`)}
        ${since ? sql`and p.seq > ${since.pageSeq}` : sql``} as matches from page p
      where p.pos is not null and (${matches(filter, sql`p.facets`)}
        or exists (select from jsonb_array_elements(p.former) former(facets) where ${matches(filter, sql`former.facets`)}))
    ), total as (select count(*) as positions, count(*) filter (where matches) as count from list)
    select total.*, r.* from total left join (
      select p.id, ${name} as name, p.type as "pageTypeCode", p.city_code as "cityCode", p.published, ${url} as url, page.pos
      from (select * from list order by pos offset ${offsetOf(page, size)} limit ${size}) page
      join page p on p.id = page.id
      where page.matches
    ) r on true order by r.pos`.execute(db);
  return found(rows);
}

function matches(filter: PageFilter, facets: RawBuilder<unknown>): RawBuilder<unknown> {
  const { lang, query, pageTypeCode, whiteLabelCode } = filter;
  const words = query ? searchPatterns(query) : [];
  return sql`(${facets} ->> ${sql.lit(lang)} is not null
    ${pageTypeCode ? sql`and ${facets} ->> 'type' = ${pageTypeCode}` : sql``}
    ${whiteLabelCode ? sql`and exists (select from white_label where upper(code) = upper(${whiteLabelCode}::text)) and (${facets} -> 'whiteLabels' = 'null' or ${facets} -> 'whiteLabels' @> to_jsonb(upper(${whiteLabelCode}::text)))` : sql``}
    ${words.length > 0 ? sql`and ${facets} ->> ${sql.lit(lang)} like all (${words}::text[])` : sql``})`;
}
