import { createHash } from "node:crypto";
import type { Language } from "@paseo/contract";
import { DateTime, IANAZone } from "luxon";
import type { Db, Tx } from "../../store/database/database.ts";
import {
  type CalendarSequence,
  calendarByHash,
  countCalendarChanges,
  eventsOfGuide,
  forgetCalendarEvents,
  type GuideEventRow,
  writeCalendar,
} from "../../store/resources/guides.ts";
import { resourceById } from "../../store/resources/resources.ts";
import { texts } from "../../texts/texts.ts";
import { localTimesOfProducts } from "../catalogue/local-times.ts";
import { hashOfToken, newToken } from "../operators/tokens.ts";
import { msPerDay } from "../selling/dates.ts";
import { placesOf } from "./guides.ts";

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

/** The calendar of a guide: an address with a secret, which calendar programs read. It has no data of guests. */

/** Days of the calendar before and after today. */
const span = { first: -30, last: 366 };

/** Makes the address of a guide's calendar; the former address ends. */
export async function makeCalendar(
  tx: Tx,
  given: { resourceId: string; lang: Language; by: string; publicUrl: string },
  now: Date,
): Promise<string> {
  const token = newToken();
  const { resourceId, lang, by, publicUrl } = given;
  await writeCalendar(tx, { resourceId, hash: hashOfToken(token), lang, madeAt: now, madeBy: by });
  return `${publicUrl}/calendar/${token}.ics`;
}

/** Returns the calendar behind a secret as an iCalendar file. Returns null if no calendar has the secret. */
export async function calendarText(
  db: Db,
  token: string,
  { operatorName, publicUrl }: { operatorName: string; publicUrl: string },
  now: Date,
): Promise<string | null> {
  const calendar = await calendarByHash(db, hashOfToken(token));
  const guide = calendar && (await resourceById(db, calendar.resourceId));
  if (!guide) return null;
  const { resourceId, lang } = calendar;
  const rows = await eventsOfGuide(db, resourceId, span, now, await localTimesOfProducts(db, now));
  const entries = rows.map((row) => entryOf(row, lang));
  const shown = entries.map((entry) => ({ eventId: entry.row.id, digest: digestOf(entry) }));
  const sequences = await countCalendarChanges(db, resourceId, shown, now);
  const byEvent = new Map(sequences.map((one) => [one.eventId, one]));
  return icalendar({
    name: texts[lang].calendar.name(guide.name, operatorName),
    url: `${publicUrl}/console/`,
    entries: entries.map((entry) => ({ ...entry, ...byEvent.get(entry.row.id)! })),
    resourceId,
  });
}

interface Entry {
  row: GuideEventRow;
  summary: string;
  location: string;
  description: string;
  end: Date;
}

function entryOf(row: GuideEventRow, lang: Language): Entry {
  const { calendar, voucher, locale } = texts[lang];
  const names = new Intl.DisplayNames(locale, { type: "language" });
  const people = calendar.people(row.people);
  const places = placesOf(row, lang).map(({ name, address }) => [name, address].filter(Boolean).join(", "));
  const spoken = row.languages.map((one) => `${names.of(one.lang)} ${one.people}`).join(", ");
  const guests = row.blocked > 0 ? `${people} (${calendar.blocked(row.blocked)})` : people;
  return {
    row,
    summary: `${row.productName} · ${people}`,
    location: places[0] ?? "",
    description: [
      row.itemName,
      guests,
      ...(spoken ? [`${calendar.languages}: ${spoken}`] : []),
      `${places.length > 1 ? voucher.meetingPoints : voucher.meetingPoint}: ${places.join("; ")}`,
    ].join("\n"),
    end: new Date(row.startsAt.getTime() + row.minutes * 60_000),
  };
}

const digestOf = ({ row: { startsAt, timeZone }, end, summary, location, description }: Entry): string =>
  createHash("sha256")
    .update(JSON.stringify([startsAt, timeZone, end, summary, location, description]))
    .digest("base64url");

/** Returns a text without control characters, which iCalendar has no spelling for. A line feed it has. */
const textOf = (text: string): string => text.replace(/\r\n?/g, "\n").replace(/(?!\n)\p{Cc}/gu, "");

/** Writes an iCalendar file (RFC 5545). */
export async function icalendar(given: {
  name: string;
  url: string;
  resourceId: string;
  entries: (Entry & CalendarSequence)[];
}): Promise<string> {
  const { default: ical } = await import("ical-generator");
  const starts = given.entries.map(({ row }) => row.startsAt.getTime());
  const [first, last] = [Math.min(...starts) - msPerDay, Math.max(...starts) + 30 * msPerDay];
  const calendar = ical({
    // The library escapes the texts of events only.
    name: textOf(given.name)
      .replace(/[\\;,]/g, "\\$&")
      .replaceAll("\n", "\\n"),
    prodId: { company: "Paseo", product: "Guides" },
    timezone: { name: null, generator: (zone) => zoneText(zone, new Date(first), new Date(last)) },
    ttl: 15 * 60,
  });
  for (const { row, end, summary, location, description, sequence, changedAt } of given.entries) {
    const local = (at: Date) => DateTime.fromJSDate(at, { zone: row.timeZone });
    calendar.createEvent({
      id: `${row.id}.${given.resourceId}`,
      sequence,
      stamp: changedAt,
      lastModified: changedAt,
      start: local(row.startsAt),
      end: local(end),
      timezone: row.timeZone,
      summary: textOf(summary),
      location: textOf(location),
      description: textOf(description),
      url: given.url,
    });
  }
  return calendar.toString();
}

/** Forgets the changes of events that are long past. */
export const forgetPastCalendarEvents = (db: Db, now: Date): Promise<void> =>
  forgetCalendarEvents(db, new Date(now.getTime() + 2 * span.first * msPerDay));
