import { randomUUID } from "node:crypto";
import type { ErrorEntry } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import { contradictions, type Stated } from "../../domain/booking/agreement.ts";
import {
  type ChannelBooking,
  findBooking,
  findBookingsByReference,
  hasOpenHold,
} from "../../domain/booking/channel-booking-state.ts";
import {
  type ChannelOutcome,
  cancelChannelBooking,
  confirmChannelBooking,
  endReservation,
  reserveChannelBooking,
} from "../../domain/booking/channel-bookings.ts";
import { categoryOf } from "../../domain/catalogue/ticket-categories.ts";
import { utcTime } from "../../domain/selling/offset-times.ts";
import { formatShortCode } from "../../domain/visits/passes.ts";
import type { Guests } from "../../store/orders/channel-bookings.ts";
import { standingAdmissions } from "../../store/visits/admissions.ts";
import { isUuid } from "../../web/query.ts";
import { showChannelLimits } from "../shared/calls.ts";
import {
  bookedUnit,
  countRefusals,
  noGuests,
  partyPass,
  passesByTraveller,
  personFromNames,
  pickupOf,
  reservationCall,
  uuidOf,
} from "../shared/guests.ts";
import {
  type ChannelOffer,
  type EventSlot,
  offerOfProduct,
  readEventSlots,
  ticketCodeOf,
  wantedSale,
} from "../shared/offers.ts";
import { contradicted, hasBegun, readCurrentProduct, readOfferedProduct } from "../shared/products.ts";
import { requireDay, requireTotal, viatorPrices } from "./availability.ts";
import { refuseContradictions, reservationRefusal, tgds, unknownOutcomeError, viatorUnprocessable } from "./errors.ts";
import { BookingBody, ReserveRequest, SoldBookingBody, type ViatorCall, viatorOperation } from "./requests.ts";

/** What bookings of Viator say: their travellers, and the sale that they name. */

/** Refuses numbers of travellers that contradict the list of travellers. A number that is missing says nothing. */
function refuseTravellerMix({ TravellerMix, Traveller }: BookingBody): void {
  for (const [band, count] of Object.entries(TravellerMix ?? {})) {
    const named = band === "Total" ? Traveller : Traveller.filter(({ AgeBand }) => AgeBand === band);
    if (count !== undefined && count !== null && Number(count) !== named.length)
      throw viatorUnprocessable(
        tgds.data,
        `TravellerMix.${band} is ${count}, but Traveller names ${named.length} of them.`,
      );
  }
}

/** What a booking says about a reservation or a sold booking. */
function stated(body: BookingBody, { row }: ChannelBooking, { settings }: ViatorCall): Stated {
  const codes = new Map(
    row.guests.units.map(({ code }) => [categoryOf("viator", code, settings.categories) as string, code]),
  );
  return {
    productId: body.SupplierProductCode,
    itemId: body.TourOptions?.SupplierOptionCode || undefined,
    day: body.TravelDate,
    time: body.TourOptions?.TourDepartureTime?.slice(0, 5),
    codes: body.Traveller.map(({ AgeBand }) => codes.get(AgeBand.toUpperCase())),
    currencyCode: body.CurrencyCode,
    net: body.Amount,
  };
}

function guestsOf(uuid: string, offer: ChannelOffer, body: BookingBody, call: ViatorCall): Guests {
  const units = body.Traveller.map(({ TravellerIdentifier, GivenName, Surname, AgeBand }, n) => {
    const code = ticketCodeOf(offer, AgeBand.toUpperCase());
    if (code === undefined)
      throw viatorUnprocessable(tgds.mix, `The product has no ticket for the age band ${AgeBand}.`);
    return bookedUnit(uuid, n, code, {
      reference: `${TravellerIdentifier}`,
      contact: personFromNames(GivenName, Surname),
    });
  });
  const lead = body.Traveller.find(({ LeadTraveller }) => LeadTraveller) ?? body.Traveller[0]!;
  const answers = body.RequiredInfo?.Question?.map((one) => `${one.QuestionText}: ${one.QuestionAnswer}`) ?? [];
  return {
    units,
    contact: personFromNames(lead.GivenName, lead.Surname, {
      email: body.ContactEmail,
      phone: body.ContactDetail?.ContactValue,
    }),
    notes: [body.SpecialRequirement, ...answers].filter(Boolean).join("\n").slice(0, 5_000) || null,
    reference: body.BookingReference,
    pickup: pickupOf(body.PickupPoint, offer, call),
  };
}

