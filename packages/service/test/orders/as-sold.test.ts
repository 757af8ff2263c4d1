import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { sql } from "kysely";
import { eraseOrder, exportOrder } from "../../src/domain/orders/personal-data.ts";
import { voucherContent } from "../../src/domain/orders/vouchers.ts";
import { cancelUntil } from "../../src/domain/selling/lead-time.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { orderSale } from "../../src/store/orders/dispatch.ts";
import { voucherOf } from "../../src/store/orders/vouchers.ts";
import { startApp, testNow } from "../support/app.ts";
import { type Operator, signedIn } from "../support/console.ts";
import { codesOf, eventId, Partner } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { cancelling, type Ordering, silent, startOrdering } from "../support/samples/ordering.ts";
import { onBothStores } from "../support/servers/stores.ts";

/** What was agreed stays with the order, whatever becomes of product, prices and rates afterwards. */

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

onBothStores("an order as it was sold", (open) => {
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

  test("keeps unit prices, currency, rate and terms when product, price and rate change", async () => {
    const event = await sell("kept");
    const { id, event: booked } = await ordering.buy(event, {}, { ADULT: 2, CHILD: 2 });
    const agreed = {
      currencyCode: "EUR",
      rate: "0.9",
      tickets: [
        { code: "ADULT", quantity: 2, unitPrice: "45.00", unitUsdPrice: "50.00" },
        { code: "CHILD", quantity: 2, unitPrice: "22.50", unitUsdPrice: "25.00" },
      ],
      cancelPurchaseHour: 24,
      cancelUntil: "2026-06-29T18:00:00.000Z",
    };
    assert.deepEqual(await termsOf(id!), agreed);
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
      assert.deepEqual(await termsOf(id!), agreed);
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

  test("keeps the unit prices of the price hold, not those of today", async () => {
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
      { code: "ADULT", quantity: 1, unitPrice: "45.00", unitUsdPrice: "50.00" },
      { code: "CHILD", quantity: 2, unitPrice: "22.50", unitUsdPrice: "25.00" },
    ]);
    // Two orders of one event at two prices, each at its own.
    const now = await ordering.buy(event, {}, { ADULT: 1 });
    assert.deepEqual((await termsOf(now.id!)).tickets, [
      { code: "ADULT", quantity: 1, unitPrice: "90.00", unitUsdPrice: "100.00" },
    ]);
  });

  test("keeps the currency of the price hold when the product changes its currency", async () => {
    const event = await sell("moved");
    const { totalUsd } = await ordering.partner.validate(event, { ADULT: 1 });
    ordering.app.clock.now = new Date(testNow.getTime() + 5 * 60_000);
    await ordering.app.import({ products: [evening("moved", { currencyCode: "BRL" })] });
    const order = await ordering.partner.book(event, { ADULT: 1 }, totalUsd!.value);
    const { currencyCode, rate, tickets } = await termsOf(order.id!);
    assert.deepEqual([currencyCode, rate, tickets[0].unitUsdPrice], ["EUR", "0.9", "50.00"]);
  });

  test("ordercancel goes by the cancellation terms as sold", async () => {
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

  test("its voucher and its supplier's sheet have the names under which it was sold", async () => {
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

  test("erasing personal data leaves what was agreed", async () => {
    const { db } = ordering.app.app.service;
    const { id } = await ordering.buy(await sell("erased"), {}, { ADULT: 2 });
    const before = await termsOf(id!);
    await eraseOrder(db, id!, testNow);
    assert.equal((await desk.ask("GET", `/orders/${id}`)).event.email, "");
    assert.deepEqual(await termsOf(id!), before);
    assert.equal(before.tickets[0].unitPrice, "45.00");
  });

  test("published answers have no field more", async () => {
    const event = await sell("published");
    const booked = await ordering.buy(event);
    const read = await ordering.partner.wire.ask("order", { lang: "es", id: booked.id! });
    assert.deepEqual(Object.keys(read), ["id", "reference", "confirmation", "status", "isValid", "errors", "event"]);
    assert.deepEqual(booked, read);
    assert.deepEqual(read.event.tickets, [{ code: "ADULT", quantity: 2 }]);
  });
});

/** Takes a store back to before the migration. */
const undo = [
  "delete from migration where name like '%_terms_as_sold.sql'",
  "alter table orders drop column agreed, drop column cancel_purchase_hour, drop column cancel_until",
];

onBothStores("the migration that keeps terms with orders", (open) => {
  test("keeps the cancellation terms of orders that can still be cancelled, and invents no price", async (t) => {
    const zones = ["Europe/Madrid", "America/New_York", "America/Santiago", "Australia/Lord_Howe", "Asia/Kathmandu"];
    // Each is shown twice or skipped by one of these clocks.
    const times = ["2036-10-26T02:30", "2036-11-02T01:30", "2036-09-07T00:30", "2036-10-05T02:15", "2036-03-30T02:30"];
    const products = zones.map((timeZone) =>
      variant(
        show,
        { externalId: timeZone, timeZone },
        {
          externalId: timeZone,
          schedules: [],
          events: times.map((eventOn) => ({
            eventOn,
            capacity: 50,
            prices: [
              { code: "ADULT", amount: "45.00" },
              { code: "CHILD", amount: "9.00" },
            ],
          })),
        },
      ),
    );
    const app = await startApp({ open, catalogue: { ...testCatalogue, products }, now: testNow });
    t.after(() => app.stop());
    const { db } = app.store.database;
    const partner = new Partner(app);
    const orders: { id: string; zone: string; eventOn: string }[] = [];
    for (const zone of zones)
      for (const eventOn of times)
        orders.push({ id: (await partner.buy(await eventId(app, zone, eventOn), { ADULT: 3 })).id!, zone, eventOn });
    const two = await partner.buy(await eventId(app, zones[0]!, times[0]!), { ADULT: 1, CHILD: 2 });
    const ended = orders.pop()!;
    await sql`update orders set status = 'cancelled' where id = ${ended.id}`.execute(db);
    for (const statement of undo) await sql.raw(statement).execute(db);
    assert.match((await migrate(db)).join(), /^\d{4}_terms_as_sold\.sql$/);

    const desk = await signedIn(app, "owner");
    await app.import({ products: products.map((product) => ({ ...product, cancelPurchaseHour: 999 })) });
    for (const { id, zone, eventOn } of orders) {
      const { terms, sold } = await desk.ask("GET", `/orders/${id}`);
      assert.deepEqual(terms, {
        currencyCode: null,
        rate: null,
        // All that a total tells of one kind of ticket.
        tickets: [{ code: "ADULT", quantity: 3, unitPrice: null, unitUsdPrice: "50.00" }],
        cancelPurchaseHour: 24,
        cancelUntil: cancelUntil(`${eventOn}:00`, 24, zone).toISOString(),
      });
      assert.equal(sold.productName, show.name);
    }
    const { terms } = await desk.ask("GET", `/orders/${two.id}`);
    assert.deepEqual(
      terms.tickets.map(({ unitUsdPrice }: { unitUsdPrice: string | null }) => unitUsdPrice),
      [null, null],
    );
    assert.equal((await desk.ask("GET", `/orders/${ended.id}`)).terms.cancelUntil, null);
    assert.deepEqual(codesOf(await cancelling(app)(orders[0]!.id)), []);
  });
});
