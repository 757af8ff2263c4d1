import type { Answer, Line } from "../api/types.ts";
import { plain } from "../format/typed.ts";

export type Currency = Answer<"currencies.show">;
export type PastRate = Line<"currencies.history">;
export type Written = Answer<"currencies.update">;
export type Effect = Written["effects"][number];

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

export const isRate = (text: string): boolean => /^\d{1,9}(\.\d{1,8})?$/.test(plain(text)) && Number(plain(text)) > 0;
export const isMarkup = (text: string): boolean =>
  /^-?\d{1,2}(\.\d{1,4})?$/.test(plain(text)) && Number(plain(text)) >= -50;

/**
 * Returns a round dollar price with and without the markup, as an example. Returns null while the numbers are invalid. The service
 * computes the real prices.
 */
export function exampleOf(values: CurrencyValues): { price: number; with: number; without: number } | null {
  if (!isRate(values.base) || !isMarkup(values.markup)) return null;
  const [base, markup] = [Number(plain(values.base)), Number(plain(values.markup))];
  const price = 100 * 10 ** Math.max(0, Math.round(Math.log10(base)));
  return { price, with: (price / base) * (1 + markup / 100), without: price / base };
}

/** Returns the relative change of dollar prices after a change of rates: 0.05 is an increase of 5%. */
export const priceChange = ({ before, after }: Pick<Effect, "before" | "after">): number =>
  Number(before) / Number(after) - 1;
