import type { Paged } from "@paseo/contract";

/** Query parameters by name. */
export type QueryParameters = Record<string, string | number | boolean | undefined>;

/** The fields of every page of a list. */
interface PageOf<T> {
  hasNextPage: boolean;
  values: readonly T[];
}

/**
 * A paged list: `for await (const record of list)`, or `list.pages()` for whole pages. Each loop reads the list from its
 * first page, one page at a time as needed, and throws what a read throws.
 */
export class PagedList<T, P extends PageOf<T> = Paged<T>> implements AsyncIterable<T> {
  readonly #read: (page: number, last: P | undefined) => Promise<P>;
  readonly #first: number;

  /** `read` reads a page by its number. `last` is the page before it. */
  constructor(read: (page: number, last: P | undefined) => Promise<P>, first = 1) {
    this.#read = read;
    this.#first = first;
  }

  /** The records of all pages in order. A record that moves meanwhile may occur twice; none is missed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { values } of this.pages()) yield* values;
  }

  /**
   * The pages, with their totals or their cursor. A page in the middle may be short or empty, because removed records leave holes. Only
   * `hasNextPage` shows where the list ends.
   */
  async *pages(): AsyncGenerator<P, void, undefined> {
    let page: P | undefined;
    for (let number = this.#first; ; number++) {
      page = await this.#read(number, page);
      yield page;
      if (!page.hasNextPage) return;
    }
  }
}
