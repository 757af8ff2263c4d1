import { localTimeAt } from "./dates.ts";

/** Times as channels write them. */

/** Returns the local time at an instant, with the offset from UTC: `2027-03-28T03:30:00+02:00`. */
export function offsetTime(instant: Date, zone: string): string {
  const local = localTimeAt(instant, zone);
  const minutes = Math.round((Date.parse(`${local}Z`) - instant.getTime()) / 60_000);
  const two = (value: number) => `${value}`.padStart(2, "0");
  const size = Math.abs(minutes);
  return `${local}${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Writes an instant in UTC without milliseconds. */
export const utcTime = (instant: Date): string => `${instant.toISOString().slice(0, 19)}Z`;
