import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";
import { type Placeholder, type Statement, statement } from "../database/statement.ts";

/**
 * Events by year. Each calendar year of EventOn is a table, `event_2026`, and a partition of `event`. A statement that names
 * times reads the tables of their years only, and past years can be dropped. docs/decisions/0020-events-by-year.md has the
 * reasons.
 */

/** Matches every event `e` that has not ended, so that the plan skips all past years. Local days end up to 12 hours after UTC's. */
export const comingOrRecent = (now: Date | Placeholder): RawBuilder<unknown> =>
  sql`e.event_on >= (${now}::timestamptz at time zone 'UTC')::date - 2`;

/**
 * Creates the tables of years that these local times need; the caller holds `lockCatalogueFiles`. A separate table that is
 * attached later waits for no reader or writer of events, and blocks writers of items only, of which that lock leaves none.
 */
export async function addEventYears(tx: Tx, times: string[]): Promise<void> {
  const years = new Set(times.map(yearOf));
  for (const year of years.difference(new Set(await eventYears(tx)))) {
    await run(tx)`create table ${yearTable(year)} (like event including defaults including constraints)`;
    await run(tx)`
      alter table event attach partition ${yearTable(year)} for values from (${newYear(year)}) to (${newYear(year + 1)})`;
  }
}

/** The years that have a table. */
export async function eventYears(db: Db): Promise<number[]> {
  const rows = await allRows(db)<{ year: number }>`
    select substr(c.relname, 7)::int as year from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event'::regclass order by 1`;
  return rows.map(({ year }) => year);
}

/** The year of a local time, `yyyy-MM-ddTHH:mm:ss`. */
export const yearOf = (time: string): number => Number(time.slice(0, 4));

/** The table that holds the events of a year. */
export const yearTable = (year: number): RawBuilder<unknown> => sql.table(`event_${year}`);

const newYear = (year: number) => sql.lit(`${year}-01-01`);

/** A statement on the table of a year, which its template gets as `event`. It is made once for each year, whose number ends its name. */
export function statementOfYear<P extends object, R>(
  name: string,
  template: (value: (name: keyof P & string) => Placeholder, event: RawBuilder<unknown>) => RawBuilder<R>,
): (year: number) => Statement<P, R> {
  const byYear = new Map<number, Statement<P, R>>();
  return (year) => {
    let made = byYear.get(year);
    if (!made) {
      made = statement<P, R>(`${name}-${year}`, (value) => template(value, yearTable(year)));
      byYear.set(year, made);
    }
    return made;
  };
}
