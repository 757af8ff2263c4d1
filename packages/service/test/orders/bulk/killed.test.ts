import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { sql } from "kysely";
import { type BulkContext, runBulkOrder } from "../../../src/domain/bulk/run.ts";
import { runLetter } from "../../../src/domain/letters/run.ts";
import { dueLetters, endCutOffLetters } from "../../../src/store/letters/guest-letters.ts";
import { dying } from "../../support/dying.ts";
import { seatsOf } from "../../support/samples/changing.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { type Acting, letters, startActing } from "./acting.ts";

/**
 * A bulk action whose process is killed at each step: before the first statement of its work on an order, before the second, and so on.
 * After a kill no statement follows, an open transaction is rolled back, and another process does the rest.
 */

onPostgres("a bulk action that is killed at each step", (open) => {
  let acting: Acting;
  before(async () => {
    acting = await startActing(open, {}, { jobs: false });
  });
  afterEach(() => {
    acting.mailbox.received.length = 0;
  });
  after(() => acting?.stop());

  const context = (): BulkContext => {
    const { orderContext, mail, config } = acting.app.app.service;
    return { orderContext, mail, config };
  };

  /** Ends the leases of the killed process, so that another process takes over its work and its letter. */
  async function leaseEnds(id: string): Promise<void> {
    await sql`update bulk_action_order set due_at = now() where order_id = ${id}`.execute(acting.db);
    await sql`update guest_letter set due_at = now(), at = now() - interval '1 hour' where order_id = ${id}`.execute(
      acting.db,
    );
    await endCutOffLetters(acting.db);
  }

  /** Changes the order and sends its letter, as the jobs do. */
  async function work({ orderContext, ...rest }: BulkContext, actionId: string, id: string): Promise<void> {
    await runBulkOrder({ orderContext, ...rest }, actionId, id);
    const { db, publicUrl, clock } = orderContext;
    const { mail, config } = acting.app.app.service;
    for (const { id: orderId, key: cause } of await dueLetters(db, 10, []))
      await runLetter({ ...config, db, publicUrl, clock, mail, paymentLetter: async () => null }, { orderId, cause });
  }

  /** Starts an action on one order, kills it before its statement number `step`, and lets another process end it. */
  async function killedAt(step: number, event: string, id: string, wish: object): Promise<boolean> {
    const { body } = await acting.start(event, { ...wish, letters });
    const { orderContext, ...rest } = context();
    const plugin = dying(step);
    const ownContext = Object.assign(Object.create(orderContext), { db: orderContext.db.withPlugin(plugin) });
    await work({ ...rest, orderContext: ownContext }, body.id, id).catch((error: Error) => {
      if (!plugin.isDead) throw error;
    });
    for (let run = 0; run < 3; run++) {
      await leaseEnds(id);
      await work(context(), body.id, id);
    }
    const report = await acting.desk.ask("GET", `/bulk-actions/${body.id}`);
    assert.equal(report.open, 0, `step ${step}`);
    assert.deepEqual(
      report.orders.map(({ state }: { state: string }) => state),
      ["done"],
      `step ${step}`,
    );
    return plugin.isDead;
  }

  /** Counts the letters that arrived, and the letters of which the service cannot know whether they arrived. */
  async function told(id: string): Promise<{ came: number; unknown: number }> {
    const { rows } = await sql<{ state: string }>`
      select state from guest_letter where order_id = ${id} and state <> 'skipped'`.execute(acting.db);
    const came = acting.mailbox.received.splice(0).length;
    assert.equal(rows.length, 1, "one letter for one cause");
    return { came, unknown: rows[0]!.state === "unknown" ? 1 : 0 };
  }

  const kinds = [
    { kind: "inform", wish: {}, least: 6 },
    { kind: "cancel", wish: { refund: "full" }, least: 12 },
    { kind: "move", wish: {}, least: 18 },
  ] as const;
  for (const { kind, wish, least } of kinds)
    test(`${kind}: each order has one state, its guest gets one letter, and seats and refunds add up`, async () => {
      const [from, to] = [await acting.evening("own", 17), await acting.evening("own", 18)];
      let steps = 0;
      let unknown = 0;
      for (let isDead = true; isDead; steps++) {
        const { id } = await acting.buy(from);
        isDead = await killedAt(steps, from, id!, { kind, ...wish, ...(kind === "move" && { targetId: to }) });
        const letter = await told(id!);
        assert.ok(
          letter.came === 1 || (letter.came === 0 && letter.unknown === 1),
          `step ${steps}: ${letter.came} letters`,
        );
        unknown += letter.unknown;
        const order = await acting.desk.ask("GET", `/orders/${id}`);
        const { rows } = await sql<{ due: string }>`
          select due_usd::text as due from refund where order_id = ${id}`.execute(acting.db);
        assert.equal(order.status, kind === "cancel" ? "cancelled" : "complete", `step ${steps}`);
        assert.equal(order.event.id, kind === "move" ? to : from, `step ${steps}`);
        assert.equal(rows.length, kind === "cancel" ? 1 : 0, `step ${steps}`);
        const sold = [(await seatsOf(acting.db, from)).sold, (await seatsOf(acting.db, to)).sold];
        assert.deepEqual(sold, kind === "cancel" ? [0, 0] : kind === "move" ? [0, 2] : [2, 0], `step ${steps}`);
        if (kind !== "cancel") await acting.change(id!, { trigger: "cancel", actor: "operator" });
        for (const event of [from, to]) {
          const { left, sold: stillSold } = await seatsOf(acting.db, event);
          assert.deepEqual([left, stillSold], [20, 0], `step ${steps}`);
        }
      }
      console.log(`# ${kind}: killed before each of ${steps - 1} statements, ${unknown} letters with unknown outcome`);
      assert.ok(steps > least, `${steps} steps`);
      // Only a kill between the record of a letter and the record of its outcome leaves the outcome open.
      assert.ok(unknown <= 3, `${unknown} letters`);
    });
});
