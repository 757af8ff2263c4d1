import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { eraseOrder, exportOrder } from "../../src/domain/orders/personal-data.ts";
import { voucherContent } from "../../src/domain/visits/vouchers.ts";
import { orderSale } from "../../src/store/sale/order-sales.ts";
import { voucherOf } from "../../src/store/visits/vouchers.ts";
import { testNow } from "../support/app.ts";
import { type Operator, signedIn } from "../support/console.ts";
import { codesOf, eventId } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { cancelling, type Ordering, silent, startOrdering } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";

/** The terms of an order do not change when product, prices and rates change. */

const evening = (
  externalId: string,
  change: Parameters<typeof variant>[1] = {},
  prices = show.items[0]!.schedules![0]!.prices,
) =>
  variant(
    show,
    { externalId, ...change },
    {
      externalId: `${externalId}-seat`,
      schedules: [{ from: "2026-06-30", to: "2026-06-30", times: ["20:00"], capacity: 50, prices }],
    },
  );

/** Makes the stored terms of tickets of one kind, sold at one price in euros. */
const soldAt = (code: string, quantity: number, unitPrice: string, unitUsdPrice: string) => ({
  code,
  prices: [{ quantity, currencyCode: "EUR", rate: "0.9", unitPrice, unitUsdPrice }],
});

