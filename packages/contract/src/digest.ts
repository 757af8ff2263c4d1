import type { ProductSummary } from "./schemas.ts";

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

/**
 * SHA-256 (FIPS 180-4) of a text's UTF-8, for digests: the first 64 bits, without a promise.
 * Runs in every JavaScript engine; a million short texts a second.
 */

/** The first 64 bits of the SHA-256 of the text's UTF-8, as an unsigned number. */
function sha256First64Bits(text: string): bigint {
  const state = start.slice();
  const length = encode(text);
  for (let at = 0; at < length; at += 64) addBlock(state, at);
  return (BigInt(state[0]! >>> 0) << 32n) | BigInt(state[1]! >>> 0);
}

const encoder = new TextEncoder();
let bytes = new Uint8Array(1024);
let words = new DataView(bytes.buffer);

/** Writes the text with its padding into `bytes`. Returns the total length, a multiple of 64. */
function encode(text: string): number {
  // A UTF-16 unit is three bytes of UTF-8 at most; padding takes 72 at most.
  const needed = text.length * 3 + 72;
  if (bytes.length < needed) {
    bytes = new Uint8Array(needed);
    words = new DataView(bytes.buffer);
  }
  const { written } = encoder.encodeInto(text, bytes);
  const length = (((written + 8) >> 6) + 1) << 6;
  bytes.fill(0, written, length);
  bytes[written] = 0x80;
  words.setUint32(length - 8, Math.floor(written / 0x2000_0000));
  words.setUint32(length - 4, written << 3);
  return length;
}

const primes = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && Array.from({ length: n }, (_, d) => d).every((d) => d < 2 || n % d !== 0),
);
/**
 * Returns the first 32 bits of the fraction of a root of a prime. It is exact, because it takes the whole-number root of the prime times a
 * power of two.
 */
const fraction = (prime: number, power: 2 | 3): number => {
  const target = BigInt(prime) << BigInt(32 * power);
  let root = 0n;
  for (let bit = 1n << 36n; bit > 0n; bit >>= 1n) if ((root + bit) ** BigInt(power) <= target) root += bit;
  return Number(root & 0xffff_ffffn);
};
const start = new Int32Array(primes.slice(0, 8).map((prime) => fraction(prime, 2)));
const constants = new Int32Array(primes.map((prime) => fraction(prime, 3)));
const schedule = new Int32Array(64);

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Mixes the block of `bytes` at `at` into the state. */
function addBlock(state: Int32Array, at: number): void {
  for (let n = 0; n < 16; n++) schedule[n] = words.getInt32(at + n * 4);
  for (let n = 16; n < 64; n++) {
    const early = schedule[n - 15]!;
    const late = schedule[n - 2]!;
    schedule[n] =
      schedule[n - 16]! +
      (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) +
      schedule[n - 7]! +
      (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let n = 0; n < 64; n++) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + (g ^ (e & (f ^ g))) + constants[n]! + schedule[n]!;
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) | (c & (a | b)));
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] = state[0]! + a;
  state[1] = state[1]! + b;
  state[2] = state[2]! + c;
  state[3] = state[3]! + d;
  state[4] = state[4]! + e;
  state[5] = state[5]! + f;
  state[6] = state[6]! + g;
  state[7] = state[7]! + h;
}
