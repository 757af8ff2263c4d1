import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../../src/store/database/database.ts";
import { openEmbedded } from "../../src/store/database/embedded/open.ts";
import { book, bookRequest, plantComingShow } from "../concurrency/booking.ts";
import { isRunning, pidsRunning, signal } from "../support/servers/postgres-pids.ts";
import { type ServiceProcess, startService, stopPaseo } from "../support/servers/processes.ts";
import { copyDataDir, makeDataDir, newDataFolder } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** The service and its embedded database are killed: no acknowledged order is lost, and no process stays. */

/** Kills of each kind. `EMBEDDED_KILLS=50` is the long run. */
const kills = Number(process.env.EMBEDDED_KILLS ?? 4);
const clients = 8;

let root: string;
let planted: string;
let key: string;
let events: string[];

before(async () => {
  root = await newDataFolder("paseo-kills-");
  planted = join(root, "planted");
  await makeDataDir(planted);
  await withStore(planted, async ({ db }) => {
    ({ key, events } = await plantComingShow(db, 5, 1_000_000));
  });
});
after(() => rm(root, { recursive: true, force: true }));

test(`${kills} times kill -9 of the service during bookings loses no acknowledged order and leaves no process`, async () => {
  const DATA_DIR = await copy("service");
  const sold = new Sold();
  for (let run = 0; run < kills; run++) {
    const service = await startService({ DATA_DIR });
    const booking = sold.bookUntilKilled(service, () => true);
    await sold.more(1);
    await pause(Math.random() * 200);
    await service.kill();
    await booking;
    await nothingRuns(DATA_DIR);
  }
  await sold.verify(DATA_DIR, kills * clients);
});

test(`${kills} times kill -9 at a random moment of the start, and the next start is ready`, async () => {
  const DATA_DIR = join(root, "starting");
  for (let run = 0; run < kills; run++) {
    // The next start begins while the guard ends the remaining processes.
    const { signal: by } = await stopPaseo(
      ["serve"],
      { DATA_DIR, PORT: "0" },
      { ms: Math.random() * 3_000, by: "SIGKILL" },
    );
    assert.equal(by, "SIGKILL");
  }
  const service = await startService({ DATA_DIR });
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
  assert.equal(await service.stop(), 0);
  await nothingRuns(DATA_DIR);
});

test(`${kills} times kill -9 of the database: the service starts it again and loses no acknowledged order`, async () => {
  const DATA_DIR = await copy("database");
  const sold = new Sold();
  const service = await startService({ DATA_DIR });
  let isOver = false;
  const booking = sold.bookUntilKilled(service, () => !isOver);
  for (let run = 0; run < kills; run++) {
    await sold.more(10);
    signal(await postmasterOf(DATA_DIR), "SIGKILL");
    await until(async () => (await fetch(`${service.url}/readyz`)).status === 200, "readiness after the kill");
  }
  await sold.more(10);
  isOver = true;
  await booking;
  assert.equal(await service.stop(), 0);
  await nothingRuns(DATA_DIR);
  await sold.verify(DATA_DIR, (kills + 1) * clients);
});

test("a server whose guard was killed with the service is ended by the next start", async () => {
  const DATA_DIR = await copy("orphan");
  const service = await startService({ DATA_DIR });
  const postmaster = await postmasterOf(DATA_DIR);
  // Otherwise the service notices it and starts another server.
  signal(service.pid, "SIGSTOP");
  for (const guard of guardsOf(DATA_DIR, postmaster)) signal(guard, "SIGKILL");
  await service.kill();
  assert.ok(isRunning(join(DATA_DIR, "postgres")), "the server goes on");
  const next = await startService({ DATA_DIR });
  assert.notEqual(await postmasterOf(DATA_DIR), postmaster);
  assert.equal(await next.stop(), 0);
  await nothingRuns(DATA_DIR);
});

/** Orders that were acknowledged, by id. */
class Sold {
  readonly #acknowledged = new Map<string, number>();

  /** Books on several connections until the service is gone. Other failures are allowed: the database may be away. */
  async bookUntilKilled(service: ServiceProcess, goesOn: () => boolean): Promise<void> {
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (let n = 0; goesOn(); n++) {
          const seats = 1 + (n % 3);
          const request = bookRequest(key, events[n % events.length]!, seats);
          const answer = await book(service.url, request).catch(() => null);
          if (!answer) return;
          if (answer.status === 200) {
            assert.equal(answer.order.isValid, true);
            this.#acknowledged.set(answer.order.id!, seats);
          } else {
            assert.equal(answer.status, 503);
            await pause(50);
          }
        }
      }),
    );
  }

  /** Waits until this number of further orders is stored. */
  async more(orders: number): Promise<void> {
    const goal = this.#acknowledged.size + orders;
    await until(() => this.#acknowledged.size >= goal, "orders");
  }

  /** Fails unless the store has all acknowledged orders, and at most `unanswered` other orders, whose answers a kill cut off. */
  async verify(dataDir: string, unanswered: number): Promise<void> {
    await withStore(dataDir, async ({ db }) => {
      const { rows: orders } = await sql<{ id: string; seats: number }>`select id, seats from orders`.execute(db);
      const stored = new Map(orders.map(({ id, seats }) => [id, seats]));
      assert.deepEqual(
        [...this.#acknowledged].filter(([id, seats]) => stored.get(id) !== seats),
        [],
      );
      assert.ok(stored.size - this.#acknowledged.size <= unanswered);
      const { rows: sold } = await sql<{ taken: number; ordered: number }>`
        select e.capacity - e.capacity_left as taken,
          (select coalesce(sum(seats), 0)::int from orders o where o.event_id = e.id) as ordered
        from event e`.execute(db);
      assert.equal(sold.length, events.length);
      for (const { taken, ordered } of sold) assert.equal(taken, ordered);
    });
  }
}

async function copy(name: string): Promise<string> {
  const dataDir = join(root, name);
  await copyDataDir(planted, dataDir);
  return dataDir;
}

const postmasterOf = async (dataDir: string): Promise<number> =>
  Number.parseInt(await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);

/** Returns the process ids of the guards, the shells that end the server when the service is gone. */
const guardsOf = (dataDir: string, postmaster: number): number[] =>
  pidsRunning(join(dataDir, "postgres")).filter((pid) => pid !== postmaster);

/** Waits until neither the server nor its guard runs. */
const nothingRuns = (dataDir: string): Promise<unknown> =>
  until(() => !isRunning(join(dataDir, "postgres")), `the end of the server of ${dataDir}`, { withinMs: 20_000 });

async function withStore(dir: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openEmbedded(dir);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}
