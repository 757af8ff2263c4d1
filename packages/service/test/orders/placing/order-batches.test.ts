import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, describe, test } from "node:test";
import { sql } from "kysely";
import { callbackOf } from "../../../src/domain/orders/callbacks/callbacks.ts";
import type { Tx } from "../../../src/store/database/database.ts";
import { neverGivenUp } from "../../../src/store/database/given-up.ts";
import { statementName } from "../../../src/store/database/statement-names.ts";
import { listCallbacks } from "../../../src/store/orders/callbacks/delivery-list.ts";
import type { HoldLimits, NewHold } from "../../../src/store/orders/holds/holds.ts";
import { orderTimeline } from "../../../src/store/orders/order-changes.ts";
import { insertOrder, type NewOrder, type OrderRow, orderById } from "../../../src/store/orders/orders.ts";
import { type Ending, endInBatches } from "../../../src/store/orders/placing/cancel-batches.ts";
import { holdInBatches } from "../../../src/store/orders/placing/hold-batches.ts";
import { completeInBatches, placeInBatches } from "../../../src/store/orders/placing/order-batches.ts";
import { plantComingShow } from "../../concurrency/booking.ts";
import { anOrder } from "../../support/samples/new-order.ts";
import { onPostgres, type TestStore } from "../../support/servers/stores.ts";

/** Orders, holds and cancellations of concurrent requests are written in one statement each, and never sell a seat twice. */

