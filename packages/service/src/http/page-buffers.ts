import type { Form } from "@paseo/contract";
import { BufferedAnswer } from "./buffered.ts";
import { contentTypes } from "./negotiation.ts";

/**
 * Ready pages, by what they show and the stamp of the data that they were made from. A page whose stamp is no longer the
 * current one is never sent. Bounded in bytes: the page that was asked for longest ago goes first.
 */

export interface PageBuffersOptions {
  /** Bytes to hold at most, all pages in all encodings together. */
  maxBytes?: number;
  /** Whether shared caches may keep a page: not when READ_ACCESS asks for a key. */
  shared: boolean;
  onLookup?: (lookup: "hit" | "miss") => void;
}

export interface PageToBuild<T> {
  /** What the page shows: operation and parameters, in one canonical spelling. */
  key: string;
  form: Form;
  /** What the page was made from, such as the catalogue's version: equal stamp, equal bytes. */
  stamp: string;
  make: () => Promise<T>;
  encode: (value: T, form: Form) => string;
  /** Value of the Link header, such as `</api/products?page=2>; rel="next"`. */
  link?: (value: T) => string | undefined;
}

interface Held {
  stamp: string;
  answer: BufferedAnswer;
}

/** What a page costs beside its bytes, roughly: a walk through keys that match nothing must be bounded too. */
const overheadBytes = 2048;

export class PageBuffers {
  readonly #held = new Map<string, Held>();
  readonly #building = new Map<string, Promise<BufferedAnswer>>();
  readonly #maxBytes: number;
  readonly #cacheControl: string;
  readonly #onLookup: (lookup: "hit" | "miss") => void;
  #bytes = 0;

  constructor({ maxBytes = 128 * 1024 * 1024, shared, onLookup = () => {} }: PageBuffersOptions) {
    this.#maxBytes = maxBytes;
    // "no-cache" lets caches keep a page but has them ask before each use: prices and availability change at any moment,
    // and the asking is a 304 of a hundred bytes.
    this.#cacheControl = `${shared ? "public" : "private"}, no-cache`;
    this.#onLookup = onLookup;
  }

  /** Bytes held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The page, if it is held and was made from the data that `stamp` names. */
  get(key: string, form: Form, stamp: string): BufferedAnswer | undefined {
    const name = `${form} ${key}`;
    const held = this.#held.get(name);
    if (held === undefined || held.stamp !== stamp) {
      this.#onLookup("miss");
      return undefined;
    }
    this.#held.delete(name);
    this.#held.set(name, held);
    this.#onLookup("hit");
    return held.answer;
  }

  /** Makes a page and holds it; all who ask for it meanwhile share the one making. A failure is not held. */
  build<T>(page: PageToBuild<T>): Promise<BufferedAnswer> {
    const name = `${page.form} ${page.key}`;
    const flight = `${page.stamp} ${name}`;
    const underway = this.#building.get(flight);
    if (underway) return underway;
    const building = this.#make(page)
      .then((answer) => this.#hold(name, page.stamp, answer))
      .finally(() => this.#building.delete(flight));
    this.#building.set(flight, building);
    return building;
  }

  async #make<T>({ form, make, encode, link }: PageToBuild<T>): Promise<BufferedAnswer> {
    const value = await make();
    const linked = link?.(value);
    return new BufferedAnswer(encode(value, form), {
      "content-type": contentTypes[form],
      "cache-control": this.#cacheControl,
      ...(linked === undefined ? {} : { link: linked }),
    });
  }

  #hold(name: string, stamp: string, answer: BufferedAnswer): BufferedAnswer {
    this.#drop(name);
    const held = { stamp, answer };
    this.#held.set(name, held);
    this.#bytes += answer.size + overheadBytes;
    answer.onGrow = (bytes) => {
      if (this.#held.get(name) !== held) return;
      this.#bytes += bytes;
      this.#shrink();
    };
    this.#shrink();
    return answer;
  }

  #drop(name: string): void {
    const held = this.#held.get(name);
    if (!held) return;
    this.#held.delete(name);
    this.#bytes -= held.answer.size + overheadBytes;
  }

  /** A Map keeps the order of insertion, and each use inserts anew: the first key is the one used longest ago. */
  #shrink(): void {
    for (const name of this.#held.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(name);
    }
  }
}
