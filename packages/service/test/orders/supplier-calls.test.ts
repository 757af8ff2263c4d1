import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { sql } from "kysely";
import { dispatchOrder } from "../../src/domain/dispatch/dispatch.ts";
import { changeOrderIn } from "../../src/domain/orders/transitions.ts";
import { lockOrder } from "../../src/store/sale/orders.ts";
import { orderTimeline } from "../../src/store/sale/timeline.ts";
import type { Supplier, SupplierOutcome } from "../../src/suppliers/supplier.ts";
import { eventId } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { cancelling, type Ordering, silent, startOrdering } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** Calls to suppliers: each order is requested once, and an ended order is cancelled. */

/** A supplier with answers from the test. Records its calls: `request`, `status` or `cancel`, with the order's status. */
class Scripted implements Supplier {
  readonly calls: string[] = [];
  readonly #answers: Partial<Record<"request" | "status" | "cancel", () => Promise<SupplierOutcome>>>;

  constructor(answers: Partial<Record<"request" | "status" | "cancel", () => Promise<SupplierOutcome>>> = {}) {
    this.#answers = answers;
  }
  request: Supplier["request"] = ({ status }) => this.#answer("request", status);
  status: Supplier["status"] = ({ status }) => this.#answer("status", status);
  cancel: Supplier["cancel"] = ({ status }) => this.#answer("cancel", status);

  #answer(what: "request" | "status" | "cancel", status: string): Promise<SupplierOutcome> {
    this.calls.push(`${what} ${status}`);
    return this.#answers[what]?.() ?? Promise.resolve(unknown);
  }
}

const unknown: SupplierOutcome = { outcome: "unknown", message: null };
const confirmed: SupplierOutcome = { outcome: "confirmed", confirmation: "S-1", message: "con gusto" };
const says = (outcome: SupplierOutcome) => async () => outcome;

const catalogue = {
  ...testCatalogue,
  suppliers: [{ externalId: "theatre", name: "Teatro", kind: "desk" as const, lang: "es" as const }],
  products: [variant(show, { supplier: "theatre" }, { externalId: "show-seat" })],
};

