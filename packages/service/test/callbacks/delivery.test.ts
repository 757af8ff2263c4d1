import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OrderNotification as Notification } from "@paseo/contract";
import { changeOrderIn } from "../../src/domain/orders/transitions.ts";
import { voucherAddress } from "../../src/domain/visits/vouchers.ts";
import { listCallbacks } from "../../src/store/callbacks/callback-list.ts";
import { orderTimeline } from "../../src/store/sale/timeline.ts";
import { voucherOf } from "../../src/store/visits/vouchers.ts";
import { answerText, rawServer, writeForEver } from "../outgoing/servers.ts";
import { eventId } from "../support/partner.ts";
import { type Ordering, startOrdering } from "../support/samples/ordering.ts";
import { redirectTo } from "../support/servers/callback-receiver.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** Callbacks to a real endpoint that accepts them, fails, answers unusually or stops them. */

/** Seconds between ten attempts that follow each other at once. */
const atOnce = Array.from({ length: 9 }, () => 0);

onPostgres("a callback", (open) => {
  let ordering: Ordering;
  let event: string;
  before(async () => {
    ordering = await startOrdering({ open, tuning: { callbackGaps: { live: atOnce, test: atOnce } } });
    event = await eventId(ordering.app, "museum-day", "2026-06-20T00:00");
  });
  after(() => ordering?.stop());

  const db = () => ordering.app.app.service.db;
  /** Places an order whose callbacks go to its own path, or to another address. */
  const placed = async (callbackUrl: string, externalReference?: string): Promise<string> => {
    const more = { callbackUrl, ...(externalReference !== undefined && { externalReference }) };
    return (await ordering.buy(event, more, { ADULT: 1 })).id!;
  };
  const confirm = (id: string) => ordering.change(id, { trigger: "confirmed", actor: "supplier", confirmation: "Ñ-7" });
  const cancel = (id: string) => ordering.change(id, { trigger: "cancel", actor: "partner" });
  /** Returns the callbacks of an order, oldest first: the state of each, and the answers to its attempts. */
  const logged = async (id: string) =>
    (await listCallbacks(db(), { orderId: id }, 100)).reverse().map(({ state, attempts, log }) => ({
      state,
      attempts,
      log: log.map(({ outcome, httpStatus }) => httpStatus ?? outcome),
    }));
  const settled = (id: string) =>
    until(async () => {
      const rows = await logged(id);
      return rows.length > 0 && rows.every(({ state }) => state !== "waiting") && rows;
    }, `the end of the notifications of ${id}`);
  const came = (path: string, count: number) =>
    until(() => {
      const requests = ordering.receiver.at(path);
      return requests.length >= count && requests;
    }, `${count} requests at ${path}`);
  const delivered = { state: "delivered", attempts: 1, log: [204] };

  test("is a signed POST with the same status in its address and its body", async () => {
    const { receiver, app } = ordering;
    const id = await placed(`${receiver.url("/signed")}?shop=1&name=%C3%B1#top`, "cart 7");
    await confirm(id);
    const [sent] = await receiver.waitFor(1, { path: "/signed" });
    assert.equal(sent!.method, "POST");
    assert.deepEqual(
      [...sent!.query],
      [
        ["shop", "1"],
        ["name", "ñ"],
        ["orderid", id],
        ["status", "complete"],
      ],
    );
    assert.equal(sent!.headers["content-type"], "application/json");
    const order = await ordering.partner.wire.ask("order", { lang: "es", id });
    const expected: Notification = {
      type: "order.status",
      timestamp: app.clock.now.toISOString(),
      data: {
        orderId: id,
        reference: order.reference!,
        externalReference: "cart 7",
        status: "complete",
        confirmation: "Ñ-7",
        sequence: 1,
        testMode: false,
        voucherUrl: voucherAddress(app.app.service.orderContext.publicUrl, (await voucherOf(db(), id))!.code),
      },
    };
    assert.deepEqual(ordering.notified(id), [expected]);
    assert.deepEqual(await settled(id), [delivered]);
  });

  test("is not written for an order without CallbackUrl", async () => {
    const { id } = await ordering.partner.buy(event, { ADULT: 1 });
    await confirm(id!);
    assert.deepEqual(await listCallbacks(db(), { orderId: id! }, 10), []);
  });

  test("is retried until the endpoint accepts it, and later callbacks wait", async () => {
    const { receiver } = ordering;
    receiver.answer({ status: 500, body: "¡ay! ".repeat(1000) }, "/failing");
    const id = await placed(receiver.url("/failing"));
    await confirm(id);
    await cancel(id);
    const failed = await came("/failing", 3);
    receiver.answer(202, "/failing");
    const [first, second] = await settled(id);
    assert.deepEqual(second, { state: "delivered", attempts: 1, log: [202] });
    assert.deepEqual(first, {
      state: "delivered",
      attempts: first!.log.length,
      log: [...first!.log.slice(0, -1).map(() => 500), 202],
    });
    const all = receiver.at("/failing");
    const ids = all.map(({ headers }) => headers["webhook-id"]);
    assert.equal(new Set(ids).size, 2, "each attempt has the callback's id");
    assert.deepEqual(new Set(failed.map(({ body }) => body)).size, 1);
    assert.deepEqual(
      ordering.notified(id).map(({ data }) => data.sequence),
      all.map((_, n) => (n < all.length - 1 ? 1 : 2)),
    );
    const { log } = (await listCallbacks(db(), { orderId: id }, 10)).at(-1)!;
    assert.match(log[0]!.answer, /^(¡ay! ){100}/);
    assert.ok(Buffer.byteLength(log[0]!.answer) <= 2048, "the beginning of an answer is stored");
  });

  test("reaches an endpoint that was down, once it works again", async () => {
    const { receiver } = ordering;
    const id = await placed(receiver.url("/down"));
    await receiver.close();
    await confirm(id);
    await until(async () => (await logged(id))[0]!.attempts >= 2, "2 attempts");
    await receiver.open();
    const { log } = (await settled(id))[0]!;
    assert.deepEqual([log[0], log.at(-1)], ["connection", 204]);
    assert.equal(receiver.at("/down").length, 1);
  });

  test("does not follow redirects", async () => {
    const { receiver } = ordering;
    receiver.answer(redirectTo(receiver.url("/elsewhere")), "/moved");
    const id = await placed(receiver.url("/moved"));
    await confirm(id);
    await came("/moved", 3);
    receiver.answer(204, "/moved");
    const { log } = (await settled(id))[0]!;
    assert.deepEqual(log.slice(0, 3), [302, 302, 302]);
    assert.deepEqual(receiver.at("/elsewhere"), []);
  });

  test("stops its order's callbacks when it is answered 410, and no other order's", async () => {
    const { receiver } = ordering;
    receiver.answer({ status: 410, body: "no más" }, "/gone");
    const [id, other] = [await placed(receiver.url("/gone")), await placed(receiver.url("/gone"))];
    // Three callbacks are sent at the same time: two wait behind the callback that hangs.
    await db()
      .transaction()
      .execute(async (tx) => {
        const { orderContext } = ordering.app.app.service;
        await changeOrderIn(tx, orderContext, id, { trigger: "confirmed", actor: "supplier" });
        await changeOrderIn(tx, orderContext, id, { trigger: "cancel", actor: "operator" });
      });
    const stopped = { state: "stopped", attempts: 0, log: [] };
    assert.deepEqual(await settled(id), [{ state: "stopped", attempts: 1, log: [410] }, stopped]);
    await ordering.change(id, { trigger: "cancel-confirmed", actor: "supplier" });
    assert.deepEqual((await logged(id))[2], stopped, "a later callback is not sent either");
    await confirm(other);
    assert.deepEqual(await settled(other), [{ state: "stopped", attempts: 1, log: [410] }]);
    assert.equal(ordering.notified(id).length, 1);
    const [entry] = (await orderTimeline(db(), id)).filter(({ kind }) => kind === "callback");
    assert.deepEqual([entry!.actor, entry!.why, entry!.message], ["service", "callback-stopped", "no más"]);
  });

  test("is given up after ten attempts, and the next one is sent", async () => {
    const { receiver } = ordering;
    receiver.answer(503, "/hopeless");
    const id = await placed(receiver.url("/hopeless"));
    await confirm(id);
    await came("/hopeless", 10);
    receiver.answer(204, "/hopeless");
    await cancel(id);
    const [first, second] = await settled(id);
    assert.deepEqual(first, { state: "given-up", attempts: 10, log: Array.from({ length: 10 }, () => 503) });
    assert.deepEqual(second, delivered);
    assert.deepEqual(
      ordering.notified(id).map(({ data }) => data.sequence),
      [...Array.from({ length: 10 }, () => 1), 2],
    );
    const [entry] = (await orderTimeline(db(), id)).filter(({ kind }) => kind === "callback");
    assert.equal(entry!.why, "callback-given-up");
  });

  test("without a complete HTTP answer counts as unanswered", async (t) => {
    const garbage = await rawServer(t, (socket) => void socket.write("SSH-2.0-OpenSSH_9.2\r\n"));
    const cut = await rawServer(t, (socket) => void socket.resetAndDestroy());
    const half = await rawServer(t, (socket) => void socket.end(answerText("200 OK", ["Content-Length: 100"], "half")));
    for (const [server, outcome] of [
      [garbage, "protocol"],
      [cut, "connection"],
      [half, "connection"],
    ] as const) {
      const id = await placed(`http://127.0.0.1:${server.port}/`);
      await confirm(id);
      const { state, log } = (await settled(id))[0]!;
      assert.deepEqual([state, log], ["given-up", Array.from({ length: 10 }, () => outcome)]);
    }
  });

  test("with a long answer is delivered, and the rest of the answer is not read", async (t) => {
    const endless = await rawServer(t, (socket) => {
      socket.write(answerText("200 OK", ["Transfer-Encoding: chunked"]));
      writeForEver(socket, `4000\r\n${"x".repeat(0x4000)}\r\n`);
    });
    const id = await placed(`http://127.0.0.1:${endless.port}/`);
    await confirm(id);
    assert.deepEqual(await settled(id), [{ state: "delivered", attempts: 1, log: [200] }]);
    const { log } = (await listCallbacks(db(), { orderId: id }, 1))[0]!;
    assert.equal(log[0]!.answer, "x".repeat(2048));
  });
});
