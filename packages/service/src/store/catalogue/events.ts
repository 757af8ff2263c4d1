import { type AvailabilityCode, pageSizes } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database/database.ts";
import { allRows, onlyRow } from "../database/rows.ts";
import { prepared } from "../database/statement-names.ts";
import type { TicketPrice } from "./bookable-event.ts";
import { shownAvailability } from "./digest.ts";
import { type ListRows, listRows, type Slice } from "./list-rows.ts";
import type { Since } from "./versions.ts";

/** Lists of events. Positions are those of listed events: removed ones and, of coming events, past ones are empty positions. */

export interface EventRow {
  id: string;
  itemId: string;
  eventOn: string;
  availability: AvailabilityCode;
  currencyCode: string;
  tickets: TicketPrice[];
}

/** Local times, `yyyy-MM-ddTHH:mm:ss`, both included. */
export interface EventRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** The events that a list shows: all, those not removed, coming ones, or changed ones. */
export type Shown = "all" | "not-removed" | { comingAt: Date } | { since: Since };

const columns = sql`e.id, e.item_id as "itemId", e.event_on as "eventOn", ${shownAvailability} as availability,
  e.currency_code as "currencyCode", e.tickets`;

/** The columns of a page `p` of events, and no others: parsing a date takes longer than all other columns together. */
const ofPage = sql`p.id, p."itemId", p."eventOn", p.availability, p."currencyCode", p.tickets`;

const within = (range: EventRange): RawBuilder<unknown> => sql`
  ${range.from ? sql`and e.event_on >= ${range.from}::timestamp` : sql``}
  ${range.to ? sql`and e.event_on <= ${range.to}::timestamp` : sql``}`;

/** Whether an event `e` is shown. */
function isShown(shown: Shown): RawBuilder<unknown> {
  if (shown === "all") return sql`true`;
  if (shown === "not-removed") return sql`e.shown`;
  if ("comingAt" in shown) return sql`(e.shown and e.day_ends_at > ${shown.comingAt})`;
  const { eventSeq, version } = shown.since;
  return sql`(e.seq > ${eventSeq}
    or exists (select from currency c where c.code = e.currency_code and c.rate_version > ${version}))`;
}

/** The EventOn of the earliest shown event whose local day has not ended; null if there is none. `from`: a local day before it. */
export async function firstComingEvent(db: Db, at: Date, from: string): Promise<string | null> {
  const rows = await allRows(db)<{ eventOn: string }>`${prepared("first-coming-event")}
    select event_on as "eventOn" from event
    where listed and shown and event_on >= ${from}::date and day_ends_at > ${at} order by event_on limit 1`;
  return rows[0]?.eventOn ?? null;
}

/** How many positions one product's list has, and how many of these come before its first coming event. */
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

/** Events of one product, from the earliest. They are few enough to be counted. */
export async function productEvents(
  db: Db,
  productId: string,
  { range, shown, offset, limit }: { range: EventRange; shown: Shown } & Slice,
): Promise<ListRows<EventRow>> {
  const rows = await allRows(db)<EventRow & { positions: number; count: number }>`
    with list as (
      select ${columns}, ${isShown(shown)} as is_shown from event e
      where e.listed and e.product_id = ${productId} ${within(range)}
    ), total as (
      select count(*) as positions, count(*) filter (where is_shown) as count from list
    )
    select total.*, ${ofPage} from total left join (
      select * from (select * from list order by "eventOn", id offset ${offset} limit ${limit}) page where is_shown
    ) p on true order by p."eventOn", p.id`;
  return listRows(rows);
}

/**
 * Events of all products by EventOn, then Id. `event_day` counts the positions of whole days, so a deep page costs as little as
 * the first one.
 */
