import type { Language, Price, Product, ProductSummary, TicketRule } from "@paseo/contract";
import type { ItemFields, ProductFields } from "./catalogue-file.ts";
import type { ItemPriceSteps } from "./tickets/ticket-prices.ts";
import type { TicketSizes } from "./tickets/ticket-sizes.ts";

/** A product as partners read it: a pure function of its record and its state. */

export interface ProductRow {
  id: string;
  record: ProductFields;
  /** The items in the operator's order. */
  items: {
    id: string;
    record: ItemFields;
    published: boolean;
    ticketSizes: TicketSizes;
    priceSteps?: readonly ItemPriceSteps[] | null;
  }[];
  hasAvailability: boolean;
  /** Minimum price by item id, decimal strings. No price has more decimal digits than its currency. */
  minPrices: Record<string, string>;
  updatedOn: Date;
}

/** Returns the fields of the product list. */
export const summaryJson = ({ id, record, hasAvailability }: ProductRow, lang?: Language): ProductSummary => ({
  id,
  productTypeCode: record.type,
  name: recordName(record, lang),
  cityCode: record.cityCode,
  immediateBooking: record.immediateBooking,
  hasAvailability,
});

/** Returns a product as partners read it. `dollars`: the price in US dollars, which the product's hash excludes. */
export function productJson(
  row: ProductRow,
  { lang, dollars = () => null }: { lang?: Language | undefined; dollars?: (price: string) => Price | null } = {},
): Product {
  const { record, minPrices } = row;
  const prices = (price: string | undefined) => ({
    minPrice: price === undefined ? null : { currencyCode: record.currencyCode, value: Number(price) },
    minUsdPrice: price === undefined ? null : dollars(price),
  });
  const all = Object.values(minPrices);
  const least = all.length === 0 ? undefined : all.reduce((a, b) => (Number(b) < Number(a) ? b : a));
  return {
    ...summaryJson(row, lang),
    leadPurchaseDay: record.leadPurchaseDay,
    cancelPurchaseHour: record.cancelPurchaseHour,
    ...prices(least),
    location: record.location,
    items: row.items.map((item) => ({
      id: item.id,
      name: recordName(item.record, lang),
      partNumber: item.record.partNumber,
      ...prices(minPrices[item.id]),
      published: item.published,
      ticketRules: item.record.ticketRules.map(contractRule),
      description: null,
    })),
    questionConfiguration: record.questions,
    updatedOn: row.updatedOn.toISOString(),
    description: null,
  };
}

/** Returns the fields of a rule that the contract has. */
export const contractRule = ({
  code,
  minQuantity,
  maxQuantity,
  defaultQuantity,
  incrementQuantity,
}: ItemFields["ticketRules"][number]): TicketRule => ({
  ...{ code, minQuantity, maxQuantity, defaultQuantity, incrementQuantity },
});

/** Returns the name in a language, or the record's own name. */
export const recordName = ({ name, names }: ProductFields | ItemFields, lang: Language | undefined): string =>
  (lang && names?.[lang]) ?? name;
