import { sql } from "kysely";
import Type from "typebox";
import { count, type Filter, instant, nullable, optionalText, Revision, text } from "../../records/schemas.ts";
import { hasText } from "../catalogue/search-text.ts";
import type { Db, Tx } from "../database/database.ts";
import {
  allConditions,
  countListRows,
  type ListedRows,
  type ListPage,
  nameOrder,
  offsetAndLimit,
  sortDirection,
} from "../database/lists.ts";
import { allRows, firstRow, run } from "../database/rows.ts";

/** Exchange rates before and with the markup, and their history. Amounts are decimal strings. */

const rateOrigins = ["file", "hand", "ecb"] as const;
export type RateOrigin = (typeof rateOrigins)[number];

const rateFields = {
  rate: Type.String({ description: "Units for one US dollar with the markup, as partners read it." }),
  base: Type.String({ description: "Units for one US dollar before the markup." }),
  markup: Type.String({ description: "Percentage that it adds to every dollar price." }),
};

/** Base, markup and origin of a rate. */
export interface RateTerms {
  base: string;
  markup: string;
  origin: RateOrigin;
}

/** Writes base, markup and origin of the currency's present rate, and adds them to the history. */
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

/** The code is also the id. */
export const CurrencyLine = Type.Object({
  id: text,
  code: text,
  name: text,
  displaySymbol: text,
  active: Type.Boolean(),
  ...rateFields,
  origin: nullable(
    Type.Enum(rateOrigins, { description: "Origin of the current rate: a catalogue file, manual, or the ECB." }),
  ),
  changedAt: nullable(instant),
  products: Type.Integer({ description: "Number of products with prices in it." }),
  revision: Revision,
});
export type CurrencyLine = Type.Static<typeof CurrencyLine>;

export const currencyFilter = {
  active: Type.Optional(Type.Boolean()),
  q: optionalText(200, "Part of the code or the name."),
};

export const currencySorts = {
  code: sql`c.code`,
  name: nameOrder(sql`c.name`),
  active: sql`c.active`,
  changedAt: sql`h.at`,
} as const;

const columns = sql`c.code as id, c.code, c.name, c.display_symbol as "displaySymbol", c.active, trim_scale(c.rate)::text as rate,
  trim_scale(coalesce(c.base_rate, c.rate))::text as base, trim_scale(c.markup)::text as markup, h.origin,
  h.at as "changedAt", c.revision,
  (select count(*) from product p where p.currency_code = c.code and not p.deleted) as products`;
const from = sql`currency c left join lateral (
    select origin, at from rate_history where currency_code = c.code order by id desc limit 1
  ) h on true`;

export async function listCurrencyLines(
  db: Db,
  { active, q }: Filter<typeof currencyFilter>,
  page: ListPage<keyof typeof currencySorts>,
): Promise<ListedRows<CurrencyLine>> {
  const found = sql`${from} where ${allConditions(
    active !== undefined && sql`c.active = ${active}`,
    q && hasText(sql`c.code || ' ' || c.name`, q),
  )}`;
  const rows = await allRows(db)<CurrencyLine>`
    select ${columns} from ${found} order by ${currencySorts[page.sort ?? "code"]} ${sortDirection(page)}, c.code ${offsetAndLimit(page)}`;
  return { rows, total: await countListRows(db, found) };
}

export const currencyLine = (db: Db, code: string): Promise<CurrencyLine | null> =>
  firstRow(db)`select ${columns} from ${from} where c.code = ${code}`;

export const RateHistoryLine = Type.Object({
  id: count,
  at: instant,
  ...rateFields,
  origin: Type.Enum(rateOrigins),
  by: nullable(text, "E-mail address; null: a command."),
});

/** Lists the history of a currency's rate, newest first. */
export async function rateHistory(
  db: Db,
  code: string,
  page: Pick<ListPage, "offset" | "limit">,
): Promise<ListedRows<Type.Static<typeof RateHistoryLine>>> {
  const found = sql`rate_history where currency_code = ${code}`;
  const rows = await allRows(db)<Type.Static<typeof RateHistoryLine>>`
    select id, at, trim_scale(base_rate)::text as base, trim_scale(markup)::text as markup, trim_scale(rate)::text as rate,
      origin, by from ${found} order by id desc ${offsetAndLimit(page)}`;
  return { rows, total: await countListRows(db, found) };
}
