import {
  type AvailabilityCode,
  type Currency,
  type Item,
  inEachLanguage,
  type Language,
  type Product,
} from "@paseo/contract";

/** The mock service's catalogue: invented, the same at every start except for dates, with more than one page in every list. */

export interface ProductRecord
  extends Omit<Product, "name" | "minPrice" | "minUsdPrice" | "items" | "hasAvailability"> {
  name: string;
  currencyCode: string;
  items: Omit<Item, "minPrice" | "minUsdPrice">[];
  deleted: boolean;
  version: number;
}

export interface EventRecord {
  id: string;
  productId: string;
  itemId: string;
  eventOn: string;
  availabilityCode: AvailabilityCode;
  /** Amounts in the product's currency. */
  prices: { code: string; amount: number }[];
  version: number;
}

export interface PageRecord {
  id: string;
  pageTypeCode: "city" | "category" | "product";
  cityCode: string | null;
  name: Record<Language, string>;
  url: Record<Language, string>;
  version: number;
}

export interface Deletion {
  id: string;
  version: number;
}

export interface Records {
  products: ProductRecord[];
  events: EventRecord[];
  pages: PageRecord[];
  deletions: Deletion[];
  currencies: Currency[];
}

const counts = { products: 130, eventsOfEach: 9, pages: 120, deletions: 510 };

/** A readable GUID: number 7 of kind `1` is 10000000-0000-4000-8000-000000000007. */
const guid = (kind: string, number: number): string => `${kind}0000000-0000-4000-8000-${`${number}`.padStart(12, "0")}`;

const cities = ["MAD", "BCN", "SVQ", "LIS", "RIO", "MEX"] as const;
const cityNames = ["Madrid", "Barcelona", "Sevilla", "Lisboa", "Río de Janeiro", "México"] as const;
const currencyOf = ["EUR", "EUR", "EUR", "EUR", "BRL", "USD"] as const;

/** All records at version 1, with dates around `now`. */
export function firstRecords(now: Date): Records {
  const products = Array.from({ length: counts.products }, (_, index) => product(index, now));
  return {
    products,
    events: products.flatMap((one, index) => eventsOf(one, index, now)).toSorted(byTime),
    pages: Array.from({ length: counts.pages }, (_, index) => page(index)),
    deletions: Array.from({ length: counts.deletions }, (_, index) => ({ id: guid("d", index), version: 1 })),
    currencies: [
      { code: "USD", name: "US dollar", rate: 1, displaySymbol: "US$" },
      { code: "EUR", name: "Euro", rate: 0.92, displaySymbol: "€" },
      { code: "BRL", name: "Brazilian real", rate: 5.37, displaySymbol: "R$" },
    ],
  };
}

/** One more product, with its events. */
export function nextProduct({ products }: Records, now: Date): { product: ProductRecord; events: EventRecord[] } {
  const index = products.length;
  const next = product(index, now);
  return { product: next, events: eventsOf(next, index, now) };
}

/** A dateless product has one event. */
const eventsOf = (of: ProductRecord, index: number, now: Date): EventRecord[] =>
  Array.from({ length: counts.eventsOfEach }, (_, nth) => event(of, index, nth, now)).filter(
    (_, nth) => of.productTypeCode !== "dateless" || nth === counts.eventsOfEach - 1,
  );

export const byTime = (a: EventRecord, b: EventRecord): number => {
  const [one, other] = [`${a.eventOn} ${a.id}`, `${b.eventOn} ${b.id}`];
  return one < other ? -1 : one > other ? 1 : 0;
};

export const byLatest = (a: EventRecord, b: EventRecord): number =>
  a.eventOn === b.eventOn ? byTime(a, b) : byTime(b, a);

