import { randomUUID } from "node:crypto";
import { forbiddenCharacter } from "@paseo/contract";
import type Type from "typebox";
import { contradictions, knownOf } from "../../domain/booking/agreement.ts";
import {
  type ChannelBooking,
  findBooking,
  findBookingsByReference,
} from "../../domain/booking/channel-booking-state.ts";
import {
  type BookingChange,
  type ChannelCall,
  type ChannelOutcome,
  cancelChannelBooking,
  changeChannelBooking,
  confirmChannelBooking,
  extendChannelBooking,
  reserveChannelBooking,
} from "../../domain/booking/channel-bookings.ts";
import { type ChannelProduct, datelessEvent, eventsOfItemById } from "../../store/catalogue/channel-events.ts";
import {
  type BookedUnit,
  type ChannelBookingRow,
  type Guests,
  type Person,
  unknownPerson,
} from "../../store/orders/channel-bookings.ts";
import { isUuid } from "../../web/query.ts";
import { channelCall, showChannelLimits } from "../shared/calls.ts";
import { readCurrentProduct } from "../shared/products.ts";
import { octoBooking } from "./bookings.ts";
import { requireCurrency, requireOption, suitableProduct } from "./catalogue-operations.ts";
import { contradiction, noAvailability, noBooking, noUnit, octoBadRequest, octoUnprocessable } from "./errors.ts";
import type { OctoCall, OctoOperation } from "./operation.ts";
import { wishedPickup } from "./pickups.ts";
import { requiredContactFields, requiredUnitFields } from "./products.ts";
import {
  CancellationBody,
  ConfirmationBody,
  contactPerson,
  ExtendBody,
  jsonBody,
  ReservationBody,
  type UnitItem,
  UpdateBody,
} from "./requests.ts";

/** Units and travellers of a request, beside those that its booking has. */

