import Big from "big.js";
import { dayNumber } from "../../domain/selling/dates.ts";
import { roundedAmount } from "../../domain/selling/money.ts";
import { utcTime } from "../../domain/selling/offset-times.ts";
import { pricedLines } from "../../domain/selling/validate-sale.ts";
import { offeredProduct } from "../../records/partners/offer.ts";
import { recordName } from "../../records/product-json.ts";
import { partyOf, ticketSizeOf } from "../../records/tickets/ticket-sizes.ts";
import { channelProducts } from "../../store/catalogue/channel-events.ts";
import { deleteChannelReport, recordAskedItem } from "../../store/operators/channel-seats.ts";
import {
  type ChannelOffer,
  type EventSlot,
  offerOfProduct,
  pricesOf,
  readEventSlots,
  sellingNow,
  ticketCodeOf,
} from "../shared/offers.ts";
import { availabilityStatus } from "../shared/status.ts";
import { viatorBadRequest } from "./errors.ts";
import {
  CalendarBody,
  CheckBody,
  type ViatorCall,
  ViatorMessage,
  type ViatorTickets,
  viatorOperation,
} from "./requests.ts";

/** Operations that Viator reads: products, and their events with seats and prices. */

/** Maximum number of days of one request. */
const maxDays = 400;
/** Maximum number of options of one request, multiplied by its days. The answer to 20,000 days with one event each has 6 MB. */
const maxOptionDays = 20_000;

export const readAvailability = viatorOperation({
  path: "/v2/availability/check",
  load: "channels",
  body: CheckBody,
  async run(call, { productOptions, travelDate, tickets, totalTravelers }) {
    requireDay("travelDate", travelDate);
    requireTotal(totalTravelers, tickets);
    const days = { first: travelDate, last: travelDate };
    const read = await eachOffer(call, productOptions, ({ productOptionId }) => productOptionId, days);
    return {
      productOptions: read.map(({ wish, offer, slots }) => {
        const times = wish.startTimes?.map((time) => time.slice(0, 5));
        const asked = slots.filter(({ time }) => !times || time === null || times.includes(time));
        return {
          productOptionId: offer.item.id,
          currency: offer.product.record.currencyCode,
          events: asked.flatMap((slot) => eventOf(slot, offer, call.now, tickets) ?? []),
        };
      }),
    };
  },
});

export const readDays = viatorOperation({
  path: "/v2/availability/calendar",
  load: "channels",
  body: CalendarBody,
  async run(call, { productOptionIds, startDate, endDate }) {
    for (const [name, day] of Object.entries({ startDate, endDate })) requireDay(name, day);
    const days = dayNumber(endDate)! - dayNumber(startDate)! + 1;
    if (days < 1) throw viatorBadRequest("endDate must not be before startDate.");
    if (days > maxDays) throw viatorBadRequest(`At most ${maxDays} days can be read at once.`);
    if (days * productOptionIds.length > maxOptionDays)
      throw viatorBadRequest(`At most ${maxOptionDays} days of options can be read at once.`);
    const read = await eachOffer(call, productOptionIds, (id) => id, { first: startDate, last: endDate });
    for (const { offer } of read) {
      await recordAskedItem(call.service.db, "viator", offer.item.id, sellingNow(call));
      await deleteChannelReport(call.service.db, "viator", offer.item.id);
    }
    return {
      productOptions: read.map(({ offer, slots }) => ({
        productOptionId: offer.item.id,
        currency: offer.product.record.currencyCode,
        dates: [...Map.groupBy(slots, ({ day }) => day)].flatMap(([travelDate, ofDay]) => {
          const events = ofDay.flatMap((slot) => eventOf(slot, offer, call.now) ?? []);
          return events.length > 0 ? [{ travelDate, events }] : [];
        }),
      })),
    };
  },
});

/** Finds the offers of a request, each once, with their slots. Omits unknown options, as Viator requires. */
async function eachOffer<Wish>(
  call: ViatorCall,
  wishes: readonly Wish[],
  idOf: (wish: Wish) => string,
  days: { first: string; last: string },
): Promise<{ wish: Wish; offer: ChannelOffer; slots: EventSlot[] }[]> {
  const once = new Map(wishes.map((wish) => [JSON.stringify(wish).toLowerCase(), wish]));
  const read = await Promise.all(
    [...once.values()].map(async (wish) => {
      const found = await call.offer(idOf(wish));
      return found && { wish, offer: found, slots: await readEventSlots(call, found, days) };
    }),
  );
  return read.filter((one) => one !== null);
}

export function requireDay(name: string, day: string): void {
  if (dayNumber(day) === null) throw viatorBadRequest(`${name} must be a date.`);
}

/** Refuses a number of travellers that contradicts the tickets. */
export function requireTotal(totalTravelers: number | undefined, tickets: ViatorTickets): void {
  const total = tickets.reduce((sum, { quantity }) => sum + quantity, 0);
  if (totalTravelers !== undefined && totalTravelers !== total)
    throw viatorBadRequest(`totalTravelers is ${totalTravelers}, but tickets has ${total}.`);
}