onPostgres("orders in batches", (open) => {
  let store: TestStore;
  let events: { id: string; eventOn: string }[];
  let partnerId: string;
  /** Names of the statements since the test began. */
  let statements: string[];

  before(async () => {
    store = await open();
    await plantComingShow(store.database.db, 4, 1000);
    const { rows } = await sql<{ id: string; eventOn: string }>`
      select id, event_on as "eventOn" from event order by event_on`.execute(store.database.db);
    events = rows;
    partnerId = (await sql<{ id: string }>`select id from partner limit 1`.execute(store.database.db)).rows[0]!.id;
    store.database.statements.listen((text) => statements.push(statementName(text)));
  });
  beforeEach(() => {
    statements = [];
  });
  after(() => store?.close());

  const orderOf = (event: { id: string; eventOn: string }, more: Partial<NewOrder> = {}): NewOrder => ({
    ...anOrder,
    id: randomUUID(),
    eventId: event.id,
    eventOn: event.eventOn,
    partnerId,
    createdAt: new Date(),
    ...more,
  });

  /** As the domain places an order: null when it has no seats or exists. `alone` counts those that no batch placed. */
  async function placeAll(orders: NewOrder[]): Promise<{ placed: (OrderRow | null)[]; alone: number }> {
    const { db } = store.database;
    let alone = 0;
    const placed = await Promise.all(
      orders.map((order) =>
        placeInBatches(
          db,
          order,
          async () => {
            alone++;
            return insertOrder(db, order, "spare");
          },
          neverGivenUp,
        ),
      ),
    );
    return { placed, alone };
  }

  const never = () => Promise.reject(new Error("written alone"));
  const setSeats = (event: { id: string }, seats: number | null) =>
    sql`update event set capacity = ${seats}, capacity_left = ${seats} where id = ${event.id}`.execute(
      store.database.db,
    );
  const left = async (event: { id: string }) =>
    (
      await sql<{ left: number | null }>`select capacity_left as left from event where id = ${event.id}`.execute(
        store.database.db,
      )
    ).rows[0]!.left;

  test("twelve orders of two events are one statement, and each takes its seats", async () => {
    const [first, second] = events as [(typeof events)[0], (typeof events)[0]];
    await setSeats(first, 100);
    await setSeats(second, null);
    const orders = Array.from({ length: 12 }, (_, n) =>
      orderOf(n % 3 === 0 ? second : first, { seats: 2, email: `guest-${n}@example.com`, callbackUrl: null }),
    );
    const { placed, alone } = await placeAll(orders);
    assert.equal(alone, 0);
    assert.deepEqual(
      statements.filter((name) => name.startsWith("place-order")),
      [`place-orders-${first.eventOn.slice(0, 4)}`],
    );
    assert.equal(new Set(placed.map((row) => row!.number)).size, 12);
    assert.deepEqual([await left(first), await left(second)], [100 - 8 * 2, null]);
    for (const [n, row] of placed.entries()) {
      const { seats: _, ...stored } = { seats: 0, ...(await orderById(store.database.db, orders[n]!.id))! };
      assert.deepEqual(stored, row);
    }
  });

  test("a batch leaves a seat: what does not fit is placed alone, or not at all", async () => {
    const event = events[2]!;
    await setSeats(event, 10);
    const { placed, alone } = await placeAll(Array.from({ length: 8 }, () => orderOf(event, { seats: 2 })));
    // Four orders take eight of ten seats. A fifth would take the last one, which is another statement's.
    assert.equal(placed.filter((row) => row !== null).length, 4);
    assert.equal(alone, 4);
    assert.equal(await left(event), 2);
  });

  test("of two orders with the same content in a batch one is placed", async () => {
    const event = events[2]!;
    await setSeats(event, 100);
    const retryDigest = randomUUID();
    const { placed } = await placeAll([
      orderOf(event, { retryDigest }),
      orderOf(event, { retryDigest }),
      orderOf(event),
    ]);
    assert.equal(placed.filter((row) => row !== null).length, 2);
    assert.equal(await left(event), 100 - 2 * anOrder.seats);
  });

  test("an order that the store refuses does not keep the others from being placed", async () => {
    const event = events[3]!;
    await setSeats(event, 100);
    const wrong = orderOf(event, { totalUsd: "much" });
    const orders = [orderOf(event), wrong, orderOf(event)];
    const results = await Promise.allSettled(orders.map((order) => placeAll([order])));
    assert.deepEqual(
      results.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    assert.equal(await left(event), 100 - 2 * anOrder.seats);
  });

  test("orders that are complete at once are completed together in the transaction that places them", async () => {
    const { db } = store.database;
    const event = events[2]!;
    await setSeats(event, 100);
    const completed: string[][] = [];
    const completing = async (tx: Tx, rows: OrderRow[]) => {
      assert.ok(tx.isTransaction);
      completed.push(rows.map(({ id }) => id).sort());
    };
    const orders = Array.from({ length: 4 }, () => orderOf(event, { status: "complete" }));
    const place = (order: NewOrder) => completeInBatches(db, { order, completing }, never, neverGivenUp);
    const placed = await Promise.all(orders.map(place));
    assert.deepEqual(completed, [orders.map(({ id }) => id).sort()]);
    assert.ok(placed.every((row) => row?.status === "complete" && row.changes === 1));

    // What completing them fails to write reverts the orders.
    const failing = () => Promise.reject(Object.assign(new Error("refused"), { code: "23505" }));
    const others = orders.map(({ id: _, ...order }) => ({ ...order, id: randomUUID() }));
    const results = await Promise.all(
      others.map((order) => completeInBatches(db, { order, completing: failing }, async () => null, neverGivenUp)),
    );
    assert.deepEqual(results, [null, null, null, null]);
    assert.equal(await left(event), 100 - 4 * anOrder.seats);
  });

  describe("holds", () => {
    const limits = { mostOpen: 50, mostSeats: 200 };
    const holdOf = (event: { id: string; eventOn: string }, more: Partial<NewHold> = {}): NewHold => {
      const { status: _, atDesk: __, supplierDueIn: ___, ...order } = orderOf(event);
      return { ...order, partnerId: randomUUID(), expiresAt: new Date(Date.now() + 900_000), ...more };
    };
    const holdAll = (holds: NewHold[], of: HoldLimits = limits, alone = 0) =>
      Promise.all(
        holds.map((hold) => holdInBatches(store.database.db, { hold, limits: of }, async () => null, neverGivenUp)),
      ).then((placed) => {
        assert.equal(placed.filter((one) => one === null).length, alone);
        return placed;
      });

    test("of several partners and events are one statement, and count what their partner holds", async () => {
      const [first, second] = events as [(typeof events)[0], (typeof events)[0]];
      await setSeats(first, 100);
      await setSeats(second, null);
      const partner = randomUUID();
      await holdAll([holdOf(first, { partnerId: partner, seats: 3 }), holdOf(second)]);
      statements = [];
      const placed = await holdAll([
        holdOf(first, { partnerId: partner, seats: 2 }),
        holdOf(second, { partnerId: partner, seats: 4 }),
        holdOf(first),
      ]);
      assert.deepEqual(statements, [`place-holds-${first.eventOn.slice(0, 4)}`]);
      assert.deepEqual(
        placed.map((one) => [one!.placed, one!.open, one!.openSeats]),
        [
          [true, 1, 3],
          [true, 2, 5],
          [true, 0, 0],
        ],
      );
      assert.deepEqual([await left(first), await left(second)], [100 - 3 - 2 - 1, null]);
    });

    test("that reach a limit of their partner are not placed, and those of others are", async () => {
      const event = events[0]!;
      await setSeats(event, 100);
      const partnerId = randomUUID();
      const own = Array.from({ length: 3 }, () => holdOf(event, { partnerId, seats: 2 }));
      await holdAll([...own, holdOf(event)], { mostOpen: 2, mostSeats: 200 }, 1);
      await holdAll([holdOf(event, { partnerId, seats: 2 }), holdOf(event)], { mostOpen: 50, mostSeats: 5 }, 1);
      assert.equal(await left(event), 100 - 2 * 2 - 1 - 1);
    });

    test("leave a seat of the event", async () => {
      const event = events[1]!;
      await setSeats(event, 5);
      await holdAll(
        Array.from({ length: 4 }, () => holdOf(event, { seats: 2 })),
        limits,
        2,
      );
      assert.equal(await left(event), 1);
    });
  });

  describe("cancellations", () => {
    const placeOne = async (event: { id: string; eventOn: string }, more: Partial<NewOrder> = {}) =>
      (await insertOrder(store.database.db, orderOf(event, { atDesk: true, seats: 2, ...more }), "spare"))!;
    const endingOf = (before: OrderRow): Ending => {
      const order = { ...before, status: "cancelled" as const, changes: before.changes + 1 };
      return {
        ...{ before, seats: 2, dueIn: null, refund: { reason: "cancelled", dueUsd: "45.00" } },
        entry: { at: before.createdAt, kind: "status", status: "cancelled", actor: "partner", why: "ordercancel" },
        callbacks: callbackOf({ publicUrl: "https://booking.example.com" }, order, null, before.createdAt),
      };
    };
    const endAll = (orders: OrderRow[]) =>
      Promise.all(orders.map((one) => endInBatches(store.database.db, endingOf(one), async () => null, neverGivenUp)));

    test("are one statement that writes status, timeline and callback, and returns the seats", async () => {
      const { db } = store.database;
      const [first, second] = events as [(typeof events)[0], (typeof events)[0]];
      await setSeats(first, 50);
      await setSeats(second, null);
      const orders = [
        await placeOne(first, { callbackUrl: "https://shop.example.com/" }),
        await placeOne(first),
        await placeOne(second),
      ];
      statements = [];
      assert.deepEqual(await endAll(orders), [true, true, true]);
      assert.deepEqual(statements, [`end-orders-${first.eventOn.slice(0, 4)}`]);
      assert.deepEqual([await left(first), await left(second)], [50, null]);
      for (const { id, createdAt } of orders) {
        const { status, changes } = (await orderById(db, id))!;
        assert.deepEqual([status, changes], ["cancelled", 1]);
        assert.deepEqual(await orderTimeline(db, id), [
          { at: createdAt, kind: "status", status: "cancelled", actor: "partner", why: "ordercancel", message: null },
        ]);
      }
      const callbacks = await listCallbacks(db, { orderId: orders[0]!.id }, 10);
      assert.deepEqual(
        callbacks.map(({ sequence, status, state }) => [sequence, status, state]),
        [[1, "cancelled", "waiting"]],
      );
      assert.deepEqual(await endAll(orders), [null, null, null], "they have ended");
      assert.equal(await left(first), 50);
    });

    test("of an order that changed since it was read, and of a sold-out event, are decided alone", async () => {
      const { db } = store.database;
      const [first, second] = events as [(typeof events)[0], (typeof events)[0]];
      await setSeats(first, 50);
      await setSeats(second, 50);
      const [changed, soldOut, plain] = [await placeOne(first), await placeOne(second), await placeOne(first)];
      await sql`update orders set changes = changes + 1 where id = ${changed.id}`.execute(db);
      await sql`update event set capacity_left = 0 where id = ${second.id}`.execute(db);
      assert.deepEqual(await endAll([changed, soldOut, plain]), [null, null, true]);
      assert.deepEqual([await left(first), await left(second)], [48, 0]);
      assert.equal((await orderById(db, soldOut.id))!.status, "waitsupplier");
    });
  });

  test("an event whose row is locked delays the orders of others by a moment only", async (t) => {
    const [held, free] = events as [(typeof events)[0], (typeof events)[0]];
    await setSeats(held, 100);
    await setSeats(free, 100);
    const holding = await store.database.db.startTransaction().execute();
    t.after(() => holding.isRolledBack || holding.isCommitted || holding.rollback().execute());
    await sql`select from event where id = ${held.id} for update`.execute(holding);
    const waiting = placeAll([orderOf(held)]);
    const others = await placeAll([orderOf(free), orderOf(free)]);
    assert.equal(others.placed.filter((row) => row !== null).length, 2);
    await holding.rollback().execute();
    assert.ok((await waiting).placed[0]);
    assert.equal(await left(held), 100 - anOrder.seats);
  });
});
