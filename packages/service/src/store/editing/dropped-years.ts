import { sql } from "kysely";
import { eventYears, yearTable } from "../catalogue/event-years.ts";
import type { Db, Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";
import { sameToken } from "../publishing/histories.ts";

/** Drops past years of events. Orders stay, because they store everything that they need from their event. */

export interface EventYear {
  year: number;
  events: number;
  /** Orders of these events, and how many of them still wait for their supplier. */
  orders: number;
  waiting: number;
}

/** The content of each year before this one. */
export async function yearsBefore(db: Db, year: number): Promise<EventYear[]> {
  const rows = await allRows(db)<EventYear>`
    with e as (
      select extract(year from event_on)::int as year, count(*) as n from event where event_on < make_date(${year}::int, 1, 1)
      group by 1
    ), o as (
      select extract(year from event_on)::int as year, count(*) as n,
        count(*) filter (where status in ('waitsupplier', 'waitcancel')) as waiting
      from orders where event_on < ${`${year}-01-01`}::date group by 1
    )
    select y.year, coalesce(e.n, 0) as events, coalesce(o.n, 0) as orders, coalesce(o.waiting, 0) as waiting
    from unnest(${await eventYears(db)}::int[]) y(year) left join e using (year) left join o using (year)
    where y.year < ${year} order by y.year`;
  return rows;
}

/**
 * Drops the years before this one. The caller holds `lockCatalogueFiles`. These events are the end of the full list, so no
 * other event moves. The digest then starts at the new first day. Throws PostgreSQL's 55P03 if the events stay locked; the
 * caller tries again. It waits only briefly: later transactions wait behind it, and a writer of an event may wait for the
 * counter that is locked here.
 */
export async function dropEventYears(tx: Tx, year: number): Promise<void> {
  const first = sql`make_date(${year}::int, 1, 1)`;
  await run(tx)`delete from event_price_past where event_id in (select id from event where event_on < ${first})`;
  await run(tx)`set local lock_timeout = '500ms'`;
  await run(tx)`select 1 from counter for update`;
  await run(tx)`lock table event in access exclusive mode`;
  for (const gone of await eventYears(tx)) if (gone < year) await sql`drop table ${yearTable(gone)}`.execute(tx);
  for (const days of ["event_day", "product_day"]) await run(tx)`delete from ${sql.table(days)} where day < ${first}`;
  await run(tx)`update counter set events_from = greatest(events_from, ${first}), token = ${sameToken}`;
}
