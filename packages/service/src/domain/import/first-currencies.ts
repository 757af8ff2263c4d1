import type { CatalogueCurrency } from "../../records/catalogue-file.ts";
import type { Db } from "../../store/database/database.ts";
import { hasCurrencies } from "../../store/operators/home.ts";
import { importCatalogue } from "./import.ts";

/** Adds currencies, which every price needs. */

const dollar: CatalogueCurrency = { code: "USD", name: "US dollar", displaySymbol: "US$", rate: "1" };

/** Adds the US dollar to a store without currencies, so that a first product can have prices. */
export async function addUsDollar(db: Db, now: Date): Promise<void> {
  if (!(await hasCurrencies(db))) await importCatalogue(db, { currencies: [dollar] }, { now });
}

/** Returns the operator's own currency. It has the English name and symbol of its code until the operator changes them. */
export function operatorCurrency(code: string, rate: string): CatalogueCurrency {
  const name = new Intl.DisplayNames("en", { type: "currency" }).of(code) ?? code;
  const parts = new Intl.NumberFormat("en", { style: "currency", currency: code, currencyDisplay: "narrowSymbol" });
  const symbol = parts.formatToParts(0).find(({ type }) => type === "currency")?.value ?? code;
  return { code, name, displaySymbol: symbol, rate };
}
