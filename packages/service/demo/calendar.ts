import { dayNumber, dayText, weekday } from "../src/domain/selling/dates.ts";

export interface Day {
  date: string;
  /** `MM-dd`. */
  monthDay: string;
  /** ISO number; 1 is Monday. */
  weekday: number;
  /** Days after the day of seeding. */
  ahead: number;
}

export const yearDays = 365;

/** The day `days` after `date`, both `yyyy-MM-dd`; throws when there is no such date. */
export function addDays(date: string, days: number): string {
  const day = dayNumber(date);
  if (day === null) throw new RangeError(`${date} is not a date`);
  return dayText(day + days);
}

/** The demo's year: `today` and the 364 days after it. */
export function yearFrom(today: string): Day[] {
  return Array.from({ length: yearDays }, (_, ahead) => {
    const date = addDays(today, ahead);
    return { date, monthDay: date.slice(5), weekday: weekday(dayNumber(date)!), ahead };
  });
}
