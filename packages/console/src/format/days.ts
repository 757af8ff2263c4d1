import { msPerDay } from "@paseo/contract/limits";
/** Days as text, `yyyy-MM-dd`, or as whole numbers since 1970-01-01, without a time zone. Months as `yyyy-MM`. */

/** Returns the number of a day; null if the date does not exist. */
export function dayNumber(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const day = Date.parse(`${text}T00:00:00Z`) / msPerDay;
  return Number.isNaN(day) || dayText(day) !== text ? null : day;
}

export const dayText = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10);

/** ISO weekday, 1 is Monday. Day 0 was a Thursday. */
export const isoWeekday = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

export const allWeekdays = [1, 2, 3, 4, 5, 6, 7];

/** Returns the date this many days later. */
export const addDays = (day: string, days: number): string => dayText(parseLocalAsUtc(day).getTime() / msPerDay + days);

/** Returns the days of a day's week, from Monday on. */
export function daysOfWeek(day: string): string[] {
  const first = addDays(day, 1 - isoWeekday(dayNumber(day)!));
  return [0, 1, 2, 3, 4, 5, 6].map((n) => addDays(first, n));
}

/** Counts the days of a range, including both ends. */
export const daysBetween = (from: string, to: string): number =>
  (parseLocalAsUtc(to).getTime() - parseLocalAsUtc(from).getTime()) / msPerDay + 1;

/** Reads an instant of the service. Throws RangeError for a text without a zone, because the browser would read it in its own zone. */
export function parseInstant(text: string): Date {
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(text)) throw new RangeError(`Not an instant: ${text}`);
  return new Date(text);
}

/** Reads a day, month or local time as the same date and time in UTC. Throws RangeError for any other text. */
export function parseLocalAsUtc(text: string): Date {
  const parts = /^(\d{4}-\d{2})(-\d{2})?(T\d{2}:\d{2}(?::\d{2})?)?$/.exec(text);
  if (!parts) throw new RangeError(`Not a local date: ${text}`);
  const [, month, day = "-01", time = "T00:00"] = parts;
  return new Date(`${month}${day}${time}Z`);
}

/** Returns today in a time zone, or in the browser's time zone while the zone is unknown. */
export function today(timeZone?: string, now = new Date()): string {
  // Sweden writes dates as the service does.
  const date = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const zone = timeZone !== undefined && isTimeZone(timeZone) ? timeZone : undefined;
  return new Intl.DateTimeFormat("sv-SE", { ...date, timeZone: zone }).format(now);
}

export const isMonth = (text: string | null): text is string => /^(19|[2-9]\d)\d\d-(0[1-9]|1[0-2])$/.test(text ?? "");

/** Returns the month this many months later, or earlier. */
export function monthAfter(month: string, n: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + n)).toISOString().slice(0, 7);
}

export const lastDay = (month: string): string => addDays(`${monthAfter(month, 1)}-01`, -1);

/** Returns the instant at which a day begins in a time zone, by default the browser's. Empty without a day. */
export function startOfDay(day: string, zone?: string, daysLater = 0): string {
  if (dayNumber(day) === null) return "";
  const wanted = addDays(day, daysLater);
  const inUtc = parseLocalAsUtc(wanted).getTime();
  // Uses the offsets before and after the day. If the clock changes, one of the offsets places midnight on the day before.
  const [first, second] = [-msPerDay, msPerDay].map((by) => inUtc - offsetAt(inUtc + by, zone)).sort((a, b) => a - b);
  return new Date(today(zone, new Date(first!)) === wanted ? first! : second!).toISOString();
}

/** Returns the milliseconds by which a zone's clock is ahead of UTC. */
function offsetAt(at: number, zone: string | undefined): number {
  // Formats to parts, because the order of a language does not matter here.
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone !== undefined && isTimeZone(zone) ? zone : undefined,
    hourCycle: "h23",
    ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" },
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)!.value);
  const clock = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return clock - at;
}

/** Returns whether the browser knows a time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }) !== null;
  } catch {
    return false;
  }
}

/** Returns the day of an instant in a time zone, by default the browser's. Empty without an instant. */
export const dayOfInstant = (instant: string | undefined, zone?: string, daysLater = 0): string =>
  instant ? addDays(today(zone, new Date(instant)), daysLater) : "";
