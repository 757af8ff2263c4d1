import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Amendment } from "@paseo/contract";
import { changeOrder } from "../../../src/domain/orders/transitions.ts";
import type { Db } from "../../../src/store/database/database.ts";
import { orderById } from "../../../src/store/sale/orders.ts";
import { stockLeftOf } from "../../../src/store/sale/stock.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { codesOf, eventId, Partner, type Party, productId } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { Changer, ticketsOf } from "../../support/samples/changing.ts";
import { Holder } from "../../support/samples/holding.ts";
import { importing } from "../../support/samples/importing.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Prices by number, and tickets that are extras. */

const rule = (code: string, more: object = {}) => ({
  ...{ code, minQuantity: 0, maxQuantity: 60, defaultQuantity: 0, incrementQuantity: 1, ...more },
});
const extra = { people: 0, seats: 0 };
const steps = [
  { from: 5, amount: "26.00" },
  { from: 10, amount: "22.00" },
];
const prices = {
  ADULT: { amount: "30.00", steps },
  CHILD: { amount: "20.00", steps: [{ from: 4, amount: "15.00" }], stepsCount: "people" as const },
  FURTHER: { amount: "30.00", steps, stepsApply: "further" as const },
  LUNCH: { amount: "12.00" },
  WINE: { amount: "18.00", stock: 6 },
};
const times = ["2026-06-30T10:00", "2026-06-30T12:00"];

/** A class of 30 seats, in dollars. */
const lesson = (externalId: string, codes: (keyof typeof prices)[] = ["ADULT", "CHILD", "FURTHER", "LUNCH", "WINE"]) =>
  variant(
    show,
    { externalId, name: externalId, immediateBooking: true, currencyCode: "USD" },
    {
      externalId: `${externalId}-seat`,
      ticketRules: codes.map((code) =>
        rule(code, code === "LUNCH" ? { ...extra, peoplePerTicket: 1 } : code === "WINE" ? extra : {}),
      ),
      schedules: [],
      events: times.map((eventOn) => ({
        eventOn,
        capacity: 30,
        prices: codes.map((code) => ({ code, ...prices[code] })),
      })),
    },
  );
const products = ["priced", "held", "changed", "extras", "rush", "full", "contents", "relisted"].map((name) =>
  lesson(name),
);
const catalogue = { ...testCatalogue, products };

