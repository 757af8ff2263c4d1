import { languages, orderStatuses } from "@paseo/contract";
import Type from "typebox";
import { Attempt, callbackStates } from "../../store/orders/callbacks.ts";
import { orderFlags } from "../../store/orders/dispatch.ts";
import { TimelineEntry } from "../../store/orders/order-changes.ts";
import { decimal, instant, nullable, text } from "../../store/schemas.ts";

/** One order, as the back office API returns it. */

const status = Type.Enum([...orderStatuses]);

const Callback = Type.Object({
  id: text,
  sequence: Type.Integer({ description: "1, 2, 3 … within the order." }),
  status,
  url: text,
  body: Type.String({ description: "The JSON body as sent." }),
  state: Type.Enum([...callbackStates]),
  attempts: Type.Integer({ description: "Number of attempts without replays." }),
  createdAt: instant,
  nextAt: nullable(instant),
  log: Type.Array(Attempt),
});

export const OrderDetails = Type.Object({
  id: text,
  reference: text,
  confirmation: nullable(text, "The supplier's own number."),
  status,
  test: Type.Boolean(),
  lang: Type.Enum([...languages]),
  createdAt: instant,
  erasedAt: nullable(instant),
  partner: nullable(Type.Object({ externalId: text, name: text })),
  sold: nullable(
    Type.Object({
      productName: text,
      itemName: text,
      partNumber: text,
      venue: text,
      address: text,
      eventOn: Type.String({ description: "Local date and time at the location." }),
      timeZone: text,
    }),
  ),
  terms: Type.Object(
    {
      currencyCode: text,
      rate: Type.String({ description: "Units of the currency for one US dollar." }),
      tickets: Type.Array(
        Type.Object({
          code: text,
          quantity: Type.Integer(),
          unitPrice: decimal,
          unitUsdPrice: decimal,
        }),
      ),
      cancelPurchaseHour: Type.Integer(),
      cancelUntil: instant,
    },
    { description: "As agreed when the order was placed." },
  ),
  supplier: nullable(Type.Object({ externalId: text, name: text, kind: text }), "Null: the operator's own desk."),
  flag: nullable(Type.Enum([...orderFlags])),
  supplierDueAt: nullable(instant),
  event: Type.Object({
    tickets: Type.Array(Type.Object({ code: text, quantity: Type.Integer() })),
    email: text,
    phoneNumber: text,
    remoteHost: text,
    externalReference: nullable(text),
    totalUsd: Type.Object({ value: Type.Number() }),
    answers: Type.Array(Type.Object({ code: text, value: text })),
  }),
  change: nullable(
    Type.Object({
      eventOn: Type.String({ description: "Local date and time at the location." }),
      itemName: text,
      tickets: Type.Array(Type.Object({ code: text, quantity: Type.Integer() })),
      totalUsd: decimal,
      differenceUsd: decimal,
      refundUsd: decimal,
      acceptedAt: nullable(instant),
    }),
    "A change that waits for the supplier: the order as it would be.",
  ),
  timeline: Type.Array(TimelineEntry),
  callbacks: Type.Array(Callback),
  voucher: nullable(
    Type.Object({
      address: text,
      madeAt: instant,
      voidAt: nullable(instant),
      redeemedAt: nullable(instant),
      redeemedBy: nullable(text),
    }),
  ),
});
