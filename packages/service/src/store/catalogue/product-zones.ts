import { sql } from "kysely";
import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";

/**
 * Local times at products. Node computes them and SQL compares them: PostgreSQL may not know a zone that Node knows, and one such product
 * would make a statement over all products fail.
 */

/** The local time, `yyyy-MM-ddTHH:mm:ss`, that the clock of each zone shows at one instant. */
export type LocalTimes = ReadonlyMap<string, string>;

/** Reads the time zones of all products, or of one product. */
export async function productZones(db: Db, productId?: string): Promise<string[]> {
  const rows = await allRows(db)<{ zone: string }>`
    select distinct time_zone as zone from product ${productId === undefined ? sql`` : sql`where id = ${productId}`}`;
  return rows.map(({ zone }) => zone);
}

/** A join to `product p`: `here.at` is the product's local time. */
export const joinLocalTimes = (times: LocalTimes) => sql`
  join unnest(${[...times.keys()]}::text[], ${[...times.values()]}::timestamp[]) as here(zone, at) on here.zone = p.time_zone`;
