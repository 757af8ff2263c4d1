import { useMemo } from "react";
import { useLocale } from "react-admin";

/** Formats amounts, instants and local times in the operator's language. */
export interface Format {
  /** US dollars. */
  money(amount: string | number): string;
  /** An instant, in the browser's zone: `21 Nov 2026, 12:06`. */
  instant(iso: string): string;
  /** The day of an instant, in the browser's zone. */
  day(iso: string): string;
  /** A local date and time without a zone. Midnight means no time: `Sat, 21 Nov 2026, 20:00`. */
  local(text: string): string;
  /** A decimal of the service, with its digits: `45.00` or `45,00`. Other text is returned unchanged. */
  decimal(text: string): string;
  /** A decimal in an input, as typed: only its point becomes the language's. */
  typed(text: string): string;
  /** Time since an instant, in its largest unit: `5 min`. */
  since(iso: string, now: number): string;
}

// International English: day before month, and US$ for dollars.
const tags: Record<string, string> = { es: "es", pt: "pt-BR", en: "en-GB" };

/** The locale tag of a language of the console. */
export const tagOf = (locale: string): string => tags[locale] ?? locale;

export function useFormat(): Format {
  const locale = useLocale();
  return useMemo(() => formatOf(tagOf(locale)), [locale]);
}

function formatOf(tag: string): Format {
  const dollars = new Intl.NumberFormat(tag, { style: "currency", currency: "USD" });
  // In Portuguese a month name would add two words.
  const date = { day: "2-digit", month: tag === "pt-BR" ? "2-digit" : "short", year: "numeric" } as const;
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const local = { weekday: "short", ...date, timeZone: "UTC" } as const;
  const instant = new Intl.DateTimeFormat(tag, { ...date, ...time });
  const day = new Intl.DateTimeFormat(tag, date);
  const localDay = new Intl.DateTimeFormat(tag, local);
  const localTime = new Intl.DateTimeFormat(tag, { ...local, ...time });
  const unit = (name: string) => new Intl.NumberFormat(tag, { style: "unit", unit: name, unitDisplay: "short" });
  const units = [
    { seconds: 86_400, format: unit("day") },
    { seconds: 3_600, format: unit("hour") },
    { seconds: 60, format: unit("minute") },
  ];
  const digits = (n: number) => new Intl.NumberFormat(tag, { minimumFractionDigits: n, maximumFractionDigits: n });
  const point = digits(1).format(0.5).charAt(1);
  return {
    money: (amount) => dollars.format(Number(amount)),
    instant: (iso) => instant.format(new Date(iso)),
    day: (iso) => day.format(new Date(iso)),
    local: (text) => (text.endsWith("T00:00:00") ? localDay : localTime).format(new Date(`${text}Z`)),
    decimal: (text) =>
      /^-?\d+(\.\d+)?$/.test(text) ? digits(text.split(".")[1]?.length ?? 0).format(Number(text)) : text,
    typed: (text) => (/^-?\d*\.\d*$/.test(text) ? text.replace(".", point) : text),
    since(iso, now) {
      const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
      const largest = units.find((one) => seconds >= one.seconds) ?? units[2]!;
      return largest.format.format(Math.floor(seconds / largest.seconds));
    },
  };
}
