import Type from "typebox";
import {
  exampleCatalogNotification,
  exampleChangeNotification,
  exampleNotification,
} from "../examples/example-notifications.ts";
import { CatalogNotification, ChangeNotification, OrderNotification } from "../notifications.ts";
import type { DocumentedOperation, HeaderParameter } from "./openapi-document.ts";
import { schemaReference } from "./openapi-schemas.ts";

/** Requests that the service sends, as the document describes them. */

/** The headers that sign a notification. */
const signature: HeaderParameter[] = Object.entries({
  "webhook-id": "Identifies the notification; a repetition has the same one.",
  "webhook-timestamp": "When it was sent, in seconds since 1970.",
  "webhook-signature": "`v1,` and the HMAC-SHA256 in base64; two of them after a change of the secret.",
}).map(([name, description]) => ({ name, in: "header", required: true, description, schema: Type.String() }));

/** The request that the service sends to the address that a partner registered for changes of the catalogue. */
export const catalogChangedOperation: Omit<DocumentedOperation, "method" | "path"> = {
  id: "receiveCatalogChanged",
  summary: "Catalogue changed",
  description:
    "The service sends this to the address that the operator registered for the partner, at most once a second, signed as Standard " +
    "Webhooks. Verify the signature, answer at once, then read the changes since your version. A message can be lost: " +
    "poll `productversion` as well, less often.",
  tag: "notifications",
  security: [],
  parameters: signature,
  body: { "application/json": { schema: schemaReference(CatalogNotification), example: exampleCatalogNotification } },
  responses: {
    200: { description: "Received, as with any other 2xx." },
    410: { description: "No more messages to this address." },
    default: { description: "Anything else: the service sends the newest versions later." },
  },
};

/** The request that the service sends to the CallbackUrl of an order when a change of it ended. */
export const orderChangedOperation: Omit<DocumentedOperation, "method" | "path"> = {
  id: "receiveOrderChanged",
  summary: "Order changed",
  description:
    "The service sends this to the `callbackUrl` of the order when a change of it was accepted, declined or withdrawn, in sequence with the " +
    "notifications of its status and signed as they are. Only partners that asked their operator for it get it. Verify the signature, " +
    "answer at once, then read the order.",
  tag: "notifications",
  security: [],
  parameters: signature,
  body: { "application/json": { schema: schemaReference(ChangeNotification), example: exampleChangeNotification } },
  responses: {
    200: { description: "Received, as with any other 2xx." },
    410: { description: "No more notifications for this order." },
    default: { description: "Anything else: sent again later." },
  },
};

/** The request that the service sends to the CallbackUrl of an order. */
export const orderNotificationOperation = (id: string): Omit<DocumentedOperation, "method" | "path"> => ({
  id,
  summary: "Order status changed",
  description:
    "The service sends this to the `callbackUrl` of the order at every change of its status, signed as Standard Webhooks. " +
    "Verify the signature, answer at once, then process. The same notification can arrive more than once.",
  tag: "notifications",
  security: [],
  parameters: [
    ...["orderid", "status"].map((name) => ({
      name,
      in: "query" as const,
      required: true,
      description: "The same as in the body, which alone is signed.",
      schema: Type.String(),
    })),
    ...signature,
  ],
  body: { "application/json": { schema: schemaReference(OrderNotification), example: exampleNotification } },
  responses: {
    200: { description: "Received, as with any other 2xx." },
    410: { description: "No more notifications for this order." },
    default: { description: "Anything else: the service sends it again, up to ten times." },
  },
});
