import {
  type Currencies,
  type Event,
  type Language,
  type Page,
  type Paged,
  type Product,
  type ProductSummary,
  pageSizes,
  type VersionResponse,
} from "@paseo/contract";
import { activeCurrencies, currenciesRepriced, rates } from "../../store/catalogue/currencies.ts";
import {
  countInLog,
  type EventRow,
  eventsInLog,
  eventsInOrder,
  firstComingEvent,
  productEvents,
  productPositions,
} from "../../store/catalogue/events.ts";
import type { ListRows, Slice } from "../../store/catalogue/list-rows.ts";
import { pageChanges, pagesInOrder } from "../../store/catalogue/pages.ts";
import {
  deletedProducts,
  type ProductRow,
  productById,
  productChanges,
  productExists,
  productsFound,
  productsInOrder,
} from "../../store/catalogue/products.ts";
import { deletionsAfter, readCounter, type Since, versionReached } from "../../store/catalogue/versions.ts";
import type { Db } from "../../store/database/database.ts";
import { amount, money, usdConverter } from "../selling/money.ts";
import { changeSlices, envelope, firstComingDay, positionsSkipped, sliceOf } from "./paging.ts";
import type { Days } from "./recent-changes.ts";
import { firstKeptYear, isKept, retentionFloor } from "./retention.ts";

/** What partners read of the catalogue, as the contract's values. */

/** The version asked for is below the floor or above the newest: only a synchronisation in full from 0 is right. */
export class VersionExpired extends Error {
  override name = "VersionExpired";
}

/** One product, or null when it is not in the catalogue. */
export async function readProduct(db: Db, id: string): Promise<Product | null> {
  const row = await productById(db, id);
  return row && productOf(row);
}

function productOf(row: ProductRow): Product {
  const usd = usdConverter(row.rate);
  const prices = (price: string | undefined) => ({
    minPrice: price === undefined ? null : money(price, row.currencyCode),
    minUsdPrice: price === undefined ? null : { currencyCode: "USD", value: usd(price) },
  });
  const all = Object.values(row.minPrices);
  const least = all.length === 0 ? undefined : all.reduce((a, b) => (Number(b) < Number(a) ? b : a));
  return {
    ...summaryOf(row),
    leadPurchaseDay: row.leadPurchaseDay,
    cancelPurchaseHour: row.cancelPurchaseHour,
    ...prices(least),
    location: { venue: row.venue, address: row.address, latitude: row.latitude, longitude: row.longitude },
    items: row.items.map((item) => ({
      id: item.id,
      name: item.name,
      partNumber: item.partNumber,
      ...prices(row.minPrices[item.id]),
      published: item.published,
      ticketRules: item.ticketRules,
      description: null,
    })),
    questionConfiguration: {
      allPassengerNames: row.allPassengerNames,
      allPassengerWeights: row.allPassengerWeights,
      hotel: row.hotel,
      airportFlight: row.airportFlight,
    },
    updatedOn: row.updatedOn.toISOString(),
    description: null,
  };
}

/** A page of the product list. Throws VersionExpired. */
export async function listProducts(
  db: Db,
  input: { page: number; version?: number | undefined; query?: string | undefined },
  now: Date,
): Promise<Paged<ProductSummary>> {
  const { page, query } = input;
  const slice = sliceOf(page, pageSizes.products);
  const since = await changesAfter(db, input.version, now);
  const counter = await readCounter(db);
  const list = query?.trim()
    ? await productsFound(db, query, { ...slice, since })
    : since
      ? await changedProducts(db, slice, since, counter.productSeq)
      : await productsInOrder(db, { ...slice, counter });
  return envelope(page, pageSizes.products, list, list.rows.map(summaryOf));
}

function changedProducts(db: Db, slice: Slice, since: Since, newestSeq: number): Promise<ListRows<ProductSummary>> {
  return productChanges(db, { since, newestSeq, ...changeSlices(slice, newestSeq - since.productSeq) });
}

const summaryOf = (row: ProductSummary): ProductSummary => ({
  id: row.id,
  productTypeCode: row.productTypeCode,
  name: row.name,
  cityCode: row.cityCode,
  immediateBooking: row.immediateBooking,
  hasAvailability: row.hasAvailability,
});

