import type { Form } from "@paseo/contract";
import { contentTypes, type Encoding } from "../negotiation.ts";
import { BufferedAnswer } from "./encoded-page.ts";
import type { PageWork } from "./page-work.ts";

/**
 * Ready pages, by what they show and the stamp of the data that they were made from. A page whose stamp is no longer the
 * current one is never sent. Bounded in bytes: pages that nobody asked for lately go first.
 */

export interface PageBuffersOptions {
  /** Bytes to hold at most, all pages in all encodings together. */
  maxBytes: number;
  /** Whether shared caches may keep a page: not when READ_ACCESS asks for a key. */
  shared: boolean;
  /** How many pages are made at once. */
  work?: PageWork;
  /** `renewed`: after a miss, when the page that was held turned out to be right still. */
  onLookup?: (lookup: Lookup) => void;
}

export type Lookup = "hit" | "miss" | "renewed";

export interface PageToBuild<T> {
  /** What the page shows: operation and parameters, in one canonical spelling. */
  key: string;
  form: Form;
  /** The encoding that is asked for, which is made with the page. */
  encoding?: Encoding;
  /** What the page was made from, such as the catalogue's version: equal stamp, equal bytes. */
  stamp: string;
  make: () => Promise<T>;
  encode: (value: T, form: Form) => string;
  /** Value of the Link header, such as `</api/products?page=2>; rel="next"`. */
  link?: (value: T) => string | undefined;
  /** What is to be known of the page to tell later whether it outlives a change. */
  shows?: (value: T) => unknown;
  /** Whether the page that is held, of an older stamp, is what making it anew would give; `shows` is what is known of it. */
  outlives?: (shows: unknown) => Promise<boolean>;
}

/** A page that is ready. */
export class ReadyPage {
  readonly answer: BufferedAnswer;
  /** What it was made from, or was found to be equal to later. */
  stamp: string;
  /** What is known of it to tell whether it outlives a change. */
  readonly shows: unknown;
  /** False once another page has taken its place, or the room that it took. */
  held = true;
  /** Whether it was asked for since the bound was last met. */
  used = false;
  /** The data as of which its stamp was last found to be the current one: as long as that is the newest, no stamp is made. */
  current: Moment | undefined;

  constructor(stamp: string, answer: BufferedAnswer, shows: unknown) {
    this.stamp = stamp;
    this.answer = answer;
    this.shows = shows;
  }
}

/** A state of the catalogue in a stretch of time in which no list changes by itself: equal moments have equal stamps. */
export interface Moment {
  counter: object;
  slot: number;
}

/** What a page costs beside its bytes, roughly: a walk through keys that match nothing must be bounded too. */
const overheadBytes = 2048;

export class PageBuffers {
  readonly #held = new Map<string, ReadyPage>();
  readonly #building = new Map<string, Promise<ReadyPage>>();
  readonly #maxBytes: number;
  readonly #cacheControl: string;
  readonly #work: PageWork | undefined;
  readonly #onLookup: (lookup: Lookup) => void;
  #bytes = 0;

  constructor({ maxBytes, shared, work, onLookup = () => {} }: PageBuffersOptions) {
    this.#maxBytes = maxBytes;
    this.#work = work;
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
  get(key: string, form: Form, stamp: string): ReadyPage | undefined {
    const page = this.peek(key, form, stamp);
    if (page) return this.use(page);
    this.#onLookup("miss");
    return undefined;
  }

  /** The same, without counting as a look-up. */
  peek(key: string, form: Form, stamp: string): ReadyPage | undefined {
    const page = this.#held.get(`${form} ${key}`);
    return page?.stamp === stamp ? page : undefined;
  }

  /** Counts the use of a page. */
  use(page: ReadyPage): ReadyPage {
    page.used = true;
    this.#onLookup("hit");
    return page;
  }

  /** Makes a page and holds it; all who ask for it meanwhile share the one making. A failure is not held. */
  build<T>(page: PageToBuild<T>): Promise<ReadyPage> {
    const name = `${page.form} ${page.key}`;
    const flight = `${page.stamp} ${name}`;
    const underway = this.#building.get(flight);
    if (underway) return underway;
    const building = this.#renew(name, page)
      .then((renewed) => renewed ?? this.#makeInTurn(name, page))
      .finally(() => this.#building.delete(flight));
    this.#building.set(flight, building);
    return building;
  }

  /** The page that is held, under its new stamp, when it is still right. */
  async #renew<T>(name: string, { stamp, outlives }: PageToBuild<T>): Promise<ReadyPage | undefined> {
    const page = this.#held.get(name);
    if (page?.shows === undefined || !(await outlives?.(page.shows)) || !page.held) return undefined;
    page.stamp = stamp;
    page.used = true;
    this.#onLookup("renewed");
    return page;
  }

  #makeInTurn<T>(name: string, page: PageToBuild<T>): Promise<ReadyPage> {
    const make = () => this.#make(name, page);
    return this.#work ? this.#work.run(make) : make();
  }

  async #make<T>(
    name: string,
    { form, encoding = "identity", stamp, make, encode, link, shows }: PageToBuild<T>,
  ): Promise<ReadyPage> {
    const value = await make();
    const linked = link?.(value);
    const answer = new BufferedAnswer(encode(value, form), {
      "content-type": contentTypes[form],
      "cache-control": this.#cacheControl,
      ...(linked === undefined ? {} : { link: linked }),
    });
    const page = this.#hold(name, new ReadyPage(stamp, answer, shows?.(value)));
    await answer.in(encoding);
    return page;
  }

  /** Gives every page the stamp that `stampOf` finds for it, and lets go of those for which there is none. */
  async refresh(stampOf: (page: ReadyPage) => Promise<string | undefined>): Promise<void> {
    for (const [name, page] of [...this.#held]) {
      const stamp = await stampOf(page);
      if (stamp !== undefined) page.stamp = stamp;
      else if (this.#held.get(name) === page) this.#drop(name);
    }
  }

  #hold(name: string, page: ReadyPage): ReadyPage {
    const { answer } = page;
    this.#drop(name);
    this.#held.set(name, page);
    this.#bytes += answer.size + overheadBytes;
    answer.onGrow = (bytes) => {
      if (!page.held) return;
      this.#bytes += bytes;
      this.#shrink();
    };
    this.#shrink();
    return page;
  }

  #drop(name: string): void {
    const page = this.#held.get(name);
    if (!page) return;
    this.#held.delete(name);
    page.held = false;
    this.#bytes -= page.answer.size + overheadBytes;
  }

  /**
   * Walks round in the order of the Map: a page that was used since the last round goes to its end, another goes. Moving a
   * page at each use instead would keep the exact order, at a tenth of the time that a ready page takes.
   */
  #shrink(): void {
    for (const [name, page] of this.#held) {
      if (this.#bytes <= this.#maxBytes) return;
      if (!page.used) this.#drop(name);
      else {
        page.used = false;
        this.#held.delete(name);
        this.#held.set(name, page);
      }
    }
  }
}
