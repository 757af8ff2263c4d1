import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import { type CountedDays, daySpanOf, daysInListOrder } from "../../records/list-rows.ts";
import { count, type Filter, givenDay, nullable, optionalText, type Row, text } from "../../records/schemas.ts";
import type { TicketPrice } from "../../records/tickets/ticket-prices.ts";
import type { Db } from "../database/database.ts";
import {
  allConditions,
  countListRows,
  type ListedRows,
  type ListPage,
  offsetAndLimit,
  sortDirection,
} from "../database/lists.ts";
import { allRows } from "../database/rows.ts";
import { seatsHeld, seatsSold } from "../sale/seats-taken.ts";
import { eventColumns, type eventFields, eventState, eventStates } from "../visits/day-events.ts";

/** Events for the operator, with capacity and sales. They include events that partners do not see. */

export const eventFilter = {
  productId: Type.Optional(Type.String({ format: "uuid" })),
  item: optionalText(128, "External id; with `productId`."),
  cityCode: optionalText(64, "City code of the products, in any letter case."),
  from: Type.Optional(givenDay),
  to: Type.Optional(givenDay),
  state: Type.Optional(Type.Enum([...eventStates])),
};
/** `notRemoved`: omits events that the operator removed. */
type EventFilter = Filter<typeof eventFilter> & { notRemoved?: boolean };

export type EventLine = Row<typeof eventFields> & { tickets: TicketPrice[] };

export const eventSorts = {
  eventOn: () => sql`e.event_on`,
  state: eventState,
  capacity: () => sql`e.capacity`,
  left: () => sql`e.capacity_left`,
} as const;

/**
 * Reads a page of events. The statement counts the sold seats of this page only. It sorts only ids, because whole rows would not fit in
 * memory.
 */
export async function listEventLines(
  db: Db,
  filter: EventFilter,
  page: ListPage<keyof typeof eventSorts>,
  now: Date,
): Promise<ListedRows<EventLine>> {
  const order = sql`${eventSorts[page.sort ?? "eventOn"](now)} ${sortDirection(page)}, e.event_on, e.id`;
  const counted = isOfDays(filter) ? await countByDay(db, filter, page, now) : undefined;
  const found =
    counted && (page.sort ?? "eventOn") === "eventOn"
      ? onDays(counted, filter, page, order)
      : sql`select e.id, e.event_on from event e where ${matching(filter, now)} order by ${order} ${offsetAndLimit(page)}`;
  const rows = await allRows(db)<EventLine>`
    select ${eventColumns(now)}
    from (${found}) page join event e on e.id = page.id join item i on i.id = e.item_id join product p on p.id = e.product_id
    order by ${order}`;
  return { rows, total: counted?.positions ?? (await countListRows(db, sql`event e where ${matching(filter, now)}`)) };
}

export const countEvents = async (db: Db, filter: EventFilter, now: Date): Promise<number> =>
  isOfDays(filter)
    ? (await countByDay(db, filter, {}, now)).positions
    : countListRows(db, sql`event e where ${matching(filter, now)}`);

/**
 * Whether a filter selects whole days. Then `event_day` has the counts, and a late page costs as little as the first.
 */
const isOfDays = ({ from, to, ...others }: EventFilter): boolean =>
  Object.values(others).every((value) => value === undefined || value === "" || value === false);

/** Counts the events of each day. `event_day` counts every event that partners ever saw. */
async function countByDay(
  db: Db,
  filter: EventFilter,
  { order }: Pick<ListPage, "order">,
  now: Date,
): Promise<CountedDays> {
  const { from = "-infinity", to = "infinity" } = filter;
  const days = await allRows(db)<{ day: string; n: number }>`
    select day, sum(n)::bigint as n from (
      select day, n from event_day where day >= ${from}::date and day <= ${to}::date
      union all select e.event_on::date, 1 from event e where not e.listed and ${matching(filter, now)}
    ) d group by day order by day ${sortDirection({ order })}`;
  return { positions: days.reduce((sum, { n }) => sum + n, 0), count: 0, days: daysInListOrder(days) };
}

/** Reads the events of a page from the days of the page. Listed events and all other events have an index each. */
function onDays(
  { days }: CountedDays,
  { from, to }: EventFilter,
  page: ListPage,
  order: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const span = daySpanOf(days, page.order === "desc", page);
  if (span === undefined) return sql`select id, event_on from event where false`;
  // The days of the last page have no end of their own.
  const within = allConditions(
    sql`event_on >= ${span.earliest}::timestamp`,
    sql`event_on < (${span.latest}::date + 1)::timestamp`,
    from && sql`event_on >= ${from}::date`,
    to && sql`event_on < ${to}::date + 1`,
  );
  return sql`select e.id, e.event_on from (
      select id, event_on from event where listed and ${within}
      union all select id, event_on from event where not listed and ${within}
    ) e order by ${order} ${offsetAndLimit({ offset: span.offset, limit: page.limit })}`;
}