onPostgres("the terms of an order", (open) => {
  let ordering: Ordering;
  let desk: Operator;
  const { products: _, ...currencies } = testCatalogue;
  before(async () => {
    ordering = await startOrdering({ open, catalogue: currencies });
    desk = await signedIn(ordering.app, "orders");
  });
  afterEach(() => {
    ordering.app.clock.now = testNow;
    ordering.supplier.now = silent;
  });
  after(() => ordering?.stop());

  const termsOf = async (id: string) => (await desk.ask("GET", `/orders/${id}`)).terms;
  const sell = async (externalId: string, change: Parameters<typeof variant>[1] = {}): Promise<string> => {
    await ordering.app.import({ products: [evening(externalId, change)] });
    return eventId(ordering.app, `${externalId}-seat`, "2026-06-30T20:00");
  };
  const confirmed = async (event: string): Promise<string> => {
    const { id } = await ordering.buy(event, {}, { ADULT: 2, CHILD: 2 });
    await ordering.change(id!, { trigger: "confirmed", actor: "supplier" });
    return id!;
  };

  test("unit prices, currency, rate and terms stay when product, price and rate change", async () => {
    const event = await sell("kept");
    const { id, event: booked } = await ordering.buy(event, {}, { ADULT: 2, CHILD: 2 });
    const agreed = {
      tickets: [soldAt("ADULT", 2, "45.00", "50.00"), soldAt("CHILD", 2, "22.50", "25.00")],
      cancelPurchaseHour: 24,
      cancelUntil: "2026-06-29T18:00:00.000Z",
    };
    const refunds = [{ hours: 24, percent: 100, until: agreed.cancelUntil }];
    assert.deepEqual(await termsOf(id!), { ...agreed, refunds });
    assert.equal(booked.totalUsd.value, 150);
    const dearer = [
      { code: "ADULT", amount: "99.00" },
      { code: "CHILD", amount: "66.00" },
    ];
    await ordering.app.import({
      products: [evening("kept", { name: "Otra cosa", cancelPurchaseHour: 72 }, dearer)],
      currencies: [{ code: "EUR", name: "Euro", displaySymbol: "€", rate: "0.5" }],
    });
    try {
      assert.deepEqual(await termsOf(id!), { ...agreed, refunds });
      const { sold } = await desk.ask("GET", `/orders/${id}`);
      assert.deepEqual([sold.productName, sold.itemName], ["Noche de flamenco", "Butaca"]);
      assert.deepEqual((await exportOrder(ordering.app.app.service.db, id!))!.terms, {
        ...agreed,
        cancelUntil: new Date(agreed.cancelUntil),
      });
    } finally {
      await ordering.app.import(currencies);
    }
  });

  test("the order stores the unit prices of the price hold, not the current ones", async () => {
    const event = await sell("held");
    const { totalUsd } = await ordering.partner.validate(event, { ADULT: 1, CHILD: 2 });
    ordering.app.clock.now = new Date(testNow.getTime() + 5 * 60_000);
    const dearer = [
      { code: "ADULT", amount: "90.00" },
      { code: "CHILD", amount: "45.00" },
    ];
    await ordering.app.import({ products: [evening("held", {}, dearer)] });
    const order = await ordering.partner.book(event, { ADULT: 1, CHILD: 2 }, totalUsd!.value);
    assert.equal(order.isValid, true);
    assert.deepEqual((await termsOf(order.id!)).tickets, [
      soldAt("ADULT", 1, "45.00", "50.00"),
      soldAt("CHILD", 2, "22.50", "25.00"),
    ]);
    // Two orders of one event have two prices, and each keeps its own price.
    const now = await ordering.buy(event, {}, { ADULT: 1 });
    assert.deepEqual((await termsOf(now.id!)).tickets, [soldAt("ADULT", 1, "90.00", "100.00")]);
  });

  test("the order stores the currency of the price hold when the product changes its currency", async () => {
    const event = await sell("moved");
    const { totalUsd } = await ordering.partner.validate(event, { ADULT: 1 });
    ordering.app.clock.now = new Date(testNow.getTime() + 5 * 60_000);
    await ordering.app.import({ products: [evening("moved", { currencyCode: "BRL" })] });
    const order = await ordering.partner.book(event, { ADULT: 1 }, totalUsd!.value);
    assert.deepEqual((await termsOf(order.id!)).tickets, [soldAt("ADULT", 1, "45.00", "50.00")]);
  });

  test("ordercancel uses the order's cancellation terms", async () => {
    const cancel = cancelling(ordering.app);
    const shown = async (id: string) => {
      const order = await cancel(id);
      return [order.status, order.isValid, codesOf(order)];
    };
    const stricter = await confirmed(await sell("stricter"));
    await ordering.app.import({ products: [evening("stricter", { cancelPurchaseHour: 240 })] });
    const milder = await confirmed(await sell("milder"));
    await ordering.app.import({ products: [evening("milder", { cancelPurchaseHour: 0 })] });
    const elsewhere = await confirmed(await sell("elsewhere"));
    await ordering.app.import({ products: [evening("elsewhere", { timeZone: "America/Los_Angeles" })] });
    ordering.app.clock.now = new Date("2026-06-29T18:00:01Z");
    assert.deepEqual(await shown(milder), ["complete", false, ["cancel-too-late"]]);
    assert.deepEqual(await shown(elsewhere), ["complete", false, ["cancel-too-late"]]);
    ordering.app.clock.now = new Date("2026-06-29T18:00:00Z");
    assert.deepEqual(await shown(stricter), ["waitcancel", true, []]);
  });

  test("voucher and supplier e-mail have the names of the time of sale", async () => {
    const { db } = ordering.app.app.service;
    const { id } = await ordering.buy(await sell("renamed"));
    await ordering.app.import({ products: [evening("renamed", { name: "Nombre nuevo" })] });
    await ordering.change(id!, { trigger: "confirmed", actor: "supplier" });
    const { code } = (await voucherOf(db, id!))!;
    const content = await voucherContent(db, code, { publicUrl: "https://x.example", operatorName: "Paseo" });
    assert.ok(content && content !== "void");
    assert.equal(content.productName, "Noche de flamenco");
    assert.equal((await orderSale(db, id!))!.sold.productName, "Noche de flamenco");
  });

  test("erasing personal data preserves the terms", async () => {
    const { db } = ordering.app.app.service;
    const { id } = await ordering.buy(await sell("erased"), {}, { ADULT: 2 });
    const before = await termsOf(id!);
    await eraseOrder(db, id!, testNow);
    assert.equal((await desk.ask("GET", `/orders/${id}`)).event.email, "");
    assert.deepEqual(await termsOf(id!), before);
    assert.equal(before.tickets[0].prices[0].unitPrice, "45.00");
  });

  test("published answers have no additional field", async () => {
    const event = await sell("published");
    const booked = await ordering.buy(event);
    const read = await ordering.partner.wire.ask("order", { lang: "es", id: booked.id! });
    assert.deepEqual(Object.keys(read), ["id", "reference", "confirmation", "status", "isValid", "errors", "event"]);
    assert.deepEqual(booked, read);
    assert.deepEqual(read.event.tickets, [{ code: "ADULT", quantity: 2 }]);
  });
});
