import type { ProductSummary } from "../schemas.ts";
import { sha256First64Bits } from "./sha256.ts";

/**
 * Hashes of records, to compare a copy of the catalogue with `catalogdigest`. The sum of the hashes of a kind does not depend on
 * their order.
 *
 * A record's text is its canonical JSON (RFC 8785) as it was received, with two kinds of members left out at any depth: null, which XML
 * does not write, and prices in US dollars (`minUsdPrice`, `unitUsdPrice`), which follow from the price and the rate. A member that a
 * client does not know counts too, so that a new field does not break an older copy.
 */
export const canonicalRecordText = (record: object): string => canonical(record);

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = value as Record<string, unknown>;
  const names = Object.keys(members).filter((name) => members[name] != null && !dollars.has(name));
  return `{${names
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(members[name])}`)
    .join(",")}}`;
}

const dollars: ReadonlySet<string> = new Set(["minUsdPrice", "unitUsdPrice"]);

/** The record of a product in lists, which `products.hash` covers. */
export const listedProductRecord = ({
  id,
  productTypeCode,
  name,
  cityCode,
  immediateBooking,
  hasAvailability,
}: ProductSummary): ProductSummary => ({ id, productTypeCode, name, cityCode, immediateBooking, hasAvailability });

/** A record's hash: the first 64 bits of the SHA-256 of its text in UTF-8, from 0 to 2^64 − 1. */
export const recordHash = (record: object): bigint => sha256First64Bits(canonicalRecordText(record));

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
