import type { Currency, Event, Language, Page, ProductSummary, VersionResponse } from "@paseo/contract";
import {
  comingWindow,
  envelope,
  inRounds,
  type Layout,
  layoutAt,
  logPage,
  offsetOf,
  type Positions,
} from "../../../src/store/catalogue/paging.ts";
import { isKept } from "../../../src/store/catalogue/versions.ts";
import { type Catalogue, Copied, Expired, type ListPage, type Versions } from "./copy.ts";

/**
 * The catalogue as a model: records in memory, with the positions and versions that the store would give them. What decides
 * which positions a page shows is the service's own code; only the SQL that fetches them is modelled. Pages are small, so that
 * few records make many.
 */

export const pageSize = 3;
const dayMs = 86_400_000;
/** Days count from this one, `yyyy-MM-dd`. */
export const firstDay = Date.parse("2026-06-01T00:00:00Z");
export const dayText = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
const localDay = ({ day }: { day: number }): string => dayText(firstDay + day * dayMs);

export interface ModelProduct {
  id: string;
  name: string;
  present: boolean;
  currency: string;
  pos: number | null;
  seq: number;
  deletedVersion: number | null;
  /** The currency as of its last version. */
  listedCurrency: string;
  former: { name: string; until: number | null }[];
  changed: boolean;
}
export interface ModelEvent {
  id: string;
  productId: string;
  day: number;
  /** Hours that its location is ahead of UTC. */
  zone: number;
  availability: Event["availabilityCode"];
  price: number;
  currency: string;
  seq: number;
  listed: boolean;
  changed: boolean;
}
export interface ModelPage {
  id: string;
  names: Record<Language, string | null>;
  here: Record<Language, boolean>;
  pos: number | null;
  seq: number;
  changed: boolean;
}

/** What is committed at some moment, or about to be. */
export class State {
  products: ModelProduct[] = [];
  events: ModelEvent[] = [];
  pages: ModelPage[] = [];
  rates: Record<string, { rate: number; version: number }> = {
    EUR: { rate: 1, version: 0 },
    USD: { rate: 1, version: 0 },
  };
  updateVersion = 0;
  deleteVersion = 0;
  seq = { product: 0, event: 0, page: 0 };
  pos = { product: 0, page: 0 };
  versions = [{ number: 0, at: 0, seq: { product: 0, event: 0, page: 0 } }];

  copy(): State {
    const state = new State();
    Object.assign(state, this);
    state.products = this.products.map((product) => ({ ...product, former: [...product.former] }));
    state.events = this.events.map((event) => ({ ...event }));
    state.pages = this.pages.map((page) => ({ ...page, names: { ...page.names }, here: { ...page.here } }));
    state.rates = { EUR: { ...this.rates.EUR! }, USD: { ...this.rates.USD! } };
    state.seq = { ...this.seq };
    state.pos = { ...this.pos };
    state.versions = [...this.versions];
    return state;
  }

  /** Gives what changed its positions and a version, as `publish` does. */
  publish(now: number, repriced: string[]): void {
    const version = this.updateVersion + 1;
    let moved = repriced.length > 0;
    for (const code of repriced) this.rates[code]!.version = version;
    for (const product of this.products.filter(({ changed }) => changed)) {
      product.changed = false;
      if (!product.present) {
        if (product.pos !== null && product.deletedVersion === null) product.deletedVersion = ++this.deleteVersion;
        continue;
      }
      product.pos ??= ++this.pos.product;
      product.seq = ++this.seq.product;
      product.deletedVersion = null;
      product.listedCurrency = product.currency;
      moved = true;
    }
    for (const event of this.events.filter(({ changed }) => changed)) {
      event.changed = false;
      event.seq = ++this.seq.event;
      event.listed ||= event.availability !== "removed";
      moved = true;
    }
    for (const page of this.pages.filter(({ changed }) => changed)) {
      page.changed = false;
      page.pos ??= ++this.pos.page;
      page.seq = ++this.seq.page;
      moved = true;
    }
    if (!moved) return;
    this.updateVersion = version;
    this.versions.push({ number: version, at: now, seq: { ...this.seq } });
  }
}

/** What is left out in a control. */
export interface Flaws {
  /** Lists close up over what left them. */
  closing?: boolean;
  /** The list of coming events simply begins today, and searches forget former names at once. */
  withoutLayouts?: boolean;
}

export class Model implements Catalogue {
  committed = new State();
  now: number;
  private readonly flaws: Flaws;

