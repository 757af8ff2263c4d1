import type { Answer } from "@paseo/contract";
import { foldedWords } from "@paseo/contract/folded-text";
import type { PickupPlace } from "../../store/visits/manifest.ts";
import { localTimeAt } from "../selling/dates.ts";

/** The place and time at which the guests of an order are picked up. */

/** When the guests of an event are picked up, by place. */
export interface PickupTimes {
  places: readonly PickupPlace[];
  startsAt: Date;
  timeZone: string;
}

/** Returns the hotel and room that the guests gave. Returns null if the sale did not ask for a hotel. */
export const hotelOfAnswers = (answers: readonly Answer[]): string | null =>
  answers
    .filter(({ code }) => code === "hotel-name")
    .map(({ value }) => value.trim())
    .filter((text) => text)
    .join(" ") || null;

/**
 * Finds the pickup place of a guest's answer. A place that a sales channel named is used, unless the guest has another
 * hotel by now. Otherwise the place is used whose id or name equals the answer, or the part of the answer before a
 * comma or bracket: "Hotel Plaza, 12". Letter case and accents do not count.
 */
export function pickupPlaceFinder(
  places: readonly PickupPlace[],
): (hotel: string | null, placeId: string | null) => PickupPlace | undefined {
  const byName = new Map(places.map((place) => [plain(place.name), place]));
  return (hotel, placeId) => {
    if (hotel === null || places.length === 0) return undefined;
    const known = places.find(({ externalId }) => externalId === placeId);
    if (known && plain(hotel).startsWith(plain(known.name))) return known;
    const ends = [hotel.length, ...[...hotel.matchAll(/[,;(]|\s[-–—/]/g)].map(({ index }) => index).reverse()];
    for (const end of ends) {
      const found = byName.get(plain(hotel.slice(0, end)));
      if (found) return found;
    }
    return places.find(({ externalId }) => externalId === hotel);
  };
}

const plain = (text: string): string => foldedWords(text).join(" ");

/** Returns the local time, `yyyy-MM-ddTHH:mm`. */
export const pickupTime = (minutes: number, { startsAt, timeZone }: Omit<PickupTimes, "places">): string =>
  localTimeAt(new Date(startsAt.getTime() - minutes * 60_000), timeZone).slice(0, 16);
