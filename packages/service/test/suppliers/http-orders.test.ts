import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Order, OrderStatus } from "@paseo/contract";
import { sql } from "kysely";
import { rotateSecret, signingSecrets } from "../../src/domain/callbacks/signing-secrets.ts";
import type { Db } from "../../src/store/database/database.ts";
import { orderTimeline } from "../../src/store/sale/timeline.ts";
import { supplierSecrets } from "../../src/store/suppliers/suppliers.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { codesOf, eventId, Partner } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { isSignedWith } from "../support/servers/callback-receiver.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { type Call, confirmed, notAsked, SupplierServer } from "./supplier-server.ts";

/** Orders of a supplier with its own system, from the partner's request to the supplier's answer. */

onPostgres("orders of a supplier with its own system", (open) => {
  let app: TestApp;
  let db: Db;
  let server: SupplierServer;
  let partner: Partner;
  let evening: string;
  let later: string;
  before(async () => {
    server = new SupplierServer();
    await server.open();
    const slow = variant(
      show,
      { externalId: "later", immediateBooking: false, supplier: "theatre" },
      { externalId: "later-seat" },
    );
    app = await startApp({
      open,
      config: { callbackAllowPrivate: true },
      catalogue: {
        ...testCatalogue,
        suppliers: [supplier()],
        products: [{ ...show, immediateBooking: true, supplier: "theatre" }, slow],
      },
    });
    db = app.app.service.db;
    partner = new Partner(app);
    evening = await eventId(app, "show-seat", "2026-06-20T20:00");
    later = await eventId(app, "later-seat", "2026-06-20T20:00");
  });
  after(async () => {
    await app.stop();
    await server.close();
  });
  beforeEach(() => {
    server.does["order.request"] = () => confirmed;
    server.does["order.status"] = () => notAsked;
    server.does["order.cancel"] = () => ({ json: { outcome: "cancelled" } });
  });

  const supplier = () =>
    ({ externalId: "theatre", name: "Theatre", kind: "http", settings: { url: server.url } }) as const;
  const read = (id: string): Promise<Order> => partner.wire.ask("order", { lang: "es", id });
  const becomes = (order: Order, status: OrderStatus): Promise<Order> =>
    until(async () => {
      const now = await read(order.id!);
      return now.status === status && now;
    }, `${order.reference} to be ${status}`);
  const calls = (order: Order) =>
    ["request", "status", "cancel"].map((question) => server.of(`order.${question}`, order.id!).length);
  /** Returns an order's timeline in short form. */
  const timeline = async (order: Order) =>
    (await orderTimeline(db, order.id!))
      .filter(({ kind }) => kind !== "voucher")
      .map(({ kind, status, message }) => [status ?? kind, message].filter(Boolean).join(": "));
  const seatsLeft = async (): Promise<number> => {
    const { rows } = await sql<{ left: number }>`select capacity_left as left from event where id = ${evening}`.execute(
      db,
    );
    return rows[0]!.left;
  };
  /** Makes the next call due, as if the first request were a minute old. */
  const hurry = (order: Order) =>
    sql`update orders set supplier_due_at = now(), supplier_called_at = supplier_called_at - interval '1 minute'
      where id = ${order.id}`.execute(db);

  test("if the supplier confirms in time, the booking's answer is complete and has its number", async () => {
    const order = await partner.buy(evening, { ADULT: 2 });
    assert.deepEqual([order.status, order.isValid, order.confirmation], ["complete", true, "T-77"]);
    assert.deepEqual(calls(order), [1, 0, 0]);
    assert.deepEqual(await timeline(order), ["dispatched", "complete"]);
  });

  test("after a rotation, calls also carry the former secret's signature for a day", async () => {
    const theatre = { supplierId: (await supplierSecrets(db, "theatre"))!.id };
    const secrets = () => signingSecrets(db, theatre);
    const goodFor = async () => {
      const order = await partner.buy(evening, { ADULT: 1 });
      const [{ headers, body }] = server.of("order.request", order.id!) as [Call];
      return (known: string) => isSignedWith({ headers, body }, known);
    };
    /** Moves the clock forward by this number of hours. */
    const pass = (hours: number) =>
      sql`update signing_secret set ends_at = ends_at - ${hours} * interval '1 hour'`.execute(db);
    const [first] = await secrets();
    const second = await rotateSecret(db, theatre);
    await pass(1);
    const third = await rotateSecret(db, theatre);
    const known = [third, second, first!];
    assert.deepEqual(await secrets(), known);
    assert.deepEqual(known.map(await goodFor()), [true, true, true]);
    await app.import({ suppliers: [{ ...supplier(), name: "Theatre by the sea" }] });
    assert.deepEqual(await secrets(), known);
    await pass(23);
    assert.deepEqual(known.map(await goodFor()), [true, true, false]);
    await pass(1);
    assert.deepEqual(known.map(await goodFor()), [true, false, false]);
    assert.deepEqual([await rotateSecret(db, theatre), third], await secrets());
  });

  test("without immediate booking, the supplier is called after the answer", async () => {
    const order = await partner.buy(later, { ADULT: 1 });
    assert.equal(order.status, "waitsupplier");
    await becomes(order, "complete");
    assert.deepEqual(calls(order), [1, 0, 0]);
  });

  test("if the supplier declines at once, the order is rejected, not valid, and its seats are free again", async () => {
    const before = await seatsLeft();
    server.does["order.request"] = () => ({ json: { outcome: "declined", message: "Sold out here" } });
    const total = (await partner.validate(evening, { ADULT: 3 })).totalUsd!.value;
    const order = await partner.book(evening, { ADULT: 3 }, total);
    assert.deepEqual([order.status, order.isValid, codesOf(order)], ["rejected", false, ["supplier-declined"]]);
    assert.equal(await seatsLeft(), before);
    assert.deepEqual(await timeline(order), ["dispatched", "rejected: Sold out here"]);
    assert.deepEqual(calls(order), [1, 0, 0]);
  });

  test("after an undecided answer, only the status is queried until the order is confirmed", async () => {
    server.does["order.request"] = () => ({ status: 202, json: { askAgainInSeconds: 1 } });
    server.does["order.status"] = ({ orderId }) =>
      server.of("order.status", orderId).length > 1
        ? confirmed
        : { json: { outcome: "unknown", askAgainInSeconds: 1 } };
    const order = await partner.buy(evening, { ADULT: 1 });
    assert.equal(order.status, "waitsupplier");
    await becomes(order, "complete");
    assert.deepEqual(calls(order), [1, 2, 0]);
  });

  test("after a lost answer, the status shows that the supplier took the order", async () => {
    server.does["order.request"] = () => "reset";
    server.does["order.status"] = () => confirmed;
    const order = await partner.buy(evening, { ADULT: 1 });
    assert.equal(order.status, "waitsupplier");
    await hurry(order);
    assert.equal((await becomes(order, "complete")).confirmation, "T-77");
    assert.deepEqual(calls(order), [1, 1, 0]);
    assert.deepEqual(await timeline(order), [
      "dispatched",
      "answered: The connection was closed before an answer came.",
      "complete",
    ]);
  });

  test("a supplier that refuses the signature, and then does not know the order, gets the request again", async () => {
    server.does["order.request"] = () => ({ status: 401, json: { message: "The signature is wrong." } });
    const order = await partner.buy(evening, { ADULT: 1 });
    assert.deepEqual([order.status, order.isValid], ["waitsupplier", true]);
    server.does["order.request"] = () => confirmed;
    await hurry(order);
    await becomes(order, "complete");
    assert.deepEqual(calls(order), [2, 1, 0]);
    const keys = server.of("order.request", order.id!).map(({ headers }) => headers["idempotency-key"]);
    assert.deepEqual(keys, [order.id, order.id]);
  });

  test("after the partner's cancellation, the supplier cancels, or the order stays complete", async () => {
    const cancel = (order: Order): Promise<Order> =>
      partner.wire.ask("ordercancel", { lang: "es" }, { id: order.id!, apiKey: app.key });
    const [one, other] = [await partner.buy(evening, { ADULT: 1 }), await partner.buy(evening, { ADULT: 1 })];
    assert.equal((await cancel(one)).status, "cancelled");
    assert.deepEqual(calls(one), [1, 0, 1]);
    assert.equal(JSON.parse(server.of("order.cancel", one.id!)[0]!.body).data.confirmation, "T-77");

    server.does["order.cancel"] = () => ({ status: 409, json: { outcome: "declined", message: "Too late for us" } });
    const refused = await cancel(other);
    assert.deepEqual([refused.status, refused.isValid, codesOf(refused)], ["complete", false, ["cancel-declined"]]);
    assert.equal((await timeline(other)).at(-1), "complete: Too late for us");
  });

  test("a supplier that set a time for the next query can cancel a confirmed order then", async () => {
    server.does["order.request"] = () => ({
      json: { outcome: "confirmed", confirmation: "T-9", askAgainInSeconds: 1 },
    });
    server.does["order.status"] = () => ({ json: { outcome: "cancelled", message: "A storm" } });
    const order = await partner.buy(evening, { ADULT: 1 });
    assert.equal(order.status, "complete");
    await becomes(order, "cancelled");
    assert.deepEqual(calls(order), [1, 1, 0]);
    assert.equal((await timeline(order)).at(-1), "cancelled: A storm");
  });

  test("a test order never reaches the supplier", async () => {
    const order = await partner.buy(evening, { ADULT: 1 }, { testMode: true });
    await becomes(order, "complete");
    assert.deepEqual(calls(order), [0, 0, 0]);
  });
});

