import type { Language, Page } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import { type ListRows, listRows } from "../../records/list-rows.ts";
import type { Offer } from "../../records/partners/offer.ts";
import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import { isPagePublished } from "../versions/digest.ts";
import type { VersionPosition } from "../versions/versions.ts";
import { hasChangedSince, joinPageProduct, pageIsKnown, pageIsWithheld, pageMoved } from "./offers.ts";
import { searchPatterns } from "./search-text.ts";

export interface PageFilter {
  query?: string | undefined;
  pageTypeCode?: string | undefined;
  whiteLabelCode?: string | undefined;
}

/**
 * Reads the content pages of a language, in order of creation. A page that left the language stays in the list, unpublished, with its last
 * name and address, because a copy has no other way to learn that it left. With `since`, only pages that changed after it.
 */
export async function pagesInOrder(
  db: Db,
  lang: Language,
  filter: PageFilter,
  {
    offset,
    limit,
    since,
    offer,
  }: { offset: number; limit: number; since?: VersionPosition | undefined; offer?: Offer | undefined },
): Promise<ListRows<Page>> {
  const changed = since ? sql`and ${changedSince(since, offer)}` : sql``;
  const rows = await allRows(db)<Page & { positions: number; count: number }>`
    with list as (
      select ${pageColumns(lang, offer)}, p.pos from ${pagesFor(offer)}
      where p.pos is not null and ${isPageInLanguage(lang)} and ${matches(lang, filter)} ${changed} ${andKnown(offer)}
    ), total as (
      select count(*) as positions, count(*) as count from list
    )
    select total.*, r.* from total
    left join (select * from list order by pos offset ${offset} limit ${limit}) r on true order by r.pos`;
  return listRows(rows);
}

/** Reads the content pages of a language that changed after a version, by their positions in the change log. */
export async function pageChanges(
  db: Db,
  lang: Language,
  {
    offset,
    limit,
    since,
    newestSeq,
    offer,
  }: { offset: number; limit: number; since: VersionPosition; newestSeq: number; offer?: Offer | undefined },
): Promise<ListRows<Page>> {
  const from = since.pageSeq + offset;
  const isKnown = sql`${isPageInLanguage(lang)} ${andKnown(offer)}`;
  const rows = await allRows(db)<Page & { count: number }>`
    with total as (
      select count(*) as count from ${pagesFor(offer)} where p.seq > ${since.pageSeq} and p.seq <= ${newestSeq} and ${isKnown}
    )
    select total.*, r.* from total left join (
      select ${pageColumns(lang, offer)}, p.seq from ${pagesFor(offer)} where p.seq > ${from} and p.seq <= ${from + limit} and ${isKnown}
    ) r on true order by r.seq`;
  const positions = Math.max(0, newestSeq - since.pageSeq);
  return listRows(rows.map((row) => ({ ...row, positions })));
}

/** Reads the pages of products that entered or left a partner's set after a version. They have positions in the order of all pages. */
export async function pagesMoved(
  db: Db,
  lang: Language,
  offer: Offer,
  { offset, limit, version }: { offset: number; limit: number; version: number },
): Promise<ListRows<Page>> {
  const rows = await allRows(db)<Page & { positions: number; count: number }>`
    with list as (
      select ${pageColumns(lang, offer)}, p.pos from ${pagesFor(offer)}
      where p.pos is not null and ${isPageInLanguage(lang)} and ${pageMoved(offer, version)} and ${pageIsKnown(offer)}
    ), total as (
      select count(*) as positions, count(*) as count from list
    )
    select total.*, r.* from total
    left join (select * from list order by pos offset ${offset} limit ${limit}) r on true order by r.pos`;
  return listRows(rows);
}

/** The pages `p`, for a partner with an offer each with its product. */
const pagesFor = (offer: Offer | undefined) => (offer ? sql`page p ${joinPageProduct}` : sql`page p`);
const andKnown = (offer: Offer | undefined) => (offer ? sql`and ${pageIsKnown(offer)}` : sql``);
const changedSince = (since: VersionPosition, offer: Offer | undefined) =>
  hasChangedSince(offer, since.version)
    ? sql`(p.seq > ${since.pageSeq} or ${pageMoved(offer, since.version)})`
    : sql`p.seq > ${since.pageSeq}`;

/** The columns of `page p` as partners read it in a language. */
export const pageColumns = (lang: Language, offer?: Offer): RawBuilder<unknown> => sql`
  p.id, ${sql.ref(`p.name_${lang}`)} as name, p.type as "pageTypeCode", p.city_code as "cityCode",
  ${offer ? sql`(${isPagePublished(lang)} and not ${pageIsWithheld(offer)})` : isPagePublished(lang)} as published, ${sql.ref(`p.url_${lang}`)} as url`;

/** Whether `page p` is or was in a language. */
export const isPageInLanguage = (lang: Language): RawBuilder<unknown> => sql`${sql.ref(`p.name_${lang}`)} is not null`;

function matches(lang: Language, { query, pageTypeCode, whiteLabelCode }: PageFilter): RawBuilder<unknown> {
  const words = query ? searchPatterns(query) : [];
  return sql`(true
    ${pageTypeCode ? sql`and p.type = ${pageTypeCode}` : sql``}
    ${
      whiteLabelCode
        ? sql`and exists (select from white_label where upper(code) = upper(${whiteLabelCode}::text))
          and (p.white_labels is null or upper(${whiteLabelCode}::text) = any(p.white_labels))`
        : sql``
    }
    ${words.length > 0 ? sql`and ${sql.ref(`p.search_${lang}`)} like all (${words}::text[])` : sql``})`;
}
