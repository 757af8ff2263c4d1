import type { Language } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import Big from "big.js";
import Type from "typebox";
import { count, decimal, nullable, text } from "../../records/schemas.ts";
import type { Db } from "../../store/database/database.ts";
import { OtherOrder, otherOrdersOfGuests } from "../../store/sale/same-guest.ts";
import type { DayEventLine } from "../../store/visits/day-events.ts";
import { type ManifestOrder, manifestFields, manifestOrders, pickupPlaces } from "../../store/visits/manifest.ts";
import { ToCollect, toCollectOf } from "../money/to-collect.ts";
import { partnerText } from "../partners/desk.ts";
import { passengerNames } from "../selling/lead-name.ts";
import { minorDigits } from "../selling/money.ts";
import { isNoAnswer, readAnswers, titlesOf } from "../selling/own-questions.ts";
import { codesToCome } from "./later-answers.ts";
import { hotelOfAnswers, type PickupTimes, pickupPlaceFinder, pickupTime } from "./pickup.ts";

/** An event's manifest: the guests of each order, as a guide reads them. */

/** What a guide needs to know about one order. */
export const ManifestLine = Type.Object({
  orderId: text,
  reference: text,
  otherOrder: OtherOrder,
  ...manifestFields,
  toCollect: nullable(ToCollect, "Null: nothing is to be collected from the guest."),
  leadName: nullable(text, "The first passenger; null where the product asks for no names, or after erasure."),
  passengers: Type.Array(text),
  toCome: Type.Array(Type.String({ description: "The question, in the caller's language." }), {
    description: "Questions to which answers are still to come.",
  }),
  hotel: nullable(text),
  pickup: nullable(text, "The hotel's address."),
  pickupAt: nullable(
    text,
    "Local time at which the guests are picked up, if the product has the hotel among its places.",
  ),
  flight: nullable(text, "Number, day and time."),
  weightKg: nullable(Type.Number(), "Sum of the passengers' weights."),
  others: Type.Array(
    Type.Object({
      title: Type.String({ description: "The question, in the caller's language." }),
      text: Type.String({ description: "The answer, in the caller's language." }),
      passenger: nullable(Type.Integer(), "From 1; null: the whole order."),
    }),
    { description: "Answers to other questions." },
  ),
});
export type ManifestLine = Type.Static<typeof ManifestLine>;

/** Maximum number of orders in a manifest. */
export const maxManifestOrders = 5000;

/** Reads the guests of an event. `more`: whether orders are missing. */
export async function readManifest(
  db: Db,
  event: Pick<DayEventLine, "id" | "productType" | "startsAt" | "timeZone">,
  lang: Language,
  now: Date,
): Promise<{ lines: ManifestLine[]; more: boolean }> {
  const rows = await manifestOrders(db, event.id, maxManifestOrders + 1, now);
  // Pickup times follow from the start, so an event without a start time has none.
  const places = event.productType === "scheduled" ? await pickupPlaces(db, event.id) : [];
  const shown = rows.slice(0, maxManifestOrders);
  const ids = shown.map(({ id }) => id);
  const others = await otherOrdersOfGuests(db, ids);
  const toCollect = await toCollectOf(db, ids);
  const lines = manifestLines(shown, { others, toCollect }, { places, ...event }, lang);
  return { lines, more: rows.length > maxManifestOrders };
}

/**
 * Returns the manifest in the order of the pickup tour: the earliest pickup first, guests of the same place one after the other. Guests
 * whose place has no time follow, sorted by order.
 */
function manifestLines(
  rows: readonly ManifestOrder[],
  { others, toCollect }: { others: ReadonlyMap<string, OtherOrder>; toCollect: ReadonlyMap<string, ToCollect> },
  pickups: PickupTimes,
  lang: Language,
): ManifestLine[] {
  const placeOf = pickupPlaceFinder(pickups.places);
  const lines = rows.map((row) => {
    const { id } = row;
    const line = {
      ...manifestLine(row, lang),
      otherOrder: others.get(id) ?? null,
      toCollect: toCollect.get(id) ?? null,
    };
    const place = placeOf(line.hotel, row.pickupPlaceId);
    return place?.minutesBefore === undefined || place.minutesBefore === null
      ? { line, minutes: -1, place: "" }
      : {
          line: { ...line, pickupAt: pickupTime(place.minutesBefore, pickups) },
          minutes: place.minutesBefore,
          place: place.name,
        };
  });
  const byName = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
  return lines.sort((a, b) => b.minutes - a.minutes || byName(a.place, b.place)).map(({ line }) => line);
}

