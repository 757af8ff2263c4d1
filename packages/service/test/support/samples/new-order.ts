import type { NewOrder } from "../../../src/store/orders/orders.ts";
import { testNow } from "../app.ts";

/** An order of one adult for the store, except for its partner and its event. */
export const anOrder: Omit<NewOrder, "eventId" | "eventOn" | "partnerId"> = {
  id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  lang: "es",
  test: false,
  tickets: [{ code: "ADULT", quantity: 1 }],
  seats: 1,
  email: "customer@example.com",
  phoneNumber: "1",
  remoteHost: "192.0.2.1",
  callbackUrl: null,
  externalReference: null,
  whiteLabelCode: null,
  totalUsd: "90.00",
  answers: [],
  agreed: {
    productName: "Noche de flamenco",
    itemName: "Butaca",
    tickets: [
      {
        code: "ADULT",
        prices: [{ quantity: 1, currencyCode: "EUR", rate: "0.9", unitPrice: "81.00", unitUsdPrice: "90.00" }],
      },
    ],
  },
  cancelPurchaseHour: 24,
  cancelUntil: new Date("2026-06-29T18:00:00Z"),
  createdAt: testNow,
  retryDigest: null,
  idempotencyKey: null,
  status: "waitsupplier",
  atDesk: false,
  supplierDueIn: 0,
};
