import { randomUUID } from "node:crypto";
import type { ErrorEntry } from "@paseo/contract";
import { bookableEvent } from "../../store/catalogue/event-sales.ts";
import type { Db } from "../../store/database/database.ts";
import {
  type ChannelBookingRow,
  type Guests,
  insertChannelBooking,
  writeChannelBooking,
} from "../../store/orders/channel-bookings.ts";
import { holdById } from "../../store/orders/holds.ts";
import type { OrderRow } from "../../store/sale/orders.ts";
import { sameSelection } from "../orders/content.ts";
import type { OrderContext } from "../orders/transitions.ts";
import { refusalEntry } from "../selling/messages.ts";
import { contradictions, knownOf, type StatedField } from "./agreement.ts";
import { amendOrder } from "./amendment.ts";
import { type BookCall, isTestOrder } from "./book-request.ts";
import { placeOrder } from "./booking.ts";
import { cancelOrder } from "./cancellation.ts";
import {
  bookingWithoutOrder,
  type ChannelBooking,
  findBooking,
  hasOpenHold,
  readBookingState,
} from "./channel-booking-state.ts";
import { answersOf, ticketsOfUnits } from "./guests.ts";
import { exchangeHold, extendHold, type HoldCall, holdSeats, releaseHold } from "./holds.ts";
import type { Unanswered } from "./once.ts";

/**
 * Bookings of partners that use another protocol. Reserve, change, extend, confirm and cancel use the same holds,
 * orders and amendments as the partner interface. docs/decisions/0041-octo.md has the reasons.
 */

export type ChannelOutcome =
  | { outcome: "done"; booking: ChannelBooking }
  | { outcome: "refused"; errors: ErrorEntry[] }
  /** The partner has no such booking. */
  | { outcome: "unknown" }
  /** The uuid belongs to another booking. */
  | { outcome: "reused" }
  /** The booking is sold, and these fields of the request contradict it. */
  | { outcome: "differs"; fields: StatedField[] }
  /** The hold has ended without an order. */
  | { outcome: "ended" }
  /** An equal request is still carried out. */
  | { outcome: "in-flight" };

export interface ChannelCall
  extends Omit<HoldCall, "idempotencyKey" | "holdId">,
    Pick<BookCall, "supplierWaitMs" | "orderNumber"> {
  remoteHost: string;
  quoteMinutes: number;
}

export interface Reservation {
  /** The partner's own id. A random id unless given. */
  uuid: string | undefined;
  /** The id of the order that follows. A random id unless given. */
  orderId?: string;
  productId: string;
  itemId: string;
  eventId: string;
  freesale: boolean;
  guests: Guests;
  /** Returns the travellers that a repeated request states of the known booking. Missing: it states none. */
  guestsAgain?: (known: ChannelBookingRow) => Guests;
}

/** Holds the seats of a booking. A repeated request returns the present state of the booking, unless a field contradicts it. */
export async function reserveChannelBooking(
  context: OrderContext,
  wish: Reservation,
  call: ChannelCall,
): Promise<ChannelOutcome> {
  const { db } = context;
  const { uuid = randomUUID(), orderId: id = randomUUID(), guests, guestsAgain, ...sold } = wish;
  const tickets = ticketsOfUnits(guests.units);
  const request = { id: sold.eventId, apiKey: "", tickets };
  const keyed = { idempotencyKey: `channel ${uuid}`, waitsInFlight: true };
  const placing = await holdSeats(context, request, { ...call, ...keyed, holdId: id });
  if (placing.outcome !== "answered") return unanswered(placing);
  const { hold } = placing;
  if (hold.id === null) return { outcome: "refused", errors: hold.errors };
  const row = await insertChannelBooking(db, {
    partnerId: call.caller.partnerId,
    uuid,
    // A repeated request gets the id of the first request.
    id: hold.id,
    test: isTestOrder({}, call),
    lang: call.lang,
    holdId: hold.id,
    ...sold,
    guests,
    createdAt: call.now,
  });
  // A booking has no order before its first answer.
  if (row) return { outcome: "done", booking: bookingWithoutOrder(row, await holdById(db, row.holdId)) };
  const known = await findBooking(db, uuid, call.caller);
  // The stored answer to the first request was deleted, so this repeated request placed a second hold.
  if (known?.row.id !== hold.id) await releaseHold(db, { id: hold.id, apiKey: "" }, call);
  if (!known) return { outcome: "reused" };
  const { productId, itemId, eventId } = sold;
  const stated = { productId, itemId, eventId, guests: guestsAgain?.(known.row), codes: guests.units.map(codeOf) };
  return contradictions(stated, knownOf(known), null).length > 0
    ? { outcome: "reused" }
    : { outcome: "done", booking: known };
}

