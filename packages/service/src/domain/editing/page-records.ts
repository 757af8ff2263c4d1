import { randomUUID } from "node:crypto";
import { type Language, languages } from "@paseo/contract";
import type { CataloguePage } from "../../records/catalogue-file.ts";
import { searchableText } from "../../store/catalogue/search-text.ts";
import type { PageRecord, PageTexts } from "../../store/editing/catalogue-records.ts";
import type { MakeId } from "./catalogue-records.ts";

/** Content pages of a catalogue file and of the store. */

/** Returns the file's pages as records, each with a new id. */
export function pageRecords(pages: CataloguePage[], newId: MakeId = () => randomUUID()): PageRecord[] {
  return pages.map((page) => {
    const whiteLabels = page.whiteLabels?.map((code) => code.toUpperCase()) ?? null;
    const cityCode = page.cityCode ?? null;
    const deleted = page.deleted ?? false;
    return {
      id: newId(`page ${page.externalId}`),
      external_id: page.externalId,
      type: page.type,
      city_code: cityCode,
      deleted,
      published: !deleted && (page.published ?? true),
      white_labels: whiteLabels,
      categories: page.categories ?? null,
      made: false,
      ...pageTexts((lang) => page[lang], cityCode),
    };
  });
}

function pageTexts(given: (lang: Language) => CataloguePage["es"], cityCode: string | null): PageTexts {
  const fields = languages.map((lang) => {
    const text = given(lang);
    return {
      [`name_${lang}`]: text?.name ?? null,
      [`url_${lang}`]: text?.url ?? null,
      [`search_${lang}`]: text ? searchableText(text.name, cityCode) : null,
    };
  });
  return Object.assign({}, ...fields) as PageTexts;
}

/** Returns a page as the catalogue file writes it. */
export const cataloguePageOf = (page: PageRecord): CataloguePage => ({
  externalId: page.external_id,
  type: page.type as CataloguePage["type"],
  ...(page.city_code !== null && { cityCode: page.city_code }),
  ...(page.deleted && { deleted: true }),
  published: page.published,
  ...(page.white_labels !== null && { whiteLabels: page.white_labels }),
  ...(page.categories !== null && { categories: page.categories as NonNullable<CataloguePage["categories"]> }),
  ...Object.fromEntries(
    languages.flatMap((lang) => {
      const [name, url] = [page[`name_${lang}`], page[`url_${lang}`]];
      return name === null ? [] : [[lang, { name, url: url! }]];
    }),
  ),
});