onPostgres("dispatch", (open) => {
  let ordering: Ordering;
  let event: string;
  before(async () => {
    ordering = await startOrdering({ open, catalogue });
    event = await eventId(ordering.app, "show-seat", "2026-06-30T20:00");
  });
  afterEach(() => {
    ordering.supplier.now = silent;
  });
  after(() => ordering?.stop());

  const db = () => ordering.app.app.service.db;
  const statusOf = async (id: string) => (await ordering.partner.wire.ask("order", { lang: "es", id })).status;
  const placed = async (supplier: Supplier): Promise<string> => {
    ordering.supplier.now = supplier;
    return (await ordering.buy(event, {}, { ADULT: 1 })).id!;
  };
  const calls = (supplier: Scripted, count: number) =>
    until(() => supplier.calls.length >= count && supplier.calls, `${count} questions`);
  /** Returns the seconds until the next supplier call. */
  const dueIn = async (id: string): Promise<number | null> => {
    const { rows } = await sql<{ s: number | null }>`
      select extract(epoch from supplier_due_at - now())::float8 as s from orders where id = ${id}`.execute(db());
    return rows[0]!.s;
  };
  const endLease = (id: string) => sql`update orders set supplier_due_at = now() where id = ${id}`.execute(db());

  test("sends a request once, and then queries the status until it is known", async () => {
    const answers: SupplierOutcome[] = [{ ...unknown, message: "un momento", askAgainInSeconds: 0 }, confirmed];
    const supplier = new Scripted({
      request: says({ ...unknown, askAgainInSeconds: 0 }),
      status: async () => answers.shift()!,
    });
    const id = await placed(supplier);
    await until(async () => (await statusOf(id)) === "complete", "confirmation");
    assert.deepEqual(supplier.calls, ["request waitsupplier", "status waitsupplier", "status waitsupplier"]);
    const entries = (await orderTimeline(db(), id)).map(({ kind, status, actor, why, message }) => [
      kind,
      status,
      actor,
      why,
      message,
    ]);
    assert.deepEqual(entries, [
      ["dispatched", null, "service", null, null],
      ["answered", null, "supplier", "unknown", "un momento"],
      ["status", "complete", "supplier", "confirmed", "con gusto"],
      ["voucher", null, "service", "made", null],
    ]);
    assert.equal(await dueIn(id), null);
  });

  test("sends the request again if the status shows that it did not arrive", async () => {
    const died = Promise.withResolvers<SupplierOutcome>();
    const requests = [() => died.promise, says(confirmed)];
    const supplier = new Scripted({
      request: () => requests.shift()!(),
      status: says({ outcome: "not-received", message: null }),
    });
    const id = await placed(supplier);
    await calls(supplier, 1);
    assert.ok((await dueIn(id))! > 20, "no other call starts during its lease");
    await endLease(id);
    await until(async () => (await statusOf(id)) === "complete", "confirmation");
    died.resolve(unknown);
    assert.deepEqual(supplier.calls, ["request waitsupplier", "status waitsupplier", "request waitsupplier"]);
    const entries = (await orderTimeline(db(), id)).filter(({ kind }) => kind === "dispatched");
    assert.equal(entries.length, 1);
  });

  test("never repeats a request that may have arrived", async () => {
    const died = Promise.withResolvers<SupplierOutcome>();
    const supplier = new Scripted({ request: () => died.promise, status: says(confirmed) });
    const id = await placed(supplier);
    await calls(supplier, 1);
    await endLease(id);
    await until(async () => (await statusOf(id)) === "complete", "confirmation");
    died.resolve(confirmed);
    assert.deepEqual(supplier.calls, ["request waitsupplier", "status waitsupplier"]);
  });

  test("cancels an order that was cancelled during its request, after the supplier has confirmed", async () => {
    const answer = Promise.withResolvers<SupplierOutcome>();
    const supplier = new Scripted({
      request: () => answer.promise,
      cancel: says({ outcome: "cancelled", message: "cancelado" }),
    });
    const id = await placed(supplier);
    await calls(supplier, 1);
    assert.equal((await cancelling(ordering.app)(id)).status, "cancelled");
    assert.ok(
      (await dueIn(id))! > 20,
      "the current call still has its lease: a cancellation would overtake the request",
    );
    answer.resolve(confirmed);
    assert.deepEqual(await calls(supplier, 2), ["request waitsupplier", "cancel cancelled"]);
    await until(async () => (await dueIn(id)) === null, "the end of it");
    assert.equal(await statusOf(id), "cancelled");
    const entries = (await orderTimeline(db(), id)).map(({ kind, actor, why, message }) => [kind, actor, why, message]);
    assert.deepEqual(entries, [
      ["dispatched", "service", null, null],
      ["status", "partner", "cancel", null],
      ["answered", "supplier", "confirmed", "con gusto"],
      ["answered", "supplier", "cancelled", "cancelado"],
    ]);
  });

  test("cancels an order that was cancelled during a request with unknown outcome", async () => {
    const died = Promise.withResolvers<SupplierOutcome>();
    const supplier = new Scripted({
      request: () => died.promise,
      cancel: says({ outcome: "cancelled", message: null }),
    });
    const id = await placed(supplier);
    await calls(supplier, 1);
    assert.equal((await cancelling(ordering.app)(id)).status, "cancelled");
    await endLease(id);
    assert.deepEqual(await calls(supplier, 2), ["request waitsupplier", "cancel cancelled"]);
    died.resolve(unknown);
    // The first call was only slow, and cancels too: the cancellation may have arrived before the request.
    assert.equal((await calls(supplier, 3))[2], "cancel cancelled");
    await until(async () => (await dueIn(id)) === null, "the end of it");
  });

  test("sends a cancellation that did not arrive again to the supplier that has the order, also after the product has moved", async () => {
    const answers: SupplierOutcome[] = [
      { outcome: "not-received", message: "down", askAgainInSeconds: 3600 },
      { outcome: "cancelled", message: null },
    ];
    const supplier = new Scripted({ request: says(confirmed), cancel: async () => answers.shift()! });
    const { orderContext } = ordering.app.app.service;
    const { suppliers } = orderContext;
    const called: string[] = [];
    orderContext.suppliers = (stored) => {
      called.push(stored.externalId);
      return suppliers(stored);
    };
    try {
      const id = await placed(supplier);
      await until(async () => (await statusOf(id)) === "complete", "confirmation");
      await cancelling(ordering.app)(id);
      await calls(supplier, 2);
      await until(async () => ((await dueIn(id)) ?? 0) > 60, "the next call");
      await ordering.app.import({ products: catalogue.products.map((product) => ({ ...product, supplier: null })) });
      await endLease(id);
      await until(async () => (await statusOf(id)) === "cancelled", "cancellation");
      assert.deepEqual(supplier.calls.slice(1), ["cancel waitcancel", "cancel waitcancel"]);
      assert.deepEqual(called, ["theatre", "theatre", "theatre"]);
    } finally {
      orderContext.suppliers = suppliers;
      await ordering.app.import({ products: catalogue.products });
    }
  });

  test("cancels again if the request's outcome arrives during the cancellation", async () => {
    const died = Promise.withResolvers<SupplierOutcome>();
    const returned = Promise.withResolvers<void>();
    const supplier = new Scripted({
      request: () => died.promise,
      cancel: async () => {
        died.resolve(unknown);
        await returned.promise;
        return { outcome: "cancelled", message: null };
      },
    });
    const id = await placed(supplier);
    await calls(supplier, 1);
    assert.equal((await cancelling(ordering.app)(id)).status, "cancelled");
    await endLease(id);
    await calls(supplier, 2);
    await until(
      async () => supplier.calls.length === 3 || (await dueIn(id))! < 20,
      "what the first one leaves behind, or what follows",
    );
    returned.resolve();
    await calls(supplier, 3);
    assert.deepEqual(supplier.calls, ["request waitsupplier", "cancel cancelled", "cancel cancelled"]);
    await until(async () => (await dueIn(id)) === null, "the end of it");
  });

  test("cancels an order that its supplier cancels", async () => {
    const supplier = new Scripted({
      request: says({ ...confirmed, askAgainInSeconds: 0 }),
      status: says({ outcome: "cancelled", message: "hay huelga" }),
    });
    const id = await placed(supplier);
    await until(async () => (await statusOf(id)) === "cancelled", "the cancellation");
    await until(() => ordering.notified(id).length === 3, "3 notifications");
    assert.deepEqual(
      ordering.notified(id).map(({ data }) => data.status),
      ["complete", "waitcancel", "cancelled"],
    );
    assert.deepEqual(supplier.calls, ["request waitsupplier", "status complete"]);
  });
});

