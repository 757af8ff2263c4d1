import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { sql } from "kysely";
import { statementName } from "../../src/store/database/statement-names.ts";
import { insertOrder, type NewOrder, type OrderRow, orderById } from "../../src/store/orders/orders.ts";
import { placeInBatches } from "../../src/store/orders/placing/order-batches.ts";
import { plantComingShow } from "../concurrency/booking.ts";
import { anOrder } from "../support/samples/new-order.ts";
import { onBothStores, type TestStore } from "../support/servers/stores.ts";

/** Orders of concurrent requests are placed in one statement, and never sell a seat twice. */

onBothStores("orders in batches", (open, kind) => {
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
        placeInBatches(db, order, async () => {
          alone++;
          return insertOrder(db, order, "spare");
        }),
      ),
    );
    return { placed, alone };
  }

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

  if (kind === "postgres")
    test("an event whose row is locked delays the orders of others by a moment only", async (t) => {
      const [held, free] = events as [(typeof events)[0], (typeof events)[0]];
      await setSeats(held, 100);
      await setSeats(free, 100);
      // The test before this one paused the batches.
      await new Promise((resolve) => setTimeout(resolve, 1100));
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
