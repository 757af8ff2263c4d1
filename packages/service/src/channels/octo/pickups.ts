import { instantOf, localTime } from "../../domain/selling/dates.ts";
import { offsetTime } from "../../domain/selling/offset-times.ts";
import type { ChannelProduct } from "../../store/catalogue/channel-events.ts";
import type { Pickup } from "../../store/orders/channel-bookings.ts";
import { octoUnprocessable } from "./errors.ts";

/**
 * The capability pickups: the places where travellers of a product are picked up. A chosen place is the answer to the
 * question about the hotel.
 */

type Place = NonNullable<NonNullable<ChannelProduct["record"]["pickups"]>["places"]>[number];

const placesOf = ({ record }: Pick<ChannelProduct, "record">): readonly Place[] => record.pickups?.places ?? [];

/** Returns the pickup fields of an option or an availability. `eventOn`: the start of the availability's event. */
export function pickupFields(product: Pick<ChannelProduct, "record">, eventOn?: string): object {
  const { pickups, questions } = product.record;
  return {
    pickupAvailable: pickups !== undefined || questions.hotel,
    pickupRequired: questions.hotel,
    pickupPoints: placesOf(product).map((place) => pointOf(place, product, eventOn)),
  };
}

function pointOf(
  { externalId, name, address, latitude, longitude, minutesBefore }: Place,
  { record }: Pick<ChannelProduct, "record">,
  eventOn?: string,
): object {
  const zone = record.timeZone;
  const start = eventOn === undefined ? null : instantOf(localTime(eventOn), zone);
  return {
    id: externalId,
    name,
    directions: null,
    address: address ?? name,
    latitude: latitude ?? null,
    longitude: longitude ?? null,
    googlePlaceId: null,
    ...(start && { localDateTime: offsetTime(new Date(start.getTime() - (minutesBefore ?? 0) * 60_000), zone) }),
  };
}

/** Returns the pickup fields of a booking. */
export function bookedPickup(
  pickup: Pickup | null,
  product: Pick<ChannelProduct, "record"> | null,
  eventOn?: string,
): object {
  const place = product && placesOf(product).find(({ externalId }) => externalId === pickup?.placeId);
  return {
    pickupRequested: pickup !== null,
    pickupPointId: pickup?.placeId ?? null,
    pickupHotel: pickup && pickup.placeId === null ? pickup.name : null,
    pickupHotelRoom: pickup?.room ?? null,
    pickupPoint: product && place ? pointOf(place, product, eventOn) : null,
  };
}

/** The pickup fields of a request. */
interface PickupWish {
  pickupRequested?: boolean | null;
  pickupPointId?: string | null;
  pickupHotel?: string | null;
  pickupHotelRoom?: string | null;
}

/** Returns the pickup that a request asks for. A field that the request omits keeps its value. */
export function wishedPickup(
  wish: PickupWish,
  product: Pick<ChannelProduct, "record">,
  before: Pickup | null,
): Pickup | null {
  const { pickupRequested, pickupPointId, pickupHotel } = wish;
  if (pickupRequested === false) return null;
  const room = wish.pickupHotelRoom === undefined ? (before?.room ?? null) : wish.pickupHotelRoom || null;
  if (pickupPointId) {
    const place = placesOf(product).find(({ externalId }) => externalId === pickupPointId);
    if (!place) throw octoUnprocessable(`The product has no pickup point ${pickupPointId}.`);
    return { placeId: place.externalId, name: place.name, address: place.address ?? place.name, room };
  }
  if (pickupHotel) return { placeId: null, name: pickupHotel, address: pickupHotel, room };
  return before && { ...before, room };
}
