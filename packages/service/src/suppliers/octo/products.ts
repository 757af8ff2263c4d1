import { LRUCache } from "lru-cache";
import { type OctoAddress, type OctoCalls, type OctoRecord, recordsOf } from "./calls.ts";

/** A supplier's list of products, read at most once in ten minutes. */

const freshMs = 600_000;
/** Maximum number of cached suppliers. */
const maxSuppliers = 100;
const known = new LRUCache<string, ProductsRead>({ max: maxSuppliers });

export class ProductsRead {
  #list: OctoRecord[] | undefined;
  #readAtMs = 0;
  #reading: Promise<{ list: OctoRecord[] } | { message: string }> | undefined;

  static of({ url, key, lang }: OctoAddress): ProductsRead {
    const name = JSON.stringify([url, key, lang]);
    const one = known.get(name) ?? new ProductsRead();
    known.set(name, one);
    return one;
  }

  /** Reads the products, or returns the reason why they cannot be read. */
  async read(call: OctoCalls): Promise<{ list: OctoRecord[] } | { message: string }> {
    if (this.#list && performance.now() - this.#readAtMs < freshMs) return { list: this.#list };
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
    const reply = await call({ method: "GET", path: "/products" });
    if (reply.kind !== "answer") return { message: reply.message ?? "The supplier refuses its products." };
    const list = recordsOf(reply.value);
    if (!list) return { message: "The supplier's products are no list of OCTO." };
    this.#list = list;
    this.#readAtMs = performance.now();
    return { list };
  }
}
