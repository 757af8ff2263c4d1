import { createHash } from "node:crypto";
import type { SupplierAmendment, SupplierOrder } from "../../records/supplier-order.ts";
import { asRecord, confirmationOf } from "../answer-texts.ts";
import type { SupplierOutcome } from "../supplier.ts";
import { type OctoCalls, type OctoRecord, type OctoReply, type OctoRequest, recordsOf, textOrNull } from "./calls.ts";
import {
  availabilityOf,
  bookingNumberOf,
  guestsOf,
  isFreesale,
  type OctoOption,
  startsAt,
  unitIdsOf,
  unitsOf,
} from "./mapping.ts";
import { requestAvailability } from "./seats.ts";

/**
 * An order as bookings of OCTO. The uuid of its booking is derived from the order's id. So a repeated request returns
 * the same booking, and no order is booked twice. If a reservation expires before its confirmation, the service makes
 * another reservation with the next uuid.
 */

/** Maximum number of reservations of one order. A new reservation follows only an expired reservation. */
const maxReservations = 5;

/** Returns the uuid of the order's n-th reservation, from 0. */
export function bookingUuid(orderId: string, n: number): string {
  if (n === 0) return orderId;
  const hash = createHash("sha256").update(`${orderId} ${n}`).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

const pathOf = (uuid: string, action = ""): string => `/bookings/${uuid}${action}`;

/** The state of a booking: an outcome, or a reservation that can be confirmed, has expired, or is missing. */
type State = { state: "held" | "expired" | "missing" } | { state: "decided"; outcome: SupplierOutcome };

const decided = (outcome: SupplierOutcome): State => ({ state: "decided", outcome });
const again = (seconds: number) => ({ askAgainInSeconds: seconds });
/** Seconds between two status calls for a booking that the supplier has not decided. */
const undecidedSeconds = 30;

/**
 * Reads the state of a booking from an answer. An answer about another booking, or about one that is not as it was asked for, decides
 * nothing: whatever its status says, a person must look at it. Without `sale`, only the uuid is compared.
 */
function bookingStateOf(reply: OctoReply, uuid: string, sale: AskedSale | null = null): State {
  if (reply.kind === "refused" && reply.code === "INVALID_BOOKING_UUID") return { state: "missing" };
  if (reply.kind !== "answer") return decided(unknownOf(reply));
  const booking = asRecord(reply.value);
  const other = booking && typeof booking.status === "string" ? otherFields(booking, uuid, sale) : [];
  if (other.length > 0) {
    const message = `The supplier answered with another booking than the order asked for: ${other.join(", ")}.`;
    return decided({ outcome: "unknown", message, ...again(undecidedSeconds) });
  }
  switch (booking?.status) {
    case "ON_HOLD":
      return { state: "held" };
    case "EXPIRED":
      return { state: "expired" };
    case "CONFIRMED":
    case "REDEEMED":
      return decided({ outcome: "confirmed", ...confirmationOf(bookingNumberOf(booking), null) });
    case "PENDING":
      return decided({ outcome: "unknown", message: "The supplier has not decided yet.", ...again(undecidedSeconds) });
    case "REJECTED":
      return decided({ outcome: "declined", message: "The supplier rejected the booking." });
    case "CANCELLED":
      return decided({ outcome: "cancelled", message: "The supplier cancelled the booking." });
    default:
      return decided({ outcome: "unknown", message: "The supplier's answer is no booking of OCTO." });
  }
}

/** What an order asks of its booking. `availabilityId` is null where the order's time alone says it. */
interface AskedSale extends OctoOrder {
  eventOn: string;
}

/** Booking statuses in which seats are held or sold. */
const withSeats = new Set(["ON_HOLD", "PENDING", "CONFIRMED", "REDEEMED"]);

/** Returns the fields of a booking that are not as they were asked for. A field other than the uuid that is missing says nothing. */
function otherFields(booking: OctoRecord, uuid: string, sale: AskedSale | null): string[] {
  const isOwn = typeof booking.uuid === "string" && booking.uuid.toLowerCase() === uuid;
  if (!sale || !withSeats.has(String(booking.status))) return isOwn ? [] : ["uuid"];
  const { found, availabilityId, eventOn } = sale;
  const isNamed = (name: string, id: string) => textOrNull(booking[name]) === null || booking[name] === id;
  const availability = asRecord(booking.availability);
  const isAtTime = isFreesale(found) || !availability?.localDateTimeStart || startsAt(availability, eventOn);
  const agrees: [string, boolean][] = [
    ["uuid", isOwn],
    ["productId", isNamed("productId", found.product.id)],
    ["optionId", isNamed("optionId", found.option.id)],
    ["unitItems", hasUnits(booking, sale)],
    ["availabilityId", availabilityId === null ? isAtTime : booking.availabilityId === availabilityId],
  ];
  return agrees.flatMap(([name, isSame]) => (isSame ? [] : [name]));
}

function unknownOf(reply: Exclude<OctoReply, { kind: "answer" }>): SupplierOutcome {
  const wait = reply.kind === "lost" && reply.askAgainInSeconds ? again(reply.askAgainInSeconds) : {};
  return { outcome: "unknown", message: reply.message, ...wait };
}

/** Returns the outcome of a lost request: `not-received` if the supplier certainly did not carry it out, otherwise `unknown`. */
const unlessUnsent = (reply: Exclude<OctoReply, { kind: "answer" }>): SupplierOutcome =>
  reply.kind === "no-access" || (reply.kind === "lost" && !reply.sent)
    ? { ...unknownOf(reply), outcome: "not-received" }
    : unknownOf(reply);

/** Reads the bookings of an order until it finds a booking that has not expired. `n` is the number of that booking. */
export async function currentBooking(
  call: OctoCalls,
  orderId: string,
  sale: AskedSale | null = null,
): Promise<State & { n: number }> {
  for (let n = 0; ; n++) {
    const state = await read(call, bookingUuid(orderId, n), sale);
    if (state.state !== "expired" || n === maxReservations - 1) return { ...state, n };
  }
}

/** An order with the supplier's ids. */
interface OctoOrder {
  found: OctoOption;
  units: string[];
  availabilityId: string | null;
}

/**
 * Finds the supplier's ids for an order. Returns the outcome when the order cannot be booked. An amendment with
 * `sameTime` does not change the availability.
 */
export async function octoOrderOf(
  call: OctoCalls,
  found: OctoOption,
  order: Pick<SupplierOrder, "tickets" | "eventOn">,
  { sameTime = false } = {},
): Promise<OctoOrder | SupplierOutcome> {
  const units = unitsOf(found, order.tickets);
  if (!Array.isArray(units))
    return { outcome: "declined", message: `The supplier has no unit for the ticket ${units.missing}.` };
  if (sameTime || isFreesale(found)) return { found, units, availabilityId: null };
  const day = order.eventOn.slice(0, 10);
  const reply = await requestAvailability(call, found, { first: day, last: day });
  if (reply.kind === "refused") return { outcome: "declined", message: reply.message };
  // The supplier has booked nothing, so the service sends the order again.
  if (reply.kind !== "answer") return { ...unknownOf(reply), outcome: "not-received" };
  const list = recordsOf(reply.value);
  if (!list) return { outcome: "not-received", message: "The supplier's availability is no list of OCTO." };
  const availability = availabilityOf(list, order.eventOn);
  return availability
    ? { found, units, availabilityId: availability.id }
    : { outcome: "declined", message: `The supplier has no availability at ${order.eventOn}.` };
}

/** Returns what an order asks of its booking, also when the supplier's availability cannot be read. */
export async function askedSaleOf(
  call: OctoCalls,
  found: OctoOption,
  order: Pick<SupplierOrder, "tickets" | "eventOn">,
): Promise<AskedSale | null> {
  const units = unitsOf(found, order.tickets);
  if (!Array.isArray(units)) return null;
  const sale = await octoOrderOf(call, found, order);
  const availabilityId = "outcome" in sale ? null : sale.availabilityId;
  return { found, units, availabilityId, eventOn: order.eventOn };
}

const idsOf = ({ product, option }: OctoOption) => ({ productId: product.id, optionId: option.id });

/** Makes and confirms a reservation. */
export async function makeBooking(call: OctoCalls, ordered: OctoOrder, order: SupplierOrder): Promise<SupplierOutcome> {
  const sale = { ...ordered, eventOn: order.eventOn };
  const guests = guestsOf(order, sale.units);
  for (let n = 0; n < maxReservations; n++) {
    const uuid = bookingUuid(order.id, n);
    const body = { uuid, ...idsOf(sale.found), availabilityId: sale.availabilityId, ...guests };
    const reply = await call({ method: "POST", path: "/bookings", body });
    if (reply.kind !== "answer" && reply.kind !== "refused") return unlessUnsent(reply);
    // The refusal of a repeated request does not reveal the outcome of the first request.
    const state = reply.kind === "refused" ? await read(call, uuid, sale) : bookingStateOf(reply, uuid, sale);
    if (state.state === "missing")
      return { outcome: "declined", message: reply.kind === "refused" ? reply.message : null };
    if (state.state === "decided") return state.outcome;
    if (state.state === "held") return confirm(call, uuid, guests, sale);
  }
  return { outcome: "declined", message: "The supplier's reservations expired before they were confirmed." };
}

const read = async (call: OctoCalls, uuid: string, sale: AskedSale | null = null): Promise<State> =>
  bookingStateOf(await call({ method: "GET", path: pathOf(uuid) }), uuid, sale);

async function confirm(call: OctoCalls, uuid: string, guests: object, sale: AskedSale): Promise<SupplierOutcome> {
  const reply = await call({ method: "POST", path: pathOf(uuid, "/confirm"), body: guests });
  if (reply.kind !== "refused") {
    const state = bookingStateOf(reply, uuid, sale);
    return state.state === "decided" ? state.outcome : { outcome: "unknown", message: "The supplier did not confirm." };
  }
  const state = await read(call, uuid, sale);
  if (state.state === "decided") return state.outcome;
  // Release the seats. If this request is lost, the reservation expires.
  await call({ method: "POST", path: pathOf(uuid, "/cancel"), body: { reason: "The confirmation was refused." } });
  return { outcome: "declined", message: reply.message };
}

/** Cancels an order's booking or its reservations. */
export async function cancelBooking(call: OctoCalls, orderId: string, reason: string): Promise<SupplierOutcome> {
  for (let n = 0; n < maxReservations; n++) {
    const uuid = bookingUuid(orderId, n);
    const reply = await call({ method: "POST", path: pathOf(uuid, "/cancel"), body: { reason } });
    const refused = reply.kind === "refused" && reply.code !== "INVALID_BOOKING_UUID" ? reply : null;
    const state = refused ? await read(call, uuid) : bookingStateOf(reply, uuid);
    if (state.state === "missing") return { outcome: "cancelled", message: null };
    if (state.state === "expired") continue;
    if (state.state !== "decided") return { outcome: "unknown", message: refused?.message ?? null };
    const { outcome } = state;
    if (outcome.outcome === "declined" || outcome.outcome === "cancelled")
      return { outcome: "cancelled", message: null };
    if (outcome.outcome !== "confirmed") return outcome;
    // The booking is still confirmed.
    return refused
      ? { outcome: "declined", message: refused.message }
      : { outcome: "unknown", message: "The supplier answered, but did not cancel." };
  }
  return { outcome: "cancelled", message: null };
}

/** Changes a confirmed booking. A repeated call finds the booking already changed, and returns it. */
export async function changeBooking(
  call: OctoCalls,
  sale: OctoOrder,
  { id }: SupplierOrder,
  { order }: SupplierAmendment,
): Promise<SupplierOutcome> {
  const current = await currentBooking(call, id);
  if (current.state !== "decided") return { outcome: "unknown", message: "The supplier has no booking to change." };
  if (current.outcome.outcome !== "confirmed") return current.outcome;
  const uuid = bookingUuid(id, current.n);
  const path = pathOf(uuid);
  const readOne: OctoRequest = { method: "GET", path };
  const before = await call(readOne);
  const units = before.kind === "answer" ? (recordsOf(asRecord(before.value)?.unitItems) ?? []) : [];
  const body = {
    ...guestsOf(order, sale.units, units),
    ...(sale.availabilityId && { ...idsOf(sale.found), availabilityId: sale.availabilityId }),
  };
  const reply = await call({ method: "PATCH", path, body });
  if (reply.kind !== "answer" && reply.kind !== "refused") return unlessUnsent(reply);
  const after = reply.kind === "refused" ? await call(readOne) : reply;
  const state = bookingStateOf(after, uuid);
  if (state.state !== "decided") return { outcome: "unknown", message: "The supplier's answer is no booking." };
  if (state.outcome.outcome !== "confirmed") return state.outcome;
  const booking = asRecord((after as { value: unknown }).value)!;
  if (isAs(booking, sale)) return state.outcome;
  return reply.kind === "refused"
    ? { outcome: "declined", message: reply.message }
    : { outcome: "unknown", message: "The supplier answered, but the booking is not as it was asked for." };
}

const hasUnits = (booking: OctoRecord, { units }: OctoOrder): boolean =>
  JSON.stringify(unitIdsOf(booking)) === JSON.stringify([...units].sort());

const isAs = (booking: OctoRecord, sale: OctoOrder): boolean =>
  hasUnits(booking, sale) && (sale.availabilityId === null || booking.availabilityId === sale.availabilityId);