function manifestLine(
  { id, number, test, answers, asked, agreed, pickupPlaceId: _, partnerExternalId, ...order }: ManifestOrder,
  lang: Language,
): Omit<ManifestLine, "otherOrder" | "toCollect"> {
  const given = Map.groupBy(answers, ({ code }) => code);
  const values = (code: string) => (given.get(code) ?? []).map(({ value }) => value.trim()).filter((text) => text);
  const passengers = passengerNames(answers);
  const weights = values("passenger-weight").map(Number).filter(Number.isFinite);
  const joined = (...codes: string[]) => codes.flatMap(values).join(" ") || null;
  return {
    ...order,
    partner: partnerText(partnerExternalId, order.partner, lang),
    orderId: id,
    reference: orderReference({ number, lang: order.lang, test }),
    leadName: passengers[0] ?? null,
    passengers,
    toCome: titlesOf(codesToCome({ agreed, tickets: order.tickets }, answers), asked, lang),
    hotel: hotelOfAnswers(answers),
    pickup: joined("hotel-address"),
    pickupAt: null,
    flight: joined("flight-number", "flight-date", "flight-time"),
    weightKg: weights.length > 0 ? weights.reduce((sum, weight) => sum + weight, 0) : null,
    others: readAnswers(answers, asked, lang)
      .filter(({ code, value }) => !known.has(code) && !isNoAnswer(value.trim()))
      .map(({ title, text, passenger }) => ({ title, text, passenger })),
  };
}

const known = new Set([
  "passenger-first-name",
  "passenger-last-name",
  "passenger-weight",
  "hotel-name",
  "hotel-address",
  "flight-number",
  "flight-date",
  "flight-time",
]);

const { seats, people, tickets, lang } = manifestFields;
export const ManifestTotals = Type.Object({
  orders: Type.Integer(),
  seats,
  people,
  admitted: Type.Integer(),
  noShow: manifestFields.noShow,
  weightKg: nullable(Type.Number()),
  tickets,
  languages: Type.Array(Type.Object({ lang, people })),
  toCollect: nullable(Type.Object({ orders: count, amount: decimal, currencyCode: text }), "Null: nothing."),
});
export type ManifestTotals = Type.Static<typeof ManifestTotals>;

type CountedLine = Pick<
  ManifestLine,
  "lang" | "tickets" | "seats" | "people" | "admitted" | "noShow" | "weightKg" | "toCollect"
>;

export function manifestTotals(lines: readonly CountedLine[]): ManifestTotals {
  const sum = (value: (line: CountedLine) => number) => lines.reduce((total, line) => total + value(line), 0);
  const tickets = new Map<string, number>();
  const languages = new Map<ManifestLine["lang"], number>();
  for (const line of lines) {
    languages.set(line.lang, (languages.get(line.lang) ?? 0) + line.people);
    for (const { code, quantity } of line.tickets) tickets.set(code, (tickets.get(code) ?? 0) + quantity);
  }
  return {
    orders: lines.length,
    seats: sum(({ seats }) => seats),
    people: sum(({ people }) => people),
    admitted: sum(({ admitted }) => admitted),
    noShow: sum(({ noShow }) => noShow),
    weightKg: lines.some(({ weightKg }) => weightKg !== null) ? sum(({ weightKg }) => weightKg ?? 0) : null,
    tickets: [...tickets].map(([code, quantity]) => ({ code, quantity })).sort((a, b) => (a.code < b.code ? -1 : 1)),
    languages: [...languages].map(([lang, people]) => ({ lang, people })),
    toCollect: totalToCollect(lines.flatMap(({ toCollect }) => toCollect ?? [])),
  };
}

/** Sums up what is to be collected. All of it is in the store's currency. */
function totalToCollect(all: readonly ToCollect[]): ManifestTotals["toCollect"] {
  const [first] = all;
  if (!first) return null;
  const sum = all.reduce((total, { amount }) => total.plus(amount), new Big(0));
  return { orders: all.length, amount: sum.toFixed(minorDigits(first.currencyCode)), currencyCode: first.currencyCode };
}
