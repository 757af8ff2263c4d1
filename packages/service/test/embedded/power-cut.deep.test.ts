import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { openEmbedded } from "../../src/store/database/embedded/open.ts";
import { book, bookRequest, plantComingShow } from "../concurrency/booking.ts";
import { postgresPids, signal } from "../support/servers/postgres-pids.ts";
import { startService } from "../support/servers/processes.ts";
import { copyDataDir, makeDataDir, newDataFolder } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/**
 * A power cut: of the database's files only those bytes remain that the server had forced to disk. A library that PostgreSQL loads
 * copies each file when the server forces it (synced-files.c).
 */

const source = fileURLToPath(new URL("synced-files.c", import.meta.url));
const runs = 3;

let root: string;
let planted: string;
let key: string;
let events: string[];

before(async () => {
  root = await newDataFolder("paseo-power-cut-");
  planted = join(root, "planted");
  await makeDataDir(planted);
  const database = await openEmbedded(planted);
  ({ key, events } = await plantComingShow(database.db, 5, 1_000_000));
  await database.close();
});
after(() => rm(root, { recursive: true, force: true }));

test(`${runs} power cuts during bookings lose no acknowledged order`, async (t) => {
  for (let run = 0; run < runs; run++) {
    const cut = await cutDuringBookings(t, `run-${run}`);
    if (!cut) return;
    assert.ok(cut.acknowledged > 20, `${cut.acknowledged} orders`);
    assert.deepEqual(cut.lost, []);
  }
});

test("control: orders whose commits are not forced to disk are lost", async (t) => {
  const cut = await cutDuringBookings(t, "control", [
    "alter role paseo set synchronous_commit = off",
    // On a loaded machine the usual 0.2 s are shorter than a booking: every commit would be on disk before the cut.
    "alter system set wal_writer_delay = '10s'",
  ]);
  if (!cut) return;
  assert.ok(cut.lost.length > 0, `${cut.acknowledged} orders, none lost`);
});

/** Returns the acknowledged orders, and the orders that were lost among them; undefined without a C compiler. */
async function cutDuringBookings(
  t: TestContext,
  name: string,
  before: readonly string[] = [],
): Promise<{ acknowledged: number; lost: string[] } | undefined> {
  const [DATA_DIR, remains] = [join(root, name), join(root, `${name}-remains`)];
  const library = join(root, `${name}.so`);
  const places = [`-DFROM="${join(DATA_DIR, "postgres")}"`, `-DTO="${join(remains, "postgres")}"`];
  const compiled = spawnSync("cc", ["-shared", "-fPIC", "-O1", ...places, "-o", library, source, "-ldl"]);
  if (compiled.error) {
    t.skip("no C compiler (Debian: gcc)");
    return undefined;
  }
  assert.equal(compiled.status, 0, `${compiled.stderr}`);
  await copyDataDir(planted, DATA_DIR);
  const database = await openEmbedded(DATA_DIR);
  for (const statement of before) await sql.raw(statement).execute(database.db);
  await database.close();
  await copyDataDir(DATA_DIR, remains);

  process.env.LD_PRELOAD = library;
  const service = await startService({ DATA_DIR }).finally(() => delete process.env.LD_PRELOAD);
  const acknowledged = new Set<string>();
  const booking = Array.from({ length: 8 }, async () => {
    for (let n = 0; ; n++) {
      const answer = await book(service.url, bookRequest(key, events[n % events.length]!, 1)).catch(() => null);
      if (answer?.status !== 200) return;
      acknowledged.add(answer.order.id!);
    }
  });
  await until(() => acknowledged.size > 20, "orders");
  await pause(Math.random() * 100);
  // Nothing may force a file to disk after the last answer that counts.
  for (const pid of postgresPids(join(DATA_DIR, "postgres"))) signal(pid, "SIGKILL");
  const known = [...acknowledged];
  await service.kill();
  await Promise.all(booking);
  await rm(DATA_DIR, { recursive: true });

  const recovered = await openEmbedded(remains);
  const { rows } = await sql<{ id: string }>`select id from orders`.execute(recovered.db);
  await recovered.close();
  const stored = new Set(rows.map(({ id }) => id));
  return { acknowledged: known.length, lost: known.filter((id) => !stored.has(id)) };
}
