import { DateTime, IANAZone } from "luxon";
import { msPerDay } from "../selling/dates.ts";

/**
 * Returns the VTIMEZONE of a zone, for a span of time. Packages with ready texts are years behind the zone data of Node, with which the
 * service computes times.
 */
export function zoneText(name: string, from: Date, until: Date): string {
  const zone = IANAZone.create(name);
  const first = zone.offset(from.getTime());
  const parts = [part("STANDARD", local(from, first), first, first)];
  for (let at = from.getTime(); at < until.getTime(); at += msPerDay) {
    const [before, after] = [zone.offset(at), zone.offset(at + msPerDay)];
    if (before === after) continue;
    const change = new Date(changeBetween(zone, at, at + msPerDay));
    parts.push(part(after > before ? "DAYLIGHT" : "STANDARD", local(change, before), before, after));
  }
  return ["BEGIN:VTIMEZONE", `TZID:${name}`, ...parts.flat(), "END:VTIMEZONE"].join("\r\n");
}

/** Returns the first minute with the offset of `late`. */
function changeBetween(zone: IANAZone, early: number, late: number): number {
  let [low, high] = [early, late];
  while (high - low > 60_000) {
    const middle = low + Math.floor((high - low) / 120_000) * 60_000;
    if (zone.offset(middle) === zone.offset(early)) low = middle;
    else high = middle;
  }
  return Math.floor(high / 60_000) * 60_000;
}

const local = (at: Date, offset: number): string =>
  DateTime.fromJSDate(at, { zone: "UTC" }).plus({ minutes: offset }).toFormat("yyyyMMdd'T'HHmmss");

const part = (kind: "STANDARD" | "DAYLIGHT", start: string, from: number, to: number): string[] => [
  `BEGIN:${kind}`,
  `DTSTART:${start}`,
  `TZOFFSETFROM:${offsetText(from)}`,
  `TZOFFSETTO:${offsetText(to)}`,
  `END:${kind}`,
];

function offsetText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}${two(size % 60)}`;
}
