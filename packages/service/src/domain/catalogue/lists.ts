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
import { activeCurrencies, rates } from "../../store/catalogue/currencies.ts";
import {
  type EventList,
  type EventRow,
  eventChanges,
  eventsInOrder,
  positionsBetween,
  productEvents,
} from "../../store/catalogue/events.ts";
import { contentPages } from "../../store/catalogue/pages.ts";
import {
  comingWindow,
  envelope,
  inRounds,
  layoutAt,
  type Positions,
  type Window,
} from "../../store/catalogue/paging.ts";
import {
  deletedProducts,
  type ProductRow,
  productById,
  productChanges,
  productExists,
  productsFound,
  productsInOrder,
} from "../../store/catalogue/products.ts";
import { deletionsKnown, readCounter, type Since, since } from "../../store/catalogue/versions.ts";
import type { Db } from "../../store/database/database.ts";
import { amount, money, usdConverter } from "../selling/money.ts";
import type { Days } from "./recent-changes.ts";

export { listDay } from "../../store/catalogue/paging.ts";

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
  const from = await changesAfter(db, input.version, now);
  const counter = await readCounter(db);
  const list = query?.trim()
    ? await productsFound(db, query, page, layoutAt(now), from)
    : from
      ? await productChanges(db, { page, since: from, newestSeq: counter.productSeq })
      : await productsInOrder(db, page, counter);
  return envelope(page, pageSizes.products, list, list.rows.map(summaryOf));
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
  if (!(await deletionsKnown(db, version, now))) throw new VersionExpired();
  const { deleteVersion } = await readCounter(db);
  const list = await deletedProducts(db, input.page, version, deleteVersion);
  return envelope(input.page, pageSizes.productsdeleted, list, list.rows);
}

/** A page of events, and where the one after it is found by who goes from page to page; null after the last. */
export type EventPage = Paged<Event> & { next: { page: number; fromdate?: string } | null };

/**
 * A page of the events list; `fromdate` and `todate` are local times, both included. Null when no product ever had the id.
 * Throws VersionExpired.
 */
export async function listEvents(
  db: Db,
  input: {
    id?: string | undefined;
    page: number;
    version?: number | undefined;
    fromdate?: string | undefined;
    todate?: string | undefined;
  },
  now: Date,
): Promise<EventPage | null> {
  const { id, page, version, fromdate, todate } = input;
  if (id !== undefined && !(await productExists(db, id))) return null;
  if (version === undefined && fromdate === undefined) return listComing(db, { id, page, todate }, now);
  const from = await changesAfter(db, version, now);
  const list = { page, range: { from: fromdate, to: todate }, everything: version !== undefined };
  const positions = await eventPositions(db, list, id, from);
  const paged = await eventPage(db, page, positions);
  // Past the pages on which all is gone.
  const next = Math.max(page, Math.floor((positions.holes ?? 0) / pageSizes.events)) + 1;
  return { ...paged, next: paged.hasNextPage ? { page: next } : null };
}

async function eventPositions(
  db: Db,
  list: EventList,
  productId: string | undefined,
  from: Since | undefined,
): Promise<Positions<EventRow>> {
  if (productId !== undefined) return productEvents(db, { ...list, productId, since: from });
  if (!from) return eventsInOrder(db, list);
  const { eventSeq } = await readCounter(db);
  return eventChanges(db, { ...list, since: from, newestSeq: eventSeq });
}

/**
 * A page of coming events. The list's front moves while partners walk: `layoutAt` says how far, `comingWindow` and `inRounds`
 * what that does to a page. Who follows `next` walks the list from a day that is named, which stands still.
 */
async function listComing(
  db: Db,
  { id, page, todate }: { id: string | undefined; page: number; todate: string | undefined },
  now: Date,
): Promise<EventPage> {
  const layout = layoutAt(now);
  const { today, front, before, isFirstDay } = layout;
  const size = pageSizes.events;
  const over = todate !== undefined && todate < today;
  const gone = over ? 0 : await positionsBetween(db, isFirstDay ? before : front, isFirstDay ? front : today, id);
  const window = comingWindow(page, size, layout, isFirstDay ? 0 : gone);
  const read = ({ from, page }: Window): Promise<Positions<EventRow>> =>
    eventPositions(
      db,
      { page, range: { from, to: todate }, everything: false, coming: { at: now, today } },
      id,
      undefined,
    );

  const list = over ? { positions: 0, count: 0, rows: [] } : await read(window);
  const shown = isFirstDay
    ? inRounds(page, size, list.positions, gone)
    : { page, positions: list.positions + (window.from === front ? 0 : gone) };
  const rows = shown.page === page ? list.rows : (await read({ ...window, page: shown.page })).rows;
  const paged = await eventPage(db, page, { ...shown, count: list.count, rows });
  const isLast = shown.page * size >= list.positions;
  return { ...paged, next: isLast ? null : { page: shown.page + 1, fromdate: window.from } };
}

/** The local days of a page's events. A page without any shows nothing that another day could change but the length of the list. */
export function daysOf(events: Event[]): Days {
  const day = (event: Event | undefined) => event?.eventOn.slice(0, 10) ?? "";
  return { first: day(events[0]), last: day(events.at(-1)) };
}

async function eventPage(db: Db, page: number, list: Positions<EventRow>): Promise<Paged<Event>> {
  const rateOf = await rates(db);
  return envelope(page, pageSizes.events, list, list.rows.map(eventWriter(rateOf)));
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
  const from = await changesAfter(db, input.version, now);
  const filter = { lang, query, pageTypeCode: pagetypecode, whiteLabelCode: whitelabelcode };
  const list = await contentPages(db, filter, page, layoutAt(now), from);
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

/** Where to begin with a version; undefined means everything. Throws VersionExpired. */
async function changesAfter(db: Db, version: number | undefined, now: Date): Promise<Since | undefined> {
  if (!version) return undefined;
  const found = await since(db, version, now);
  if (found === "expired") throw new VersionExpired();
  return found;
}
