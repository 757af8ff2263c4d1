import Type from "typebox";
import { ToCollect } from "../money/to-collect.ts";

/**
 * The list with which a device admits people without network. It contains keys of the codes of some events. A key fits
 * thousands of codes, so that nobody who has the list learns a code from it. It contains no references, because
 * older ones are consecutive numbers.
 */

const text = Type.String();
const instant = Type.String({ format: "date-time" });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const Pass = Type.Object({
  n: Type.Integer({ description: "From 1, in each order." }),
  key: Type.Integer({ description: "Key of the short code." }),
  ticketCode: orNull(text),
  people: Type.Integer(),
  admitted: orNull(Type.Object({ at: instant, by: text })),
});

const ListedOrder = Type.Object({
  event: Type.Integer({ description: "Position of its event in `events`." }),
  state: Type.Enum(["complete", "cancelled", "not-confirmed", "replaced"]),
  key: orNull(Type.Integer({ description: "Key of the voucher's code, which means the whole party." })),
  guest: orNull(Type.String({ description: "Admits the party of a guest who was found by name, in place of a code." })),
  names: Type.Array(Type.Integer(), {
    description: "Keys of `name:` and each beginning of a last name, without case and accents, up to twelve letters.",
  }),
  lead: orNull(Type.String({ description: "First name and initial of the lead name." })),
  passes: Type.Array(Pass),
  toCollect: orNull(ToCollect),
  tickets: Type.Array(Type.Object({ code: text, quantity: Type.Integer() })),
});

export const DeviceList = Type.Object(
  {
    version: Type.Literal(1),
    madeAt: instant,
    expiresAt: Type.String({ format: "date-time", description: "The device must not use the list from then on." }),
    salt: text,
    bits: Type.Integer({ description: "A key is this many first bits of SHA-256 of `salt:code`." }),
    events: Type.Array(
      Type.Object({
        id: text,
        productName: text,
        itemName: text,
        eventOn: Type.String({ description: "Local date and time at the location." }),
        from: orNull(instant),
        until: instant,
        servedFrom: orNull(instant),
        servedUntil: Type.String({ format: "date-time", description: "Until then guests are found by name." }),
      }),
    ),
    ticketNames: Type.Record(Type.String(), Type.Object({ es: text, pt: text, en: text }), {
      description: "The names of each ticket code in the languages of the console.",
    }),
    orders: Type.Array(ListedOrder),
  },
  { description: "A list of codes, with which a device admits people without network." },
);
export type DeviceList = Type.Static<typeof DeviceList>;
export type ListedOrder = Type.Static<typeof ListedOrder>;
