/** Numbers and amounts as people type them, in a field or in a table. The service and the console read them by this one rule. */

/**
 * Digits after the decimal point where ISO 4217 differs from 2. Intl follows CLDR, which gives the digits that people display: 0
 * for COP, HUF, IDR and IQD, where ISO has 2, 2, 2 and 3.
 */
const minorDigitExceptions = new Map(
  Object.entries({
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
  }).flatMap(([digits, codes]) => codes.split(" ").map((code) => [code, Number(digits)] as const)),
);

/** Returns the digits of the currency's minor unit: 2 for USD, 0 for CLP, 3 for KWD. */
export const minorDigits = (currencyCode: string): number => minorDigitExceptions.get(currencyCode) ?? 2;

/**
 * What a typed text means. `number` is a decimal with a point. `readings`: the text has two, the first with thousands; each is
 * written so that it has only one. `decimals`: it has more digits after its decimal mark than it may.
 */
export type TypedNumber =
  | { number: string; problem?: never }
  | { problem: "two-readings"; readings: readonly [thousands: string, decimals: string] }
  | { problem: "decimals" | "no-number" };

const grouped = /^\d{1,3}(?:([ '’.,])\d{3}(?:\1\d{3})*)?$/;

/**
 * Reads a typed number with at most `decimals` digits after its decimal mark. A single point or comma with three digits behind it
 * can separate thousands or decimals, so it has two readings, unless `decimals` is 0 or 3, or thousands would exceed `most`.
 */
export function readTypedNumber(typed: string, decimals: number, most = Number.POSITIVE_INFINITY): TypedNumber {
  const [, sign = "", text = ""] = /^([-+−]?)(.*)$/su.exec(typed.trim().replace(/\s/gu, " ")) ?? [];
  const single = /^([1-9]\d{0,2})([.,])(\d{3})$/.exec(text);
  const minus = sign === "" || sign === "+" ? "" : "-";
  if (single && decimals !== 3) {
    const [, whole = "", mark = "", rest = ""] = single;
    if (decimals === 0) return { number: minus + whole + rest };
    const shown = decimals < 3 ? Number(`${whole}.${rest}`).toFixed(decimals) : `${whole}.${rest}0`;
    if (Number(whole + rest) <= most)
      return { problem: "two-readings", readings: [minus + whole + rest, minus + shown.replace(".", mark)] };
  }
  const found = parts(text);
  if (!found) return { problem: "no-number" };
  const kept = found.fraction.slice(0, decimals);
  if (/[1-9]/.test(found.fraction.slice(decimals))) return { problem: "decimals" };
  const whole = found.whole.replace(/^0+(?=\d)/, "") || "0";
  return { number: `${minus}${whole}${kept && `.${kept}`}` };
}

/** Splits a text without a sign at its decimal mark. Null: it is no number. */
function parts(text: string): { whole: string; fraction: string } | null {
  if (/^\d+$/.test(text)) return { whole: text, fraction: "" };
  const separator = grouped.exec(text)?.[1];
  const isSingle = text.split(separator ?? "").length === 2;
  if (separator && !(isSingle && /[.,]/.test(separator))) return { whole: text.replace(/\D/g, ""), fraction: "" };
  const [, before = "", mark = "", fraction = ""] = /^(.*)([.,])(\d+)$/.exec(text) ?? [];
  if (mark === "" || (before !== "" && !/^\d+$/.test(before) && !grouped.test(before)) || before.includes(mark))
    return null;
  return { whole: before.replace(/\D/g, ""), fraction };
}

/** Reads a typed amount of a currency. */
export const readTypedAmount = (typed: string, currencyCode: string): TypedNumber =>
  readTypedNumber(typed, minorDigits(currencyCode));