const codeOf = ({ code }: { code: string }): string => code;

const unanswered = ({ outcome }: Unanswered): ChannelOutcome => ({
  outcome: outcome === "in-flight" ? "in-flight" : "reused",
});

/** A change of a booking. A field that is omitted keeps its value. */
export interface BookingChange extends Partial<Pick<Reservation, "productId" | "itemId" | "eventId">> {
  guests: Guests;
}

/** Changes a booking: before confirmation its hold, afterwards its order by an amendment. */
export async function changeChannelBooking(
  context: OrderContext,
  uuid: string,
  wishOf: (row: ChannelBookingRow) => BookingChange,
  call: ChannelCall,
): Promise<ChannelOutcome> {
  const found = await findBooking(context.db, uuid, call.caller);
  if (!found) return { outcome: "unknown" };
  const wish = wishOf(found.row);
  if (found.order) return amend(context, found, found.order, wish, call);
  if (!hasOpenHold(found, call.now)) return { outcome: "ended" };
  const changed = await changeHold(context, found, wish, call);
  return "errors" in changed ? { outcome: "refused", ...changed } : done(context.db, changed);
}

async function changeHold(
  context: OrderContext,
  { row, hold }: ChannelBooking,
  wish: BookingChange,
  call: ChannelCall,
): Promise<ChannelBookingRow | { errors: ErrorEntry[] }> {
  const { productId = row.productId, itemId = row.itemId, eventId = row.eventId, guests } = wish;
  const tickets = ticketsOfUnits(guests.units);
  let { holdId } = row;
  if (eventId !== hold!.eventId || !sameSelection(tickets, hold!.tickets)) {
    const exchanged = await exchangeHold(
      context,
      hold!,
      { id: eventId, apiKey: "", tickets, testMode: row.test },
      call,
    );
    if (exchanged.id === null) return { errors: exchanged.errors };
    holdId = exchanged.id;
  }
  const sold = { holdId, productId, itemId, eventId, guests };
  return (await writeChannelBooking(context.db, { ...row, ...sold }, call.now)) ?? row;
}

async function amend(
  context: OrderContext,
  { row }: ChannelBooking,
  order: OrderRow,
  wish: BookingChange,
  call: ChannelCall,
): Promise<ChannelOutcome> {
  const { guests, eventId = row.eventId } = wish;
  const event = await bookableEvent(context.db, eventId);
  const tickets = ticketsOfUnits(guests.units);
  const { asked } = event ? answersOf(guests, tickets, event) : { asked: [] };
  const answers = asked.length > 0 ? { answers: asked } : {};
  const { emailAddress, phoneNumber } = guests.contact;
  const contact = { email: emailAddress ?? order.email, phoneNumber: phoneNumber ?? order.phoneNumber };
  const request = { id: order.id, apiKey: "", eventId, tickets, ...contact, ...answers };
  const quoting = await amendOrder(context, request, call);
  if (quoting.outcome !== "answered") return { outcome: "unknown" };
  const { quoteId, revision, errors } = quoting.change;
  // The order does not store a partner's own reference and notes.
  const isUnchanged = errors.length === 1 && errors[0]!.code === "change-nothing";
  if (quoteId === null && !isUnchanged) return { outcome: "refused", errors };
  if (quoteId !== null) {
    const accepting = await amendOrder(context, { id: order.id, apiKey: "", quoteId, revision }, call);
    if (accepting.outcome !== "answered")
      return { outcome: "refused", errors: [refusalEntry("change-waiting", call.lang)] };
    if (!accepting.change.isValid) return { outcome: "refused", errors: accepting.change.errors };
    // The order stays unchanged until its supplier agrees.
    if (accepting.change.status === "waitsupplier") return done(context.db, row);
  }
  const sold = { productId: row.productId, itemId: event?.itemId ?? row.itemId, eventId, guests };
  return done(context.db, (await writeChannelBooking(context.db, { ...row, ...sold }, call.now)) ?? row);
}