/** Reservations and bookings of Viator: docs/decisions/0051-channels-that-call.md. */

/** Viator sends no reference with a reservation, so each request makes one. A reservation that is not booked expires. */
export const placeReservation = viatorOperation({
  path: "/v2/reserve",
  load: "orders",
  body: ReserveRequest,
  async run(call, { productOptionId, startTime, travelDate, tickets, totalTravelers }) {
    requireDay("travelDate", travelDate);
    requireTotal(totalTravelers, tickets);
    const offer = await call.offer(productOptionId);
    if (!offer)
      throw viatorUnprocessable("INVALID_PRODUCT_OPTION", `There is no product option ${productOptionId} to sell.`);
    const slot = await slotOn(call, offer, travelDate, startTime);
    if (!slot) return { status: "NOT_RESERVED", reason: "NO_EVENT" };
    const codes = tickets.flatMap(({ type, quantity }) =>
      Array.from({ length: quantity }, () => ticketCodeOf(offer, type)),
    );
    if (codes.includes(undefined)) return { status: "NOT_RESERVED", reason: "UNSUPPORTED_TICKET_COMBINATION" };
    const uuid = randomUUID();
    const units = codes.map((code, n) => bookedUnit(uuid, n, code!));
    const answered = await hold(call, { uuid, offer, slot, guests: noGuests(units, null) });
    await showChannelLimits(call);
    if (answered.outcome === "refused") {
      countRefusals(call, answered.errors);
      return { status: "NOT_RESERVED", reason: reservationRefusal(answered.errors) };
    }
    const { row, hold: held } = done(answered);
    return {
      status: "RESERVED",
      expiration: utcTime(held!.expiresAt),
      reference: row.uuid,
      currency: slot.event.currencyCode,
      price: viatorPrices(slot, offer),
    };
  },
});

type Wanted = { uuid: string; offer: ChannelOffer; slot: EventSlot; guests: Guests };

const hold = (call: ViatorCall, { uuid, offer, slot, guests }: Wanted): Promise<ChannelOutcome> => {
  const sold = { productId: offer.product.id, itemId: offer.item.id, eventId: slot.event.id, freesale: false };
  return reserveChannelBooking(call.service.orderContext, { uuid, ...sold, guests }, reservationCall(call));
};

/** Finds the event at a time of a day. An event without a time is the only event of the day. */
async function slotOn(call: ViatorCall, offer: ChannelOffer, day: string, time: string | null | undefined) {
  const slots = await readEventSlots(call, offer, { first: day, last: day });
  if (!time) return slots.length === 1 ? slots[0] : undefined;
  return slots.find((slot) => slot.time === null || slot.time === time.slice(0, 5));
}

/** Viator's booking reference identifies a repeated request. Without an open reservation, the booking takes seats itself. */
export const bookTour = viatorOperation({
  path: "/booking",
  responseType: "BookingResponse",
  load: "orders",
  body: BookingBody,
  async run(call, body) {
    requireDay("TravelDate", body.TravelDate);
    refuseTravellerMix(body);
    const { BookingReference: reference } = body;
    call.request.sentOrder = { eventId: null, externalReference: reference };
    const before = await reservationOf(call, body);
    const known = (await findBookingsByReference(call.service.db, { reference }, call.caller)).find(
      ({ order }) => order,
    );
    if (known) return bookedAgain(call, known, body, before);
    if (before) await refuseOther(call, before, stated(body, before, call), "the reservation");
    if (before && hasOpenHold(before, call.now)) {
      const answered = await confirmed(call, before, body);
      if (answered.outcome !== "ended") return outcome(call, answered, body);
    }
    // The release prevents a request in flight from turning an ended reservation into an order.
    const ended = before && (await endReservation(call.service.orderContext, before, reservationCall(call)));
    if (ended?.order) return bookedAgain(call, ended, body, null);
    const optionId = before?.row.itemId ?? body.TourOptions?.SupplierOptionCode ?? "";
    const offer = await call.offer(optionId);
    if (!offer) throw viatorUnprocessable(tgds.option, `There is no option ${optionId} to sell.`);
    const slot = await slotOn(call, offer, body.TravelDate, body.TourOptions?.TourDepartureTime);
    if (!slot) return rejected("NOT_OPERATING", "The tour does not take place at this time.");
    const uuid = uuidOf(`viator ${reference}`);
    const guests = guestsOf(uuid, offer, body, call);
    const said = { productId: body.SupplierProductCode, currencyCode: body.CurrencyCode, net: body.Amount };
    refuseContradictions(contradictions(said, wantedSale(offer, slot, guests), offer.product), "what is sold");
    call.request.sentOrder.eventId = slot.event.id;
    const held = await hold(call, { uuid, offer, slot, guests });
    return outcome(call, held.outcome === "done" ? await confirmed(call, held.booking, body) : held, body);
  },
});

