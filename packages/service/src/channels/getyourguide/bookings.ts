import { orderReference } from "@paseo/contract/order-reference";
import Big from "big.js";
import type Type from "typebox";
import { contradictions, type Known, knownOf, type Stated } from "../../domain/booking/agreement.ts";
import {
  type ChannelBooking,
  findBooking,
  findBookingsByReference,
  hasOpenHold,
} from "../../domain/booking/channel-booking-state.ts";
import {
  type ChannelOutcome,
  cancelChannelBooking,
  changeChannelBooking,
  confirmChannelBooking,
  reserveChannelBooking,
} from "../../domain/booking/channel-bookings.ts";
import { ticketsOfUnits } from "../../domain/booking/guests.ts";
import { categoryOf } from "../../domain/catalogue/ticket-categories.ts";
import { sameSelection } from "../../domain/orders/content.ts";
import { localDateAt, localTimeAt } from "../../domain/selling/dates.ts";
import { minorDigits } from "../../domain/selling/money.ts";
import { utcTime } from "../../domain/selling/offset-times.ts";
import { formatShortCode } from "../../domain/visits/passes.ts";
import { ticketSizeOf } from "../../records/tickets/ticket-sizes.ts";
import type { ChannelProduct } from "../../store/catalogue/channel-events.ts";
import { deleteChannelReport } from "../../store/operators/channel-seats.ts";
import type { Guests } from "../../store/orders/channel-bookings.ts";
import { isUuid } from "../../web/query.ts";
import { readChannelBody } from "../shared/body.ts";
import { showChannelLimits } from "../shared/calls.ts";
import {
  bookedUnit,
  countRefusals,
  noGuests,
  personFromNames,
  pickupOf,
  reservationCall,
  uuidOf,
} from "../shared/guests.ts";
import { type ChannelOffer, type EventSlot, readEventSlots, ticketCodeOf, wantedSale } from "../shared/offers.ts";
import { contradicted, hasBegun, readCurrentProduct } from "../shared/products.ts";
import {
  contradiction,
  GygError,
  invalidRequest,
  noReservation,
  refusalError,
  refuseContradictions,
} from "./errors.ts";
import {
  BookBody,
  type BookingItems,
  CancelBookingBody,
  CancelReservationBody,
  type GygCall,
  type GygOperation,
  ReserveBody,
} from "./requests.ts";

/** What requests of GetYourGuide say: events, tickets, prices and travellers. */

type BookData = Type.Static<typeof BookBody>["data"];

/** What *book* says about its reservation. */
function stated(
  { settings: { categories } }: GygCall,
  data: BookData,
  booking: ChannelBooking,
  product: ChannelProduct | null,
): Stated {
  const codes = new Map(
    booking.row.guests.units.map(({ code }) => [categoryOf("getyourguide", code, categories) as string, code]),
  );
  const codeOf = ({ category }: BookingItems[number]) => codes.get(category);
  const local = product && localTimeAt(instant(data.dateTime), product.record.timeZone);
  const sizes = sizesOf(data.bookingItems);
  const isOther = sizes !== "" && sizes !== sizesIn(booking.row.guests.notes);
  return {
    itemId: data.productId,
    day: local?.slice(0, 10),
    time: local?.slice(11, 16),
    codes: isOther ? [] : data.bookingItems.flatMap((one) => Array.from({ length: one.count }, () => codeOf(one))),
    currencyCode: data.currency,
    prices: pricesOf(data, knownOf(booking), codeOf),
  };
}

/** Returns the prices that a request states. They are in minor units of the currency of the sale. */
function pricesOf(
  { bookingItems }: { bookingItems: BookingItems },
  { prices }: Known,
  codeOf: (item: BookingItems[number]) => string | undefined,
): Stated["prices"] {
  const digits = minorDigits(prices[0]?.currencyCode ?? "");
  return bookingItems.flatMap((one) =>
    typeof one.retailPrice === "number"
      ? [{ code: codeOf(one), quantity: one.count, price: new Big(one.retailPrice).div(10 ** digits) }]
      : [],
  );
}

