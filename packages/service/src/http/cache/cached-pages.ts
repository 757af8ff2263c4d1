import type { Format } from "@paseo/contract";
import { LRUCache } from "lru-cache";
import { type ContentEncoding, contentTypes } from "../../web/negotiation.ts";
import { EncodedPage } from "./encoded-page.ts";
import type { PageRequester, PageWork } from "./page-work.ts";

/**
 * Cached pages. The cache key identifies the content of a page. The cache epoch identifies the data that the page was made from. The
 * cache never sends a page of an epoch other than the current one.
 */

export interface CachedPagesOptions {
  /** Maximum number of bytes of all pages in all encodings together. */
  maxBytes: number;
  /** Whether shared caches may store a page: not when READ_ACCESS requires a key. */
  shared: boolean;
  /** Limits how many pages are made at the same time. */
  work?: PageWork;
  onLookup?: (lookup: CacheResult) => void;
}

/** `revalidated`: after a miss the cached page was revalidated, because its content was still correct. */
type CacheResult = "hit" | "miss" | "revalidated";

export interface PageToBuild<T> {
  /** The cache key: operation and parameters, in one canonical spelling. */
  key: string;
  format: Format;
  /** The encoding that the client prefers. The page is compressed with it at once. */
  encoding?: ContentEncoding;
  /** The share of the limits that the work uses: the partners' share, or the share of clients without a key. */
  share: PageRequester;
  /** Whether the page is of a partner's own set: no shared cache may store it. */
  isPrivate?: boolean;
  /** The cache epoch, such as the catalogue's version. Pages of equal epochs have equal bytes. */
  epoch: string;
  make: () => Promise<T>;
  encode: (value: T, format: Format) => string;
  /** The value of the Link header, such as `</api/products?page=2>; rel="next"`. */
  link?: (value: T) => string | undefined;
  /** Returns the page's data that revalidation needs. */
  shows?: (value: T) => unknown;
  /** Returns whether the cached page of an older epoch has the same content as a new page. `shows` is the data that the page stored. */
  revalidate?: (shows: unknown) => Promise<boolean>;
}

/** A point in time. Between the boundaries of slots no list changes by time alone, so equal points have equal epochs. */
interface Point {
  counter: object;
  slot: number;
}

class CachedPage {
  readonly answer: EncodedPage;
  /** The epoch for which the page was made or revalidated. */
  epoch: string;
  readonly shows: unknown;
  /** The last point at which this epoch was current. A request at the same point needs no computation of the epoch. */
  current: Point | undefined;

  constructor(epoch: string, answer: EncodedPage, shows: unknown) {
    this.epoch = epoch;
    this.answer = answer;
    this.shows = shows;
  }

  isCurrentAt({ counter, slot }: Point): boolean {
    return this.current !== undefined && this.current.counter === counter && this.current.slot === slot;
  }
}

/** Approximate cost of a page in addition to its bytes, so that empty pages are limited too. */
const overheadBytes = 2048;

/** Returns the key of a page in the cache, which stores a page for each format. */
export const pageCacheKey = (key: string, format: Format): string => `${format} ${key}`;

export class CachedPages {
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #building = new Map<string, Promise<CachedPage>>();
  readonly #cacheControl: string;
  readonly #work: PageWork | undefined;
  readonly #onLookup: (lookup: CacheResult) => void;

  constructor({ maxBytes, shared, work, onLookup = () => {} }: CachedPagesOptions) {
    this.#pages = new LRUCache({ maxSize: maxBytes });
    this.#work = work;
    // "no-cache" makes caches revalidate before each use: prices and availability change at any moment, and a 304 has a hundred bytes.
    this.#cacheControl = `${shared ? "public" : "private"}, no-cache`;
    this.#onLookup = onLookup;
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  /** Returns the page, if it is cached for this epoch. */
  get(key: string, format: Format, epoch: string): CachedPage | undefined {
    const page = this.#pages.get(pageCacheKey(key, format));
    const isCurrent = page?.epoch === epoch;
    this.#onLookup(isCurrent ? "hit" : "miss");
    return isCurrent ? page : undefined;
  }

  /**
   * Returns the page of this entry, if it is current at a point; `epochNow` computes the epoch. A miss is not counted here, because a
   * route counts it.
   */
  getAt(entry: string, point: Point, epochNow: () => string): CachedPage | undefined {
    const page = this.#pages.get(entry);
    if (page === undefined) return undefined;
    if (!page.isCurrentAt(point)) {
      if (page.epoch !== epochNow()) return undefined;
      page.current = point;
    }
    this.#onLookup("hit");
    return page;
  }

  /**
   * Makes a page and caches it. Concurrent requests of one share for the same page share the work, and its refusal. A
   * failure is not cached.
   */
  build<T>(page: PageToBuild<T>): Promise<CachedPage> {
    const entry = pageCacheKey(page.key, page.format);
    const flight = `${page.share} ${page.epoch} ${entry}`;
    const inFlight = this.#building.get(flight);
    if (inFlight) return inFlight;
    const building = this.#revalidate(entry, page)
      .then((valid) => valid ?? this.#makeWithinLimit(entry, page))
      .finally(() => this.#building.delete(flight));
    this.#building.set(flight, building);
    return building;
  }

  /** Returns the cached page for the new epoch, if its content is still correct. */
  async #revalidate<T>(entry: string, { epoch, revalidate }: PageToBuild<T>): Promise<CachedPage | undefined> {
    const page = this.#pages.get(entry);
    if (page?.shows === undefined || !(await revalidate?.(page.shows)) || !this.#has(entry, page)) return undefined;
    page.epoch = epoch;
    this.#onLookup("revalidated");
    return page;
  }

  #makeWithinLimit<T>(entry: string, page: PageToBuild<T>): Promise<CachedPage> {
    const make = async () => {
      const made = this.#pages.peek(entry);
      // A request of the other share has made the page meanwhile.
      return made?.epoch === page.epoch ? made : this.#make(entry, page);
    };
    return this.#work ? this.#work.run(page.share, make) : make();
  }

  async #make<T>(
    entry: string,
    { format, encoding = "identity", isPrivate = false, epoch, make, encode, link, shows }: PageToBuild<T>,
  ): Promise<CachedPage> {
    const value = await make();
    const linked = link?.(value);
    const answer = new EncodedPage(encode(value, format), {
      "content-type": contentTypes[format],
      "cache-control": isPrivate ? "private, no-cache" : this.#cacheControl,
      ...(linked === undefined ? {} : { link: linked }),
    });
    const page = new CachedPage(epoch, answer, shows?.(value));
    this.#set(entry, page);
    answer.onResize = () => {
      if (this.#has(entry, page)) this.#set(entry, page);
    };
    await answer.in(encoding);
    return page;
  }

  /** Gives every page the epoch that `epochOf` finds for it, and removes pages without one. */
  async refresh(epochOf: (page: CachedPage) => Promise<string | undefined>): Promise<void> {
    for (const [entry, page] of [...this.#pages.entries()]) {
      const epoch = await epochOf(page);
      if (epoch !== undefined) page.epoch = epoch;
      else if (this.#has(entry, page)) this.#pages.delete(entry);
    }
  }

  #has(entry: string, page: CachedPage): boolean {
    return this.#pages.peek(entry) === page;
  }

  /** Stores a page with its present size, because the cache measures a stored value only once. */
  #set(entry: string, page: CachedPage): void {
    this.#pages.delete(entry);
    this.#pages.set(entry, page, { size: page.answer.size + overheadBytes });
  }
}
