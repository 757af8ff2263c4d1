import { type AvailabilityCode, pageSizes } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import { byKey, type Find, findInBatches } from "../database/batch-loader.ts";
import type { Db } from "../database/database.ts";
import { statement } from "../database/statement.ts";
import type { BookableEvent, PriceState, TicketPrice } from "./bookable-event.ts";
import { shownAvailability } from "./digest.ts";
import { yearOf } from "./event-years.ts";
import { found, logPage, offsetOf, type Positions } from "./paging.ts";
import type { Since } from "./versions.ts";

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

export interface EventList {
  page: number;
  range: EventRange;
  /** Removed events too; without it they are holes. */
  everything: boolean;
  /** Only events whose local day is not over at this instant, before whose day `today` none can be. */
  coming?: { at: Date; today: string } | undefined;
}

const size = pageSizes.events;

const columns = sql`e.id, e.item_id as "itemId", e.event_on as "eventOn", ${shownAvailability} as availability,
  e.currency_code as "currencyCode", e.tickets`;

/** The same of a page `p` of them, and nothing that was only needed to find it: reading a date takes longer than all the rest. */
const ofPage = sql`p.id, p."itemId", p."eventOn", p.availability, p."currencyCode", p.tickets`;

const between = (range: EventRange): RawBuilder<unknown> => sql`
  ${range.from ? sql`and e.event_on >= ${range.from}::timestamp` : sql``}
  ${range.to ? sql`and e.event_on <= ${range.to}::timestamp` : sql``}`;

/** How many positions lie between two local days, `from` included, in the list of events or of one product's. */
export async function positionsBetween(db: Db, from: string, until: string, productId?: string): Promise<number> {
  const { rows } = await (productId === undefined
    ? sql<{ n: number }>`
        select coalesce(sum(n), 0) as n from event_day where day >= ${from}::date and day < ${until}::date`
    : sql<{ n: number }>`
        select count(*) as n from event where listed and product_id = ${productId}
          and event_on >= ${from}::date and event_on < ${until}::date`
  ).execute(db);
  return rows[0]!.n;
}

/** Coming events, or every one, of one product. A product's own events are few enough to count. */
export async function productEvents(
  db: Db,
  input: EventList & { productId: string; since?: Since | undefined },
): Promise<Positions<EventRow>> {
  const { productId, page, range, everything, coming, since } = input;
  // The list keeps its order and its positions whatever is asked; what is not shown leaves holes.
  const shown = since
    ? sql`(seq > ${since.eventSeq} or exists (select from currency c where c.code = "currencyCode" and c.rate_version > ${since.version}))`
    : sql`(${everything ? sql`true` : sql`availability <> 'removed'`} ${coming ? sql`and day_ends_at > ${coming.at}` : sql``})`;
  const offset = offsetOf(page, size);
  const { rows } = await sql<EventRow & { positions: number; holes: number; count: number }>`
    with list as (
      select ${columns}, e.seq, e.day_ends_at from event e
      where e.listed and e.product_id = ${productId} ${between(range)}
    ), gone as (
      -- Of a year in which the range begins or ends, all: that moves no record to an earlier place.
      select coalesce(sum(n), 0)::bigint as n from event_gone where product_id = ${productId}
        and year between ${yearOf(range.from ?? "0000")}::int and ${yearOf(range.to ?? "9999")}::int
    ), total as (
      select gone.n + count(list.id) as positions, gone.n as holes, count(*) filter (where ${shown}) as count
      from gone left join list on true group by gone.n
    )
    select total.*, ${ofPage} from total left join (
      select * from (
        select * from (
          select * from list order by "eventOn", id
          offset (select greatest(0, ${offset}::bigint - n) from gone) limit ${size}
        ) page order by "eventOn", id limit (select greatest(0, ${offset + size}::bigint - n) from gone)
      ) page where ${shown}
    ) p on true order by p."eventOn", p.id`.execute(db);
  return found(rows);
}

/**
 * Events in order of EventOn, of all products. Holes stay in place: removed events, days that were dropped, and with `coming`
 * those whose local day is over. Page N is found by the counts of whole days, so that a deep page costs what the first one does.
 */
