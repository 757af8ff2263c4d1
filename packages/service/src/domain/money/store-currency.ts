import Big from "big.js";
import type { Db, Tx } from "../../store/database/database.ts";
import type { CurrencyConversion, StoreCurrency } from "../../store/money/amounts.ts";
import { currencyInUse } from "../../store/operators/home.ts";
import { minorDigits } from "../selling/money.ts";

/** Reads the currency in which the operator reads amounts. */
export async function storeCurrency(db: Db | Tx): Promise<StoreCurrency> {
  const code = await currencyInUse(db);
  return { code, digits: minorDigits(code) };
}

/** Converts dollars, rounded once, half up. */
export const convertUsd = (
  usd: string,
  { amount, usd: dollars }: CurrencyConversion,
  { digits }: StoreCurrency,
): string => new Big(usd).times(amount).div(dollars).round(digits, Big.roundHalfUp).toFixed(digits);
