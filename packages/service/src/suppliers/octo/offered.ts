import { maxTicketSize } from "../../records/tickets/ticket-sizes.ts";
import { asRecord } from "../answer-texts.ts";
import type { OfferedPlace, OfferedProduct } from "../supplier.ts";
import { type OctoRecord, recordsOf, textOrNull } from "./calls.ts";
import { findUnitId, isFreesale } from "./mapping.ts";

/** The products of a supplier as it offers them, with the capability content. */

/** Maximum number of tickets of one kind in an order, if the supplier names no maximum. */
const usualMost = 20;

/** Reads a product. Returns null if the product has no id. */
export function offeredProduct(product: OctoRecord): OfferedProduct | null {
  const id = textOrNull(product.id);
  if (id === null) return null;
  const options = (recordsOf(product.options) ?? []).filter((option) => textOrNull(option.id) !== null);
  const items = options.map((option) => itemOf(product, option));
  const features = recordsOf(product.features) ?? [];
  const linesOf = (...types: string[]): string[] =>
    features.flatMap(({ type, shortDescription }) =>
      types.includes(String(type)) ? [textOrNull(shortDescription)].filter((line) => line !== null) : [],
    );
  return {
    ...{ id, name: nameOf(product), items, obstacle: obstacleOf(product, items) },
    currency: textOrNull(product.defaultCurrency),
    timeZone: textOrNull(product.timeZone),
    isAllDay: product.availabilityType === "OPENING_HOURS",
    immediateBooking: product.instantConfirmation === true,
    cancelPurchaseHour: Math.max(0, ...options.map(cutoffHours)),
    asks: { names: options.some(needsNames), hotel: options.some((option) => option.pickupAvailable === true) },
    durationMinutes: minutesOf(product.durationMinutesFrom),
    summary: textOrNull(product.shortDescription),
    description: textOrNull(product.description),
    highlights: linesOf("HIGHLIGHT"),
    included: linesOf("INCLUSION"),
    notIncluded: linesOf("EXCLUSION"),
    whatToBring: linesOf("PREARRIVAL_INFORMATION"),
    restrictions: linesOf("PREBOOKING_INFORMATION", "CANCELLATION_TERM"),
    accessibility: linesOf("ACCESSIBILITY_INFORMATION"),
    guideLanguages: (recordsOf(product.commentary) ?? []).flatMap(({ language }) => textOrNull(language) ?? []),
    places: placesOf(product),
    photos: photosOf(product),
  };
}

const nameOf = (record: OctoRecord): string =>
  textOrNull(record.title) ?? textOrNull(record.internalName) ?? String(record.id);

function obstacleOf(product: OctoRecord, items: OfferedProduct["items"]): OfferedProduct["obstacle"] {
  if (isFreesale({ product: product as never, option: { id: "" } })) return "no-dates";
  return items.some(({ tickets }) => tickets.length > 0) ? null : "no-tickets";
}

function itemOf(product: OctoRecord, option: OctoRecord): OfferedProduct["items"][number] {
  const own = textOrNull(option.title) ?? textOrNull(option.internalName);
  return {
    id: String(option.id),
    name: own ?? nameOf(product),
    reference: textOrNull(option.reference),
    durationMinutes: minutesOf(option.durationMinutesFrom),
    tickets: ticketsOf(option),
  };
}

/** Returns the tickets of an option. Each code leads back to its unit (`findUnitId`). */
export function ticketsOf(option: OctoRecord): { code: string; unitId: string; maxQuantity: number; people: number }[] {
  const units = (recordsOf(option.units) ?? []).filter(({ id }) => textOrNull(id) !== null);
  const most = Number(asRecord(option.restrictions)?.maxUnits ?? usualMost);
  return units.flatMap((unit) => {
    const unitId = String(unit.id);
    const code = [String(unit.type), unit.reference, unit.id].find(
      (name): name is string =>
        typeof name === "string" &&
        /^[A-Za-z0-9._-]{1,64}$/.test(name) &&
        findUnitId({ option: option as never }, name) === unitId,
    );
    const { maxQuantity, paxCount } = asRecord(unit.restrictions) ?? {};
    return code === undefined
      ? []
      : [{ code, unitId, maxQuantity: quantityOf(Number(maxQuantity ?? most)), people: peopleOf(paxCount) }];
  });
}

const needsNames = (option: OctoRecord): boolean =>
  (recordsOf(option.units) ?? []).some(
    ({ requiredContactFields: fields }) =>
      Array.isArray(fields) && ["firstName", "lastName", "fullName"].some((name) => fields.includes(name)),
  );

const quantityOf = (most: number): number => (Number.isInteger(most) && most >= 1 ? Math.min(most, 9999) : usualMost);

/** Returns how many people a unit is for: one if the supplier sends no such number. */
const peopleOf = (paxCount: unknown): number =>
  Number.isInteger(paxCount) && Number(paxCount) >= 0 && Number(paxCount) <= maxTicketSize ? Number(paxCount) : 1;

/** Returns the hours before the event from which an option cannot be cancelled. */
function cutoffHours({ cancellationCutoffAmount: amount, cancellationCutoffUnit: unit }: OctoRecord): number {
  const hours: Record<string, number> = { minute: 1 / 60, hour: 1, day: 24 };
  const exact = Number(amount) * (hours[String(unit)] ?? 1);
  return Number.isFinite(exact) && exact > 0 ? Math.min(Math.ceil(exact), 8760) : 0;
}

const minutesOf = (minutes: unknown): number | null =>
  Number.isInteger(minutes) && Number(minutes) >= 1 && Number(minutes) <= 43_200 ? Number(minutes) : null;

function placesOf(product: OctoRecord): OfferedPlace[] {
  return (recordsOf(product.locations) ?? []).flatMap((location) => {
    const place = asRecord(location.place);
    const { latitude, longitude } = place ?? {};
    if (typeof latitude !== "number" || typeof longitude !== "number") return [];
    if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return [];
    if (Array.isArray(location.types) && location.types.length > 0 && !location.types.includes("START")) return [];
    const address = asRecord(place?.postalAddress);
    const lines = [address?.streetAddress, address?.postalCode, address?.addressLocality].flatMap(
      (line) => textOrNull(line) ?? [],
    );
    return [
      {
        ...{
          latitude,
          longitude,
          name: textOrNull(location.title),
          instructions: textOrNull(location.shortDescription),
        },
        address: lines.length > 0 ? lines.join(", ") : null,
      },
    ];
  });
}

const photosOf = (product: OctoRecord): OfferedProduct["photos"] =>
  (recordsOf(product.media) ?? []).flatMap(({ src, type, title, caption, copyright }) => {
    const address = textOrNull(src);
    if (address === null || !String(type).startsWith("image/")) return [];
    return [{ address, alt: textOrNull(caption) ?? textOrNull(title), credit: textOrNull(copyright) }];
  });
