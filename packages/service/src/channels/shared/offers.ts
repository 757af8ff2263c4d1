import type { FastifyRequest } from "fastify";
import type { Known } from "../../domain/booking/agreement.ts";
import { ticketsOfUnits } from "../../domain/booking/guests.ts";
import { ticketsOnChannel, unsuitableItem } from "../../domain/catalogue/channel-products.ts";
import { categoryOf, type TicketCategory } from "../../domain/catalogue/ticket-categories.ts";
import type { Caller } from "../../domain/partners/keys.ts";
import { dayNumber, instantOf, isoDay, localDateAt, localTime, localTimeAt } from "../../domain/selling/dates.ts";
import { pricedLines } from "../../domain/selling/validate-sale.ts";
import type { TicketPrice } from "../../records/tickets/ticket-prices.ts";
import type { Service } from "../../service.ts";
import { type ChannelEvent, type ChannelProduct, productOfItem } from "../../store/catalogue/channel-events.ts";
import { eventIsSellable } from "../../store/catalogue/offers.ts";
import { maxReportedSeats } from "../../store/operators/channel-seats.ts";
import { type CalledChannel, type ChannelSettings, channelSettings } from "../../store/operators/sales-channels.ts";
import type { Guests } from "../../store/orders/channel-bookings.ts";
import { callerAddress, requireSeller } from "../../web/access.ts";
import type { CallLimit } from "../../web/call-limit.ts";
import { type ProblemError, unauthorized } from "../../web/problems.ts";
import { isUuid } from "../../web/query.ts";
import { cachedRead, switchCacheMs } from "./calls.ts";
import { readEventsOnDays, readOfferedProduct } from "./products.ts";
import { availabilityStatus } from "./status.ts";

/** Shared by the channels that call the operator: the caller, the items that a channel sells, and the items' events. */

type ReadSettings = () => Promise<ChannelSettings | null>;

export const settingsReader = ({ db }: Service, channel: CalledChannel): ReadSettings =>
  cachedRead(switchCacheMs, () => channelSettings(db, channel));

/**
 * Returns the caller and the settings of its channel. @throws ProblemError if the key does not belong to the channel's partner.
 */
export async function channelCaller(
  service: Service,
  request: FastifyRequest,
  {
    key,
    settings,
    channel,
    misses,
  }: { key: string; settings: ReadSettings; channel: CalledChannel; misses: CallLimit },
): Promise<{ caller: Caller; settings: ChannelSettings }> {
  const [address, now] = [callerAddress(request), service.clock()];
  const own = await settings();
  const caller = await requireSeller(service, request, key, channel).catch((problem) => {
    if ((problem as ProblemError).status === 401) misses.count(request, address, now);
    throw problem;
  });
  // The channel chose its key. Where keys are being guessed, a right one is no proof.
  if (caller.channel) misses.refuse(address, now);
  if (own?.partner === caller.partner) return { caller, settings: own };
  misses.count(request, address, now);
  throw unauthorized("The key is not one of this channel's partner.");
}

type Item = ChannelProduct["items"][number];

/** An item that the channel can sell, with the category of each ticket code. */
export interface ChannelOffer {
  product: ChannelProduct;
  item: Item;
  categories: ReadonlyMap<string, TicketCategory>;
}

/** Returns the offer of an item, or null if there is no such item or the channel cannot sell it. The console shows the reason. */
export async function readOffer(
  service: Service,
  channel: CalledChannel,
  { settings, caller }: { settings: ChannelSettings; caller: Caller },
  itemId: string,
): Promise<ChannelOffer | null> {
  const productId = isUuid(itemId) ? await productOfItem(service.db, itemId.toLowerCase()) : null;
  const product = productId && (await readOfferedProduct(service, caller, productId));
  return product ? offerOfProduct(product, channel, { settings }, itemId.toLowerCase()) : null;
}

