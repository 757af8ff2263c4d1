import Big from "big.js";
import type { TaxScheme } from "../../records/listing-fields.ts";
import type { TicketNameLanguage } from "../catalogue/ticket-names.ts";
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

/** Returns the scheme of a sale. Null: nothing is known of its tax. */
export const taxSchemeOf = ({
  taxRate,
  taxScheme,
}: {
  taxRate?: string | null;
  taxScheme?: TaxScheme | null;
}): TaxScheme | null => taxScheme ?? (taxRate == null ? null : "rate");

/** The tax scheme of an order in the files of the operator. */
export const taxSchemeNames: Record<TicketNameLanguage, Record<TaxScheme, string>> = {
  es: { rate: "Con impuesto", exempt: "Exento", margin: "Margen (agencias de viajes)" },
  pt: { rate: "Com imposto", exempt: "Isento", margin: "Margem (agências de viagens)" },
  en: { rate: "Taxed", exempt: "Exempt", margin: "Margin (travel agencies)" },
};
