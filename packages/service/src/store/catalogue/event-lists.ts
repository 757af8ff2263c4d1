import { type AvailabilityCode, pageSizes } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import {
  type CountedDays,
  daySpanOf,
  daysInListOrder,
  type ListRows,
  type ListSlice,
} from "../../records/list-rows.ts";
import type { Offer } from "../../records/partners/offer.ts";
import type { Db } from "../database/database.ts";
import { allRows, onlyRow } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";
import type { VersionPosition } from "../versions/versions.ts";
import { availabilityFor, eventIsSold, eventMoved, hasChangedSince, itemMoved } from "./offers.ts";

/**
 * Lists of events. Each listed event has a position. Positions of removed events are empty; in a list of coming events,
 * positions of past events too.
 */

export interface EventRow {
  id: string;
  itemId: string;
  eventOn: string;
  availability: AvailabilityCode;
  currencyCode: string;
  /** A list of `TicketPrice` as JSON text: events repeat few lists, so few texts are parsed. */
  tickets: string;
}

/** Local times, `yyyy-MM-ddTHH:mm:ss`, both inclusive. */
interface EventRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** Which events a list shows: all, not removed, coming or changed events. */
type ShownEvents = "all" | "not-removed" | { comingAt: Date } | { since: VersionPosition };

const columns = (
  offer: Offer | undefined,
) => sql`e.id, e.item_id as "itemId", e.event_on as "eventOn", ${availabilityFor(offer)} as availability,
  e.currency_code as "currencyCode", e.tickets`;

/**
 * The rows of a page `p` in its order, as one text. Reading one row for each event takes both drivers longer than
 * running the statement. No value contains a separator, because JSON escapes it.
 */
const packed = sql`string_agg(concat_ws(chr(31), p.id, p."itemId", p."eventOn", p.availability, p."currencyCode", p.tickets), chr(30))`;

function unpacked(page: string | null): EventRow[] {
  if (page === null) return [];
  return page.split("\x1e").map((row) => {
    const [id, itemId, eventOn, availability, currencyCode, tickets] = row.split("\x1f") as [
      string,
      string,
      string,
      AvailabilityCode,
      string,
      string,
    ];
    return { id, itemId, eventOn: eventOn.replace(" ", "T"), availability, currencyCode, tickets };
  });
}

const within = (range: EventRange): RawBuilder<unknown> => sql`
  ${range.from ? sql`and e.event_on >= ${range.from}::timestamp` : sql``}
  ${range.to ? sql`and e.event_on <= ${range.to}::timestamp` : sql``}`;

/**
 * Whether an event `e` is shown. A partner reads the events that it sells; its changes also have those of items that left its set, as removed
 * events.
 */
function isShown(shown: ShownEvents, offer: Offer | undefined): RawBuilder<unknown> {
  if (!offer) return isShownToAll(shown);
  if (typeof shown !== "object" || !("since" in shown)) return sql`(${isShownToAll(shown)} and ${eventIsSold(offer)})`;
  const { version } = shown.since;
  if (!hasChangedSince(offer, version)) return sql`(${isShownToAll(shown)} and ${eventIsSold(offer)})`;
  return sql`((${isShownToAll(shown)} or ${eventMoved(offer, version)}) and ${isKnown(offer, version)})`;
}

/** Whether the partner sells event `e`, or sold it until a change of its set after a version. */
const isKnown = (offer: Offer, version: number) => sql`(${eventIsSold(offer)} or ${itemMoved(offer, version)})`;

function isShownToAll(shown: ShownEvents): RawBuilder<unknown> {
  if (shown === "all") return sql`true`;
  if (shown === "not-removed") return sql`e.shown`;
  if ("comingAt" in shown) return sql`(e.shown and e.day_ends_at > ${shown.comingAt})`;
  const { eventSeq, version } = shown.since;
  return sql`(e.seq > ${eventSeq}
    or exists (select from currency c where c.code = e.currency_code and c.rate_version > ${version}))`;
}

