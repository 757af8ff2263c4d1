import type { Paged } from "@paseo/contract";

/** Query parameters by name. */
export type Query = Record<string, string | number | undefined>;

/**
 * A paged list that is read while it is walked: `for await (const record of list)`, or `list.pages()` for the envelopes.
 * Each walk begins anew. A page is asked for when the one before it has been used up, and what a read throws, the walk
 * throws.
 */
export class List<T> implements AsyncIterable<T> {
  readonly #read: (page: number) => Promise<Paged<T>>;
  readonly #first: number;

  constructor(read: (page: number) => Promise<Paged<T>>, first = 1) {
    this.#read = read;
    this.#first = first;
  }

  /** The records of all pages, in the list's order. One that moved while it was walked can come twice; none is missed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { values } of this.pages()) yield* values;
  }

  /**
   * The pages with their totals. A page in the middle can be short or empty, because records that left the list leave their
   * positions empty. So only `hasNextPage` says where the list ends.
   */
  async *pages(): AsyncGenerator<Paged<T>, void, undefined> {
    for (let number = this.#first; ; number++) {
      const page = await this.#read(number);
      yield page;
      if (!page.hasNextPage) return;
    }
  }
}
