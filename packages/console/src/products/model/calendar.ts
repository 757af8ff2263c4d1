import { dayNumber, dayText, isoWeekday } from "../../format/days.ts";
import type { Availability, ProductType } from "../product.ts";
import type { ItemDraft, ProductDraft, ScheduleDraft, ScheduleExceptionDraft } from "./draft.ts";
import { isTime } from "./times.ts";

/** The dates of a draft, as days since 1970-01-01 in the location's local time. */

/** Maximum length of a schedule in days. */
export const maxScheduleDays = 1096;

/** Returns every day of a schedule; none while its dates are invalid. */
function scheduledDays(schedule: ScheduleDraft, type: ProductType): number[] {
  const span = spanOf(schedule);
  if (!span) return [];
  const days = Array.from({ length: span.to - span.from + 1 }, (_, n) => span.from + n);
  return days.filter((day) => isOn(schedule, type, day));
}

function spanOf(schedule: ScheduleDraft): { from: number; to: number } | null {
  const [from, to] = [dayNumber(schedule.from), dayNumber(schedule.to)];
  return from === null || to === null || to < from || to - from > maxScheduleDays ? null : { from, to };
}

/** Returns whether a schedule includes this day. */
function isOn(schedule: ScheduleDraft, type: ProductType, day: number): boolean {
  const span = spanOf(schedule);
  if (!span || day < span.from || day > span.to) return false;
  return type === "dateless" ? day === span.to : schedule.weekdays.includes(isoWeekday(day));
}

/** Returns the indices of schedules in order of date. Schedules without a first day are last. */
export const inDateOrder = (schedules: readonly Pick<ScheduleDraft, "from">[]): number[] =>
  schedules
    .map(({ from }, n) => ({ from: from || "9", n }))
    .sort((one, other) => (one.from === other.from ? one.n - other.n : one.from < other.from ? -1 : 1))
    .map(({ n }) => n);

/** Returns the times of a schedule's days, in order. Types of product without times have midnight. */
export const scheduleTimes = ({ times }: Pick<ScheduleDraft, "times">, type: ProductType): string[] =>
  type === "scheduled" ? [...new Set(times)].filter(isTime).sort() : ["00:00"];

export interface PlannedEvent {
  time: string;
  availability: Availability;
  /** The seats as typed; null if there is no limit. */
  capacity: string | null;
  /** Whether an exception or a single date determines the event. */
  special: boolean;
  /** The index of the event's schedule; null for a single date. */
  schedule: number | null;
}

/** Returns the events of an item on a day, by time. If exceptions overlap, the later exception wins for the fields that it sets. */
export function plannedEventsOn(item: ItemDraft, type: ProductType, day: number): PlannedEvent[] {
  const date = dayText(day);
  const planned = item.schedules.flatMap((schedule, n) =>
    isOn(schedule, type, day) ? scheduleTimes(schedule, type).map((time) => performance(schedule, n, date, time)) : [],
  );
  const single = item.events
    .filter(({ eventOn }) => eventOn.startsWith(`${date}T`))
    .map(
      ({ eventOn, availability, capacity, unlimited }): PlannedEvent => ({
        time: eventOn.slice(11, 16),
        availability,
        capacity: unlimited ? null : capacity,
        special: true,
        schedule: null,
      }),
    );
  return [...planned, ...single].sort((a, b) => (a.time < b.time ? -1 : 1));
}

function performance(schedule: ScheduleDraft, n: number, date: string, time: string): PlannedEvent {
  const made: PlannedEvent = {
    time,
    availability: "available",
    capacity: schedule.unlimited ? null : schedule.capacity,
    special: false,
    schedule: n,
  };
  for (const change of schedule.exceptions.filter((one) => hits(one, date, time))) {
    made.special = true;
    if (change.availability) made.availability = change.availability;
    if (change.unlimited) made.capacity = null;
    else if (change.capacity.trim() !== "") made.capacity = change.capacity;
  }
  return made;
}

const hits = (exception: ScheduleExceptionDraft, date: string, time: string): boolean =>
  exception.date === date && (exception.time === "" || exception.time === time);

/** Returns whether an exception matches any date of its schedule. */
export const matchesSchedule = (
  exception: ScheduleExceptionDraft,
  schedule: ScheduleDraft,
  type: ProductType,
): boolean => {
  const day = dayNumber(exception.date);
  if (day === null || !isOn(schedule, type, day)) return false;
  return exception.time === "" || scheduleTimes(schedule, type).includes(exception.time);
};

/** Counts the dates of a schedule, and the dates that its exceptions remove or change. */
export function countScheduleDates(
  schedule: ScheduleDraft,
  type: ProductType,
): { made: number; out: number; other: number } {
  const times = scheduleTimes(schedule, type);
  const made = scheduledDays(schedule, type).length * times.length;
  const special = new Map<string, boolean>();
  for (const exception of schedule.exceptions) {
    if (!matchesSchedule(exception, schedule, type)) continue;
    for (const time of times.filter((one) => hits(exception, exception.date, one))) {
      const { availability } = performance(schedule, 0, exception.date, time);
      special.set(`${exception.date}T${time}`, availability === "removed" || availability === "black-out");
    }
  }
  const out = [...special.values()].filter(Boolean).length;
  return { made, out, other: special.size - out };
}

/** Returns the duplicate dates of an item, as `yyyy-MM-ddTHH:mm`, with the index of the second date. */
export function duplicateDates(item: ItemDraft, type: ProductDraft["type"]): { at: string; eventOn: string }[] {
  const seen = new Set<string>();
  const found: { at: string; eventOn: string }[] = [];
  for (const [n, schedule] of item.schedules.entries()) {
    const times = scheduleTimes(schedule, type);
    const all = scheduledDays(schedule, type).flatMap((day) => times.map((time) => `${dayText(day)}T${time}`));
    const again = all.find((eventOn) => seen.has(eventOn));
    if (again) found.push({ at: `/schedules/${n}`, eventOn: again });
    for (const eventOn of all) seen.add(eventOn);
  }
  for (const [n, { eventOn }] of item.events.entries()) {
    if (seen.has(eventOn)) found.push({ at: `/events/${n}/eventOn`, eventOn });
    seen.add(eventOn);
  }
  return found;
}
