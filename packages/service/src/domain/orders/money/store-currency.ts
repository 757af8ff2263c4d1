import type { Db, Tx } from "../../../store/database/database.ts";
import { currencyInUse } from "../../../store/operators/home.ts";
import type { StoreCurrency } from "../../../store/orders/money/amounts.ts";
import { minorDigits } from "../../selling/money.ts";

/** The currency in which the operator reads amounts. */
export async function storeCurrency(db: Db | Tx): Promise<StoreCurrency> {
  const code = await currencyInUse(db);
  return { code, digits: minorDigits(code) };
}
