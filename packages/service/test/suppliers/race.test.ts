import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { sql } from "kysely";
import { pino } from "pino";
import { dispatchOrder } from "../../src/domain/dispatch/dispatch.ts";
import { changeOrder, type OrderContext } from "../../src/domain/orders/transitions.ts";
import { startDueWork } from "../../src/jobs/due-work.ts";
import { dispatchWork } from "../../src/jobs/orders.ts";
import { type Database, openServer } from "../../src/store/database/database.ts";
import { setSupplierDue } from "../../src/store/dispatch/dispatch.ts";
import { orderSale } from "../../src/store/sale/order-sales.ts";
import { supplierLinkKey } from "../../src/store/suppliers/suppliers.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { eventId, Partner } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { anOrder } from "../support/samples/new-order.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { type Call, confirmed, notAsked, SupplierServer } from "./supplier-server.ts";

/** Several processes dispatch at the same time: no supplier gets a request twice. */

onPostgres("processes that dispatch at the same time", (open) => {
  let app: TestApp;
  let server: SupplierServer;
  let event: string;
  let others: Database[];
  /** The order context of this process, and the contexts of two other processes. */
  let orderContexts: OrderContext[];
  before(async () => {
    server = new SupplierServer();
    await server.open();
    const supplier = { externalId: "theatre", name: "Theatre", kind: "http", settings: { url: server.url } } as const;
    const product = variant(show, { immediateBooking: false, supplier: "theatre" });
    app = await startApp({
      open,
      config: { callbackAllowPrivate: true },
      catalogue: { ...testCatalogue, suppliers: [supplier], products: [product] },
    });
    const { orderContext } = app.app.service;
    others = [openServer(app.store.url!), openServer(app.store.url!)];
    orderContexts = [orderContext, ...others.map(({ db }) => ({ ...orderContext, db, publicUrl: "" }))];
    event = await eventId(app, "show-seat", "2026-06-20T20:00");
  });
  after(async () => {
    for (const other of others) await other.close();
    await app.stop();
    await server.close();
  });
  beforeEach(() => {
    server.calls.length = 0;
  });

  test("each of 12 orders is requested once by three processes", async () => {
    server.does["order.request"] = () => ({ ...confirmed, afterMs: 300 });
    const jobs = orderContexts
      .slice(1)
      .map((orderContext) => startDueWork(dispatchWork(orderContext), pino({ level: "silent" })));
    try {
      const partner = new Partner(app);
      const orders = await Promise.all(Array.from({ length: 12 }, () => partner.buy(event, { ADULT: 1 })));
      await until(async () => {
        const { rows } = await sql<{ n: number }>`select count(*) as n from orders where status = 'complete'`.execute(
          app.app.service.db,
        );
        return rows[0]!.n === 12;
      }, "all orders to be complete");
      assert.deepEqual(
        server
          .of("order.request")
          .map(({ orderId }) => orderId)
          .sort(),
        orders.map(({ id }) => id).sort(),
      );
      assert.equal(server.calls.length, 12);
    } finally {
      for (const job of jobs) await job.stop();
    }
  });

  /** The supplier knows an order once its request was worked on, which takes a while. */
  function slowSupplier(): void {
    const known = new Set<string>();
    server.does["order.request"] = ({ orderId }: Call) => {
      setTimeout(() => known.add(orderId), 300);
      return { ...confirmed, afterMs: 300 };
    };
    server.does["order.status"] = ({ orderId }: Call) => (known.has(orderId) ? confirmed : notAsked);
  }

  /** Places an order without dispatch. */
  const placed = (): Promise<string> =>
    app.app.service.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into orders (id, number, lang, partner_id, event_id, item_id, product_id, event_on, status, test, tickets,
          seats, email, phone_number, remote_host, total_usd, answers, agreed, cancel_purchase_hour, cancel_until, created_at)
        select gen_random_uuid(), nextval('order_number'), 'es', p.id, e.id, e.item_id, e.product_id, e.event_on,
          'waitsupplier', false, '[{"code":"ADULT","quantity":1}]', 0, 'a@example.com', '1', '192.0.2.1', 50, '[]',
          ${JSON.stringify(anOrder.agreed)}::jsonb, 24, now(), now()
        from partner p, event e where e.id = ${event} limit 1 returning id`.execute(tx);
      return rows[0]!.id;
    });

  /** Dispatches one order from two processes, the second during the first call, ignoring the lease. */
  async function askTwice([first, second]: [OrderContext, OrderContext]): Promise<number> {
    slowSupplier();
    const order = await placed();
    const pending = dispatchOrder(first, order);
    await until(() => server.of("order.request", order).length === 1, "the first request");
    await dispatchOrder(second, order);
    await pending;
    return server.of("order.request", order).length;
  }

  test("a second process during the first request queries the status, and does not trust not-asked", async () => {
    assert.equal(await askTwice([orderContexts[0]!, orderContexts[1]!]), 1);
    assert.equal(server.of("order.status").length, 1);
  });

  test("control: a process that trusts it sends the request twice", async () => {
    const [first, second] = [orderContexts[0]!, orderContexts[1]!];
    const suppliers: OrderContext["suppliers"] = (settings) => {
      const supplier = second.suppliers(settings);
      return { ...supplier, status: (order) => supplier.status!({ ...order, calledSecondsAgo: 3600 }) };
    };
    assert.equal(await askTwice([first, { ...second, suppliers }]), 2);
  });

  test("a supplier that was not called before an operator confirmed the order is not asked about it", async () => {
    const { db, orderContext } = app.app.service;
    server.does["order.status"] = () => notAsked;
    const order = await placed();
    await changeOrder(orderContext, order, { trigger: "confirmed", actor: "operator" });
    // Sets the row as if another process had claimed the call before.
    await db.transaction().execute((tx) => setSupplierDue(tx, order, 0, false));
    await until(async () => (await orderSale(db, order))!.due === null, "no call is due");
    assert.deepEqual(server.calls, []);
  });

  test("concurrent requests create the key of links once", async () => {
    await sql`delete from fact where name = 'supplier-link-key'`.execute(app.app.service.db);
    const keys = await Promise.all(
      orderContexts.flatMap(({ db }) => [supplierLinkKey(db), supplierLinkKey(db), supplierLinkKey(db)]),
    );
    assert.equal(keys.length, 9);
    assert.equal(new Set(keys.map((key) => key.toString("hex"))).size, 1);
    assert.equal(keys[0]!.length, 32);
  });
});
