import { createHash } from "node:crypto";
import type { ErrorEntry } from "@paseo/contract";
import { isEmailAddress } from "@paseo/contract/limits";
import type { ChannelBooking } from "../../domain/booking/channel-booking-state.ts";
import type { ChannelCall } from "../../domain/booking/channel-bookings.ts";
import {
  type BookedUnit,
  type Guests,
  type Person,
  type Pickup,
  unknownPerson,
} from "../../store/orders/channel-bookings.ts";
import type { PassRow } from "../../store/visits/passes.ts";
import { texts } from "../../texts/texts.ts";
import { channelCall, type InboundCall } from "./calls.ts";
import type { ChannelOffer } from "./offers.ts";

/** Bookings of channels that call the operator: travellers, passes and refusals. */

/** Minimum minutes of a reservation, as these channels require. */
const leastMinutes = 15;

/** Returns a call that reserves. A client may repeat a refused cart under the same reference, so the service does not store its refusal. */
export const reservationCall = (call: InboundCall): ChannelCall => ({
  ...channelCall(call, Math.max(leastMinutes, call.service.config.holdMinutes)),
  refusesAnew: true,
});

/** Counts refusals, and gives their codes to the log of requests. */
export function countRefusals({ request, service }: InboundCall, errors: readonly ErrorEntry[]): void {
  request.codes = errors.map(({ code }) => code);
  for (const code of request.codes) service.metrics.refusal(code);
}

/** Computes a uuid from a text: equal texts give equal uuids. */
export function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Makes a ticket of a booking. `n`: its position in the booking, from 0. */
export const bookedUnit = (uuid: string, n: number, code: string, more: Partial<BookedUnit> = {}): BookedUnit => ({
  uuid: uuidOf(`${uuid} ${n}`),
  code,
  reference: null,
  contact: unknownPerson,
  ...more,
});

export const noGuests = (units: BookedUnit[], reference: string | null): Guests => ({
  ...{ units, reference, pickup: null, notes: null, contact: unknownPerson },
});

type Words = string | null | undefined;

/** Makes a person from the names that a channel sent. Omits a text that is no e-mail address. */
export function personFromNames(
  first: Words,
  last: Words,
  { email, phone }: { email?: Words; phone?: Words } = {},
): Person {
  const known = (text: Words) => text?.trim() || null;
  const emailAddress = known(email);
  return {
    ...unknownPerson,
    ...{ firstName: known(first), lastName: known(last), phoneNumber: known(phone) },
    emailAddress: emailAddress && isEmailAddress(emailAddress) ? emailAddress : null,
  };
}

/**
 * Returns the place where a traveller is picked up. A product that asks for the hotel is also sold to a traveller who has not named a
 * hotel.
 */
export function pickupOf(
  hotel: Words,
  { product }: Pick<ChannelOffer, "product">,
  { lang }: InboundCall,
): Pickup | null {
  const name = hotel?.trim() || (product.record.questions.hotel ? texts[lang].octo.hotelUnknown : "");
  return name ? { placeId: null, name, address: name, room: null } : null;
}

/** Returns the pass of each traveller, in the order of the units; undefined where the whole party has one pass. */
export function passesByTraveller({ row, passes }: ChannelBooking): (PassRow | undefined)[] {
  const left = Map.groupBy(passes, ({ ticketCode }) => ticketCode);
  return row.guests.units.map(({ code }) => left.get(code)?.shift());
}

export const partyPass = ({ passes }: ChannelBooking): PassRow | undefined =>
  passes.find(({ ticketCode }) => ticketCode === null);
