import type { CatalogueFile, CatalogueItem, CatalogueProduct } from "../src/store/catalogue/catalogue-file.ts";
import { type Day, yearFrom } from "./calendar.ts";
import { cityOf } from "./cities.ts";
import { currencies } from "./currencies.ts";
import { englishNames } from "./english.ts";
import { demoPages } from "./pages.ts";
import { partners } from "./partners.ts";
import { performances } from "./patterns.ts";
import { products, retired } from "./products.ts";
import type { CityProducts, ItemSeed, ProductSeed } from "./seeds.ts";

/**
 * The demo catalogue for a year from `today`, the day of seeding as `yyyy-MM-dd`. The same day gives the same value.
 */
export function demoCatalogue(today: string): CatalogueFile {
  const year = yearFrom(today);
  return {
    currencies: [...currencies],
    partners: [...partners],
    products: products.flatMap((inCity) => productsOf(inCity, 101, year)),
    pages: demoPages(products),
  };
}

/** Products to import and then delete, so that the list of deleted products is not empty. */
export function retiredProducts(today: string): CatalogueProduct[] {
  const year = yearFrom(today);
  return retired.flatMap((inCity) => productsOf(inCity, 901, year));
}

function productsOf(
  { cityCode, products }: CityProducts,
  firstNumber: number,
  year: readonly Day[],
): CatalogueProduct[] {
  return products.map((seed, index) => productOf(seed, cityCode, firstNumber + index, year));
}

function productOf(seed: ProductSeed, cityCode: string, number: number, year: readonly Day[]): CatalogueProduct {
  const city = cityOf(cityCode);
  const has = (ask: NonNullable<ProductSeed["asks"]>[number]): boolean => seed.asks?.includes(ask) ?? false;
  const [venue, address, latitude, longitude] = seed.place;
  return {
    externalId: seed.key,
    type: seed.type,
    name: seed.name,
    ...named(seed.name),
    cityCode,
    ...(seed.published === false && { published: false }),
    immediateBooking: seed.booking.immediate,
    leadPurchaseDay: seed.booking.leadDays,
    cancelPurchaseHour: seed.booking.cancelHours,
    currencyCode: city.currencyCode,
    timeZone: city.timeZone,
    location: { venue, address, latitude, longitude },
    questions: {
      allPassengerNames: has("names"),
      allPassengerWeights: has("weights"),
      hotel: has("hotel"),
      airportFlight: has("flight"),
    },
    items: seed.items.map((item, index) => itemOf(item, seed.key, `${cityCode}-${number}`, index, cityCode, year)),
  };
}

const named = (name: string) => {
  const en = englishNames[name];
  return en === undefined ? {} : { names: { en } };
};

function itemOf(
  seed: ItemSeed,
  productKey: string,
  productNumber: string,
  index: number,
  cityCode: string,
  year: readonly Day[],
): CatalogueItem {
  const externalId = `${productKey}-${index + 1}`;
  return {
    externalId,
    name: seed.name,
    ...named(seed.name),
    partNumber: `${productNumber}-${"ABCD".charAt(index)}`,
    ...(seed.published === false && { published: false }),
    ticketRules: seed.tickets.map(({ code, min, max, start, step }) => ({
      code,
      minQuantity: min,
      maxQuantity: max,
      defaultQuantity: start,
      incrementQuantity: step,
    })),
    ...performances(seed, externalId, cityOf(cityCode), year),
  };
}
