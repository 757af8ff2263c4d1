import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { findInBatches } from "../../src/store/database/batch-loader.ts";
import type { Db } from "../../src/store/database/database.ts";
import { onPostgres } from "../support/servers/stores.ts";

interface Rate {
  code: string;
  rate: string;
}

onPostgres("loading in batches", (open) => {
  /** Makes a batch loader of rates that counts the statements. */
  function counting() {
    const batches: string[][] = [];
    const find = findInBatches<Rate>(async (db: Db, codes) => {
      batches.push(codes);
      const { rows } = await sql<Rate>`select code, rate from currency where code = any(${codes}::text[])`.execute(db);
      return new Map(rows.map((row) => [row.code, row]));
    });
    return { batches, find };
  }

  const plant = (db: Db, code: string, rate: string) =>
    sql`insert into currency (code, name, display_symbol, rate, active) values (${code}, ${code}, ${code}, ${rate}, true)
      on conflict (code) do update set rate = ${rate}`.execute(db);

  test("concurrent loads share a statement, and each gets its own record", async (t) => {
    const { database, close } = await open();
    t.after(close);
    const { db } = database;
    await plant(db, "AAA", "1.5");
    await plant(db, "BBB", "2.5");
    const { batches, find } = counting();
    const found = await Promise.all(["AAA", "BBB", "none", "AAA"].map((code) => find(db, code)));
    assert.deepEqual(
      found.map((one) => one && Number(one.rate)),
      [1.5, 2.5, undefined, 1.5],
    );
    assert.deepEqual(batches, [["AAA", "BBB", "none"]]);
  });

  test("a load after a commit sees it, whatever statement is in flight", async (t) => {
    const { database, close } = await open();
    t.after(close);
    const { db } = database;
    await plant(db, "AAA", "1");
    const { find } = counting();
    for (let rate = 2; rate < 30; rate++) {
      const early = find(db, "AAA");
      await plant(db, "AAA", `${rate}`);
      assert.equal(Number((await find(db, "AAA"))!.rate), rate);
      assert.ok(Number((await early)!.rate) <= rate);
    }
  });

  test("a load within a transaction sees that transaction's changes", async (t) => {
    const { database, close } = await open();
    t.after(close);
    const { find } = counting();
    await assert.rejects(
      database.db.transaction().execute(async (tx) => {
        await plant(tx, "AAA", "1");
        assert.ok(await find(tx, "AAA"));
        throw new Error("undone");
      }),
      /undone/,
    );
    assert.equal(await find(database.db, "AAA"), undefined);
  });

  test("a failed statement fails for its own loads only", async (t) => {
    const { database, close } = await open();
    t.after(close);
    let isBroken = true;
    const find = findInBatches<string>(async (_db, names) => {
      if (isBroken) throw new Error("broken");
      return new Map(names.map((name) => [name, name]));
    });
    const outcomes = await Promise.allSettled([find(database.db, "a"), find(database.db, "b")]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["rejected", "rejected"],
    );
    isBroken = false;
    assert.equal(await find(database.db, "a"), "a");
  });

  test("a statement that hangs does not delay later loads", async (t) => {
    const { database, close } = await open();
    t.after(close);
    const [begun, stuck] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const find = findInBatches<string>(async (_db, names) => {
      if (names.includes("stuck")) {
        begun.resolve();
        await stuck.promise;
      }
      return new Map(names.map((name) => [name, name]));
    });
    const first = find(database.db, "stuck");
    await begun.promise;
    assert.equal(await find(database.db, "another"), "another");
    assert.equal(await find(database.db, "a third"), "a third");
    stuck.resolve();
    assert.equal(await first, "stuck");
    assert.equal(await find(database.db, "a fourth"), "a fourth");
  });
});
