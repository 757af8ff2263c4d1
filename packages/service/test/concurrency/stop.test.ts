import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../src/store/database/database.ts";
import { startApp } from "../support/app.ts";
import { startService } from "../support/servers/processes.ts";
import { onWidePostgres, type TestStore } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { type Booked, book, bookRequest, plantComingShow, soldOf } from "./booking.ts";

/** A stop loses no request: the service answers requests in flight, accepts no new ones, and then exits. */

const inFlight = 8;

onWidePostgres("a graceful stop", (open) => {
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

  test(`SIGTERM with ${inFlight} bookings and reads in flight: all are answered, and the exit code is 0`, async () => {
    const service = await startService({ DATABASE_URL: store.url! });
    assert.equal(await statusOf(`${service.url}/readyz`), 200);
    const holder = await db.startTransaction().execute();
    let bookings: Promise<Booked[]>;
    let reads: Promise<{ status: number; products: number }[]>;
    let ended: Promise<number | null>;
    const read = async () => {
      const answer = await fetch(`${service.url}/api/products`);
      return { status: answer.status, products: ((await answer.json()) as { values: unknown[] }).values.length };
    };
    try {
      // An order does not wait for a locked row, so the test locks whole tables that the requests need.
      await sql`lock table event, counter in access exclusive mode`.execute(holder);
      bookings = Promise.all(Array.from({ length: inFlight }, () => book(service.url, bookRequest(key, event, 1))));
      reads = Promise.all(Array.from({ length: inFlight }, read));
      await until(async () => (await waiting()) > 1, "a waiting booking and a waiting read");
      // The other requests share a statement, or wait for the next one. They cannot be counted.
      await pause(300);
      ended = service.stop();
      await until(async () => (await statusOf(`${service.url}/readyz`)) !== 200, "a service that is not ready");
      await until(async () => (await statusOf(`${service.url}/healthz`)) === "refused", "refused connections");
      const state = await Promise.race([service.exited, pause(300, "running")]);
      assert.equal(state, "running", "the stop did not wait for the requests in flight");
    } finally {
      await holder.rollback().execute();
    }
    for (const { status, order } of await bookings) assert.deepEqual([status, order.isValid], [200, true]);
    for (const answer of await reads) assert.deepEqual(answer, { status: 200, products: 1 });
    assert.equal(await ended, 0);
    assert.equal((await soldOf(db, event)).orders, inFlight);
  });

  test("idle connections do not delay a stop", async () => {
    const app = await startApp({ open, tuning: { closeWithinMs: 86_400_000 } });
    // Neither side would ever end the connection.
    app.app.http.server.keepAliveTimeout = 0;
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
    socket.write("GET /healthz HTTP/1.1\r\nHost: paseo\r\n\r\n");
    assert.match(`${(await once(socket, "data"))[0]}`, /^HTTP\/1\.1 200 /);
    const closed = once(socket.resume(), "close");
    await app.stop();
    await closed;
  });

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
