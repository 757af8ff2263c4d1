import { decimal } from "../codec/xml-writer.ts";
import type { Currency, Event, Page, Price, Product, ProductSummary } from "../schemas.ts";
import { sha256Start } from "./sha256.ts";

/**
 * Hashes of records, to compare a copy of the catalogue with `catalogdigest`. Each record has a text and a hash; the sum of the
 * hashes of a kind does not depend on their order.
 *
 * A record's text is its fields in the contract's order, joined by U+001F, which no text of the interface can hold. A text is
 * unchanged, a number a plain decimal without an exponent or trailing zeros, a boolean `true` or `false`, null the empty text,
 * a collection its number of records and then their fields, a price its currency and its value.
 */

type Field = string | number | boolean | null;

const joined = (fields: readonly Field[]): string => fields.map(written).join("\u001f");

function written(field: Field): string {
  if (field === null) return "";
  return typeof field === "number" ? decimal(field) : `${field}`;
}

/** The text of a product in a list. */
export const productSummaryText = (product: ProductSummary): string => joined(summary(product));

/**
 * The text of a single product, without MinUsdPrice, which follows from MinPrice and the rate, and without Description, which is
 * always null.
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

/** The text of an event, without UnitUsdPrice, which follows from UnitPrice and the rate. */
export const eventText = (event: Event): string =>
  joined([
    event.id,
    event.itemId,
    event.eventOn,
    event.availabilityCode,
    event.tickets.length,
    ...event.tickets.flatMap((ticket) => [ticket.code, ...price(ticket.unitPrice)]),
  ]);

/** The text of a content page in the language of its list. */
export const pageText = (page: Page): string =>
  joined([page.id, page.name, page.pageTypeCode, page.cityCode, page.published, page.url]);

export const currencyText = (currency: Currency): string =>
  joined([currency.code, currency.name, currency.rate, currency.displaySymbol]);

/** A record's hash: the first 64 bits of the SHA-256 of its text in UTF-8, from 0 to 2^64 − 1. */
export const recordHash = (text: string): bigint => sha256Start(text);

/**
 * Count and hash of a set of records, as in `catalogdigest`. Add the hash of each record; remove the hash of a record that leaves
 * the set; do both for a changed record. A stored digest continues from its count and hash.
 */
export class DigestSum {
  count: number;
  #sum: bigint;

  constructor(state: { count: number; hash: string } = { count: 0, hash: "0" }) {
    this.count = state.count;
    this.#sum = BigInt(`0x${state.hash}`);
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
