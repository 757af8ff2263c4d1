import Big from "big.js";
import { dayNumber, isoDay } from "../selling/dates.ts";
import { minorDigits } from "../selling/money.ts";

/** Reads dates and amounts of files that other programs wrote. */

/** Returns `yyyy-MM-dd`, or null if the text is no date in this sequence. A time behind the date does not matter. */
export function readDay(text: string, order: "dmy" | "mdy" | "ymd"): string | null {
  const compact = /^(\d{8})$/.exec(text.trim())?.[1];
  const parts = compact ? compactParts(compact, order) : text.trim().split(/[T ]/)[0]!.split(/[./-]/);
  if (parts.length !== 3 || parts.some((part) => !/^\d{1,4}$/.test(part))) return null;
  const [first, second, third] = parts as [string, string, string];
  const [year, month, day] = { dmy: [third, second, first], mdy: [third, first, second], ymd: [first, second, third] }[
    order
  ];
  const full = year!.length === 2 ? `20${year}` : year!;
  const iso = `${full}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`;
  const number = dayNumber(iso);
  return number === null ? null : isoDay(number);
}

const compactParts = (text: string, order: "dmy" | "mdy" | "ymd"): string[] =>
  order === "ymd"
    ? [text.slice(0, 4), text.slice(4, 6), text.slice(6)]
    : [text.slice(0, 2), text.slice(2, 4), text.slice(4)];

/** Returns a decimal string with the digits of the currency, or null if the text is no amount. A minus can stand behind, or be brackets. */
export function readAmount(text: string, decimals: "point" | "comma", currencyCode: string): string | null {
  const plain = text.replace(/[\s\u00a0\u202f']|[A-Z]{3}|[€$£]/g, "").replace("\u2212", "-");
  const isNegative = /^-|-$|^\(.*\)$/.test(plain);
  const digits = plain.replace(/^[-+(]|[-+)]$/g, "");
  const [mark, thousands] = decimals === "comma" ? [",", "."] : [".", ","];
  const pattern = new RegExp(`^(\\d{1,3}(\\${thousands}\\d{3})+|\\d{1,12})(\\${mark}\\d{1,4})?$`);
  if (!pattern.test(digits)) return null;
  const value = new Big(digits.replaceAll(thousands, "").replace(mark, "."));
  return value.times(isNegative ? -1 : 1).toFixed(minorDigits(currencyCode));
}
