import { type PaseoClient, PaseoError } from "@paseo/client";
import type {
  CategoryCode,
  Content,
  Currency,
  DayAvailability,
  Event,
  ItemContent,
  Language,
  Photo,
  Product,
  ValidateResponse,
} from "@paseo/contract";
import { foldText } from "@paseo/contract/folded-text";
import { LRUCache } from "lru-cache";
import type { SitePage } from "../records/site.ts";
import type { ActiveSite } from "./directory.ts";

/**
 * The catalogue as a site shows it. Products, their contents, events and currencies come from the partner interface; which page shows what is
 * read from the store, since the interface does not say it.
 */

/** What the price of a product follows from. */
export type PricedContent = Pick<Content, "timeZone" | "ticketTypes"> & {
  items: readonly Pick<ItemContent, "id" | "ticketSizes" | "salesEndMinutes">[];
};

/** What a list shows of a product. */
export interface Card {
  id: string;
  name: string;
  summary: string | null;
  /** Of texts that the product has in another language only. */
  textLanguages: { name?: Language; summary?: Language };
  cityCode: string;
  categories: CategoryCode[];
  durationMinutes: number | null;
  photo: Photo | null;
  /** What its price follows from. */
  priced: PricedContent;
  /** Whether it has events that can be bought. */
  isOpen: boolean;
  /** What a search compares. */
  folded: string;
}

/** What can be booked of a product on a local day. */
export type Day = Pick<DayAvailability, "date" | "openEvents" | "soldOut" | "minPrice" | "minUsdPrice">;

/** A published page, with the paths below the site's address at which it is. */
export interface MappedPage extends SitePage {
  paths: Partial<Record<Language, string>>;
}

/** The state of the catalogue. A page that was made at one is current until it changes. */
export type CatalogueState = string;

/** The pages of a site, found by their path and by what they show. */
export interface SiteMap {
  pages: readonly MappedPage[];
  /** Finds the page of a language at a path below the site's address. */
  at(lang: Language, path: string): MappedPage | undefined;
  /** The first page of a product that the language has. */
  ofProduct(id: string, lang: Language): MappedPage | undefined;
  ofCity(code: string): MappedPage | undefined;
}

/** How long a site goes without asking whether the catalogue changed. */
const freshMs = 1_000;
/** Details that are remembered: a product, its days, or the events of a day. */
const maxDetails = 1_000;
/** In the partner interface, availability follows the time in steps of five minutes. */
const stepMs = 300_000;

/** The products at a state of the catalogue. */
interface Cards {
  state: CatalogueState;
  /** In the order of their creation. */
  byId: Promise<Map<string, Card>>;
  cards: Promise<Map<string, Card>>;
}

export class SiteCatalogue {
  readonly #site: ActiveSite;
  readonly #readPages: () => Promise<SitePage[]>;
  #state: { value: CatalogueState; at: number } | undefined;
  #reading: Promise<CatalogueState> | undefined;
  #charged: string | null = null;
  /** The state at which each product last changed. Others have not changed since the state `since`. */
  #changes: { since: CatalogueState; products: Map<string, CatalogueState> } | undefined;
  readonly #cards = new Map<Language, Cards>();
  #map: { state: CatalogueState; map: Promise<SiteMap> } | undefined;
  readonly #details = new LRUCache<string, Promise<unknown>>({ max: maxDetails });

  constructor(site: ActiveSite, readPages: () => Promise<SitePage[]>) {
    this.#site = site;
    this.#readPages = readPages;
  }

  /** Returns the state of the catalogue, at most a second old. */
  async state(): Promise<CatalogueState> {
    const known = this.#state;
    if (known && performance.now() - known.at < freshMs) return known.value;
    this.#reading ??= this.#readState().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readState(): Promise<CatalogueState> {
    const at = performance.now();
    const { updateVersion, deleteVersion } = await this.#client("es").versions();
    const { status, body } = await this.#site.client.send("GET", "/api/es/eventpay");
    if (status === 200) this.#charged = (body as { currencyCode: string }).currencyCode;
    const value = `${updateVersion}/${deleteVersion}`;
    const before = this.#state?.value;
    if (value !== before) await this.#markChanges(before, value);
    this.#state = { value, at };
    return value;
  }

  /** A booking changes one product. What is remembered of the others stays: a list would otherwise read the prices of all its products again. */
  async #markChanges(before: CatalogueState | undefined, value: CatalogueState): Promise<void> {
    const changed = before === undefined ? null : await this.#changedSince(before);
    if (!this.#changes || !changed) this.#changes = { since: value, products: new Map() };
    else for (const id of changed) this.#changes.products.set(id, value);
  }

