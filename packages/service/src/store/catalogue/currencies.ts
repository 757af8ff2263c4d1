import type { Currency } from "@paseo/contract";
import type { Db } from "../database/database.ts";
import { allRows } from "../database/rows.ts";
import { prepareAs } from "../database/statement-names.ts";

/** Reads the active currencies as partners read them: the dollar first, then the other currencies by code. */
export async function activeCurrencies(db: Db): Promise<Currency[]> {
  const rows = await allRows(db)<Omit<Currency, "rate"> & { rate: string }>`
    select code, name, rate, display_symbol as "displaySymbol" from currency where active
    order by code <> 'USD', code`;
  return rows.map(({ code, name, rate, displaySymbol }) => ({ code, name, rate: Number(rate), displaySymbol }));
}

/** Reads the rate of each currency by its code, for the prices of events. Inactive currencies are included. */
export async function readRates(db: Db): Promise<Map<string, string>> {
  const rows = await allRows(db)<{ code: string; rate: string }>`
    ${prepareAs("rates")} select code, rate from currency`;
  return new Map(rows.map((row) => [row.code, row.rate]));
}

/** Finds the currencies whose rate changed after a version. */
export async function currenciesRepriced(db: Db, version: number): Promise<string[]> {
  const rows = await allRows(db)<{ code: string }>`
    ${prepareAs("currencies-repriced")} select code from currency where rate_version > ${version} order by code`;
  return rows.map(({ code }) => code);
}
