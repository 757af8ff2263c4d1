import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { voucherContent } from "../../../src/domain/visits/vouchers.ts";
import { inTransaction } from "../../../src/store/database/database.ts";
import { noBrand, saveBrand } from "../../../src/store/operators/brand.ts";
import { priceText } from "../../../src/vouchers/labels.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { eventId } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** What the voucher of a desk sale says about its price and its refunds. */

const own = variant(
  show,
  { externalId: "own", immediateBooking: true, taxRate: "21", refundTiers: [{ hours: 24, percent: 50 }] },
  { externalId: "own-seat" },
);

onPostgres("the voucher of a desk sale", (open) => {
  let app: TestApp;
  let desk: Operator & { email: string };
  before(async () => {
    app = await startApp({ open, catalogue: { ...testCatalogue, products: [own] } });
    desk = await signedIn(app, "orders");
  });
  after(() => app?.stop());
  const inStoreCurrency = async (currencyCode: string) =>
    (await signedIn(app, "owner")).ask("PUT", "/home", { timeZone: "Europe/Madrid", currencyCode });

  test("a voucher of the desk names the price once the operator has a tax number, and the tax only with an invoice's number", async () => {
    const { db } = app.store.database;
    const priceOf = async (address: string) => {
      const content = await voucherContent(db, address.split("/").at(-1)!, { publicUrl: "", operatorName: "Paseo" });
      return typeof content === "object" && content ? content : null;
    };
    const event = await eventId(app, "own-seat", "2026-06-20T20:00");
    const { id, voucher } = await desk.ask("POST", "/orders", {
      ...{ id: randomUUID(), eventId: event, tickets: [{ code: "ADULT", quantity: 2 }], lang: "es" },
      ...{ method: "cash", totalUsd: "100.00" },
    });
    assert.equal((await priceOf(voucher.address))!.price, null);
    await inTransaction(db, (tx) => saveBrand(tx, { ...noBrand, taxNumber: "NIF B00000000" }));
    const content = (await priceOf(voucher.address))!;
    const price = { currencyCode: "EUR", total: "90.00" };
    assert.deepEqual(content.price, { ...price, invoiced: null });
    assert.match(priceText(content), /^Precio: 90,00\s€\.$/);
    const invoice = { number: "F-2026/17", isCurrent: true };
    const recorded = await desk.ask("PUT", `/orders/${id}/invoice`, { number: " F-2026/17 " });
    assert.deepEqual([recorded.invoice, recorded.payment.method], [invoice, "cash"]);
    const stated = (await priceOf(voucher.address))!;
    assert.deepEqual(stated.price, {
      ...price,
      invoiced: { number: "F-2026/17", tax: { taxRate: "21", tax: "15.62" } },
    });
    assert.match(
      priceText(stated),
      /^Precio: 90,00\s€, con 15,62\s€ de impuestos incluidos \(21\s%\)\. Factura: F-2026\/17\.$/,
    );
    for (const [number, pointer] of [
      ["", "/number"],
      ["F\n1", "/number"],
      ["x".repeat(65), "/number"],
    ]) {
      const { status, text } = await desk.call("PUT", `/orders/${id}/invoice`, { number });
      assert.deepEqual([status, JSON.parse(text).errors[0].pointer], [400, pointer], number);
    }
    // The refund of the terms ends on 19 June at 20:00 in Madrid.
    assert.deepEqual(content.refunds, [{ percent: 50, until: "2026-06-19T20:00:00" }]);
    await sql`update voucher set made_at = '2026-06-19T19:00:00Z' where order_id = ${id}`.execute(db);
    assert.deepEqual((await priceOf(voucher.address))!.refunds, [{ percent: 0, until: null }]);
    await inStoreCurrency("USD");
    const inDollars = {
      ...{ currencyCode: "USD", total: "100.00" },
      invoiced: { number: "F-2026/17", tax: { taxRate: "21", tax: "17.36" } },
    };
    assert.deepEqual(
      (await priceOf(voucher.address))!.price,
      inDollars,
      "as the order's page, not as the event's price",
    );
    assert.equal((await desk.ask("GET", `/orders/${id}`)).amounts.total, "100.00");
    await inStoreCurrency("EUR");
    // The price of the order changed: the invoice is for another total.
    await sql`update orders set total_usd = 150 where id = ${id}`.execute(db);
    assert.equal((await priceOf(voucher.address))!.price!.invoiced, null);
    assert.deepEqual((await desk.ask("GET", `/orders/${id}`)).invoice, { ...invoice, isCurrent: false });
    assert.equal((await desk.ask("PUT", `/orders/${id}/invoice`, { number: null })).invoice, null);
    await sql`update orders set payment = null where id = ${id}`.execute(db);
    assert.equal((await priceOf(voucher.address))!.price, null);
    assert.equal(await desk.refused(409, "PUT", `/orders/${id}/invoice`, { number: "F-1" }), "not-desk-sale");
  });
});
