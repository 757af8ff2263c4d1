import Type from "typebox";
import type { ChannelSettings } from "../../store/operators/sales-channels.ts";
import type { ChannelLoad, InboundCall } from "../shared/calls.ts";
import type { ChannelOffer } from "../shared/offers.ts";

/** Requests of GetYourGuide's Supplier API 1.0. Fields that the service does not use are ignored. */

export interface GygCall extends InboundCall {
  query: Map<string, string | null>;
  body: Buffer | undefined;
  settings: ChannelSettings;
  /** @throws GygError for an item that the channel cannot sell. */
  offer(productId: string): Promise<ChannelOffer>;
}

export interface GygOperation {
  method: "GET" | "POST";
  /** The path below `/getyourguide`. */
  path: string;
  load: ChannelLoad;
  /** Returns the `data` of the answer. */
  run: (call: GygCall) => Promise<object>;
}

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const words = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));
const reference = text(255);
const productId = text(128);
/** An instant with its offset. */
const dateTime = Type.String({
  pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2})$",
});

const Items = Type.Array(
  Type.Object({
    category: text(50),
    count: Type.Integer({ minimum: 0, maximum: 500 }),
    groupSize: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 10_000 }), Type.Null()])),
    /** In minor units of the currency. */
    retailPrice: Type.Optional(Type.Union([Type.Number({ minimum: 0 }), Type.Null()])),
  }),
  { minItems: 1, maxItems: 50 },
);
export type BookingItems = Type.Static<typeof Items>;

const data = <T extends Type.TProperties>(fields: T) => Type.Object({ data: Type.Object(fields) });

const currency = Type.Optional(Type.Union([text(3), Type.Null()]));

export const ReserveBody = data({ productId, dateTime, bookingItems: Items, gygBookingReference: reference, currency });

export const CancelReservationBody = data({ reservationReference: reference, gygBookingReference: reference });

const Traveler = Type.Object({
  firstName: words(100),
  lastName: words(100),
  email: words(254),
  phoneNumber: words(50),
});

export const BookBody = data({
  productId,
  reservationReference: reference,
  gygBookingReference: reference,
  dateTime,
  bookingItems: Items,
  currency,
  travelers: Type.Array(Traveler, { minItems: 1, maxItems: 500 }),
  travelerHotel: words(300),
  comment: words(5_000),
});

export const CancelBookingBody = data({
  bookingReference: reference,
  gygBookingReference: reference,
  productId: Type.Optional(productId),
});

export const NotifyBody = data({
  notificationType: text(100),
  description: words(5_000),
  productDetails: Type.Optional(Type.Object({ productId: Type.Optional(productId) })),
});