const refuseOther = async ({ service }: ViatorCall, booking: ChannelBooking, said: Stated, what: string) =>
  refuseContradictions(await contradicted(service, said, booking), what);

/** Answers a booking whose reference is known: the order again, if each field agrees with it. */
async function bookedAgain(
  call: ViatorCall,
  known: ChannelBooking,
  body: BookingBody,
  named: ChannelBooking | null,
): Promise<object> {
  const what = `the booking ${body.BookingReference}`;
  if (named && named.row.uuid !== known.row.uuid && hasOpenHold(named, call.now))
    throw viatorUnprocessable(tgds.request, `AvailabilityHoldReference is not the reservation of ${what}.`);
  await refuseOther(call, known, stated(body, known, call), what);
  const product = await readCurrentProduct(call.service, known.row.productId);
  const item = product?.items.find(({ id }) => id === known.row.itemId);
  if (product && item) {
    const categories = new Map(
      known.row.guests.units.map(({ code }) => [code, categoryOf("viator", code, call.settings.categories)!]),
    );
    const guests = guestsOf(known.row.uuid, { product, item, categories }, body, call);
    await refuseOther(call, known, { guests }, what);
  }
  return booked(known, body);
}

/**
 * Finds the reservation that a booking names.
 * @throws ProblemError if the reservation belongs to another booking.
 */
async function reservationOf(call: ViatorCall, body: BookingBody): Promise<ChannelBooking | null> {
  const uuid = body.AvailabilityHoldReference?.toLowerCase() ?? "";
  const found = isUuid(uuid) ? await findBooking(call.service.db, uuid, call.caller) : null;
  const reference = found?.row.guests.reference ?? null;
  if (reference === null || reference === body.BookingReference) return found;
  throw viatorUnprocessable(tgds.request, "AvailabilityHoldReference was used for another booking.");
}

/** Books a reservation, for the travellers of the request. */
async function confirmed(call: ViatorCall, { row }: ChannelBooking, body: BookingBody): Promise<ChannelOutcome> {
  const { service } = call;
  const product = await readOfferedProduct(service, call.caller, row.productId);
  const offer = product && offerOfProduct(product, "viator", call, row.itemId);
  if (!offer) return { outcome: "ended" };
  const guests = guestsOf(row.uuid, offer, body, call);
  const answered = await confirmChannelBooking(
    service.orderContext,
    row.uuid,
    () => ({ guests }),
    reservationCall(call),
  );
  service.metrics.order(answered.outcome === "done" ? "placed" : "refused");
  return answered;
}

function outcome(call: ViatorCall, answered: ChannelOutcome, body: BookingBody): object {
  if (answered.outcome !== "refused") return booked(done(answered), body);
  countRefusals(call, answered.errors);
  const isOff = /^event-(unknown|removed|black-out)$/.test(answered.errors[0]?.code ?? "");
  return rejected(isOff ? "NOT_OPERATING" : "OTHER", answered.errors.map(({ message }) => message).join(" "));
}

const rejected = (RejectionReason: string, RejectionReasonDetails: string): object => ({
  TransactionStatus: { Status: "REJECTED", RejectionReason, RejectionReasonDetails },
  SupplierConfirmationNumber: "",
});

/** @throws ProblemError unless the request is done. */
function done(answered: ChannelOutcome): ChannelBooking {
  if (answered.outcome === "done") return answered.booking;
  if (answered.outcome === "in-flight")
    throw unknownOutcomeError("An equal request is in flight. Repeat it in a second.");
  if (answered.outcome === "differs") refuseContradictions(answered.fields, "the booking that was sold");
  throw answered.outcome === "reused"
    ? viatorUnprocessable(tgds.request, "BookingReference was used before.")
    : viatorUnprocessable(tgds.gone, "The reservation has ended.");
}

