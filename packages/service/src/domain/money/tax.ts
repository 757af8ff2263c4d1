import Big from "big.js";
import { includedTax, minorDigits } from "../selling/money.ts";

export interface TaxSplit {
  /** The tax rate in per cent. Null: the product had no tax rate at the sale, so base and tax are unknown. */
  taxRate: string | null;
  base: string | null;
  tax: string | null;
}

/** Returns the tax in a total, and the amount without tax. The two add up to the total. */
export function splitTax(total: string, taxRate: string | null, currencyCode: string): TaxSplit {
  if (taxRate === null) return { taxRate, base: null, tax: null };
  const tax = includedTax(total, taxRate, currencyCode);
  return { taxRate, base: new Big(total).minus(tax).toFixed(minorDigits(currencyCode)), tax };
}
