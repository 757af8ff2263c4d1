import { type RawBuilder, sql } from "kysely";
import { type CountedDays, daySpanOf, daysInListOrder, type ListSlice } from "../../records/list-rows.ts";
import { hasStopOn, type Offer, sellsProduct } from "../../records/partners/offer.ts";
import type { Db } from "../database/database.ts";
import { allConditions } from "../database/lists.ts";
import { allRows } from "../database/rows.ts";
import { ownAvailability, ownSeatsLeft } from "../versions/digest.ts";
import type { VersionPosition } from "../versions/versions.ts";
import { availabilityFor, dayMoved, eventIsSold, hasChangedSince, productIsSold, productsMoved } from "./offers.ts";
import { joinLocalTimes, type LocalTimes } from "./product-zones.ts";

export interface DayRow {
  /** The id of the product. */
  id: string;
  date: string;
  events: number;
  openEvents: number;
  soldOut: boolean;
  /** Lowest price of an open event; null if none is open. */
  minPrice: string | null;
  currencyCode: string;
}

/**
 * A list of days of products, by day and then in the products' order. A day keeps its position from its first listed
 * event on, so no later day moves to an earlier page. A list of changes has positions for changed days only, and a
 * changed day stays in it.
 */
export interface DayList {
  productId: string | undefined;
  days: { first: string; last: string };
  /** Events whose sale ends after this instant are open. */
  at: Date;
  latestFirst: boolean;
  shown: "not-removed" | "all" | { since: VersionPosition };
  /** Days before the product's local day are not shown; undefined: these days are shown too. */
  localTimes: LocalTimes | undefined;
  /** The offer of the partner that reads the list. */
  offer: Offer | undefined;
}

/** The number of events of day `d` that have reached the end of their sale. */
const ended = (instant: RawBuilder<unknown>) => sql`width_bucket(${instant}, d.sales_end_at)`;
const instant = (at: Date) => sql`${at}::timestamptz`;

/** Whether a day `d` has a position in the list. */
const listed = ({ productId, days, at, shown, offer }: DayList): RawBuilder<unknown> =>
  allConditions(
    sql`d.day >= ${days.first}::date and d.day <= ${days.last}::date`,
    productId !== undefined && sql`d.product_id = ${productId}`,
    // The sale of an event may have ended since the version, or in the minutes before it.
    typeof shown === "object" &&
      sql`(d.seq > ${shown.since.eventSeq} or d.product_id in (
          select p.id from product p join currency c on c.code = p.currency_code where c.rate_version > ${shown.since.version})
        or ${ended(instant(at))} > ${ended(sql`${instant(shown.since.at)} - interval '5 minutes'`)}
        ${hasChangedSince(offer, shown.since.version) ? sql`or ${dayMoved(offer, shown.since.version)}` : sql``})`,
  );

const isShown = ({ shown, localTimes, offer }: DayList): RawBuilder<unknown> =>
  allConditions(
    shown === "not-removed" && sql`d.events > 0`,
    localTimes !== undefined && isComing(localTimes),
    offer && isKnown(offer, shown),
  );

/** Whether the partner sells the product of day `d`, or sold it until a change of its set after the version of a list of changes. */
const isKnown = (offer: Offer, shown: DayList["shown"]): RawBuilder<unknown> =>
  typeof shown === "object" && hasChangedSince(offer, shown.since.version)
    ? sql`(${productIsSold(offer, sql`d.product_id`)} or d.product_id in ${productsMoved(offer, shown.since.version)})`
    : productIsSold(offer, sql`d.product_id`);

/** Whether a day `d` has not ended at its product. Only the first days of a list need the product's zone. */
const isComing = (times: LocalTimes): RawBuilder<unknown> => sql`(d.day >= ${latestDay(times)}::date or not exists (
    select from product p ${joinLocalTimes(times)} where p.id = d.product_id and d.day < here.at::date))`;

const latestDay = (times: LocalTimes): string => [...times.values()].sort().at(-1)?.slice(0, 10) ?? "-infinity";

const direction = ({ latestFirst }: DayList) => (latestFirst ? sql`desc` : sql`asc`);

/** Counts the positions of each day of a list. */
export async function countDays(db: Db, list: DayList): Promise<CountedDays> {
  const days = await allRows(db)<{ day: string; n: number; shown: number }>`
    select d.day, count(*) as n, count(*) filter (where ${isShown(list)}) as shown from product_day d where ${listed(list)}
    group by d.day order by d.day ${direction(list)}`;
  const sum = (of: "n" | "shown") => days.reduce((total, day) => total + day[of], 0);
  return { positions: sum("n"), count: sum("shown"), days: daysInListOrder(days) };
}