onPostgres("a slow supplier", (open) => {
  test("the booking does not wait for it, and the order is complete later", async () => {
    const waitMs = 1000;
    const server = new SupplierServer();
    const { promise: released, resolve: answer } = Promise.withResolvers<void>();
    server.does["order.request"] = () => ({ ...confirmed, after: released });
    await server.open();
    const app = await startApp({
      open,
      config: { callbackAllowPrivate: true, supplierWaitSeconds: waitMs / 1000 },
      catalogue: {
        ...testCatalogue,
        suppliers: [{ externalId: "theatre", name: "Theatre", kind: "http", settings: { url: server.url } }],
        products: [{ ...show, immediateBooking: true, supplier: "theatre" }],
      },
    });
    try {
      const partner = new Partner(app);
      const evening = await eventId(app, "show-seat", "2026-06-20T20:00");
      const began = performance.now();
      const order = await partner.buy(evening, { ADULT: 1 });
      const ms = performance.now() - began;
      assert.deepEqual([order.status, order.isValid, order.confirmation], ["waitsupplier", true, null]);
      assert.ok(ms >= waitMs, `${ms} ms`);
      answer();
      const { confirmation } = await until(async () => {
        const now: Order = await partner.wire.ask("order", { lang: "es", id: order.id! });
        return now.status === "complete" && now;
      }, "the order to be complete");
      assert.equal(confirmation, "T-77");
      assert.equal(server.of("order.request", order.id!).length, 1);
    } finally {
      answer();
      await app.stop();
      await server.close();
    }
  });
});
