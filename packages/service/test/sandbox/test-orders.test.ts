import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { BookRequest } from "@paseo/contract";
import { createDemoKey, demoKey } from "../../src/domain/partners/keys.ts";
import type { Supplier } from "../../src/suppliers/supplier.ts";
import { codesOf, Partner } from "../support/partner.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { Wire } from "../support/wire.ts";
import { openShop, type Shop } from "./shop.ts";

/** Which orders are test orders, and that triggers have no effect on other orders. */

onPostgres("test orders", (open) => {
  let shop: Shop;
  /** Each call's kind of supplier, with the order's e-mail address. */
  const calls: string[] = [];
  before(async () => {
    shop = await openShop({ open });
    const { orderContext } = shop.app.app.service;
    const { suppliers } = orderContext;
    orderContext.suppliers = (settings) => noting(settings.kind, suppliers(settings));
  });
  after(() => shop?.close());

  const noting = (kind: string, supplier: Supplier): Supplier => ({
    ...supplier,
    request: (order) => {
      calls.push(`${kind} ${order.email}`);
      return supplier.request(order);
    },
  });

  test("TestMode makes a test order with any key", async () => {
    const order = await shop.book("decline@sandbox.test", "/test-mode", { key: shop.keys.live, testMode: true });
    assert.match(order.reference!, /^TEST-/);
    assert.deepEqual([order.status, codesOf(order)], ["rejected", ["supplier-declined"]]);
    assert.deepEqual(calls.splice(0), ["simulator decline@sandbox.test"]);
  });

  test("triggers have no effect on live orders: they are ordinary addresses", async () => {
    for (const email of ["decline@sandbox.test", "sold-out@sandbox.test", "confrim@sandbox.test"]) {
      const order = await shop.book(email, "/live", { key: shop.keys.live });
      assert.match(order.reference!, /^[0-9A-Z-]{11}-ES$/);
      assert.deepEqual([order.status, order.isValid, order.event.testMode], ["waitsupplier", true, false]);
    }
    assert.deepEqual(calls.splice(0), [], "a trigger calls the simulator before the answer");
  });

  test("the demo's key makes live orders, and test orders with TestMode", async () => {
    await createDemoKey(shop.app.app.service.db, "acme", shop.app.clock.now);
    const demo = new Partner(shop.app, { key: demoKey });
    const book = (more: Partial<BookRequest>) => demo.book(shop.event, { ADULT: 2 }, shop.total, more);
    const live = await book({});
    assert.deepEqual([live.event.testMode, live.status], [false, "waitsupplier"]);
    const tried = await book({ testMode: true });
    assert.deepEqual([tried.event.testMode, tried.status], [true, "complete"]);
  });

  test("in a sandbox a live key lists its orders without testmode, because all are test orders", async () => {
    const sandbox = await openShop({ open, config: { sandbox: true } });
    try {
      const { app, keys } = sandbox;
      const wire = new Wire(app.url, { sends: "json", reads: "json", key: keys.live });
      const { id } = await sandbox.book("ana@example.com", "/sandbox", { key: keys.live, externalReference: "L1" });
      const found = async (more: { testmode?: string } = {}) =>
        (await wire.ask("orders", { lang: "es", reference: "L1", ...more })).values.map((order) => order.id);
      assert.deepEqual(await found(), [id]);
      assert.deepEqual(await found({ testmode: "true" }), [id]);
      assert.deepEqual(await found({ testmode: "false" }), []);
    } finally {
      await sandbox.close();
    }
  });

  test("the same content and reference with a live key and a test key make two orders, each found by its own key", async () => {
    const book = (key: string) =>
      shop
        .book("ana@example.com", "/two-keys", { key, externalReference: "CART-1" })
        .then(({ reference }) => reference!);
    const live = await book(shop.keys.live);
    const tried = await book(shop.keys.test);
    assert.match(live, /^[0-9A-Z-]{11}-ES$/);
    assert.match(tried, /^TEST-/);
    assert.deepEqual([await book(shop.keys.live), await book(shop.keys.test)], [live, tried]);
  });

  test("an invalid script address is refused for a test order, with the field and the triggers, in both formats", async () => {
    for (const format of ["json", "xml"] as const) {
      const wire = new Wire(shop.app.url, { sends: format, reads: format });
      const body: BookRequest = {
        id: shop.event,
        apiKey: shop.keys.test,
        tickets: [{ code: "ADULT", quantity: 2 }],
        email: "confrim@sandbox.test",
        phoneNumber: "1",
        remoteHost: "192.0.2.1",
        totalUsd: { currencyCode: "USD", value: shop.total },
      };
      const problem = await wire.refused(400, "eventbook", { lang: "pt" }, body);
      assert.equal(problem.code, "invalid-field");
      assert.deepEqual(
        problem.errors?.map(({ pointer }) => pointer),
        ["/email"],
      );
      assert.match(problem.detail, /the triggers are confirm, confirm-after-N, decline, .*callback-fails-N\.$/);
    }
  });
});

onPostgres("SANDBOX=true", (open) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop({ open, config: { sandbox: true } });
  });
  after(() => shop?.close());

  test("makes every order a test order, also with a live key and without TestMode", async () => {
    const order = await shop.book("customer@example.com", "/sandbox", { key: shop.keys.live });
    assert.match(order.reference!, /^TEST-[0-9A-Z-]{11}-ES$/);
    assert.deepEqual([order.status, order.event.testMode], ["complete", true]);
    const refused = await shop.book("sold-out@sandbox.test", "/sandbox", { key: shop.keys.live, testMode: false });
    assert.deepEqual(codesOf(refused), ["event-sold-out"]);
  });
});
