import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";
import { onlyRow } from "./rows.ts";

/** Helpers for the lists of the back office. */

/** A page of a list. `Sort`: the names of its sorts. */
export interface ListPage<Sort extends PropertyKey = string> {
  sort?: Sort | undefined;
  order?: "asc" | "desc" | undefined;
  offset: number;
  limit: number;
}

export interface Listed<Row> {
  rows: Row[];
  /** Number of rows on all pages. */
  total: number;
}

type Condition = RawBuilder<unknown> | undefined | false | "";

/** Joins the given conditions with `and`. */
export const allOf = (...conditions: Condition[]): RawBuilder<unknown> =>
  sql.join([sql`true`, ...conditions.filter((one) => one)], sql` and `);

/** The order of names as people read them: letters with and without accents together, capital and small letters too. */
export const byName = (name: RawBuilder<unknown>): RawBuilder<unknown> => sql`${name} collate "und-x-icu"`;

export const sortDirection = ({ order }: Pick<ListPage, "order">): RawBuilder<unknown> =>
  order === "desc" ? sql`desc nulls last` : sql`asc nulls last`;

export const slice = ({ offset, limit }: Pick<ListPage, "offset" | "limit">): RawBuilder<unknown> =>
  sql`offset ${offset} limit ${limit}`;

/** Counts the rows of a `from` clause with its conditions. */
export const countOf = async (db: Db, from: RawBuilder<unknown>): Promise<number> =>
  (await onlyRow(db)<{ n: number }>`select count(*) as n from ${from}`).n;
