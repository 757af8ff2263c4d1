import assert from "node:assert/strict";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, openEmbedded } from "../../src/store/database/database.ts";
import { runPaseo, startService } from "../support/servers/processes.ts";
import { makeDataDir } from "../support/servers/stores.ts";
import { book, bookRequest, plantComingShow } from "./booking.ts";

/** The embedded store: one process at a time, and no acknowledged order is lost when that process is killed. */

const runs = 5;
const clients = 8;

let root: string;
let planted: string;
let key: string;
let events: string[];

before(async () => {
  root = await mkdtemp(join(tmpdir(), "paseo-data-"));
  planted = join(root, "planted");
  await makeDataDir(planted);
  await withStore(planted, async ({ db }) => {
    ({ key, events } = await plantComingShow(db, 5, 1_000_000));
  });
});
after(() => rm(root, { recursive: true, force: true }));

test("a second process is refused with a clear error, and the first keeps serving", async () => {
  const DATA_DIR = join(root, "taken");
  await cp(planted, DATA_DIR, { recursive: true });
  const first = await startService({ DATA_DIR });
  try {
    for (const command of ["serve", "migrate"]) {
      const { exitCode, stdout, stderr } = await runPaseo([command], { DATA_DIR, PORT: "0" });
      assert.equal(exitCode, 3);
      assert.equal(stdout, "");
      assert.equal(
        stderr,
        `The data directory ${DATA_DIR} is in use by process ${first.pid}: stop that process, or set DATABASE_URL so that several can share a PostgreSQL server.\n`,
      );
    }
    const { order } = await book(first.url, bookRequest(key, events[0]!, 1));
    assert.equal(order.isValid, true);
    assert.equal((await fetch(`${first.url}/api/es/order/${order.id}`)).status, 200);
  } finally {
    assert.equal(await first.stop(), 0);
  }
});

test(`${runs} times kill -9 during bookings loses no acknowledged order`, async () => {
  const DATA_DIR = join(root, "killed");
  await cp(planted, DATA_DIR, { recursive: true });
  const acknowledged = new Map<string, number>();
  for (let run = 0; run < runs; run++) {
    const service = await startService({ DATA_DIR });
    const first = Promise.withResolvers<void>();
    const booking = Array.from({ length: clients }, () => bookUntilKilled(service.url, first.resolve));
    await first.promise;
    await pause(Math.random() * 200);
    await service.kill();
    await Promise.all(booking);
  }
  assert.ok(acknowledged.size >= runs);
  await withStore(DATA_DIR, async ({ db }) => {
    const { rows: orders } = await sql<{ id: string; seats: number }>`select id, seats from orders`.execute(db);
    const stored = new Map(orders.map(({ id, seats }) => [id, seats]));
    assert.deepEqual(
      [...acknowledged].filter(([id, seats]) => stored.get(id) !== seats),
      [],
    );
    // The kill can cut off the answers of stored orders: at most one for each client and run.
    assert.ok(stored.size - acknowledged.size <= runs * clients);
    const { rows: sold } = await sql<{ taken: number; ordered: number }>`
      select e.capacity - e.capacity_left as taken, (select coalesce(sum(seats), 0) from orders o where o.event_id = e.id) as ordered
      from event e`.execute(db);
    assert.equal(sold.length, events.length);
    for (const { taken, ordered } of sold) assert.equal(taken, ordered);
  });

  async function bookUntilKilled(url: string, onOrder: () => void): Promise<void> {
    for (let n = 0; ; n++) {
      const seats = 1 + (n % 3);
      const request = bookRequest(key, events[n % events.length]!, seats);
      // Every request gets an order as its answer until the process is killed.
      const answer = await book(url, request).catch(() => null);
      if (!answer) return;
      assert.equal(answer.status, 200);
      assert.equal(answer.order.isValid, true);
      acknowledged.set(answer.order.id!, seats);
      onOrder();
    }
  }
});

async function withStore(dir: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openEmbedded(dir);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}
