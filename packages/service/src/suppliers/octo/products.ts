import { LRUCache } from "lru-cache";
import type { OctoAddress, OctoCalls, OctoRecord } from "./calls.ts";

/** A supplier's list of products, read at most once in ten minutes. */

const freshMs = 600_000;
/** A refused list of this many bytes is not asked for again for a minute: 28 MB take half a second of processor time. */
const longBytes = 1024 * 1024;
const refusedMs = 60_000;
/** Maximum number of cached suppliers, and characters of all their lists as they were sent. */
const maxSuppliers = 100;
const maxLength = 64 * 1024 * 1024;
const known = new LRUCache<string, ProductsRead>({ max: maxSuppliers, maxSize: maxLength });

export class ProductsRead {
  #list: OctoRecord[] | undefined;
  #readAtMs = 0;
  /** The reason why the last list, which was long, was refused. */
  #refused: { message: string; untilMs: number } | undefined;
  #reading: Promise<{ list: OctoRecord[] } | { message: string }> | undefined;

  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  static of({ url, key, lang }: OctoAddress): ProductsRead {
    const name = JSON.stringify([url, key, lang]);
    const one = known.get(name) ?? new ProductsRead(name);
    if (!known.has(name)) known.set(name, one, { size: 1 });
    return one;
  }

  /** Reads the products, or returns the reason why they cannot be read. */
  async read(call: OctoCalls): Promise<{ list: OctoRecord[] } | { message: string }> {
    if (this.#list && performance.now() - this.#readAtMs < freshMs) return { list: this.#list };
    if (this.#refused && performance.now() < this.#refused.untilMs) return { message: this.#refused.message };
    this.#reading ??= this.#readNow(call).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Discards the list, because it lacks a product. Does nothing if the list was read in the last ten seconds. */
  forget(): void {
    if (performance.now() - this.#readAtMs > 10_000) this.#list = undefined;
  }

  async #readNow(call: OctoCalls): Promise<{ list: OctoRecord[] } | { message: string }> {
    const read = await call.products();
    if ("message" in read) {
      const { message, bytes } = read;
      this.#refused = bytes > longBytes ? { message, untilMs: performance.now() + refusedMs } : undefined;
      return { message };
    }
    this.#refused = undefined;
    this.#list = read.list;
    this.#readAtMs = performance.now();
    // Its size is known now.
    known.set(this.#name, this, { size: Math.max(1, read.bytes) });
    return { list: read.list };
  }
}
