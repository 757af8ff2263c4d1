import type { CatalogueEvent, CatalogueItem, CatalogueSchedule } from "../src/store/catalogue/catalogue-file.ts";
import { addDays, type Day, yearDays } from "./calendar.ts";
import type { City } from "./cities.ts";
import { amount } from "./currencies.ts";
import { exceptionsOf } from "./exceptions.ts";
import { seasonPercent } from "./seasons.ts";
import type { DatesPlan, ItemSeed, StandingPlan, WeeklyPlan } from "./seeds.ts";

type Extra = Pick<WeeklyPlan, "seasonal" | "closed" | "gala">;

export const everyDay = [1, 2, 3, 4, 5, 6, 7] as const;
export const notMondays = [2, 3, 4, 5, 6, 7] as const;
export const weekend = [6, 7] as const;
/** Without a limit of seats. */
export const unlimited = null;

/** Performances at fixed times of the week. */
export const shows = (
  weekdays: readonly number[],
  times: readonly string[],
  capacity: number | null,
  extra: Extra = {},
): WeeklyPlan => ({ kind: "weekly", weekdays, times, capacity, ...extra });

/** Whole days without a time, for timeless products. */
export const days = (weekdays: readonly number[], capacity: number | null, extra: Extra = {}): WeeklyPlan => ({
  kind: "weekly",
  weekdays,
  capacity,
  ...extra,
});

/** A voucher good for `validDays`, for dateless products. */
export const voucher = (capacity: number | null = unlimited, validDays = yearDays - 1): StandingPlan => ({
  kind: "standing",
  validDays,
  capacity,
});

/** Single performances on fixed days of the year, `MM-ddTHH:mm`. */
export const nights = (on: readonly string[], capacity: number | null): DatesPlan => ({ kind: "dates", on, capacity });

/**
 * The schedules and single events of an item in the demo's year, priced in the city's currency. `externalId` settles which performances are sold out and so on: the same on every run.
 */
export function performances(
  seed: ItemSeed,
  externalId: string,
  city: City,
  year: readonly Day[],
): Pick<CatalogueItem, "schedules" | "events"> {
  switch (seed.plan.kind) {
    case "weekly":
      return { schedules: weekly(seed, seed.plan, externalId, city, year) };
    case "standing": {
      const { validDays, capacity } = seed.plan;
      const today = year[0]!.date;
      return { schedules: [{ from: today, to: addDays(today, validDays), capacity, prices: prices(seed, city) }] };
    }
    case "dates":
      return { events: single(seed, seed.plan, city, year) };
  }
}

/** One schedule for each stretch of days with the same prices; a stretch without a performance is left out. */
function weekly(
  seed: ItemSeed,
  plan: WeeklyPlan,
  externalId: string,
  city: City,
  year: readonly Day[],
): CatalogueSchedule[] {
  const percentOn = (day: Day): number => (plan.seasonal ? seasonPercent(city.season, day.monthDay) : 100);
  return stretches(year, percentOn).flatMap((stretch) => {
    const played = stretch.filter((day) => plan.weekdays.includes(day.weekday));
    if (played.length === 0) return [];
    const exceptions = exceptionsOf(plan, externalId, played, (percent) => prices(seed, city, percent));
    return {
      from: stretch[0]!.date,
      to: stretch.at(-1)!.date,
      ...(plan.weekdays.length < 7 && { weekdays: [...plan.weekdays] }),
      ...(plan.times && { times: [...plan.times] }),
      capacity: plan.capacity,
      prices: prices(seed, city, percentOn(stretch[0]!)),
      ...(exceptions.length > 0 && { exceptions }),
    };
  });
}

function stretches(year: readonly Day[], percentOn: (day: Day) => number): Day[][] {
  const found: Day[][] = [];
  for (const day of year) {
    const last = found.at(-1);
    if (last && percentOn(last[0]!) === percentOn(day)) last.push(day);
    else found.push([day]);
  }
  return found;
}

function single(seed: ItemSeed, plan: DatesPlan, city: City, year: readonly Day[]): CatalogueEvent[] {
  return plan.on.flatMap((yearlyTime) => {
    const [monthDay, time] = yearlyTime.split("T");
    const day = year.find((candidate) => candidate.monthDay === monthDay);
    if (day === undefined) return [];
    return { eventOn: `${day.date}T${time}`, capacity: plan.capacity, prices: prices(seed, city) };
  });
}

const prices = (seed: ItemSeed, city: City, percent = 100): CatalogueEvent["prices"] =>
  seed.tickets.map(({ code, price }) => ({ code, amount: amount(city.currencyCode, price, percent) }));
