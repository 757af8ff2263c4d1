import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { SandboxCallback } from "../../src/domain/callbacks/sandbox-callbacks.ts";
import { changeOrder } from "../../src/domain/orders/transitions.ts";
import { startReceiver, verified } from "../support/servers/callback-receiver.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { assertProblem, type RawAnswer, send } from "../support/wire.ts";
import { openShop, type Shop } from "./shop.ts";

/** GET /sandbox/callbacks and replays, for the partner that received the callbacks. */

interface Shown {
  signingSecrets: string[] | null;
  values: SandboxCallback[];
}

onPostgres("callbacks of the sandbox", (open) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop({ open, tuning: { callbackGaps: { live: [], test: [0, 3600] } } });
  });
  after(() => shop?.close());

  const callbacksOf = (
    query = "",
    headers: Record<string, string> = { "x-api-key": shop.keys.test },
  ): Promise<RawAnswer> => send(`${shop.app.url}/sandbox/callbacks${query}`, { headers });
  const shown = async (query: string, key = shop.keys.test): Promise<Shown> => {
    const answer = await callbacksOf(query, { "x-api-key": key });
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text);
  };
  const replay = (id: string, headers: Record<string, string> = { "x-api-key": shop.keys.test }): Promise<RawAnswer> =>
    send(`${shop.app.url}/sandbox/callbacks/${id}/replay`, { method: "POST", headers });
  /** Waits until the callback of an order that was confirmed at once has this number of attempts. Returns it. */
  const tried = (order: { id: string | null }, attempts = 1, key = shop.keys.test): Promise<SandboxCallback> =>
    until(async () => {
      const [callback] = await shop.callbacks(order.id!, key);
      return callback?.attempts.length === attempts && callback;
    }, `${attempts} attempts`);

  test("an order's callback is shown as it was sent, with its attempts", async () => {
    shop.receiver.answer({ status: 202, body: "¡gracias!" }, "/shown");
    const order = await shop.book("customer@example.com", "/shown?shop=7");
    const callback = await tried(order);
    const [received] = shop.receiver.at("/shown");
    const { attempts, ...fields } = callback;
    assert.deepEqual(fields, {
      id: received!.headers["webhook-id"],
      orderId: order.id,
      sequence: 1,
      status: "complete",
      url: shop.receiver.url(`/shown?shop=7&orderid=${order.id}&status=complete`),
      body: received!.body,
      state: "delivered",
      nextAttemptAt: null,
    });
    const [{ at, ms, ...attempt }] = attempts as [SandboxCallback["attempts"][number]];
    assert.deepEqual(attempt, { replay: false, outcome: "answered", httpStatus: 202, answer: "¡gracias!" });
    assert.ok(Number.isInteger(ms) && ms >= 0);
    assert.equal(new Date(at).toISOString(), String(at));
  });

  test("failed attempts are listed with their answers and the time of the next attempt", async () => {
    shop.receiver.answer("reset", "/failing");
    shop.receiver.answerNext({ status: 500, body: "out of order" });
    const began = Date.now();
    const order = await shop.book("customer@example.com", "/failing");
    const { state, nextAttemptAt, attempts } = await tried(order, 2);
    assert.deepEqual(
      attempts.map(({ outcome, httpStatus }) => [outcome, httpStatus]),
      [
        ["answered", 500],
        ["connection", null],
      ],
    );
    assert.equal(attempts[0]!.answer, "out of order");
    assert.equal(state, "waiting");
    const failedAt = Date.parse(String(nextAttemptAt)) - 3_600_000;
    assert.ok(failedAt >= began && failedAt <= Date.now(), `${nextAttemptAt}`);
  });

  test("the list starts with the newest, for all orders or one, up to the limit", async () => {
    const bookedAndNotified = async (email: string, path: string, callbacks: number): Promise<string> => {
      shop.app.clock.now = new Date(shop.app.clock.now.getTime() + 1000);
      const { id } = await shop.book(email, path);
      // A callback has the time of its change of status, and the clock must not go on before.
      await shop.notifications(path, callbacks);
      return id!;
    };
    const first = await bookedAndNotified("customer@example.com", "/list-0", 1);
    const second = await bookedAndNotified("supplier-cancels-after-0@sandbox.test", "/list-1", 3);
    const list = ({ values }: Shown) => values.map(({ orderId, status }) => [orderId, status]);
    const ofSecond = [
      [second, "cancelled"],
      [second, "waitcancel"],
      [second, "complete"],
    ];
    assert.deepEqual(list(await shown("?limit=4")), [...ofSecond, [first, "complete"]]);
    assert.deepEqual(list(await shown("?limit=1")), [[second, "cancelled"]]);
    assert.deepEqual(list(await shown(`?order=${second}`)), ofSecond);
    assert.deepEqual(list(await shown(`?ORDER=${second.toUpperCase()}&limit=2`)), ofSecond.slice(0, 2));
  });

  test("a partner sees only its own test orders' callbacks", async () => {
    const theirs = await shop.book("customer@example.com", "/theirs", { key: shop.keys.other });
    const callback = await tried(theirs, 1, shop.keys.other);
    const ours = (await shown("?limit=100")).values;
    assert.ok(ours.length > 0 && ours.every(({ orderId }) => orderId !== theirs.id));
    assert.deepEqual((await shown(`?order=${theirs.id}`)).values, []);
    assertProblem(await replay(callback.id), 404, "not-found");

    const live = await shop.book("customer@example.com", "/live", { key: shop.keys.live });
    const { orderContext } = shop.app.app.service;
    await changeOrder(orderContext, live.id!, { trigger: "cancel", actor: "operator" });
    const [received] = await shop.receiver.waitFor(1, { path: "/live" });
    for (const key of [shop.keys.test, shop.keys.live]) assert.deepEqual(await shop.callbacks(live.id!, key), []);
    assertProblem(await replay(String(received!.headers["webhook-id"])), 404, "not-found");
  });

  test("a key is needed, as a header or a bearer token, and the answer may not be stored", async () => {
    const bearer = await callbacksOf("", { authorization: `Bearer ${shop.keys.test}` });
    assert.equal(bearer.status, 200);
    assert.equal(bearer.headers["content-type"], "application/json; charset=utf-8");
    assert.equal(bearer.headers["cache-control"], "no-store");
    assert.equal((await callbacksOf("", { "x-api-key": shop.keys.readOnly })).status, 200);
    for (const headers of [{}, { "x-api-key": "pk_test_none" }, { authorization: "Basic YTpi" }]) {
      assertProblem(await callbacksOf("", headers), 401, "key-invalid");
      assertProblem(await replay(randomUUID(), headers), 401, "key-invalid");
    }
  });

  const bad: [query: string, field: string, detail: RegExp][] = [
    ["?order=17", "order", /must be a GUID/],
    ["?limit=0", "limit", /a whole number from 1 to 100$/],
    ["?limit=101", "limit", /a whole number from 1 to 100$/],
    ["?limit=ten", "limit", /a whole number from 1 to 100$/],
    ["?limit=1&limit=2", "limit", /is given more than once/],
  ];
  for (const [query, field, detail] of bad) {
    test(`${query} is refused with its field`, async () => {
      const { errors } = assertProblem(await callbacksOf(query), 400, "invalid-parameter");
      assert.deepEqual(
        errors?.map(({ pointer }) => pointer),
        [field],
      );
      assert.match(errors![0]!.detail, detail);
    });
  }

  test("a callback can be replayed: same id and body, new signature, and logged", async () => {
    const order = await shop.book("customer@example.com", "/again");
    const callback = await tried(order);
    shop.receiver.answer({ status: 503, body: "busy" }, "/again");
    const answer = await replay(callback.id.toUpperCase());
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers["cache-control"], "no-store");
    const replayed: SandboxCallback = JSON.parse(answer.text);
    assert.deepEqual(
      replayed.attempts.map((attempt) => [attempt.replay, attempt.httpStatus, attempt.answer]),
      [
        [false, 204, ""],
        [true, 503, "busy"],
      ],
    );
    assert.deepEqual({ ...replayed, attempts: [] }, { ...callback, attempts: [] });
    const [first, second] = shop.receiver.at("/again");
    assert.equal(second!.headers["webhook-id"], first!.headers["webhook-id"]);
    assert.deepEqual(verified(second!, shop.secret), verified(first!, shop.secret));
  });

  test("a failed callback can be replayed once the endpoint works again", async () => {
    const receiver = await startReceiver();
    await receiver.close();
    try {
      const order = await shop.book("customer@example.com", "", { callbackUrl: receiver.url() });
      const { id, attempts } = await tried(order, 2);
      assert.deepEqual(
        attempts.map(({ outcome }) => outcome),
        ["connection", "connection"],
      );
      await receiver.open();
      const replayed: SandboxCallback = JSON.parse((await replay(id)).text);
      assert.equal(replayed.attempts.at(-1)!.httpStatus, 204);
      assert.equal(receiver.received.length, 1);
    } finally {
      await receiver.close();
    }
  });

  test("a replay that is not possible gets an error with the reason", async () => {
    const problem = assertProblem(await replay("17"), 400, "invalid-parameter");
    assert.deepEqual(
      problem.errors?.map(({ pointer }) => pointer),
      ["id"],
    );
    assertProblem(await replay(randomUUID()), 404, "not-found");
    assertProblem(await replay(randomUUID(), { "x-api-key": shop.keys.readOnly }), 403, "key-forbidden");
  });

  test("a starting service answers that it is not ready", async () => {
    const { lifecycle } = shop.app.app.service;
    lifecycle.state = "starting";
    try {
      assertProblem(await callbacksOf(), 503, "overloaded");
    } finally {
      lifecycle.state = "ready";
    }
  });

  test("secrets are not shown on a service that sells live orders", async () => {
    for (const key of [shop.keys.test, shop.keys.live]) assert.equal((await shown("", key)).signingSecrets, null);
  });
});

onPostgres("signing secrets of a sandbox", (open) => {
  test("are shown before the first callback, and sign the callbacks", async () => {
    const shop = await openShop({ open, config: { sandbox: true } });
    try {
      const secrets = async (key: string): Promise<string[]> => {
        const answer = await send(`${shop.app.url}/sandbox/callbacks`, { headers: { "x-api-key": key } });
        return (JSON.parse(answer.text) as Shown).signingSecrets!;
      };
      const [theirs] = await secrets(shop.keys.other);
      const [ours] = await secrets(shop.keys.test);
      assert.notEqual(ours, theirs);
      await shop.book("customer@example.com", "/theirs", { key: shop.keys.other });
      const [received] = await shop.receiver.waitFor(1, { path: "/theirs" });
      assert.equal(verified(received!, theirs!).data.status, "complete");
      assert.throws(() => verified(received!, ours!), /No matching signature/);
    } finally {
      await shop.close();
    }
  });
});
