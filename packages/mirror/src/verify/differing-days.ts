import { type HashSum, isSameSum, subtractSums, totalFromDay } from "./sums.ts";

/**
 * Finds days with different events by bisection: the sum from one day minus the sum from a later day is the sum between
 * them.
 */

const maxDays = 10;
/** How many days before the copy's first day and after its last day are also searched. */
const beyondDays = 4000;

interface DifferingDay {
  day: string;
  ours: HashSum;
  theirs: HashSum;
}

/** Returns the first ten days that differ, and whether there are more. `theirsFrom` returns the sum of events from a local day on. */
export async function differingDays(
  days: Map<string, HashSum>,
  theirsFrom: (day: string) => Promise<HashSum>,
): Promise<{ found: DifferingDay[]; more: boolean }> {
  const found: DifferingDay[] = [];
  const known = new Map<number, HashSum>();
  const theirs = async (day: number): Promise<HashSum> => {
    const sum = known.get(day) ?? (await theirsFrom(dateOf(day)));
    known.set(day, sum);
    return sum;
  };
  const find = async (from: number, to: number): Promise<void> => {
    if (found.length > maxDays) return;
    const ours = subtractSums(totalFromDay(days, dateOf(from)), totalFromDay(days, dateOf(to)));
    const expected = subtractSums(await theirs(from), await theirs(to));
    if (isSameSum(ours, expected)) return;
    if (to - from === 1) {
      found.push({ day: dateOf(from), ours, theirs: expected });
      return;
    }
    const middle = Math.floor((from + to) / 2);
    await find(from, middle);
    await find(middle, to);
  };
  const numbers = days.size > 0 ? [...days.keys()].map(dayOf) : [dayOf(new Date().toISOString().slice(0, 10))];
  const least = numbers.reduce((a, b) => Math.min(a, b));
  const most = numbers.reduce((a, b) => Math.max(a, b));
  await find(least - beyondDays, most + beyondDays);
  return { found: found.slice(0, maxDays), more: found.length > maxDays };
}

const dayMs = 86_400_000;
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
