import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import { emptyDatabase } from "../support/servers/postgres.ts";
import { type Settings, stopPaseo } from "../support/servers/processes.ts";
import { newDataFolder, onPostgres } from "../support/servers/stores.ts";

/** A stop at any time during the start exits with 0 and logs no error. */

const atOnce = 2;
const longestMs = 2_000;

/** Runs the command `runs` times, and stops each run at a random time. */
async function stopEarly(
  t: TestContext,
  args: string[],
  runs: number,
  prepare: () => Promise<{ env: Settings; discard: () => Promise<void> }>,
): Promise<void> {
  const moments = Array.from({ length: runs }, (_, n) => Math.round(((n + Math.random()) * longestMs) / runs));
  const next = async (): Promise<void> => {
    const ms = moments.shift();
    if (ms === undefined) return;
    const { env, discard } = await prepare();
    const ended = await stopPaseo(args, { PORT: "0", ...env }, { ms });
    await discard();
    const what = `SIGTERM after ${ms} ms: ${JSON.stringify(ended)}`;
    // Before the first line of our code runs, Node itself ends.
    if (ended.signal !== "SIGTERM" || ended.stdout + ended.stderr !== "") assert.equal(ended.exitCode, 0, what);
    assert.doesNotMatch(ended.stderr, /Error|^\s+at /m, what);
    assert.doesNotMatch(ended.stdout, /"stack"|"level":"error"|^\s+at /m, what);
    await next();
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  t.diagnostic(`${runs} stops`);
}

test("serve on an embedded database", (t) => stopEarly(t, ["serve"], 2, freshFolder));

test("serve --demo, while it creates the demo", async (t) => {
  await stopEarly(t, ["serve", "--demo"], 1, freshFolder);
  const { env, discard } = await freshFolder();
  const after = "First start: creating the demo";
  const ended = await stopPaseo(["serve", "--demo"], { PORT: "0", ...env }, { ms: 0, after });
  assert.equal(ended.exitCode, 0, JSON.stringify(ended));
  assert.doesNotMatch(ended.stdout, /Created|"stack"/, JSON.stringify(ended));
  await discard();
});

onPostgres("a stop during the start", (open) => {
  /** Makes an empty database, which the start migrates. */
  const emptyServer = async () => {
    const store = await open();
    const empty = await emptyDatabase(store.url!);
    const discard = async () => {
      await empty.drop();
      await store.close();
    };
    return { env: { DATABASE_URL: empty.url }, discard };
  };
  for (const args of [["serve"], ["serve", "--workers", "2"]])
    test(args.join(" "), (t) => stopEarly(t, args, 4, emptyServer));

  test("work, which creates no store", (t) =>
    stopEarly(t, ["work"], 4, async () => {
      const store = await open();
      return { env: { DATABASE_URL: store.url! }, discard: () => store.close() };
    }));
});

async function freshFolder() {
  const folder = await newDataFolder("paseo-early-stop-");
  return { env: { DATA_DIR: folder }, discard: () => rm(folder, { recursive: true, force: true }) };
}
