import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { type ServiceProcess, startService } from "../support/servers/processes.ts";
import { onWidePostgres, type TestStore } from "../support/servers/stores.ts";
import { bookRequest, plantComingShow, soldOf } from "./booking.ts";

/** An import locks the row of one event for long: only bookings of that event wait. */

const waiting = 200;

onWidePostgres("an event whose row is locked", (open) => {
  let store: TestStore;
  let service: ServiceProcess;
  let key: string;
  let locked: string;
  let others: string[];

  before(async () => {
    store = await open();
    const planted = await plantComingShow(store.database.db, 4, 10_000);
    key = planted.key;
    [locked, ...others] = planted.events as [string, ...string[]];
    service = await startService({ DATABASE_URL: store.url!, DATABASE_POOL_SIZE: "6", DATABASE_LOCK_SECONDS: "2" });
  });
  after(async () => {
    await service?.kill();
    await store?.close();
  });

  const send = async (event: string) => {
    const answer = await fetch(`${service.url}/api/es/eventbook`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(bookRequest(key, event, 1)),
    });
    const text = await answer.text();
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text };
  };

  test("delays only its own bookings, until a 503; other bookings and reads continue", async (t) => {
    const { db } = store.database;
    const importing = await db.startTransaction().execute();
    // The transaction also ends after a failure, because the store waits for its connections when it closes.
    t.after(() => importing.isRolledBack || importing.rollback().execute());
    await sql`select from event where id = ${locked} for update`.execute(importing);
    const bookings = Promise.all(Array.from({ length: waiting }, () => send(locked)));
    // Within the burst that admission accepts: a queue that lasts for longer refuses further requests.
    await pause(150);
    const meanwhile: number[] = [];
    for (let round = 0; round < 12; round++) {
      const started = performance.now();
      const sold = await send(others[round % others.length]!);
      assert.equal(sold.status, 200, sold.text);
      const page = await fetch(`${service.url}/api/events?fromdate=2030-01-0${1 + (round % 9)}`);
      assert.equal(page.status, 200);
      await page.arrayBuffer();
      assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
      meanwhile.push(Math.round(performance.now() - started));
      await pause(300);
    }
    const refused = await bookings;
    t.diagnostic(`an order, a read and /readyz took ${Math.max(...meanwhile)} ms at most`);
    assert.deepEqual(new Set(refused.map(({ status }) => status)), new Set([503]));
    for (const { retryAfter } of refused) assert.match(retryAfter ?? "", /^[1-9]/);
    await importing.rollback().execute();
    assert.deepEqual((await soldOf(db, locked)).orders, 0);

    const afterwards = await Promise.all(Array.from({ length: 20 }, () => send(locked)));
    assert.deepEqual(new Set(afterwards.map(({ status }) => status)), new Set([200]), "it can be booked again");
    assert.equal((await soldOf(db, locked)).orders, 20);
  });
});
