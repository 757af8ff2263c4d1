import { sql } from "kysely";
import type { Db } from "../../src/store/database/database.ts";

/** The years of the stored events. */
export async function storedYears(db: Db): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select distinct extract(year from event_on)::int as year from event order by 1`.execute(db);
  return rows.map(({ year }) => year);
}
