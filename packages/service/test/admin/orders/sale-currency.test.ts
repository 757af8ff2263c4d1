import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { eventId } from "../../support/partner.ts";
import { boat, museum, show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Sales of the desk in another currency than the store's: the quote and the order have the same amounts. */

const prices = [{ code: "ADULT", amount: "33.33" }];
const abroad = variant(
  show,
  { externalId: "abroad", currencyCode: "BRL" },
  {
    externalId: "abroad-seat",
    schedules: [{ ...show.items[0]!.schedules![0]!, prices: [...prices, { code: "CHILD", amount: "9.99" }] }],
  },
);
const catalogue = { ...testCatalogue, products: [show, boat, museum, abroad] };
const tickets = [
  { code: "ADULT", quantity: 3 },
  { code: "CHILD", quantity: 2 },
];

onPostgres("a sale in another currency than the store's", (open) => {
  let app: TestApp;
  let owner: Operator;
  before(async () => {
    app = await startApp({ open, catalogue });
    owner = await signedIn(app, "owner");
  });
  after(() => app?.stop());

  for (const code of ["EUR", "USD", "BRL"] as const)
    test(`the quote has the amounts of the order, in a store of ${code}`, async () => {
      await owner.ask("PUT", "/home", { timeZone: "Europe/Madrid", currencyCode: code });
      const event = await eventId(app, "abroad-seat", "2026-06-20T20:00");
      const { total, event: quoted } = await owner.ask("POST", "/orders/quote", { eventId: event, tickets });
      const order = await owner.ask("POST", "/orders", {
        ...{ id: randomUUID(), eventId: event, tickets, lang: "es", totalUsd: total.usd, method: "cash" },
      });
      assert.equal(total.currencyCode, code);
      assert.equal(total.inStore, order.amounts.total);
      assert.equal(total.currencyCode, order.amounts.currencyCode);
      assert.deepEqual(order.amounts.printed, { currencyCode: quoted.currencyCode, amount: total.amount });
      assert.equal(total.amount, "119.97");
    });
});