/** Returns the answer to a booking. A booking that waits for its supplier is neither sold nor refused. */
function booked(booking: ChannelBooking, { BookingReference }: BookingBody): object {
  const { order } = booking;
  if (order?.status === "rejected" || order?.status === "cancelled")
    return { BookingReference, ...rejected("OTHER", "The booking was declined or cancelled.") };
  if (order?.status !== "complete")
    throw unknownOutcomeError("The booking waits for its supplier. Repeat the request in a minute.");
  const party = partyPass(booking);
  return {
    BookingReference,
    ...(party && { TourBarcode: formatShortCode(party.code) }),
    Traveller: travellersOf(booking).map(({ pass, ...traveller }) => ({
      ...traveller,
      ...(pass && { TravellerBarcode: formatShortCode(pass.code) }),
    })),
    TransactionStatus: { Status: "CONFIRMED" },
    SupplierConfirmationNumber: orderReference(order),
  };
}

const travellersOf = (booking: ChannelBooking) =>
  passesByTraveller(booking).map((pass, n) => ({
    TravellerIdentifier: booking.row.guests.units[n]!.reference ?? `${n + 1}`,
    TravellerSupplierConfirmationNumber: `${orderReference(booking.order!)}-${n + 1}`,
    pass,
  }));

async function soldBooking(call: ViatorCall, body: SoldBookingBody): Promise<ChannelBooking> {
  const { service, caller } = call;
  const found = await findBookingsByReference(service.db, { orderReference: body.SupplierConfirmationNumber }, caller);
  const booking = found.find(({ row, order }) => order && row.guests.reference === body.BookingReference);
  if (!booking) throw viatorUnprocessable(tgds.request, `There is no booking ${body.BookingReference}.`);
  await refuseOther(call, booking, { day: body.TravelDate }, `the booking ${body.BookingReference}`);
  return booking;
}

export const cancelTour = viatorOperation({
  path: "/booking-cancellation",
  responseType: "BookingCancellationResponse",
  load: "orders",
  body: SoldBookingBody,
  async run(call, body) {
    const { orderContext } = call.service;
    const booking = await soldBooking(call, body);
    const { BookingReference, SupplierConfirmationNumber, Reason = null } = body;
    const answered = await cancelChannelBooking(orderContext, booking.row.uuid, Reason, reservationCall(call));
    if (answered.outcome === "refused") {
      countRefusals(call, answered.errors);
      const [{ code, message: RejectionReasonDetails }] = answered.errors as [ErrorEntry];
      const RejectionReason = await whyKept(call, booking, code);
      const TransactionStatus = { Status: "REJECTED", RejectionReason, RejectionReasonDetails };
      return { BookingReference, SupplierConfirmationNumber, TransactionStatus };
    }
    if (done(answered).order?.status === "waitcancel")
      throw unknownOutcomeError("The cancellation waits for the supplier.");
    const SupplierCancellationNumber = `C-${SupplierConfirmationNumber}`;
    const TransactionStatus = { Status: "CONFIRMED" };
    return { BookingReference, SupplierConfirmationNumber, SupplierCancellationNumber, TransactionStatus };
  },
});

async function whyKept({ service, now }: ViatorCall, booking: ChannelBooking, code: string): Promise<string> {
  if (code === "cancel-redeemed") return "TOUR_REDEEMED";
  if (code !== "cancel-too-late") return "OTHER";
  return (await hasBegun(service, booking, now)) ? "PAST_TOUR_DATE" : "PAST_CANCEL_DATE";
}

export const readRedemption = viatorOperation({
  path: "/redemption",
  responseType: "RedemptionResponse",
  load: "channels",
  body: SoldBookingBody,
  async run(call, body) {
    const booking = await soldBooking(call, body);
    const admissions = await standingAdmissions(call.service.db, [booking.order!.id]);
    const whole = partyPass(booking) ? (booking.voucher?.redeemedAt ?? null) : null;
    const Traveller = travellersOf(booking).map(({ pass, ...traveller }) => {
      const at = pass ? (admissions.find(({ n }) => n === pass.n)?.at ?? null) : whole;
      return { ...traveller, RedemptionStatus: at !== null, ...(at && { RedemptionDateTime: utcTime(at) }) };
    });
    return { RedemptionStatus: Boolean(booking.voucher?.redeemedAt), Traveller };
  },
});
