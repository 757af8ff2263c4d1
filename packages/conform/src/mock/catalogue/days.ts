import { limits } from "@paseo/contract";

/** Ranges of local days, as `availability` reads them. */

export interface DayInput {
  page: number;
  version?: number | undefined;
  id?: string | undefined;
  /** Local days or times. */
  fromdate?: string | undefined;
  todate?: string | undefined;
}

const dayMs = 86_400_000;

/** The first local day that has not ended in every time zone. */
export const today = (now: Date): string => new Date(now.getTime() - dayMs / 2).toISOString().slice(0, 10);

/** The days of a range, both included, and how many it has too many. */
export function daysOf(
  { id, fromdate, todate }: DayInput,
  now: Date,
): { first: string; last: string; tooMany: number } {
  const most = id === undefined ? limits.availabilityDaysOfAll : limits.availabilityDays;
  const first = fromdate?.slice(0, 10) ?? today(now);
  const latest = new Date(Date.parse(first) + (most - 1) * dayMs).toISOString().slice(0, 10);
  const last = todate?.slice(0, 10) ?? latest;
  return { first, last, tooMany: (Date.parse(last) - Date.parse(latest)) / dayMs };
}