export const calendarFields = {
  events: Type.Integer({ description: "Number of events that are neither removed nor unpublished." }),
  capacity: Type.Integer({ description: "Seats of events with a limit." }),
  sold: Type.Integer({ description: "Seats of events with a limit that standing orders take." }),
  held: Type.Integer({ description: "Seats of open holds, which are neither sold nor free." }),
  unlimited: Type.Integer({ description: "Number of events without a limit." }),
  unlimitedSold: Type.Integer({ description: "Seats of events without a limit that standing orders take." }),
  available: count,
  blackOut: count,
  soldOut: Type.Integer({ description: "Number of events without a seat left." }),
  markedSoldOut: Type.Integer({
    description: "Number of events with free seats that the operator marked as sold out.",
  }),
  noResources: Type.Integer({ description: "Number of events that sell nothing because a resource is missing." }),
  removed: count,
  unpublished: count,
  soldOfRemoved: Type.Integer({ description: "Seats of removed and unpublished events that standing orders take." }),
};
export const firstEventFields = {
  time: nullable(text, "`HH:mm`. Null: the event has no time."),
  productName: text,
};
/** `only`: the id of the day's event if it has only one. `first`: its first events, in order of their time, before events of the whole day. */
export type CalendarDay = Row<typeof calendarFields> & {
  day: string;
  only: string | null;
  first: Row<typeof firstEventFields>[];
};

/** Number of events of a day that a calendar names. */
export const namedEvents = 4;

/** Reads the totals of each local day with events, in order. */
export const eventCalendar = (db: Db, filter: EventFilter, now: Date): Promise<CalendarDay[]> =>
  allRows(db)`
    with e as (
      select e.id, e.event_on, e.event_on::date as day, e.capacity, ${eventState(now)} as state, ${seatsSold} as sold,
        ${seatsHeld} as held
      from event e where ${matching(filter, now)}
    ), shown as (
      select *, state not in ('removed', 'unpublished') as shown from e
    )
    select d.*, (select jsonb_agg(jsonb_build_object('productName', p.name,
          'time', case when p.type = 'scheduled' then to_char(e.event_on, 'HH24:MI') end) order by p.type <> 'scheduled', e.event_on, e.id)
        from event e join product p on p.id = e.product_id where e.id = any(d.named)) as first
    from (select day, (array_agg(id order by event_on::time = '00:00', event_on, id))[1:${namedEvents}::int] as named,
      count(*) filter (where shown) as events,
      coalesce(sum(capacity) filter (where shown), 0)::bigint as capacity,
      coalesce(sum(sold) filter (where shown and capacity is not null), 0)::bigint as sold,
      coalesce(sum(sold) filter (where shown and capacity is null), 0)::bigint as "unlimitedSold",
      coalesce(sum(held) filter (where shown), 0)::bigint as held,
      count(*) filter (where shown and capacity is null) as unlimited,
      count(*) filter (where state = 'available') as available,
      count(*) filter (where state = 'black-out') as "blackOut",
      count(*) filter (where state = 'sold-out') as "soldOut",
      count(*) filter (where state = 'marked-sold-out') as "markedSoldOut",
      count(*) filter (where state = 'no-resources') as "noResources",
      count(*) filter (where state = 'removed') as removed,
      count(*) filter (where state = 'unpublished') as unpublished,
      coalesce(sum(sold) filter (where not shown), 0)::bigint as "soldOfRemoved",
      case when count(*) = 1 then min(id::text) end as only
    from shown group by day) d order by day`;

// Selects by item, because the index by item and time includes events that partners never saw.
const matching = (
  { productId, item, cityCode, from, to, state, notRemoved }: EventFilter,
  now: Date,
): RawBuilder<unknown> =>
  allConditions(
    productId &&
      sql`e.item_id = any(array(select i.id from item i where i.product_id = ${productId}
        ${item ? sql`and i.external_id = ${item}` : sql``}))`,
    cityCode &&
      sql`e.item_id = any(array(select i.id from product p join item i on i.product_id = p.id
        where upper(p.city_code) = upper(${cityCode})))`,
    from && sql`e.event_on >= ${from}::date`,
    to && sql`e.event_on < ${to}::date + 1`,
    state && sql`${eventState(now)} = ${state}`,
    notRemoved && sql`e.availability <> 'removed'`,
  );
