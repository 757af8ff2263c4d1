import { type PartnerLanguage, partnerLanguages } from "../api/languages.ts";
import type { ApiAnswer } from "../api/types.ts";

export type ContentPage = ApiAnswer<"pages.show">;
export type PageSource = ContentPage["source"];
export type PageType = PageSource["type"];
export const pageTypes = ["city", "category", "product"] as const satisfies PageType[];
type Place = NonNullable<PageSource["es"]>;

/** The values of the form. */
export interface PageValues extends Record<PartnerLanguage, Place> {
  externalId: string;
  type: PageType;
  cityCode: string;
  published: boolean;
  everySite: boolean;
  whiteLabels: string[];
  /** Of a category page. */
  categories: string[];
}

const noPlace: Place = { name: "", url: "" };
const placesOf = (place: (lang: PartnerLanguage) => Place): Record<PartnerLanguage, Place> =>
  Object.fromEntries(partnerLanguages.map((lang) => [lang, place(lang)])) as Record<PartnerLanguage, Place>;
export const newPage: PageValues = {
  externalId: "",
  type: "city",
  cityCode: "",
  published: true,
  everySite: true,
  whiteLabels: [],
  categories: [],
  ...placesOf(() => noPlace),
};

export const pageValues = ({
  whiteLabels,
  cityCode = "",
  published = true,
  categories = [],
  ...source
}: PageSource): PageValues => ({
  ...newPage,
  ...source,
  cityCode,
  published,
  everySite: whiteLabels === undefined,
  whiteLabels: whiteLabels ?? [],
  categories,
});

/** Returns the name of a page in its first language. */
export const pageName = (page: PageSource): string =>
  partnerLanguages.map((lang) => page[lang]?.name).find((name) => name !== undefined) ?? page.externalId;

export const isEmptyPlace = ({ name, url }: Place): boolean => name.trim() === "" && url.trim() === "";

/** Removes the scheme from an address, as in the catalogue. */
export const withoutScheme = (url: string): string => url.trim().replace(/^https?:(?=\/\/)/i, "");

export function toPageSource({
  externalId,
  type,
  cityCode,
  published,
  everySite,
  whiteLabels,
  categories,
  ...places
}: PageValues): PageSource {
  const place = ({ name, url }: Place): Place => ({ name: name.trim(), url: withoutScheme(url) });
  return {
    externalId: externalId.trim(),
    type,
    published,
    ...(cityCode.trim() && { cityCode: cityCode.trim() }),
    ...(!everySite && { whiteLabels }),
    ...(type === "category" &&
      categories.length > 0 && { categories: categories as PageSource["categories"] & object }),
    ...Object.fromEntries(
      partnerLanguages.filter((lang) => !isEmptyPlace(places[lang])).map((lang) => [lang, place(places[lang])]),
    ),
  };
}