/**
 * Reads the EventOn of the earliest shown event whose local day has not ended; null if there is none. `from`: a local day before that
 * event.
 */
export async function firstComingEvent(db: Db, at: Date, from: string): Promise<string | null> {
  const rows = await allRows(db)<{ eventOn: string }>`${prepareAs("first-coming-event")}
    select event_on as "eventOn" from event
    where listed and shown and event_on >= ${from}::date and day_ends_at > ${at} order by event_on limit 1`;
  return rows[0]?.eventOn ?? null;
}

/** Returns how many positions one product's list has, and how many of them precede its first coming event. */
export const productPositions = (
  db: Db,
  productId: string,
  range: EventRange,
  at: Date,
): Promise<{ positions: number; past: number }> =>
  onlyRow(db)`
    with list as (
      select event_on, day_ends_at from event e where listed and product_id = ${productId} ${within(range)}
    )
    select count(*) as positions, count(*) filter (where event_on < coalesce(
      (select min(event_on) from list where day_ends_at > ${at}), 'infinity')) as past from list`;

/** Reads the events of one product, from the earliest. One product has few enough events to count them. */
export async function productEvents(
  db: Db,
  productId: string,
  {
    range,
    shown,
    offset,
    limit,
    offer,
  }: { range: EventRange; shown: ShownEvents; offer?: Offer | undefined } & ListSlice,
): Promise<ListRows<EventRow>> {
  const { page, ...total } = await onlyRow(db)<{ positions: number; count: number; page: string | null }>`
    with list as (
      select ${columns(offer)}, ${isShown(shown, offer)} as is_shown from event e
      where e.listed and e.product_id = ${productId} ${within(range)}
    )
    select count(*) as positions, count(*) filter (where is_shown) as count, (
      select ${packed} from (select * from list order by "eventOn", id offset ${offset} limit ${limit}) p where is_shown
    ) as page from list`;
  return { ...total, rows: unpacked(page) };
}

/** A list of events of all products, by EventOn, then Id. */
export interface EventList {
  range: EventRange;
  latestFirst: boolean;
  shown: Exclude<ShownEvents, { since: VersionPosition }>;
  /** Only events that are priced in these currencies. */
  currencies?: string[];
  /** The offer of the partner that reads the list. */
  offer?: Offer | undefined;
  /** Only events that a change of the offer after this version changed for the partner. */
  movedSince?: number;
}

const priced = ({ currencies }: EventList) =>
  currencies ? sql`and currency_code = any(${currencies}::text[])` : sql``;

const moved = ({ offer, movedSince }: EventList) =>
  offer && movedSince !== undefined ? sql`and ${eventMoved(offer, movedSince)}` : sql``;

/** Whether an event `e` on a position of the list is shown. */
const isShownIn = ({ shown, offer, movedSince }: EventList) =>
  offer && movedSince !== undefined ? isKnown(offer, movedSince) : isShown(shown, offer);

/** Counts the days of the events that changes of an offer changed. */
export async function movedDays(db: Db, list: EventList): Promise<CountedDays> {
  const days = await allRows(db)<{ day: string; n: number; shown: number }>`
    select e.event_on::date as day, count(*) as n, count(*) filter (where ${isShownIn(list)}) as shown from event e
    where e.listed ${within(list.range)} ${moved(list)} group by 1 order by 1 ${list.latestFirst ? sql`desc` : sql`asc`}`;
  const sum = (of: "n" | "shown") => days.reduce((total, day) => total + day[of], 0);
  return { positions: sum("n"), count: sum("shown"), days: daysInListOrder(days) };
}

