import Type from "typebox";
import type { ChannelSettings } from "../../store/operators/sales-channels.ts";
import type { ChannelLoad, InboundCall } from "../shared/calls.ts";
import type { ChannelOffer } from "../shared/offers.ts";

/** Requests of Viator's Reservation System API. Fields that the service does not use are ignored. */

export interface ViatorCall extends InboundCall {
  settings: ChannelSettings;
  /** The offer, or null if there is no such item or Viator cannot sell it. */
  offer(productOptionId: string): Promise<ChannelOffer | null>;
}

export interface ViatorOperation<Body extends Type.TSchema = Type.TSchema> {
  /** The path below `/viator`. */
  path: string;
  load: ChannelLoad;
  /** The type of the answer's message, in version 1. */
  responseType?: string;
  body: Body;
  run(call: ViatorCall, body: Type.Static<Body>): Promise<object>;
}

export const viatorOperation = <Body extends Type.TSchema>(declared: ViatorOperation<Body>): ViatorOperation =>
  declared;

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const words = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));
const day = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" });
const time = Type.String({ pattern: "^\\d{2}:\\d{2}(:\\d{2})?$" });
const supplierId = Type.Integer();
const Ticket = Type.Object({ type: text(30), quantity: Type.Integer({ minimum: 0, maximum: 500 }) });
const tickets = Type.Array(Ticket, { minItems: 1, maxItems: 20 });
export type ViatorTickets = Type.Static<typeof tickets>;
const Option = Type.Object({
  productOptionId: text(128),
  startTimes: Type.Optional(Type.Array(time, { maxItems: 100 })),
});

const totalTravelers = Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 }));

export const CheckBody = Type.Object({
  ...{ supplierId, tickets, travelDate: day, productOptions: Type.Array(Option, { maxItems: 100 }), totalTravelers },
});
export const CalendarBody = Type.Object({
  ...{ supplierId, productOptionIds: Type.Array(text(128), { maxItems: 100 }), startDate: day, endDate: day },
});
export const ReserveRequest = Type.Object({
  ...{ supplierId, tickets, travelDate: day, productOptionId: text(128), totalTravelers },
  startTime: Type.Optional(Type.Union([time, Type.Null()])),
});

/** Fields of every message of version 1. */
export const ViatorMessage = Type.Object({
  ApiKey: words(200),
  ResellerId: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Number()])),
  SupplierId: supplierId,
  ExternalReference: words(200),
});

const Traveller = Type.Object({
  TravellerIdentifier: Type.Union([text(100), Type.Number()]),
  GivenName: words(100),
  Surname: words(100),
  AgeBand: Type.Enum(["Adult", "Child", "Youth", "Infant", "Senior"]),
  LeadTraveller: Type.Optional(Type.Boolean()),
});
const Question = Type.Object({ QuestionText: words(500), QuestionAnswer: words(1000) });

/** Viator describes these numbers as texts, and sends numbers too. */
const count = Type.Optional(
  Type.Union([Type.Integer({ minimum: 0, maximum: 10_000 }), Type.String({ pattern: "^\\d{1,5}$" }), Type.Null()]),
);
const TravellerMix = Type.Object({
  ...{ Adult: count, Child: count, Youth: count, Infant: count, Senior: count, Total: count },
});

export const BookingBody = Type.Object({
  ...ViatorMessage.properties,
  BookingReference: text(200),
  TravelDate: day,
  SupplierProductCode: text(50),
  TourOptions: Type.Optional(Type.Object({ SupplierOptionCode: words(128), TourDepartureTime: Type.Optional(time) })),
  Traveller: Type.Array(Traveller, { minItems: 1, maxItems: 500 }),
  TravellerMix: Type.Optional(Type.Union([TravellerMix, Type.Null()])),
  CurrencyCode: words(3),
  Amount: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  RequiredInfo: Type.Optional(Type.Object({ Question: Type.Optional(Type.Array(Question, { maxItems: 200 })) })),
  SpecialRequirement: words(2000),
  PickupPoint: words(300),
  ContactDetail: Type.Optional(Type.Object({ ContactValue: words(254) })),
  ContactEmail: words(254),
  AvailabilityHoldReference: words(128),
});
export type BookingBody = Type.Static<typeof BookingBody>;

export const SoldBookingBody = Type.Object({
  ...ViatorMessage.properties,
  BookingReference: text(200),
  SupplierConfirmationNumber: text(128),
  /** Only redemptions have it. */
  TravelDate: Type.Optional(day),
  Reason: words(1000),
});
export type SoldBookingBody = Type.Static<typeof SoldBookingBody>;
