import { decimalText } from "../records/records.ts";

/** Prices in US dollars, which the digest does not include: price / rate, rounded half up to the cent. */

/** Returns a function that checks an amount in US dollars by the rates; true for an unknown rate. */
export function createDollarsCheck(rates: Map<string, number>): (price: Priced, dollars: number) => boolean {
  const known = new Map<string, bigint>();
  return ({ currencyCode, value }, dollars) => {
    const rate = rates.get(currencyCode);
    if (rate === undefined) return true;
    const key = `${currencyCode} ${value}`;
    const cents = known.get(key) ?? centsOf(decimalOf(value), decimalOf(rate));
    known.set(key, cents);
    const given = decimalOf(dollars);
    return given.units * 100n === cents * given.scale;
  };
}

interface Priced {
  currencyCode: string;
  value: number;
}

/** A decimal number with the value units / scale. */
interface Decimal {
  units: bigint;
  scale: bigint;
}

function decimalOf(amount: number): Decimal {
  const [whole = "", fraction = ""] = decimalText(amount).split(".");
  return { units: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length) };
}

/** The product of amounts that are not negative. */
function centsOf(price: Decimal, rate: Decimal): bigint {
  const dividend = price.units * rate.scale * 100n;
  const divisor = price.scale * rate.units;
  return (2n * dividend + divisor) / (2n * divisor);
}
