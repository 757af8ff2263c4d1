import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { test } from "node:test";
import { pino } from "pino";
import { createApp, type ServiceApp } from "../../src/app.ts";
import { replayCallback } from "../../src/domain/callbacks/callbacks.ts";
import type { OrderTrigger } from "../../src/domain/orders/order-status.ts";
import { changeOrder, changeOrderIn } from "../../src/domain/orders/transitions.ts";
import { listCallbacks } from "../../src/store/callbacks/callback-list.ts";
import { openServer } from "../../src/store/database/database.ts";
import { answerText, rawServer } from "../outgoing/servers.ts";
import { eventId } from "../support/partner.ts";
import { newSeed, randomFrom } from "../support/random.ts";
import { type Ordering, startOrdering } from "../support/samples/ordering.ts";
import { type Behaviour, type CallbackReceiver, redirectTo } from "../support/servers/callback-receiver.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** Callbacks of one order never overtake each other, whatever the endpoint does and however many processes deliver them. */

const orders = 16;
const changes: OrderTrigger[] = [
  "confirmed",
  "cancel",
  "cancel-declined",
  "cancel",
  "cancel-declined",
  "cancel",
  "cancel-confirmed",
];
/** Delays of so many attempts that the service gives no callback up. */
const gaps = Array.from({ length: 60 }, () => 0.01);

onPostgres("callbacks of one order", (open) => {
  test("arrive in sequence from two processes at an endpoint that fails at random", async (t) => {
    const seed = newSeed();
    t.diagnostic(`TEST_SEED=${seed}`);
    const ordering = await startOrdering({ open, tuning: { callbackGaps: { live: gaps, test: gaps } } });
    const second = await anotherProcess(ordering);
    try {
      const { receiver } = ordering;
      failAtRandom(receiver, 400, randomFrom(seed));
      const ids = await Promise.all(Array.from({ length: orders }, () => placed(ordering)));
      const apps = [ordering.app.app, second];
      await Promise.all(
        ids.map(async (id, n) => {
          for (const [turn, trigger] of changes.entries()) {
            const { changed } = await changeOrder(apps[(n + turn) % 2]!.service.orderContext, id, {
              trigger,
              actor: "supplier",
            });
            assert.ok(changed);
          }
        }),
      );
      const { db } = ordering.app.app.service;
      const rows = await until(
        async () => {
          const found = await listCallbacks(db, {}, orders * changes.length);
          return found.every(({ state }) => state === "delivered") && found;
        },
        "every notification to be delivered",
        { everyMs: 100, withinMs: 60_000 },
      );
      assert.equal(rows.length, orders * changes.length);
      const attempts = rows.reduce((sum, row) => sum + row.attempts, 0);
      // There can be more requests than attempts, because the client repeats a request on a reused connection that is cut.
      assert.ok(receiver.received.length >= attempts);
      assert.ok(attempts > rows.length * 1.3, `${attempts} attempts: it failed too seldom`);
      for (const id of ids) {
        const sequences = sequencesOf(receiver, id);
        assert.equal(overtaken(sequences), false, `${id}: ${sequences}`);
        assert.deepEqual(
          [...new Set(sequences)],
          changes.map((_, n) => n + 1),
        );
      }

      // Control: callbacks that do not wait for each other overtake each other, and this test detects it.
      receiver.received.length = 0;
      failAtRandom(receiver, 400, randomFrom(seed));
      await Promise.all(
        rows.map(async (row) => {
          while ((await replayCallback(ordering.app.app.service.callbackDispatcher, row)).httpStatus !== 204);
        }),
      );
      assert.ok(ids.some((id) => overtaken(sequencesOf(receiver, id))));
    } finally {
      await second.stop();
      await ordering.stop();
    }
  });

  test("are stopped too if they are written while the endpoint answers 410", async (t) => {
    const sockets: Socket[] = [];
    const server = await rawServer(t, (socket) => void sockets.push(socket));
    const ordering = await startOrdering({ open });
    try {
      const { db, orderContext } = ordering.app.app.service;
      const id = await placed(ordering, `http://127.0.0.1:${server.port}/`);
      await ordering.change(id, { trigger: "confirmed", actor: "supplier" });
      await until(() => sockets.length === 1, "the first notification");
      await db.transaction().execute(async (tx) => {
        await changeOrderIn(tx, orderContext, id, { trigger: "cancel", actor: "operator" });
        sockets[0]!.write(answerText("410 Gone"));
        await until(async () => (await ordering.waitingForLocks()) > 0, "the stop to wait for the change");
      });
      const rows = await until(async () => {
        const found = await listCallbacks(db, { orderId: id }, 10);
        return found.every(({ state }) => state !== "waiting") && found;
      }, "the end of both");
      assert.deepEqual(
        rows.map(({ sequence, state, attempts }) => [sequence, state, attempts]),
        [
          [2, "stopped", 0],
          [1, "stopped", 1],
        ],
      );
      assert.equal(server.requests.length, 1);
    } finally {
      await ordering.stop();
    }
  });
});

async function placed(ordering: Ordering, callbackUrl = ordering.receiver.url()): Promise<string> {
  const event = await eventId(ordering.app, "museum-day", "2026-06-20T00:00");
  return (await ordering.buy(event, { callbackUrl }, { ADULT: 1 })).id!;
}

/** A second service on the same store, with its own connections and jobs. */
async function anotherProcess({ app, supplier }: Ordering): Promise<ServiceApp> {
  const another = createApp({
    config: app.app.service.config,
    database: openServer(app.store.url!),
    logger: pino({ level: "silent" }),
    clock: () => app.clock.now,
    tuning: { callbackGaps: { live: gaps, test: gaps } },
  });
  another.service.orderContext.suppliers = () => supplier.now;
  await another.start();
  return another;
}

function failAtRandom(receiver: CallbackReceiver, requests: number, random: () => number): void {
  const failures: Behaviour[] = [500, "reset", redirectTo(receiver.url("/elsewhere")), 404];
  const next = () => (random() < 0.5 ? 204 : failures[Math.floor(random() * failures.length)]!);
  receiver.answerNext(...Array.from({ length: requests }, next));
}

const sequencesOf = (receiver: CallbackReceiver, id: string): number[] =>
  receiver.received
    .filter(({ query }) => query.get("orderid") === id)
    .map(({ body }) => (JSON.parse(body) as { data: { sequence: number } }).data.sequence);

const overtaken = (sequences: number[]): boolean => sequences.some((one, n) => one < (sequences[n - 1] ?? 0));
