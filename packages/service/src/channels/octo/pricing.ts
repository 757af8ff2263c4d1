import type { Language } from "@paseo/contract";
import Big from "big.js";
import { includedTax, minorDigits, minorUnits } from "../../domain/selling/money.ts";
import type { ChannelProduct } from "../../store/catalogue/channel-events.ts";
import { texts } from "../../texts/texts.ts";

/** Amounts in OCTO: whole numbers of the currency's minor unit. */

interface Pricing {
  original: number;
  retail: number;
  net: number;
  currency: string;
  currencyPrecision: number;
  includedTaxes: { name: string; retail: number; original: number; net: number }[];
}

interface PriceTerms {
  currencyCode: string;
  /** Percentage of tax that prices include, as a decimal string. */
  taxRate: string | undefined;
  /** The name of the tax. */
  taxName: string;
}

export const octoPriceTerms = (
  currencyCode: string,
  { taxRate }: Pick<ChannelProduct["record"], "taxRate">,
  lang: Language,
): PriceTerms => ({ currencyCode, taxRate, taxName: texts[lang].octo.tax });

/** Maximum number of distinct prices that are cached. A calendar repeats few prices, and the tax of each needs a division. */
const rememberedPrices = 4096;
const known = new Map<string, Pricing>();

/**
 * Returns a price in the format of OCTO. `net`: what is left of it for the operator by the partner's terms. Without terms, the partner pays the
 * catalogue's price, and may charge its customers more.
 */
export function octoPricing(price: Big | string, terms: PriceTerms, net: Big | string = price): Pricing {
  const key = `${price} ${net} ${terms.currencyCode} ${terms.taxRate} ${terms.taxName}`;
  const before = known.get(key);
  if (before) return before;
  const pricing = computed(new Big(price), new Big(net), terms);
  if (known.size >= rememberedPrices) known.clear();
  known.set(key, pricing);
  return pricing;
}

function computed(amount: Big, net: Big, { currencyCode, taxRate, taxName }: PriceTerms): Pricing {
  const minor = (value: Big) => minorUnits(value, currencyCode);
  const taxOf = (value: Big) => (taxRate === undefined ? 0 : minor(new Big(includedTax(value, taxRate, currencyCode))));
  const [value, tax] = [minor(amount), taxOf(amount)];
  return {
    original: value,
    retail: value,
    net: minor(net),
    currency: currencyCode,
    currencyPrecision: minorDigits(currencyCode),
    includedTaxes: tax === 0 ? [] : [{ name: taxName, retail: tax, original: tax, net: taxOf(net) }],
  };
}
