import { sql } from "kysely";
import type { CatalogueFile, CataloguePage, CatalogueProduct } from "../../../src/store/editing/catalogue-file.ts";
import { startApp, type TestApp, testNow } from "../../support/app.ts";
import { Partner } from "../../support/partner.ts";
import { show, testCatalogue } from "../../support/samples/catalogue.ts";
import type { OpenStore } from "../../support/servers/stores.ts";

/** A catalogue of several pages a list that changes under whoever walks through it. */

/** How many there are: products, of which the first ones are on tour with events a day apart, and content pages. */
export interface Sizes {
  products: number;
  touring: number;
  eventsEach: number;
  pages: number;
}
export const sizes: Sizes = { products: 250, touring: 12, eventsEach: 100, pages: 250 };
/** Two pages a list, for those who walk often. */
export const twoPages: Sizes = { products: 140, touring: 12, eventsEach: 80, pages: 140 };

type Events = NonNullable<CatalogueProduct["items"][number]["events"]>;

export class ChangingCatalogue {
  readonly app: TestApp;
  private readonly products: CatalogueProduct[];
  private readonly pages: CataloguePage[];
  private readonly originals: { products: CatalogueProduct[]; pages: CataloguePage[] };
  private rate = 0.9;
  private serial = 0;

  private constructor(app: TestApp, file: Required<Pick<CatalogueFile, "products" | "pages">>) {
    this.app = app;
    this.products = [...file.products];
    this.pages = [...file.pages];
    this.originals = file;
  }

  /** Starts the service with the catalogue, whose events are from 20 June 2026 on. */
  static async start(open: OpenStore, now = testNow, { products: all, touring, eventsEach, pages: written } = sizes) {
    const products = Array.from({ length: all }, (_, n) => productAt(n, n < touring ? eventsEach : 0));
    const pages = Array.from({ length: written }, (_, n) => pageAt(n));
    const { currencies = [], partners = [] } = testCatalogue;
    const app = await startApp({ open, now, catalogue: { currencies, partners, products, pages } });
    return new ChangingCatalogue(app, { products, pages });
  }

  /** Makes every product and page what it was at the start. */
  async restore(): Promise<void> {
    const { products, pages } = this.originals;
    await this.app.import({
      products: products.filter((product, n) => product !== this.products[n]),
      pages: pages.filter((page, n) => page !== this.pages[n]),
    });
    this.products.splice(0, products.length, ...products);
    this.pages.splice(0, pages.length, ...pages);
  }

  /** Rewrites some products, in one import. */
  async changeProducts(
    numbers: number[],
    change: (product: CatalogueProduct) => Partial<CatalogueProduct>,
  ): Promise<void> {
    for (const n of numbers) this.products[n] = { ...this.products[n]!, ...change(this.products[n]!) };
    await this.app.import({ products: numbers.map((n) => this.products[n]!) });
  }

  /** A new product with events of its own. */
  async create(): Promise<void> {
    const n = this.products.length;
    const product = productAt(n, 30);
    this.products.push(product);
    await this.app.import({ products: [product] });
  }

  /** Books the last places of an event that has some, of those coming the `n`-th. */
  async sellOut(n: number): Promise<void> {
    const [event] = await this.ids(`
      select id from event where listed and availability = 'available' and not hidden and capacity_left = ${places}
        and sales_end_at > '${this.app.clock.now.toISOString()}' order by event_on, id offset ${n} limit 1`);
    const partner = new Partner(this.app);
    const { totalUsd, isValid } = event
      ? await partner.validate(event, { ADULT: places })
      : { totalUsd: null, isValid: false };
    // Between the two the event may be gone, or its price another: then it is not sold.
    if (isValid) await partner.book(event!, { ADULT: places }, totalUsd!.value);
  }

  /** Gives some products other names, each of which still holds the word `paseo`. */
  rename(numbers: number[]): Promise<void> {
    return this.changeProducts(numbers, () => ({ name: `Paseo renombrado ${++this.serial}` }));
  }

  /** Rewrites the events of some of the touring products, in one import. */
  changeEvents(numbers: number[], change: (events: Events) => Events): Promise<void> {
    return this.changeProducts(numbers, ({ items: [item] }) => ({
      items: [{ ...item!, events: change(item!.events ?? []) }],
    }));
  }

  reprice(numbers: number[]): Promise<void> {
    const amount = `${50 + (++this.serial % 900)}.00`;
    return this.changeEvents(numbers, (events) =>
      events.map((event) => ({ ...event, prices: [{ code: "ADULT", amount }] })),
    );
  }

  async changePages(numbers: number[], change: (page: CataloguePage) => Partial<CataloguePage>): Promise<void> {
    for (const n of numbers) this.pages[n] = { ...this.pages[n]!, ...change(this.pages[n]!) };
    await this.app.import({ pages: numbers.map((n) => this.pages[n]!) });
  }

  retitlePages(numbers: number[]): Promise<void> {
    return this.changePages(numbers, () => ({ es: { name: `Página ${++this.serial}`, url: "//www.example.com/es" } }));
  }

