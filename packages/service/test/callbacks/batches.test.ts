import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { CompiledQuery, sql } from "kysely";
import { statementName } from "../../src/store/database/statement-names.ts";
import {
  type CallbackRow,
  claimCallback,
  insertCallbacks,
  listCallbacks,
  recordDelivery,
} from "../../src/store/orders/callbacks.ts";
import { testNow } from "../support/app.ts";
import { onBothStores, type TestStore } from "../support/servers/stores.ts";

/** Callbacks of concurrent attempts are claimed in one statement and settled in one, each as if it were alone. */

onBothStores("callbacks in batches", (open, kind) => {
  let store: TestStore;
  /** The statements since the test began, or since `planted`. */
  let texts: string[];
  before(async () => {
    store = await open();
    store.database.statements.listen((text) => texts.push(text));
  });
  beforeEach(() => {
    texts = [];
  });
  after(() => store?.close());

  const received = { at: new Date(), replay: false, outcome: "answered", httpStatus: 204, ms: 3, answer: "" };

  /** Orders with two callbacks each, which are due. */
  async function planted(count: number): Promise<string[]> {
    const orders = Array.from({ length: count }, () => randomUUID());
    const callbacks = orders.flatMap((orderId) =>
      [1, 2].map((sequence) => ({
        ...{ id: randomUUID(), orderId, partnerId: randomUUID(), sequence, amended: 0, status: "complete" as const },
        ...{ url: "https://shop.example.com/", body: "{}", test: false, createdAt: testNow },
      })),
    );
    await store.database.db.transaction().execute((tx) => insertCallbacks(tx, callbacks));
    texts = [];
    return orders;
  }
  const claimAll = (orders: string[]) => Promise.all(orders.map((id) => claimCallback(store.database.db, id)));
  const sequences = (rows: (CallbackRow | null)[]) => rows.map((row) => row?.sequence ?? null);

  test("the oldest callback of each order is claimed in one statement, and once", async () => {
    const orders = await planted(5);
    const claimed = await claimAll([...orders, orders[0]!]);
    assert.deepEqual(texts.map(statementName), ["claim-callbacks"]);
    const [last, first] = [claimed.pop(), claimed[0]];
    // Of two claims of one order in a batch one gets the callback.
    assert.deepEqual([last, first].filter((row) => row !== null).length, 1);
    assert.deepEqual(sequences(claimed.slice(1)), [1, 1, 1, 1]);
    assert.deepEqual(
      claimed.slice(1).map((row) => row!.orderId),
      orders.slice(1),
    );
    assert.deepEqual(sequences(await claimAll(orders)), [null, null, null, null, null]);
  });

  test("a claim reads the callbacks of its orders, not all that wait", async () => {
    const { db } = store.database;
    const [orderId] = await planted(500);
    await claimCallback(db, orderId!);
    const { rows } = await db.executeQuery(CompiledQuery.raw(`explain ${texts[0]}`, [[orderId]]));
    assert.match(JSON.stringify(rows), /callback_sequence/);
    assert.doesNotMatch(JSON.stringify(rows), /callback_waiting/);
  });

  test("deliveries are recorded in one statement, and the next callbacks can be claimed", async () => {
    const { db } = store.database;
    const orders = await planted(4);
    const claimed = await claimAll(orders);
    texts = [];
    await Promise.all(claimed.map((row) => recordDelivery(db, row!, received)));
    assert.deepEqual(texts.map(statementName), ["record-deliveries"]);
    for (const row of claimed) {
      const [stored] = await listCallbacks(db, { id: row!.id }, 1);
      assert.deepEqual([stored!.state, stored!.attempts, stored!.log], ["delivered", 1, [received]]);
    }
    assert.deepEqual(sequences(await claimAll(orders)), [2, 2, 2, 2]);
  });

  test("a delivery that the store refuses does not keep the others from being recorded", async () => {
    const { db } = store.database;
    const claimed = await claimAll(await planted(3));
    const results = await Promise.allSettled(
      claimed.map((row, n) => recordDelivery(db, row!, n === 1 ? { ...received, ms: 2 ** 40 } : received)),
    );
    assert.deepEqual(
      results.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    const states = await Promise.all(claimed.map((row) => listCallbacks(db, { id: row!.id }, 1)));
    assert.deepEqual(
      states.map(([row]) => row!.state),
      ["delivered", "waiting", "delivered"],
    );
  });

  if (kind === "postgres")
    test("a callback that another process has locked is not claimed, nor is the one after it", async () => {
      const [held, free] = await planted(2);
      const { db } = store.database;
      const holding = await db.startTransaction().execute();
      try {
        await sql`select from callback where order_id = ${held} and sequence = 1 for update`.execute(holding);
        assert.deepEqual(sequences(await claimAll([held!, free!])), [null, 1]);
      } finally {
        await holding.rollback().execute();
      }
      assert.deepEqual(sequences(await claimAll([held!])), [1]);
    });
});
