import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, describe, test } from "node:test";
import { sql } from "kysely";
import { type WriteCompletedOrders, writeHold, writeOrder } from "../../../src/store/booking/sales.ts";
import { StoreUnavailable } from "../../../src/store/database/faults.ts";
import { neverGivenUp } from "../../../src/store/database/given-up.ts";
import { statementName } from "../../../src/store/database/statement-names.ts";
import type { NewHold } from "../../../src/store/orders/holds.ts";
import { type NewOrder, type OrderRow, orderById } from "../../../src/store/sale/orders.ts";
import { plantComingShow } from "../../concurrency/booking.ts";
import { anOrder } from "../../support/samples/new-order.ts";
import { onPostgres, type TestStore } from "../../support/servers/stores.ts";

/** Orders and holds of concurrent requests are written together, and never sell a seat twice. */

interface Evening {
  id: string;
  productId: string;
  eventOn: string;
}

onPostgres("sales that are written together", (open) => {
  let store: TestStore;
  let evenings: Evening[];
  let partnerId: string;
  /** Names of the statements since the test began. */
  let statements: string[];

  before(async () => {
    store = await open();
    await plantComingShow(store.database.db, 4, 1000);
    const { rows } = await sql<Evening>`
      select id, product_id as "productId", event_on as "eventOn" from event order by event_on`.execute(
      store.database.db,
    );
    evenings = rows;
    partnerId = (await sql<{ id: string }>`select id from partner limit 1`.execute(store.database.db)).rows[0]!.id;
    store.database.statements.listen((text) => statements.push(statementName(text)));
  });
  beforeEach(() => {
    statements = [];
  });
  after(() => store?.close());

  const orderOf = ({ id, productId, eventOn }: Evening, more: Partial<NewOrder> = {}): NewOrder => ({
    ...anOrder,
    ...{ id: randomUUID(), eventId: id, productId, eventOn, partnerId, createdAt: new Date() },
    ...more,
  });
  const nothing: WriteCompletedOrders = async () => {};
  const place = (order: NewOrder, completing = nothing) =>
    writeOrder(store.database.db, { order, completing }, { hasGivenUp: neverGivenUp, lockMs: 300 });
  /** Places all orders at once. The first order is written alone, and the other orders gather meanwhile. */
  const placeAll = (orders: NewOrder[], completing = nothing) =>
    Promise.all(orders.map((order) => place(order, completing)));
  const outcomes = (all: { outcome: string }[]) => all.map(({ outcome }) => outcome).sort();
  const placings = () => statements.filter((name) => name.startsWith("place-"));
  const setSeats = ({ id }: Evening, seats: number | null) =>
    sql`update event set capacity = ${seats}, capacity_left = ${seats} where id = ${id}`.execute(store.database.db);
  const left = async ({ id }: Evening) =>
    (
      await sql<{ left: number | null }>`select capacity_left as left from event where id = ${id}`.execute(
        store.database.db,
      )
    ).rows[0]!.left;
  const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

  test("twelve orders of two events are two statements, and each takes its seats", async () => {
    const [first, second] = evenings as [Evening, Evening];
    await setSeats(first, 100);
    await setSeats(second, null);
    const orders = times(12, (n) =>
      orderOf(n % 3 === 0 ? second : first, { seats: 2, email: `guest-${n}@example.com` }),
    );
    const placed = await placeAll(orders);
    assert.deepEqual(placings(), ["place-orders", "place-orders"]);
    assert.equal(new Set(placed.map(({ row }) => row!.number)).size, 12);
    assert.deepEqual([await left(first), await left(second)], [100 - 8 * 2, null]);
    for (const [n, { row }] of placed.entries())
      assert.deepEqual(await orderById(store.database.db, orders[n]!.id), row);
  });

  test("a number that another order has is drawn again, and nothing is placed or taken twice", async () => {
    const evening = evenings[0]!;
    await setSeats(evening, 100);
    const { db } = store.database;
    const known = await place(orderOf(evening, { seats: 2 }));
    // The first two statements draw the number of an order that exists.
    await sql`create sequence collision`.execute(db);
    await sql
      .raw(`create function collide() returns trigger language plpgsql as $$ begin
        if nextval('collision') <= 2 then new.number = ${known.row!.number}; end if; return new; end $$`)
      .execute(db);
    await sql`create trigger collide before insert on orders for each row execute function collide()`.execute(db);
    statements = [];
    const orders = times(3, () => orderOf(evening, { seats: 2 }));
    const placed = await placeAll(orders);
    await sql`drop function collide cascade`.execute(db);
    assert.deepEqual(outcomes(placed), ["placed", "placed", "placed"]);
    assert.equal(placings().length, 4, "three attempts at the first order, and the others together");
    assert.equal(new Set([known, ...placed].map(({ row }) => row!.number)).size, 4);
    assert.equal(await left(evening), 100 - 4 * 2);
  });

  test("orders that do not fit are short, and those that take the last seat publish the event", async () => {
    const evening = evenings[2]!;
    await setSeats(evening, 10);
    const versionOf = async () =>
      (await sql<{ v: number }>`select update_version as v from counter`.execute(store.database.db)).rows[0]!.v;
    const before = await versionOf();
    assert.deepEqual(
      outcomes(await placeAll(times(3, () => orderOf(evening, { seats: 3 })))),
      times(3, () => "placed"),
    );
    assert.equal(await versionOf(), before);
    assert.deepEqual(outcomes(await placeAll(times(3, () => orderOf(evening, { seats: 1 })))), [
      "placed",
      "short",
      "short",
    ]);
    assert.equal(await left(evening), 0);
    assert.equal(await versionOf(), before + 1);
  });

  test("of two orders with one key one is placed, and a key that was not used is free", async () => {
    const evening = evenings[2]!;
    await setSeats(evening, 2);
    const keys = [randomUUID(), randomUUID()];
    const unused = orderOf(evening, { seats: 5, keys });
    assert.deepEqual(outcomes(await placeAll([unused])), ["short"]);
    const [content] = keys;
    const placed = await placeAll([
      orderOf(evening, { keys: [content!] }),
      orderOf(evening, { keys }),
      orderOf(evening, { keys: [randomUUID()] }),
    ]);
    assert.deepEqual(outcomes(placed), ["known", "placed", "placed"]);
    const { rows } = await sql`select from answer where key = ${keys[1]}`.execute(store.database.db);
    assert.equal(rows.length, 0, "the other key of the repetition");
    assert.equal(await left(evening), 0);
  });

  test("an order that the store refuses does not keep the others from being placed", async () => {
    const evening = evenings[3]!;
    await setSeats(evening, 100);
    const orders = [orderOf(evening), orderOf(evening), orderOf(evening, { totalUsd: "much" }), orderOf(evening)];
    const results = await Promise.allSettled(orders.map((order) => place(order)));
    assert.deepEqual(
      results.map(({ status }) => status),
      ["fulfilled", "fulfilled", "rejected", "fulfilled"],
    );
    assert.equal(await left(evening), 100 - 3 * anOrder.seats);
  });

  test("orders that are complete at once are completed together in the transaction that places them", async () => {
    const evening = evenings[2]!;
    await setSeats(evening, 100);
    const completed: string[][] = [];
    const completing: WriteCompletedOrders = async (tx, rows: OrderRow[]) => {
      assert.ok(tx.isTransaction);
      completed.push(rows.map(({ id }) => id).sort());
    };
    const [first, ...others] = times(5, () => orderOf(evening, { status: "complete" }));
    const placed = await placeAll([first!, ...others], completing);
    assert.deepEqual(completed, [[first!.id], others.map(({ id }) => id).sort()]);
    assert.ok(placed.every(({ row }) => row?.status === "complete" && row.changes === 1));

    // If completing the orders fails, their writes are reverted.
    const failing: WriteCompletedOrders = () => Promise.reject(Object.assign(new Error("refused"), { code: "23505" }));
    await assert.rejects(place(orderOf(evening, { status: "complete" }), failing), /refused/);
    assert.equal(await left(evening), 100 - 5 * anOrder.seats);
  });

  describe("holds", () => {
    const holdOf = (evening: Evening, more: Partial<NewHold> = {}): NewHold => {
      const { status: _, atDesk: __, supplierDueIn: ___, holdId: ____, ...order } = orderOf(evening);
      const limits = { maxOpen: 50, maxSeats: 200, extensions: 0, expiresAt: new Date(Date.now() + 900_000) };
      return { ...order, partnerId: randomUUID(), ...limits, ...more };
    };
    const hold = (one: NewHold) => writeHold(store.database.db, one, { hasGivenUp: neverGivenUp });
    const holdAll = (holds: NewHold[]) => Promise.all(holds.map(hold));

    test("of several partners and events are one statement, and count what their partner holds", async () => {
      const [first, second] = evenings as [Evening, Evening];
      await setSeats(first, 100);
      await setSeats(second, null);
      const partner = randomUUID();
      await hold(holdOf(first, { partnerId: partner, seats: 3 }));
      statements = [];
      const [, ...placed] = await holdAll([
        holdOf(second),
        holdOf(first, { partnerId: partner, seats: 2 }),
        holdOf(second, { partnerId: partner, seats: 4 }),
        holdOf(first),
      ]);
      assert.ok(placings().length <= 2, `${placings()}`);
      assert.deepEqual(
        placed.map(({ outcome, open, openSeats }) => [outcome, open, openSeats]),
        [
          ["placed", 1, 3],
          ["placed", 1, 3],
          ["placed", 0, 0],
        ],
      );
      assert.deepEqual([await left(first), await left(second)], [100 - 3 - 2 - 1, null]);
    });

    test("that reach a limit of their partner are not placed, and those of others are", async () => {
      const evening = evenings[0]!;
      await setSeats(evening, 100);
      const own = { partnerId: randomUUID(), seats: 2 };
      const many = times(3, () => holdOf(evening, { ...own, maxOpen: 2 }));
      assert.deepEqual(outcomes(await holdAll([holdOf(evening), ...many])), ["placed", "placed", "placed", "short"]);
      assert.equal((await hold(holdOf(evening, { ...own, maxSeats: 5 }))).outcome, "short");
      assert.equal(await left(evening), 100 - 1 - 2 * 2);
    });

    test("and orders of one event share its seats", async () => {
      const evening = evenings[1]!;
      await setSeats(evening, 5);
      const [, ...others] = await Promise.all([
        place(orderOf(evening, { seats: 1 })),
        place(orderOf(evening, { seats: 3 })),
        hold(holdOf(evening, { seats: 2 })),
        hold(holdOf(evening, { seats: 1 })),
      ]);
      // A hold that does not fit counts for the holds after it, which are decided again.
      assert.deepEqual(outcomes(others), ["placed", "short", "short"]);
      assert.equal(await left(evening), 1);
    });
  });

  test("an event whose row is locked delays the orders of others by nothing, and its own until it is free", async (t) => {
    const [locked, free] = evenings as [Evening, Evening];
    await setSeats(locked, 100);
    await setSeats(free, 100);
    const locking = await store.database.db.startTransaction().execute();
    t.after(() => locking.isRolledBack || locking.rollback().execute());
    await sql`select from event where id = ${locked.id} for update`.execute(locking);
    const keys = [randomUUID()];
    await assert.rejects(place(orderOf(locked, { keys })), StoreUnavailable);
    const waiting = place(orderOf(locked, { keys }));
    assert.deepEqual(outcomes(await placeAll([orderOf(free), orderOf(free)])), ["placed", "placed"]);
    await locking.rollback().execute();
    assert.equal((await waiting).outcome, "placed");
    assert.equal(await left(locked), 100 - anOrder.seats);
  });
});
