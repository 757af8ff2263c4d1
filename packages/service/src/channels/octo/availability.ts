import type { Language } from "@paseo/contract";
import Big from "big.js";
import { dayNumber, instantOf, isoDay, localDateAt, localTime, msPerDay } from "../../domain/selling/dates.ts";
import { offsetTime, utcTime } from "../../domain/selling/offset-times.ts";
import { pricedLines } from "../../domain/selling/validate-sale.ts";
import { partyOf } from "../../records/tickets/ticket-sizes.ts";
import type { ChannelEvent, ChannelProduct } from "../../store/catalogue/channel-events.ts";
import { type AvailabilityStatus, availabilityStatus } from "../shared/status.ts";
import type { RequestedCapabilities } from "./capabilities.ts";
import { pickupFields } from "./pickups.ts";
import { octoPriceTerms, octoPricing } from "./pricing.ts";
import { isAllDay } from "./products.ts";

/** Availability in OCTO: our events, by event and by day. */

type Item = ChannelProduct["items"][number];
type Units = readonly { id: string; quantity: number }[];

export interface OptionContext {
  product: ChannelProduct;
  item: Item;
  lang: Language;
  asked: RequestedCapabilities;
  now: Date;
  /** The units of the requested party, if the request names a party. */
  units: Units;
}

const isAvailable = (status: AvailabilityStatus): boolean => status !== "SOLD_OUT" && status !== "CLOSED";

/** Opening hours of a whole day if the operator gives none. */
const wholeDay = [{ from: "00:00", to: "23:59" }];

/** Returns the times of an event. A dateless event takes place on any day from today to its last day. */
export function eventTimes({ product, item, now }: Pick<OptionContext, "product" | "item" | "now">, eventOn: string) {
  const zone = product.record.timeZone;
  const day = eventOn.slice(0, 10);
  if (!isAllDay(product)) {
    const start = instantOf(localTime(eventOn), zone);
    const minutes = item.record.durationMinutes ?? product.record.durationMinutes ?? 0;
    const end = new Date(start.getTime() + minutes * 60_000);
    return times(offsetTime(start, zone), offsetTime(end, zone), false);
  }
  const today = localDateAt(now, zone);
  const first = product.record.type === "dateless" && today < day ? today : day;
  const midnight = (date: string, days: number) =>
    offsetTime(instantOf(localTime(`${date}T00:00:00`) + days * msPerDay, zone), zone);
  return times(midnight(first, 0), midnight(day, 1), true);
}

const times = (localDateTimeStart: string, localDateTimeEnd: string, allDay: boolean) => ({
  localDateTimeStart,
  localDateTimeEnd,
  allDay,
  openingHours: allDay ? wholeDay : [],
});

export function octoAvailability(event: ChannelEvent, of: OptionContext): object {
  const { units, now, asked } = of;
  const status = availabilityStatus(event, now, seatsOf(units, event, of));
  return {
    id: event.id,
    ...eventTimes(of, event.eventOn),
    utcCutoffAt: utcTime(event.salesEndAt),
    available: isAvailable(status),
    status,
    vacancies: event.capacityLeft,
    capacity: event.capacity,
    maxUnits: event.capacityLeft,
    ...(asked.has("pricing") && eventPricing(event, of)),
    ...(asked.has("content") && { title: null, shortDescription: "" }),
    ...(asked.has("pickups") && pickupFields(of.product, event.eventOn)),
  };
}

/** Returns the seats that a party takes of an event. */
const seatsOf = (units: Units, { capacity }: ChannelEvent, { item }: Pick<OptionContext, "item">): number =>
  partyOf(
    units.map(({ id, quantity }) => ({ code: id, quantity })),
    { ticketSizes: item.ticketSizes, capacity },
  ).seats;

/** Returns the price of the requested party, and of each unit: with prices by number, that of the smallest number. */
function eventPricing(event: ChannelEvent, { units, product, item, lang }: OptionContext): object {
  const { prices, currencyCode } = event;
  const terms = octoPriceTerms(currencyCode, product.record, lang);
  const total = totalOf(event, units, item);
  const unitPricing = prices.map(({ code, price }) => ({ unitId: code, ...octoPricing(price, terms) }));
  return { unitPricing, ...(total && { pricing: octoPricing(total, terms) }) };
}

/** Returns the price of a party, or null if there is no party or one of its units is not sold. */
function totalOf({ prices }: ChannelEvent, units: Units, { ticketSizes }: Item): Big | null {
  const tickets = units.map(({ id, quantity }) => ({ code: id, quantity }));
  const lines = pricedLines(tickets, { prices, rate: "1" }, ticketSizes);
  return lines?.reduce((sum, { price, quantity }) => sum.plus(new Big(price).times(quantity)), new Big(0)) ?? null;
}

/** Returns the days of a range, both ends inclusive. */
export function daysBetween(first: string, last: string): string[] {
  const from = dayNumber(first)!;
  return Array.from({ length: dayNumber(last)! - from + 1 }, (_, n) => isoDay(from + n));
}

/** Returns a calendar: each of these days with its best availability. */
export function octoCalendar(events: readonly ChannelEvent[], days: readonly string[], of: OptionContext): object[] {
  const byDay = Map.groupBy(events, ({ eventOn }) => eventOn.slice(0, 10));
  const only = of.product.record.type === "dateless" ? events[0] : undefined;
  const today = localDateAt(of.now, of.product.record.timeZone);
  return days.map((day) => {
    const isCovered = only && day >= today && day <= only.eventOn.slice(0, 10);
    return calendarDay(day, only ? (isCovered ? [only] : []) : (byDay.get(day) ?? []), of);
  });
}

const rank: AvailabilityStatus[] = ["FREESALE", "AVAILABLE", "LIMITED", "SOLD_OUT", "CLOSED"];

function calendarDay(localDate: string, events: readonly ChannelEvent[], of: OptionContext): object {
  const statuses = events.map((event) => availabilityStatus(event, of.now, seatsOf(of.units, event, of)));
  const status = rank.find((one) => statuses.includes(one)) ?? "CLOSED";
  const open = events.filter((_, n) => isAvailable(statuses[n]!));
  const most = (seats: (event: ChannelEvent) => number | null): number | null =>
    open.some((event) => seats(event) === null) ? null : Math.max(0, ...open.map((event) => seats(event)!));
  return {
    localDate,
    available: isAvailable(status),
    status,
    vacancies: most(({ capacityLeft }) => capacityLeft),
    capacity: most(({ capacity }) => capacity),
    openingHours: isAllDay(of.product) ? wholeDay : [],
    ...(of.asked.has("pricing") && dayPricing(open, of)),
  };
}

/** Returns the lowest prices of a day. */
function dayPricing(open: readonly ChannelEvent[], { units, product, item, lang }: OptionContext): object {
  const least = new Map<string, string>();
  for (const { code, price } of open.flatMap(({ prices }) => prices)) {
    const before = least.get(code);
    if (before === undefined || new Big(price).lt(before)) least.set(code, price);
  }
  const prices = [...least].map(([code, price]) => ({ code, price }));
  const terms = octoPriceTerms(open[0]?.currencyCode ?? product.record.currencyCode, product.record, lang);
  const totals = open.flatMap((event) => totalOf(event, units, item) ?? []);
  const total = totals.reduce<Big | null>((lowest, one) => (lowest?.lte(one) ? lowest : one), null);
  return {
    unitPricingFrom: prices.map(({ code, price }) => ({ unitId: code, ...octoPricing(price, terms) })),
    ...(total && { pricingFrom: octoPricing(total, terms) }),
  };
}
