import type { Product } from "@paseo/contract";
import { instantOf, localTime, msPerDay } from "./dates.ts";

/**
 * Until when an event can be sold, from its local EventOn (`yyyy-MM-ddTHH:mm:ss`) and the location's IANA zone. Each answer
 * is the first instant at which the thing is over. All throw RangeError for an unknown zone.
 */

type ProductType = Product["productTypeCode"];

/** When the event is over for sale whatever the lead time: its start, or the end of its local day when it has no time. */
export const startsAt = (productType: ProductType, eventOn: string, zone: string): Date =>
  productType === "scheduled" ? instantOf(localTime(eventOn), zone) : dayEndsAt(eventOn, zone);

/** When the event's local day is over: the first instant of the next one, which is not 00:00 where summer time begins at midnight. */
export const dayEndsAt = (eventOn: string, zone: string): Date => midnight(eventOn, 1, zone);

/**
 * When sales end. Without a lead time, at `startsAt`. With a lead of N days the last day to buy is N days before the
 * event's local date, all of it: sales end at the local midnight that closes that day.
 */
export function salesEndAt(productType: ProductType, eventOn: string, leadPurchaseDay: number, zone: string): Date {
  const start = startsAt(productType, eventOn, zone);
  if (leadPurchaseDay === 0) return start;
  const closing = midnight(eventOn, 1 - leadPurchaseDay, zone);
  return new Date(Math.min(closing.getTime(), start.getTime()));
}

/**
 * Until when an order can be cancelled: so many hours before EventOn on the location's clock, which of an event without a
 * time is the midnight that begins its day.
 */
export const cancelUntil = (eventOn: string, cancelPurchaseHour: number, zone: string): Date =>
  new Date(instantOf(localTime(eventOn), zone).getTime() - cancelPurchaseHour * 3_600_000);

/** Hours of real time beside the event's day in which the door accepts its vouchers. */
export interface DoorHours {
  before: number;
  after: number;
}

/** From when on the door accepts a voucher, null from its making on, and the first instant at which it no longer does. */
export interface DoorTimes {
  from: Date | null;
  until: Date;
}

/**
 * The event's local day, and of an event with a time also so many hours before its beginning and after it: a show at 23:30 lets
 * people in after midnight. A dateless one is good until its last day is over.
 */
export function doorTimes(productType: ProductType, eventOn: string, zone: string, hours: DoorHours): DoorTimes {
  const [from, until] = [midnight(eventOn, 0, zone), dayEndsAt(eventOn, zone)];
  if (productType !== "scheduled") return { from: productType === "dateless" ? null : from, until };
  const start = startsAt(productType, eventOn, zone).getTime();
  return {
    from: new Date(Math.min(from.getTime(), start - hours.before * 3_600_000)),
    until: new Date(Math.max(until.getTime(), start + hours.after * 3_600_000)),
  };
}

/** The local midnight that begins the day so many days after the event's. */
const midnight = (eventOn: string, days: number, zone: string): Date =>
  instantOf(localTime(`${eventOn.slice(0, 10)}T00:00:00`) + days * msPerDay, zone);
