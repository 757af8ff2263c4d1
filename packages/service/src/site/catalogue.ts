import { PaseoError } from "@paseo/client";
import type { CategoryCode, Content, Currency, Language, Photo, Product } from "@paseo/contract";
import { LRUCache } from "lru-cache";
import type { SitePage } from "../records/site.ts";
import type { ActiveSite } from "./directory.ts";

/**
 * The catalogue as a site shows it. Products, their contents, events and currencies come from the partner interface; which page shows what is
 * read from the store, since the interface does not say it.
 */

/** What a list shows of a product. */
export interface Card {
  id: string;
  name: string;
  summary: string | null;
  cityCode: string;
  categories: CategoryCode[];
  durationMinutes: number | null;
  photo: Photo | null;
}

/** The state of the catalogue. A page that was made at one is current until it changes. */
export type CatalogueState = string;

/** The pages of a site, found by their path and by what they show. */
export interface SiteMap {
  pages: readonly SitePage[];
  /** Finds the page of a language at a path below the site's address. */
  at(lang: Language, path: string): SitePage | undefined;
  ofProduct(id: string): SitePage | undefined;
}

/** How long a site goes without asking whether the catalogue changed. */
const freshMs = 1_000;
/** Products whose details are remembered. */
const maxDetails = 1_000;

export class SiteCatalogue {
  readonly #site: ActiveSite;
  readonly #readPages: () => Promise<SitePage[]>;
  #state: { value: CatalogueState; at: number } | undefined;
  #reading: Promise<CatalogueState> | undefined;
  readonly #cards = new Map<Language, { version: number; delete: number; byId: Map<string, Card> }>();
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
    const value = `${updateVersion}/${deleteVersion}`;
    this.#state = { value, at };
    return value;
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

  /** Returns all products in a language, in the order of their creation. */
  async cards(lang: Language): Promise<ReadonlyMap<string, Card>> {
    const state = await this.state();
    const [version, deleted] = state.split("/").map(Number) as [number, number];
    const known = this.#cards.get(lang);
    if (known && known.version === version && known.delete === deleted) return known.byId;
    try {
      return await this.#changedCards(lang, known, version, deleted);
    } catch (error) {
      // A version that is too old: the database was restored, or nobody visited the site for days.
      if (!known || !(error instanceof PaseoError)) throw error;
      return this.#changedCards(lang, undefined, version, deleted);
    }
  }

  async #changedCards(
    lang: Language,
    known: { version: number; delete: number; byId: Map<string, Card> } | undefined,
    version: number,
    deleted: number,
  ): Promise<Map<string, Card>> {
    const client = this.#client(lang);
    const byId = new Map(known?.byId);
    for await (const content of client.contents({ version: known?.version })) byId.set(content.id, cardOf(content));
    if (known) for await (const id of client.deletedProducts({ version: known.delete })) byId.delete(id);
    this.#cards.set(lang, { version, delete: deleted, byId });
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

  async currencies(): Promise<ReadonlyMap<string, Currency>> {
    return this.detail("currencies", async () => {
      const { values } = await this.#client("es").currencies();
      return new Map(values.map((one) => [one.code, one]));
    });
  }

  /** Remembers what is read at one state of the catalogue. */
  async detail<T>(name: string, read: () => Promise<T>): Promise<T> {
    const key = `${await this.state()} ${name}`;
    const known = this.#details.get(key) as Promise<T> | undefined;
    if (known) return known;
    const reading = read();
    this.#details.set(key, reading);
    reading.catch(() => this.#details.delete(key));
    return reading;
  }
}

const cardOf = ({ id, name, summary, cityCode, categories, durationMinutes, photos }: Content): Card => ({
  ...{ id, name, summary, cityCode, categories, durationMinutes, photo: photos[0] ?? null },
});

function siteMap(pages: readonly SitePage[], site: ActiveSite): SiteMap {
  const byPath = new Map<string, SitePage>();
  const byProduct = new Map<string, SitePage>();
  for (const page of pages) {
    for (const [lang, url] of Object.entries(page.urls)) {
      const path = pathBelow(url, site);
      if (path !== null) byPath.set(`${lang} ${path}`, page);
    }
    if (page.productId !== null) byProduct.set(page.productId, page);
  }
  return {
    pages,
    at: (lang, path) => byPath.get(`${lang} ${normalPath(path)}`),
    ofProduct: (id) => byProduct.get(id),
  };
}

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
