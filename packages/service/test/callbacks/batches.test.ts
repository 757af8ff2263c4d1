import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { CompiledQuery, sql } from "kysely";
import { type CallbackDispatcher, deliverCallbacks } from "../../src/domain/callbacks/callbacks.ts";
import { signingSecrets } from "../../src/domain/callbacks/signing-secrets.ts";
import { startCallbacks } from "../../src/jobs/orders.ts";
import type { SendRequest } from "../../src/outgoing/request.ts";
import { listCallbacks } from "../../src/store/callbacks/callback-list.ts";
import {
  type CallbackRow,
  claimCallback,
  insertCallbacks,
  recordDelivered,
} from "../../src/store/callbacks/callbacks.ts";
import { statementName } from "../../src/store/database/statement-names.ts";
import { testNow } from "../support/app.ts";
import { onPostgres, type TestStore } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** Callbacks of concurrent attempts are claimed in one statement and settled in one, each as if it were alone. */

onPostgres("callbacks in batches", (open) => {
  let store: TestStore;
  /** Texts of the statements since the test began, or since `planted`. */
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

  /** Creates orders with two due callbacks each. */
  async function planted(count: number, partnerId: string = randomUUID()): Promise<string[]> {
    const orders = Array.from({ length: count }, () => randomUUID());
    const callbacks = orders.flatMap((orderId) =>
      [1, 2].map((sequence) => ({
        ...{ id: randomUUID(), orderId, partnerId, sequence, amended: 0, status: "complete" as const },
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
    // If a batch claims one order twice, one of the claims gets the callback.
    assert.deepEqual([last, first].filter((row) => row !== null).length, 1);
    assert.deepEqual(sequences(claimed.slice(1)), [1, 1, 1, 1]);
    assert.deepEqual(
      claimed.slice(1).map((row) => row!.orderId),
      orders.slice(1),
    );
    assert.deepEqual(sequences(await claimAll(orders)), [null, null, null, null, null]);
  });

  test("a claim and a record read the callbacks of their orders, not all that wait", async () => {
    const { db } = store.database;
    await planted(500);
    await sql`analyze callback`.execute(db);
    const [orderId] = await planted(1);
    const callback = await claimCallback(db, orderId!);
    await recordDelivered(db, callback!, received);
    const values = [[[orderId]], [JSON.stringify([{ id: callback!.id, ...received }]), [callback!.id]]];
    for (const [n, text] of [...texts].entries()) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(`explain ${text}`, values[n]!));
      assert.match(JSON.stringify(rows), /callback_sequence/);
      assert.doesNotMatch(JSON.stringify(rows), /callback_waiting|Seq Scan on callback/);
    }
  });

  test("a new callback is compared with those of its order, not with all", async () => {
    const { db } = store.database;
    await planted(500);
    await sql`analyze callback`.execute(db);
    await planted(1);
    const callback = { id: randomUUID(), orderId: randomUUID(), partnerId: randomUUID(), sequence: 1, amended: 0 };
    await db.transaction().execute(async (tx) => {
      await insertCallbacks(tx, [
        {
          ...callback,
          status: "complete",
          url: "https://shop.example.com/",
          body: "{}",
          test: false,
          createdAt: testNow,
        },
      ]);
    });
    const text = texts.find((one) => statementName(one) === "insert-callbacks");
    const { rows } = await db.executeQuery(CompiledQuery.raw(`explain ${text}`, [JSON.stringify([callback])]));
    assert.match(JSON.stringify(rows), /callback_sequence/);
    assert.doesNotMatch(JSON.stringify(rows), /Seq Scan on callback/);
  });

  test("deliveries are recorded in one statement, and the next callbacks can be claimed", async () => {
    const { db } = store.database;
    const orders = await planted(4);
    const claimed = await claimAll(orders);
    texts = [];
    const hasNext = await Promise.all(claimed.map((row) => recordDelivered(db, row!, received)));
    assert.deepEqual(hasNext, [true, true, true, true]);
    assert.deepEqual(texts.map(statementName), ["record-delivered"]);
    for (const row of claimed) {
      const [stored] = await listCallbacks(db, { id: row!.id }, 1);
      assert.deepEqual([stored!.state, stored!.attempts, stored!.log], ["delivered", 1, [received]]);
    }
    assert.deepEqual(sequences(await claimAll(orders)), [2, 2, 2, 2]);
  });

  test("a delivery takes one claim, with the partner's secrets, and one record", async () => {
    const [partnerId, sent] = [randomUUID(), [] as string[]];
    await store.database.db.transaction().execute(async (tx) => {
      await sql`insert into partner (id, external_id, name) values (${partnerId}, ${partnerId}, 'Shop')`.execute(tx);
      await signingSecrets(tx, { partnerId });
    });
    const [orderId] = await planted(1, partnerId);
    await deliverCallbacks(
      dispatcherOf(async ({ headers }) => {
        sent.push(headers!["webhook-id"]!);
        return answered;
      }),
      orderId!,
      (send) => send(),
    );
    assert.equal(sent.length, 2);
    const one = ["claim-callbacks", "record-delivered"];
    assert.deepEqual(texts.map(statementName), [...one, ...one]);
  });

  test("a partner has sixteen requests in flight, and a stop sends none of those that wait", async () => {
    const { db } = store.database;
    const partnerId = randomUUID();
    await sql`insert into partner (id, external_id, name) values (${partnerId}, ${partnerId}, 'Shop')`.execute(db);
    // Stops the callbacks of the other tests.
    await sql`update callback set state = 'stopped', next_at = null, settled_at = now() where state = 'waiting'`.execute(
      db,
    );
    const warnings: unknown[] = [];
    const logger = { warn: (...words: unknown[]) => void warnings.push(words) };
    const orders = await planted(40, partnerId);
    let [inFlight, most, sent] = [0, 0, 0];
    let [held, answer] = heldAnswer();
    const dispatcher = dispatcherOf(async () => {
      sent++;
      most = Math.max(most, ++inFlight);
      await held;
      inFlight--;
      return answered;
    });
    const stopped = startCallbacks(dispatcher, logger);
    await until(() => inFlight === 16, "sixteen requests");
    const stop = stopped.stop();
    answer();
    await stop;
    assert.equal(sent, 16);

    [held, answer] = heldAnswer();
    answer();
    const worker = startCallbacks(dispatcher, logger);
    await until(() => sent === 80, "two callbacks of each order");
    await worker.stop();
    assert.equal(most, 16);
    assert.deepEqual(warnings, []);
    for (const orderId of orders) {
      const rows = await listCallbacks(db, { orderId }, 10);
      assert.deepEqual(
        rows.map(({ sequence, state, attempts }) => [sequence, state, attempts]),
        [
          [2, "delivered", 1],
          [1, "delivered", 1],
        ],
      );
    }
  });

  const answered = { outcome: "answered" as const, status: 204, headers: {}, body: "", cut: false, ms: 1 };
  const dispatcherOf = (send: SendRequest): CallbackDispatcher => ({
    ...{ db: store.database.db, clock: () => new Date(), allowPrivate: false, gaps: { live: [], test: [] }, send },
  });
  function heldAnswer(): [Promise<void>, () => void] {
    const { promise, resolve } = Promise.withResolvers<void>();
    return [promise, resolve];
  }

  test("a delivery that the store refuses does not keep the others from being recorded", async () => {
    const { db } = store.database;
    const claimed = await claimAll(await planted(3));
    const results = await Promise.allSettled(
      claimed.map((row, n) => recordDelivered(db, row!, n === 1 ? { ...received, ms: 2 ** 40 } : received)),
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

  test("a callback that is written while the one before it is recorded is sent without a look-up", async () => {
    const { db } = store.database;
    const [partnerId, orderId] = [randomUUID(), randomUUID()];
    await sql`insert into partner (id, external_id, name) values (${partnerId}, ${partnerId}, 'Shop')`.execute(db);
    await sql`update callback set state = 'stopped', next_at = null, settled_at = now() where state = 'waiting'`.execute(
      db,
    );
    const write = (sequence: number) =>
      db.transaction().execute((tx) =>
        insertCallbacks(tx, [
          {
            id: randomUUID(),
            orderId,
            partnerId,
            sequence,
            amended: 0,
            status: "complete",
            url: "https://shop.example.com/",
            body: "{}",
            test: false,
            createdAt: testNow,
          },
        ]),
      );
    await write(1);
    const holding = await db.startTransaction().execute();
    let sent = 0;
    const dispatcher = dispatcherOf(async () => {
      if (sent++ === 0) await sql`select from callback where order_id = ${orderId} for update`.execute(holding);
      return answered;
    });
    const worker = startCallbacks(dispatcher, { warn: () => {} }, { everyMs: 60_000 });
    try {
      const waiting = async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows.length > 0;
      };
      await until(waiting, "the record, which waits for the lock");
      await write(2);
      worker.add({ id: orderId, key: partnerId });
    } finally {
      await holding.rollback().execute();
    }
    await until(() => sent === 2, "the second callback");
    await worker.stop();
  });

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
