import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { sql } from "kysely";
import { replayCallback } from "../../src/domain/callbacks/callbacks.ts";
import { formerSecretMs, rotateSecret, signingSecrets } from "../../src/domain/callbacks/signing-secrets.ts";
import { callbacksToReplay, listCallbacks } from "../../src/store/callbacks/callback-list.ts";
import { orderTimeline } from "../../src/store/sale/timeline.ts";
import { testNow } from "../support/app.ts";
import { eventId } from "../support/partner.ts";
import { type Ordering, partnerId, secretsOf, startOrdering } from "../support/samples/ordering.ts";
import { type Received, verified } from "../support/servers/callback-receiver.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** The secrets that sign callbacks, and callbacks that are sent again by hand. */

onPostgres("secrets and replays", (open) => {
  let ordering: Ordering;
  let event: string;
  before(async () => {
    ordering = await startOrdering({ open });
    event = await eventId(ordering.app, "museum-day", "2026-06-30T00:00");
  });
  afterEach(() => {
    ordering.app.clock.now = testNow;
  });
  after(() => ordering?.stop());

  const db = () => ordering.app.app.service.db;
  const later = (ms: number) => (ordering.app.clock.now = new Date(testNow.getTime() + ms));
  /** Moves the ends of all secrets back by this time, because secrets use the database's clock. */
  const pass = (ms: number) =>
    sql`update signing_secret set ends_at = ends_at - ${ms} * interval '1 millisecond'`.execute(db());
  const confirmed = async (path: string): Promise<string> => {
    const { id } = await ordering.buy(event, { callbackUrl: ordering.receiver.url(path) }, { ADULT: 1 });
    await ordering.change(id!, { trigger: "confirmed", actor: "supplier" });
    return id!;
  };
  /** Causes a callback, and returns its request. */
  const next = async (path: string): Promise<Received> => {
    const before = ordering.receiver.at(path).length;
    await confirmed(path);
    return (await ordering.receiver.waitFor(before + 1, { path }))[before]!;
  };
  const signatures = ({ headers }: Received) => String(headers["webhook-signature"]).split(" ").length;
  const stored = async (orderId: string) => (await listCallbacks(db(), { orderId }, 10))[0]!;

  test("a partner's first secret is created once, also by two concurrent requests", async () => {
    const other = await partnerId(ordering.app, "other");
    const made = await Promise.all([1, 2, 3, 4].map(() => signingSecrets(db(), { partnerId: other })));
    assert.equal(new Set(made.flat()).size, 1);
    assert.match(made[0]![0]!, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notDeepEqual(made[0], await secretsOf(ordering.app));
  });

  test("after a rotation, callbacks carry signatures of both secrets for a day", async () => {
    const [former] = await secretsOf(ordering.app);
    assert.equal(signatures(await next("/rotation")), 1);
    const secret = await rotateSecret(db(), { partnerId: await partnerId(ordering.app) });
    assert.deepEqual(await secretsOf(ordering.app), [secret, former]);
    for (const ms of [0, formerSecretMs - 60_000]) {
      await pass(ms);
      const both = await next("/rotation");
      assert.equal(signatures(both), 2);
      assert.deepEqual(verified(both, secret), verified(both, former!));
    }
    await pass(60_000);
    const one = await next("/rotation");
    assert.equal(signatures(one), 1);
    verified(one, secret);
    assert.throws(() => verified(one, former!));
    assert.deepEqual(await secretsOf(ordering.app), [secret]);
  });

  test("after two rotations in a day, each former secret ends a day after its successor began", async () => {
    const [first] = await secretsOf(ordering.app, "other");
    const other = { partnerId: await partnerId(ordering.app, "other") };
    const hour = 3_600_000;
    const second = await rotateSecret(db(), other);
    await pass(4 * hour);
    const third = await rotateSecret(db(), other);
    assert.deepEqual(await secretsOf(ordering.app, "other"), [third, second, first]);
    await pass(formerSecretMs - 4 * hour);
    assert.deepEqual(await secretsOf(ordering.app, "other"), [third, second]);
    await pass(4 * hour);
    assert.deepEqual(await secretsOf(ordering.app, "other"), [third]);
  });

  test("a replayed callback is unchanged and logged, and nothing else changes", async () => {
    const { receiver, app } = ordering;
    const id = await confirmed("/replay");
    const [first] = await receiver.waitFor(1, { path: "/replay" });
    const before = await until(async () => {
      const row = await stored(id);
      return row.state === "delivered" && row;
    }, "delivery");
    const timeline = await orderTimeline(db(), id);

    receiver.answer({ status: 410, body: "¿otra vez?" }, "/replay");
    later(5_000);
    const result = await replayCallback(
      app.app.service.callbackDispatcher,
      (await callbacksToReplay(db(), { id: before.id }, 10))[0]!,
    );
    assert.deepEqual([result.httpStatus, result.answer], [410, "¿otra vez?"]);
    const second = receiver.at("/replay")[1]!;
    const [secret] = await secretsOf(app);
    assert.deepEqual(verified(second, secret!), verified(first!, secret!));
    assert.deepEqual(
      [second.headers["webhook-id"], second.body, [...second.query]],
      [first!.headers["webhook-id"], first!.body, [...first!.query]],
    );
    const { log, ...row } = await stored(id);
    const { log: logBefore, ...rowBefore } = before;
    assert.deepEqual(row, rowBefore, "a 410 to a replay stops no callbacks");
    assert.deepEqual(log.slice(0, -1), logBefore);
    const { at, replay, outcome, httpStatus } = log.at(-1)!;
    assert.deepEqual([at, replay, outcome, httpStatus], [app.clock.now, true, "answered", 410]);
    assert.deepEqual(await orderTimeline(db(), id), timeline);
  });

  test("a callback that waits for its next attempt can be replayed, and still waits", async () => {
    const { receiver, app } = ordering;
    receiver.answer(500, "/waiting");
    const id = await confirmed("/waiting");
    const before = await until(async () => {
      const row = await stored(id);
      return row.attempts === 1 && row;
    }, "an attempt");
    receiver.answer(204, "/waiting");
    await replayCallback(app.app.service.callbackDispatcher, before);
    const { log: _, ...row } = await stored(id);
    const { log: _before, ...rowBefore } = before;
    assert.deepEqual(row, rowBefore);
  });

  test("a range is replayed in its original order", async () => {
    const { receiver, app } = ordering;
    const ids: string[] = [];
    for (let minute = 1; minute <= 5; minute++) {
      later(minute * 60_000);
      ids.push(await confirmed("/range"));
    }
    await receiver.waitFor(5, { path: "/range" });
    const range = {
      partnerId: await partnerId(app),
      from: later(120_000).toISOString(),
      to: later(300_000).toISOString(),
      state: "delivered",
    } as const;
    const rows = await until(async () => {
      const found = await callbacksToReplay(db(), range, 100);
      return found.length === 3 && found;
    }, "three that are delivered");
    for (const row of rows) await replayCallback(app.app.service.callbackDispatcher, row);
    const replayed = receiver.at("/range").slice(5);
    assert.deepEqual(
      replayed.map(({ query }) => query.get("orderid")),
      ids.slice(1, 4),
    );
  });
});
