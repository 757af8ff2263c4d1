import { randomUUID } from "node:crypto";
import type Type from "typebox";
import type { ChannelProduct } from "../../store/catalogue/channel-events.ts";
import {
  type BookedUnit,
  type ChannelBookingRow,
  type Guests,
  type Person,
  unknownPerson,
} from "../../store/orders/channel-bookings.ts";
import { noUnit, octoBadRequest, octoUnprocessable } from "./errors.ts";
import { wishedPickup } from "./pickups.ts";
import { requiredContactFields } from "./products.ts";
import { type ConfirmationBody, contactPerson, type UnitItem } from "./requests.ts";

/** Units and travellers of a request, beside those that its booking has. */

/** Returns the units of a request. A unit without a uuid keeps the uuid of the booking's next unit of its kind. */
export function unitsOf(
  items: readonly UnitItem[] | undefined,
  codes: ReadonlySet<string>,
  before: readonly BookedUnit[],
): BookedUnit[] {
  if (!items?.length) throw octoUnprocessable("unitItems must have at least one unit.");
  const known = new Map(before.map((unit) => [unit.uuid, unit]));
  const named = new Set(items.flatMap(({ uuid }) => (uuid ? [uuid.toLowerCase()] : [])));
  const free = before.filter(({ uuid }) => !named.has(uuid));
  const taken = new Set<string>();
  return items.map(({ uuid, unitId, resellerReference, contact }) => {
    if (!codes.has(unitId)) throw noUnit(unitId);
    const at = free.findIndex(({ code }) => code === unitId);
    const former = uuid ? known.get(uuid.toLowerCase()) : at < 0 ? undefined : free.splice(at, 1)[0];
    const id = uuid?.toLowerCase() ?? former?.uuid ?? randomUUID();
    if (taken.has(id)) throw octoBadRequest(`unitItems has the uuid ${id} twice.`);
    taken.add(id);
    return {
      uuid: id,
      code: unitId,
      reference: resellerReference === undefined ? (former?.reference ?? null) : resellerReference,
      contact: contactPerson(contact, former?.contact ?? unknownPerson),
    };
  });
}

/** @throws OctoError that names the contact fields that a confirmation needs and these guests do not have. */
export function requireContacts({ contact, units }: Guests, product: Pick<ChannelProduct, "record"> | null): void {
  const missing = (person: Person, fields: ReturnType<typeof requiredContactFields>, at: string) => {
    const isFull = (person.fullName?.trim().split(/\s+/).length ?? 0) > 1 && !person.firstName && !person.lastName;
    return isFull ? [] : fields.filter((field) => !person[field]?.trim()).map((field) => `${at}.${field}`);
  };
  const all = [
    ...missing(contact, requiredContactFields(), "contact"),
    ...units.flatMap((unit, n) =>
      product ? missing(unit.contact, requiredContactFields(product.record), `unitItems.${n}.contact`) : [],
    ),
  ];
  if (all.length > 0)
    throw octoUnprocessable(`Required, each also as a part of its fullName: ${all.slice(0, 20).join(", ")}.`);
}

export function changedGuests(
  { guests }: ChannelBookingRow,
  body: Omit<Type.Static<typeof ConfirmationBody>, "productId" | "optionId" | "availabilityId">,
  { product, codes }: { product: ChannelProduct | null; codes: ReadonlySet<string> },
): Guests {
  return {
    units: body.unitItems ? unitsOf(body.unitItems, codes, guests.units) : guests.units,
    contact: contactPerson(body.contact, guests.contact),
    notes: body.notes === undefined ? guests.notes : body.notes,
    reference: body.resellerReference === undefined ? guests.reference : body.resellerReference,
    pickup: product ? wishedPickup(body, product, guests.pickup) : guests.pickup,
  };
}