/** Returns the travellers of a booking: the travellers of its reservation, with what *book* says about them. */
function travellersOf(call: GygCall, data: BookData, before: Guests, product: ChannelProduct | null): Guests {
  const [traveler] = data.travelers;
  const { firstName, lastName, email, phoneNumber: phone } = traveler!;
  return {
    ...before,
    contact: personFromNames(firstName, lastName, { email, phone }),
    notes: [data.comment, sizesOf(data.bookingItems) || sizesIn(before.notes)].filter(Boolean).join("\n") || null,
    pickup: product ? pickupOf(data.travelerHotel, { product }, call) : before.pickup,
  };
}

/** Returns the ticket code of each person or group. */
function codesOf(offer: ChannelOffer, items: BookingItems): string[] {
  const codes = items.flatMap(({ category, count, groupSize }) => {
    const code = ticketCodeOf(offer, category);
    if (code === undefined)
      throw new GygError("INVALID_TICKET_CATEGORY", `The product has no ticket ${category}.`, {
        ticketCategory: category,
      });
    const { people } = ticketSizeOf(offer.item.ticketSizes, code);
    if (category === "GROUP" && people > 1 && groupSize && groupSize > people)
      throw new GygError("INVALID_PARTICIPANTS_CONFIGURATION", `A ticket ${category} is for at most ${people} people.`);
    return Array.from({ length: count }, () => code);
  });
  if (codes.length === 0) throw invalidRequest("bookingItems must have at least one ticket.");
  return codes;
}

function instant(dateTime: string): Date {
  const at = new Date(dateTime);
  if (Number.isNaN(at.getTime())) throw invalidRequest("dateTime must be a date and time with an offset.");
  return at;
}

/** Finds the event that starts at this instant, or the event of that day if the product's events last whole days. */
async function slotAt(call: GygCall, offer: ChannelOffer, dateTime: string): Promise<EventSlot> {
  const at = instant(dateTime);
  const day = localDateAt(at, offer.product.record.timeZone);
  const slots = await readEventSlots(call, offer, { first: day, last: day });
  const slot = slots.find(({ start, time }) => time === null || start.getTime() === at.getTime());
  if (!slot) throw new GygError("NO_AVAILABILITY", `The product has no event at ${dateTime}.`);
  return slot;
}

function guestsOf(uuid: string, codes: readonly string[], items: BookingItems, reference: string): Guests {
  const units = codes.map((code, n) => bookedUnit(uuid, n, code));
  return { ...noGuests(units, reference), notes: sizesOf(items) || null };
}

/** Returns the sizes of groups as lines of a note. */
const sizesOf = (items: BookingItems): string =>
  items
    .flatMap(({ category, count, groupSize }) => (groupSize ? [`${count} × ${category}: ${groupSize}`] : []))
    .join("\n");

/** Returns the lines of a note that are sizes of groups. */
const sizesIn = (notes: string | null): string =>
  (notes ?? "")
    .split("\n")
    .filter((line) => /^\d+ × \w+: \d+$/.test(line))
    .join("\n");

/**
 * Reservations and bookings of GetYourGuide. A repeated request has the same booking reference: docs/decisions/0051-channels-that-call.md.
 */

export const reserveSeats: GygOperation = {
  method: "POST",
  path: "/1/reserve",
  load: "orders",
  async run(call) {
    const { service, now } = call;
    const { data } = readChannelBody(call.body, ReserveBody, invalidRequest);
    const reference = data.gygBookingReference;
    const offer = await call.offer(data.productId);
    const codes = codesOf(offer, data.bookingItems);
    const slot = await slotAt(call, offer, data.dateTime);
    call.request.sentOrder = { eventId: slot.event.id, externalReference: reference };
    const wanted = wantedSale(offer, slot, guestsOf("", codes, data.bookingItems, reference));
    const said = {
      currencyCode: data.currency,
      prices: pricesOf(data, wanted, ({ category }) => ticketCodeOf(offer, category)),
    };
    refuseContradictions(contradictions(said, wanted, offer.product), "what is sold");
    const mine = await findBookingsByReference(service.db, { reference }, call.caller);
    const same = mine.find((one) => (hasOpenHold(one, now) || isSold(one)) && isEqual(one, slot, codes));
    if (same) return reservation(same, call);
    const wish = { productId: offer.product.id, itemId: offer.item.id, eventId: slot.event.id };
    // A request that follows an ended reservation makes another reservation. Equal requests at the same time make one reservation.
    const attempt = mine.filter((one) => !hasOpenHold(one, now)).length;
    const uuid = uuidOf(`getyourguide ${reference} ${attempt} ${slot.event.id} ${codes}`);
    const guests = guestsOf(uuid, codes, data.bookingItems, reference);
    const open = mine.find((one) => hasOpenHold(one, now));
    const answered = open
      ? await changeChannelBooking(
          service.orderContext,
          open.row.uuid,
          () => ({ ...wish, guests }),
          reservationCall(call),
        )
      : await reserveChannelBooking(
          service.orderContext,
          { uuid, ...wish, freesale: false, guests },
          reservationCall(call),
        );
    await showChannelLimits(call);
    const booking = done(call, answered, offer);
    await deleteChannelReport(service.db, "getyourguide", offer.item.id);
    return reservation(booking, call);
  },
};