/** Makes the order. A repeated request returns the present state of the booking, unless a field contradicts it. */
export async function confirmChannelBooking(
  context: OrderContext,
  uuid: string,
  wishOf: (row: ChannelBookingRow) => BookingChange,
  call: ChannelCall,
): Promise<ChannelOutcome> {
  const { db } = context;
  const found = await findBooking(db, uuid, call.caller);
  if (!found) return { outcome: "unknown" };
  const wish = wishOf(found.row);
  if (found.order) {
    const fields = contradictions(wish, knownOf(found), null);
    return fields.length > 0 ? { outcome: "differs", fields } : { outcome: "done", booking: found };
  }
  if (!hasOpenHold(found, call.now)) return { outcome: "ended" };
  const changed = await changeHold(context, found, wish, call);
  if ("errors" in changed) return { outcome: "refused", ...changed };
  const [hold, event] = await Promise.all([holdById(db, changed.holdId), bookableEvent(db, changed.eventId)]);
  if (!hold || !event) return { outcome: "ended" };
  const { contact, reference } = changed.guests;
  const { asked, unasked } = answersOf(changed.guests, hold.tickets, event);
  const request = {
    id: hold.eventId,
    apiKey: "",
    tickets: hold.tickets,
    email: contact.emailAddress ?? "",
    phoneNumber: contact.phoneNumber ?? "",
    remoteHost: call.remoteHost,
    externalReference: reference,
    testMode: changed.test,
    totalUsd: { currencyCode: "USD" as const, value: Number(hold.totalUsd) },
    answers: asked,
  };
  const placement = await placeOrder(context, request, {
    ...call,
    holdId: hold.id,
    orderId: changed.id,
    unasked,
    priceHoldMinutes: 0,
  });
  if (!("order" in placement)) return unanswered(placement);
  const after = await readBookingState(db, changed);
  if (placement.outcome !== "refused") return { outcome: "done", booking: after };
  // An equal request would have got the order: another request booked the hold meanwhile, with other content.
  if (after.order) return { outcome: "differs", fields: ["guests"] };
  return { outcome: "refused", errors: placement.order.errors ?? [] };
}

/** Extends the hold of a booking. */
export async function extendChannelBooking(
  context: OrderContext,
  uuid: string,
  call: ChannelCall,
): Promise<ChannelOutcome> {
  const { db } = context;
  const found = await findBooking(db, uuid, call.caller);
  if (!found) return { outcome: "unknown" };
  if (found.order) return { outcome: "refused", errors: [refusalEntry("hold-booked", call.lang)] };
  if (!hasOpenHold(found, call.now)) return { outcome: "ended" };
  const extended = await extendHold(db, { id: found.row.holdId, apiKey: "" }, call);
  if (!extended?.isValid) return { outcome: "refused", errors: extended?.errors ?? [] };
  return done(db, (await writeChannelBooking(db, found.row, call.now)) ?? found.row);
}

/** Releases the hold, or cancels the order. A booking that has ended is returned unchanged. */
export async function cancelChannelBooking(
  context: OrderContext,
  uuid: string,
  reason: string | null,
  call: ChannelCall,
): Promise<ChannelOutcome> {
  const { db } = context;
  const found = await findBooking(db, uuid, call.caller);
  if (!found) return { outcome: "unknown" };
  const { order, row } = found;
  if (!order) {
    if (!hasOpenHold(found, call.now)) return { outcome: "done", booking: found };
    const released = await releaseHold(db, { id: row.holdId, apiKey: "" }, call);
    // Another request may have confirmed the booking meanwhile.
    if (released?.status === "booked") return cancelChannelBooking(context, uuid, reason, call);
  } else {
    const cancelled = await cancelOrder(context, order.id, call);
    if (!cancelled) return { outcome: "unknown" };
    if (!cancelled.isValid) return { outcome: "refused", errors: cancelled.errors ?? [] };
  }
  // A repeated cancellation changes nothing.
  if (row.cancelledAt) return done(db, row);
  const cancelled = { ...row, cancelledAt: call.now, cancelReason: reason };
  return done(db, (await writeChannelBooking(db, cancelled, call.now)) ?? row);
}

/** Releases the hold of a booking, also an expired hold, so that no request in flight can make an order of it. */
export async function endReservation(
  { db }: OrderContext,
  { row }: ChannelBooking,
  call: ChannelCall,
): Promise<ChannelBooking> {
  await releaseHold(db, { id: row.holdId, apiKey: "" }, call);
  return readBookingState(db, row);
}

const done = async (db: Db, row: ChannelBookingRow): Promise<ChannelOutcome> => ({
  outcome: "done",
  booking: await readBookingState(db, row),
});
