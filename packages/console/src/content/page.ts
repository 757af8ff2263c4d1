import type { Answer } from "../api/types.ts";

export type ContentPage = Answer<"pages.show">;
export type PageSource = ContentPage["source"];
export type PageType = PageSource["type"];
export const pageTypes = ["city", "category", "product"] as const satisfies PageType[];
export const pageLanguages = ["es", "pt"] as const;
type Place = NonNullable<PageSource["es"]>;

/** The values of the form. */
export interface PageValues {
  externalId: string;
  type: PageType;
  cityCode: string;
  published: boolean;
  everySite: boolean;
  whiteLabels: string[];
  es: Place;
  pt: Place;
}

const noPlace: Place = { name: "", url: "" };
export const newPage: PageValues = {
  externalId: "",
  type: "city",
  cityCode: "",
  published: true,
  everySite: true,
  whiteLabels: [],
  es: noPlace,
  pt: noPlace,
};

export const valuesOf = ({ whiteLabels, cityCode = "", published = true, ...source }: PageSource): PageValues => ({
  ...newPage,
  ...source,
  cityCode,
  published,
  everySite: whiteLabels === undefined,
  whiteLabels: whiteLabels ?? [],
});

/** The name of a page in its first language. */
export const nameOf = ({ es, pt, externalId }: PageSource): string => es?.name ?? pt?.name ?? externalId;

export const isEmpty = ({ name, url }: Place): boolean => name.trim() === "" && url.trim() === "";

/** An address without its scheme, as in the catalogue. */
export const addressOf = (url: string): string => url.trim().replace(/^https?:(?=\/\/)/i, "");

export function sourceOf({
  externalId,
  type,
  cityCode,
  published,
  everySite,
  whiteLabels,
  es,
  pt,
}: PageValues): PageSource {
  const place = ({ name, url }: Place): Place => ({ name: name.trim(), url: addressOf(url) });
  return {
    externalId: externalId.trim(),
    type,
    published,
    ...(cityCode.trim() && { cityCode: cityCode.trim() }),
    ...(!everySite && { whiteLabels }),
    ...(!isEmpty(es) && { es: place(es) }),
    ...(!isEmpty(pt) && { pt: place(pt) }),
  };
}