  constructor(now: number, flaws: Flaws = {}) {
    this.now = now;
    this.flaws = flaws;
  }

  async versions(stored: Versions): Promise<VersionResponse> {
    const { updateVersion, deleteVersion } = this.committed;
    return {
      updateVersion: stored.update === updateVersion ? 0 : updateVersion,
      deleteVersion: stored.delete === deleteVersion ? 0 : deleteVersion,
    };
  }

  async products(page: number, version?: number): Promise<ListPage<ProductSummary>> {
    const { products, pos } = this.committed;
    const from = this.since(version);
    const summary = (product: ModelProduct) => this.summary(product);
    if (from) {
      const repriced = byPosition(products).filter(
        ({ pos, listedCurrency }) => pos !== null && this.committed.rates[listedCurrency]!.version > from.number,
      );
      return this.increment(page, products, from.seq.product, this.committed.seq.product, repriced, summary);
    }
    return this.page(page, slots(pos.product, byPosition(products)), ({ present }) => present, summary);
  }

  /** Products whose name has a word, as `products?query=` finds them. */
  async search(page: number, word: string): Promise<ListPage<ProductSummary>> {
    const layout = this.layout();
    const matched = (product: ModelProduct, since: Date) =>
      product.former.some(({ name, until }) => name.includes(word) && (until === null || until >= since.getTime()));
    const all = byPosition(this.committed.products).filter(({ pos }) => pos !== null);
    const stands = (product: ModelProduct) => product.name.includes(word) || matched(product, layout.since);
    const lost = all.filter((product) => !stands(product) && matched(product, layout.beforeSince)).length;
    const list = all.filter(stands);
    const summary = (product: ModelProduct) => this.summary(product);
    return this.page(
      page,
      list,
      ({ present, name }) => present && name.includes(word),
      summary,
      layout.isFirstDay ? lost : 0,
    );
  }

  async deleted(page: number, version: number): Promise<ListPage<string>> {
    const { deleteVersion, products } = this.committed;
    const gone = new Map(products.map((product) => [product.deletedVersion, product.id]));
    const list = Array.from({ length: deleteVersion - version }, (_, n) => gone.get(version + n + 1));
    return this.page(
      page,
      list,
      (id) => id !== undefined,
      (id) => id!,
    );
  }

  async events(page: number, version?: number, productId?: string): Promise<ListPage<Event>> {
    const { committed } = this;
    const from = this.since(version);
    const all = committed.events
      .filter((event) => event.listed && (productId === undefined || event.productId === productId))
      .sort((a, b) => a.day - b.day || (a.id < b.id ? -1 : 1));
    const written = (event: ModelEvent) => this.written(event);
    if (from) {
      const repriced = all.filter(({ currency }) => committed.rates[currency]!.version > from.number);
      return this.increment(page, all, from.seq.event, committed.seq.event, repriced, written);
    }
    const layout = this.layout();
    const { today, front, before, isFirstDay } = layout;
    const coming = (event: ModelEvent | undefined) => event !== undefined && this.isComing(event);
    const gone = all.filter(
      (event) => localDay(event) >= (isFirstDay ? before : front) && localDay(event) < today,
    ).length;
    const window = comingWindow(page, pageSize, layout, isFirstDay ? 0 : gone);
    const list = all.filter((event) => localDay(event) >= window.from);
    if (isFirstDay) return this.page(page, list, coming, written, gone);
    const holes = Array<ModelEvent>(window.from === front ? 0 : gone);
    return this.page(page, [...list, ...holes], coming, written);
  }

  async pages(lang: Language, page: number, version?: number): Promise<ListPage<Page>> {
    const from = this.since(version);
    const list = byPosition(this.committed.pages).filter(({ pos, names }) => pos !== null && names[lang] !== null);
    return this.page(
      page,
      list,
      ({ seq }) => !from || seq > from.seq.page,
      (one) => inLanguage(one, lang),
    );
  }

  async currencies(): Promise<Currency[]> {
    return this.allCurrencies();
  }

  private allCurrencies(): Currency[] {
    return Object.entries(this.committed.rates).map(([code, { rate }]) => ({
      code,
      name: code,
      rate,
      displaySymbol: code,
    }));
  }

  written(event: ModelEvent): Event {
    const { rate } = this.committed.rates[event.currency]!;
    const price = { currencyCode: event.currency, value: event.price };
    const tickets = [
      { code: "ADULT", unitPrice: price, unitUsdPrice: { currencyCode: "USD", value: event.price / rate } },
    ];
    const { id, availability } = event;
    return { id, itemId: id, eventOn: `${localDay(event)}T20:00:00`, availabilityCode: availability, tickets };
  }