/**
 * Returns the answer to a reservation. A sold reservation was made for a change of a booking's tickets, so its seats are not held again.
 */
const reservation = ({ row, hold, order }: ChannelBooking, { now, service }: GygCall): object => ({
  reservationReference: row.uuid,
  reservationExpiration: utcTime(
    order || !hold ? new Date(now.getTime() + service.config.holdMinutes * 60_000) : hold.expiresAt,
  ),
});

export const releaseSeats: GygOperation = {
  method: "POST",
  path: "/1/cancel-reservation",
  load: "orders",
  async run(call) {
    const { data } = readChannelBody(call.body, CancelReservationBody, invalidRequest);
    const booking = await reserved(call, data);
    if (booking.order) throw noReservation(data.reservationReference);
    done(
      call,
      await cancelChannelBooking(call.service.orderContext, booking.row.uuid, null, reservationCall(call)),
      null,
    );
    return {};
  },
};

export const bookSeats: GygOperation = {
  method: "POST",
  path: "/1/book",
  load: "orders",
  async run(call) {
    const { service, now } = call;
    const { data } = readChannelBody(call.body, BookBody, invalidRequest);
    const booking = await reserved(call, data);
    const { row } = booking;
    call.request.sentOrder = { eventId: row.eventId, externalReference: data.gygBookingReference };
    const product = await readCurrentProduct(service, row.productId);
    const what = booking.order ? "the booking that was sold" : "the reservation";
    refuseContradictions(contradictions(stated(call, data, booking, product), knownOf(booking), product), what);
    const guests = travellersOf(call, data, row.guests, product);
    if (booking.order) {
      refuseContradictions(contradictions({ guests }, knownOf(booking), product), what);
      return booked(call, booking);
    }
    const offer = await call.offer(data.productId);
    const slot = await slotAt(call, offer, data.dateTime);
    const former = (
      await findBookingsByReference(service.db, { reference: data.gygBookingReference }, call.caller)
    ).find((one) => isSold(one) && one.row.uuid !== row.uuid);
    if (former) return booked(call, await replaced(call, { former, booking, guests, slot }, offer));
    if (!hasOpenHold(booking, now)) throw noReservation(data.reservationReference);
    const answered = await confirmChannelBooking(
      service.orderContext,
      row.uuid,
      () => ({ guests }),
      reservationCall(call),
    );
    service.metrics.order(answered.outcome === "done" ? "placed" : "refused");
    return booked(call, done(call, answered, offer));
  },
};

/** Moves a sold booking to the event and tickets of its new reservation. A repeated request continues where the first request ended. */
async function replaced(
  call: GygCall,
  {
    former,
    booking,
    guests,
    slot,
  }: { former: ChannelBooking; booking: ChannelBooking; guests: Guests; slot: EventSlot },
  offer: ChannelOffer,
): Promise<ChannelBooking> {
  const { orderContext } = call.service;
  const { row } = booking;
  const reason = `replaces ${former.row.uuid}`;
  if (
    row.cancelReason === reason &&
    isEqual(
      former,
      slot,
      guests.units.map(({ code }) => code),
    )
  )
    refuseContradictions(
      contradictions({ guests: { ...guests, units: former.row.guests.units } }, knownOf(former), offer.product),
      "the booking that was sold",
    );
  else if (row.cancelReason !== reason) {
    if (!hasOpenHold(booking, call.now)) throw noReservation(row.uuid);
    done(call, await cancelChannelBooking(orderContext, row.uuid, reason, reservationCall(call)), offer);
  }
  const wish = { productId: offer.product.id, itemId: offer.item.id, eventId: slot.event.id, guests };
  return done(
    call,
    await changeChannelBooking(orderContext, former.row.uuid, () => wish, reservationCall(call)),
    offer,
  );
}