onPostgres("prices by number and extras", (open) => {
  let app: TestApp;
  let db: Db;
  let partner: Partner;
  before(async () => {
    app = await startApp({ open, catalogue, config: { priceHoldMinutes: 30 } });
    db = app.store.database.db;
    partner = new Partner(app);
  });
  after(() => app?.stop());

  const event = (name: string, at = times[0]!) => eventId(app, `${name}-seat`, at);
  const total = async (id: string, party: Party) => (await partner.validate(id, party)).totalUsd?.value ?? null;
  const refusals = async (id: string, party: Party) => codesOf(await partner.validate(id, party));
  const cancel = (order: { id: string | null }) =>
    changeOrder(app.app.service.orderContext, order.id!, { trigger: "cancel", actor: "operator" });
  const wine = async (id: string) => (await stockLeftOf(db, id)).get("WINE");

  for (const [party, expected] of [
    [{ ADULT: 4 }, 120],
    [{ ADULT: 5 }, 130],
    [{ ADULT: 10 }, 220],
    [{ FURTHER: 12 }, 4 * 30 + 5 * 26 + 3 * 22],
    [{ ADULT: 1, CHILD: 2 }, 30 + 2 * 20],
    [{ ADULT: 2, CHILD: 2 }, 60 + 2 * 15],
    // Lunch is no person.
    [{ ADULT: 3, LUNCH: 3 }, 90 + 36],
  ] as const) {
    test(`${JSON.stringify(party)} costs ${expected}`, async () => {
      const id = await event("priced");
      assert.equal(await total(id, party), expected);
      assert.deepEqual(codesOf(await partner.book(id, party, expected + 4)), ["price-changed"]);
      const order = await partner.buy(id, party);
      assert.equal(Number((await orderById(db, order.id!))!.totalUsd), expected);
      await cancel(order);
    });
  }

  test("lists show the price of the smallest number, and no price of an extra as the lowest", async () => {
    const id = await event("priced");
    const product = await productId(app, "priced");
    const { values } = await partner.wire.ask("events", { id: product });
    assert.deepEqual(
      values.find((one) => one.id === id)!.tickets.map(({ code, unitPrice }) => [code, unitPrice.value]),
      [
        ["ADULT", 30],
        ["CHILD", 20],
        ["FURTHER", 30],
        ["LUNCH", 12],
        ["WINE", 18],
      ],
    );
    assert.equal((await partner.wire.ask("product", { id: product })).minPrice!.value, 20);
  });

  test("contents say the prices by number of coming events, and the limits by people", async () => {
    const read = async (name: string) => {
      const [id, contents] = [await productId(app, name), await partner.wire.ask("contents", { lang: "en", page: 1 })];
      return contents.values.find((one) => one.id === id)!.items[0]!;
    };
    const { priceSteps, ticketSizes } = await read("contents");
    assert.deepEqual(ticketSizes, [
      { code: "LUNCH", people: 0, seats: 0, wholeEvent: false, peoplePerTicket: 1 },
      { code: "WINE", people: 0, seats: 0, wholeEvent: false },
    ]);
    const days = { firstOn: "2026-06-30", lastOn: "2026-06-30" };
    const adult = [
      { from: 5, price: 26 },
      { from: 10, price: 22 },
    ];
    assert.deepEqual(priceSteps, [
      { code: "ADULT", ...days, price: 30, stepsCount: "tickets", stepsApply: "all", steps: adult },
      { code: "CHILD", ...days, price: 20, stepsCount: "people", stepsApply: "all", steps: [{ from: 4, price: 15 }] },
      { code: "FURTHER", ...days, price: 30, stepsCount: "tickets", stepsApply: "further", steps: adult },
    ]);
    const plain = lesson("contents");
    for (const one of plain.items[0]!.events!) one.prices = one.prices.map(({ code, amount }) => ({ code, amount }));
    await importing(db, { products: [plain] });
    assert.equal((await read("contents")).priceSteps, undefined);
  });

  test("a held price keeps its steps, and a former price its steps for the price hold", async () => {
    const id = await event("held");
    const held = await new Holder(app).hold(id, { ADULT: 10 });
    assert.equal(held.totalUsd!.value, 220);
    const dearer = lesson("held");
    for (const one of dearer.items[0]!.events!) one.prices[0] = { code: "ADULT", amount: "40.00" };
    await importing(db, { products: [dearer] });
    assert.equal(await total(id, { ADULT: 10 }), 400);
    assert.equal((await partner.book(id, { ADULT: 10 }, 220)).isValid, true);
  });

  test("kept tickets keep their price, further ones cost the step of their number, and fewer pay what their step says", async () => {
    const [id, changer] = [await event("changed"), new Changer(app)];
    const amend = async (order: { id: string | null }, party: Party): Promise<[number, number]> => {
      const { totalUsd, differenceUsd } = await changer.change(order.id!, { tickets: ticketsOf(party) });
      return [(totalUsd as { value: number }).value, (differenceUsd as { value: number }).value];
    };
    const growing = await partner.buy(id, { ADULT: 4 });
    assert.deepEqual(await amend(growing, { ADULT: 6 }), [4 * 30 + 2 * 26, 52]);
    assert.deepEqual(await amend(growing, { ADULT: 4 }), [120, -52]);
    const shrinking = await partner.buy(id, { ADULT: 10 });
    assert.deepEqual(await amend(shrinking, { ADULT: 9 }), [9 * 26, 14]);
    assert.deepEqual(await amend(shrinking, { ADULT: 2 }), [60, 60 - 9 * 26]);
    const family = await partner.buy(id, { ADULT: 2, CHILD: 2 });
    assert.deepEqual(await amend(family, { ADULT: 1, CHILD: 2 }), [30 + 2 * 20, -20]);
    const marginal = await partner.buy(id, { FURTHER: 6 });
    assert.deepEqual(await amend(marginal, { FURTHER: 5 }), [4 * 30 + 26, -26]);
    assert.deepEqual(await amend(marginal, { FURTHER: 10 }), [4 * 30 + 5 * 26 + 22, 4 * 26 + 22]);
  });

  test("a change of the list between amendments raises nothing by itself, and nobody buys ten to return eight", async () => {
    const [id, changer] = [await event("relisted"), new Changer(app)];
    const relist = (amount: string, ...stepped: [from: number, amount: string][]) => {
      const other = lesson("relisted");
      const steps = stepped.map(([from, amount]) => ({ from, amount }));
      for (const one of other.items[0]!.events!) one.prices[0] = { code: "ADULT", amount, steps };
      return importing(db, { products: [other] });
    };
    const totalAfter = async (order: { id: string | null }, wish: object) =>
      ((await changer.change(order.id!, wish)).totalUsd as { value: number }).value;
    const adults = (quantity: number) => ({ tickets: ticketsOf({ ADULT: quantity }) });
    const order = await partner.buy(id, { ADULT: 1 });
    await relist("15.00", [5, "13.00"], [10, "11.00"]);
    assert.equal(await totalAfter(order, adults(2)), 45);
    assert.equal(await totalAfter(order, { phoneNumber: "+34 611 000 000" }), 45);
    assert.equal(await totalAfter(order, { tickets: ticketsOf({ ADULT: 2, LUNCH: 1 }) }), 45 + 12);
    assert.equal(await totalAfter(order, adults(8)), 30 + 15 + 6 * 13);
    assert.equal(await totalAfter(order, adults(7)), 30 + 15 + 5 * 13);
    const other = await partner.buy(id, { ADULT: 3 });
    await relist("45.00", [5, "40.00"], [10, "35.00"]);
    assert.equal(await totalAfter(other, adults(12)), 3 * 15 + 9 * 35);
    // One of the further nine stays, at the price of four.
    assert.equal(await totalAfter(other, adults(4)), 3 * 15 + 45);
  });

  test("extras are bought with a ticket, up to their stock, and come back", async () => {
    const [id, changer] = [await event("extras"), new Changer(app)];
    assert.deepEqual(await refusals(id, { LUNCH: 1 }), ["ticket-above-people"]);
    assert.deepEqual(await refusals(id, { WINE: 1 }), ["extras-alone"]);
    assert.deepEqual(await refusals(id, { ADULT: 1, WINE: 7 }), ["ticket-sold-out"]);
    const order = await partner.buy(id, { ADULT: 1, WINE: 4 });
    assert.equal(await wine(id), 2);
    const hold = await new Holder(app).hold(id, { ADULT: 1, WINE: 2 });
    assert.equal(hold.isValid, true);
    assert.deepEqual(await refusals(id, { ADULT: 1, WINE: 1 }), ["ticket-sold-out"]);
    await new Holder(app).release(hold.id!);
    await changer.change(order.id!, { tickets: ticketsOf({ ADULT: 1, WINE: 6 }) });
    assert.equal(await wine(id), 0);
    const wish = { tickets: ticketsOf({ ADULT: 1, WINE: 7 }) };
    assert.deepEqual(codesOf((await changer.quote(order.id!, wish)) as never), ["ticket-sold-out"]);
    // An event of another time has its own stock.
    const other = await event("extras", times[1]!);
    await changer.change(order.id!, { eventId: other, tickets: ticketsOf({ ADULT: 1, WINE: 5 }) });
    assert.deepEqual([await wine(id), await wine(other)], [6, 1]);
    await cancel(order);
    assert.equal(await wine(other), 6);
  });

  test("a quote whose extra was sold meanwhile is refused", async () => {
    const [id, changer] = [await event("extras"), new Changer(app)];
    const order = await partner.buy(id, { ADULT: 1 });
    const quote: Amendment = await changer.quote(order.id!, { tickets: ticketsOf({ ADULT: 1, WINE: 3 }) });
    const others = await partner.buy(id, { ADULT: 1, WINE: 4 });
    assert.deepEqual(codesOf((await changer.accept(quote)) as never), ["ticket-sold-out"]);
    await cancel(others);
  });

  test("an extra can be added to an order of a full event", async () => {
    const [id, changer] = [await event("full"), new Changer(app)];
    const order = await partner.buy(id, { ADULT: 30 });
    assert.deepEqual(await refusals(id, { ADULT: 1 }), ["event-sold-out"]);
    await changer.change(order.id!, { tickets: ticketsOf({ ADULT: 30, WINE: 2, LUNCH: 1 }) });
    assert.equal(await wine(id), 4);
  });

  test("a rush sells exactly the stock", async () => {
    const id = await event("rush");
    const orders = await Promise.all(
      Array.from({ length: 24 }, (_, n) => partner.book(id, { ADULT: 1, WINE: 1 + (n % 2) }, 30 + 18 * (1 + (n % 2)))),
    );
    const sold = orders.filter(({ isValid }) => isValid);
    const bottles = orders.reduce((sum, { isValid }, n) => sum + (isValid ? 1 + (n % 2) : 0), 0);
    assert.equal(await wine(id), 6 - bottles);
    assert.ok(bottles >= 5 && bottles <= 6, `${bottles} bottles in ${sold.length} orders`);
    assert.equal(await total(id, { ADULT: 1 }), 30);
  });
});