export async function eventsInOrder(
  db: Db,
  input: EventList & { currencies?: string[] },
  offset = offsetOf(input.page, size),
  limit: number = size,
): Promise<Positions<EventRow>> {
  const { range, everything, coming, currencies } = input;
  const from = range.from ?? null;
  const to = range.to ?? null;
  const counted = everything ? sql`true` : sql`shown`;
  const inCurrency = currencies ? sql`and currency_code = any(${currencies}::text[])` : sql``;
  const { rows } = await sql<EventRow & { positions: number; holes: number; count: number }>`
    with kept as (
      select coalesce(events_from, '-infinity') as first_day from counter
    ), days as (
      select day, sum(n)::bigint as n, bool_or(day < kept.first_day) as gone,
        sum(${everything ? sql`case when day < kept.first_day then 0 else n end` : sql`shown`})${coming ? sql` filter (where day >= ${coming.today}::date)` : sql``}::bigint as shown
      from event_day, kept
      where (${from}::timestamp is null or day >= ${from}::timestamp::date)
        and (${to}::timestamp is null or day <= ${to}::timestamp::date) ${inCurrency}
      group by day
    ), front as (
      select count(*) as n, count(*) filter (where ${counted}) as shown from event
      where ${from}::timestamp <> ${from}::timestamp::date and listed
        and event_on >= ${from}::timestamp::date and event_on < ${from}::timestamp ${inCurrency}
    ), back as (
      select count(*) as n, count(*) filter (where ${counted}) as shown from event
      where listed and event_on > ${to}::timestamp and event_on < ${to}::timestamp::date + 1 ${inCurrency}
    ), over as (
      -- Of the days that can hold coming events, those whose local day is over: a day ends first where it is 14 hours ahead of UTC.
      select count(*) as n from event
      where ${
        coming
          ? sql`listed and shown and day_ends_at <= ${coming.at}
              and event_on >= ${coming.today}::date
              and event_on < (${coming.at}::timestamptz at time zone 'UTC' - interval '10 hours')::date + 1`
          : sql`false`
      } and (${to}::timestamp is null or event_on <= ${to}::timestamp) ${inCurrency}
    ), cum as (
      select day, n, gone, (sum(n) over (order by day))::bigint - n as before from days
    ), holes as (
      select coalesce(max(before + n), 0)::bigint as n from cum where gone
    ), wanted as (
      -- Of a page that begins with dropped days, what is left of it begins with the first day that is kept.
      select greatest(${offset}::bigint + front.n, holes.n) as position, ${offset}::bigint + front.n + ${limit} as until
      from front, holes
    ), hit as (
      select cum.day, wanted.position - cum.before as skip from cum, wanted
      where cum.before <= wanted.position and wanted.position < cum.before + cum.n
    ), first as (
      -- What comes before it on its day is passed over in the index alone.
      select e.event_on, e.id from event e
      where e.listed and e.event_on >= (select day from hit) and e.event_on < (select day + 1 from hit) ${inCurrency}
      order by e.event_on, e.id offset (select skip from hit) limit 1
    ), last as (
      -- The day that the page ends on: whatever plan is chosen, it reads the page's own days.
      select min(cum.day) as day from cum, wanted where cum.before + cum.n >= wanted.until
    ), total as (
      select (coalesce((select sum(n) from days), 0) - front.n - back.n)::bigint as positions, holes.n as holes,
        (coalesce((select sum(shown) from days), 0) - front.shown - back.shown - over.n)::bigint as count from front, back, over, holes
    )
    select total.*, ${ofPage} from total left join (
      select * from (
        select * from (
          select ${columns}, e.day_ends_at from event e
          where e.listed and e.event_on >= (select event_on from first)
            and (e.event_on, e.id) >= ((select event_on from first), (select id from first))
            and e.event_on < coalesce((select day from last) + 1, 'infinity'::date)
            and (${to}::timestamp is null or e.event_on <= ${to}::timestamp) ${inCurrency}
          order by e.event_on, e.id limit ${limit}
        ) page order by "eventOn", id limit (select greatest(0, until - position) from wanted)
      ) page where ${everything ? sql`true` : sql`availability <> 'removed'`}
        ${coming ? sql`and day_ends_at > ${coming.at}` : sql``}
    ) p on true order by p."eventOn", p.id`.execute(db);
  return found(rows);
}

/**
 * What changed since a version: first the change log, whose positions only grow (an event that changes again leaves a
 * hole and stands at its end), then every event priced in a currency whose rate changed, in order of EventOn.
 */
