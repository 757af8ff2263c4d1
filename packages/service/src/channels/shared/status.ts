import { isFull } from "../../records/tickets/ticket-sizes.ts";
import type { ChannelEvent } from "../../store/catalogue/channel-events.ts";

/** Availability of an event for channels. */

export type AvailabilityStatus = "AVAILABLE" | "FREESALE" | "SOLD_OUT" | "LIMITED" | "CLOSED";

/** Returns the availability of an event now. Less than half of the seats is LIMITED. Black-out, removed and past sales are CLOSED. */
export function availabilityStatus(event: ChannelEvent, now: Date, wanted = 0): AvailabilityStatus {
  const { capacity, capacityLeft } = event;
  const isOnSale = event.availability === "available" || event.availability === "sold-out";
  if (event.hidden || !isOnSale || event.salesEndAt <= now) return "CLOSED";
  if (event.availability === "sold-out" || isFull(event)) return "SOLD_OUT";
  if (capacityLeft === null) return "FREESALE";
  if (capacityLeft < wanted) return "SOLD_OUT";
  return capacity !== null && capacityLeft * 2 < capacity ? "LIMITED" : "AVAILABLE";
}