/** Counts the events that a partner sells of a list: directly if they are few, or else as all events without those that it does not sell. */
async function countSold(db: Db, list: EventList & { offer: Offer }, all: number): Promise<number> {
  const { offer, range } = list;
  const named = [...offer.products.union(offer.parts)];
  const isOnly = offer.sells === "only";
  if (!isOnly && named.length === 0) return all;
  const { n } = await onlyRow(db)<{ n: number }>`
    select count(*) as n from event e where e.product_id = any(${named}::uuid[]) and e.listed ${within(range)} ${priced(list)}
      and ${isShownToAll(list.shown)} and ${isOnly ? eventIsSold(offer) : sql`not ${eventIsSold(offer)}`}`;
  return isOnly ? n : all - n;
}

/** Counts the days of a list. `event_day` has the positions of whole days. */
export async function eventDays(db: Db, list: EventList): Promise<CountedDays> {
  const { range, latestFirst, shown } = list;
  const from = sql`${range.from ?? "-infinity"}::timestamp`;
  const to = sql`${range.to ?? "infinity"}::timestamp`;
  const { days, ...total } = await onlyRow(db)<{ positions: number; count: number; days: string | null }>`
    ${prepareAs("event-days")}
    with outside as (
      -- Events that event_day counts and the list omits: events of the first and last day outside the range, and
      -- shown events whose local day is over. A day ends first where the local time is 14 hours ahead of UTC.
      select event_on::date as day, 1 as n, shown::int as shown from event
      where listed and event_on >= ${from}::date and event_on < ${from} ${priced(list)}
      union all
      select event_on::date, 1, shown::int from event
      where listed and event_on > ${to} and event_on < ${to}::date + 1 ${priced(list)}
      ${
        typeof shown === "object"
          ? sql`union all
            select event_on::date, 0, 1 from event
            where listed and shown and day_ends_at <= ${shown.comingAt} and event_on >= ${from} and event_on <= ${to}
              and event_on < (${shown.comingAt}::timestamptz at time zone 'UTC' - interval '10 hours')::date + 1 ${priced(list)}`
          : sql``
      }
    ), days as (
      select day, sum(n)::bigint as n, sum(shown)::bigint as shown from (
        select day, n, shown from event_day where day >= ${from}::date and day <= ${to}::date ${priced(list)}
        union all select day, -n, -shown from outside
      ) d group by day
    )
    select coalesce(sum(n), 0)::bigint as positions,
      coalesce(sum(${shown === "all" ? sql`n` : sql`shown`}), 0)::bigint as count,
      string_agg(concat(day, ' ', n), ',' order by day ${latestFirst ? sql`desc` : sql`asc`}) as days from days`;
  const counted = (days?.split(",") ?? []).map((text) => {
    const [day, n] = text.split(" ") as [string, string];
    return { day, n: Number(n) };
  });
  const { offer } = list;
  const count = offer ? await countSold(db, { ...list, offer }, total.count) : total.count;
  return { ...total, count, days: daysInListOrder(counted) };
}

/** The statement of a page reads the rows of up to this many positions. For a later page, an index-only statement finds the page first. */
const maxRead = 2 * pageSizes.events;

/** Reads a page of a list. A late page costs as little as the first, because the statement reads only the days of the page. */
export async function eventsOnDays(
  db: Db,
  list: EventList,
  days: CountedDays["days"],
  slice: ListSlice,
): Promise<EventRow[]> {
  const span = daySpanOf(days, list.latestFirst, slice);
  if (span === undefined) return [];
  const { earliest, latest, offset, positions } = span;
  const { limit } = slice;
  const direction = list.latestFirst ? sql`desc` : sql`asc`;
  const onDays = sql`e.listed and e.event_on >= ${earliest}::timestamp and e.event_on < (${latest}::date + 1)::timestamp
    ${within(list.range)} ${priced(list)} ${moved(list)}`;
  const order = sql`order by e.event_on ${direction}, e.id`;
  // The statement of a whole page is planned once, since planning takes half of its time. The planner must know the
  // number of rows.
  const isWhole = limit === pageSizes.events;
  const rows = sql`offset ${offset}::bigint limit ${isWhole ? sql.lit(limit) : limit}`;
  if (isWhole && positions > maxRead) {
    const keys = await onlyRow(db)<PageKeys>`${prepareAs("event-page-keys")}
      select (array_agg(event_on))[1] as "firstOn", (array_agg(id))[1] as "firstId",
        (array_agg(event_on))[count(*)::int] as "lastOn", (array_agg(id))[count(*)::int] as "lastId"
      from (select e.event_on, e.id from event e where ${onDays} ${order} ${rows}) k`;
    return eventsBetween(db, list, keys, order);
  }
  const { page } = await onlyRow(db)<{ page: string | null }>`
    ${isWhole ? prepareAs("events-on-days") : sql``}
    select ${packed} as page from (
      select ${columns(list.offer)}, ${isShownIn(list)} as is_shown from event e where ${onDays} ${order} ${rows}
    ) p where is_shown`;
  return unpacked(page);
}

