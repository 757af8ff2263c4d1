import type { Product } from "@paseo/contract";
import { instantOf, localTime, msPerDay } from "./dates.ts";

/**
 * End of sales and of cancellation, from a local EventOn (`yyyy-MM-ddTHH:mm:ss`) and the location's IANA zone. Each
 * function returns the first instant that is too late. All throw RangeError for an unknown zone.
 */

type ProductType = Product["productTypeCode"];

/** Returns when sales end whatever the lead time: the start, or the end of the local day where the event has no time. */
export const eventStartsAt = (productType: ProductType, eventOn: string, zone: string): Date =>
  productType === "scheduled" ? instantOf(localTime(eventOn), zone) : dayEndsAt(eventOn, zone);

/** Returns the end of the event's local day: the first instant of the next one, which is not 00:00 where summer time begins at midnight. */
export const dayEndsAt = (eventOn: string, zone: string): Date => midnight(eventOn, 1, zone);

/**
 * Returns the end of sales. Without a lead time: `eventStartsAt`. With a lead time of N days the last day of sale is N days before the event's
 * local date: sales end at the local midnight that ends that day. `minutes`: sales also end this long before `eventStartsAt`, by the clock
 * of an instant, so 18 hours are 18 hours when the clocks change.
 */
export function salesEndAt(
  productType: ProductType,
  eventOn: string,
  leadPurchaseDay: number,
  zone: string,
  minutes = 0,
): Date {
  const start = eventStartsAt(productType, eventOn, zone).getTime();
  const lastDay = leadPurchaseDay === 0 ? start : midnight(eventOn, 1 - leadPurchaseDay, zone).getTime();
  return new Date(Math.min(lastDay, start - minutes * 60_000));
}

/**
 * Returns the end of cancellation: the given hours before EventOn in local time. An event without a time counts from the midnight that
 * begins its day.
 */
export const cancellationEndsAt = (eventOn: string, cancelPurchaseHour: number, zone: string): Date =>
  new Date(instantOf(localTime(eventOn), zone).getTime() - cancelPurchaseHour * 3_600_000);

/** Hours before and after the event during which the door accepts vouchers, beyond its local day. */
export interface DoorHours {
  before: number;
  after: number;
}

/** When the door accepts a voucher: from `from` (null: no lower limit) to the last instant before `until`. */
export interface DoorTimes {
  from: Date | null;
  until: Date;
}

/**
 * Returns the door's times: the event's local day, extended by hours before and after the start of an event with a time. A show at 23:30
 * admits people after midnight. A dateless event is accepted until its last day ends.
 */
export function doorTimes(productType: ProductType, eventOn: string, zone: string, hours: DoorHours): DoorTimes {
  const [from, until] = [midnight(eventOn, 0, zone), dayEndsAt(eventOn, zone)];
  if (productType !== "scheduled") return { from: productType === "dateless" ? null : from, until };
  const start = eventStartsAt(productType, eventOn, zone).getTime();
  return {
    from: new Date(Math.min(from.getTime(), start - hours.before * 3_600_000)),
    until: new Date(Math.max(until.getTime(), start + hours.after * 3_600_000)),
  };
}

/** Whether an instant is within the times of a door. */
export const isWithinDoorTimes = ({ from, until }: DoorTimes, now: Date): boolean =>
  (from === null || now >= from) && now < until;

/**
 * Returns when the door serves an event, so that an order's reference suffices: the hours before and after its start. An event without a
 * time is served for as long as its vouchers are accepted.
 */
export function doorServiceTimes(productType: ProductType, eventOn: string, zone: string, hours: DoorHours): DoorTimes {
  if (productType !== "scheduled") return doorTimes(productType, eventOn, zone, hours);
  const start = eventStartsAt(productType, eventOn, zone).getTime();
  return {
    from: new Date(start - hours.before * 3_600_000),
    until: new Date(start + hours.after * 3_600_000),
  };
}

/** Returns the local midnight at which a day begins: the event's day plus `days`. */
const midnight = (eventOn: string, days: number, zone: string): Date =>
  instantOf(localTime(`${eventOn.slice(0, 10)}T00:00:00`) + days * msPerDay, zone);
