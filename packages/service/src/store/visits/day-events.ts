import { availabilityCodes, productTypeCodes } from "@paseo/contract";
import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import { count, instant, nullable, type Row, text } from "../../records/schemas.ts";
import type { TicketPrice } from "../../records/tickets/ticket-prices.ts";
import { deskSalesEndAt, lateGuestMinutes } from "../catalogue/event-sales.ts";
import { joinLocalTimes, type LocalTimes } from "../catalogue/product-zones.ts";
import type { Db } from "../database/database.ts";
import { allRows, onlyRow } from "../database/rows.ts";
import { admittedPeople } from "../sale/attendance.ts";
import { peopleSold, seatsHeld, seatsSold } from "../sale/seats-taken.ts";
import { isFull } from "../versions/digest.ts";

/** Events of some days with their sales and admissions. */

/** SQL condition: the order counts. Test orders, rejected orders and cancelled orders do not count. */
export const isStandingOrder = sql`not o.test and o.status not in ('rejected', 'cancelled')`;

/** Counts the orders of an event that were cancelled or rejected. */
export const countCancelledOrders = async (db: Db, eventId: string): Promise<number> =>
  (
    await onlyRow(db)<{ n: number }>`
      select count(*)::int as n from orders o where o.event_id = ${eventId} and not o.test and not (${isStandingOrder})`
  ).n;

/** People that were admitted to event `e`. */
export const countAdmitted = sql`(select coalesce(sum(${admittedPeople}), 0)::int from orders o
  where o.event_id = e.id and ${isStandingOrder})`;

/** Orders of event `e` that wait for a decision. */
const waiting = sql`(select count(*)::int from orders o
  where o.event_id = e.id and not o.test and o.status in ('waitsupplier', 'waitcancel'))`;

/**
 * The states of events in the back office, on every screen and in every filter. A `sold-out` event has too few seats left for any ticket. A
 * `marked-sold-out` event has seats, but the operator marked it as sold out for partners. A `no-resources` event sells nothing, because it cannot get a boat,
 * a guide or another resource.
 */
export const eventStates = [
  "available",
  "ended",
  "no-resources",
  "sold-out",
  "marked-sold-out",
  "black-out",
  "removed",
  "unpublished",
] as const;

/** The state of event `e`. Partners read `shownAvailability`. */
export const eventState = (now: Date): RawBuilder<unknown> => sql`
  case when e.availability = 'removed' then 'removed'
       when e.hidden then 'unpublished'
       when e.availability = 'black-out' then 'black-out'
       when e.lacks_resources and e.day_ends_at > ${now}::timestamptz then 'no-resources'
       when ${isFull} and not e.lacks_resources then 'sold-out'
       when e.availability = 'sold-out' then 'marked-sold-out'
       when e.sales_end_at <= ${now}::timestamptz then 'ended'
       else 'available' end`;

/** What lists of events have in common: event `e` with its item `i` and product `p`. */
export const eventFields = {
  id: text,
  productId: text,
  product: Type.String({ description: "External id." }),
  item: Type.String({ description: "External id." }),
  productName: text,
  itemName: text,
  eventOn: Type.String({ description: "Local date and time at the location." }),
  state: Type.Enum([...eventStates], { description: "Whether it can be sold now, and why not." }),
  setting: Type.Enum([...availabilityCodes], { description: "As the operator set it." }),
  capacity: nullable(count, "Null: without limit."),
  sold: Type.Integer({ description: "Seats that standing orders take." }),
  held: Type.Integer({ description: "Seats of open holds, which are neither sold nor free." }),
  left: nullable(count),
  currencyCode: text,
  salesEndAt: instant,
  deskSells: Type.Boolean({
    description: "Whether the desk can sell it now: also after the lead time, and for an hour after its start.",
  }),
};
/** Seats left of event `e` for the desk: an allotment can give it more or fewer than others. */
const deskLeft = sql`coalesce(
  (e.partners_left ->> (select id::text from partner where external_id = 'desk'))::int, e.capacity_left)`;

/** The columns of `eventFields`, and the tickets with their prices. */
export const eventColumns = (
  now: Date,
): RawBuilder<unknown> => sql`e.id, e.product_id as "productId", p.external_id as product, i.external_id as item,
  p.name as "productName", i.name as "itemName", e.event_on as "eventOn", ${eventState(now)} as state,
  e.availability as setting, e.capacity, ${seatsSold} as sold, ${seatsHeld} as held, e.capacity_left as "left",
  e.currency_code as "currencyCode", e.sales_end_at as "salesEndAt",
  e.availability = 'available' and not e.hidden and (${deskLeft} < e.least_seats) is not true and ${deskSalesEndAt} > ${now}::timestamptz as "deskSells",
  e.tickets`;

