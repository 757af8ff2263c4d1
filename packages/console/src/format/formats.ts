import { dayNumber, dayText, isTimeZone, parseInstant, parseLocalAsUtc } from "./days.ts";

export type Formatters = ReturnType<typeof createFormatters>;

/** Formats amounts, figures, instants and days in a language. `zone`: the time zone of instants, by default the browser's. */
export function createFormatters(tag: string, zone?: string) {
  const number = (options?: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(tag, options);
    return (value: number) => format.format(value);
  };
  const timeZone = zone !== undefined && isTimeZone(zone) ? zone : undefined;
  const ofInstant = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(tag, { timeZone, ...options });
    return (text: string) => format.format(parseInstant(text));
  };
  /** Formats a day, month or local time, as the clock of its place shows it. */
  const ofLocal = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC" });
    return (text: string) => format.format(parseLocalAsUtc(text));
  };
  const short = { notation: "compact", maximumFractionDigits: 1 } as const;
  const money = number({ style: "currency", currency: "USD" });
  // In Portuguese a month name would add two words.
  const day = { day: "2-digit", month: tag === "pt-BR" ? "2-digit" : "short", year: "numeric" } as const;
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const local = { weekday: "short", ...day } as const;
  const [localDay, localTime] = [ofLocal(local), ofLocal({ ...local, ...time })];
  /** Splits a formatted date at its year, with the separator before it. */
  const aroundYear = (text: string, year: string): [before: string, year: string, after: string] => {
    const at = text.lastIndexOf(year);
    const before = text.slice(0, Math.max(0, at)).replace(/[\s/]+$/, "");
    return at < 0 ? [text, "", ""] : [before, text.slice(before.length, at + 4), text.slice(at + 4)];
  };
  const instant = ofInstant({ ...day, ...time });
  const yearOf = ofInstant({ year: "numeric" });
  const [plainDay, plainTime] = [ofLocal(day), ofLocal({ ...day, ...time })];
  const localText = (text: string, noWeekday = false) => {
    const [ofDay, ofTime] = noWeekday ? [plainDay, plainTime] : [localDay, localTime];
    return (text.endsWith("T00:00:00") ? ofDay : ofTime)(text);
  };
  const dayOnly = ofLocal({ ...day, day: tag === "pt-BR" ? "2-digit" : "numeric" });
  const weekdays = { short: ofLocal({ weekday: "short" }), long: ofLocal({ weekday: "long" }) };
  const languages = new Intl.DisplayNames(tag, { type: "language" });
  const currencies = new Intl.DisplayNames(tag, { type: "currency", fallback: "none" });
  const list = new Intl.ListFormat(tag, { type: "conjunction" });
  const units = [
    { seconds: 86_400, unit: "day" },
    { seconds: 3_600, unit: "hour" },
    { seconds: 60, unit: "minute" },
    { seconds: 1, unit: "second" },
  ].map(({ seconds, unit }) => ({
    seconds,
    format: number({ style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 }),
  }));
  const largestUnit = (seconds: number, least: number) =>
    units.find((one) => seconds >= one.seconds || one.seconds === least)!;
  const days = number({ style: "unit", unit: "day", unitDisplay: "long" });
  const minutes = (all: number) => {
    const [d, h, min] = [Math.floor(all / 1440), Math.floor((all % 1440) / 60), all % 60];
    const parts = [d > 0 && days(d), h > 0 && `${h}\u00a0h`, (min > 0 || all === 0) && `${min}\u00a0min`];
    return parts.filter(Boolean).join(" ");
  };
  const digits = (n: number) => number({ minimumFractionDigits: n, maximumFractionDigits: n });
  const point = digits(1)(0.5).charAt(1);
  const rate = number({ maximumSignificantDigits: 9 });
  const percent = number({ style: "percent", maximumFractionDigits: 4 });
  const exact = number({ maximumFractionDigits: 12 });
  return {
    /** Returns the name of a currency in the console's language, or the given name if the browser does not know the code. */
    currency: ({ code, name }: { code: string; name: string }) =>
      (/^[A-Z]{3}$/.test(code) && currencies.of(code)) || name,
    /** Formats US dollars. */
    money: (amount: string | number) => money(Number(amount)),
    /** Formats an amount in a currency. From a thousand on the minor unit is omitted. */
    roundAmount: (amount: number, currency: string) =>
      number({ style: "currency", currency, ...(Math.abs(amount) >= 1000 && { maximumFractionDigits: 0 }) })(amount),
    /** Formats an amount in a currency for axes. From ten thousand on the amount is abbreviated. */
    shortAmount: (amount: number, currency: string) =>
      number({ ...short, style: "currency", currency, currencyDisplay: "narrowSymbol" })(amount),
    /**
     * Formats an amount in a currency. Text that is not an amount is returned unchanged. `code`: shows the currency's code and not its
     * symbol.
     */
    amount: (text: string, currency: string, currencyDisplay: "symbol" | "code" = "symbol") => {
      if (text === "" || Number.isNaN(Number(text))) return text;
      try {
        return number({ style: "currency", currency, currencyDisplay })(Number(text));
      } catch {
        return `${text} ${currency}`;
      }
    },
    /** Formats a rate: units of a currency for one US dollar. */
    rate: (text: string) => rate(Number(text)),
    /** Formats a rate, units of a currency for one US dollar, with every digit. */
    exactRate: (text: string) => exact(Number(text)),
    /** Formats a number of per cent. */
    percent: (text: string) => percent(Number(text) / 100),
    /** Formats a share with its sign. */
    change: number({ style: "percent", maximumFractionDigits: 2, signDisplay: "exceptZero" }),
    /** Formats a whole number, or a number with few decimals. */
    count: number({ maximumFractionDigits: 1 }),
    shortCount: number(short),
    /** Formats a share from 0 to 1: `12.5%`. */
    share: number({ style: "percent", maximumFractionDigits: 1 }),
    /** Formats a decimal of the service, with its digits: `45.00` or `45,00`. Other text is returned unchanged. */
    decimal: (text: string) =>
      /^-?\d+(\.\d+)?$/.test(text) ? digits(text.split(".")[1]?.length ?? 0)(Number(text)) : text,
    /** Formats a decimal in an input as it was typed: only the decimal point becomes the language's. */
    typed: (text: string) => (/^-?\d*\.\d*$/.test(text) ? text.replace(".", point) : text),
    /** Formats an instant: `21 Nov 2026, 12:06`. */
    instant,
    /** Formats an instant in three parts: before its year, the year, and after it. */
    instantParts: (text: string) => aroundYear(instant(text), yearOf(text)),
    /** Formats an instant in another time zone. */
    instantIn: (text: string, timeZone: string) => ofInstant({ ...day, ...time, timeZone })(text),
    /** Formats the day of an instant. */
    day: ofInstant(day),
    /** Formats a local date and time without a zone. Midnight means no time: `Sat, 21 Nov 2026, 20:00`. */
    local: (text: string) => localText(text),
    /** The same without the day of the week. */
    shortLocal: (text: string) => localText(text, true),
    /** Formats a local date and time in three parts: before its year, the year, and after it. */
    localParts: (text: string, noWeekday = false) => aroundYear(localText(text, noWeekday), text.slice(0, 4)),
    list: (texts: readonly string[]) => list.format(texts),
    /** Returns the name of a language by its tag. Returns any other value unchanged. */
    language: (code: string) => {
      try {
        return languages.of(code) ?? code;
      } catch {
        return code;
      }
    },
    /** Returns the name of an ISO weekday. Day 4 was a Monday. */
    weekday: (number: number, length: "short" | "long") => weekdays[length](dayText(3 + number)),
    /** Formats a month `yyyy-MM`. */
    month: ofLocal({ month: "long", year: "numeric" }),
    /** Formats a day `yyyy-MM-dd`, without a time zone: `21 Nov 2026`. Other text is returned unchanged. */
    date: (text: string) => (dayNumber(text) === null ? text : dayOnly(text)),
    /** Formats a day without its year: `21 Nov`. */
    shortDay: ofLocal({ day: "numeric", month: day.month }),
    /** Formats a day with weekday and year. */
    longDay: ofLocal({ weekday: "short", day: "numeric", month: "short", year: "numeric" }),
    /** Formats a number of minutes: `2 days 1 h 30 min`. */
    minutes,
    /** Formats a duration in its largest unit: `45 sec`, `3 min`, `2 hr`. */
    lasting: (seconds: number) => {
      const unit = largestUnit(seconds, 1);
      return unit.format(seconds / unit.seconds);
    },
    /** Formats the time since an instant, in its largest unit: `5 min`. */
    since: (iso: string, now: number) => {
      const seconds = Math.max(0, (now - parseInstant(iso).getTime()) / 1000);
      const unit = largestUnit(seconds, 60);
      return unit.format(Math.floor(seconds / unit.seconds));
    },
  };
}
