import type { Currency, Event, Language, Page, Product, ProductSummary } from "@paseo/contract";

/** What the copy keeps: the interface's records in their JSON form, by kind. A product is whole with `--details`. */
export interface Records {
  currency: Currency;
  product: ProductSummary | Product;
  page: Page;
  event: Event;
}

export type Kind = keyof Records;
export type AnyRecord = Records[Kind];

/** One list of records. Pages are kept apart for each language, in which one page has the same identifier. */
export interface Collection {
  kind: Kind;
  lang?: Language;
}

/** The record's identifier, or a currency's code. */
export const keyOf = (record: AnyRecord): string => ("id" in record ? record.id : record.code);

/** Whether the details of the product were read, too. */
export const isWhole = (product: ProductSummary | Product): product is Product => "items" in product;

/** The amount as the wire had it, in plain digits: `45.5`, and `0.00000012` where JavaScript would write an exponent. */
export function decimalText(amount: number): string {
  const text = String(amount);
  return /e/.test(text) ? amount.toFixed(20).replace(/\.?0+$/, "") : text;
}
