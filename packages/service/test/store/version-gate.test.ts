import assert from "node:assert/strict";
import { test } from "node:test";
import type { Database } from "../../src/store/database/database.ts";
import { publishChanges } from "../../src/store/publishing/publishing.ts";
import { createVersionGate } from "../../src/store/versions/version-gate.ts";
import { onPostgres } from "../support/servers/stores.ts";

const now = new Date("2026-06-01T08:00:00Z");

const publishSomething = (db: Database["db"]) =>
  db.transaction().execute((tx) => publishChanges(tx, { currencies: true }, now));

onPostgres("the version gate", (open) => {
  test("a call after a commit sees it, whatever read is in flight", async (t) => {
    const { database, close } = await open();
    t.after(close);
    const currentVersion = createVersionGate(database);
    const first = await currentVersion();
    assert.equal(await currentVersion(), first, "nothing changed: the same object");
    for (let version = first.updateVersion + 1; version <= first.updateVersion + 30; version++) {
      // A read that began before the commit must not serve calls after it.
      const early = [currentVersion(), currentVersion()];
      await publishSomething(database.db);
      early.push(currentVersion());
      const late = await currentVersion();
      assert.equal(late.updateVersion, version);
      for (const one of await Promise.all(early)) assert.ok(one.updateVersion <= version);
    }
  });

  test("a call while a transaction has published does not wait for its end", async (t) => {
    const { database, close } = await open();
    t.after(close);
    const currentVersion = createVersionGate(database);
    const { updateVersion } = await currentVersion();
    await database.db.transaction().execute(async (tx) => {
      await publishChanges(tx, { currencies: true }, now);
      assert.equal((await currentVersion()).updateVersion, updateVersion);
    });
    assert.equal((await currentVersion()).updateVersion, updateVersion + 1);
  });

  test("500 concurrent calls share a few reads", async (t) => {
    const { database, close } = await open();
    t.after(close);
    let reads = 0;
    const readText = (text: string) => {
      reads++;
      return database.readText(text);
    };
    const currentVersion = createVersionGate({ ...database, readText });
    for (let round = 0; round < 5; round++) {
      if (round === 3) await publishSomething(database.db);
      await Promise.all(Array.from({ length: 100 }, () => currentVersion()));
    }
    assert.equal(reads, 5);
  });

  test("a failed read rejects its waiting calls, and the next call reads again", async (t) => {
    const { database, close } = await open();
    t.after(close);
    await publishSomething(database.db);
    let isAway = true;
    const readText = async (text: string) => {
      if (isAway) throw new Error("away");
      return database.readText(text);
    };
    const currentVersion = createVersionGate({ ...database, readText });
    const calls = [currentVersion(), currentVersion()] as Promise<unknown>[];
    for (const outcome of await Promise.allSettled(calls)) assert.match(`${JSON.stringify(outcome)}`, /rejected/);
    isAway = false;
    assert.equal((await currentVersion()).updateVersion, 1);
  });
});
