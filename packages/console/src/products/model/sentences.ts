import type { Formatters } from "../../format/format.tsx";
import type { Translate } from "../../i18n/index.ts";
import type { ProductType } from "../product.ts";
import { countScheduleDates, inDateOrder, scheduleTimes } from "./calendar.ts";
import type { ItemDraft, ScheduleDraft } from "./draft.ts";

/** Writes sentences about all dates of an item. Returns no sentence without dates. */
export const datesText = (item: ItemDraft, type: ProductType, t: Translate, format: Formatters): string[] => [
  ...inDateOrder(item.schedules).map((n) => scheduleText(item.schedules[n]!, type, t, format)),
  ...(item.events.length > 0 ? [`${countText(t, "single", item.events.length)}.`] : []),
];

/** Writes a schedule as a sentence: `On Fridays at 20:00, from … to …: 13 dates, 20 seats each.` */
export function scheduleText(schedule: ScheduleDraft, type: ProductType, t: Translate, format: Formatters): string {
  const { made, out, other } = countScheduleDates(schedule, type);
  if (made === 0) return t("products.sentence.unfinished");
  const facts = [
    countText(t, "makes", made),
    schedule.unlimited ? t("products.sentence.unlimited") : countText(t, "seats", Number(schedule.capacity) || 0),
    ...(out > 0 ? [countText(t, "out", out)] : []),
    ...(other > 0 ? [countText(t, "other", other)] : []),
  ];
  return `${capital(whenOf(schedule, type, t, format))}: ${facts.join(", ")}.`;
}

const countText = (t: Translate, what: "makes" | "seats" | "out" | "other" | "single", n: number): string =>
  t(`products.sentence.${what}`, { smart_count: n });

function whenOf(schedule: ScheduleDraft, type: ProductType, t: Translate, { date, list }: Formatters): string {
  if (type === "dateless") return t("products.sentence.until", { to: date(schedule.to) });
  const days = daysOf(schedule.weekdays, t, list);
  const what =
    type === "scheduled" ? t("products.sentence.times", { days, times: list(scheduleTimes(schedule, type)) }) : days;
  return t("products.sentence.span", { what, from: date(schedule.from), to: date(schedule.to) });
}

function daysOf(weekdays: readonly number[], t: Translate, list: (words: string[]) => string): string {
  const days = [...weekdays].sort();
  if (days.length === 7) return t("products.sentence.everyDay");
  if (days.join("") === "12345") return t("products.sentence.workdays");
  return t("products.sentence.days", { days: list(days.map((day) => t(`products.weekday.${day as 1}`))) });
}

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