/**
 * The latest versions, 0 where the client is current. A client that is ahead of us (of a store restored from a backup)
 * is not current: it gets our version, asks with its own, and is told to start again from 0.
 */
export async function productVersion(
  db: Db,
  stored: { updateversion: number; deleteversion: number },
): Promise<VersionResponse> {
  const counter = await readCounter(db);
  return {
    updateVersion: stored.updateversion === counter.updateVersion ? 0 : counter.updateVersion,
    deleteVersion: stored.deleteversion === counter.deleteVersion ? 0 : counter.deleteVersion,
  };
}

/** A page of identifiers of products deleted since a version. Throws VersionExpired. */
export async function listDeletedProducts(
  db: Db,
  input: { page: number; version?: number | undefined },
  now: Date,
): Promise<Paged<string>> {
  const version = input.version ?? 0;
  const { newest, missed } = await deletionsAfter(db, version);
  const isKnown = version === 0 || missed === null || missed >= retentionFloor(now);
  if (version > newest || !isKnown) throw new VersionExpired();
  const slice = sliceOf(input.page, pageSizes.productsdeleted);
  const list = await deletedProducts(db, { ...slice, version, newest });
  return envelope(input.page, pageSizes.productsdeleted, list, list.rows);
}

interface EventsInput {
  id?: string | undefined;
  page: number;
  version?: number | undefined;
  fromdate?: string | undefined;
  todate?: string | undefined;
}

/**
 * A page of the events list; `fromdate` and `todate` are local times, both included. Null when no product ever had the id.
 * Throws VersionExpired.
 */
export async function listEvents(db: Db, input: EventsInput, now: Date): Promise<Paged<Event> | null> {
  const { id, page, version } = input;
  if (id !== undefined && !(await productExists(db, id))) return null;
  const since = await changesAfter(db, version, now);
  const list =
    id !== undefined
      ? await eventsOfProduct(db, id, input, since, now)
      : since
        ? await changedEvents(db, input, since)
        : await allEvents(db, input, now);
  const rateOf = await rates(db);
  return envelope(page, pageSizes.events, list, list.rows.map(eventWriter(rateOf)));
}

/** Without `version` and `fromdate`, the lists of events hold coming events only. */
const isComing = ({ version, fromdate }: EventsInput): boolean => version === undefined && fromdate === undefined;

async function eventsOfProduct(
  db: Db,
  id: string,
  input: EventsInput,
  since: Since | undefined,
  now: Date,
): Promise<ListRows<EventRow>> {
  const { page, version, fromdate: from, todate: to } = input;
  const { offset, limit } = sliceOf(page, pageSizes.events);
  if (!isComing(input)) {
    const shown = since ? { since } : version === undefined ? "not-removed" : "all";
    return productEvents(db, id, { range: { from, to }, shown, offset, limit });
  }
  // Positions do not depend on years that may be dropped.
  const range = { from: `${firstKeptYear(now)}-01-01T00:00:00`, to };
  const { positions, past } = await productPositions(db, id, range, now);
  const skipped = positionsSkipped(past, positions - past, pageSizes.events);
  const list = await productEvents(db, id, { range, shown: { comingAt: now }, offset: offset + skipped, limit });
  return { ...list, positions: list.positions - skipped };
}

async function allEvents(db: Db, input: EventsInput, now: Date): Promise<ListRows<EventRow>> {
  const { page, version, fromdate, todate } = input;
  const slice = sliceOf(page, pageSizes.events);
  if (!isComing(input)) {
    const range = { from: fromdate, to: todate };
    const shown = version === undefined ? "not-removed" : "all";
    return eventsInOrder(db, { range, latestFirst: fromdate === undefined, shown, ...slice });
  }
  const first = await firstComingEvent(db, now, firstComingDay(now));
  if (first === null || (todate !== undefined && todate < first)) return { positions: 0, count: 0, rows: [] };
  const range = { from: first, to: todate };
  return eventsInOrder(db, { range, latestFirst: true, shown: { comingAt: now }, ...slice });
}

