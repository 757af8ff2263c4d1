import { isEmailAddress } from "@paseo/contract/limits";
import Type from "typebox";
import { type Person, unknownPerson } from "../../store/orders/channel-bookings.ts";
import { isUuid } from "../../web/query.ts";
import { readChannelBody } from "../shared/body.ts";
import { octoBadRequest } from "./errors.ts";

/** Reads request bodies of OCTO. Clients also send fields of capabilities and vendors that the service does not support and ignores. */

const text = (maxLength: number) => Type.String({ maxLength });
const orNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const day = Type.Refine(
  text(10),
  (value) => /^\d{4}-\d{2}-\d{2}$/.test(value),
  () => "must be a date: yyyy-MM-dd",
);
const Uuid = Type.Refine(Type.String({ maxLength: 36 }), isUuid, () => "must be a UUID");
const Email = Type.Refine(
  text(254),
  (value) => value === "" || isEmailAddress(value),
  () => "must be an e-mail address",
);

const Contact = Type.Object({
  fullName: orNull(text(200)),
  firstName: orNull(text(100)),
  lastName: orNull(text(100)),
  emailAddress: orNull(Email),
  phoneNumber: orNull(text(50)),
  locales: orNull(Type.Array(text(35), { maxItems: 20 })),
  postalCode: orNull(text(20)),
  country: orNull(text(100)),
  notes: orNull(text(1000)),
});

const UnitItem = Type.Object({
  uuid: orNull(Uuid),
  unitId: text(128),
  resellerReference: orNull(text(255)),
  contact: orNull(Contact),
});
export type UnitItem = Type.Static<typeof UnitItem>;

const pickup = {
  pickupRequested: orNull(Type.Boolean()),
  pickupPointId: orNull(text(128)),
  pickupHotel: orNull(text(300)),
  pickupHotelRoom: orNull(text(50)),
};

const unitItems = Type.Array(UnitItem, { maxItems: 500 });
const expirationMinutes = orNull(Type.Integer({ minimum: 1, maximum: 10_000 }));
const Units = orNull(
  Type.Array(Type.Object({ id: text(128), quantity: Type.Integer({ minimum: 0, maximum: 500 }) }), { maxItems: 500 }),
);

export const AvailabilityBody = Type.Object({
  productId: text(128),
  optionId: text(128),
  localDateStart: orNull(day),
  localDateEnd: orNull(day),
  availabilityIds: orNull(Type.Array(text(128), { maxItems: 500 })),
  units: Units,
  currency: orNull(text(3)),
});
export type AvailabilityBody = Type.Static<typeof AvailabilityBody>;

export const ReservationBody = Type.Object({
  uuid: orNull(Uuid),
  productId: text(128),
  optionId: text(128),
  availabilityId: orNull(text(128)),
  expirationMinutes,
  notes: orNull(text(1000)),
  unitItems: Type.Optional(unitItems),
  resellerReference: orNull(text(255)),
  contact: orNull(Contact),
  ...pickup,
  currency: orNull(text(3)),
});

export const ConfirmationBody = Type.Object({
  uuid: orNull(Uuid),
  productId: Type.Optional(text(128)),
  optionId: Type.Optional(text(128)),
  availabilityId: Type.Optional(text(128)),
  currency: orNull(text(3)),
  resellerReference: orNull(text(255)),
  contact: orNull(Contact),
  notes: orNull(text(1000)),
  unitItems: Type.Optional(unitItems),
  ...pickup,
});

export const UpdateBody = Type.Object({
  ...ConfirmationBody.properties,
  expirationMinutes,
});

export const ExtendBody = Type.Object({ expirationMinutes });
export const CancellationBody = Type.Object({ reason: orNull(text(1000)) });

/** Reads a JSON body. An empty body is an object without fields. */
export const jsonBody = <S extends Type.TSchema>(bytes: Buffer | undefined, schema: S): Type.Static<S> =>
  readChannelBody(bytes, schema, octoBadRequest);

/** Returns the person of a contact. A field that the contact omits keeps its value. */
export function contactPerson(
  contact: Type.Static<typeof Contact> | null | undefined,
  before: Person = unknownPerson,
): Person {
  const sent = Object.fromEntries(
    Object.keys(unknownPerson).flatMap((name) => {
      const value = contact?.[name as keyof Person];
      return value === undefined ? [] : [[name, value === "" ? null : (value ?? unknownPerson[name as keyof Person])]];
    }),
  );
  return { ...before, ...sent };
}
