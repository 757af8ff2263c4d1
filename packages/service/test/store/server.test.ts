import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import pg from "pg";
import { openServer } from "../../src/store/database.ts";
import { createGlances } from "../../src/store/glance.ts";
import { counterText } from "../../src/store/versions.ts";
import { forwardTo } from "../support/forwarder.ts";
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

onPostgres("a glance", (open) => {
  test("waits for no other connection", async (t) => {
    const { url, close } = await open();
    const narrow = openServer(url!, { poolSize: 2 });
    t.after(async () => {
      await narrow.close();
      await close();
    });
    const seen = await narrow.glance(counterText);
    await narrow.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      assert.equal(await narrow.glance(counterText), seen);
    });
  });

  test("whose connection was dropped gets another", async (t) => {
    const { database, close } = await open();
    t.after(close);
    const pid = () => database.glance("select pg_backend_pid()::text");
    const before = await pid();
    assert.equal(await pid(), before, "it keeps its connection");
    const isThere = async () =>
      (await sql`select from pg_stat_activity where pid = ${before}`.execute(database.db)).rows;
    await sql`select pg_terminate_backend(${before})`.execute(database.db);
    await until(async () => (await isThere()).length === 0, "the connection to be gone");
    // What the server said at last may not have been read yet.
    await until(async () => (await pid().catch(() => before)) !== before, "another connection");
  });

  test("that hears nothing is given up, and the next one has another connection", async (t) => {
    const { url, close } = await open();
    const address = new URL(url!);
    const way = await forwardTo(Number(address.port));
    address.port = `${way.port}`;
    const [there, past] = [new pg.Pool({ connectionString: address.href }), new pg.Pool({ connectionString: url })];
    t.after(async () => {
      way.close();
      await Promise.all([there.end(), past.end()]);
      await close();
    });
    let pool = there;
    const { glance, end } = createGlances({ connect: () => pool.connect() }, 200);
    const seen = await glance(counterText);
    way.silence();
    pool = past;
    await assert.rejects(glance(counterText), { code: "08006" });
    assert.equal(await glance(counterText), seen);
    end();
  });

  test("that the server drops half way fails by PostgreSQL's code for it, as does one of a closed store", async (t) => {
    const { database, close } = await open();
    t.after(close);
    await assert.rejects(database.glance("select pg_terminate_backend(pg_backend_pid())::text"), { code: "57P01" });
    await assert.rejects(database.glance("select (1/0)::text"), { code: "22012" });
    assert.equal(await database.glance("select 'on'"), "on", "an error of a statement's own does no harm");
    await assert.rejects(database.glance("select 'none' where false"), /no row/);
    const other = openServer("postgres://nobody:x@127.0.0.1:1/none");
    await assert.rejects(other.glance("select 1"), { code: "ECONNREFUSED" });
    await other.close();
    await assert.rejects(other.glance("select 1"));
  });
});
