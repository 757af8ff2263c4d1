import { type RawBuilder, sql } from "kysely";
import Type from "typebox";
import { instant, text } from "../../records/schemas.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, firstRow, run } from "../database/rows.ts";

/** Who came to an event, and who did not. docs/decisions/0066-no-shows.md has the rule. */

/** People of order `o` who were admitted. */
export const admittedPeople = sql`coalesce(
  (select sum(a.people)::int from (
    select distinct on (n) people from admission where order_id = o.id and undone_at is null order by n) a), 0)`;

/** What an operator said of order `o` at its present event; null: nothing. */
const noShowMark = sql`(
  select m.no_show from attendance_mark m where m.order_id = o.id and m.event_id = o.event_id)`;

/** Whether the event of order `o` has ended: after its duration, or else with its local day. A dropped event has ended. */
const hasEnded = (now: Date) => sql`coalesce((
  select case when p.type = 'scheduled' and d.minutes is not null then e.starts_at + d.minutes * interval '1 minute' else e.day_ends_at end <= ${now}
  from event e join item i on i.id = e.item_id join product p on p.id = e.product_id,
    lateral (select coalesce((i.record ->> 'durationMinutes')::int, (p.record ->> 'durationMinutes')::int) as minutes) d
  where e.id = o.event_id), true)`;

/** Whether the list of the event of order `o` says who came. */
const isListed = (now: Date) => sql`(not o.test and exists (
  select from event_attendance t where t.event_id = o.event_id) and ${hasEnded(now)})`;

/** Whether people of order `o` who were not admitted are no-shows. Never null. */
const isAbsentCounted = (now: Date) => sql`(o.status = 'complete' and coalesce(${noShowMark}, ${isListed(now)}))`;

/** People of order `o` who did not come. */
export const noShowPeople = (now: Date): RawBuilder<unknown> => sql`case when ${isAbsentCounted(now)}
  then greatest(coalesce(o.people, o.seats) - ${admittedPeople}, 0) else 0 end`;

/** People of order `o` of whom it is known whether they came: the base of the rate of no-shows. */
export const expectedPeople = (now: Date): RawBuilder<unknown> => sql`case when o.status = 'complete'
  and (${noShowMark} is not null or ${isListed(now)}) then coalesce(o.people, o.seats) else 0 end`;

/** Reads of which of these orders the absent people are no-shows. */
export const attendanceOfOrders = (
  db: Db,
  orderIds: readonly string[],
  now: Date,
): Promise<{ orderId: string; isAbsentCounted: boolean; admitted: number; noShow: number }[]> =>
  allRows(db)`
    select o.id as "orderId", ${isAbsentCounted(now)} as "isAbsentCounted", ${admittedPeople} as admitted, ${noShowPeople(now)} as "noShow"
    from orders o where o.id = any(${orderIds}::uuid[])`;

/** Whether the attendance of an event is known, and why. */
export const KnownAttendance = Type.Object({
  closed: Type.Boolean({ description: "Whether an operator closed the list. False: somebody was admitted." }),
  at: instant,
  by: text,
});

export const attendanceOfEvent = (db: Db, eventId: string): Promise<Type.Static<typeof KnownAttendance> | null> =>
  firstRow(db)`select closed, at, by from event_attendance where event_id = ${eventId}`;

/** Says of an order that its absent people are no-shows, or that they came. */
export const markAttendance = (
  tx: Tx,
  mark: { orderId: string; eventId: string; noShow: boolean; at: Date; by: string },
): Promise<void> =>
  run(tx)`
    insert into attendance_mark (order_id, event_id, no_show, at, by)
    values (${mark.orderId}, ${mark.eventId}, ${mark.noShow}, ${mark.at}, ${mark.by})
    on conflict (order_id, event_id) do update set no_show = excluded.no_show, at = excluded.at, by = excluded.by`;

/** Records that the attendance of an event is known. Closing the list replaces what an admission recorded. */
export const recordAttendance = (
  tx: Tx,
  { eventId, at, by, closed }: { eventId: string; at: Date; by: string; closed: boolean },
): Promise<void> =>
  run(tx)`
    insert into event_attendance as t (event_id, at, by, closed) values (${eventId}, ${at}, ${by}, ${closed})
    on conflict (event_id) do update set at = excluded.at, by = excluded.by, closed = true where excluded.closed and not t.closed`;

/** Forgets that the attendance of an event is known. */
export const forgetAttendance = (tx: Tx, eventId: string): Promise<void> =>
  run(tx)`delete from event_attendance where event_id = ${eventId}`;

/** Forgets an attendance that an admission recorded, once nobody is admitted to the event. */
export const forgetUndoneAttendance = (tx: Tx, eventId: string): Promise<void> =>
  run(tx)`
    delete from event_attendance where event_id = ${eventId} and not closed and not exists (
      select from admission a join orders o on o.id = a.order_id where o.event_id = ${eventId} and not o.test and a.undone_at is null)`;
