import { sql } from "kysely";
import type { Db, Tx } from "../database/database.ts";
import { allOf, countOf, direction, type Listed, type ListPage, slice } from "../database/lists.ts";
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

export const currencySorts = {
  code: sql`c.code`,
  name: sql`c.name`,
  active: sql`c.active`,
  changedAt: sql`h.at`,
} as const;

const columns = sql`c.code, c.name, c.display_symbol as "displaySymbol", c.active, trim_scale(c.rate)::text as rate,
  trim_scale(coalesce(c.base_rate, c.rate))::text as base, trim_scale(c.markup)::text as markup, h.origin,
  h.at as "changedAt", c.revision,
  (select count(*) from product p where p.currency_code = c.code and not p.deleted) as products`;
const from = sql`currency c left join lateral (
    select origin, at from rate_history where currency_code = c.code order by id desc limit 1
  ) h on true`;

export async function listCurrencyLines(
  db: Db,
  { active, q }: { active?: boolean | undefined; q?: string | undefined },
  page: ListPage<keyof typeof currencySorts>,
): Promise<Listed<CurrencyLine>> {
  const found = sql`${from} where ${allOf(
    active !== undefined && sql`c.active = ${active}`,
    q && sql`strpos(lower(c.code || ' ' || c.name), lower(${q})) > 0`,
  )}`;
  const rows = await allRows(db)<CurrencyLine>`
    select ${columns} from ${found} order by ${currencySorts[page.sort ?? "code"]} ${direction(page)}, c.code ${slice(page)}`;
  return { rows, total: await countOf(db, found) };
}

export const currencyLine = (db: Db, code: string): Promise<CurrencyLine | null> =>
  firstRow(db)`select ${columns} from ${from} where c.code = ${code}`;

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
  page: Pick<ListPage, "offset" | "limit">,
): Promise<Listed<RateHistoryLine>> {
  const found = sql`rate_history where currency_code = ${code}`;
  const rows = await allRows(db)<RateHistoryLine>`
    select id, at, trim_scale(base_rate)::text as base, trim_scale(markup)::text as markup, trim_scale(rate)::text as rate,
      origin, by from ${found} order by id desc ${slice(page)}`;
  return { rows, total: await countOf(db, found) };
}
