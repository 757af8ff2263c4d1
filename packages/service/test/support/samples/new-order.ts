import { sql } from "kysely";
import { writeOrder } from "../../../src/store/booking/sales.ts";
import type { Db } from "../../../src/store/database/database.ts";
import { neverGivenUp } from "../../../src/store/database/given-up.ts";
import type { NewOrder, OrderRow } from "../../../src/store/sale/orders.ts";
import { testNow } from "../app.ts";

/** An order of one adult for the store. It lacks a partner and an event. */
export const anOrder: Omit<NewOrder, "eventId" | "productId" | "eventOn" | "partnerId"> = {
  id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  lang: "es",
  test: false,
  tickets: [{ code: "ADULT", quantity: 1 }],
  seats: 1,
  people: 1,
  wholeEvent: false,
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
  keys: [],
  digest: "",
  status: "waitsupplier",
  atDesk: false,
  supplierDueIn: 0,
  byOperator: false,
  holdId: null,
  payment: null,
};

/** Places an order in the store without the steps of the domain. Returns null when the event has too few seats. */
export async function placeInStore(db: Db, order: Omit<NewOrder, "productId">): Promise<OrderRow | null> {
  const { rows } = await sql<{ productId: string }>`
    select product_id as "productId" from event where id = ${order.eventId}`.execute(db);
  const completing = () => Promise.resolve();
  const sale = { order: { ...order, productId: rows[0]!.productId }, completing };
  return (await writeOrder(db, sale, { hasGivenUp: neverGivenUp })).row;
}