/** Every tenth product is timeless, every thirteenth dateless. Ticket rules and questions alternate, so that each kind occurs. */
function product(index: number, now: Date): ProductRecord {
  const productTypeCode = index % 13 === 12 ? "dateless" : index % 10 === 9 ? "timeless" : "scheduled";
  const city = index % cities.length;
  return {
    id: guid("a", index + 1),
    productTypeCode,
    name: `Paseo ${index + 1} por ${cityNames[city]}`,
    cityCode: cities[city]!,
    immediateBooking: index % 2 === 0,
    leadPurchaseDay: [0, 0, 1, 5][index % 4]!,
    cancelPurchaseHour: 24,
    location: {
      venue: `Lugar ${index + 1}`,
      address: `Calle de Ejemplo, ${index + 1}`,
      latitude: index % 7 === 0 ? null : 40 + index / 100,
      longitude: index % 7 === 0 ? null : -3 - index / 100,
    },
    questionConfiguration: {
      allPassengerNames: index % 3 === 1,
      allPassengerWeights: index % 6 === 1,
      hotel: index % 5 === 2,
      airportFlight: index % 5 === 3,
    },
    updatedOn: now.toISOString(),
    description: null,
    currencyCode: currencyOf[city]!,
    items: [item(index, 0), ...(index % 11 === 5 ? [{ ...item(index, 1), published: false }] : [])],
    deleted: false,
    version: 1,
  };
}

/** Adults alternate between required, at least two in pairs, and optional. Children are sold in pairs. */
function item(index: number, nth: number): ProductRecord["items"][number] {
  const [least, step] = [
    [1, 1],
    [2, 2],
    [0, 1],
  ][index % 3] as [number, number];
  return {
    id: guid("b", (index + 1) * 10 + nth),
    name: nth === 0 ? "Entrada general" : "Palco",
    partNumber: `P-${index + 1}-${nth + 1}`,
    published: true,
    ticketRules: [
      {
        code: "ADULT",
        minQuantity: least,
        maxQuantity: 10,
        defaultQuantity: Math.max(least, 2),
        incrementQuantity: step,
      },
      { code: "CHILD", minQuantity: 0, maxQuantity: 6, defaultQuantity: 0, incrementQuantity: 2 },
    ],
    description: null,
  };
}

/** One event is past, one is too soon for a long LeadPurchaseDay, the others are some weeks ahead. */
const daysAhead = [-3, 2, 20, 24, 31, 38, 45, 52, 59];

function event(of: ProductRecord, index: number, nth: number, now: Date): EventRecord {
  const { productTypeCode: type } = of;
  const days = daysAhead[nth]! + (nth < 2 ? 0 : index % 7);
  const on = new Date(now.getTime() + days * 86_400_000);
  const time = type === "scheduled" ? `${10 + (index % 12)}:${nth % 2 === 0 ? "00" : "30"}:00` : "00:00:00";
  const isHidden = of.items.length > 1 && nth === 5;
  return {
    id: guid("e", (index + 1) * 100 + nth),
    productId: of.id,
    itemId: of.items[isHidden ? 1 : 0]!.id,
    eventOn: `${on.toISOString().slice(0, 10)}T${time}`,
    availabilityCode: isHidden ? "removed" : availability(index, nth),
    prices: [
      { code: "ADULT", amount: 30 + (index % 50) + (nth % 3) * 2.5 },
      { code: "CHILD", amount: 15.25 + (index % 25) },
    ],
    version: 1,
  };
}

/** Removed events leave holes in the list, so that pages in the middle are short. */
function availability(index: number, nth: number): AvailabilityCode {
  if (nth < 2) return "available";
  if ((index + nth) % 17 === 0) return "removed";
  if ((index + nth) % 23 === 0) return "sold-out";
  return (index + nth) % 29 === 0 ? "black-out" : "available";
}

function page(index: number): PageRecord {
  const pageTypeCode = (["city", "category", "product"] as const)[index % 3]!;
  const city = index % cities.length;
  const name = `${index + 1} · ${cityNames[city]}`;
  return {
    id: guid("f", index + 1),
    pageTypeCode,
    cityCode: pageTypeCode === "category" ? null : cities[city]!,
    name: { es: `Guía ${name}`, pt: `Guia ${name}`, en: `Guide ${name}` },
    url: inEachLanguage((lang) => `//www.example.com/${lang}/${index + 1}`),
    version: 1,
  };
}
