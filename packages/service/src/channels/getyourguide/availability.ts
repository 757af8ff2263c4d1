import { getYourGuideVacancies } from "../../domain/callbacks/channel-notices.ts";
import { localDateAt, msPerDay } from "../../domain/selling/dates.ts";
import { minorUnits } from "../../domain/selling/money.ts";
import { offsetTime } from "../../domain/selling/offset-times.ts";
import type { TicketPrice } from "../../records/tickets/ticket-prices.ts";
import { recordAskedItem, reportItem } from "../../store/operators/channel-seats.ts";
import { isUuid } from "../../web/query.ts";
import { readChannelBody } from "../shared/body.ts";
import {
  type ChannelOffer,
  type EventSlot,
  pricesOf,
  readEventSlots,
  seatsToSell,
  sellingNow,
} from "../shared/offers.ts";
import { invalidRequest } from "./errors.ts";
import { type GygCall, type GygOperation, NotifyBody } from "./requests.ts";

/** Availability as GetYourGuide reads it, and its reports about products. */

/** Maximum number of days of one request. GetYourGuide asks for a year. */
const maxDays = 400;

export const readAvailabilities: GygOperation = {
  method: "GET",
  path: "/1/get-availabilities",
  load: "channels",
  async run(call) {
    const { service, query, now } = call;
    const productId = query.get("productId");
    if (!productId) throw invalidRequest("productId is required.");
    const offer = await call.offer(productId);
    const [from, to] = [instant(query, "fromDateTime"), instant(query, "toDateTime")];
    if (to < from) throw invalidRequest("toDateTime must not be before fromDateTime.");
    if (to.getTime() - from.getTime() > maxDays * msPerDay)
      throw invalidRequest(`At most ${maxDays} days can be read at once.`);
    const zone = offer.product.record.timeZone;
    const days = { first: localDateAt(from, zone), last: localDateAt(to, zone) };
    const slots = await readEventSlots(call, offer, days);
    await recordAskedItem(service.db, "getyourguide", offer.item.id, sellingNow(call));
    const asked = slots.filter(({ start, time }) => time === null || (start >= from && start <= to));
    return { availabilities: asked.map((slot) => availability(slot, offer, now)) };
  },
};

function availability(slot: EventSlot, offer: ChannelOffer, now: Date): object {
  const { start, time, event } = slot;
  return {
    dateTime: offsetTime(start, offer.product.record.timeZone),
    productId: offer.item.id,
    cutoffSeconds: Math.max(0, Math.round((start.getTime() - event.salesEndAt.getTime()) / 1000)),
    ...getYourGuideVacancies(seatsToSell(slot, now), {
      ...{ capacity: event.capacity, ticketSizes: offer.item.ticketSizes, categories: offer.categories },
    }),
    currency: event.currencyCode,
    ...pricesByCategory(slot, offer),
    ...(time === null && { openingTimes: [{ fromTime: "00:00", toTime: "23:59" }] }),
  };
}

/**
 * Returns the price of each category, or its prices by number if one has some: GetYourGuide counts the tickets of a category, and their price is
 * for all of them. Of other prices by number it gets that of the smallest number.
 */
function pricesByCategory(slot: EventSlot, offer: ChannelOffer): object {
  const prices = pricesOf(slot, offer);
  const inMinor = (price: string) => minorUnits(price, slot.event.currencyCode);
  const stepsOf = ({ steps = [], stepsCount, stepsApply }: TicketPrice) => (stepsCount || stepsApply ? [] : steps);
  if (prices.every((one) => stepsOf(one).length === 0))
    return {
      pricesByCategory: { retailPrices: prices.map(({ category, price }) => ({ category, price: inMinor(price) })) },
    };
  const tiersOf = (one: TicketPrice) => {
    const all = [{ from: 1, price: one.price }, ...stepsOf(one)];
    return all.map(({ from, price }, n) => ({
      lowerBound: from,
      upperBound: all[n + 1] ? all[n + 1]!.from - 1 : null,
      price: inMinor(price),
    }));
  };
  return {
    tieredPricesByCategory: { retailPrices: prices.map((one) => ({ category: one.category, tiers: tiersOf(one) })) },
  };
}

/** Reads an instant of the query. A client that does not encode its `+` sends a space. */
function instant(query: Map<string, string | null>, name: string): Date {
  const text = (query.get(name) ?? "").replace(" ", "+");
  const at = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/.test(text) || Number.isNaN(at.getTime()))
    throw invalidRequest(`${name} must be a date and time with an offset, such as 2027-03-28T00:00:00+02:00.`);
  return at;
}

/** Records that GetYourGuide no longer sells a product. The console shows this report. */
export const recordProductReport: GygOperation = {
  method: "POST",
  path: "/1/notify",
  load: "channels",
  async run(call: GygCall) {
    const { data } = readChannelBody(call.body, NotifyBody, invalidRequest);
    const productId = data.productDetails?.productId?.toLowerCase();
    const report = [data.notificationType, data.description].filter(Boolean).join(": ").slice(0, 500);
    if (productId && isUuid(productId)) await reportItem(call.service.db, "getyourguide", productId, report);
    return {};
  },
};
