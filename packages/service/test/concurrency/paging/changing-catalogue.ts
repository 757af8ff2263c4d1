import { sql } from "kysely";
import type { CatalogueFile, CataloguePage, CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import { startApp, type TestApp, testNow } from "../../support/app.ts";
import { Partner } from "../../support/partner.ts";
import { show, testCatalogue } from "../../support/samples/catalogue.ts";
import type { OpenStore } from "../../support/servers/stores.ts";

/** A catalogue with lists of several pages, and changes to it while clients read them. */

/** How many products and content pages there are. The first products are on tour, with an event on each of some days. */
export interface Sizes {
  products: number;
  touring: number;
  eventsEach: number;
  pages: number;
}
export const sizes: Sizes = { products: 250, touring: 12, eventsEach: 100, pages: 250 };
/** Lists of two pages, for tests that read them often. */
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

  /** Writes every product and page back in its first state. */
  async restore(): Promise<void> {
    const { products, pages } = this.originals;
    await this.app.import({
      products: products.filter((product, n) => product !== this.products[n]),
      pages: pages.filter((page, n) => page !== this.pages[n]),
    });
    this.products.splice(0, products.length, ...products);
    this.pages.splice(0, pages.length, ...pages);
  }

  /** Writes some products with changes, in one import. */
  async changeProducts(
    numbers: number[],
    change: (product: CatalogueProduct) => Partial<CatalogueProduct>,
  ): Promise<void> {
    for (const n of numbers) this.products[n] = { ...this.products[n]!, ...change(this.products[n]!) };
    await this.app.import({ products: numbers.map((n) => this.products[n]!) });
  }

  /** Adds a product with events. */
  async create(): Promise<void> {
    const n = this.products.length;
    const product = productAt(n, 30);
    this.products.push(product);
    await this.app.import({ products: [product] });
  }

  /** Books all seats of the `n`-th coming event that has seats. */
  async sellOut(n: number): Promise<void> {
    const [event] = await this.ids(`
      select id from event where listed and availability = 'available' and not hidden and capacity_left = ${seats}
        and sales_end_at > '${this.app.clock.now.toISOString()}' order by event_on, id offset ${n} limit 1`);
    const partner = new Partner(this.app);
    const { totalUsd, isValid } = event
      ? await partner.validate(event, { ADULT: seats })
      : { totalUsd: null, isValid: false };
    // Another writer may remove the event or change its price in between: then it is not booked.
    if (isValid) await partner.book(event!, { ADULT: seats }, totalUsd!.value);
  }

  /** Gives some products other names, which still contain the word `paseo`. */
  rename(numbers: number[]): Promise<void> {
    return this.changeProducts(numbers, () => ({ name: `Paseo renombrado ${++this.serial}` }));
  }

  /** Writes the events of some products on tour with changes, in one import. */
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

  /** Changes the rate of the euro. */
  async changeRate(): Promise<void> {
    this.rate += 0.01;
    const euro = testCatalogue.currencies!.find(({ code }) => code === "EUR")!;
    await this.app.import({ currencies: [{ ...euro, rate: this.rate.toFixed(2) }] });
  }

  /** Ids of products, in the order of `numbers`. */
  async productIds(numbers: number[]): Promise<string[]> {
    const { rows } = await sql<{ id: string; key: string }>`
      select id, external_id as key from product`.execute(this.app.store.database.db);
    const ids = new Map(rows.map((row) => [row.key, row.id]));
    return numbers.map((n) => ids.get(this.products[n]!.externalId)!);
  }

  /** Ids that a query finds in the store now. */
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

/** Number of seats of each event. The ticket rule allows one booking of all of them. */
const seats = 2;

const eventsFrom = (n: number, length: number): Events =>
  Array.from({ length }, (_, day) => ({
    eventOn: `${new Date(Date.UTC(2026, 5, 20 + day)).toISOString().slice(0, 10)}T${String(8 + (n % 12)).padStart(2, "0")}:00`,
    capacity: seats,
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
