/** Days and months of the calendar, `yyyy-MM-dd` and `yyyy-MM`, without a time zone. */

const two = (n: number): string => String(n).padStart(2, "0");

/** Today in the browser's time zone. */
export function today(now = new Date()): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export const isMonth = (text: string | null): text is string => /^(19|[2-9]\d)\d\d-(0[1-9]|1[0-2])$/.test(text ?? "");

/** The month this many months later, or earlier. */
export function monthAfter(month: string, n: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + n)).toISOString().slice(0, 7);
}

/** Days before the first of a month in a week that starts on Monday. */
export const leadingDays = (month: string): number => (new Date(`${month}-01`).getUTCDay() + 6) % 7;

export const lastDay = (month: string): string => {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** Names of the weekdays from Monday on, and of a month. */
export function namesIn(tag: string) {
  const weekday = (style: "short" | "long") => new Intl.DateTimeFormat(tag, { weekday: style, timeZone: "UTC" });
  // The first of January 2024 was a Monday.
  const week = (style: "short" | "long") =>
    Array.from({ length: 7 }, (_, n) => weekday(style).format(new Date(Date.UTC(2024, 0, 1 + n))));
  const month = new Intl.DateTimeFormat(tag, { month: "long", year: "numeric", timeZone: "UTC" });
  return { short: week("short"), long: week("long"), month: (text: string) => month.format(new Date(`${text}-01`)) };
}