  /** Returns the ids of the products that changed, or of which a day changed. Null: nobody knows them any more. */
  async #changedSince(before: CatalogueState): Promise<string[] | null> {
    const version = Number(before.split("/")[0]);
    const client = this.#client("es");
    try {
      const products = await Array.fromAsync(client.products({ version }));
      const days = await Array.fromAsync(client.availability({ version }));
      return [...products.map(({ id }) => id), ...days.map(({ productId }) => productId)];
    } catch (error) {
      if (error instanceof PaseoError) return null;
      throw error;
    }
  }

  /** Returns the code of the currency that guests pay in, as old as the state. */
  async chargedCurrency(): Promise<string | null> {
    await this.state();
    return this.#charged;
  }

  #client(lang: Language) {
    return this.#site.client.in(lang);
  }

  async map(): Promise<SiteMap> {
    const state = await this.state();
    if (this.#map?.state !== state)
      this.#map = { state, map: this.#readPages().then((pages) => siteMap(pages, this.#site)) };
    return this.#map.map;
  }

  /** Returns all products in a language: first those that can be booked, then in the order of their creation. */
  async cards(lang: Language): Promise<ReadonlyMap<string, Card>> {
    const state = await this.state();
    const known = this.#cards.get(lang);
    if (known?.state === state) return known.cards;
    // Concurrent requests wait for one reading.
    const byId = this.#newCards(lang, known);
    const cards = byId.then(openFirst);
    const entry = { state, byId, cards };
    this.#cards.set(lang, entry);
    cards.catch(() => {
      if (this.#cards.get(lang) === entry) this.#cards.delete(lang);
    });
    return cards;
  }

  async #newCards(lang: Language, known: Cards | undefined): Promise<Map<string, Card>> {
    const before = known && (await known.byId.catch(() => undefined));
    if (known && before) {
      try {
        return await this.#changedCards(lang, before, known.state);
      } catch (error) {
        // A version that is too old: the database was restored, or nobody visited the site for days.
        if (!(error instanceof PaseoError)) throw error;
      }
    }
    return this.#changedCards(lang, new Map(), undefined);
  }

  async #changedCards(
    lang: Language,
    before: ReadonlyMap<string, Card>,
    since: CatalogueState | undefined,
  ): Promise<Map<string, Card>> {
    const client = this.#client(lang);
    const [version, deleted] = since?.split("/").map(Number) ?? [];
    const byId = new Map(before);
    for await (const content of client.contents({ version }))
      byId.set(content.id, { ...cardOf(content), isOpen: byId.get(content.id)?.isOpen ?? false });
    for await (const { id, hasAvailability } of client.products({ version })) {
      const card = byId.get(id);
      if (card) byId.set(id, { ...card, isOpen: hasAvailability });
    }
    if (since !== undefined) for await (const id of client.deletedProducts({ version: deleted })) byId.delete(id);
    return byId;
  }

  /** Returns the product and its content, or null if the site does not sell it. */
  async product(id: string, lang: Language): Promise<{ product: Product; content: Content } | null> {
    return this.detail(`product ${lang} ${id}`, async () => {
      const client = this.#client(lang);
      const [content] = await Array.fromAsync(client.contents({ productId: id })).catch(() => []);
      return content ? { content, product: await client.product(id, { lang }) } : null;
    });
  }

  /** Returns a product with its prices, in no certain language. Null: the site does not sell it. */
  async offer(id: string): Promise<Product | null> {
    return this.#ofProduct(id, "offer", () => this.#client("es").product(id).catch(nullIfMissing));
  }

  /** Returns the days of the coming year on which a product has events. */
  async days(id: string, now: Date): Promise<Day[]> {
    return this.#ofProduct(id, `days ${step(now)}`, async () => {
      const days = await Array.fromAsync(this.#client("es").availability({ productId: id }));
      return days.map(({ date, openEvents, soldOut, minPrice, minUsdPrice }) => ({
        ...{ date, openEvents, soldOut, minPrice, minUsdPrice },
      }));
    });
  }

  /** Returns what can be booked on a day, by product. */
  async openOn(date: string, now: Date): Promise<ReadonlyMap<string, Day>> {
    return this.detail(`open ${step(now)} ${date}`, async () => {
      const days = await Array.fromAsync(this.#client("es").availability({ fromDate: date, toDate: date }));
      return new Map(days.filter(({ openEvents }) => openEvents > 0).map((day) => [day.productId, day]));
    });
  }

  /** Returns the events of a product on a day, or from it until another day. Without a day: all coming ones. */
  async events(id: string, now: Date, date?: string, until = date): Promise<Event[]> {
    const name = `events ${step(now)} ${date ?? ""} ${until ?? ""}`;
    const read = () => Array.fromAsync(this.#client("es").events({ productId: id, fromDate: date, toDate: until }));
    // Tickets without a date have no days that say that they changed.
    return date === undefined ? this.detail(`${name} ${id}`, read) : this.#ofProduct(id, name, read);
  }

  async validate(lang: Language, selection: Parameters<PaseoClient["validate"]>[0]): Promise<ValidateResponse> {
    return this.#client(lang).validate(selection);
  }

  async currencies(): Promise<ReadonlyMap<string, Currency>> {
    return this.detail("currencies", async () => {
      const { values } = await this.#client("es").currencies();
      return new Map(values.map((one) => [one.code, one]));
    });
  }

  /** Remembers what is read at one state of the catalogue. */
  async detail<T>(name: string, read: () => Promise<T>): Promise<T> {
    return this.#remembered(`${await this.state()} ${name}`, read);
  }

  /** Remembers what is read of a product until the product changes. */
  async #ofProduct<T>(id: string, name: string, read: () => Promise<T>): Promise<T> {
    const state = await this.state();
    const { since, products } = this.#changes ?? {};
    return this.#remembered(`${products?.get(id) ?? since ?? state} ${name} ${id}`, read);
  }

  #remembered<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#details.get(key) as Promise<T> | undefined;
    if (known) return known;
    const reading = read();
    this.#details.set(key, reading);
    reading.catch(() => this.#details.delete(key));
    return reading;
  }
}