export async function eventChanges(
  db: Db,
  input: { page: number; range: EventRange; since: Since; newestSeq: number },
): Promise<Positions<EventRow>> {
  const { page, range, since, newestSeq } = input;
  const changes = newestSeq - since.eventSeq;
  const { offset, logged, rest } = logPage(page, size, changes);
  const log = await sql<EventRow>`
    select ${columns} from event e
    where e.listed and e.seq > ${since.eventSeq + offset} and e.seq <= ${since.eventSeq + offset + logged} ${between(range)}
    order by e.seq`.execute(db);
  const currencies = await ratesChanged(db, since.version);
  const count = await countChanges(db, since.eventSeq, changes, range);
  if (currencies.length === 0) return { positions: changes, count, rows: log.rows };
  // The page on which the log ends goes on with the first events of the second part.
  const repriced = await eventsInOrder(db, { page, range, everything: true, currencies }, rest.offset, rest.limit);
  return {
    positions: changes + repriced.positions,
    count: count + repriced.count,
    rows: [...log.rows, ...(logged < size ? repriced.rows : [])],
  };
}

// Counting a long log would cost more than it tells: beyond this, holes count as records.
async function countChanges(db: Db, after: number, positions: number, range: EventRange): Promise<number> {
  if (positions === 0 || positions > 20_000) return positions;
  // Both bounds: by one alone, before the table was analysed, the whole table would look like the shorter way.
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from event e
    where e.listed and e.seq > ${after} and e.seq <= ${after + positions} ${between(range)}`.execute(db);
  return rows[0]?.n ?? 0;
}

async function ratesChanged(db: Db, version: number): Promise<string[]> {
  const { rows } = await sql<{
    code: string;
  }>`select code from currency where rate_version > ${version} order by code`.execute(db);
  return rows.map((row) => row.code);
}

/** The offset has the events found before anything is joined: else each year is planned and opened with all that is joined. */
const bookableEvents = statement<{ ids: string[] }, BookableEvent>(
  "bookable-events",
  (value) => sql`
    select e.id, e.item_id as "itemId", e.product_id as "productId", e.event_on as "eventOn",
      e.availability, e.capacity_left as "capacityLeft", e.starts_at as "startsAt", e.sales_end_at as "salesEndAt",
      p.immediate_booking as "immediateBooking", s.kind as "supplierKind",
      p.name as "productName", i.name as "itemName", p.cancel_purchase_hour as "cancelPurchaseHour", p.time_zone as "timeZone",
      p.published and not p.deleted as "productPublished", i.published as "itemPublished",
      e.currency_code as "currencyCode", c.rate, e.tickets as prices, i.ticket_rules as "ticketRules",
      jsonb_build_object('allPassengerNames', p.all_passenger_names, 'allPassengerWeights', p.all_passenger_weights,
        'hotel', p.hotel, 'airportFlight', p.airport_flight) as questions
    from (
      select * from event where id = any(${value("ids")}::uuid[]) offset 0
    ) e join item i on i.id = e.item_id join product p on p.id = e.product_id
    join currency c on c.code = e.currency_code left join supplier s on s.id = p.supplier_id`,
);

/** One event, by its id in lower case, with all that its sale depends on. */
export const bookableEvent: Find<BookableEvent> = findInBatches(async (db, ids) =>
  byKey(await bookableEvents.run(db, { ids }), ({ id }) => id),
);

/** Prices and rate of an event, and when they were in force. */
export type PricePeriod = PriceState & { from: Date; until: Date | null };

/** Prices and rates at which this event was sold at some instant after `after`, the latest first: what a validated total may hold on to. */
export async function pricesSince(db: Db, event: BookableEvent, after: Date): Promise<PricePeriod[]> {
  const { rows } = await sql<PricePeriod>`
    with price as (
      select tickets, currency_code, until from event_price_past where event_id = ${event.id} and until > ${after}
      union all select tickets, currency_code, null from event
        where id = ${event.id} and event_on = ${event.eventOn}::timestamp
    ), price_period as (
      select tickets, currency_code, coalesce(lag(until) over (order by until nulls last), ${after}) as since, until from price
    ), rate as (
      select currency_code, rate, until from rate_past where until > ${after} and currency_code in (select currency_code from price)
      union all select code, rate, null from currency where code in (select currency_code from price)
    ), rate_period as (
      select currency_code, rate, until,
        coalesce(lag(until) over (partition by currency_code order by until nulls last), ${after}) as since
      from rate
    )
    select p.tickets as prices, p.currency_code as "currencyCode", r.rate, greatest(p.since, r.since) as from, least(p.until, r.until) as until
    from price_period p join rate_period r
      on r.currency_code = p.currency_code and (p.until is null or r.since < p.until) and (r.until is null or p.since < r.until)
    order by "from" desc`.execute(db);
  return rows;
}