/** Returns an event in the format of Viator, or null if it does not take place or is not sold. `tickets`: the requested party. */
function eventOf(slot: EventSlot, offer: ChannelOffer, now: Date, tickets?: ViatorTickets): object | null {
  const { event, time } = slot;
  const reason = unavailable(slot, offer, now, tickets);
  if (reason === "closed") return null;
  const openingHours = { coordinateStartTimes: false, hours: [{ from: "00:00", to: "23:59" }] };
  return {
    status: reason ? "UNAVAILABLE" : "AVAILABLE",
    ...(reason && { unavailableReason: reason }),
    ...(time === null ? !tickets && { openingHours } : { startTime: time }),
    bookingCutoff: utcTime(event.salesEndAt),
    capacity: capacityOf(slot, offer, reason),
    ...(!(tickets && reason) && { price: viatorPrices(slot, offer, tickets) }),
  };
}

function unavailable({ event }: EventSlot, offer: ChannelOffer, now: Date, tickets: ViatorTickets = []): string | null {
  if (event.hidden || event.availability === "removed" || event.availability === "black-out") return "closed";
  if (event.salesEndAt <= now) return "PAST_BOOKING_CUTOFF";
  const chosen = tickets.filter(({ quantity }) => quantity > 0);
  const isPriced = (type: string) => event.prices.some(({ code }) => code === ticketCodeOf(offer, type));
  if (!chosen.every(({ type }) => isPriced(type))) return "UNSUPPORTED_TICKET_COMBINATION";
  const status = availabilityStatus(event, now);
  if (status === "SOLD_OUT" || status === "CLOSED") return status === "CLOSED" ? "closed" : "SOLD_OUT";
  const party = chosen.flatMap(({ type, quantity }) => ({ code: ticketCodeOf(offer, type)!, quantity }));
  const wanted = partyOf(party, { ticketSizes: offer.item.ticketSizes, capacity: event.capacity }).seats;
  return event.capacityLeft !== null && event.capacityLeft < wanted ? "LIMITED_AVAILABILITY" : null;
}

function capacityOf(slot: EventSlot, offer: ChannelOffer, reason: string | null): object {
  const { capacity, capacityLeft } = slot.event;
  if (capacityLeft === null) return { type: "UNLIMITED" };
  const remaining = reason === "SOLD_OUT" ? 0 : capacityLeft;
  const types = pricesOf(slot, offer).map(({ category }) => category);
  // Tickets that take the same number of seats share them.
  const seatsOf = (type: string) => ticketSizeOf(offer.item.ticketSizes, ticketCodeOf(offer, type)!).seats;
  return {
    type: "LIMITED",
    vacancies: [...Map.groupBy(types, seatsOf)].map(([seats, alike]) => ({
      ...{ types: alike, quantity: seats === 0 ? remaining : Math.floor(remaining / seats), quantityType: "SHARED" },
    })),
    original: Math.max(1, capacity ?? 1, remaining),
    remaining,
  };
}

/**
 * Returns the price of each ticket: the operator's own price, which Viator's customers pay. Viator has no prices by number, so without a party a
 * ticket has the price of the smallest number, and so has a ticket of the party that is sold at several prices.
 */
export function viatorPrices(slot: EventSlot, offer: ChannelOffer, tickets: ViatorTickets = []): object {
  const { prices, currencyCode } = slot.event;
  const party = tickets.flatMap(({ type, quantity }) => {
    const code = ticketCodeOf(offer, type);
    return code === undefined ? [] : [{ code, quantity }];
  });
  const lines = pricedLines(party, { prices, rate: "1" }, offer.item.ticketSizes) ?? [];
  return {
    type: "PER_PERSON_PRICE",
    prices: pricesOf(slot, offer).map(({ category, code, price }) => {
      const own = lines.filter((line) => line.code === code);
      const unit = own.length === 1 ? own[0]!.price : price;
      return { types: [category], retailPrice: roundedAmount(new Big(unit), currencyCode) };
    }),
  };
}

/** The products that Viator can sell: its page *Product Connection* shows them. */
export const listTours = viatorOperation({
  path: "/tourlist",
  responseType: "TourListResponse",
  load: "channels",
  body: ViatorMessage,
  async run({ service, settings, caller, lang }) {
    const products = await channelProducts(service.db);
    const Tour = products.flatMap((whole) => {
      const product = offeredProduct(caller.offer, whole);
      if (!product) return [];
      const { record } = product;
      const items = product.items.filter(({ id }) => offerOfProduct(product, "viator", { settings }, id));
      if (items.length === 0) return [];
      const name = recordName(record, lang);
      return [
        {
          SupplierProductCode: product.id,
          SupplierProductName: name,
          CountryCode: settings.countryCode,
          DestinationCode: record.cityCode,
          DestinationName: record.cityCode,
          TourDescription: name,
          TourOption: items.map((item) => ({
            productOptionId: item.id,
            SupplierOptionCode: item.id,
            SupplierOptionName: recordName(item.record, lang),
          })),
        },
      ];
    });
    return { Tour };
  },
});
