import type { ApiAnswer, ListRecord } from "../api/types.ts";
import { parseTypedNumber } from "../format/typed.ts";

export type Currency = ApiAnswer<"currencies.show">;
export type PastRate = ListRecord<"currencies.history">;
export type CurrencyUpdate = ApiAnswer<"currencies.update">;
export type PriceEffect = CurrencyUpdate["effects"][number];

/** The values of the form: numbers are text. */
export type CurrencyValues = typeof newCurrency;
export const newCurrency = {
  code: "",
  name: "",
  displaySymbol: "",
  active: true,
  base: "",
  markup: "0",
};
export const currencyValues = ({ code, name, displaySymbol, active, base, markup }: Currency): CurrencyValues => ({
  code,
  name,
  displaySymbol,
  active,
  base,
  markup,
});

export const isRate = (text: string): boolean =>
  /^\d{1,9}(\.\d{1,8})?$/.test(parseTypedNumber(text)) && Number(parseTypedNumber(text)) > 0;
export const isMarkup = (text: string): boolean =>
  /^-?\d{1,2}(\.\d{1,4})?$/.test(parseTypedNumber(text)) && Number(parseTypedNumber(text)) >= -50;

/**
 * Returns a round dollar price with and without the markup, as an example. Returns null while the numbers are invalid. The service
 * computes the real prices.
 */
export function markupExample(values: CurrencyValues): { price: number; with: number; without: number } | null {
  if (!isRate(values.base) || !isMarkup(values.markup)) return null;
  const [base, markup] = [Number(parseTypedNumber(values.base)), Number(parseTypedNumber(values.markup))];
  const price = 100 * 10 ** Math.max(0, Math.round(Math.log10(base)));
  return { price, with: (price / base) * (1 + markup / 100), without: price / base };
}

/** Returns the relative change of dollar prices after a change of rates: 0.05 is an increase of 5%. */
export const priceChange = ({ before, after }: Pick<PriceEffect, "before" | "after">): number =>
  Number(before) / Number(after) - 1;
