/** Positions in a list, counted from 0. */
export interface ListSlice {
  offset: number;
  limit: number;
}

/**
 * One page of a list as the store returns it: the number of positions of the whole list, its number of records, and the
 * rows of this page.
 */
export interface ListRows<T> {
  positions: number;
  count: number;
  rows: T[];
}

/** The result of a list statement. Each row repeats the totals; a page without records is one row with the totals alone. */
export const listRows = <T extends { id: string }>(
  rows: (T & { positions: number; count: number })[],
): ListRows<T> => ({
  positions: rows[0]?.positions ?? 0,
  count: rows[0]?.count ?? 0,
  rows: rows.filter((row) => row.id !== null),
});

/** The totals of a list by day, and its days in order: `before` is the number of positions on earlier days. */
export interface CountedDays {
  positions: number;
  count: number;
  days: { day: string; before: number; n: number }[];
}

/** Returns the days in the order of their list, each with its number of positions. */
export function daysInListOrder(days: { day: string; n: number }[]): CountedDays["days"] {
  let before = 0;
  return days.map(({ day, n }) => {
    const one = { day, before, n };
    before += n;
    return one;
  });
}

/** The days of a page: from the day of its first position to the day of its last position, or to the list's end. */
interface DaySpan {
  earliest: string;
  latest: string;
  /** The page's first position, counted from the first of these days. */
  offset: number;
  /** The number of positions on these days. */
  positions: number;
}

/** Returns the days of a page. Returns undefined if the page is beyond the list. */
export function daySpanOf(
  days: CountedDays["days"],
  latestFirst: boolean,
  { offset, limit }: ListSlice,
): DaySpan | undefined {
  const first = days.find(({ before, n }) => before <= offset && before + n > offset);
  if (first === undefined) return undefined;
  const last = days.find(({ before, n }) => before + n >= offset + limit);
  const [earliest, latest] = latestFirst ? [last?.day ?? "-infinity", first.day] : [first.day, last?.day ?? "infinity"];
  const end = last ?? days.at(-1)!;
  return { earliest, latest, offset: offset - first.before, positions: end.before + end.n - first.before };
}
