import { useMemo } from "react";
import { useLocale } from "react-admin";
import { type Translate, useText } from "../../i18n/index.ts";
import { tagOf } from "../../i18n/plurals.ts";
import type { ProductType } from "../product.ts";
import { countOf, timesOf } from "./calendar.ts";
import type { ItemDraft, ScheduleDraft } from "./draft.ts";

/** Amounts, days and schedules as sentences. */
export interface Words {
  /** In the product's currency. Text that is not an amount is returned unchanged. */
  amount(amount: string, currencyCode: string): string;
  /** A day `yyyy-MM-dd` as `Sat, 20 Jun 2026`. */
  day(date: string): string;
  /** `20 Jun 2026` */
  shortDay(date: string): string;
  dayOfMonth(date: string): string;
  /** The name of an ISO weekday. */
  weekday(number: number, form: "short" | "long"): string;
  list(words: readonly string[]): string;
  /** A schedule as a sentence: `On Fridays at 20:00, from … to …: 13 dates, 20 seats each.` */
  schedule(schedule: ScheduleDraft, type: ProductType): string;
  /** Sentences about all dates of an item; empty without dates. */
  dates(item: ItemDraft, type: ProductType): string[];
}

export function useWords(): Words {
  const t = useText();
  const locale = useLocale();
  return useMemo(() => wordsOf(tagOf(locale), t), [locale, t]);
}

function wordsOf(tag: string, t: Translate): Words {
  const form = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC" });
    return (date: string) => (Number.isNaN(Date.parse(date)) ? date : format.format(new Date(date)));
  };
  // In Portuguese a month name would add two words.
  const month = tag === "pt-BR" ? "2-digit" : "short";
  const shortDay = form({ day: month === "2-digit" ? "2-digit" : "numeric", month, year: "numeric" });
  const list = new Intl.ListFormat(tag, { type: "conjunction" });
  const names = { short: form({ weekday: "short" }), long: form({ weekday: "long" }) };
  const words: Words = {
    amount: (amount, currencyCode) => amountIn(tag, amount, currencyCode),
    day: form({ weekday: "short", day: "2-digit", month, year: "numeric" }),
    shortDay,
    dayOfMonth: form({ day: "numeric" }),
    // 5 January 1970 was a Monday.
    weekday: (number, length) => names[length](`1970-01-0${4 + number}`),
    list: (parts) => list.format(parts),
    schedule(schedule, type) {
      const { made, out, other } = countOf(schedule, type);
      if (made === 0) return t("products.sentence.unfinished");
      const facts = [
        countText(t, "makes", made),
        schedule.unlimited ? t("products.sentence.unlimited") : countText(t, "seats", Number(schedule.capacity) || 0),
        ...(out > 0 ? [countText(t, "out", out)] : []),
        ...(other > 0 ? [countText(t, "other", other)] : []),
      ];
      return `${capital(whenOf(schedule, type, t, words))}: ${facts.join(", ")}.`;
    },
    dates: (item, type) => [
      ...item.schedules.map((schedule) => words.schedule(schedule, type)),
      ...(item.events.length > 0 ? [`${countText(t, "single", item.events.length)}.`] : []),
    ],
  };
  return words;
}

const countText = (t: Translate, what: "makes" | "seats" | "out" | "other" | "single", n: number): string =>
  t(`products.sentence.${what}`, { smart_count: n });

function whenOf(schedule: ScheduleDraft, type: ProductType, t: Translate, { shortDay, list }: Words): string {
  if (type === "dateless") return t("products.sentence.until", { to: shortDay(schedule.to) });
  const days = daysOf(schedule.weekdays, t, list);
  const what =
    type === "scheduled" ? t("products.sentence.times", { days, times: list(timesOf(schedule, type)) }) : days;
  return t("products.sentence.span", { what, from: shortDay(schedule.from), to: shortDay(schedule.to) });
}

function daysOf(weekdays: readonly number[], t: Translate, list: (words: string[]) => string): string {
  const days = [...weekdays].sort();
  if (days.length === 7) return t("products.sentence.everyDay");
  if (days.join("") === "12345") return t("products.sentence.workdays");
  return t("products.sentence.days", { days: list(days.map((day) => t(`products.weekday.${day as 1}`))) });
}

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

function amountIn(tag: string, amount: string, currency: string): string {
  const value = Number(amount);
  if (amount === "" || Number.isNaN(value)) return amount;
  try {
    return new Intl.NumberFormat(tag, { style: "currency", currency }).format(value);
  } catch {
    return `${amount} ${currency}`;
  }
}
