import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { maxReplayedCallbacks } from "../../../src/domain/callbacks/replay.ts";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { eventIds } from "../../concurrency/booking.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { type Ordering, startOrdering } from "../../support/samples/ordering.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";

/** Callbacks in the back office: found, read and sent again. */

onPostgres("callbacks in the back office", (open) => {
  let ordering: Ordering;
  let desk: Operator & { email: string };
  let ids: string[];
  const from = "2026-06-15T00:00:00Z";
  before(async () => {
    ordering = await startOrdering({ open, tuning: { callbackGaps: { live: [], test: [] } } });
    const { app, receiver } = ordering;
    desk = await signedIn(app, "orders");
    const events = await eventIds(app.store.database.db, "show");
    ids = [];
    for (const [n, event] of events.slice(2, 5).entries()) {
      const order = await ordering.buy(event, { externalReference: `CART-${n}` });
      receiver.answerNext(n === 2 ? { status: 500, body: "out of order" } : 204);
      await ordering.change(order.id!, { trigger: "confirmed", actor: "operator" });
      await receiver.waitFor(n + 1);
      ids.push(order.id!);
    }
  });
  after(() => ordering.stop());

  const listed = async (query: string): Promise<string[]> =>
    (await desk.ask("GET", `/callbacks?${query}`)).data.map(({ orderId }: { orderId: string }) => orderId).sort();

  test("callbacks are filtered by state, order, partner, time and HTTP status", async () => {
    const [first, second, failed] = ids as [string, string, string];
    const good = [first, second].sort();
    const becomes = async (query: string, wanted: string[]) => {
      await until(async () => (await listed(query)).length === wanted.length, query);
      assert.deepEqual(await listed(query), wanted, query);
    };
    await becomes("state=delivered", good);
    await becomes("state=given-up", [failed]);
    assert.deepEqual(await listed("httpStatus=500"), [failed]);
    assert.deepEqual(await listed("httpStatus=204"), good);
    assert.deepEqual(await listed("httpStatus=0"), []);
    assert.deepEqual(await listed(`orderId=${first}`), [first]);
    assert.deepEqual(await listed("q=cart-1"), [second]);
    const { data } = await desk.ask("GET", `/callbacks?orderId=${failed}`);
    assert.deepEqual(await listed(`q=${data[0].reference}`), [failed]);
    assert.deepEqual(await listed("partner=other"), []);
    assert.equal((await listed(`partner=acme&from=${from}&sort=settledAt&order=desc`)).length, 3);
    assert.deepEqual(await listed("to=2026-06-15T00:00:00Z"), []);
    assert.equal((await desk.ask("GET", "/callbacks?perPage=1&page=2")).data.length, 1);
    assert.equal((await desk.ask("GET", "/callbacks?perPage=1&page=2")).total, 3);
  });

  test("a callback shows its body and its answers, and is sent again with the same id", async () => {
    const { receiver } = ordering;
    const { data } = await desk.ask("GET", "/callbacks?httpStatus=500");
    const shown = await desk.ask("GET", `/callbacks/${data[0].id}`);
    assert.equal(JSON.parse(shown.body).data.status, "complete");
    assert.deepEqual([shown.log.length, shown.log[0].httpStatus, shown.log[0].answer], [1, 500, "out of order"]);
    const before = receiver.received.length;
    const answer = await desk.ask("POST", `/callbacks/${data[0].id}/replay`);
    assert.equal(answer.httpStatus, 204);
    assert.equal(receiver.received[before]!.headers["webhook-id"], data[0].id);
    const again = await desk.ask("GET", `/callbacks/${data[0].id}`);
    assert.deepEqual([again.state, again.attempts, again.httpStatus, again.log[1].replay], ["given-up", 1, 204, true]);
    const { rows } = await listAudit(ordering.app.store.database.db, { operation: "callbacks.replay" }, page);
    assert.deepEqual([rows[0]!.operator, rows[0]!.subject], [desk.email, shown.reference]);
  });

  test("a range is sent again, counted and limited", async () => {
    const { receiver, app } = ordering;
    const before = receiver.received.length;
    const done = await desk.ask("POST", "/callbacks/replay", { from, partner: "acme" });
    assert.deepEqual(done, { sent: 3, received: 3, skipped: 0 });
    assert.equal(receiver.received.length, before + 3);
    const { rows } = await listAudit(app.store.database.db, { operation: "callbacks.replayRange" }, page);
    assert.deepEqual(rows[0]!.after, { from, partner: "acme", callbacks: done.sent });
    assert.equal(await desk.refused(409, "POST", "/callbacks/replay", { from, state: "stopped" }), "nothing-matches");
    await sql`
      insert into callback (id, order_id, partner_id, sequence, status, url, body, test, state, created_at)
      select gen_random_uuid(), gen_random_uuid(), partner_id, 1, status, url, body, true, 'delivered', created_at
      from callback, generate_series(1, ${maxReplayedCallbacks + 1}::int) where order_id = ${ids[0]}`.execute(
      app.store.database.db,
    );
    const answer = await desk.call("POST", "/callbacks/replay", { from, test: true });
    assert.equal(answer.status, 409);
    assert.match(JSON.parse(answer.text).detail, new RegExp(`${maxReplayedCallbacks + 1} callbacks`));
    assert.equal(receiver.received.length, before + 3);
  });

  test("the callbacks of an endpoint that does not answer are skipped after three attempts", async () => {
    const { receiver, app } = ordering;
    await sql`
      insert into callback (id, order_id, partner_id, sequence, status, url, body, test, state, created_at)
      select gen_random_uuid(), order_id, partner_id, 100 + n, status, ${receiver.url("/away")}, body, false, 'stopped', created_at
      from callback, generate_series(1, 6) n where order_id = ${ids[0]}`.execute(app.store.database.db);
    receiver.answer("reset", "/away");
    const done = await desk.ask("POST", "/callbacks/replay", { from, state: "stopped" });
    assert.deepEqual(done, { sent: 3, received: 0, skipped: 3 });
  });

  test("missing rights and invalid input are refused", async () => {
    for (const role of ["catalogue", "read-only"] as const) {
      const other = await signedIn(ordering.app, role);
      await other.ask("GET", "/callbacks");
      assert.equal(await other.refused(403, "POST", "/callbacks/replay", { from }), "role-forbidden");
    }
    assert.equal(await desk.refused(404, "GET", "/callbacks/made-up"), "not-found");
    assert.equal(
      await desk.refused(404, "POST", "/callbacks/00000000-0000-4000-8000-000000000000/replay"),
      "not-found",
    );
    assert.equal(await desk.refused(400, "POST", "/callbacks/replay", {}), "invalid-field");
    assert.equal(await desk.refused(400, "POST", "/callbacks/replay", { from, state: "lost" }), "invalid-field");
    for (const query of ["state=lost", "httpStatus=600", "from=yesterday", "from=2026-06-15T23:59:60Z", "orderId=1"])
      assert.equal(await desk.refused(400, "GET", `/callbacks?${query}`), "invalid-field", query);
    assert.equal(await desk.refused(400, "GET", `/callbacks?from=${from}&to=${from}`), "invalid-field");
  });
});

const page = { offset: 0, limit: 1 };
