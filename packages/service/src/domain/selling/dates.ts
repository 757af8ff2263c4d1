import { msPerDay } from "@paseo/contract/limits";
import { IANAZone } from "luxon";
import { type FieldRefusal, refusal } from "../../texts/field-refusals.ts";

/**
 * Dates of the catalogue. EventOn is the location's local time, `yyyy-MM-ddTHH:mm:ss` without a zone. Days are numbers since 1970-01-01,
 * which keeps calendar arithmetic fast. Years run from 1900 to 9999.
 */

export { msPerDay };

/** Returns the day number of `yyyy-MM-dd`; null when the date does not exist or its year is out of range. */
export function dayNumber(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (dateProblem(year, month, day)) return null;
  return Date.UTC(year, month - 1, day) / msPerDay;
}

/** Returns the `yyyy-MM-dd` of a day number. */
export const isoDay = (day: number): string => new Date(day * msPerDay).toISOString().slice(0, 10);

/** Returns the ISO weekday of a day number, 1 is Monday. Day 0 was a Thursday. */
export const weekday = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/**
 * Whether the text names a time zone: `UTC`, or an IANA name of the form Area/City. Intl accepts more names, and
 * PostgreSQL reads some of them differently or not at all: `IST`, `MIT`, `US/Pacific-New`, `Etc/GMT+3`, `+03:00`. An
 * Intl lookup takes 0.2 ms, so known zones are cached.
 */
export const isZone = (zone: string): boolean =>
  clocks.has(zone) || zone === "UTC" || (areaAndCity.test(zone) && IANAZone.isValidZone(zone));

const areaAndCity =
  /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)(\/[A-Z][A-Za-z_-]+){1,2}$/;

/** Returns why a time zone is refused. */
export const zoneProblem = (zone: string): FieldRefusal => refusal("not-a-time-zone", { value: zone });

/**
 * Converts a local time, in milliseconds since 1970-01-01T00:00:00 on the location's clock, to an instant. A skipped local time
 * moves forward by the gap; of a repeated local time the first instant counts. Instants beyond the year 9999 UTC become its
 * last second, the latest that the interface can write. A zone that this process does not know counts as UTC: writers refuse it
 * (`isZone`), and one product must not make a list of all products fail.
 */
export const instantOf = (local: number, zone: string): Date =>
  new Date(Math.min(endlessInstantOf(local, zone), lastInstant));

const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59);

function endlessInstantOf(local: number, zone: string): number {
  const clock = zoneClock(zone);
  const { before, after } = offsetsAround(clock, Math.floor(local / msPerDay));
  const [early, late] = [local - before * 60_000, local - after * 60_000];
  if (before === after) return early;
  const real = [early, late].filter((instant, n) => clock.zone.offset(instant) === (n === 0 ? before : after));
  return real.length > 0 ? Math.min(...real) : early;
}

/**
 * Returns why a local time, `yyyy-MM-ddTHH:mm:ss`, names no single instant: the location's clocks skip it or show it twice. Returns null
 * if it names one. What people enter is refused by this rule.
 */
export function localTimeFault(eventOn: string, zone: string): "skipped" | "twice" | null {
  const clock = zoneClock(zone);
  const local = localTime(eventOn);
  const { before, after } = offsetsAround(clock, Math.floor(local / msPerDay));
  if (before === after) return null;
  const isReal = (offset: number) => clock.zone.offset(local - offset * 60_000) === offset;
  if (isReal(before) && isReal(after)) return "twice";
  return isReal(before) || isReal(after) ? null : "skipped";
}

/** Returns the refusals of local times that name no single instant. */
export function localTimeProblems(times: readonly string[], zone: string): FieldRefusal[] {
  const named = (fault: "skipped" | "twice") =>
    times
      .filter((eventOn) => localTimeFault(eventOn, zone) === fault)
      .map((eventOn) => eventOn.slice(0, 16).replace("T", " "));
  const [skipped, twice] = [named("skipped"), named("twice")];
  return [
    ...(skipped.length > 0 ? [refusal("time-skipped", { zone, times: listed(skipped) })] : []),
    ...(twice.length > 0 ? [refusal("time-shown-twice", { zone, times: listed(twice) })] : []),
  ];
}

const listed = (times: readonly string[]): string =>
  times.slice(0, 5).join(", ") + (times.length > 5 ? ` and ${times.length - 5} more` : "");

/** Returns a local `yyyy-MM-ddTHH:mm:ss` as milliseconds on the location's own clock. */
export const localTime = (eventOn: string): number => Date.parse(`${eventOn}Z`);