/** Reads a page of a list. The statement reads only the days of the page. */
export async function productDays(
  db: Db,
  list: DayList,
  days: CountedDays["days"],
  page: ListSlice,
): Promise<DayRow[]> {
  const span = daySpanOf(days, list.latestFirst, page);
  if (span === undefined) return [];
  const order = sql`d.day ${direction(list)}, d.pos ${direction(list)}`;
  const rows = await allRows(db)<DayRow>`
    select d.product_id as id, d.day as date, d.events, coalesce(d.open[next], 0) as "openEvents",
      d.has_sold_out and d.open[next] is null as "soldOut", d.min_price[next]::text as "minPrice",
      p.currency_code as "currencyCode"
    from (
      select *, ${ended(instant(list.at))} + 1 as next from product_day d
      where ${listed(list)} and d.day >= ${span.earliest}::date and d.day <= ${span.latest}::date
      order by ${order} offset ${span.offset} limit ${page.limit}
    ) d join product p on p.id = d.product_id where ${isShown(list)} order by ${order}`;
  return list.offer ? daysFor(db, list.offer, list, rows) : rows;
}

/** Counts again the days on which the partner sells a part of the product's events. */
async function daysFor(db: Db, offer: Offer, { at, shown }: DayList, rows: DayRow[]): Promise<DayRow[]> {
  const isPart = ({ id, date }: DayRow) =>
    offer.parts.has(id) || !sellsProduct(offer, id) || hasStopOn(offer, { productId: id, day: date });
  const parts = rows.filter(isPart);
  if (parts.length === 0) return rows;
  const counted = await allRows(db)<Omit<DayRow, "currencyCode">>`
    select k.id, k.day as date, count(*) filter (where e.shown) as events, count(*) filter (where e.is_open) as "openEvents",
      coalesce(bool_or(e.availability = 'sold-out'), false) and not coalesce(bool_or(e.is_open), false) as "soldOut",
      (min(e.min_price) filter (where e.is_open))::text as "minPrice"
    from unnest(${parts.map(({ id }) => id)}::uuid[], ${parts.map(({ date }) => date)}::date[]) as k (id, day)
    left join lateral (
      select e.shown, e.min_price, ${availabilityFor(offer)} as availability,
        ${availabilityFor(offer)} = 'available' and e.sales_end_at > ${instant(at)} as is_open
      from event e where e.listed and e.product_id = k.id and e.event_on >= k.day and e.event_on < k.day + 1 and ${eventIsSold(offer)}
    ) e on true group by k.id, k.day`;
  const byKey = new Map(counted.map((one) => [`${one.id} ${one.date}`, one]));
  const all = rows.map((row) => (isPart(row) ? { ...row, ...byKey.get(`${row.id} ${row.date}`)! } : row));
  return shown === "not-removed" ? all.filter(({ events }) => events > 0) : all;
}

/**
 * Reads those of these days on which a partner sells events with its allotments, as it can buy them: the others stay as `productDays` read them.
 */
export function ownDays(
  db: Db,
  days: readonly Pick<DayRow, "id" | "date">[],
  { partnerId, at, offer }: Pick<DayList, "at" | "offer"> & { partnerId: string },
): Promise<Pick<DayRow, "id" | "date" | "openEvents" | "soldOut" | "minPrice">[]> {
  const availability = availabilityFor(offer, ownAvailability(partnerId));
  return allRows(db)`
    select d.id, to_char(d.day, 'YYYY-MM-DD') as date, own."openEvents", own.sold_out and own."openEvents" = 0 as "soldOut", own."minPrice"
    from unnest(${days.map(({ id }) => id)}::uuid[], ${days.map(({ date }) => date)}::date[]) d (id, day)
    cross join lateral (
      select bool_or(partners_left ->> ${partnerId}::text is not null) as named, bool_or(shown = 'sold-out') as sold_out,
        (count(*) filter (where is_open))::int as "openEvents", (min(min_price) filter (where is_open))::text as "minPrice"
      from (
        select e.partners_left, e.min_price, ${availability} as shown,
          ${availability} = 'available' and e.sales_end_at > ${at}::timestamptz as is_open
        from event e where e.listed and e.product_id = d.id and e.event_on >= d.day and e.event_on < d.day + 1
          ${offer ? sql`and ${eventIsSold(offer)}` : sql``}
      ) e
    ) own where own.named`;
}

/** Reads the seats left of the events of these days that a partner can buy. Null: the event has no limit that is known. */
export function seatsOfDays(
  db: Db,
  days: readonly Pick<DayRow, "id" | "date">[],
  { partnerId, at, offer }: Pick<DayList, "at" | "offer"> & { partnerId: string },
): Promise<(Pick<DayRow, "id" | "date"> & { seats: { eventId: string; seatsLeft: number | null }[] })[]> {
  return allRows(db)`
    select d.id, to_char(d.day, 'YYYY-MM-DD') as date,
      jsonb_agg(jsonb_build_object('eventId', e.id, 'seatsLeft', ${ownSeatsLeft(partnerId)}) order by e.event_on, e.id) as seats
    from unnest(${days.map(({ id }) => id)}::uuid[], ${days.map(({ date }) => date)}::date[]) d (id, day)
    join event e on e.listed and e.product_id = d.id and e.event_on >= d.day and e.event_on < d.day + 1
    where ${availabilityFor(offer, ownAvailability(partnerId))} = 'available' and e.sales_end_at > ${at}::timestamptz
      ${offer ? sql`and ${eventIsSold(offer)}` : sql``}
    group by d.id, d.day`;
}
