import { type Event, type Paged, pageSizes } from "@paseo/contract";
import type { CountedDays, ListRows } from "../../records/list-rows.ts";
import type { Offer } from "../../records/partners/offer.ts";
import type { TicketPrice } from "../../records/tickets/ticket-prices.ts";
import { currenciesRepriced, readRates } from "../../store/catalogue/currencies.ts";
import {
  countInLog,
  type EventList,
  type EventRow,
  eventDays,
  eventsInLog,
  eventsOnDays,
  firstComingEvent,
  movedDays,
  productEvents,
  productPositions,
} from "../../store/catalogue/event-lists.ts";
import { hasChangedSince } from "../../store/catalogue/offers.ts";
import { productExists } from "../../store/catalogue/product-lists.ts";
import type { Db } from "../../store/database/database.ts";
import { readCounter, type VersionPosition } from "../../store/versions/versions.ts";
import { roundedAmount, usdConverter } from "../selling/money.ts";
import { changeSlices, firstComingDay, pageEnvelope, positionsSkipped, sliceOf } from "./paging.ts";
import type { DayRange } from "./recent-changes.ts";
import { changesAfter, firstStoredYear } from "./retention.ts";

/** Events as partners read them, as values of the contract. */

interface EventsInput {
  id?: string | undefined;
  page: number;
  version?: number | undefined;
  fromdate?: string | undefined;
  todate?: string | undefined;
  /** The offer of the partner that reads; missing: the public set. */
  offer?: Offer | undefined;
}

/** Reads data once for all pages that show the same version of the catalogue. */
export type ReadOncePerVersion = <T extends object>(of: string, read: () => Promise<T>) => Promise<T>;

/**
 * Returns a page of the events list; `fromdate` and `todate` are local times, both inclusive. Null when no product ever had the id. Throws
 * VersionExpired.
 */
export async function listEvents(
  db: Db,
  input: EventsInput,
  now: Date,
  readOnce: ReadOncePerVersion = (_of, read) => read(),
): Promise<Paged<Event> | null> {
  const { id, page, version, fromdate, todate, offer } = input;
  if (id !== undefined) {
    if (!(await productExists(db, id, offer))) return null;
    const list = await eventsOfProduct(db, id, input, await changesAfter(db, version, now), now);
    return pageEnvelope(page, pageSizes.events, list, list.rows.map(eventWriter(await readRates(db))));
  }
  const { rateOf, list } = await readOnce(JSON.stringify([version, fromdate, todate]), () => frameOf(db, input, now));
  const rows = await list.rows(db, page);
  return pageEnvelope(page, pageSizes.events, list, rows.map(eventWriter(rateOf)));
}

/** Without `version` and `fromdate`, the lists of events hold coming events only. */
const isComing = ({ version, fromdate }: EventsInput): boolean => version === undefined && fromdate === undefined;

async function eventsOfProduct(
  db: Db,
  id: string,
  input: EventsInput,
  since: VersionPosition | undefined,
  now: Date,
): Promise<ListRows<EventRow>> {
  const { page, version, fromdate: from, todate: to, offer } = input;
  const { offset, limit } = sliceOf(page, pageSizes.events);
  if (!isComing(input)) {
    const shown = since ? { since } : version === undefined ? "not-removed" : "all";
    return productEvents(db, id, { range: { from, to }, shown, offset, limit, offer });
  }
  // Positions do not change when past years are dropped.
  const range = { from: `${firstStoredYear(now)}-01-01T00:00:00`, to };
  const { positions, past } = await productPositions(db, id, range, now);
  const skipped = positionsSkipped(past, positions - past, pageSizes.events);
  const list = await productEvents(db, id, { range, shown: { comingAt: now }, offset: offset + skipped, limit, offer });
  return { ...list, positions: list.positions - skipped };
}

/**
 * The data that all pages of one list share: rates, totals, and how to find the rows of a page. Pages of the same
 * version of the catalogue share it. As with a page, it may be newer than that version.
 */
interface Frame {
  rateOf: Map<string, string>;
  list: { positions: number; count: number; rows(db: Db, page: number): Promise<EventRow[]> };
}

async function frameOf(db: Db, input: EventsInput, now: Date): Promise<Frame> {
  const since = await changesAfter(db, input.version, now);
  return {
    list: since ? await changedEvents(db, input, since) : await allEvents(db, input, now),
    rateOf: await readRates(db),
  };
}

