import * as Type from "typebox";
import { orderEnders, orderStatuses } from "./codes.ts";
import { flagField, identifierField, oneOfField, textField, wholeNumberField } from "./fields.ts";
import { Price, TicketSelection, UsdPrice } from "./schemas.ts";
import { nullable } from "./shape.ts";

/** Messages that the service sends. They are in a separate module, so that no bundle of the client contains them. */

/** The JSON body of a callback: the service POSTs it to the order's CallbackUrl at every change of its status. */
export const OrderNotification = Type.Object({
  type: Type.Literal("order.status"),
  timestamp: textField("When the status changed, ISO 8601 UTC.", { format: "date-time" }),
  data: Type.Object({
    orderId: identifierField("The order."),
    reference: textField("The service's order reference."),
    externalReference: nullable(textField("The client's own order number.")),
    status: oneOfField([...orderStatuses], "Status after this change."),
    confirmation: nullable(textField("The supplier's confirmation number.")),
    sequence: wholeNumberField("1, 2, 3 … for each order. Ignore a notification that is not above the last one."),
    testMode: flagField("Whether this is a test order."),
    voucherUrl: nullable(textField("The voucher (PDF) of a complete order.", { format: "uri" })),
    refundUsd: Type.Optional({ ...UsdPrice, description: "Of a cancelled order: the refund." }),
    endedBy: Type.Optional(oneOfField([...orderEnders], "Who cancelled the order, of a cancelled order.")),
    reason: Type.Optional(
      textField("Why the operator cancelled the order, in its own words. Missing where it gave no reason."),
    ),
  }),
});

/** The JSON body of a callback about a change of an order, for partners that want them: when the change ended. */
export const ChangeNotification = Type.Object({
  type: Type.Literal("order.changed"),
  timestamp: textField("When the change ended, ISO 8601 UTC.", { format: "date-time" }),
  data: Type.Object({
    orderId: identifierField("The order."),
    reference: textField("The service's order reference."),
    externalReference: nullable(textField("The client's own order number.")),
    quoteId: identifierField("Identifies the change: the id of the quote that was accepted."),
    status: oneOfField(
      ["accepted", "declined", "withdrawn"],
      "What became of the change. Only an accepted one changed the order.",
    ),
    revision: wholeNumberField("Revision of the order after that."),
    eventId: identifierField("Event of the order with the change."),
    tickets: Type.Array(TicketSelection, { description: "Tickets of the order with the change." }),
    totalUsd: UsdPrice,
    differenceUsd: Price,
    refundUsd: UsdPrice,
    confirmation: nullable(textField("The supplier's confirmation number.")),
    testMode: flagField("Whether this is a test order."),
    voucherUrl: nullable(
      textField("The voucher (PDF) of a complete order. Another event or other tickets replace the former one.", {
        format: "uri",
      }),
    ),
  }),
});

/** The JSON body of a message about the catalogue: the service POSTs it to the address that a partner registered. */
export const CatalogNotification = Type.Object({
  type: Type.Literal("catalog.changed"),
  timestamp: textField("When the versions were read, ISO 8601 UTC.", { format: "date-time" }),
  data: Type.Object({
    updateVersion: wholeNumberField("The newest version of updated records."),
    deleteVersion: wholeNumberField("The newest version of deleted records."),
    products: nullable(
      Type.Array(
        Type.Object({
          id: identifierField("The product."),
          days: Type.Array(textField("yyyy-MM-dd", { format: "date" }), {
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
