import { msPerDay } from "@paseo/contract/limits";
/** When a resource works. Hours and days are local times of the event's location, so no time zone is needed. */

/** Working hours of a day of the week. Monday is 1. `until` at or before `from` is on the next day. */
export interface WorkingHours {
  day: number;
  from: string;
  until: string;
}

/** Days on which the resource is not available, both included. */
export interface DayOff {
  from: string;
  until: string;
  reason: string;
}

/** An event in local time: `yyyy-MM-ddTHH:mm:ss` and minutes. */
interface LocalSpan {
  eventOn: string;
  minutes: number;
}

const msPerMinute = 60_000;

const localMs = (eventOn: string): number => Date.parse(`${eventOn.slice(0, 16)}:00Z`);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The days off that touch a span. */
export function daysOffDuring<D extends Pick<DayOff, "from" | "until">>(
  daysOff: readonly D[],
  { eventOn, minutes }: LocalSpan,
): D[] {
  const start = localMs(eventOn);
  const [first, last] = [dayOf(start), dayOf(start + minutes * msPerMinute - 1)];
  return daysOff.filter(({ from, until }) => from <= last && until >= first);
}

/** Whether the whole span is within the working hours. Hours that follow each other without a gap count as one. */
export function isWithinHours(hours: readonly WorkingHours[] | null, { eventOn, minutes }: LocalSpan): boolean {
  if (hours === null) return true;
  const start = localMs(eventOn);
  const end = start + minutes * msPerMinute;
  let reached = start;
  while (reached < end) {
    const until = Math.max(
      reached,
      ...shiftsAround(hours, reached).map(([from, until]) => (from <= reached ? until : 0)),
    );
    if (until === reached) return false;
    reached = until;
  }
  return true;
}

/** Returns the working times of the day of an instant, and of the day before that day. */
function shiftsAround(hours: readonly WorkingHours[], at: number): [from: number, until: number][] {
  const midnight = Math.floor(at / msPerDay) * msPerDay;
  return [midnight - msPerDay, midnight].flatMap((day) => {
    const weekday = new Date(day).getUTCDay() || 7;
    return hours
      .filter((one) => one.day === weekday)
      .map(({ from, until }): [number, number] => {
        const [begins, ends] = [minuteOf(from), minuteOf(until)];
        const length = ends > begins ? ends - begins : ends - begins + 1440;
        return [day + begins * msPerMinute, day + (begins + length) * msPerMinute];
      });
  });
}

/** Minutes since midnight of `HH:mm`. */
function minuteOf(time: string): number {
  const [hours, minutes] = time.split(":").map(Number) as [number, number];
  return hours * 60 + minutes;
}
