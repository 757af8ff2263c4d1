import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";
import { continuedToken } from "../versions/database-incarnations.ts";

/** Drops past years of events. Orders stay, because they store everything that they need from their event. */

export interface EventYear {
  year: number;
  events: number;
  /** The orders of these events, and how many of them wait for their supplier. */
  orders: number;
  waiting: number;
}

const firstOf = (year: number) => sql`make_date(${year}::int, 1, 1)`;

/** Counts the events and orders of each year before this one. */
export const countYearsBefore = (db: Db, year: number): Promise<EventYear[]> =>
  allRows(db)<EventYear>`
    with e as (
      select extract(year from event_on)::int as year, count(*) as n from event where event_on < ${firstOf(year)} group by 1
    ), o as (
      select extract(year from event_on)::int as year, count(*) as n,
        count(*) filter (where status in ('waitsupplier', 'waitcancel')) as waiting
      from orders where event_on < ${firstOf(year)} group by 1
    )
    select e.year, e.n as events, coalesce(o.n, 0) as orders, coalesce(o.waiting, 0) as waiting
    from e left join o using (year) order by e.year`;

/**
 * Ends the listing of the years before this one. These events are at the end of the full list, so no other event moves.
 * The digest then starts at the new first day.
 */
export async function unlistEventYears(tx: Tx, year: number): Promise<void> {
  await run(tx)`select 1 from counter for update`;
  for (const days of ["event_day", "product_day"])
    await run(tx)`delete from ${sql.table(days)} where day < ${firstOf(year)}`;
  await run(tx)`update counter set events_from = greatest(events_from, ${firstOf(year)}), token = ${continuedToken}`;
}

/** Events of one statement: it locks them for less than a second. */
const portion = 5_000;

/** Deletes some events of the years before this one. Returns whether more may remain. */
export async function deleteEventsBefore(db: Db, year: number): Promise<boolean> {
  const deleted = await allRows(db)`
    with old as (
      select id from event where event_on < ${firstOf(year)} order by event_on limit ${portion} for update
    ), prices as (
      delete from event_price_past p using old where p.event_id = old.id
    ), resources as (
      delete from event_resource r using old where r.event_id = old.id
    ) delete from event e using old where e.id = old.id returning 1`;
  return deleted.length === portion;
}
