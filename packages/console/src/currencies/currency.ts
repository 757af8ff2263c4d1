import { readTypedNumber } from "@paseo/contract/typed-numbers";
import type { ApiAnswer, ListRecord } from "../api/types.ts";
import { parseTypedNumber, rateDecimals, readingsProblem } from "../format/typed.ts";
import type { Translate } from "../i18n/index.ts";

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
  // With three digits after the point, the rate would have a second reading.
  base: base.replace(/^([1-9]\d{0,2}\.\d{3})$/, "$10"),
  markup,
});

export const parseTypedRate = (typed: string): string => parseTypedNumber(typed, rateDecimals);
export const isRate = (typed: string): boolean =>
  /^\d{1,9}(\.\d{1,8})?$/.test(parseTypedRate(typed)) && Number(parseTypedRate(typed)) > 0 && !isAsked(typed);
const isAsked = (typed: string): boolean => readTypedNumber(typed, rateDecimals).problem !== undefined;
/** Returns the error of a typed rate: the question which of two readings is meant, or that it is none. */
export const rateProblem = (typed: string, t: Translate): string | undefined =>
  isRate(typed)
    ? undefined
    : (readingsProblem(typed, readTypedNumber(typed, rateDecimals), t) ?? t("currencies.fault.rate"));

const mostMarkup = 99;
export const parseTypedMarkup = (typed: string): string => parseTypedNumber(typed, 4, mostMarkup);
export const isMarkup = (typed: string): boolean =>
  /^-?\d{1,2}(\.\d{1,4})?$/.test(parseTypedMarkup(typed)) && Number(parseTypedMarkup(typed)) >= -50;

/**
 * Returns a round dollar price with and without the markup, as an example. Returns null while the numbers are invalid. The service
 * computes the real prices.
 */
export function markupExample(values: CurrencyValues): { price: number; with: number; without: number } | null {
  if (!isRate(values.base) || !isMarkup(values.markup)) return null;
  const [base, markup] = [Number(parseTypedRate(values.base)), Number(parseTypedMarkup(values.markup))];
  const price = 100 * 10 ** Math.max(0, Math.round(Math.log10(base)));
  return { price, with: (price / base) * (1 + markup / 100), without: price / base };
}

/** Returns the relative change of dollar prices after a change of rates: 0.05 is an increase of 5%. */
export const priceChange = ({ before, after }: Pick<PriceEffect, "before" | "after">): number =>
  Number(before) / Number(after) - 1;
