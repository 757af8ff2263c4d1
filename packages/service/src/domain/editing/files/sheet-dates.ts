import { dayNumber } from "../../selling/dates.ts";

/** Dates and times as spreadsheet programs write them into CSV, and as people type them into a text cell. */

/** What a text means as a date: `yyyy-MM-dd`, or two dates between which the file does not decide. Null: it is no date. */
export type SheetDate = { date: string } | { readings: readonly [string, string] } | null;

/** Reads a date. `dayFirst`: the file's other marks show a country that writes the day before the month. */
export function readSheetDate(text: string, dayFirst: boolean): SheetDate {
  if (dayNumber(text) !== null) return { date: text };
  const found = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})\.?$/.exec(text);
  if (!found) return null;
  const [, first = "", mark, second = "", year = ""] = found;
  const of = (day: string, month: string): string | null => {
    const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    return dayNumber(date) === null ? null : date;
  };
  const [european, american] = [of(first, second), of(second, first)];
  // Only with slashes is the month written before the day.
  if (dayFirst || mark !== "/" || european === american) return european === null ? null : { date: european };
  if (european !== null && american !== null) return { readings: [european, american] };
  const date = european ?? american;
  return date === null ? null : { date };
}

/** Returns a time as `HH:mm`; null: it is no time of whole minutes. */
export function readSheetTime(text: string): string | null {
  const found = /^(\d{1,2})(?:[:.]|\s?h\s?)(\d{2})(?::00)?(?:\s?([ap])\.?\s?m\.?)?$/i.exec(text);
  if (!found) return null;
  const [, hour = "", minute = "", half] = found;
  const hours = half ? (hours12(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  return !(hours <= 23) || minute > "59" ? null : `${String(hours).padStart(2, "0")}:${minute}`;
}

/** An hour of a clock with twelve hours. */
const hours12 = (hour: string): number => (Number(hour) >= 1 && Number(hour) <= 12 ? Number(hour) : Number.NaN);