export const cancelSoldBooking: GygOperation = {
  method: "POST",
  path: "/1/cancel-booking",
  load: "orders",
  async run(call) {
    const { service, now } = call;
    const { data } = readChannelBody(call.body, CancelBookingBody, invalidRequest);
    const found = await findBookingsByReference(service.db, { orderReference: data.bookingReference }, call.caller);
    const booking = found.find(({ row }) => row.guests.reference === data.gygBookingReference);
    if (!booking?.order || booking.order.status === "rejected")
      throw new GygError("INVALID_BOOKING", `There is no booking ${data.bookingReference}.`);
    refuseContradictions(await contradicted(service, { itemId: data.productId }, booking), "the booking");
    // A repeated cancellation gets the same answer as the first cancellation.
    if (booking.order.status === "cancelled" && booking.row.cancelledAt) return {};
    if (booking.order.status === "cancelled")
      throw new GygError("BOOKING_ALREADY_CANCELED", "The booking was cancelled before.");
    if (booking.voucher?.redeemedAt) throw new GygError("BOOKING_REDEEMED", "The booking was redeemed.");
    const answered = await cancelChannelBooking(service.orderContext, booking.row.uuid, null, reservationCall(call));
    if (answered.outcome === "refused" && (await hasBegun(service, booking, now)))
      throw new GygError("BOOKING_IN_PAST", "The event has begun.");
    done(call, answered, null);
    return {};
  },
};

/** The reservation that a request names. @throws GygError if the reservation belongs to another booking. */
async function reserved(
  { service, caller }: GygCall,
  { reservationReference, gygBookingReference }: { reservationReference: string; gygBookingReference: string },
): Promise<ChannelBooking> {
  const uuid = reservationReference.toLowerCase();
  const booking = isUuid(uuid) ? await findBooking(service.db, uuid, caller) : null;
  if (booking?.row.guests.reference !== gygBookingReference) throw noReservation(reservationReference);
  return booking;
}

const isSold = ({ order }: ChannelBooking): boolean => order?.status === "complete";

const isEqual = ({ row }: ChannelBooking, { event }: EventSlot, codes: readonly string[]): boolean =>
  row.eventId === event.id &&
  sameSelection(ticketsOfUnits(row.guests.units), ticketsOfUnits(codes.map((code) => ({ code }))));

/** @throws GygError for every other end of a request. */
function done(call: GygCall, answered: ChannelOutcome, offer: ChannelOffer | null): ChannelBooking {
  switch (answered.outcome) {
    case "done":
      return answered.booking;
    case "refused":
      countRefusals(call, answered.errors);
      throw refusalError(answered.errors, offer);
    case "reused":
      throw invalidRequest("gygBookingReference was used for another reservation at the same time.");
    case "in-flight":
      throw new GygError("INTERNAL_SYSTEM_FAILURE", "An equal request is in flight. Repeat it in a second.");
    case "differs":
      throw contradiction(answered.fields, "the booking that was sold");
    case "unknown":
    case "ended":
      throw new GygError("INVALID_RESERVATION", "The reservation has expired.");
  }
}

/**
 * Returns the answer to a booking. A booking that waits for its supplier is neither sold nor refused: a repeated request returns its
 * result.
 */
function booked({ settings: { categories } }: GygCall, { order, passes, row }: ChannelBooking): object {
  if (order?.status === "rejected") throw new GygError("NO_AVAILABILITY", "The supplier declined the booking.");
  if (order?.status === "cancelled") throw noReservation(row.uuid);
  if (order?.status !== "complete")
    throw new GygError(
      "INTERNAL_SYSTEM_FAILURE",
      "The booking waits for its supplier. Repeat the request in a minute.",
    );
  return {
    bookingReference: orderReference(order),
    tickets: passes.map(({ code, ticketCode }) => ({
      category: (ticketCode && categoryOf("getyourguide", ticketCode, categories)) ?? "COLLECTIVE",
      ticketCode: formatShortCode(code),
      ticketCodeType: "QR_CODE",
    })),
  };
}
