import { contradictions, knownOf, type Stated, type StatedField } from "../../domain/booking/agreement.ts";
import type { ChannelBooking } from "../../domain/booking/channel-booking-state.ts";
import type { Caller } from "../../domain/partners/keys.ts";
import { instantOf, localTime } from "../../domain/selling/dates.ts";
import { ownSeatsLeft } from "../../records/allotments.ts";
import type { Service } from "../../service.ts";
import {
  type ChannelEvent,
  type ChannelProduct,
  channelProduct,
  datelessEvent,
  eventsOfItem,
} from "../../store/catalogue/channel-events.ts";
import type { Db } from "../../store/database/database.ts";
import type { VersionCounter } from "../../store/versions/versions.ts";

/** Products and events that channels sell. */

/** Products read for one state of the catalogue: the live and the test catalogue count their versions separately. */
const productsOf = new WeakMap<VersionCounter, Map<string, Promise<ChannelProduct | null>>>();

/** Reads a product at the newest version. */
export async function readCurrentProduct({ db, currentVersion }: Service, id: string): Promise<ChannelProduct | null> {
  const counter = await currentVersion();
  const products = productsOf.get(counter) ?? new Map<string, Promise<ChannelProduct | null>>();
  productsOf.set(counter, products);
  const known = products.get(id);
  if (known) return known;
  const reading = channelProduct(db, id);
  products.set(id, reading);
  reading.catch(() => products.delete(id));
  return reading;
}

/** Returns the events with the seats that a partner can buy. */
export const withOwnSeats = (
  events: readonly ChannelEvent[],
  { partnerId }: Pick<Caller, "partnerId">,
): ChannelEvent[] =>
  events.map((event) => (event.partnersLeft ? { ...event, capacityLeft: ownSeatsLeft(event, partnerId) } : event));

/** Reads the events of an option on these days, with the seats that the caller can buy. The only event of a dateless item is on each day until its last day. */
export async function readEventsOnDays(
  db: Db,
  { product, item, caller, now }: { product: ChannelProduct; item: { id: string }; caller: Caller; now: Date },
  { first, last }: { first: string; last: string },
): Promise<ChannelEvent[]> {
  if (product.record.type !== "dateless")
    return withOwnSeats(await eventsOfItem(db, { itemId: item.id, first, last }), caller);
  const only = await datelessEvent(db, item.id, now);
  const isInRange = only && only.eventOn.slice(0, 10) >= first && last >= now.toISOString().slice(0, 10);
  return isInRange ? withOwnSeats([only], caller) : [];
}

/** Returns the fields of a request that contradict a booking. */
export const contradicted = async (service: Service, stated: Stated, booking: ChannelBooking): Promise<StatedField[]> =>
  contradictions(stated, knownOf(booking), await readCurrentProduct(service, booking.row.productId));

/** Returns whether the event of an order has begun. */
export async function hasBegun(service: Service, { order, row }: ChannelBooking, now: Date): Promise<boolean> {
  const product = await readCurrentProduct(service, row.productId);
  return instantOf(localTime(order!.eventOn), product?.record.timeZone ?? "UTC") <= now;
}
