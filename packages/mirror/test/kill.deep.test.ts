import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { plantManyEvents } from "../../../bench/stores/scale.ts";
import { startApp, type TestApp } from "../../service/test/support/app.ts";
import { show, testCatalogue } from "../../service/test/support/samples/catalogue.ts";
import { type RunningCommand, startMirror } from "./support/command.ts";
import { assertSame, replayed, serviceCatalogue } from "./support/comparing.ts";
import { type Copy, ndjsonCopy, ndjsonLines, postgresCopy, sqliteCopy, temporaryFolder } from "./support/copies.ts";
import { startForwarder } from "./support/forwarder.ts";

/**
 * Kills the real process with SIGKILL at random times: during reads and writes, in the first run and in increments, while the
 * catalogue changes. The next start continues, and in the end the copy is equal. The test prints its seed.
 */

const kinds: Record<string, { makeCopy: (t: TestContext) => Promise<Copy>; events: number }> = {
  SQLite: { makeCopy: sqliteCopy, events: 20_000 },
  PostgreSQL: { makeCopy: postgresCopy, events: 10_000 },
  "NDJSON files": { makeCopy: ndjsonCopy, events: 10_000 },
};

for (const [kind, { makeCopy, events }] of Object.entries(kinds)) {
  describe(`a mirror in ${kind}, killed again and again`, () => {
    test("continues, is equal in the end, and has written each change to the file once", async (t) => {
      const random = seeded(t);
      const app = await largeCatalogue(t, events);
      const service = await startForwarder(t, app.url);
      const copy = await makeCopy(t);
      const changesFile = join(await temporaryFolder(t), "changes.ndjson");
      const args = [service.url, "--no-details", "--to", copy.to, "--changes-to", changesFile];

      /** Runs to the end with `kills` kills. Returns the number of requests for pages of events. */
      async function survive(kills: number): Promise<number> {
        service.requests.length = 0;
        for (let kill = 0; kill < kills; kill++) {
          const running = startMirror(args);
          await killAfter(running, service, 4 + Math.floor(random() * 12), random() * 40);
        }
        const { exitCode, stderr } = await startMirror(args).ended;
        assert.equal(exitCode, 0, stderr);
        return service.requests.filter((path) => path.startsWith("/api/events")).length;
      }

      const pages = events / 500;
      const requests = await survive(4);
      assert.ok(requests < 2 * pages + 10, `${requests} requests for ${pages} pages of events: a run started again`);
      assertSame(await copy.catalogue(), await serviceCatalogue(app.url));

      await app.import({ currencies: [{ ...testCatalogue.currencies![1]!, rate: "0.8" }] });
      await survive(2);
      const expected = await serviceCatalogue(app.url);
      assertSame(await copy.catalogue(), expected, "after a change of the rate");

      const lines = await ndjsonLines(changesFile);
      assert.deepEqual(
        lines.map(({ sequence }) => sequence),
        lines.map((_, n) => n + 1),
      );
      assertSame(replayed(lines), expected);
    });
  });
}

test("a first run into SQLite, which writes without indexes, also continues after kills", async (t) => {
  const random = seeded(t);
  const app = await largeCatalogue(t, 20_000);
  const service = await startForwarder(t, app.url);
  const copy = await sqliteCopy(t);
  const args = [service.url, "--no-details", "--to", copy.to];
  for (let kill = 0; kill < 3; kill++) {
    await killAfter(startMirror(args), service, 5 + Math.floor(random() * 12), random() * 40);
    await app.import({ products: [{ ...show, name: `Noche ${kill}` }] });
  }
  const { exitCode, stdout, stderr } = await startMirror([...args, "--verify"]).ended;
  assert.equal(exitCode, 0, `${stderr}${stdout}`);
  assertSame(await copy.catalogue(), await serviceCatalogue(app.url));
});

test("lines on standard output are repeated after a kill at most, never lost, and the same when repeated", async (t) => {
  const random = seeded(t);
  const app = await largeCatalogue(t, 10_000);
  const service = await startForwarder(t, app.url);
  const copy = await sqliteCopy(t);
  const args = [service.url, "--no-details", "--to", copy.to, "--changes"];
  const lines = new Map<number, string>();
  const take = (stdout: string) => {
    // A kill can leave an incomplete last line in the stream.
    for (const line of stdout.split("\n").slice(0, -1)) {
      const { sequence } = JSON.parse(line);
      assert.equal(lines.get(sequence) ?? line, line);
      lines.set(sequence, line);
    }
  };
  for (let kill = 0; kill < 4; kill++) {
    const running = startMirror(args);
    take((await killAfter(running, service, 4 + Math.floor(random() * 12), random() * 40)).stdout);
  }
  const { exitCode, stdout, stderr } = await startMirror(args).ended;
  assert.equal(exitCode, 0, stderr);
  take(stdout);
  const inOrder = [...lines].sort(([a], [b]) => a - b);
  assert.deepEqual(
    inOrder.map(([sequence]) => sequence),
    inOrder.map((_, n) => n + 1),
  );
  const expected = await serviceCatalogue(app.url);
  assertSame(replayed(inOrder.map(([, line]) => JSON.parse(line))), expected);
  assertSame(await copy.catalogue(), expected);
});

/** Kills the process some milliseconds after a number of requests, unless it has ended before. */
async function killAfter(running: RunningCommand, service: { before: unknown }, requests: number, ms: number) {
  let count = 0;
  const reached = new Promise<void>((resolve) => {
    service.before = () => {
      if (++count === requests) resolve();
    };
  });
  await Promise.race([reached, running.ended]);
  service.before = () => {};
  await new Promise((resolve) => setTimeout(resolve, ms));
  return running.stop("SIGKILL");
}

async function largeCatalogue(t: TestContext, events: number): Promise<TestApp> {
  const app = await startApp();
  t.after(() => app.stop());
  await plantManyEvents(app.store.database.db, events, app.clock.now);
  return app;
}

/** Numbers from 0 to 1 by mulberry32. PASEO_SEED repeats a run. */
function seeded(t: TestContext): () => number {
  const seed = Number(process.env.PASEO_SEED ?? Math.floor(Math.random() * 2 ** 32));
  t.diagnostic(`PASEO_SEED=${seed}`);
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