async function allEvents(db: Db, input: EventsInput, now: Date): Promise<Frame["list"]> {
  const { version, fromdate, todate, offer } = input;
  if (!isComing(input)) {
    const shown = version === undefined ? "not-removed" : "all";
    return inOrder(db, { range: { from: fromdate, to: todate }, latestFirst: fromdate === undefined, shown, offer });
  }
  const first = await firstComingEvent(db, now, firstComingDay(now));
  if (first === null || (todate !== undefined && todate < first))
    return { positions: 0, count: 0, rows: async () => [] };
  return inOrder(db, { range: { from: first, to: todate }, latestFirst: true, shown: { comingAt: now }, offer });
}

async function inOrder(db: Db, list: EventList): Promise<Frame["list"]> {
  const { days, ...total } = await eventDays(db, list);
  return { ...total, rows: (db, page) => eventsOnDays(db, list, days, sliceOf(page, pageSizes.events)) };
}

/**
 * Reads the changes since a version. First comes the change log, where an event that changes again moves to the end. Then follows every
 * event that is priced in a currency whose rate changed, and every event that a change of the partner's offer changed.
 */
async function changedEvents(db: Db, input: EventsInput, since: VersionPosition): Promise<Frame["list"]> {
  const { offer } = input;
  const range = { from: input.fromdate, to: input.todate };
  const changes = (await readCounter(db)).eventSeq - since.eventSeq;
  const count = await countInLog(db, { range, since, changes, offer });
  const currencies = await currenciesRepriced(db, since.version);
  const list: EventList = { range, latestFirst: range.from === undefined, shown: "all", currencies, offer };
  const repriced = currencies.length === 0 ? noDays : await eventDays(db, list);
  const ofOffer: EventList = { range, latestFirst: list.latestFirst, shown: "all", offer, movedSince: since.version };
  const moved = hasChangedSince(offer, since.version) ? await movedDays(db, ofOffer) : noDays;
  return {
    positions: changes + repriced.positions + moved.positions,
    count: count + repriced.count + moved.count,
    rows: async (db, page) => {
      const { log, rest } = changeSlices(sliceOf(page, pageSizes.events), changes);
      const { log: priced, rest: last } = changeSlices(rest, repriced.positions);
      const rows = log.limit === 0 ? [] : await eventsInLog(db, { range, since, offer, ...log });
      if (priced.limit > 0) rows.push(...(await eventsOnDays(db, list, repriced.days, priced)));
      if (last.limit > 0) rows.push(...(await eventsOnDays(db, ofOffer, moved.days, last)));
      return rows;
    },
  };
}

const noDays: CountedDays = { positions: 0, count: 0, days: [] };

/** Returns the local days of a page's events. A page without events changes only with the length of the list. */
export function daysOfEvents(events: Event[]): DayRange {
  const [one, other] = [events[0], events.at(-1)].map((event) => event?.eventOn.slice(0, 10) ?? "");
  return one! <= other! ? { first: one!, last: other! } : { first: other!, last: one! };
}

/** Tickets as answers show them, by rates, currency and stored value. They are cached, because events repeat few prices. */
let known = {
  rates: "",
  tickets: new Map<string, Event["tickets"]>(),
  converters: new Map<string, (price: string) => number>(),
};
/** Maximum number of entries of this cache. A catalogue in which each product has its own prices has fewer. */
const maxKnown = 10_000;

function eventWriter(rateOf: Map<string, string>): (row: EventRow) => Event {
  const rates = [...rateOf].join(" ");
  if (known.rates !== rates)
    known = {
      rates,
      tickets: new Map(),
      converters: new Map([...rateOf].map(([code, rate]) => [code, usdConverter(rate)])),
    };
  const { tickets, converters } = known;
  return ({ id, itemId, eventOn, availability, currencyCode, tickets: stored }) => {
    const key = currencyCode + stored;
    let shown = tickets.get(key);
    if (shown === undefined) {
      if (tickets.size >= maxKnown) tickets.clear();
      shown = ticketsOf(stored, currencyCode, converters.get(currencyCode)!);
      tickets.set(key, shown);
    }
    return { id, itemId, eventOn, availabilityCode: availability, tickets: shown };
  };
}

/** Returns the tickets of an event. The list is frozen, because events share it and a frozen list is serialised to JSON once. */
const ticketsOf = (stored: string, currencyCode: string, usd: (price: string) => number): Event["tickets"] =>
  Object.freeze(
    (JSON.parse(stored) as TicketPrice[]).map(({ code, price }) => ({
      code,
      unitPrice: { currencyCode, value: roundedAmount(price, currencyCode) },
      unitUsdPrice: { currencyCode: "USD", value: usd(price) },
    })),
  ) as Event["tickets"];
