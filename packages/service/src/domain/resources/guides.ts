import type { Language } from "@paseo/contract";
import Type from "typebox";
import { nullable, text } from "../../records/schemas.ts";
import type { Db } from "../../store/database/database.ts";
import { eventsOfGuide, type GuideEventRow, guideEventFields } from "../../store/resources/guides.ts";
import { pointLink } from "../../texts/map-link.ts";
import type { VoucherPoint } from "../../vouchers/content.ts";
import { localTimesOfProducts } from "../catalogue/local-times.ts";
import { guestHandle, guestHandleKey } from "../visits/handles.ts";
import { ManifestLine, readManifest } from "../visits/manifest.ts";
import { meetingPointOf } from "../visits/vouchers.ts";

/** What a guide reads: the events that take the guide, and their guests. No prices but what is to be collected, and no orders of other events. */

export const GuideEvent = Type.Object({
  ...guideEventFields,
  meetingPoints: Type.Array(
    Type.Object({
      name: text,
      address: text,
      arriveMinutesBefore: nullable(Type.Integer()),
      map: nullable(text, "Address of a map."),
    }),
    { description: "Where the guests meet: the venue if the product has no meeting point." },
  ),
  pickups: Type.Array(
    Type.Object({
      at: nullable(text, "Local time; null: the place has no time."),
      place: text,
      address: nullable(text),
      people: Type.Integer(),
    }),
    { description: "In the order of the tour." },
  ),
});
export type GuideEvent = Type.Static<typeof GuideEvent>;

/** Reads the events of a guide from today on, for some days. `eventId`: only this event. */
export async function guideEvents(
  db: Db,
  resourceId: string,
  { days, lang, eventId }: { days: number; lang: Language; eventId?: string },
  now: Date,
): Promise<GuideEvent[]> {
  const times = await localTimesOfProducts(db, now);
  const rows = await eventsOfGuide(db, resourceId, { first: 0, last: days - 1 }, now, times);
  const events: GuideEvent[] = [];
  for (const row of rows.filter(({ id }) => eventId === undefined || id === eventId)) {
    const { meetingPoints: _, address: _a, latitude: _b, longitude: _c, hasPickups, ...event } = row;
    const lines = hasPickups ? (await readManifest(db, row, lang, now)).lines : [];
    const meetingPoints = placesOf(row, lang).map(({ name, address, arriveMinutesBefore, ...at }) => {
      return { name, address, arriveMinutesBefore, map: pointLink({ address, ...at }) };
    });
    events.push({ ...event, meetingPoints, pickups: pickupsOf(lines) });
  }
  return events;
}

/** Returns the place where the guests of an event meet. */
export const placesOf = (row: GuideEventRow, lang: Language): VoucherPoint[] =>
  row.meetingPoints.length > 0
    ? row.meetingPoints.map((point) => meetingPointOf(point, { lang }, row))
    : [{ name: row.venue, arriveMinutesBefore: null, instructions: null, ...placeOf(row) }];

const placeOf = ({ address, latitude, longitude }: GuideEventRow) => ({ address, latitude, longitude });

function pickupsOf(lines: readonly ManifestLine[]): GuideEvent["pickups"] {
  const pickups: GuideEvent["pickups"] = [];
  for (const { hotel, pickup, pickupAt, people } of lines) {
    if (hotel === null) continue;
    const last = pickups.at(-1);
    if (last && last.place === hotel && last.at === pickupAt) last.people += people;
    else pickups.push({ at: pickupAt, place: hotel, address: pickup, people });
  }
  return pickups;
}

/** The fields of a party that a guide does not read. */
const hidden = ["orderId", "otherOrder", "partner", "externalReference", "email", "flag", "confirmation"] as const;

/** A party of the guide's event. */
export const GuideGuest = Type.Object({
  ...Type.Omit(ManifestLine, hidden).properties,
  code: Type.String({ description: "Admits the party, in place of a code." }),
});
export type GuideGuest = Type.Static<typeof GuideGuest>;

/** Reads the guests of a guide's event. `more`: whether guests are missing. */
export async function guideGuests(
  db: Db,
  event: Pick<GuideEventRow, "id" | "productType" | "startsAt" | "timeZone">,
  lang: Language,
  now: Date,
): Promise<{ guests: GuideGuest[]; more: boolean }> {
  const { lines, more } = await readManifest(db, event, lang, now);
  const key = await guestHandleKey(db);
  const guests = lines.map((line) => ({ ...shownToGuide(line), code: guestHandle(key, line.orderId) }));
  return { guests, more };
}

function shownToGuide(line: ManifestLine): Omit<ManifestLine, (typeof hidden)[number]> {
  const shown = { ...line } as Partial<ManifestLine>;
  for (const name of hidden) delete shown[name];
  // Only the hidden fields are missing now.
  return shown as ManifestLine;
}
