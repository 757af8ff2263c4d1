import type { Language } from "@paseo/contract";
import type { CatalogueProduct } from "../../records/catalogue-file.ts";
import type { OfferedPlace, OfferedProduct } from "../../suppliers/supplier.ts";
import { markdownProblem } from "../editing/markdown.ts";

/**
 * Makes a product of ours from a product that a supplier offers: docs/decisions/0044-buying-through-octo.md. Texts are cut to our
 * limits. The product is not published: the operator reads it first.
 */

export type { OfferedProduct };

interface OfferedTerms {
  /** External id of the supplier. */
  supplier: string;
  /** The language of the supplier's texts. */
  lang: Language;
  cityCode: string;
  /** Our currency, for a supplier that names none. */
  currencyCode: string;
  photos: { id: string; alt: string | null; credit: string | null }[];
}

/** Returns our external id of a supplier's product. */
export const offeredExternalId = (supplier: string, id: string): string => `${supplier}:${id}`;

export function productOfOffer(offered: OfferedProduct, terms: OfferedTerms): CatalogueProduct {
  const { supplier, lang, cityCode, photos } = terms;
  const text = (value: string | null, most: number) => {
    const line = value === null ? "" : oneLine(value, most);
    return line === "" ? undefined : { [lang]: line };
  };
  const lines = (values: string[]) =>
    values
      .map((value) => text(value, maxLine))
      .filter((line) => line !== undefined)
      .slice(0, maxLines);
  const name = oneLine(offered.name, maxName) || offered.id;
  const timeZone = offered.timeZone ?? "UTC";
  const [start] = offered.places;
  return withoutEmpty({
    externalId: offeredExternalId(supplier, offered.id),
    published: false,
    name,
    type: offered.isAllDay ? "timeless" : "scheduled",
    currencyCode: offered.currency ?? terms.currencyCode,
    durationMinutes: offered.durationMinutes ?? undefined,
    summary: text(offered.summary, maxLine),
    description: descriptionOf(offered.description, lang),
    highlights: lines(offered.highlights),
    included: lines(offered.included),
    notIncluded: lines(offered.notIncluded),
    whatToBring: lines(offered.whatToBring),
    restrictions: lines(offered.restrictions),
    accessibility: lines(offered.accessibility),
    guideLanguages: [...new Set(offered.guideLanguages)].filter(isLanguageTag).slice(0, maxLines),
    meetingPoints: offered.places.slice(0, maxPlaces).map((place, n) => meetingPointOf(place, n, { lang, name })),
    photos: photos.map(({ id, alt, credit }) =>
      withoutEmpty({ id, alt: text(alt, maxLine), credit: (credit && oneLine(credit, 200)) || undefined }),
    ),
    cityCode,
    timeZone,
    location: {
      venue: oneLine(start?.name ?? name, 200) || name,
      address: oneLine(start?.address ?? cityOf(timeZone), 300) || cityOf(timeZone),
      latitude: start?.latitude ?? null,
      longitude: start?.longitude ?? null,
    },
    supplier,
    immediateBooking: offered.immediateBooking,
    leadPurchaseDay: 0,
    cancelPurchaseHour: offered.cancelPurchaseHour,
    questions: {
      allPassengerNames: offered.asks.names,
      allPassengerWeights: false,
      hotel: offered.asks.hotel,
      airportFlight: false,
    },
    items: offered.items.filter(({ tickets }) => tickets.length > 0).map(itemOf),
  } as CatalogueProduct);
}

/** Limits of the catalogue file. */
const maxName = 200;
const maxLine = 300;
const maxLines = 30;
const maxPlaces = 20;

function itemOf({ id, name, reference, durationMinutes, tickets }: OfferedProduct["items"][number]) {
  return withoutEmpty({
    externalId: id,
    name: oneLine(name, maxName) || id,
    durationMinutes: durationMinutes ?? undefined,
    partNumber: oneLine(reference ?? id, 64),
    ticketRules: tickets.map(({ code, maxQuantity, people }, n) => ({
      ...{ code, minQuantity: 0, maxQuantity, defaultQuantity: n === 0 ? 1 : 0, incrementQuantity: 1 },
      // The supplier counts its seats by units, whatever their number of people.
      ...(people !== 1 && { people }),
    })),
    events: [],
  });
}

const meetingPointOf = (place: OfferedPlace, n: number, { lang, name }: { lang: Language; name: string }) =>
  withoutEmpty({
    externalId: `place-${n + 1}`,
    name: { [lang]: oneLine(place.name ?? name, 200) || name },
    address: (place.address && oneLine(place.address, 300)) || undefined,
    latitude: place.latitude,
    longitude: place.longitude,
    instructions: place.instructions ? { [lang]: oneLine(place.instructions, 1000) } : undefined,
  });

/** Returns the description unchanged if our Markdown rules accept it, otherwise as plain paragraphs. */
function descriptionOf(text: string | null, lang: Language): { [lang: string]: string } | undefined {
  if (text === null) return undefined;
  const readable = [text.trim(), plainMarkdown(text)].find(
    (one) => one !== "" && [...one].length <= maxDescription && markdownProblem(one) === undefined,
  );
  return readable === undefined ? undefined : { [lang]: readable };
}
const maxDescription = 10_000;

/** Returns the paragraphs of a text in HTML or in another Markdown, without their markup. */
export const plainMarkdown = (text: string): string =>
  text
    .replace(/<(script|style)\b.*?<\/\1\s*>/gis, " ")
    .replace(/<\/?(p|div|br|li|ul|ol|h\d|tr)\b[^>]*>/gi, "\n\n")
    .replace(/<[^<>]*>/g, " ")
    .replaceAll("<", "< ")
    .split(/\n\s*\n/)
    .map((paragraph) => oneLine(paragraph, maxDescription).replace(/[\\`*_[\]#>|~+-]|(?<=^\d+)[.)]/g, "\\$&"))
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");

const oneLine = (text: string, most: number): string =>
  [...text.replaceAll(/[\s\p{C}]+/gu, " ").trim()].slice(0, most).join("").trim();

const cityOf = (timeZone: string): string => timeZone.split("/").at(-1)!.replaceAll("_", " ");

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1 && tag.length <= 35;
  } catch {
    return false;
  }
}

/** Returns a record without its undefined fields and its empty lists, except the events of an item. */
function withoutEmpty<T extends object>(record: T): T {
  const kept = Object.entries(record).filter(
    ([name, value]) => value !== undefined && (name === "events" || !Array.isArray(value) || value.length > 0),
  );
  return Object.fromEntries(kept) as T;
}
