import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { onPostgres } from "../support/stores.ts";
import { until } from "../support/until.ts";

onPostgres("a server that drops a connection", (open) => {
  test("between two statements of a transaction: that transaction fails, and nothing else", async (t) => {
    const store = await open();
    const { db } = store.database;
    const uncaught: unknown[] = [];
    const note = (error: unknown) => void uncaught.push(error);
    process.on("uncaughtException", note);
    t.after(async () => {
      process.off("uncaughtException", note);
      await store.close();
    });
    const pids = async (pid: number) =>
      (await sql`select from pg_stat_activity where pid = ${pid}`.execute(db)).rows.length;
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db);
        await until(async () => (await pids(rows[0]!.pid)) === 0, "the connection to be gone");
        await sql`select 1`.execute(tx);
      }),
    );
    assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }]);
    assert.deepEqual(uncaught, []);
  });
});
