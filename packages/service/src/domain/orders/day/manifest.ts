import type { Answer } from "@paseo/contract";
import type { ManifestOrder } from "../../../store/orders/day/manifest.ts";
import { orderReference } from "../order-content.ts";
import { passengerNames } from "./lead-name.ts";

/** A session's manifest: the guests of each order, as a guide reads them. */

/** What a guide needs to know about one order. */
export interface ManifestLine {
  orderId: string;
  reference: string;
  status: ManifestOrder["status"];
  flag: ManifestOrder["flag"];
  confirmation: string | null;
  partner: string;
  externalReference: string | null;
  /** The first passenger's name; null where the product asks for no names, or after erasure. */
  leadName: string | null;
  /** Names of all passengers. */
  passengers: string[];
  email: string;
  phoneNumber: string;
  lang: ManifestOrder["lang"];
  tickets: ManifestOrder["tickets"];
  seats: number;
  hotel: string | null;
  pickup: string | null;
  flight: string | null;
  /** Kilograms of all passengers; null where nobody's weight is known. */
  weightKg: number | null;
  /** Answers that have no column. */
  others: Answer[];
  notes: string[];
  admitted: number;
  admittedAt: Date | null;
  erasedAt: Date | null;
}

export function manifestLine({ id, number, test, answers, ...order }: ManifestOrder): ManifestLine {
  const given = Map.groupBy(answers, ({ code }) => code);
  const values = (code: string) => (given.get(code) ?? []).map(({ value }) => value.trim()).filter((text) => text);
  const passengers = passengerNames(answers);
  const weights = values("passenger-weight").map(Number).filter(Number.isFinite);
  const joined = (...codes: string[]) => codes.flatMap(values).join(" ") || null;
  return {
    ...order,
    orderId: id,
    reference: orderReference({ number, lang: order.lang, test }),
    leadName: passengers[0] ?? null,
    passengers,
    hotel: joined("hotel-name"),
    pickup: joined("hotel-address"),
    flight: joined("flight-number", "flight-date", "flight-time"),
    weightKg: weights.length > 0 ? weights.reduce((sum, weight) => sum + weight, 0) : null,
    others: answers.filter(({ code, value }) => !known.has(code) && value.trim()),
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

export interface ManifestTotals {
  orders: number;
  seats: number;
  admitted: number;
  weightKg: number | null;
  tickets: { code: string; quantity: number }[];
  languages: { lang: ManifestLine["lang"]; seats: number }[];
}

export function manifestTotals(lines: readonly ManifestLine[]): ManifestTotals {
  const sum = (value: (line: ManifestLine) => number) => lines.reduce((total, line) => total + value(line), 0);
  const tickets = new Map<string, number>();
  const languages = new Map<ManifestLine["lang"], number>();
  for (const line of lines) {
    languages.set(line.lang, (languages.get(line.lang) ?? 0) + line.seats);
    for (const { code, quantity } of line.tickets) tickets.set(code, (tickets.get(code) ?? 0) + quantity);
  }
  return {
    orders: lines.length,
    seats: sum(({ seats }) => seats),
    admitted: sum(({ admitted }) => admitted),
    weightKg: lines.some(({ weightKg }) => weightKg !== null) ? sum(({ weightKg }) => weightKg ?? 0) : null,
    tickets: [...tickets].map(([code, quantity]) => ({ code, quantity })).sort((a, b) => (a.code < b.code ? -1 : 1)),
    languages: [...languages].map(([lang, seats]) => ({ lang, seats })),
  };
}
