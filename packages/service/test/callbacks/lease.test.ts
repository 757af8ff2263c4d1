import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { listCallbacks } from "../../src/store/callbacks/callback-list.ts";
import {
  attemptLeaseSeconds,
  type CallbackRow,
  claimCallback,
  dueCallbacks,
  postponeCallback,
  recordDelivered,
  settleCallback,
} from "../../src/store/callbacks/callbacks.ts";
import type { Tx } from "../../src/store/database/database.ts";
import { eventId } from "../support/partner.ts";
import { type Ordering, partnerId, startOrdering } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";

/** Only one process at a time attempts an order's oldest callback, and others recover it after that process has died. */

onPostgres("a claimed callback", (open) => {
  let ordering: Ordering;
  let orders: string[];
  let partner: string;
  before(async () => {
    ordering = await startOrdering({ open });
    ordering.receiver.answer(500);
    partner = await partnerId(ordering.app);
    orders = [await notified(), await notified(), await notified()];
  });
  after(() => ordering?.stop());

  /** An order with two callbacks, of which the first has failed. */
  async function notified(): Promise<string> {
    const event = await eventId(ordering.app, "museum-day", "2026-06-20T00:00");
    const { id } = await ordering.buy(event, {}, { ADULT: 1 });
    for (const trigger of ["confirmed", "cancel"] as const) await ordering.change(id!, { trigger, actor: "supplier" });
    await ordering.receiver.waitFor(1);
    return id!;
  }

  /** Reads the store in a transaction that is rolled back, so that the running service does not see it. */
  async function apart(work: (tx: Tx) => Promise<void>): Promise<void> {
    const tx = await ordering.app.app.service.db.startTransaction().execute();
    try {
      await sql`update callback set attempts = 1, next_at = now() + interval '1 hour' where sequence = 1`.execute(tx);
      await work(tx);
    } finally {
      await tx.rollback().execute();
    }
  }
  const dueIn = (tx: Tx, id: string, seconds: number, sequence = 1) =>
    sql`update callback set next_at = now() + ${seconds}::float8 * interval '1 second'
      where order_id = ${id} and sequence = ${sequence}`.execute(tx);
  const received = { at: new Date(), replay: false, outcome: "answered", httpStatus: 204, ms: 3, answer: "" };
  const first = async (tx: Tx, id: string) => (await listCallbacks(tx, { orderId: id }, 10)).at(-1)!;
  const claimed = async (tx: Tx, id: string): Promise<CallbackRow> => {
    const callback = await claimCallback(tx, id);
    assert.ok(callback);
    return callback;
  };

  test("is not claimed again before its lease ends, nor is the next one of its order", () =>
    apart(async (tx) => {
      const [id] = orders as [string];
      assert.equal(await claimCallback(tx, id), null, "it is not due");
      await dueIn(tx, id, 0);
      const callback = await claimed(tx, id);
      assert.equal(callback.sequence, 1);
      const { rows } = await sql<{ s: number }>`
        select extract(epoch from next_at - now())::float8 as s from callback where id = ${callback.id}`.execute(tx);
      assert.equal(rows[0]!.s, attemptLeaseSeconds);
      assert.equal(await claimCallback(tx, id), null, "another process has its lease");
      await recordDelivered(tx, callback, received);
      const last = await claimed(tx, id);
      assert.equal(last.sequence, 2);
      await recordDelivered(tx, last, received);
      assert.equal(await claimCallback(tx, id), null, "none is left");
    }));

  test("is repeated after its lease, and the two attempts count once", () =>
    apart(async (tx) => {
      const [id] = orders as [string];
      await dueIn(tx, id, 0);
      const slow = await claimed(tx, id);
      await dueIn(tx, id, 0);
      const repeated = await claimed(tx, id);
      assert.deepEqual([repeated.id, repeated.attempts], [slow.id, 1]);
      assert.equal(await postponeCallback(tx, repeated, 600), true);
      const { nextAt: next } = await first(tx, id);
      assert.equal(await postponeCallback(tx, slow, 5), false);
      const { attempts, nextAt } = await first(tx, id);
      assert.deepEqual([attempts, nextAt], [2, next]);
      // A delivered callback counts as delivered, whichever process sent it.
      await recordDelivered(tx, slow, received);
      assert.equal(await settleCallback(tx, repeated, "given-up"), false);
      assert.equal((await first(tx, id)).state, "delivered");
    }));

  test("is found when it is due, the longest due first, unless it waits for an earlier one", () =>
    apart(async (tx) => {
      const [late, later, behind] = orders as [string, string, string];
      await dueIn(tx, late, -30);
      await dueIn(tx, later, -60);
      await dueIn(tx, behind, -60, 2);
      const found = async (most: number, except: string[] = []) =>
        (await dueCallbacks(tx, most, except)).map(({ id, key }) => [id, key]);
      assert.deepEqual(await found(10), [
        [later, partner],
        [late, partner],
      ]);
      assert.deepEqual(await found(1), [[later, partner]]);
      assert.deepEqual(await found(10, [partner]), []);
      await dueIn(tx, later, 1);
      assert.deepEqual(await found(10), [[late, partner]]);
    }));
});
