import { useMemo } from "react";
import { useLocale } from "react-admin";
import { tagOf } from "./format.ts";

/** Formats figures of reports in the operator's language. */
export interface Figures {
  /** A whole number, or one with few decimals. */
  count(n: number): string;
  /** A share from 0 to 1: `12.5%`. */
  share(part: number): string;
  /** US dollars; without cents from a thousand on. */
  money(amount: number): string;
  /** US dollars, abbreviated from ten thousand on; for axes. */
  shortMoney(amount: number): string;
  shortCount(n: number): string;
  /** A day `yyyy-MM-dd`, without a time zone: `21 Nov`. */
  day(day: string): string;
  /** The same with weekday and year. */
  longDay(day: string): string;
  /** A duration in its largest unit: `45 sec`, `3 min`, `2 hr`. */
  lasting(seconds: number): string;
}

export function useFigures(): Figures {
  const locale = useLocale();
  return useMemo(() => figuresOf(tagOf(locale)), [locale]);
}

function figuresOf(tag: string): Figures {
  const number = (options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options);
  const day = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC" });
    return (text: string) => format.format(new Date(text));
  };
  const count = number({ maximumFractionDigits: 1 });
  const share = number({ style: "percent", maximumFractionDigits: 1 });
  const short = { notation: "compact", maximumFractionDigits: 1 } as const;
  const shortMoney = number({ ...short, style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" });
  const shortCount = number(short);
  const dollars = { style: "currency", currency: "USD" } as const;
  const [money, roundMoney] = [number(dollars), number({ ...dollars, maximumFractionDigits: 0 })];
  const unit = (name: string) => number({ style: "unit", unit: name, unitDisplay: "short", maximumFractionDigits: 1 });
  const units = [
    { seconds: 86_400, format: unit("day") },
    { seconds: 3_600, format: unit("hour") },
    { seconds: 60, format: unit("minute") },
    { seconds: 1, format: unit("second") },
  ];
  return {
    count: (n) => count.format(n),
    share: (part) => share.format(part),
    money: (amount) => (Math.abs(amount) < 1000 ? money : roundMoney).format(amount),
    shortMoney: (amount) => shortMoney.format(amount),
    shortCount: (n) => shortCount.format(n),
    day: day({ day: "numeric", month: "short" }),
    longDay: day({ weekday: "short", day: "numeric", month: "short", year: "numeric" }),
    lasting(seconds) {
      const largest = units.find((one) => seconds >= one.seconds) ?? units[3]!;
      return largest.format.format(seconds / largest.seconds);
    },
  };
}
