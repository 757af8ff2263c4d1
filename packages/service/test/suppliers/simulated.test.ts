import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Order } from "@paseo/contract";
import { changeOrder } from "../../src/domain/orders/transitions.ts";
import { markDemo } from "../../src/store/orders/demo-state.ts";
import { orderById } from "../../src/store/sale/orders.ts";
import { orderTimeline } from "../../src/store/sale/timeline.ts";
import { eventIds } from "../concurrency/booking.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { signedIn } from "../support/console.ts";
import { Partner } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** A simulator as the supplier of live orders: it decides the orders of a demo store or of a sandbox only. */

onPostgres("a supplier of kind simulator", (open) => {
  let app: TestApp;
  let partner: Partner;
  let atOnce: string[];
  let later: string[];
  before(async () => {
    const slow = variant(show, { externalId: "later", immediateBooking: false }, { externalId: "later-seat" });
    app = await startApp({
      open,
      catalogue: {
        ...testCatalogue,
        suppliers: [{ externalId: "robot", name: "Robot", kind: "simulator" }],
        products: [{ ...show, immediateBooking: true }, slow].map((product) => ({ ...product, supplier: "robot" })),
      },
    });
    partner = new Partner(app);
    const { db } = app.store.database;
    [atOnce, later] = [await eventIds(db, "show"), await eventIds(db, "later")];
  });
  after(() => app.stop());

  const stored = async ({ id }: Order) => (await orderById(app.store.database.db, id!))!;
  /** Waits until the order's supplier was called. Returns the order. */
  const dispatched = async (order: Order) => {
    await until(
      async () => (await orderTimeline(app.store.database.db, order.id!)).some(({ kind }) => kind === "dispatched"),
      "the dispatch",
    );
    // The answer, where there is one, comes with the next statement.
    await new Promise((resolve) => setTimeout(resolve, 300));
    return stored(order);
  };

  test("outside a sandbox, live orders wait at the orders desk, which decides them", async () => {
    const first = await partner.buy(atOnce[3]!, { ADULT: 1 });
    assert.equal(first.status, "waitsupplier");
    assert.equal((await dispatched(first)).status, "waitsupplier");
    const second = await partner.buy(later[3]!, { ADULT: 1 });
    assert.equal((await dispatched(second)).status, "waitsupplier");

    const desk = await signedIn(app, "orders");
    assert.equal((await desk.ask("GET", "/orders?waiting=true")).total, 2);
    await desk.ask("POST", `/orders/${first.id}/confirm`, {});
    // The simulator does not decide a cancellation of this order either.
    await changeOrder(app.app.service.orderContext, first.id!, { trigger: "cancel", actor: "operator" });
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal((await stored(first)).status, "waitcancel");
  });

  test("in a sandbox it decides live orders", async () => {
    app.app.service.orderContext.sandbox = true;
    const order = await partner.buy(atOnce[4]!, { ADULT: 1 });
    app.app.service.orderContext.sandbox = false;
    assert.deepEqual([order.status, (await stored(order)).test], ["complete", false]);
  });

  test("in a demo store it decides live orders", async () => {
    await markDemo(app.store.database.db);
    assert.equal((await partner.buy(atOnce[5]!, { ADULT: 1 })).status, "complete");
    const order = await partner.buy(later[5]!, { ADULT: 1 });
    await until(async () => (await stored(order)).status === "complete", "the simulator's answer");
  });
});
