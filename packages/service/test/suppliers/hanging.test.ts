import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { sql } from "kysely";
import { pino } from "pino";
import type { OrderContext } from "../../src/domain/orders/transitions.ts";
import { startDueWork } from "../../src/jobs/due-work.ts";
import { dispatchWork } from "../../src/jobs/orders.ts";
import { type Database, type Db, openServer } from "../../src/store/database/database.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { eventId, Partner } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { anOrder } from "../support/samples/new-order.ts";
import { type OpenStore, onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { notAsked, SupplierServer } from "./supplier-server.ts";

/** A supplier whose system hangs delays its own orders, and no other supplier's. */

const waiting = 500;

/** Two suppliers with a product each: the first hangs, the second answers at once. */
class Shop {
  readonly hanging = new SupplierServer();
  readonly answering = new SupplierServer();
  app!: TestApp;
  partner!: Partner;

  async open(open: OpenStore): Promise<void> {
    await Promise.all([this.hanging.open(), this.answering.open()]);
    const supplier = (externalId: string, { url }: SupplierServer) =>
      ({ externalId, name: externalId, kind: "http", settings: { url } }) as const;
    const product = (externalId: string) =>
      variant(show, { externalId, supplier: externalId, immediateBooking: false }, { externalId });
    this.app = await startApp({
      open,
      config: { callbackAllowPrivate: true },
      catalogue: {
        ...testCatalogue,
        suppliers: [supplier("hanging", this.hanging), supplier("answering", this.answering)],
        products: [product("hanging"), product("answering")],
      },
    });
    this.partner = new Partner(this.app);
  }

  get db(): Db {
    return this.app.app.service.db;
  }

  get orderContext(): OrderContext {
    return this.app.app.service.orderContext;
  }

  /** Writes orders of the first supplier that are due, beside the interface: 500 bookings would take the test's time. */
  async orderAtHanging(count: number): Promise<void> {
    const event = await eventId(this.app, "hanging", "2026-06-20T20:00");
    await sql`
      insert into orders (id, number, lang, partner_id, event_id, item_id, product_id, event_on, status, test, tickets,
        seats, email, phone_number, remote_host, total_usd, answers, agreed, cancel_purchase_hour,
        cancel_until, created_at, supplier_due_at)
      select gen_random_uuid(), nextval('order_number'), 'es', p.id, e.id, e.item_id, e.product_id, e.event_on,
        'waitsupplier', false, '[{"code":"ADULT","quantity":1}]', 0, 'a@example.com', '1', '192.0.2.1', 50, '[]',
        ${JSON.stringify(anOrder.agreed)}::jsonb, 24, now(), now(), now()
      from partner p, event e, generate_series(1, ${count}) where e.id = ${event} and p.external_id = 'acme'`.execute(
      this.db,
    );
  }

  /** Buys from the second supplier and waits until its system was called for it. */
  async orderAtAnswering(): Promise<void> {
    const { id } = await this.partner.buy(await eventId(this.app, "answering", "2026-06-20T20:00"), { ADULT: 1 });
    await until(() => this.answering.of("order.request", id!).length === 1, "the other supplier's order to be sent", {
      withinMs: 60_000,
    });
  }

  /** Counts the orders that have had an answer of any kind, also "no answer in time". */
  async answered(): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(distinct order_id) as n from order_timeline where kind = 'answered'`.execute(this.db);
    return rows[0]!.n;
  }

  async waitingAtHanging(): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from orders o join product p on p.id = o.product_id
      where p.external_id = 'hanging' and o.status = 'waitsupplier'`.execute(this.db);
    return rows[0]!.n;
  }

  /** Makes the first supplier answer. It does not know the orders of earlier calls. */
  async recover(): Promise<void> {
    delete this.hanging.does["order.request"];
    this.hanging.does["order.request"] = () => ({ json: { outcome: "confirmed", confirmation: "H-1" } });
    this.hanging.does["order.status"] = () => notAsked;
  }

  async close(): Promise<void> {
    await Promise.all([this.hanging.close(), this.answering.close()]);
    await this.app.stop();
  }
}

const silentLogger = pino({ level: "silent" });

onPostgres("a supplier that does not answer", (open) => {
  let shop: Shop;
  beforeEach(async () => {
    shop = new Shop();
    await shop.open(open);
    shop.hanging.does["order.request"] = () => "hang";
  });
  afterEach(() => shop.close());

  test(`does not delay another supplier's order, with ${waiting} orders waiting`, async () => {
    await shop.orderAtHanging(waiting);
    await until(() => shop.hanging.of("order.request").length > 0, "the first call");
    for (let n = 0; n < 5; n++) await shop.orderAtAnswering();
    assert.equal(await shop.answered(), 0, "all were sent before the first call to the hanging supplier ended");
    assert.ok(shop.hanging.calls.length <= 32, `${shop.hanging.calls.length} concurrent calls wait there`);
  });

  test("does not delay another supplier's order when another process takes over", async () => {
    await shop.orderAtHanging(waiting);
    await until(() => shop.hanging.of("order.request").length > 0, "the first call");
    // The first process waits up to 10 seconds for its calls.
    const again = startDueWork({ ...dispatchWork(shop.orderContext), everyMs: 100 }, silentLogger);
    try {
      await shop.orderAtAnswering();
      assert.equal(await shop.answered(), 0);
    } finally {
      await shop.hanging.close();
      await again.stop();
      await shop.hanging.open();
    }
  });
});

onPostgres("a supplier that does not answer, and several processes", (open) => {
  let shop: Shop;
  let others: Database[];
  before(async () => {
    shop = new Shop();
    await shop.open(open);
    others = [openServer(shop.app.store.url!), openServer(shop.app.store.url!)];
  });
  after(async () => {
    for (const other of others) await other.close();
    await shop.close();
  });

  test("does not delay other suppliers, and gets each of its own orders once when it answers again", async () => {
    shop.hanging.does["order.request"] = () => "hang";
    const jobs = others.map(({ db }) =>
      startDueWork({ ...dispatchWork({ ...shop.orderContext, db, publicUrl: "" }), everyMs: 100 }, silentLogger),
    );
    try {
      await shop.orderAtHanging(waiting);
      await until(() => shop.hanging.of("order.request").length > 0, "the first call");
      for (let n = 0; n < 5; n++) await shop.orderAtAnswering();
      assert.equal(await shop.answered(), 0);
      const called = new Set(shop.hanging.of("order.request").map(({ orderId }) => orderId));
      assert.ok(called.size <= 3 * 16, `${called.size} calls of three processes wait there`);
      const before = shop.hanging.of("order.request").length;
      await shop.recover();
      await until(
        async () => (await shop.waitingAtHanging()) <= called.size,
        "all that were not asked to be confirmed",
        { everyMs: 200 },
      );
      const calls = shop.hanging.of("order.request").map(({ orderId }) => orderId);
      assert.equal(new Set(calls).size, waiting);
      // A call that hung is repeated after its timeout, once the supplier answers that it does not know the order.
      const answered = calls.slice(before);
      assert.equal(new Set(answered).size, answered.length, "no order was answered twice");
    } finally {
      await shop.hanging.close();
      for (const job of jobs) await job.stop();
      await shop.hanging.open();
    }
  });
});