/** Returns the local date and time, `yyyy-MM-ddTHH:mm:ss`, that the location's clock shows at an instant. */
export function localTimeAt(instant: Date, zone: string): string {
  const offset = offsetAt(zoneClock(zone), instant.getTime());
  return new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, 19);
}

/** Returns the date, `yyyy-MM-dd`, that the location's clock shows at an instant. */
export const localDateAt = (instant: Date, zone: string): string => localTimeAt(instant, zone).slice(0, 10);

interface ZoneClock {
  zone: IANAZone;
  days: Map<number, { before: number; after: number }>;
  /** Offsets in minutes by quarter of an hour since 1970: no zone changes its offset within a quarter. */
  quarters: Map<number, number>;
}

const quarter = 900_000;

function offsetAt({ zone, quarters }: ZoneClock, instant: number): number {
  const at = Math.floor(instant / quarter);
  const known = quarters.get(at);
  if (known !== undefined) return known;
  const offset = zone.offset(instant);
  if (quarters.size >= rememberedDays) quarters.clear();
  quarters.set(at, offset);
  return offset;
}

const clocks = new Map<string, ZoneClock>();

function zoneClock(name: string): ZoneClock {
  const known = clocks.get(name);
  if (known) return known;
  if (!isZone(name)) return zoneClock("UTC");
  const clock = { zone: IANAZone.create(name), days: new Map(), quarters: new Map() };
  clocks.set(name, clock);
  return clock;
}

/** Number of days cached for each zone: more than ten years. */
const rememberedDays = 4096;

/**
 * Offsets in minutes a day before the local day begins and a day after it ends. An Intl lookup takes microseconds, an import makes a
 * million of them, and a zone does not change twice within three days.
 */
function offsetsAround(clock: ZoneClock, day: number): { before: number; after: number } {
  const known = clock.days.get(day);
  if (known) return known;
  const offsets = {
    before: clock.zone.offset((day - 1) * msPerDay),
    after: clock.zone.offset((day + 2) * msPerDay),
  };
  if (clock.days.size >= rememberedDays) clock.days.clear();
  clock.days.set(day, offsets);
  return offsets;
}

type DateParameter = { ok: true; value: string; wholeDay: boolean } | { ok: false; detail: string };

// An offset's plus arrives as a space when a client does not escape it in the query.
const isoFormat =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:T(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,]\d{1,9})?)?(?:Z|[-+ ](?<zoneHour>\d{2}):(?<zoneMinute>\d{2}))?)?$/;
const dayFirstFormat = /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4})(?: (?<hour>\d{2}):(?<minute>\d{2}))?$/;

/**
 * Parses `fromdate` or `todate`: an ISO 8601 date or date-time, or dd-MM-yyyy, also with HH:mm. `value` is a local time to compare with
 * EventOn, inclusive; without a time it is the first or the last second of that day. Fractions of a second are dropped. A zone suffix
 * is accepted and ignored, since EventOn is local and one range may span zones. `detail` is a sentence for the client.
 */
export function parseDateParameter(text: string, end: "from" | "to"): DateParameter {
  const parts = (isoFormat.exec(text) ?? dayFirstFormat.exec(text))?.groups;
  if (!parts) {
    return { ok: false, detail: "Not a date: write yyyy-MM-dd, yyyy-MM-ddTHH:mm:ss, dd-MM-yyyy or dd-MM-yyyy HH:mm." };
  }
  const [hour, minute, second] = [parts.hour, parts.minute ?? "00", parts.second ?? "00"];
  const detail =
    dateProblem(Number(parts.year), Number(parts.month), Number(parts.day)) ??
    timeProblem(hour ?? "00", minute, second) ??
    timeProblem(parts.zoneHour ?? "00", parts.zoneMinute ?? "00", "00");
  if (detail) return { ok: false, detail };

  const date = `${parts.year}-${parts.month}-${parts.day}`;
  if (hour === undefined)
    return { ok: true, value: `${date}T${end === "from" ? "00:00:00" : "23:59:59"}`, wholeDay: true };
  return { ok: true, value: `${date}T${hour}:${minute}:${second}`, wholeDay: false };
}

function dateProblem(year: number, month: number, day: number): string | null {
  if (year < 1900) return "The year must be between 1900 and 9999.";
  if (month < 1 || month > 12) return `There is no month ${month}.`;
  // Day 0 of the next month is the last day of this one.
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day < 1 || day > last) return `Month ${month} of ${year} has no day ${day}.`;
  return null;
}

function timeProblem(hour: string, minute: string, second: string): string | null {
  if (hour > "23") return `There is no hour ${hour}: hours go from 00 to 23.`;
  if (minute > "59") return `There is no minute ${minute}: minutes go from 00 to 59.`;
  if (second > "59") return `There is no second ${second}: seconds go from 00 to 59.`;
  return null;
}
