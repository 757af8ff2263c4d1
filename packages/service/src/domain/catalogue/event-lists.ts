import { type Event, type Paged, pageSizes } from "@paseo/contract";
import { currenciesRepriced, rates } from "../../store/catalogue/currencies.ts";
import {
  countInLog,
  type EventRow,
  eventsInLog,
  eventsInOrder,
  firstComingEvent,
  productEvents,
  productPositions,
} from "../../store/catalogue/events.ts";
import type { ListRows } from "../../store/catalogue/list-rows.ts";
import { productExists } from "../../store/catalogue/products.ts";
import { readCounter, type Since } from "../../store/catalogue/versions.ts";
import type { Db } from "../../store/database/database.ts";
import { amount, usdConverter } from "../selling/money.ts";
import { changeSlices, envelope, firstComingDay, positionsSkipped, sliceOf } from "./paging.ts";
import type { Days } from "./recent-changes.ts";
import { changesAfter, firstStoredYear } from "./retention.ts";

/** Events as partners read them, as values of the contract. */

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
  const range = { from: `${firstStoredYear(now)}-01-01T00:00:00`, to };
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

/** The local days of a page's events. A page without events depends on the length of the list only. */
export function daysOf(events: Event[]): Days {
  const [one, other] = [events[0], events.at(-1)].map((event) => event?.eventOn.slice(0, 10) ?? "");
  return one! <= other! ? { first: one!, last: other! } : { first: other!, last: one! };
}

/** Pages of one list repeat few prices. */
let known: { rates: string; converters: Map<string, (price: string) => number> } | undefined;

function convertersOf(rateOf: Map<string, string>): Map<string, (price: string) => number> {
  const rates = [...rateOf].join(" ");
  if (known?.rates !== rates)
    known = { rates, converters: new Map([...rateOf].map(([code, rate]) => [code, usdConverter(rate)])) };
  return known.converters;
}

function eventWriter(rateOf: Map<string, string>): (row: EventRow) => Event {
  const converters = convertersOf(rateOf);
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