  /** Another rate for the euro. */
  async changeRate(): Promise<void> {
    this.rate += 0.01;
    const euro = testCatalogue.currencies!.find(({ code }) => code === "EUR")!;
    await this.app.import({ currencies: [{ ...euro, rate: this.rate.toFixed(2) }] });
  }

  /** Our ids of the operator's products, in the order asked for. */
  async productIds(numbers: number[]): Promise<string[]> {
    const { rows } = await sql<{ id: string; key: string }>`
      select id, external_id as key from product`.execute(this.app.store.database.db);
    const ids = new Map(rows.map((row) => [row.key, row.id]));
    return numbers.map((n) => ids.get(this.products[n]!.externalId)!);
  }

  /** Ids in the first column of a query on what the store holds now. */
  ids(query: string): Promise<string[]> {
    return idsIn(this.app, query);
  }
}

export async function idsIn(app: TestApp, query: string): Promise<string[]> {
  const { rows } = await sql.raw<{ id: string }>(query).execute(app.store.database.db);
  return rows.map((row) => row.id);
}

function productAt(n: number, events: number): CatalogueProduct {
  const [item] = show.items;
  const { schedules: _schedules, ...withoutEvents } = item!;
  return {
    ...show,
    externalId: `paseo-${n}`,
    name: `Paseo ${n}`,
    currencyCode: n % 2 === 0 ? "EUR" : "USD",
    items: [{ ...withoutEvents, externalId: `seat-${n}`, ...(events > 0 ? { events: eventsFrom(n, events) } : {}) }],
  };
}

/** Places of each event: a party that books them all at once is within the ticket's rule. */
const places = 2;

const eventsFrom = (n: number, length: number): Events =>
  Array.from({ length }, (_, day) => ({
    eventOn: `${new Date(Date.UTC(2026, 5, 20 + day)).toISOString().slice(0, 10)}T${String(8 + (n % 12)).padStart(2, "0")}:00`,
    capacity: places,
    prices: [{ code: "ADULT", amount: "45.00" }],
  }));

function pageAt(n: number): CataloguePage {
  return {
    externalId: `page-${n}`,
    type: n % 5 === 0 ? "category" : "city",
    cityCode: "MAD",
    es: { name: `Página ${n}`, url: "//www.example.com/es" },
    pt: { name: `Página ${n}`, url: "//www.example.com/pt" },
  };
}

/** What a walker meets: one page at a time, as identifiers with the whole record. */
export type Walk = AsyncGenerator<Map<string, unknown>>;

interface ListPage {
  hasNextPage: boolean;
  values: { id: string }[];
}

/** Page 1, 2, 3, … until there is no next one. */
export async function* byNumber(url: string, path: string): Walk {
  for (let page = 1, more = true; more; page++) {
    const { list } = await read(`${url}${path}${path.includes("?") ? "&" : "?"}page=${page}`);
    more = list.hasNextPage;
    yield records(list);
  }
}

/** The control: the list of events from the day that is today when each page is read, as if days simply left it. */
export async function* byToday(url: string, path: string, today: () => string): Walk {
  for (let page = 1, more = true; more; page++) {
    const { list } = await read(`${url}${path}${path.includes("?") ? "&" : "?"}fromdate=${today()}&page=${page}`);
    more = list.hasNextPage;
    yield records(list);
  }
}

/** From page to page along `Link: rel="next"`. */
export async function* byLink(url: string, path: string): Walk {
  for (let next: string | undefined = path; next !== undefined; ) {
    const { list, link } = await read(`${url}${next}`);
    next = link === null ? undefined : /^<([^>]+)>; rel="next"$/.exec(link)?.[1];
    yield records(list);
  }
}

/** The control: pages cut out of the rows that are there when each is read, as OFFSET does. */
export async function* byOffset(live: () => Promise<string[]>, size: number): Walk {
  for (let offset = 0, more = true; more; offset += size) {
    const rows = await live();
    more = rows.length > offset + size;
    yield new Map(rows.slice(offset, offset + size).map((id) => [id, id]));
  }
}

async function read(address: string): Promise<{ list: ListPage; link: string | null }> {
  const answer = await fetch(address);
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  return { list: (await answer.json()) as ListPage, link: answer.headers.get("link") };
}

const records = ({ values }: ListPage): Map<string, unknown> => new Map(values.map((value) => [value.id, value]));

/**
 * Walks while the catalogue changes: `changes[n]` between page n + 1 and the next one. Returns the newest of each record
 * that the walker met, and those that it did not meet although they were there from its first page to its last.
 */
export async function walkUnder(
  walk: Walk,
  live: () => Promise<string[]>,
  changes: (() => Promise<void>)[],
): Promise<{ met: Map<string, unknown>; missed: string[]; pages: number }> {
  const met = new Map<string, unknown>();
  let throughout = new Set(await live());
  let pages = 0;
  for await (const page of walk) {
    for (const [id, record] of page) met.set(id, record);
    await changes[pages++]?.();
    throughout = throughout.intersection(new Set(await live()));
  }
  return { met, missed: [...throughout].filter((id) => !met.has(id)), pages };
}
