import type { Answer } from "../api/types.ts";

export type ContentPage = Answer<"pages.show">;
export type PageSource = ContentPage["source"];
export type PageType = PageSource["type"];
export const pageTypes = ["city", "category", "product"] as const satisfies PageType[];
export const pageLanguages = ["es", "pt"] as const;
export type PageLanguage = (typeof pageLanguages)[number];
type Place = NonNullable<PageSource["es"]>;

/** What an operator gives of a page, as it is typed. */
export interface Given {
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
export const newPage: Given = {
  externalId: "",
  type: "city",
  cityCode: "",
  published: true,
  everySite: true,
  whiteLabels: [],
  es: noPlace,
  pt: noPlace,
};

export const givenOf = ({ whiteLabels, cityCode = "", published = true, ...source }: PageSource): Given => ({
  ...newPage,
  ...source,
  cityCode,
  published,
  everySite: whiteLabels === undefined,
  whiteLabels: whiteLabels ?? [],
});

export const isEmpty = ({ name, url }: Place): boolean => name.trim() === "" && url.trim() === "";

/** An address as the catalogue has it: a scheme that was pasted with it falls away. */
const addressOf = (url: string): string => url.trim().replace(/^https?:(?=\/\/)/i, "");

export function sourceOf({ externalId, type, cityCode, published, everySite, whiteLabels, es, pt }: Given): PageSource {
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

/** Fields by their pointer in the source. */
export type Field = "externalId" | "cityCode" | "whiteLabels" | `${PageLanguage}/${"name" | "url"}`;

/** Mistakes that the form finds before it sends. */
export function faultsOf(given: Given): { field: Field; fault: "needed" | "address" | "language" }[] {
  const faults: ReturnType<typeof faultsOf> = [];
  if (given.externalId.trim() === "") faults.push({ field: "externalId", fault: "needed" });
  if (isEmpty(given.es) && isEmpty(given.pt)) faults.push({ field: "es/name", fault: "language" });
  for (const lang of pageLanguages) {
    const place = given[lang];
    if (isEmpty(place)) continue;
    if (place.name.trim() === "") faults.push({ field: `${lang}/name`, fault: "needed" });
    if (!/^\/\/\S+$/.test(addressOf(place.url))) faults.push({ field: `${lang}/url`, fault: "address" });
  }
  return faults;
}

/** The field that a pointer of the request means. */
export function fieldOf(pointer: string): Field | null {
  const [, , name = "", part = ""] = pointer.split("/");
  if (name === "es" || name === "pt") return `${name}/${part === "url" ? "url" : "name"}`;
  return name === "externalId" || name === "cityCode" || name === "whiteLabels" ? name : null;
}
