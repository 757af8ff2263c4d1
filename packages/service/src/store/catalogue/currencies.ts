import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import { prepared } from "../database/statement-names.ts";

export interface CurrencyRow {
  code: string;
  name: string;
  rate: string;
  displaySymbol: string;
}

/** Active currencies, the dollar first and the others by code. */
export const activeCurrencies = (db: Db): Promise<CurrencyRow[]> =>
  allRows(db)`
    select code, name, rate, display_symbol as "displaySymbol" from currency where active
    order by code <> 'USD', code`;

/** Rate by currency code, active or not: what page building prices events with. */
export async function rates(db: Db): Promise<Map<string, string>> {
  const rows = await allRows(db)<{ code: string; rate: string }>`
    ${prepared("rates")} select code, rate from currency`;
  return new Map(rows.map((row) => [row.code, row.rate]));
}

/** The currencies whose rate changed after a version. */
export async function currenciesRepriced(db: Db, version: number): Promise<string[]> {
  const rows = await allRows(db)<{ code: string }>`
    ${prepared("currencies-repriced")} select code from currency where rate_version > ${version} order by code`;
  return rows.map(({ code }) => code);
}
