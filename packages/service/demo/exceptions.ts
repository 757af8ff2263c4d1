import type { CatalogueEvent, CatalogueSchedule } from "../src/store/catalogue/catalogue-file.ts";
import type { Day } from "./calendar.ts";
import type { WeeklyPlan } from "./seeds.ts";

type ScheduleException = NonNullable<CatalogueSchedule["exceptions"]>[number];

const galaPercent = 150;
const blackOutShare = 0.008;
const removedShare = 0.008;
const lastSeatsShare = 0.02;

/**
 * What differs from the pattern on the days it is played: closed and hired-out days, cancelled and sold-out
 * performances, the last seats, the gala. Chance is a hash of the item and the moment, so that a performance that was
 * black-out or removed when the demo was seeded yesterday still is today, and sold out stays sold out as it comes near.
 */
export function exceptionsOf(
  plan: WeeklyPlan,
  externalId: string,
  played: Day[],
  pricesAt: (percent: number) => CatalogueEvent["prices"],
): ScheduleException[] {
  return played.flatMap((day): ScheduleException[] => {
    if (plan.closed?.includes(day.monthDay) || chance("hired out", externalId, day.date) < blackOutShare)
      return [{ date: day.date, availability: "black-out" }];
    if (plan.gala === day.monthDay) return [{ date: day.date, prices: pricesAt(galaPercent) }];
    return (plan.times ?? [undefined]).flatMap((time) => {
      const event = { date: day.date, ...(time !== undefined && { time }) };
      const changed = changeAt(plan, day, (what) => chance(what, externalId, day.date, time ?? ""));
      return changed ? [{ ...event, ...changed }] : [];
    });
  });
}

function changeAt(
  plan: WeeklyPlan,
  day: Day,
  draw: (what: string) => number,
): Omit<ScheduleException, "date" | "time"> | undefined {
  if (draw("cancelled") < removedShare) return { availability: "removed" };
  if (plan.capacity === null) return undefined;
  if (draw("sold out") < soldOutShare(day)) return { availability: "sold-out" };
  const seats = draw("last seats");
  return seats < lastSeatsShare ? { capacity: 1 + Math.floor((seats / lastSeatsShare) * 4) } : undefined;
}

/** What is near sells out first, and weekends before the rest of the week. */
function soldOutShare({ ahead, weekday }: Day): number {
  const near = ahead < 14 ? 0.06 : ahead < 60 ? 0.025 : 0.006;
  return weekday >= 5 ? near * 2 : near;
}

/** A number from 0 to 1 that depends on the words alone: FNV-1a, then a finaliser, since its high bits mix badly. */
function chance(...words: string[]): number {
  let hash = 0x811c9dc5;
  for (const character of words.join("|")) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}