/** Returns the units of a request. A unit without a uuid keeps the uuid of the booking's next unit of its kind. */
function unitsOf(
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
function requireContacts({ contact, units }: Guests, product: ChannelProduct | null, itemId: string): void {
  const missing = (person: Person, fields: ReturnType<typeof requiredContactFields>, at: string) => {
    const isFull = (person.fullName?.trim().split(/\s+/).length ?? 0) > 1 && !person.firstName && !person.lastName;
    return isFull ? [] : fields.filter((field) => !person[field]?.trim()).map((field) => `${at}.${field}`);
  };
  const all = [
    ...missing(contact, requiredContactFields(), "contact"),
    ...units.flatMap((unit, n) =>
      missing(unit.contact, product ? requiredUnitFields(product, itemId, unit.code) : [], `unitItems.${n}.contact`),
    ),
  ];
  if (all.length > 0)
    throw octoUnprocessable(`Required, each also as a part of its fullName: ${all.slice(0, 20).join(", ")}.`);
}

function changedGuests(
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

/** OCTO's operations on bookings. */

export const reserveBooking: OctoOperation = {
  method: "POST",
  path: "/bookings",
  load: "orders",
  async run(call) {
    const { service } = call;
    const body = jsonBody(call.body, ReservationBody);
    const wish = await wishedEvent(call, body);
    requireCurrency(body.currency, wish.product);
    const { contact, notes = null, resellerReference: reference = null } = body;
    const units = unitsOf(body.unitItems, wish.codes, []);
    const guests = {
      units,
      contact: contactPerson(contact),
      notes,
      reference,
      pickup: wishedPickup(body, wish.product, null),
    };
    const { productId, itemId, eventId } = wish;
    call.request.sentOrder = { eventId, externalReference: reference };
    const guestsAgain = (known: ChannelBookingRow) => changedGuests(known, body, wish);
    const reservation = { uuid: body.uuid?.toLowerCase(), productId, itemId, eventId, guests, guestsAgain };
    const freesale = !body.availabilityId;
    const context = octoCall(call, body.expirationMinutes);
    return answer(call, "", await reserveChannelBooking(service.orderContext, { ...reservation, freesale }, context));
  },
};

export const readBooking: OctoOperation = {
  method: "GET",
  path: "/bookings/:id",
  load: "channels",
  async run(call) {
    const booking = await findBooking(call.service.db, bookingId(call), call.caller);
    if (!booking) throw unknownBooking(call);
    return shown(call, booking);
  },
};

export const listBookings: OctoOperation = {
  method: "GET",
  path: "/bookings",
  load: "channels",
  async run(call) {
    const { query, service, caller } = call;
    const [reference, ours] = [query.get("resellerReference"), query.get("supplierReference")];
    if (!reference && !ours) throw octoBadRequest("resellerReference or supplierReference is required.");
    if (forbiddenCharacter(`${reference}${ours}`)) return [];
    const by = ours ? { orderReference: ours } : { reference: reference! };
    const bookings = await findBookingsByReference(service.db, by, caller);
    const fitting = bookings.filter(({ row }) => !reference || row.guests.reference === reference);
    return Promise.all(fitting.map((booking) => shown(call, booking)));
  },
};

export const updateBooking: OctoOperation = {
  method: "PATCH",
  path: "/bookings/:id",
  load: "orders",
  async run(call) {
    const body = jsonBody(call.body, UpdateBody);
    const { service } = call;
    const uuid = bookingId(call);
    const found = await findBooking(service.db, uuid, call.caller);
    if (!found) throw unknownBooking(call);
    requireSame(body, found, { uuid });
    const { productId = found.row.productId, optionId = found.row.itemId } = body;
    const isMoved = productId !== found.row.productId || optionId !== found.row.itemId || body.availabilityId;
    const wish = await wishedEvent(call, {
      productId,
      optionId,
      availabilityId: body.availabilityId ?? (isMoved ? undefined : found.row.eventId),
    });
    requireCurrency(body.currency, wish.product);
    if (found.order && productId !== found.row.productId)
      throw octoUnprocessable("A confirmed booking cannot be changed to another product.");
    const { eventId, itemId, product, codes } = wish;
    const wishOf = (row: ChannelBookingRow) => ({
      ...{ productId: wish.productId, itemId, eventId },
      guests: changedGuests(row, body, { product, codes }),
    });
    return answer(call, uuid, await changeChannelBooking(service.orderContext, uuid, wishOf, octoCall(call)));
  },
};

export const confirmBooking: OctoOperation = {
  method: "POST",
  path: "/bookings/:id/confirm",
  load: "orders",
  async run(call) {
    const { service } = call;
    const uuid = bookingId(call);
    const body = jsonBody(call.body, ConfirmationBody);
    const found = await findBooking(service.db, uuid, call.caller);
    if (!found) throw unknownBooking(call);
    const product = await readCurrentProduct(service, found.row.productId);
    requireSame(body, found, { uuid, product });
    const item = product?.items.find(({ id }) => id === found.row.itemId);
    const codes = new Set([
      ...(item?.record.ticketRules ?? []).map(({ code }) => code),
      ...found.row.guests.units.map(({ code }) => code),
    ]);
    const wishOf = (row: ChannelBookingRow): BookingChange => ({
      guests: changedGuests(row, body, { product, codes }),
    });
    if (!found.order) requireContacts(wishOf(found.row).guests, product, found.row.itemId);
    const answered = await confirmChannelBooking(service.orderContext, uuid, wishOf, octoCall(call));
    service.metrics.order(answered.outcome === "done" ? "placed" : "refused");
    return answer(call, uuid, answered);
  },
};

export const extendReservation: OctoOperation = {
  method: "POST",
  path: "/bookings/:id/extend",
  load: "orders",
  async run(call) {
    const { expirationMinutes } = jsonBody(call.body, ExtendBody);
    const uuid = bookingId(call);
    const context = octoCall(call, expirationMinutes);
    return answer(call, uuid, await extendChannelBooking(call.service.orderContext, uuid, context));
  },
};

export const cancelReservation: OctoOperation = {
  method: "POST",
  path: "/bookings/:id/cancel",
  load: "orders",
  async run(call) {
    const { reason = null } = jsonBody(call.body, CancellationBody);
    const uuid = bookingId(call);
    return answer(call, uuid, await cancelChannelBooking(call.service.orderContext, uuid, reason, octoCall(call)));
  },
};

/**
 * Refuses a field that names another booking than the path does. With `product`, the request cannot move the booking: it must name the
 * booking's product, option, availability and currency, or none.
 */
function requireSame(
  body: Type.Static<typeof ConfirmationBody>,
  found: ChannelBooking,
  { uuid, product }: { uuid: string; product?: ChannelProduct | null },
): void {
  if (body.uuid && body.uuid.toLowerCase() !== uuid) throw octoBadRequest("uuid must be the uuid of the path.");
  if (product === undefined) return;
  const { productId, optionId: itemId, availabilityId: eventId, currency: currencyCode } = body;
  const fields = contradictions({ productId, itemId, eventId, currencyCode }, knownOf(found), product);
  if (fields.length > 0) throw contradiction(fields);
}

const unknownBooking = ({ id }: OctoCall) => noBooking(id);

/** Returns the uuid of the path, in lower case as in the store. */
function bookingId(call: OctoCall): string {
  if (!isUuid(call.id)) throw unknownBooking(call);
  return call.id.toLowerCase();
}

/**
 * Finds the event that a request wants to book, with the ticket codes of its option. A request without an availability books the only
 * event of a dateless item.
 */
async function wishedEvent(
  call: OctoCall,
  wished: { productId: string; optionId: string; availabilityId?: string | null | undefined },
): Promise<{
  product: ChannelProduct;
  productId: string;
  itemId: string;
  eventId: string;
  codes: ReadonlySet<string>;
}> {
  const { now } = call;
  const { db } = call.service;
  const product = await suitableProduct(call, wished.productId);
  const item = requireOption(product, wished.optionId);
  const codes = new Set(item.record.ticketRules.map(({ code }) => code));
  const { availabilityId } = wished;
  const found = { product, productId: product.id, itemId: item.id, codes };
  if (availabilityId) {
    const known = isUuid(availabilityId) ? await eventsOfItemById(db, item.id, [availabilityId.toLowerCase()]) : [];
    if (known.length === 0) throw noAvailability(availabilityId);
    return { ...found, eventId: known[0]!.id };
  }
  if (product.record.type !== "dateless") throw octoBadRequest("availabilityId is required.");
  const only = await datelessEvent(db, item.id, now);
  if (!only) throw octoUnprocessable("The option is no longer sold.");
  return { ...found, eventId: only.id };
}

/** Returns a booking call of OCTO. A hold lasts for the minutes that the request asks for, up to the operator's setting. */
function octoCall(call: OctoCall, minutes?: number | null): ChannelCall {
  const { holdMinutes } = call.service.config;
  return channelCall(call, Math.min(minutes ?? holdMinutes, holdMinutes));
}

async function answer(call: OctoCall, uuid: string, answered: ChannelOutcome): Promise<object> {
  await showChannelLimits(call);
  switch (answered.outcome) {
    case "done":
      return shown(call, answered.booking);
    case "unknown":
      throw unknownBooking(call);
    case "ended":
      throw noBooking(uuid, "The reservation has expired.");
    case "reused":
      throw octoUnprocessable("This uuid was used for another booking.");
    case "differs":
      throw contradiction(answered.fields);
    case "in-flight":
      throw octoUnprocessable("An equal request is in flight. Repeat it in a second.");
    case "refused":
      call.request.codes = answered.errors.map(({ code }) => code);
      for (const code of call.request.codes) call.service.metrics.refusal(code);
      throw octoUnprocessable(answered.errors.map(({ message }) => message).join(" "));
  }
}

async function shown(call: OctoCall, booking: ChannelBooking): Promise<object> {
  const { service, lang, asked, now } = call;
  const { productId, itemId, eventId } = booking.row;
  const [product, events] = await Promise.all([
    readCurrentProduct(service, productId),
    eventsOfItemById(service.db, itemId, [eventId]),
  ]);
  const { publicUrl } = service.orderContext;
  return octoBooking(booking, { lang, asked, now, product, event: events[0] ?? null, publicUrl });
}
