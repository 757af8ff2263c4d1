import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { returnAllExpiredSeats } from "../../src/domain/orders/expired-holds.ts";
import type { Db } from "../../src/store/database/database.ts";
import { randomFrom } from "../support/random.ts";
import { type Acknowledged, rush } from "../support/samples/hold-rush.ts";
import { type ServiceHere, serveHere } from "../support/servers/here.ts";
import { type ServiceProcess, startService } from "../support/servers/processes.ts";
import { onPostgres, type TestStore } from "../support/servers/stores.ts";
import { plantTours, stateOf } from "./boat.ts";

/**
 * 200 buyers hold and book seats of three tours with one boat, at two processes, while holds expire and a process is
 * killed. RESOURCE_RUSH_ROUNDS sets the number of rounds.
 */

const rounds = Number(process.env.RESOURCE_RUSH_ROUNDS ?? 1);
const buyers = 200;
const seats = 20;

onPostgres(`three tours with one boat of ${seats} seats`, (open) => {
  let store: TestStore;
  let here: ServiceHere;
  let other: ServiceProcess;
  let key: string;
  let events: string[][];
  const limits = { HOLDS_PER_PARTNER: "10000", HELD_SEATS_PER_PARTNER: "100000" };
  const start = () => startService({ DATABASE_URL: store.url, ...limits });

  before(async () => {
    store = await open();
    ({ key, events } = await plantTours(store.database.db, rounds + 1, { seats }));
    [here, other] = await Promise.all([serveHere({ DATABASE_URL: store.url, ...limits }), start()]);
  });
  after(async () => {
    await here?.stop();
    await other?.kill();
    await store?.close();
  });

  async function run(ofDay: string[], seed: number): Promise<Acknowledged[]> {
    const { db } = store.database;
    const urlFor = (buyer: number) => (buyer % 2 === 0 ? here : other).url;
    return Promise.all(
      ofDay.map((event, n) => {
        const ofTour = Math.floor((buyers + n) / ofDay.length);
        // Buyers of each tour start at another process.
        const random = randomFrom(seed * 10 + n);
        return rush({ db, key, event, buyers: ofTour, random, urlFor: (buyer) => urlFor(buyer + n) });
      }),
    );
  }

  for (let round = 0; round < rounds; round++)
    test(`round ${round + 1}: ${buyers} buyers never get more than ${seats} seats together, with a process killed`, async () => {
      const ofDay = events[round]!;
      const kill = async () => {
        await pause(100 + (round % 7) * 60);
        await other.kill();
        other = await start();
      };
      const [buying, killed] = await Promise.allSettled([run(ofDay, round + 1), kill()]);
      if (killed.status === "rejected") throw killed.reason;
      if (buying.status === "rejected") throw buying.reason;
      await checkTours(store.database.db, ofDay, buying.value);
    });

  test("control: events that are not marked sell the boat twice, and the check finds it", async () => {
    const { db } = store.database;
    const ofDay = events[rounds]!;
    await sql`update event set needs_resources = false where id = any(${ofDay}::uuid[])`.execute(db);
    const acknowledged = await run(ofDay, 1000);
    const { taken } = await stateOf(db, ofDay);
    console.log(`# control: ${taken} of ${seats} seats were taken`);
    assert.ok(taken > seats, `${taken} of ${seats} seats are taken`);
    await assert.rejects(checkTours(db, ofDay, acknowledged), assert.AssertionError);
  });
});

/** Fails unless the tours together take at most the boat, each order is stored, and freed seats can be sold again. */
async function checkTours(db: Db, ofDay: string[], acknowledged: Acknowledged[]): Promise<void> {
  const during = await stateOf(db, ofDay);
  assert.ok(during.taken <= seats, JSON.stringify(during));
  assert.deepEqual(during.units, during.people);
  assert.deepEqual(
    during.left,
    during.left.map(() => seats - during.taken),
  );
  for (const [n, { orders, refused }] of acknowledged.entries()) {
    const { rows } = await sql<{ id: string; reference: string }>`
      select id, external_reference as reference from orders where event_id = ${ofDay[n]!}`.execute(db);
    const stored = new Map(rows.map(({ id, reference }) => [reference, id]));
    assert.equal(stored.size, rows.length, "a buyer has two orders");
    for (const [reference, { id }] of orders) assert.equal(stored.get(reference), id, "an acknowledged order is lost");
    for (const reference of refused.keys()) assert.ok(!stored.has(reference), `${reference} was refused`);
  }
  await sql`update hold set expires_at = now() - interval '1 second' where status = 'open'`.execute(db);
  await returnAllExpiredSeats(db, new Date());
  const { left, sold, taken } = await stateOf(db, ofDay);
  assert.equal(taken, sold);
  assert.deepEqual(
    left,
    left.map(() => seats - sold),
  );
  assert.ok(sold > 0, "seats were sold");
}
