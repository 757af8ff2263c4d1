import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allRows, firstRow, run } from "../database/rows.ts";

/** Exchange rates before and with the markup, and their history. Amounts are decimal strings. */

export type RateOrigin = "file" | "hand" | "ecb";

/** Base, markup and origin of a rate. */
export interface RateTerms {
  /** Units for one US dollar before the markup. */
  base: string;
  /** Per cent that it adds to every dollar price. */
  markup: string;
  origin: RateOrigin;
}

/** Writes base, markup and origin of the currency's present rate, and adds it to the history. */
export const writeRateTerms = (
  tx: Tx,
  code: string,
  { base, markup, origin }: RateTerms,
  by: string | null,
  now: Date,
): Promise<void> =>
  run(tx)`
    with unchanged as (
      update currency set base_rate = ${base}::numeric, markup = ${markup}::numeric, revision = revision + 1
      where code = ${code} returning code, rate
    )
    insert into rate_history (currency_code, at, base_rate, markup, rate, origin, by)
    select code, ${now}, ${base}::numeric, ${markup}::numeric, rate, ${origin}, ${by} from unchanged`;

export interface CurrencyLine {
  code: string;
  name: string;
  displaySymbol: string;
  active: boolean;
  /** As partners read it. */
  rate: string;
  base: string;
  markup: string;
  /** Of the present rate. */
  origin: RateOrigin | null;
  changedAt: Date | null;
  /** Products that are not deleted. */
  products: number;
  revision: number;
}

const sorts = {
  code: sql`c.code`,
  name: sql`c.name`,
  active: sql`c.active`,
  changedAt: sql`h.at`,
} as const;
export type CurrencySort = keyof typeof sorts;
export const currencySorts = Object.keys(sorts) as CurrencySort[];

const lines = sql`
  select c.code, c.name, c.display_symbol as "displaySymbol", c.active, trim_scale(c.rate)::text as rate,
    trim_scale(coalesce(c.base_rate, c.rate))::text as base, trim_scale(c.markup)::text as markup, h.origin,
    h.at as "changedAt", c.revision,
    (select count(*) from product p where p.currency_code = c.code and not p.deleted) as products
  from currency c left join lateral (
    select origin, at from rate_history where currency_code = c.code order by id desc limit 1
  ) h on true`;

export async function listCurrencyLines(
  db: Db,
  filter: { active?: boolean | undefined; q?: string | undefined },
  page: { sort?: CurrencySort | undefined; order?: "asc" | "desc" | undefined; offset: number; limit: number },
): Promise<{ total: number; rows: CurrencyLine[] }> {
  const where = sql`true ${filter.active === undefined ? sql`` : sql`and c.active = ${filter.active}`}
    ${filter.q ? sql`and strpos(lower(c.code || ' ' || c.name), lower(${filter.q})) > 0` : sql``}`;
  const direction = page.order === "desc" ? sql`desc nulls last` : sql`asc nulls last`;
  const rows = await allRows(db)<CurrencyLine>`
    ${lines} where ${where} order by ${sorts[page.sort ?? "code"]} ${direction}, c.code
    offset ${page.offset} limit ${page.limit}`;
  const total = await sql<{ n: number }>`select count(*) as n from currency c where ${where}`.execute(db);
  return { total: total.rows[0]!.n, rows };
}

export const currencyLine = (db: Db, code: string): Promise<CurrencyLine | null> =>
  firstRow(db)`${lines} where c.code = ${code}`;

export interface RateHistoryLine {
  id: number;
  at: Date;
  base: string;
  markup: string;
  rate: string;
  origin: RateOrigin;
  by: string | null;
}

/** Newest first. */
export async function rateHistory(
  db: Db,
  code: string,
  page: { offset: number; limit: number },
): Promise<{ total: number; rows: RateHistoryLine[] }> {
  const rows = await allRows(db)<RateHistoryLine>`
    select id, at, trim_scale(base_rate)::text as base, trim_scale(markup)::text as markup, trim_scale(rate)::text as rate,
      origin, by from rate_history where currency_code = ${code}
    order by id desc offset ${page.offset} limit ${page.limit}`;
  const total = await sql<{ n: number }>`
    select count(*) as n from rate_history where currency_code = ${code}`.execute(db);
  return { total: total.rows[0]!.n, rows };
}
