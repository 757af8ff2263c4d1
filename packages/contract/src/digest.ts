import type { Currency, Event, Page, Price, Product, ProductSummary } from "./schemas.ts";
import { sha256Start } from "./sha256.ts";
import { decimal } from "./xml-writer.ts";

/**
 * What `catalogdigest` counts, for whoever keeps a copy of the catalogue: each record has a text and a hash, and the
 * hashes of all records of a kind have a sum that does not depend on their order.
 *
 * A record's text is its fields in the contract's order, joined by U+001F, which no text of the interface can hold. A text
 * stands as it is; a number as a plain decimal without an exponent or zeros at its end; a flag as `true` or `false`; null
 * as nothing. A collection is its number of records, then the fields of each; a price is its currency and its value.
 */

type Field = string | number | boolean | null;

const joined = (fields: readonly Field[]): string => fields.map(written).join("\u001f");

function written(field: Field): string {
  if (field === null) return "";
  return typeof field === "number" ? decimal(field) : `${field}`;
}

/** The text of a product as the list gives it. */
export const productSummaryText = (product: ProductSummary): string => joined(summary(product));

/**
 * The text of a product as it is given alone. Left out: MinUsdPrice, which follows from MinPrice and the rate, and Description,
 * which is always null.
 */
export const productText = (product: Product): string =>
  joined([
    ...summary(product),
    product.leadPurchaseDay,
    product.cancelPurchaseHour,
    ...price(product.minPrice),
    product.location.venue,
    product.location.address,
    product.location.latitude,
    product.location.longitude,
    product.items.length,
    ...product.items.flatMap(item),
    product.questionConfiguration.allPassengerNames,
    product.questionConfiguration.allPassengerWeights,
    product.questionConfiguration.hotel,
    product.questionConfiguration.airportFlight,
    product.updatedOn,
  ]);

const summary = (product: ProductSummary): Field[] => [
  product.id,
  product.productTypeCode,
  product.name,
  product.cityCode,
  product.immediateBooking,
  product.hasAvailability,
];

const price = (given: Price | null): Field[] => (given ? [given.currencyCode, given.value] : [null, null]);

const item = (one: Product["items"][number]): Field[] => [
  one.id,
  one.name,
  one.partNumber,
  ...price(one.minPrice),
  one.published,
  one.ticketRules.length,
  ...one.ticketRules.flatMap((rule) => [
    rule.code,
    rule.minQuantity,
    rule.maxQuantity,
    rule.defaultQuantity,
    rule.incrementQuantity,
  ]),
];

/** The text of an event. Left out: UnitUsdPrice, which follows from UnitPrice and the rate. */
export const eventText = (event: Event): string =>
  joined([
    event.id,
    event.itemId,
    event.eventOn,
    event.availabilityCode,
    event.tickets.length,
    ...event.tickets.flatMap((ticket) => [ticket.code, ...price(ticket.unitPrice)]),
  ]);

/** The text of a page in the language of the list that it was read from. */
export const pageText = (page: Page): string =>
  joined([page.id, page.name, page.pageTypeCode, page.cityCode, page.published, page.url]);

export const currencyText = (currency: Currency): string =>
  joined([currency.code, currency.name, currency.rate, currency.displaySymbol]);

/** A record's hash: the first 64 bits of the SHA-256 of its text in UTF-8, from 0 to 2^64 − 1. */
export const recordHash = (text: string): bigint => sha256Start(text);

/**
 * Count and hash of a set of records, as `catalogdigest` answers them: add each record's hash once, remove that of a
 * record that leaves, and both when one changes. A digest that was kept goes on from its count and hash.
 */
export class DigestSum {
  count: number;
  #sum: bigint;

  constructor(kept: { count: number; hash: string } = { count: 0, hash: "0" }) {
    this.count = kept.count;
    this.#sum = BigInt(`0x${kept.hash}`);
  }

  add(hash: bigint): void {
    this.count++;
    this.#sum = BigInt.asUintN(64, this.#sum + hash);
  }

  remove(hash: bigint): void {
    this.count--;
    this.#sum = BigInt.asUintN(64, this.#sum - hash);
  }

  /** The sum modulo 2^64, 16 hexadecimal digits in lower case. */
  get hash(): string {
    return this.#sum.toString(16).padStart(16, "0");
  }
}
