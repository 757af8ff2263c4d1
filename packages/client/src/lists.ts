import type { Paged } from "@paseo/contract";

/** Query parameters by name. */
export type Query = Record<string, string | number | undefined>;

/**
 * A paged list: `for await (const record of list)`, or `list.pages()` for whole pages. Each loop reads the list from its
 * first page, one page at a time as needed, and throws what a read throws.
 */
export class List<T> implements AsyncIterable<T> {
  readonly #read: (page: number) => Promise<Paged<T>>;
  readonly #first: number;

  constructor(read: (page: number) => Promise<Paged<T>>, first = 1) {
    this.#read = read;
    this.#first = first;
  }

  /** The records of all pages in order. A record that moves meanwhile may occur twice; none is missed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { values } of this.pages()) yield* values;
  }

  /**
   * The pages with their totals. A page in the middle may be short or empty, because removed records leave holes. Only
   * `hasNextPage` shows where the list ends.
   */
  async *pages(): AsyncGenerator<Paged<T>, void, undefined> {
    for (let number = this.#first; ; number++) {
      const page = await this.#read(number);
      yield page;
      if (!page.hasNextPage) return;
    }
  }
}
