import type { Paged } from "@paseo/contract";

/** One page as it was read, with the Link header that came with it. */
export interface ReadPage<T> {
  page: Paged<T>;
  link: string | null;
}

/** Query parameters by name. */
export type Query = Record<string, string | number | undefined>;

/**
 * A paged list that is read while it is walked: `for await (const record of list)`, or `list.pages()` for the envelopes.
 * Each walk begins anew. A page is asked for when the one before it has been used up, and what a read throws, the walk
 * throws.
 */
export class List<T> implements AsyncIterable<T> {
  readonly #read: (query: Query) => Promise<ReadPage<T>>;
  readonly #first: number;

  constructor(read: (query: Query) => Promise<ReadPage<T>>, first = 1) {
    this.#read = read;
    this.#first = first;
  }

  /** The records of all pages, in the list's order. One that moved while it was walked can come twice; none is missed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { values } of this.pages()) yield* values;
  }

  /**
   * The pages with their totals. Pages in the middle can be short or empty: positions of records that left the list
   * stay empty while others walk it. So only `hasNextPage` tells where the list ends.
   */
  async *pages(): AsyncGenerator<Paged<T>, void, undefined> {
    let pinned: Query = {};
    for (let number = this.#first; ; ) {
      const { page, link } = await this.#read({ ...pinned, page: number });
      yield page;
      if (!page.hasNextPage) return;
      const next = parametersOfNext(link);
      pinned = { ...pinned, ...next };
      // The link may pass over pages on which all is gone; it never leads back.
      number = Math.max(number, Number(next.page ?? 0) - 1) + 1;
    }
  }
}

/**
 * What the service wants the next page to be asked with. In the list of events it pins `fromdate`, because without it the
 * list begins with today, and today may end during the walk.
 */
function parametersOfNext(link: string | null): Query {
  const address = link?.match(/<([^>]*)>\s*;[^,<]*\brel="?next\b/)?.[1];
  return Object.fromEntries(new URLSearchParams(address?.split("?")[1]));
}
