import Big from "big.js";
import type Type from "typebox";
import { type Known, knownOf, type Stated } from "../../domain/booking/agreement.ts";
import type { ChannelBooking } from "../../domain/booking/channel-booking-state.ts";
import { categoryOf } from "../../domain/catalogue/ticket-categories.ts";
import { localDateAt, localTimeAt } from "../../domain/selling/dates.ts";
import { minorDigits } from "../../domain/selling/money.ts";
import type { ChannelProduct } from "../../store/catalogue/channel-events.ts";
import type { Guests } from "../../store/orders/channel-bookings.ts";
import { bookedUnit, noGuests, personFromNames, pickupOf } from "../shared/guests.ts";
import { type ChannelOffer, type EventSlot, readEventSlots, ticketCodeOf } from "../shared/offers.ts";
import { GygError, invalidRequest } from "./errors.ts";
import type { BookBody, BookingItems, GygCall } from "./requests.ts";

/** What requests of GetYourGuide say: events, tickets, prices and travellers. */

type BookData = Type.Static<typeof BookBody>["data"];

/** What *book* says about its reservation. */
export function stated(
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
export function pricesOf(
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

/** Returns the travellers of a booking: those of its reservation, with what *book* says about them. */
export function travellersOf(call: GygCall, data: BookData, before: Guests, product: ChannelProduct | null): Guests {
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
export function codesOf(offer: ChannelOffer, items: BookingItems): string[] {
  const codes = items.flatMap(({ category, count }) => {
    const code = ticketCodeOf(offer, category);
    if (code === undefined)
      throw new GygError("INVALID_TICKET_CATEGORY", `The product has no ticket ${category}.`, {
        ticketCategory: category,
      });
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
export async function slotAt({ service, now }: GygCall, offer: ChannelOffer, dateTime: string): Promise<EventSlot> {
  const at = instant(dateTime);
  const day = localDateAt(at, offer.product.record.timeZone);
  const slots = await readEventSlots(service, offer, { first: day, last: day }, now);
  const slot = slots.find(({ start, time }) => time === null || start.getTime() === at.getTime());
  if (!slot) throw new GygError("NO_AVAILABILITY", `The product has no event at ${dateTime}.`);
  return slot;
}

export function guestsOf(uuid: string, codes: readonly string[], items: BookingItems, reference: string): Guests {
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