export function offerOfProduct(
  product: ChannelProduct,
  channel: CalledChannel,
  { settings: { categories: chosen } }: { settings: ChannelSettings },
  itemId: string,
): ChannelOffer | null {
  const item = product.items.find(({ id }) => id === itemId);
  if (!item || unsuitableItem(channel, product, item, chosen)) return null;
  const codes = ticketsOnChannel(item).map(({ code }) => code);
  return { product, item, categories: new Map(codes.map((code) => [code, categoryOf(channel, code, chosen)!])) };
}

/** Returns the ticket code of a category; undefined if the item has none. */
export const ticketCodeOf = ({ categories }: ChannelOffer, category: string): string | undefined =>
  categories.entries().find(([, one]) => one === category)?.[0];

/** An event on its day. The only event of a dateless product has a slot on each of many days. */
export interface EventSlot {
  event: ChannelEvent;
  day: string;
  /** The local time of the start, `HH:mm`; null for a whole day. */
  time: string | null;
  start: Date;
}

export async function readEventSlots(
  { service: { db }, caller, now }: { service: Service; caller: Caller; now: Date },
  { product, item }: ChannelOffer,
  { first, last }: { first: string; last: string },
): Promise<EventSlot[]> {
  const { type, timeZone } = product.record;
  const events = await readEventsOnDays(db, { product, item, caller, now }, { first, last });
  if (type !== "dateless") return events.map((event) => slotOn(event, event.eventOn, product));
  const [only] = events;
  if (!only) return [];
  const today = localDateAt(now, timeZone);
  const end = only.eventOn.slice(0, 10);
  const from = dayNumber(first > today ? first : today)!;
  const days = Math.max(0, dayNumber(last < end ? last : end)! - from + 1);
  return Array.from({ length: days }, (_, n) => slotOn(only, `${isoDay(from + n)}T00:00:00`, product));
}

function slotOn(event: ChannelEvent, at: string, { record: { type, timeZone } }: ChannelProduct): EventSlot {
  const day = at.slice(0, 10);
  const start = instantOf(localTime(type === "scheduled" ? at : `${day}T00:00:00`), timeZone);
  return { event, day, time: type === "scheduled" ? localTimeAt(start, timeZone).slice(11, 16) : null, start };
}

/** Returns what the seats that a channel may sell depend on, for statements. */
export const sellingNow = ({ caller, now }: { caller: Caller; now: Date }) => ({
  now,
  partnerId: caller.partnerId,
  sellable: eventIsSellable(caller.offer),
});

/** Returns the seats that a channel can sell now. An event without a limit has `maxReportedSeats`. */
export function seatsToSell({ event }: Pick<EventSlot, "event">, now: Date): number {
  const status = availabilityStatus(event, now);
  return status === "CLOSED" || status === "SOLD_OUT"
    ? 0
    : Math.min(event.capacityLeft ?? maxReportedSeats, maxReportedSeats);
}

/** Returns the prices of an event by category, in the order of the tickets. */
export const pricesOf = (
  { event }: EventSlot,
  { categories }: ChannelOffer,
): (TicketPrice & { category: TicketCategory })[] =>
  [...categories].flatMap(([code, category]) => {
    const price = event.prices.find((one) => one.code === code);
    return price ? [{ category, ...price }] : [];
  });

/** What a booking without a reservation would take. */
export const wantedSale = ({ product, item }: ChannelOffer, { event }: EventSlot, guests: Guests): Known => {
  const { currencyCode, prices } = event;
  const tickets = ticketsOfUnits(guests.units);
  const lines = pricedLines(tickets, { prices, rate: "1" }, item.ticketSizes) ?? [];
  return {
    ...{ productId: product.id, itemId: item.id, eventId: event.id, guests, eventOn: event.eventOn },
    prices: lines.map(({ code, quantity, price }) => ({ code, quantity, unitPrice: price, currencyCode })),
    listed: prices.map(({ code, price }) => ({ code, price })),
  };
};