/** The first and the last event of a page; null when it is empty. */
type PageKeys = Record<"firstOn" | "firstId" | "lastOn" | "lastId", string | null>;

const [leastId, greatestId] = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"];

/** Reads the shown events of a whole page. Each part of the condition is one range of the index `event_list`. */
async function eventsBetween(
  db: Db,
  list: EventList,
  { firstOn, firstId, lastOn, lastId }: PageKeys,
  order: RawBuilder<unknown>,
): Promise<EventRow[]> {
  if (firstOn === null) return [];
  const [after, until] = list.latestFirst ? [lastOn, firstOn] : [firstOn, lastOn];
  const isOneTime = firstOn === lastOn;
  const { page } = await onlyRow(db)<{ page: string | null }>`${prepareAs("events-between")}
    select ${packed} as page from (
      select ${columns(list.offer)}, ${isShownIn(list)} as is_shown from event e
      where e.listed ${priced(list)} ${moved(list)} and (
        e.event_on = ${firstOn}::timestamp and e.id >= ${firstId}::uuid and e.id <= ${isOneTime ? lastId : greatestId}::uuid
        or e.event_on > ${after}::timestamp and e.event_on < ${until}::timestamp
        or e.event_on = ${lastOn}::timestamp and e.id >= ${isOneTime ? firstId : leastId}::uuid and e.id <= ${lastId}::uuid)
      ${order} limit ${sql.lit(pageSizes.events)}
    ) p where is_shown`;
  return unpacked(page);
}

/** Reads the events of a range by their positions in the change log, after a version. */
export async function eventsInLog(
  db: Db,
  {
    range,
    since,
    offset,
    limit,
    offer,
  }: { range: EventRange; since: VersionPosition; offer?: Offer | undefined } & ListSlice,
): Promise<EventRow[]> {
  const from = since.eventSeq + offset;
  const { page } = await onlyRow(db)<{ page: string | null }>`${prepareAs("events-in-log")}
    select ${packed} as page from (
      select ${columns(offer)} from event e where e.listed and e.seq > ${from} and e.seq <= ${from + limit} ${within(range)} ${sold(offer)} order by e.seq
    ) p`;
  return unpacked(page);
}

const sold = (offer: Offer | undefined) => (offer ? sql`and ${eventIsSold(offer)}` : sql``);

// Maximum length of a log that is counted. In a longer log, empty positions count as records, because counting is too
// slow.
const countedChanges = 20_000;

/** Counts the events of a range in `changes` positions of the change log after a version. */
export async function countInLog(
  db: Db,
  {
    range,
    since,
    changes,
    offer,
  }: { range: EventRange; since: VersionPosition; changes: number; offer?: Offer | undefined },
): Promise<number> {
  if (changes === 0 || changes > countedChanges) return changes;
  // The condition has both bounds: with only one, the planner reads the whole table as long as the table is not
  // analysed.
  const rows = await allRows(db)<{ n: number }>`${prepareAs("count-in-log")}
    select count(*) as n from event e
    where e.listed and e.seq > ${since.eventSeq} and e.seq <= ${since.eventSeq + changes} ${within(range)} ${sold(offer)}`;
  return rows[0]?.n ?? 0;
}