export async function eventsInOrder(
  db: Db,
  input: {
    range: EventRange;
    latestFirst: boolean;
    shown: Exclude<Shown, { since: Since }>;
    /** Only events priced in these. */
    currencies?: string[];
  } & Slice,
): Promise<ListRows<EventRow>> {
  const { range, latestFirst, shown, currencies, offset, limit } = input;
  const from = sql`${range.from ?? "-infinity"}::timestamp`;
  const to = sql`${range.to ?? "infinity"}::timestamp`;
  const direction = latestFirst ? sql`desc` : sql`asc`;
  const priced = currencies ? sql`and currency_code = any(${currencies}::text[])` : sql``;
  // The local days that a page lies on: from the day of its first position to that of its last one, or to the list's end.
  const [earliest, latest] = latestFirst
    ? [sql`coalesce((select day from last_day), '-infinity')`, sql`(select day from first_day)`]
    : [sql`(select day from first_day)`, sql`coalesce((select day from last_day), 'infinity')`];
  // A whole page is planned once, since planning takes half of its time: its bounds are found while it runs. The planner must know the
  // number of rows.
  const isWhole = limit === pageSizes.events;
  const rows = await allRows(db)<EventRow & { positions: number; count: number }>`
    ${isWhole ? prepared("events-in-order") : sql``}
    with outside as (
      -- Events of the first and the last day that the range leaves out, and events shown whose local day is over: a day
      -- ends first where it is 14 hours ahead of UTC.
      select event_on::date as day, 1 as n, shown::int as shown from event
      where listed and event_on >= ${from}::date and event_on < ${from} ${priced}
      union all
      select event_on::date, 1, shown::int from event
      where listed and event_on > ${to} and event_on < ${to}::date + 1 ${priced}
      ${
        typeof shown === "object"
          ? sql`union all
            select event_on::date, 0, 1 from event
            where listed and shown and day_ends_at <= ${shown.comingAt} and event_on >= ${from} and event_on <= ${to}
              and event_on < (${shown.comingAt}::timestamptz at time zone 'UTC' - interval '10 hours')::date + 1 ${priced}`
          : sql``
      }
    ), days as (
      select day, sum(n)::bigint as n, sum(shown)::bigint as shown,
        (sum(sum(n)) over (order by day ${direction}) - sum(n))::bigint as before
      from (
        select day, n, shown from event_day where day >= ${from}::date and day <= ${to}::date ${priced}
        union all select day, -n, -shown from outside
      ) d group by day
    ), first_day as (
      select day, ${offset} - before as skipped from days where before <= ${offset} and before + n > ${offset}
    ), last_day as (
      select day from days where before + n >= ${offset + limit} order by before limit 1
    ), total as (
      select coalesce(sum(n), 0)::bigint as positions,
        coalesce(sum(${shown === "all" ? sql`n` : sql`shown`}), 0)::bigint as count from days
    )
    select total.*, ${ofPage} from total left join (
      select * from (
        select ${columns}, ${isShown(shown)} as is_shown from event e
        where e.listed and e.event_on >= ${earliest} and e.event_on < ${latest} + 1 ${within(range)} ${priced}
        order by e.event_on ${direction}, e.id offset (select skipped from first_day) limit ${isWhole ? sql.lit(limit) : limit}
      ) page where is_shown
    ) p on true order by p."eventOn" ${direction}, p.id`;
  return listRows(rows);
}

/** Events of a range by their positions in the change log, after a version. */
export async function eventsInLog(
  db: Db,
  { range, since, offset, limit }: { range: EventRange; since: Since } & Slice,
): Promise<EventRow[]> {
  const from = since.eventSeq + offset;
  const rows = await allRows(db)<EventRow>`${prepared("events-in-log")}
    select ${columns} from event e where e.listed and e.seq > ${from} and e.seq <= ${from + limit} ${within(range)}
    order by e.seq`;
  return rows;
}

// Counting a long log is too slow. Beyond this length, empty positions count as records.
const countedChanges = 20_000;

/** How many events of a range are in `changes` positions of the change log after a version. */
export async function countInLog(
  db: Db,
  { range, since, changes }: { range: EventRange; since: Since; changes: number },
): Promise<number> {
  if (changes === 0 || changes > countedChanges) return changes;
  // Both bounds: with one alone, before the table is analysed, the planner reads the whole table.
  const rows = await allRows(db)<{ n: number }>`${prepared("count-in-log")}
    select count(*) as n from event e
    where e.listed and e.seq > ${since.eventSeq} and e.seq <= ${since.eventSeq + changes} ${within(range)}`;
  return rows[0]?.n ?? 0;
}
