import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import type { Placeholder } from "../database/statement.ts";

/**
 * Events by year. Each calendar year of EventOn is a table, `event_2026`, and a part of `event`: what names a time touches
 * its years alone, and years that are over can be dropped. docs/decisions/0020-events-by-year.md has the reasons.
 */

/** Where an event `e` that is not over can be: spares the plan all former years. Local days end up to 12 hours after UTC's. */
export const notLongOver = (now: Date | Placeholder): RawBuilder<unknown> =>
  sql`e.event_on >= (${now}::timestamptz at time zone 'UTC')::date - 2`;

/**
 * Makes the years that these local times need and that are not there; the caller holds `lockCatalogueFiles`. A table of its
 * own is attached, rather than made as a part: that waits for nobody who reads or writes events, and keeps nobody waiting
 * but other writers of items, of whom there are none under that lock.
 */
export async function addEventYears(tx: Tx, times: string[]): Promise<void> {
  const years = new Set(times.map(yearOf));
  for (const year of years.difference(new Set(await eventYears(tx)))) {
    await sql`create table ${yearTable(year)} (like event including defaults including constraints)`.execute(tx);
    await sql`
      alter table event attach partition ${yearTable(year)} for values from (${newYear(year)}) to (${newYear(year + 1)})`.execute(
      tx,
    );
  }
}

/** The years that have a table. */
export async function eventYears(db: Db): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select substr(c.relname, 7)::int as year from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event'::regclass order by 1`.execute(db);
  return rows.map(({ year }) => year);
}

/** The year of a local time, `yyyy-MM-ddTHH:mm:ss`. */
export const yearOf = (time: string): number => Number(time.slice(0, 4));

/** The table that holds the events of a year. */
export const yearTable = (year: number): RawBuilder<unknown> => sql.table(`event_${year}`);

const newYear = (year: number) => sql.lit(`${year}-01-01`);