  layout(): Layout {
    const layout = layoutAt(new Date(this.now));
    if (!this.flaws.withoutLayouts) return layout;
    return {
      ...layout,
      front: layout.today,
      before: layout.today,
      since: new Date(8.64e15),
      beforeSince: new Date(8.64e15),
    };
  }

  /** The city stands for a price in dollars: a product that is read again after a change of its rate is another. */
  private summary({ id, name, currency }: ModelProduct): ProductSummary {
    const cityCode = `${this.committed.rates[currency]!.rate}`;
    return { id, productTypeCode: "scheduled", name, cityCode, immediateBooking: true, hasAvailability: true };
  }

  isComing({ availability, listed, day, zone }: ModelEvent): boolean {
    return listed && availability !== "removed" && firstDay + (day + 1) * dayMs - zone * 3_600_000 > this.now;
  }

  /** What partners should have, with the events from a local day on. */
  records(fromDay: string): Copied {
    const { products, events, pages } = this.committed;
    const records = new Copied();
    for (const product of products.filter(({ present }) => present))
      records.products.set(product.id, this.summary(product));
    for (const event of events.filter((event) => event.listed && localDay(event) >= fromDay))
      records.takeEvent(this.written(event));
    for (const page of pages)
      for (const lang of ["es", "pt"] as const)
        if (page.names[lang] !== null) records.pages[lang].set(page.id, inLanguage(page, lang));
    records.takeCurrencies(this.allCurrencies());
    return records;
  }

  /** Dates former names and drops those that no list counts with. */
  sweep(): void {
    const kept = this.layout().beforeSince.getTime();
    for (const product of this.committed.products)
      product.former = product.former
        .map(({ name, until }) => ({ name, until: until ?? this.now }))
        .filter(({ until }) => until >= kept);
  }

  private since(version: number | undefined) {
    if (!version) return undefined;
    const { versions, updateVersion } = this.committed;
    const found = versions[version];
    const missed = versions[version + 1];
    const known = { version, newest: updateVersion, missed: missed ? new Date(missed.at) : null };
    if (!found || !isKept(known, new Date(this.now))) throw new Expired();
    return found;
  }

  /** A page of positions, some of which are holes. */
  private page<R, T>(
    page: number,
    list: R[],
    isShown: (record: R) => boolean,
    write: (record: R) => T,
    lost = 0,
  ): ListPage<T> {
    const positions = this.flaws.closing ? list.filter(isShown) : list;
    const shown = inRounds(page, pageSize, positions.length, lost);
    const at = offsetOf(shown.page, pageSize);
    const rows = positions
      .slice(at, at + pageSize)
      .filter(isShown)
      .map(write);
    return envelope(page, pageSize, { positions: shown.positions, count: positions.filter(isShown).length }, rows);
  }

  private increment<R extends { seq: number }, T>(
    page: number,
    records: R[],
    from: number,
    newest: number,
    repriced: R[],
    write: (record: R) => T,
  ): ListPage<T> {
    const { offset, logged, rest } = logPage(page, pageSize, newest - from);
    const isShown = (record: R) => !("present" in record) || record.present === true;
    const log = records
      .filter(({ seq }) => seq > from + offset && seq <= from + offset + logged)
      .sort((a, b) => a.seq - b.seq);
    const rows = [...log, ...repriced.slice(rest.offset, rest.offset + rest.limit)].filter(isShown).map(write);
    const count =
      records.filter((record) => record.seq > from && isShown(record)).length + repriced.filter(isShown).length;
    const list: Positions<T> = { positions: newest - from + repriced.length, count, rows };
    return envelope(page, pageSize, list, rows);
  }
}

const byPosition = <R extends { pos: number | null }>(records: R[]): R[] =>
  [...records].sort((a, b) => a.pos! - b.pos!);

/** A slot for each position that was ever given: those of products are in order of creation, and all are kept. */
const slots = <R extends { pos: number | null }>(length: number, records: R[]): R[] =>
  records.filter(({ pos }) => pos !== null && pos <= length);

const inLanguage = (page: ModelPage, lang: Language): Page => ({
  id: page.id,
  name: page.names[lang]!,
  pageTypeCode: "city",
  cityCode: null,
  published: page.here[lang],
  url: "//example.com",
});