onPostgres("an order that ends just before its supplier is called", (open) => {
  test("is not sent to the supplier", async () => {
    const ordering = await startOrdering({ open, catalogue });
    try {
      const { db, orderContext } = ordering.app.app.service;
      const supplier = new Scripted({ request: says(confirmed) });
      const event = await eventId(ordering.app, "show-seat", "2026-06-30T20:00");
      const { id } = await ordering.buy(event);
      await until(async () => (await orderTimeline(db, id!)).some(({ kind }) => kind === "dispatched"), "the dispatch");
      // Restores the state before the first call.
      await sql`update orders set supplier_called_at = null, supplier_due_at = null where id = ${id}`.execute(db);
      ordering.supplier.now = supplier;
      const pending = await db.transaction().execute(async (tx) => {
        await lockOrder(tx, id!);
        const dispatching = dispatchOrder(orderContext, id!);
        await until(async () => (await ordering.waitingForLocks()) > 0, "the question to wait for the order's lock");
        await changeOrderIn(tx, orderContext, id!, { trigger: "cancel", actor: "operator" });
        return { dispatching };
      });
      await pending.dispatching;
      assert.deepEqual(supplier.calls, []);
      const { rows } =
        await sql`select supplier_due_at as due, supplier_called_at as called from orders where id = ${id}`.execute(db);
      assert.deepEqual(rows, [{ due: null, called: null }]);
    } finally {
      await ordering.stop();
    }
  });
});
