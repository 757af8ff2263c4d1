/** Exact decimal arithmetic on JSON numbers. */

interface Decimal {
  /** The value × 10^scale, as a whole number. */
  units: bigint;
  scale: number;
}

/** The decimal that the number prints as. Throws a RangeError when the number is not finite. */
function decimal(value: number): Decimal {
  const [, sign, whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (sign === undefined) throw new RangeError(`${value} is not a decimal`);
  const scale = fraction.length - Number(exponent);
  const units = BigInt(sign + whole + fraction);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

/** Digits after the decimal point. */
export const fractionDigits = (value: number): number => decimal(value).scale;

/** The amount in cents; undefined when it has more than two decimals. */
export function toCents(value: number): bigint | undefined {
  const { units, scale } = decimal(value);
  return scale > 2 ? undefined : units * 10n ** BigInt(2 - scale);
}

/** Converts cents to an amount. */
export const fromCents = (amount: bigint): number => Number(`${amount}e-2`);

/** price / rate in cents, rounded half up. Both are positive. */
export function usdCents(price: number, rate: number): bigint {
  const [p, r] = [decimal(price), decimal(rate)];
  const numerator = p.units * 100n * 10n ** BigInt(r.scale);
  const denominator = r.units * 10n ** BigInt(p.scale);
  return (2n * numerator + denominator) / (2n * denominator);
}

/** Minor digits by ISO 4217 where they are not 2. Intl has display digits, which are fewer. */
const minorDigitExceptions: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

/** Decimals that an amount of the currency may have. */
export function currencyDecimals(currencyCode: string): number {
  const exception = Object.entries(minorDigitExceptions).find(([, codes]) => codes.includes(currencyCode));
  return exception ? Number(exception[0]) : 2;
}
