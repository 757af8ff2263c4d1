import type { EventLine } from "./event.ts";

/** Events that one change reaches: of items of one product, on days one after another, at the same times. */
export interface Box {
  productId: string;
  items: string[];
  from: string;
  to: string;
  times: string[];
}

type Chosen = Pick<EventLine, "productId" | "item" | "eventOn">;

/**
 * Chosen events as few boxes that hold these and no others: days that follow one another are one box when they have the
 * same times, and so are items with the same days.
 */
export function boxesOf(events: readonly Chosen[]): Box[] {
  const boxes = [...Map.groupBy(events, ({ productId, item }) => JSON.stringify([productId, item]))].flatMap(
    ([key, ofItem]) => {
      const [productId, item] = JSON.parse(key) as [string, string];
      return runsOf(ofItem).map((run): Box => ({ productId, items: [item], ...run }));
    },
  );
  const alike = Map.groupBy(boxes, ({ productId, from, to, times }) => JSON.stringify([productId, from, to, times]));
  return [...alike.values()].map((same) => ({ ...same[0]!, items: same.flatMap(({ items }) => items) }));
}

function runsOf(events: readonly Chosen[]): Pick<Box, "from" | "to" | "times">[] {
  const days = [...Map.groupBy(events, ({ eventOn }) => eventOn.slice(0, 10))].sort(([a], [b]) => (a < b ? -1 : 1));
  const runs: Pick<Box, "from" | "to" | "times">[] = [];
  for (const [day, ofDay] of days) {
    const times = [...new Set(ofDay.map(({ eventOn }) => eventOn.slice(11, 16)))].sort();
    const last = runs.at(-1);
    if (last && last.times.join() === times.join() && dayAfter(last.to) === day) last.to = day;
    else runs.push({ from: day, to: day, times });
  }
  return runs;
}

/** The day after a day, both `yyyy-MM-dd`. */
export const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
