import type { Language, Price } from "@paseo/contract";
import { siteTexts } from "../../texts/own-site.ts";
import type { Day } from "../catalogue.ts";
import { amountText, capitalized, cellAmount, dayText } from "../format.ts";
import type { GuestPrice } from "../guest-price.ts";
import { type Html, html, safe } from "../html.ts";
import { icon } from "../icons.ts";
import type { Visit } from "../visit.ts";

/** A month of a product, with the lowest price of each day. */

/** A month: `2026-12`. */
export const isMonth = (text: string): boolean => /^2\d{3}-(0[1-9]|1[0-2])$/.test(text);

const addMonths = (month: string, by: number): string => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
};

type CalendarDay = Pick<Day, "date" | "openEvents" | "soldOut">;

export interface CalendarOptions {
  days: readonly CalendarDay[];
  /** Of the days of the month. */
  prices: ReadonlyMap<string, GuestPrice>;
  /** The address of a choice: a month or a date. */
  to: (query: Record<string, string>) => string;
  month: string;
  /** The chosen day. */
  date: string | undefined;
  currencyCode: string;
  /** Of the month, one level below the heading before it. */
  heading?: "h2" | "h4";
}

export function calendarHtml({ lang }: Pick<Visit, "lang">, options: CalendarOptions): Html {
  const { days, prices, to, month, date, currencyCode } = options;
  const heading = safe(options.heading ?? "h4");
  const words = siteTexts[lang].booking;
  const byDate = new Map(days.map((day) => [day.date, day]));
  const months = days.map((day) => day.date.slice(0, 7));
  const perPerson = [...prices.values()].every(({ ticket }) => ticket === null);
  const [first, last] = [months[0] ?? month, months.at(-1) ?? month];
  const arrow = (by: number, name: string, rel: "prev" | "next") => {
    const other = addMonths(month, by);
    const drawn = icon(rel === "prev" ? "left" : "right");
    return other < first || other > last
      ? html`<span class="step off" aria-hidden="true">${drawn}</span>`
      : html`<a class="step" rel="${rel} nofollow" data-booking href="${to({ month: other })}" aria-label="${name}: ${dayText(lang, `${other}-01`, "month")}">${drawn}</a>`;
  };
  const cell = (day: string | null) =>
    day === null
      ? html`<td></td>`
      : html`<td>${dayHtml(lang, { day, known: byDate.get(day), price: prices.get(day)?.price, to, chosen: date })}</td>`;
  return html`<div class="calendar">
<div class="month">${arrow(-1, words.previousMonth, "prev")}<${heading} id="month" tabindex="-1">${capitalized(dayText(lang, `${month}-01`, "month"))}</${heading}>${arrow(1, words.nextMonth, "next")}</div>
<table aria-labelledby="month"><thead><tr>${weekdays(lang).map(
    ({ short, long }) => html`<th scope="col"><abbr title="${long}">${short}</abbr></th>`,
  )}</tr></thead>
<tbody>${weeksOf(month, siteTexts[lang].weekStart).map(
    (week) => html`<tr>${week.map(cell)}</tr>
`,
  )}</tbody></table>
<p class="note">${months.includes(month) ? (perPerson ? words.legendPerPerson : words.legend)(currencyCode) : words.noMonth}</p>
</div>`;
}

interface DayOptions extends Pick<CalendarOptions, "to"> {
  day: string;
  known: CalendarDay | undefined;
  price: Price | undefined;
  chosen: string | undefined;
}

function dayHtml(lang: Language, { day, known, price, to, chosen }: DayOptions): Html {
  const words = siteTexts[lang].booking;
  const number = Number(day.slice(8));
  const isChosen = day === chosen;
  if (known === undefined || (known.openEvents === 0 && !known.soldOut))
    return html`<span class="day">${number}</span>`;
  const name = capitalized(dayText(lang, day));
  if (known.openEvents === 0)
    return html`<span class="day full"><span class="unseen">${words.dayWithout(name, words.soldOut)}</span><span aria-hidden="true">${number}</span></span>`;
  const label = price ? words.dayFrom(name, amountText(lang, price)) : name;
  return html`<a class="day open" rel="nofollow" data-booking href="${to({ date: day })}" aria-label="${label}"${
    isChosen && html` aria-current="date"`
  }><span>${number}</span>${price && html`<small>${cellAmount(lang, price)}</small>`}</a>`;
}

/** Returns the weeks of a month. Days of other months are null. */
export function weeksOf(month: string, weekStart: 1 | 7): (string | null)[][] {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() - (weekStart % 7) + 7) % 7;
  const cells = [
    ...Array<null>(before).fill(null),
    ...Array.from({ length: count }, (_, n) => `${month}-${`${n + 1}`.padStart(2, "0")}`),
  ];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, n) => cells.slice(n * 7, n * 7 + 7));
}

/** Returns the names of the days of a week. 2024-01-01 was a Monday. */
const weekdays = (lang: Visit["lang"]) =>
  Array.from({ length: 7 }, (_, n) => {
    const date = `2024-01-${`${((siteTexts[lang].weekStart - 1 + n) % 7) + 1}`.padStart(2, "0")}`;
    return {
      short: capitalized(dayText(lang, date, "narrow").replace(".", "").slice(0, 3)),
      long: dayText(lang, date, "weekday"),
    };
  });
