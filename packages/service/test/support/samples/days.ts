import type { DayAvailability, Event } from "@paseo/contract";
import { DateTime } from "luxon";
import type { CatalogueProduct } from "../../../src/records/catalogue-file.ts";
import { museum, show, testCatalogue, variant } from "./catalogue.ts";

/** A catalogue for availability by day, and the days that events make by their definition. */

export const minute = 60_000;
const rule = { code: "ADULT", minQuantity: 0, maxQuantity: 20, defaultQuantity: 1, incrementQuantity: 1 };
const childRule = { ...rule, code: "CHILD" };

/** Products whose days end and whose clocks change at different instants: on 25 October, 27 September and 1 November. */
export function products({ price = 20, lead = 1, without = "" } = {}): CatalogueProduct[] {
  const prices = [
    { code: "ADULT", amount: `${price}.00` },
    { code: "CHILD", amount: `${(price / 3).toFixed(2)}` },
  ];
  const item = (externalId: string, from: string, to: string, times: string[], capacity: number | null) => ({
    externalId,
    ticketRules: [rule, childRule],
    schedules: [{ from, to, ...(times.length > 0 && { times }), capacity, prices }],
  });
  const madrid = variant(
    show,
    { externalId: "madrid" },
    item("madrid", "2026-10-20", "2026-10-28", ["20:00", "23:30"], 3),
  );
  const auckland = variant(
    show,
    { externalId: "auckland", timeZone: "Pacific/Auckland", currencyCode: "BRL", leadPurchaseDay: lead },
    item("auckland", "2026-09-24", "2026-09-30", ["03:30", "10:00"], 2),
  );
  const newYork = variant(
    museum,
    { externalId: "new-york", leadPurchaseDay: 2 },
    item("new-york", "2026-10-27", "2026-11-05", [], null),
  );
  return [madrid, auckland, newYork].map((one) => ({ ...one, deleted: one.externalId === without }));
}

export const catalogue = { ...testCatalogue, products: products() };
export const range = { fromdate: "2026-09-24", todate: "2026-11-05" };

/** Returns the instant from which an event is too late to be bought, computed by Luxon. */
function salesEnd({ eventOn }: Event, { type, timeZone, leadPurchaseDay }: CatalogueProduct): number {
  const local = DateTime.fromISO(eventOn, { zone: timeZone });
  const day = local.startOf("day");
  const start = type === "scheduled" ? local : day.plus({ days: 1 }).startOf("day");
  const closing = day.minus({ days: leadPurchaseDay - 1 }).startOf("day");
  return leadPurchaseDay === 0 ? start.toMillis() : Math.min(start.toMillis(), closing.toMillis());
}

/** Computes the records that the events of one product have, by their definition. */
export function daysOf(id: string, product: CatalogueProduct, events: Event[], now: Date): DayAvailability[] {
  const at = now.getTime() - (now.getTime() % (5 * minute));
  const days = Map.groupBy(events, ({ eventOn }) => eventOn.slice(0, 10));
  return [...days].sort().map(([date, ofDay]) => {
    const open = ofDay.filter((one) => one.availabilityCode === "available" && salesEnd(one, product) > at);
    const [cheapest] = open.flatMap(({ tickets }) => tickets).sort((a, b) => a.unitPrice.value - b.unitPrice.value);
    return {
      productId: id,
      date,
      events: ofDay.length,
      openEvents: open.length,
      soldOut: open.length === 0 && ofDay.some(({ availabilityCode }) => availabilityCode === "sold-out"),
      minPrice: cheapest?.unitPrice ?? null,
      minUsdPrice: cheapest?.unitUsdPrice ?? null,
      seats: null,
    };
  });
}

export const keyOf = ({ productId, date }: DayAvailability): string => `${productId} ${date}`;
