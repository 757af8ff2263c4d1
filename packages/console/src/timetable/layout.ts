/** Where events are on a timetable: pure rules. Times are minutes since the midnight that begins the day. */

export interface Span {
  from: number;
  until: number;
}

const minutesPerDay = 24 * 60;
/** An event that ends later than four in the morning ends, on its day's timetable, at midnight. */
const latestEnd = 28 * 60;
/** A shorter event is as high as one of this length, so that its text has room. */
const leastMinutes = 30;

/** Returns when an event begins and ends. `eventOn`: `yyyy-MM-ddTHH:mm`. */
export function spanOf(eventOn: string, minutes: number): Span {
  const [hour = 0, minute = 0] = eventOn.slice(11, 16).split(":").map(Number);
  const from = hour * 60 + minute;
  const until = from + Math.max(leastMinutes, minutes);
  return { from, until: until > latestEnd ? Math.max(minutesPerDay, from + leastMinutes) : until };
}

/** `lane` from 0, of `lanes` side by side. */
export interface Lane {
  lane: number;
  lanes: number;
}

/** Returns the lane of each event of a column. Events that overlap, also through others, share the width of the column. */
export function lanesOf(spans: readonly Span[]): Lane[] {
  const found: Lane[] = spans.map(() => ({ lane: 0, lanes: 1 }));
  const order = spans
    .map((_, n) => n)
    .sort((a, b) => spans[a]!.from - spans[b]!.from || spans[b]!.until - spans[a]!.until || a - b);
  let cluster: number[] = [];
  /** When the last event of each lane ends. */
  let ends: number[] = [];
  const close = () => {
    for (const n of cluster) found[n]!.lanes = ends.length;
    cluster = [];
    ends = [];
  };
  for (const n of order) {
    const { from, until } = spans[n]!;
    if (ends.every((end) => end <= from)) close();
    const free = ends.findIndex((end) => end <= from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = until;
    found[n]!.lane = lane;
    cluster.push(n);
  }
  close();
  return found;
}

/** The hours of a timetable, `until` excluded. */
export type Hours = Span;

/** Returns the hours from the first event until an hour after the last one; null without events. */
export function hoursOf(spans: readonly Span[]): Hours | null {
  if (spans.length === 0) return null;
  const first = Math.floor(Math.min(...spans.map(({ from }) => from)) / 60);
  const last = Math.ceil(Math.max(...spans.map(({ until }) => until)) / 60);
  return { from: first, until: last + 1 };
}

/** Returns a time of the clock, `09:30`. After midnight it begins at `00:00` again. */
export function clockText(minutes: number): string {
  const part = (n: number) => String(n).padStart(2, "0");
  return `${part(Math.floor(minutes / 60) % 24)}:${part(minutes % 60)}`;
}

/** Returns the minutes since midnight in a time zone. */
export function minutesAt(now: Date, timeZone: string): number {
  // Sweden writes times as the service does.
  const text = new Intl.DateTimeFormat("sv-SE", { timeZone, hour: "2-digit", minute: "2-digit" }).format(now);
  const [hour = 0, minute = 0] = text.split(":").map(Number);
  return hour * 60 + minute;
}
