import {
  type Currency,
  type Event,
  type Language,
  languages,
  type Page,
  type ProductSummary,
  type VersionResponse,
} from "@paseo/contract";
import {
  changeSlices,
  firstComingDay,
  pageEnvelope,
  positionsSkipped,
  sliceOf,
} from "../../../src/domain/catalogue/paging.ts";
import { isStored } from "../../../src/domain/catalogue/retention.ts";
import { type Catalogue, Copied, Expired, type ListPage, type Versions } from "./copy.ts";
import { type ModelEvent, type ModelPage, type ModelProduct, State } from "./state.ts";

/**
 * A model of the catalogue, on records in memory (state.ts). The service's own code decides which positions a page shows; only the SQL
 * that reads them is modelled. Pages are small, so that a few records make many.
 */

export const pageSize = 3;
const dayMs = 86_400_000;
/** The day from which days are counted. */
export const firstDay = Date.parse("2026-06-01T00:00:00Z");
export const dayText = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
const localDay = ({ day }: { day: number }): string => dayText(firstDay + day * dayMs);

/** A fault that a control plants in the model. */
export interface SeededFault {
  /** A record that leaves a list leaves no empty position. */
  closing?: boolean;
  /** The full list of events starts with the earliest coming event. */
  earliestFirst?: boolean;
}

export class Model implements Catalogue {
  committed = new State();
  now: number;
  private readonly flaws: SeededFault;

  constructor(now: number, flaws: SeededFault = {}) {
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
      const repriced = all.filter(({ currency }) => committed.rates[currency]!.version > from.number).reverse();
      return this.increment(page, all, from.seq.event, committed.seq.event, repriced, written);
    }
    const list = productId === undefined ? this.comingFromLatest(all) : all.slice(this.skipped(all));
    return this.page(page, list, (event) => this.isComing(event), written);
  }

  /** Number of positions that one product's list leaves out at its start. */
  skippedOf(productId: string): number {
    const all = this.committed.events.filter((event) => event.listed && event.productId === productId);
    return this.skipped(all.sort((a, b) => a.day - b.day || (a.id < b.id ? -1 : 1)));
  }

  private skipped(all: ModelEvent[]): number {
    const first = all.findIndex((event) => this.isComing(event, "or-removed"));
    const past = first < 0 ? all.length : all.findIndex(({ day }) => day === all[first]!.day);
    return positionsSkipped(past, all.length - past, pageSize);
  }

  private comingFromLatest(all: ModelEvent[]): ModelEvent[] {
    const today = firstComingDay(new Date(this.now));
    const first = all.find((event) => localDay(event) >= today && this.isComing(event));
    const list = all.filter(({ day }) => first !== undefined && day >= first.day);
    return this.flaws.earliestFirst ? list : list.sort((a, b) => b.day - a.day || (a.id < b.id ? -1 : 1));
  }

  async pages(lang: Language, page: number, version?: number): Promise<ListPage<Page>> {
    const from = this.since(version);
    const list = byPosition(this.committed.pages).filter(({ pos, names }) => pos !== null && names[lang] !== null);
    const written = (one: ModelPage) => inLanguage(one, lang);
    if (from) return this.increment(page, list, from.seq.page, this.committed.seq.page, [], written);
    return this.page(page, list, () => true, written);
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

  /** The city code represents the price in dollars, so that a change of rate changes the record. */
  private summary({ id, name, currency }: ModelProduct): ProductSummary {
    const cityCode = `${this.committed.rates[currency]!.rate}`;
    return { id, productTypeCode: "scheduled", name, cityCode, immediateBooking: false, hasAvailability: true };
  }

  isComing({ availability, listed, day, zone }: ModelEvent, removed?: "or-removed"): boolean {
    const isShown = listed && (availability !== "removed" || removed !== undefined);
    return isShown && firstDay + (day + 1) * dayMs - zone * 3_600_000 > this.now;
  }

  /** Returns the expected copy, with events from a local day on. */
  records(fromDay: string): Copied {
    const { products, events, pages } = this.committed;
    const records = new Copied();
    for (const product of products.filter(({ present }) => present))
      records.products.set(product.id, this.summary(product));
    for (const event of events.filter((event) => event.listed && localDay(event) >= fromDay))
      records.takeEvent(this.written(event));
    for (const page of pages)
      for (const lang of languages)
        if (page.names[lang] !== null) records.pages[lang].set(page.id, inLanguage(page, lang));
    records.takeCurrencies(this.allCurrencies());
    return records;
  }

  private since(version: number | undefined) {
    if (!version) return undefined;
    const { versions, updateVersion } = this.committed;
    const found = versions[version];
    const missed = versions[version + 1];
    const known = { version, newest: updateVersion, missed: missed ? new Date(missed.at) : null };
    if (!found || !isStored(known, new Date(this.now))) throw new Expired();
    return found;
  }

  /** Returns a page of positions, some of which are empty. */
  private page<R, T>(page: number, list: R[], isShown: (record: R) => boolean, write: (record: R) => T): ListPage<T> {
    const positions = this.flaws.closing ? list.filter(isShown) : list;
    const { offset, limit } = sliceOf(page, pageSize);
    const rows = positions
      .slice(offset, offset + limit)
      .filter(isShown)
      .map(write);
    return pageEnvelope(page, pageSize, { positions: positions.length, count: positions.filter(isShown).length }, rows);
  }

  private increment<R extends { seq: number }, T>(
    page: number,
    records: R[],
    from: number,
    newest: number,
    repriced: R[],
    write: (record: R) => T,
  ): ListPage<T> {
    const { log, rest } = changeSlices(sliceOf(page, pageSize), newest - from);
    const isShown = (record: R) => !("present" in record) || record.present === true;
    const logged = records
      .filter(({ seq }) => seq > from + log.offset && seq <= from + log.offset + log.limit)
      .sort((a, b) => a.seq - b.seq);
    const rows = [...logged, ...repriced.slice(rest.offset, rest.offset + rest.limit)].filter(isShown).map(write);
    const count =
      records.filter((record) => record.seq > from && isShown(record)).length + repriced.filter(isShown).length;
    return pageEnvelope(page, pageSize, { positions: newest - from + repriced.length, count }, rows);
  }
}

const byPosition = <R extends { pos: number | null }>(records: R[]): R[] =>
  [...records].sort((a, b) => a.pos! - b.pos!);

/** Returns the record at each position of the list, also at positions of records that have left the list. */
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
