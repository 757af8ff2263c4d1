import { type DayAvailability, limits, type Paged, pageSizes } from "@paseo/contract";
import type { CountedDays } from "../../records/list-rows.ts";
import type { Offer } from "../../records/partners/offer.ts";
import {
  countDays,
  type DayList,
  type DayRow,
  ownDays,
  productDays,
  seatsOfDays,
} from "../../store/catalogue/availability.ts";
import { readRates } from "../../store/catalogue/currencies.ts";
import { productExists } from "../../store/catalogue/product-lists.ts";
import type { Db } from "../../store/database/database.ts";
import { msPerDay } from "../selling/dates.ts";
import { priceObject, usdConverter } from "../selling/money.ts";
import type { ReadOncePerVersion } from "./event-lists.ts";
import { localTimesOfProducts } from "./local-times.ts";
import { firstComingDay, pageEnvelope, sliceOf } from "./paging.ts";
import type { DayRange } from "./recent-changes.ts";
import { changesAfter } from "./retention.ts";

/** Availability by product and local day, as values of the contract: docs/decisions/0031-availability.md. */

interface AvailabilityInput {
  id?: string | undefined;
  page: number;
  version?: number | undefined;
  /** Local days, `yyyy-MM-dd`, both inclusive. */
  fromdate?: string | undefined;
  todate?: string | undefined;
  /** The offer of the partner that reads; missing: the public set. */
  offer?: Offer | undefined;
}

type RequestedDays = Pick<AvailabilityInput, "id" | "fromdate" | "todate">;

/** An event counts as open until its sale has ended, rounded up to a multiple of this many minutes. */
export const availabilityMinutes = 5;

/** Maximum number of days of a range: a calendar of one product shows a year, a list of all products a month. */
const maxDays = ({ id }: RequestedDays): number =>
  id === undefined ? limits.availabilityDaysOfAll : limits.availabilityDays;

/**
 * Returns the local days of a range. By default the range begins with the first day that has not ended in every time zone; the list then omits
 * the days that have ended at their product.
 */
export function daysInRange(range: RequestedDays, now: Date): DayRange {
  const first = range.fromdate ?? firstComingDay(now);
  return { first, last: range.todate ?? dayAfter(first, maxDays(range) - 1) };
}

/** Returns the maximum number of days of a range, and by how many days the range is too long (0 or less: the range is short enough). */
export function daysTooMany(range: RequestedDays, now: Date): { most: number; tooMany: number } {
  const { first, last } = daysInRange(range, now);
  const most = maxDays(range);
  return { most, tooMany: (Date.parse(last) - Date.parse(first)) / msPerDay + 1 - most };
}

/** The last possible day is the last day of the year 9999. */
const dayAfter = (day: string, days: number): string =>
  new Date(Math.min(Date.parse(day) + days * msPerDay, Date.UTC(9999, 11, 31))).toISOString().slice(0, 10);

/**
 * Reads a page of the days of one product or of all products. Null when no product ever had the id. `viewer`: the days are as a partner with allotments can
 * buy them, with the seats left if it may read them; null: as every other partner. Throws VersionExpired.
 */
export async function listAvailability(
  db: Db,
  input: AvailabilityInput,
  now: Date,
  readOnce: ReadOncePerVersion = (_of, read) => read(),
  viewer: { partnerId: string; seats: boolean } | null = null,
): Promise<Paged<DayAvailability> | null> {
  const { id, page, offer, ...range } = input;
  if (id !== undefined && !(await productExists(db, id, offer))) return null;
  const frame = () => frameOf(db, input, now);
  // All days of one product fit on one page.
  const { list, counted, rateOf } = await (id === undefined ? readOnce(JSON.stringify(range), frame) : frame());
  const rows = await productDays(db, list, counted.days, sliceOf(page, pageSizes.availability));
  const own = viewer ? await ownDays(db, rows, { ...list, ...viewer }) : [];
  const seats = viewer?.seats ? await seatsOfDays(db, rows, { ...list, ...viewer }) : null;
  const byDay = <T extends { id: string; date: string }>(days: readonly T[]) =>
    new Map(days.map((day) => [`${day.id} ${day.date}`, day]));
  const [ownByDay, seatsByDay] = [byDay(own), seats && byDay(seats)];
  const shown = rows.map((row) => {
    const key = `${row.id} ${row.date}`;
    return { ...row, ...ownByDay.get(key), seats: seatsByDay && (seatsByDay.get(key)?.seats ?? []) };
  });
  return pageEnvelope(page, pageSizes.availability, counted, shown.map(dayWriter(rateOf)));
}

/** Reads the data that all pages of one list share. As with a page, it may be newer than the pages' version of the catalogue. */
async function frameOf(
  db: Db,
  { id, version, offer, ...range }: AvailabilityInput,
  now: Date,
): Promise<{ list: DayList; counted: CountedDays; rateOf: Map<string, string> }> {
  const since = await changesAfter(db, version, now);
  const slotMs = availabilityMinutes * 60_000;
  const list: DayList = {
    productId: id,
    days: daysInRange({ id, ...range }, now),
    at: new Date(Math.floor(now.getTime() / slotMs) * slotMs),
    // As in the list of events, past days are removed at the end of the list.
    latestFirst: id === undefined && range.fromdate === undefined,
    shown: since ? { since } : version === undefined ? "not-removed" : "all",
    offer,
    localTimes: range.fromdate === undefined ? await localTimesOfProducts(db, now, id) : undefined,
  };
  return { list, counted: await countDays(db, list), rateOf: await readRates(db) };
}

function dayWriter(rateOf: Map<string, string>): (row: DayRow & Pick<DayAvailability, "seats">) => DayAvailability {
  const converters = new Map([...rateOf].map(([code, rate]) => [code, usdConverter(rate)]));
  return ({ id, date, events, openEvents, soldOut, minPrice, currencyCode, seats }) => ({
    productId: id,
    date,
    events,
    openEvents,
    soldOut,
    minPrice: minPrice === null ? null : priceObject(minPrice, currencyCode),
    minUsdPrice: minPrice === null ? null : { currencyCode: "USD", value: converters.get(currencyCode)!(minPrice) },
    seats,
  });
}
