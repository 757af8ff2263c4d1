import * as Type from "typebox";
import { orderStatuses } from "./codes.ts";
import { flag, identifier, oneOf, text, whole } from "./fields.ts";
import { Price, TicketSelection, UsdPrice } from "./schemas.ts";
import { nullable } from "./shape.ts";

/** Messages that the service sends. They are in a separate module, so that no bundle of the client contains them. */

/** The JSON body of a callback: the service POSTs it to the order's CallbackUrl at every change of its status. */
export const OrderNotification = Type.Object({
  type: Type.Literal("order.status"),
  timestamp: text("When the status changed, ISO 8601 UTC.", { format: "date-time" }),
  data: Type.Object({
    orderId: identifier("The order."),
    reference: text("The service's order reference."),
    externalReference: nullable(text("The client's own order number.")),
    status: oneOf([...orderStatuses], "Status after this change."),
    confirmation: nullable(text("The supplier's confirmation number.")),
    sequence: whole("1, 2, 3 … for each order. Ignore a notification that is not above the last one."),
    testMode: flag("Whether this is a test order."),
    voucherUrl: nullable(text("The voucher (PDF) of a complete order.", { format: "uri" })),
    reason: Type.Optional(
      text("Why the operator cancelled the order, in its own words. Missing where it gave no reason."),
    ),
  }),
});

/** The JSON body of a callback about a change of an order, for partners that want them: when the change ended. */
export const ChangeNotification = Type.Object({
  type: Type.Literal("order.changed"),
  timestamp: text("When the change ended, ISO 8601 UTC.", { format: "date-time" }),
  data: Type.Object({
    orderId: identifier("The order."),
    reference: text("The service's order reference."),
    externalReference: nullable(text("The client's own order number.")),
    quoteId: identifier("The change: the id of its quote."),
    status: oneOf(
      ["accepted", "declined", "withdrawn"],
      "What became of the change. Only an accepted one changed the order.",
    ),
    revision: whole("Revision of the order after that."),
    eventId: identifier("Event of the order with the change."),
    tickets: Type.Array(TicketSelection, { description: "Tickets of the order with the change." }),
    totalUsd: UsdPrice,
    differenceUsd: Price,
    refundUsd: UsdPrice,
    confirmation: nullable(text("The supplier's confirmation number.")),
    testMode: flag("Whether this is a test order."),
    voucherUrl: nullable(
      text("The voucher (PDF) of a complete order. Another event or other tickets replace the former one.", {
        format: "uri",
      }),
    ),
  }),
});

/** The JSON body of a message about the catalogue: the service POSTs it to the address that a partner registered. */
export const CatalogNotification = Type.Object({
  type: Type.Literal("catalog.changed"),
  timestamp: text("When the versions were read, ISO 8601 UTC.", { format: "date-time" }),
  data: Type.Object({
    updateVersion: whole("The newest version of updated records."),
    deleteVersion: whole("The newest version of deleted records."),
    products: nullable(
      Type.Array(
        Type.Object({
          id: identifier("The product."),
          days: Type.Array(text("yyyy-MM-dd", { format: "date" }), {
            description: "Local days whose events changed; none if only the product did.",
          }),
        }),
        {
          description:
            "Products that changed since the last message that was received. Null: too many, or a rate changed. A hint: versions are the truth.",
        },
      ),
    ),
  }),
});

export type OrderNotification = Type.Static<typeof OrderNotification>;
export type ChangeNotification = Type.Static<typeof ChangeNotification>;
export type CatalogNotification = Type.Static<typeof CatalogNotification>;
