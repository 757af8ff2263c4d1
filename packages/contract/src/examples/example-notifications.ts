import type { CatalogNotification, ChangeNotification, OrderNotification } from "../notifications.ts";
import { exampleIds, exampleRequests } from "./examples.ts";

/** A published example of every request that the service sends. They follow the sale of the other examples. */

/** The callback of the order in the other examples, once its supplier confirmed it. */
export const exampleNotification: OrderNotification = {
  type: "order.status",
  timestamp: "2026-03-02T09:43:11.000Z",
  data: {
    orderId: exampleIds.order,
    reference: "K7Q-M3X-HP4-ES",
    externalReference: exampleRequests.eventbook.externalReference ?? null,
    status: "complete",
    confirmation: "TLP-77031",
    sequence: 1,
    testMode: false,
    voucherUrl: "https://tickets.example.com/voucher/Zk3v9QxT0yHq7uJmB4cWnL8sD2e",
  },
};

/** The callback after the change of the other examples was accepted. */
export const exampleChangeNotification: ChangeNotification = {
  type: "order.changed",
  timestamp: "2026-03-02T09:48:20.000Z",
  data: {
    orderId: exampleIds.order,
    reference: "K7Q-M3X-HP4-ES",
    externalReference: exampleRequests.eventbook.externalReference ?? null,
    quoteId: exampleIds.change,
    status: "accepted",
    revision: 3,
    eventId: exampleIds.event,
    tickets: [{ code: "ADULT", quantity: 2 }],
    totalUsd: { currencyCode: "USD", value: 95.4 },
    differenceUsd: { currencyCode: "USD", value: -25 },
    refundUsd: { currencyCode: "USD", value: 25 },
    confirmation: "TLP-77031",
    testMode: false,
    voucherUrl: "https://tickets.example.com/voucher/q8RwE2sYb5Lk0ZtXv7NdJmU1cAf",
  },
};

/** The callback about an amendment that moves the order of the other examples to another event. */
export const exampleCatalogNotification: CatalogNotification = {
  type: "catalog.changed",
  timestamp: "2026-03-02T09:43:11.000Z",
  data: { updateVersion: 18741, deleteVersion: 31, products: [{ id: exampleIds.product, days: ["2026-05-16"] }] },
};
