import { contradictions, knownOf, type Stated, type StatedField } from "../../domain/booking/agreement.ts";
import type { ChannelBooking } from "../../domain/booking/channel-booking-state.ts";
import type { Caller } from "../../domain/partners/keys.ts";
import { instantOf, localTime } from "../../domain/selling/dates.ts";
import { ownSeatsLeft } from "../../records/partners/allotments.ts";
import { isStopped, type Offer, offeredProduct } from "../../records/partners/offer.ts";
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

/** Reads a product at the newest version as its partner sells it; null if it does not. */
export async function readOfferedProduct(
  service: Service,
  { offer }: { offer?: Offer | undefined },
  id: string,
): Promise<ChannelProduct | null> {
  const product = await readCurrentProduct(service, id);
  return product && offeredProduct(offer, product);
}

interface OptionToSell {
  product: Pick<ChannelProduct, "id" | "record">;
  item: { id: string };
  /** The partner that sells it. */
  caller: Pick<Caller, "partnerId" | "offer">;
}

/** Returns the events of an option as a partner sells them: closed on the days of a stop-sale, with the seats that it can buy. */
export const soldTo = (
  events: readonly ChannelEvent[],
  { product, item, caller: { offer, partnerId } }: Pick<OptionToSell, "item" | "caller"> & { product: { id: string } },
): ChannelEvent[] =>
  events.map((event) => ({
    ...event,
    ...(offer &&
      isStopped(offer, { productId: product.id, itemId: item.id, day: event.eventOn.slice(0, 10) }) && {
        availability: "black-out",
      }),
    capacityLeft: ownSeatsLeft(event, partnerId),
  }));

/** Reads the events of an option on these days, as a partner sells them. The only event of a dateless item is on each day until its last day. */
export async function readEventsOnDays(
  db: Db,
  { product, item, caller, now }: OptionToSell & { now: Date },
  { first, last }: { first: string; last: string },
): Promise<ChannelEvent[]> {
  const of = { product, item, caller };
  if (product.record.type !== "dateless") return soldTo(await eventsOfItem(db, { itemId: item.id, first, last }), of);
  const only = await datelessEvent(db, item.id, now);
  const isInRange = only && only.eventOn.slice(0, 10) >= first && last >= now.toISOString().slice(0, 10);
  return isInRange ? soldTo([only], of) : [];
}

/** Returns the fields of a request that contradict a booking. */
export const contradicted = async (service: Service, stated: Stated, booking: ChannelBooking): Promise<StatedField[]> =>
  contradictions(stated, knownOf(booking), await readCurrentProduct(service, booking.row.productId));

/** Returns whether the event of an order has begun. */
export async function hasBegun(service: Service, { order, row }: ChannelBooking, now: Date): Promise<boolean> {
  const product = await readCurrentProduct(service, row.productId);
  return instantOf(localTime(order!.eventOn), product?.record.timeZone ?? "UTC") <= now;
}
