import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../src/store/database/database.ts";
import { type ServiceProcess, startService } from "../support/servers/processes.ts";
import { onPostgres, type TestStore } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { book, bookRequest, plantComingShow, soldOf } from "./booking.ts";

/** A stop loses no request: the service answers requests in flight, accepts no new ones, and then exits. */

const inFlight = 8;
/** A stop cuts requests off after 10 s. These stops end sooner. */
const promptMs = 5_000;

onPostgres("a graceful stop", (open) => {
  let store: TestStore;
  let db: Db;
  let key: string;
  let event: string;

  before(async () => {
    store = await open();
    ({ db } = store.database);
    const planted = await plantComingShow(db, 1, 100);
    key = planted.key;
    event = planted.events[0]!;
  });
  after(() => store?.close());

  test(`SIGTERM with ${inFlight} bookings in flight: all are answered, and the exit code is 0`, async () => {
    const service = await startService({ DATABASE_URL: store.url! });
    assert.equal(await statusOf(`${service.url}/readyz`), 200);
    const bookings = await stopWhile(service, {
      // An order does not wait for a locked row, so the test locks its whole table.
      holding: "lock table event in exclusive mode",
      requests: () => book(service.url, bookRequest(key, event, 1)),
      notReady: async () => (await statusOf(`${service.url}/readyz`)) !== 200,
    });
    assert.deepEqual(
      bookings.map(({ status, order }) => [status, order.isValid]),
      bookings.map(() => [200, true]),
    );
    assert.equal((await soldOf(db, event)).orders, inFlight);
  });

  test("reads in flight are answered too, and idle connections do not delay the stop", async () => {
    const service = await startService({ DATABASE_URL: store.url! });
    const statuses = await stopWhile(service, {
      holding: "lock table counter in access exclusive mode",
      requests: async () => {
        const answer = await fetch(`${service.url}/api/products`);
        return { status: answer.status, products: ((await answer.json()) as { values: unknown[] }).values.length };
      },
      notReady: async () => (await statusOf(`${service.url}/healthz`)) === "refused",
    });
    assert.deepEqual(
      statuses,
      statuses.map(() => ({ status: 200, products: 1 })),
    );
  });

  interface Stop<T> {
    /** A statement that locks rows or tables that the requests need. */
    holding: string;
    requests: () => Promise<T>;
    notReady: () => Promise<boolean>;
  }

  /** Sends requests that wait for the lock, stops the service, and releases the lock when the service is no longer ready. */
  async function stopWhile<T>(service: ServiceProcess, { holding, requests, notReady }: Stop<T>): Promise<T[]> {
    const holder = await db.startTransaction().execute();
    let answers: Promise<T[]>;
    let ended: Promise<number | null>;
    try {
      await sql.raw(holding).execute(holder);
      answers = Promise.all(Array.from({ length: inFlight }, requests));
      await until(async () => (await waiting()) > 0, "a waiting request");
      // The other requests share a statement, or wait for the next one. They cannot be counted.
      await pause(300);
      ended = service.stop();
      await until(notReady, "a service that is not ready");
      const state = await Promise.race([service.exited, pause(300, "running")]);
      assert.equal(state, "running", "the stop did not wait for the requests in flight");
    } finally {
      await holder.rollback().execute();
    }
    const released = performance.now();
    const all = await answers;
    assert.equal(await ended, 0);
    assert.ok(performance.now() - released < promptMs, "the stop waited for idle connections");
    assert.equal(await statusOf(`${service.url}/readyz`), "refused");
    return all;
  }

  /** Counts the statements that wait for a lock now. */
  async function waiting(): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
    return rows[0]!.n;
  }
});

/** The status of an answer on a new connection. */
async function statusOf(address: string): Promise<number | "refused"> {
  try {
    const answer = await fetch(address, { headers: { connection: "close" } });
    await answer.text();
    return answer.status;
  } catch {
    return "refused";
  }
}
