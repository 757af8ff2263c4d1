import {
  type Currency,
  DigestSum,
  type Event,
  type Language,
  languages,
  mapLanguages,
  type Page,
  type ProductSummary,
  recordHash,
  type VersionResponse,
} from "@paseo/contract";

/** A partner that stores a copy of the catalogue, using only the published algorithm. */

/** The lists that a partner can read. Throws `Expired` for a version that is too old. */
export interface Catalogue {
  versions(stored: Versions): Promise<VersionResponse>;
  products(page: number, version?: number): Promise<ListPage<ProductSummary>>;
  deleted(page: number, version: number): Promise<ListPage<string>>;
  events(page: number, version?: number): Promise<ListPage<Event>>;
  pages(lang: Language, page: number, version?: number): Promise<ListPage<Page>>;
  currencies(): Promise<Currency[]>;
}

export interface Versions {
  update: number;
  delete: number;
}

export interface ListPage<T> {
  hasNextPage: boolean;
  values: T[];
}

/** A 410. */
export class Expired extends Error {
  override name = "Expired";
}

/** Every record of the copy, by identifier or code. */
export class Copied {
  readonly products = new Map<string, ProductSummary>();
  readonly events = new Map<string, Event>();
  readonly pages: Record<Language, Map<string, Page>> = mapLanguages(() => new Map());
  readonly currencies = new Map<string, Currency>();

  takeEvent(event: Event): void {
    if (event.availabilityCode === "removed") this.events.delete(event.id);
    else this.events.set(event.id, event);
  }

  takeCurrencies(currencies: Currency[]): void {
    this.currencies.clear();
    for (const currency of currencies) this.currencies.set(currency.code, currency);
  }

  /**
   * The expected answer of `catalogdigest` for these records, with events from a local day on. Products count by their list
   * fields.
   */
  digest(fromDay: string) {
    const events = [...this.events.values()].filter(({ eventOn }) => eventOn >= fromDay);
    return {
      products: sumOf(this.products.values()),
      events: sumOf(events),
      pages: mapLanguages((lang) => sumOf(this.pages[lang].values())),
      currencies: sumOf(this.currencies.values()),
    };
  }
}

export function sumOf(records: Iterable<object>): { count: number; hash: string } {
  const sum = new DigestSum();
  for (const record of records) sum.add(recordHash(record));
  return { count: sum.count, hash: sum.hash };
}

/** Records that a copy lacks, contains with other content, or should not contain; events from a local day on. */
export function differences(copy: Copied, expected: Copied, fromDay: string) {
  const found = { missed: [] as string[], wrong: [] as string[], tooMany: [] as string[] };
  const compare = (kind: string, ours: Map<string, unknown>, theirs: Map<string, unknown>) => {
    for (const [id, record] of theirs)
      if (!ours.has(id)) found.missed.push(`${kind} ${id}`);
      else if (JSON.stringify(ours.get(id)) !== JSON.stringify(record)) found.wrong.push(`${kind} ${id}`);
    for (const id of ours.keys()) if (!theirs.has(id)) found.tooMany.push(`${kind} ${id}`);
  };
  const coming = [...copy.events].filter(([, { eventOn }]) => eventOn >= fromDay);
  compare("product", copy.products, expected.products);
  compare("event", new Map(coming), expected.events);
  for (const lang of languages) compare(`${lang} page`, copy.pages[lang], expected.pages[lang]);
  compare("currency", copy.currencies, expected.currencies);
  return found;
}

export class Copy {
  records = new Copied();
  versions: Versions | undefined;
  /** How often a 410 made the partner start again. */
  restarts = 0;
  private readonly catalogue: Catalogue;

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
  }

  /** Updates the copy: in full the first time and after a 410, otherwise by changes. Pauses after each request. */
  async *sync(): AsyncGenerator<void> {
    try {
      if (this.versions) return yield* this.increment(this.versions);
    } catch (error) {
      if (!(error instanceof Expired)) throw error;
      this.restarts++;
    }
    yield* this.full();
  }

  private async *full(): AsyncGenerator<void> {
    const { catalogue } = this;
    const newest = await catalogue.versions({ update: 0, delete: 0 });
    yield;
    const records = new Copied();
    yield* this.lists(records, undefined);
    this.records = records;
    this.versions = { update: newest.updateVersion, delete: newest.deleteVersion };
  }

  private async *increment(stored: Versions): AsyncGenerator<void> {
    const { catalogue, records } = this;
    const newest = await catalogue.versions(stored);
    yield;
    if (newest.updateVersion !== 0) yield* this.lists(records, stored.update);
    if (newest.deleteVersion !== 0)
      yield* byNumber(
        (page) => catalogue.deleted(page, stored.delete),
        (id) => records.products.delete(id),
      );
    this.versions = {
      update: newest.updateVersion || stored.update,
      delete: newest.deleteVersion || stored.delete,
    };
  }

  private async *lists(records: Copied, version: number | undefined): AsyncGenerator<void> {
    const { catalogue } = this;
    yield* byNumber(
      (page) => catalogue.products(page, version),
      (product) => records.products.set(product.id, product),
    );
    yield* byNumber(
      (page) => catalogue.events(page, version),
      (event) => records.takeEvent(event),
    );
    for (const lang of languages)
      yield* byNumber(
        (number) => catalogue.pages(lang, number, version),
        (page) => records.pages[lang].set(page.id, page),
      );
    records.takeCurrencies(await catalogue.currencies());
  }
}

/** Reads page 1, 2, 3, … until there is no next page, with a pause after each page. */
async function* byNumber<T>(
  read: (page: number) => Promise<ListPage<T>>,
  take: (record: T) => void,
): AsyncGenerator<void> {
  for (let page = 1, more = true; more; page++) {
    const { hasNextPage, values } = await read(page);
    for (const value of values) take(value);
    more = hasNextPage;
    yield;
  }
}

/** The catalogue over HTTP, as everybody reads it or the partner of a key. */
export function catalogueAt(url: string, key?: string): Catalogue {
  const read = async (path: string, query: Record<string, number | undefined>) => {
    const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
    const address = `${url}/api/${path}?${given.join("&")}`;
    const answer = await fetch(address, key === undefined ? {} : { headers: { "x-api-key": key } });
    if (answer.status === 410) throw new Expired(address);
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as never;
  };
  return {
    versions: ({ update, delete: deleted }) =>
      read("productversion", { updateversion: update, deleteversion: deleted }),
    products: (page, version) => read("products", { page, version }),
    deleted: (page, version) => read("productsdeleted", { page, version }),
    events: (page, version) => read("events", { page, version }),
    pages: (lang, page, version) => read(`${lang}/pages`, { page, version }),
    currencies: async () => ((await read("currencies", {})) as { values: Currency[] }).values,
  };
}
