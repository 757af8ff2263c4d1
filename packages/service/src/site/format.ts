import type { Currency, Language, Price } from "@paseo/contract";
import { minorDigits } from "@paseo/contract/typed-numbers";
import Big from "big.js";
import { siteTexts } from "../texts/own-site.ts";
import { texts } from "../texts/texts.ts";

/** Amounts, days and times in the words of a language. Local days and times have no zone. */

const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.DisplayNames>();

/** Making a formatter takes longer than all that a page writes with it. */
export function remembered<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.DisplayNames>(
  key: string,
  make: () => T,
): T {
  const known = formats.get(key) as T | undefined;
  if (known) return known;
  const made = make();
  formats.set(key, made);
  return made;
}

/** Writes an amount. Whole amounts have no decimals. */
export function amountText(
  lang: Language,
  { value, currencyCode }: Price,
  display: "symbol" | "narrowSymbol" = "symbol",
) {
  const format = remembered(
    `${lang} ${currencyCode} ${display}`,
    () =>
      new Intl.NumberFormat(texts[lang].locale, {
        style: "currency",
        currency: currencyCode,
        currencyDisplay: display,
        trailingZeroDisplay: "stripIfInteger",
        minimumFractionDigits: minorDigits(currencyCode),
        maximumFractionDigits: minorDigits(currencyCode),
      }),
  );
  return format.format(value);
}

/** Writes the amount of a day into its cell of a calendar: with its currency if that is short. */
export function cellAmount(lang: Language, price: Price): string {
  const short = amountText(lang, price, "narrowSymbol").replace(/\s/g, "");
  if (short.length <= 6) return short;
  const format = remembered(`${lang} plain`, () => new Intl.NumberFormat(texts[lang].locale));
  return format.format(price.value);
}

/** Returns an amount in US dollars in another currency, rounded up: it is never less than what is charged. */
export const converted = (usd: number | Big, { code, rate }: Currency): Price => ({
  currencyCode: code,
  value: new Big(usd).times(rate).round(minorDigits(code), Big.roundUp).toNumber(),
});

const dateStyles = {
  long: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  short: { weekday: "short", day: "numeric", month: "short" },
  month: { month: "long", year: "numeric" },
  weekday: { weekday: "long" },
  narrow: { weekday: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Writes a local day, `2026-12-31`. */
export function dayText(lang: Language, date: string, style: keyof typeof dateStyles = "long"): string {
  const format = remembered(
    `${lang} ${style}`,
    () => new Intl.DateTimeFormat(texts[lang].locale, { ...dateStyles[style], timeZone: "UTC" }),
  );
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** Writes the time of a local date and time. */
export function timeText(lang: Language, eventOn: string): string {
  const format = remembered(
    `${lang} time`,
    () => new Intl.DateTimeFormat(texts[lang].locale, { hour: "2-digit", minute: "2-digit", timeZone: "UTC" }),
  );
  return format.format(new Date(`${eventOn}Z`));
}

export function durationText(lang: Language, minutes: number): string {
  const { time, days } = siteTexts[lang].product;
  if (minutes >= 1440 && minutes % 1440 === 0) return days(minutes / 1440);
  return time(Math.floor(minutes / 60), minutes % 60);
}

/** Writes the name of a language: `es` is "Spanish". */
export function languageName(lang: Language, tag: string): string {
  try {
    const names = remembered(
      `${lang} languages`,
      () => new Intl.DisplayNames([texts[lang].locale], { type: "language" }),
    );
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Whether a text is a day of the calendar, `2026-12-31`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** Whether a text is a day that can have events. */
export const isEventDay = (text: string): boolean => text.startsWith("2") && isDay(text);