export const dayEventFields = {
  ...eventFields,
  itemId: text,
  productType: Type.Enum([...productTypeCodes]),
  venue: text,
  cityCode: text,
  timeZone: text,
  startsAt: instant,
  daysAhead: Type.Integer({ description: "Days from today at the location: 0 is today, 1 tomorrow." }),
  started: Type.Boolean({ description: "Whether its start is past. False for an event of a whole day." }),
  people: Type.Integer({ description: "People of standing orders." }),
  admitted: Type.Integer({ description: "People admitted at the door." }),
  waiting: Type.Integer({ description: "Orders that wait for a decision." }),
  minimumGuests: nullable(count, "Fewest people for whom the event takes place; null: no minimum."),
  tooFew: Type.Boolean({
    description:
      "True between the product's `minimumGuestsHours` and the start, if the event has guests, but fewer than `minimumGuests`.",
  }),
};
export type DayEventLine = Row<typeof dayEventFields> & { tickets: TicketPrice[] };

const hasStarted = (before: Date) => sql`(p.type = 'scheduled' and e.starts_at <= ${before})`;

/** Whether too few people have booked event `e`. */
const tooFew = (now: Date) => sql`(${peopleSold} between 1 and (p.record -> 'minimumGuests')::int - 1
  and ${now} between e.starts_at - coalesce((p.record -> 'minimumGuestsHours')::int, 24) * interval '1 hour' and e.starts_at) is true`;

const columns = (
  now: Date,
) => sql`${eventColumns(now)}, e.item_id as "itemId", p.type as "productType", p.record -> 'location' ->> 'venue' as venue, p.city_code as "cityCode",
  p.time_zone as "timeZone", e.starts_at as "startsAt",
  e.event_on::date - here.at::date as "daysAhead",
  ${hasStarted(now)} as started, ${peopleSold} as people, ${countAdmitted} as admitted, ${waiting} as waiting,
  (p.record -> 'minimumGuests')::int as "minimumGuests", ${tooFew(now)} as "tooFew"`;

const joined = (times: LocalTimes) => sql`
  join item i on i.id = e.item_id join product p on p.id = e.product_id ${joinLocalTimes(times)}`;

/**
 * Lists the events of some days, in order of their start. Events of a whole day follow at the end. Without `from`, the first day is today
 * at each location, from now on. `times`: of now. A removed event is listed while it has guests. `total` counts all of them.
 */
export async function listDayEvents(
  db: Db,
  { from, days }: { from: string | null; days: number },
  limit: number,
  now: Date,
  times: LocalTimes,
): Promise<{ rows: DayEventLine[]; total: number }> {
  const first = from === null ? sql`here.at::date` : sql`${from}::date`;
  // Local days differ by one at most from the day in UTC: these bounds let the index of listed events find them.
  const around = from === null ? sql`(${now}::timestamptz at time zone 'UTC')::date` : sql`${from}::date`;
  const begun = from === null ? hasStarted(new Date(now.getTime() - lateGuestMinutes * 60_000)) : sql`false`;
  const rows = await allRows(db)<DayEventLine & { total: number }>`
    select *, count(*) over () as total from (
      select ${columns(now)} from event e ${joined(times)}
      where e.listed and p.type <> 'dateless'
        and e.event_on >= ${around} - 1 and e.event_on < ${around} + ${days + 1}::int
        and e.event_on::date - ${first} between 0 and ${days - 1}::int and not ${begun}
    ) s where state not in ('removed', 'unpublished') or sold > 0 or people > 0
    order by "daysAhead", "productType" <> 'scheduled', "startsAt", "productName", item, id limit ${limit}`;
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** Lists the coming events of any day for which too few people have booked, the soonest first. */
export async function listTooFew(db: Db, limit: number, now: Date, times: LocalTimes): Promise<DayEventLine[]> {
  return allRows(db)`
    select ${columns(now)} from event e ${joined(times)}
    where e.listed and p.record -> 'minimumGuests' is not null and e.starts_at >= ${now} and ${tooFew(now)}
    order by e.starts_at, e.id limit ${limit}`;
}

/** Reads events by their ids, in order of their start. An id without an event is left out. */
export const eventsByIds = (db: Db, ids: readonly string[], now: Date, times: LocalTimes): Promise<DayEventLine[]> =>
  allRows(db)`
    select ${columns(now)} from event e ${joined(times)} where e.id = any(${ids}::uuid[]) order by e.starts_at, e.id`;
