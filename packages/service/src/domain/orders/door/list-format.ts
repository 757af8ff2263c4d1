import Type from "typebox";

/**
 * The list with which a device admits people without network: the codes of some sessions. Codes are hashed with the list's own salt, so
 * that the list cannot be read as a list of valid codes. The back office's OpenAPI document has this schema, and the console its type.
 */

const text = Type.String();
const instant = Type.String({ format: "date-time" });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const Pass = Type.Object({
  n: Type.Integer({ description: "From 1, in each order." }),
  key: Type.String({ description: "Hash of the short code." }),
  ticketCode: orNull(text),
  people: Type.Integer(),
  admitted: orNull(Type.Object({ at: instant, by: text })),
});

const ListedOrder = Type.Object({
  session: Type.Integer({ description: "Position of its session in `sessions`." }),
  state: Type.Enum(["complete", "cancelled", "not-confirmed", "replaced"]),
  keys: Type.Array(text, {
    description: "Hashes of the order's reference and of its voucher's code: each means the whole party.",
  }),
  lead: orNull(Type.String({ description: "First name and initial of the lead name." })),
  passes: Type.Array(Pass),
  tickets: Type.Array(Type.Object({ code: text, quantity: Type.Integer() })),
});

export const DeviceList = Type.Object(
  {
    version: Type.Literal(1),
    madeAt: instant,
    expiresAt: Type.String({ format: "date-time", description: "The device must not use the list from then on." }),
    salt: Type.String({ description: "A hash is the first 22 characters of SHA-256 of `salt:code` in base64url." }),
    sessions: Type.Array(
      Type.Object({
        id: text,
        productName: text,
        itemName: text,
        eventOn: Type.String({ description: "Local date and time at the location." }),
        from: orNull(instant),
        until: instant,
      }),
    ),
    orders: Type.Array(ListedOrder),
  },
  { description: "A list of codes, with which a device admits people without network." },
);
export type DeviceList = Type.Static<typeof DeviceList>;
export type ListedOrder = Type.Static<typeof ListedOrder>;
