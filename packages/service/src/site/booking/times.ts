import type { Content, Event, ItemContent, Product } from "@paseo/contract";
import { DateTime } from "luxon";

/** Until when events are sold, by the clock of their location. The service has the last word when a guest books. */

type Sold = Pick<Product, "productTypeCode" | "leadPurchaseDay">;
type SoldContent = Pick<Content, "timeZone"> & { items: readonly Pick<ItemContent, "id" | "salesEndMinutes">[] };

/** Returns the first instant at which an event is not sold any more. */
export function salesEnd({ productTypeCode, leadPurchaseDay }: Sold, content: SoldContent, event: Event): Date {
  const local = DateTime.fromISO(event.eventOn, { zone: content.timeZone });
  const day = local.startOf("day");
  const start = productTypeCode === "scheduled" ? local : day.plus({ days: 1 });
  const lastDay = leadPurchaseDay === 0 ? start : day.plus({ days: 1 - leadPurchaseDay });
  const minutes = content.items.find(({ id }) => id === event.itemId)?.salesEndMinutes ?? 0;
  return new Date(Math.min(lastDay.toMillis(), start.toMillis() - minutes * 60_000));
}

export type EventState = "open" | "sold-out" | "closed";

export interface ShownEvent {
  event: Event;
  state: EventState;
}

/** Returns the events that a visitor sees, by time and then in the order of the items. Removed and blocked events are not shown. */
export function shownEvents(
  events: readonly Event[],
  { product, content, now }: { product: Sold; content: SoldContent; now: Date },
): ShownEvent[] {
  const position = new Map(content.items.map(({ id }, n) => [id, n]));
  return events
    .filter((event) => position.has(event.itemId) && event.tickets.length > 0)
    .flatMap((event): ShownEvent[] => {
      const { availabilityCode } = event;
      if (availabilityCode === "removed" || availabilityCode === "black-out") return [];
      if (now >= salesEnd(product, content, event)) return [{ event, state: "closed" }];
      return [{ event, state: availabilityCode === "sold-out" ? "sold-out" : "open" }];
    })
    .sort(
      (one, other) =>
        one.event.eventOn.localeCompare(other.event.eventOn) ||
        position.get(one.event.itemId)! - position.get(other.event.itemId)!,
    );
}
