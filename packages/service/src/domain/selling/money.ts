import type { Price } from "@paseo/contract";
import { minorDigits } from "@paseo/contract/typed-numbers";
import Big from "big.js";

/**
 * Decimal arithmetic on amounts. The store holds prices and rates as decimal strings ("1250.50"). Only the value on the wire is a
 * JS number, made from a decimal that is already rounded.
 */

export { minorDigits };

/** Returns the amount in whole minor units, rounded half up: 1500 for 15.00 EUR. */
export const minorUnits = (price: string | Big, currencyCode: string): number =>
  new Big(price)
    .times(10 ** minorDigits(currencyCode))
    .round(0, Big.roundHalfUp)
    .toNumber();

/**
 * Returns the amount as a JS number for the wire, rounded half up to the currency's minor digits. Such a number prints as the same decimal,
 * without a binary tail.
 */
export function roundedAmount(price: string | Big, currencyCode: string): number {
  const digits = minorDigits(currencyCode);
  if (typeof price === "string" && hasAtMost(digits, price)) return Number(price);
  return new Big(price).round(digits, Big.roundHalfUp).toNumber();
}

/** Whether a decimal has at most that many digits after its point. Most prices do and need no arithmetic. */
function hasAtMost(digits: number, price: string): boolean {
  const point = price.indexOf(".");
  return point < 0 || price.length - point - 1 <= digits;
}

/** Returns the price object of the interface. */
export const priceObject = (value: string | Big, currencyCode: string): Price => ({
  currencyCode,
  value: roundedAmount(value, currencyCode),
});

/**
 * Divides straight to cents. Big divides to 20 digits by default; rounding that result again would lift a quotient just under half a
 * cent (0.00499…9 becomes 0.005, then 0.01).
 */
const Cents = Big();
Cents.DP = 2;
Cents.RM = Big.roundHalfUp;

/** Returns the unit price in US dollars: price / rate, rounded half up to the cent. `rate` is units of the currency for one dollar. */
export const usdPrice = (price: string, rate: string): Big => new Big(new Cents(price).div(rate));

/** Distinct prices that a converter caches; far more than a catalogue has. */
const rememberedPrices = 4096;

/** Returns a cached function that computes `usdPrice` as a number at a fixed rate: a page of events repeats few prices. */
export function usdConverter(rate: string): (price: string) => number {
  const known = new Map<string, number>();
  return (price) => {
    const before = known.get(price);
    if (before !== undefined) return before;
    const usd = usdPrice(price, rate).toNumber();
    if (known.size >= rememberedPrices) known.clear();
    known.set(price, usd);
    return usd;
  };
}

/** Returns the tax in an amount that includes it, rounded half up to the currency's minor digits. `rate` is in per cent. */
export const includedTax = (amount: string | Big, rate: string, currencyCode: string): string => {
  const digits = minorDigits(currencyCode);
  const Exact = Big();
  Exact.DP = digits;
  Exact.RM = Big.roundHalfUp;
  return new Exact(amount).times(rate).div(new Big(rate).plus(100)).toFixed(digits);
};

/** Returns the total in US dollars: the sum of quantity × unit price rounded to the cent. */
export const totalUsd = (lines: readonly { price: string; rate: string; quantity: number }[]): Big =>
  lines.reduce((total, line) => total.plus(usdPrice(line.price, line.rate).times(line.quantity)), new Big(0));

/** Returns the sum of the printed prices of sold tickets. Null: the prices are in several currencies. */
export function printedTotal(
  tickets: readonly { prices: readonly { quantity: number; currencyCode: string; unitPrice: string }[] }[],
): { currencyCode: string; amount: string } | null {
  const prices = tickets.flatMap((ticket) => ticket.prices);
  const currencyCode = prices[0]?.currencyCode;
  if (currencyCode === undefined || prices.some((one) => one.currencyCode !== currencyCode)) return null;
  const sum = prices.reduce((all, { unitPrice, quantity }) => all.plus(new Big(unitPrice).times(quantity)), new Big(0));
  return { currencyCode, amount: sum.toFixed(minorDigits(currencyCode)) };
}