const openFirst = (byId: ReadonlyMap<string, Card>): Map<string, Card> =>
  new Map([...byId].sort(([, one], [, other]) => Number(other.isOpen) - Number(one.isOpen)));

const step = (now: Date): number => Math.floor(now.getTime() / stepMs);

function nullIfMissing(error: unknown): null {
  if (error instanceof PaseoError && "status" in error && error.status === 404) return null;
  throw error;
}

function cardOf(content: Content): Card {
  const { id, name, summary, cityCode, categories, durationMinutes, photos, highlights, location } = content;
  const { timeZone, ticketTypes, items } = content;
  return {
    ...{ id, name, summary, cityCode, categories, durationMinutes, photo: photos[0] ?? null, isOpen: false },
    priced: { timeZone, ticketTypes, items: items.map(pricedItem) },
    textLanguages: Object.fromEntries(
      content.otherLanguages.flatMap(({ pointer, lang }) =>
        pointer === "/name" || pointer === "/summary" ? [[pointer.slice(1), lang]] : [],
      ),
    ),
    folded: foldText([name, summary, ...highlights, location.venue].join(" ")),
  };
}

const pricedItem = ({ id, ticketSizes, salesEndMinutes }: ItemContent): PricedContent["items"][number] => ({
  id,
  ...(ticketSizes && { ticketSizes }),
  ...(salesEndMinutes !== undefined && { salesEndMinutes }),
});

function siteMap(published: readonly SitePage[], site: ActiveSite): SiteMap {
  const pages = published.map((page) => ({ ...page, paths: pathsOf(page, site) }));
  const byPath = new Map<string, MappedPage>();
  const byProduct = new Map<string, MappedPage>();
  const byCity = new Map<string, MappedPage>();
  for (const page of pages) {
    for (const [lang, path] of Object.entries(page.paths)) {
      setFirst(byPath, `${lang} ${normalPath(path)}`, page);
      if (page.productId !== null) setFirst(byProduct, `${lang} ${page.productId}`, page);
    }
    if (page.type === "city" && page.cityCode !== null) setFirst(byCity, page.cityCode, page);
  }
  return {
    pages,
    at: (lang, path) => byPath.get(`${lang} ${normalPath(path)}`),
    ofProduct: (id, lang) => byProduct.get(`${lang} ${id}`),
    ofCity: (code) => byCity.get(code),
  };
}

function setFirst<T>(map: Map<string, T>, key: string, value: T): void {
  if (!map.has(key)) map.set(key, value);
}

/** Returns where a page is below the site's address, in the site's languages. */
const pathsOf = ({ urls }: SitePage, site: ActiveSite): MappedPage["paths"] =>
  Object.fromEntries(
    site.settings.languages.flatMap((lang) => {
      const url = urls[lang];
      return url === undefined || pathBelow(url, site) === null
        ? []
        : [[lang, new URL(`http:${url}`).pathname.slice(site.path.length)]];
    }),
  );

/** Returns the path of a protocol-relative address below a site's address; null if the address is not below it. */
export function pathBelow(url: string, { host, path }: Pick<ActiveSite, "host" | "path">): string | null {
  const parsed = URL.parse(`http:${url}`);
  if (!parsed || (host !== null && parsed.host !== host)) return null;
  const { pathname } = parsed;
  if (pathname !== path && !pathname.startsWith(`${path}/`)) return null;
  return normalPath(pathname.slice(path.length));
}

/** Addresses differ in letter case, in a slash at the end, and in how letters are encoded. */
function normalPath(path: string): string {
  const plain = path.replace(/\/+$/, "");
  try {
    return decodeURIComponent(plain).toLowerCase();
  } catch {
    return plain.toLowerCase();
  }
}
