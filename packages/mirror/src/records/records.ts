import type { Content, Currency, Event, Language, Page, Product, ProductSummary } from "@paseo/contract";

/** The records of the copy by kind, as in JSON. A product has its details unless `--no-details` leaves them out. */
export interface RecordsByKind {
  currency: Currency;
  product: ProductSummary | Product;
  page: Page;
  content: Content;
  event: Event;
}

export type RecordKind = keyof RecordsByKind;
export type AnyRecord = RecordsByKind[RecordKind];

/** A list of records that the mirror keeps. Pages and contents have the same identifiers in each language, so each language has its own list. */
export interface RecordCollection {
  kind: RecordKind;
  lang?: Language;
}

/** Returns the record's identifier, or a currency's code. */
export const recordKey = (record: AnyRecord): string => ("id" in record ? record.id : record.code);

/** Whether the product has its details. */
export const hasDetails = (product: ProductSummary | Product): product is Product => "items" in product;

/** Writes the amount in plain digits, without the exponent that JavaScript would write: `0.00000012`. */
export function decimalText(amount: number): string {
  const text = String(amount);
  return /e/.test(text) ? amount.toFixed(20).replace(/\.?0+$/, "") : text;
}