/**
 * What changed since a version: the change log, in which an event that changes again moves to the end, then every event
 * priced in a currency whose rate changed.
 */
async function changedEvents(db: Db, input: EventsInput, since: Since): Promise<ListRows<EventRow>> {
  const range = { from: input.fromdate, to: input.todate };
  const changes = (await readCounter(db)).eventSeq - since.eventSeq;
  const { log, repriced: slice } = changeSlices(sliceOf(input.page, pageSizes.events), changes);
  const logged = await eventsInLog(db, { range, since, ...log });
  const count = await countInLog(db, { range, since, changes });
  const currencies = await currenciesRepriced(db, since.version);
  if (currencies.length === 0) return { positions: changes, count, rows: logged };
  const latestFirst = range.from === undefined;
  const repriced = await eventsInOrder(db, { range, latestFirst, shown: "all", currencies, ...slice });
  return {
    positions: changes + repriced.positions,
    count: count + repriced.count,
    rows: [...logged, ...repriced.rows],
  };
}

/** The local days of a page's events. A page without any shows nothing that another day could change but the length of the list. */
export function daysOf(events: Event[]): Days {
  const [one, other] = [events[0], events.at(-1)].map((event) => event?.eventOn.slice(0, 10) ?? "");
  return one! <= other! ? { first: one!, last: other! } : { first: other!, last: one! };
}

function eventWriter(rateOf: Map<string, string>): (row: EventRow) => Event {
  const converters = new Map([...rateOf].map(([code, rate]) => [code, usdConverter(rate)]));
  return (row) => {
    const usd = converters.get(row.currencyCode)!;
    return {
      id: row.id,
      itemId: row.itemId,
      eventOn: row.eventOn,
      availabilityCode: row.availability,
      tickets: row.tickets.map(({ code, price }) => ({
        code,
        unitPrice: { currencyCode: row.currencyCode, value: amount(price, row.currencyCode) },
        unitUsdPrice: { currencyCode: "USD", value: usd(price) },
      })),
    };
  };
}

/** A page of the content pages of one language. Throws VersionExpired. */
export async function listPages(
  db: Db,
  lang: Language,
  input: {
    page: number;
    version?: number | undefined;
    query?: string | undefined;
    pagetypecode?: string | undefined;
    whitelabelcode?: string | undefined;
  },
  now: Date,
): Promise<Paged<Page>> {
  const { page, query, pagetypecode, whitelabelcode } = input;
  const slice = sliceOf(page, pageSizes.pages);
  const since = await changesAfter(db, input.version, now);
  const isSearch = query?.trim() || pagetypecode || whitelabelcode;
  const filter = { query, pageTypeCode: pagetypecode, whiteLabelCode: whitelabelcode };
  const list =
    since && !isSearch
      ? await pageChanges(db, lang, { ...slice, since, newestSeq: (await readCounter(db)).pageSeq })
      : await pagesInOrder(db, lang, filter, { ...slice, since });
  return envelope(
    page,
    pageSizes.pages,
    list,
    list.rows.map((row) => ({
      id: row.id,
      name: row.name,
      pageTypeCode: row.pageTypeCode,
      cityCode: row.cityCode,
      published: row.published,
      url: row.url,
    })),
  );
}

/** Active currencies and their rates. */
export async function listCurrencies(db: Db): Promise<Currencies> {
  const rows = await activeCurrencies(db);
  const values = rows.map(({ code, name, rate, displaySymbol }) => ({ code, name, rate: Number(rate), displaySymbol }));
  return { totalCount: values.length, values };
}

/** Where the changes after a version begin; undefined means everything. Throws VersionExpired. */
async function changesAfter(db: Db, version: number | undefined, now: Date): Promise<Since | undefined> {
  return version ? reached(db, version, now) : undefined;
}

/** How far a version reached. Throws VersionExpired when changes after it may be gone, or when it is above the newest. */
export async function reached(db: Db, version: number, now: Date): Promise<Since> {
  const found = await versionReached(db, version);
  if (!found || !isKept(found, now)) throw new VersionExpired();
  return found;
}
