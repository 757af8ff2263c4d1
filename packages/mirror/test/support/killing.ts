import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, type TestContext, test } from "node:test";
import { plantManyEvents } from "../../../../bench/scale.ts";
import { startApp, type TestApp } from "../../../service/test/support/app.ts";
import { testCatalogue } from "../../../service/test/support/samples/catalogue.ts";
import { type RunningCommand, startMirror } from "./command.ts";
import { assertSame, replayed, serviceCatalogue } from "./comparing.ts";
import { type Copy, ndjsonCopy, ndjsonLines, postgresCopy, sqliteCopy, temporaryFolder } from "./copies.ts";
import { startForwarder } from "./forwarder.ts";
import { mirrorHere } from "./here.ts";

/**
 * Kills the real process with SIGKILL at random times: during reads and writes, in the first run and in increments, while the
 * catalogue changes. The next start continues, and in the end the copy is equal. The test prints its seed.
 */

const kinds: Record<string, (t: TestContext) => Promise<Copy>> = {
  SQLite: sqliteCopy,
  PostgreSQL: postgresCopy,
  "NDJSON files": ndjsonCopy,
};

/** `first` and `later`: kills during the first run, and during the increment after a change. */
export function testKills({ events, first, later }: { events: number; first: number; later: number }): void {
  describe("a mirror that is killed", () => {
    let app: TestApp;
    before(async () => {
      app = await largeCatalogue(events);
    });
    after(() => app?.stop());

    for (const [n, [kind, makeCopy]] of Object.entries(kinds).entries())
      test(`in ${kind} continues, ends equal, and has written each change to the file once`, async (t) => {
        const random = seeded(t);
        const service = await startForwarder(t, app.url);
        const copy = await makeCopy(t);
        const changesFile = join(await temporaryFolder(t), "changes.ndjson");
        const args = [service.url, "--no-details", "--to", copy.to, "--changes-to", changesFile];

        const pages = events / 500;
        // The run must not end before the kill.
        const lastRequest = Math.min(12, pages);

        /** Runs to the end with `kills` kills. Returns the number of requests for pages of events. */
        async function survive(kills: number): Promise<number> {
          service.requests.length = 0;
          for (let kill = 0; kill < kills; kill++) {
            const running = startMirror(args);
            await killAfter(running, service, 4 + Math.floor(random() * lastRequest), random() * 40);
          }
          const { exitCode, stderr } = await mirrorHere(args);
          assert.equal(exitCode, 0, stderr);
          return service.requests.filter((path) => path.startsWith("/api/events")).length;
        }

        const requests = await survive(first);
        assert.ok(requests < 2 * pages + 10, `${requests} requests for ${pages} pages of events: a run started again`);
        assertSame(await copy.catalogue(), await serviceCatalogue(app.url));

        await app.import({ currencies: [{ ...testCatalogue.currencies![1]!, rate: `0.8${n + 1}` }] });
        await survive(later);
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

/** Kills the process some milliseconds after a number of requests, unless it has ended before. */
export async function killAfter(running: RunningCommand, service: { before: unknown }, requests: number, ms: number) {
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

/** The caller stops it. */
export async function largeCatalogue(events: number): Promise<TestApp> {
  const app = await startApp();
  await plantManyEvents(app.store.database.db, events, app.clock.now);
  return app;
}

/** Numbers from 0 to 1 by mulberry32. PASEO_SEED repeats a run. */
export function seeded(t: TestContext): () => number {
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
