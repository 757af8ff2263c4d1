import type { TicketSelection } from "@paseo/contract";
import type { SupplierOrder } from "../../records/supplier-order.ts";
import { asRecord } from "../answer-texts.ts";
import type { SupplierItem } from "../supplier.ts";
import { type OctoRecord, recordsOf, textOrNull } from "./calls.ts";

/**
 * Maps our products, items and tickets to a supplier's products, options and units. docs/how-to/connect-a-supplier.md
 * explains the mapping.
 */

export interface OctoOption {
  product: OctoRecord & { id: string };
  option: OctoRecord & { id: string };
}

/** Removes the prefix with the supplier's external id from a record's id: `agency:tour-1`. */
const withoutSupplier = (supplier: string, externalId: string): string =>
  externalId.startsWith(`${supplier}:`) ? externalId.slice(supplier.length + 1) : externalId;

/** Returns whether one of these names is the id or the reference of a supplier's record. */
const isNamed = ({ id, reference }: OctoRecord, names: readonly string[]): boolean =>
  names.some((name) => name !== "" && (name === id || name === reference));

/**
 * Finds the option of an item: in the product with the item's product id, or else in the only product that has the option. Returns null
 * if no product, or several products, have it.
 */
export function findOption(products: readonly OctoRecord[], item: SupplierItem, supplier: string): OctoOption | null {
  const productNames = [withoutSupplier(supplier, item.productExternalId)];
  const optionNames = [withoutSupplier(supplier, item.itemExternalId), item.partNumber];
  const own = products.filter((product) => isNamed(product, productNames));
  const found = (own.length > 0 ? own : products).flatMap((product) =>
    (recordsOf(product.options) ?? [])
      .filter((option, _, all) => isNamed(option, optionNames) || (own.length > 0 && all.length === 1))
      .map((option) => ({ product, option }) as OctoOption),
  );
  return found.length === 1 && textOrNull(found[0]!.option.id) && textOrNull(found[0]!.product.id) ? found[0]! : null;
}

/** Finds the unit of a ticket: by its id, its reference, or its type if only one unit has the type. */
export function findUnitId({ option }: Pick<OctoOption, "option">, code: string): string | null {
  const units = recordsOf(option.units) ?? [];
  const named = units.find((unit) => isNamed(unit, [code]));
  const ofType = units.filter(({ type }) => type === code.toUpperCase());
  return textOrNull((named ?? (ofType.length === 1 ? ofType[0] : undefined))?.id);
}

/** Returns the unit ids of an order, one for each ticket. If a code has no unit, returns the code. */
export function unitsOf(found: OctoOption, tickets: readonly TicketSelection[]): string[] | { missing: string } {
  const ids: string[] = [];
  for (const { code, quantity } of tickets) {
    const id = findUnitId(found, code);
    if (id === null && quantity > 0) return { missing: code };
    for (let n = 0; n < quantity; n++) ids.push(id!);
  }
  return ids;
}

/** Returns whether the option can be booked without an availability. */
export const isFreesale = ({ product }: OctoOption): boolean => product.availabilityRequired === false;

/** Whether an availability is at the local time of an event, or on its whole day. */
export function startsAt({ localDateTimeStart, allDay }: OctoRecord, eventOn: string): boolean {
  const length = allDay === true ? 10 : 16;
  return String(localDateTimeStart).slice(0, length) === eventOn.slice(0, length);
}

/** Returns the availability of an event. */
export function availabilityOf(list: readonly OctoRecord[], eventOn: string): (OctoRecord & { id: string }) | null {
  const found = list.find((one) => startsAt(one, eventOn) && textOrNull(one.id) !== null);
  return found ? (found as OctoRecord & { id: string }) : null;
}

interface Person {
  firstName: string;
  lastName: string;
  fullName: string;
}

/** Returns the travellers whose names are in the order. */
function peopleOf(answers: SupplierOrder["answers"]): Person[] {
  const all = (code: string) => answers.filter((one) => one.code === code).map(({ value }) => value);
  const [first, last] = [all("passenger-first-name"), all("passenger-last-name")];
  return first.map((firstName, n) => {
    const lastName = last[n] ?? "";
    return { firstName, lastName, fullName: `${firstName} ${lastName}`.trim() };
  });
}

/** Returns the traveller fields of a booking request. Without a name, the order's number takes the place of the name. */
export function guestsOf(order: SupplierOrder, units: readonly string[], before: readonly OctoRecord[] = []) {
  const people = peopleOf(order.answers);
  const lead = people[0] ?? { firstName: order.reference, lastName: order.reference, fullName: order.reference };
  const hotel = order.answers.find(({ code }) => code === "hotel-name")?.value;
  const uuids = [...before];
  const sameUnit = (unitId: string) => {
    const at = uuids.findIndex((one) => one.unitId === unitId);
    return at < 0 ? undefined : textOrNull(uuids.splice(at, 1)[0]!.uuid);
  };
  return {
    resellerReference: order.reference,
    contact: {
      ...lead,
      ...(order.email !== "" && { emailAddress: order.email }),
      ...(order.phoneNumber !== "" && { phoneNumber: order.phoneNumber }),
      locales: [order.lang],
    },
    unitItems: units.map((unitId, n) => {
      const uuid = sameUnit(unitId);
      return { ...(uuid && { uuid }), unitId, ...(people[n] && { contact: people[n] }) };
    }),
    ...(hotel && { pickupRequested: true, pickupHotel: hotel }),
  };
}

/** Returns the ids of a booking's units, for comparison. */
export const unitIdsOf = (booking: OctoRecord): string[] =>
  (recordsOf(booking.unitItems) ?? []).map(({ unitId }) => String(unitId)).sort();

/** Returns the supplier's booking number. */
export const bookingNumberOf = (booking: OctoRecord): unknown =>
  booking.supplierReference ?? asRecord(booking.voucher)?.reference ?? null;
