import assert from "node:assert/strict";
import { Socket } from "node:net";
import { test } from "node:test";
import { sql } from "kysely";
import pg from "pg";
import { openFaultProxy } from "../../../../ordeal/faults/proxy/proxy.ts";
import { subscribeAtServer } from "../../src/store/database/announcements.ts";
import { expectedSettings, openServer } from "../../src/store/database/database.ts";
import { storeFaultOf } from "../../src/store/database/faults.ts";
import { liftTimeLimits } from "../../src/store/database/time-limits.ts";
import { counterText } from "../../src/store/versions/versions.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

onPostgres("a server that closes a connection", (open) => {
  test("between two statements of a transaction makes that transaction fail, and nothing else", async (t) => {
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

/** A value of each setting that would change an answer. */
const presets = {
  DateStyle: "German, DMY",
  IntervalStyle: "iso_8601",
  TimeZone: "Asia/Kathmandu",
  extra_float_digits: "-5",
  bytea_output: "escape",
  standard_conforming_strings: "off",
  array_nulls: "off",
  transform_null_equals: "on",
  gin_fuzzy_search_limit: "1",
  search_path: "pg_catalog",
  default_transaction_isolation: "serializable",
  default_transaction_read_only: "on",
  default_transaction_deferrable: "on",
  statement_timeout: "600ms",
  lock_timeout: "1ms",
  idle_in_transaction_session_timeout: "1ms",
};

onPostgres("a database that presets settings", (open) => {
  test("changes no answer: each connection sets what the statements expect", async (t) => {
    const { url, database, close } = await open();
    t.after(close);
    assert.deepEqual(
      Object.keys(expectedSettings).filter((name) => !(name in presets)),
      [],
    );
    const { rows: names } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
    for (const [name, value] of Object.entries(presets))
      await sql`alter database ${sql.ref(names[0]!.name)} set ${sql.raw(name)} = ${sql.lit(value)}`.execute(
        database.db,
      );
    const preset = openServer(url!, { poolSize: 1 });
    t.after(() => preset.close());
    const { rows: local } = await sql`select timestamp '2026-11-28 19:30:00' as "eventOn", 'a\\b' as text`.execute(
      preset.db,
    );
    assert.deepEqual(local, [{ eventOn: "2026-11-28T19:30:00", text: "a\\b" }]);
    const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings`.execute(
      preset.db,
    );
    const found = new Map(rows.map(({ name, setting }) => [name, setting]));
    for (const [name, value] of Object.entries(expectedSettings)) assert.equal(found.get(name), value, name);
    for (const name of ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"])
      assert.equal(found.get(name), "0", name);
    await sql`select pg_sleep(0.7), set_config('paseo.written', 'yes', false)`.execute(preset.db);
    await sql`create table written (one int)`.execute(preset.db);
  });
});

onPostgres("a read of one text", (open) => {
  test("does not wait for other connections", async (t) => {
    const { url, close } = await open();
    const narrow = openServer(url!, { poolSize: 2 });
    t.after(async () => {
      await narrow.close();
      await close();
    });
    const seen = await narrow.readText(counterText);
    await narrow.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      assert.equal(await narrow.readText(counterText), seen);
    });
  });

  test("gets another connection when its own was closed", async (t) => {
    const { database, close } = await open();
    t.after(close);
    const pid = () => database.readText("select pg_backend_pid()::text");
    const before = await pid();
    assert.equal(await pid(), before, "it keeps its connection");
    const isThere = async () =>
      (await sql`select from pg_stat_activity where pid = ${before}`.execute(database.db)).rows;
    await sql`select pg_terminate_backend(${before})`.execute(database.db);
    await until(async () => (await isThere()).length === 0, "the connection to be gone");
    // The server's last message may not have been read yet.
    await until(async () => (await pid().catch(() => before)) !== before, "another connection");
  });

  test("fails on a connection that stops answering, and the next read uses another connection", async (t) => {
    const { url, close } = await open();
    const address = new URL(url!);
    const line = await openFaultProxy(Number(address.port));
    address.port = `${line.port}`;
    const limited = openServer(address.href, { answerMs: 200 });
    t.after(async () => {
      line.close();
      await limited.close();
      await close();
    });
    const seen = await limited.readText(counterText);
    line.silenceExisting();
    await assert.rejects(limited.readText(counterText), { code: "08006", fault: "silent" });
    assert.equal(await limited.readText(counterText), seen);
  });

  test("fails with PostgreSQL's code when the server closes the connection, or the store is closed", async (t) => {
    const { database, close } = await open();
    t.after(close);
    await assert.rejects(database.readText("select pg_terminate_backend(pg_backend_pid())::text"), { code: "57P01" });
    await assert.rejects(database.readText("select (1/0)::text"), { code: "22012" });
    assert.equal(await database.readText("select 'on'"), "on", "an error of a statement does not end the connection");
    await assert.rejects(database.readText("select 'none' where false"), /no row/);
    const other = openServer("postgres://nobody:x@127.0.0.1:1/none");
    await assert.rejects(other.readText("select 1"), { code: "ECONNREFUSED" });
    await other.close();
    await assert.rejects(other.readText("select 1"));
  });
});

onPostgres("a server with time limits", (open) => {
  test("that is silent on one connection loses it, and idle connections without an answer since", async (t) => {
    const { url, close } = await open();
    const address = new URL(url!);
    const line = await openFaultProxy(Number(address.port));
    address.port = `${line.port}`;
    const limited = openServer(address.href, { answerMs: 1_000, poolSize: 4 });
    const lost: string[] = [];
    limited.losses.listen((kind) => lost.push(kind));
    t.after(async () => {
      line.close();
      await limited.close();
      await close();
    });
    // Opens four connections. The first statement uses one of them.
    await Promise.all([1, 2, 3, 4].map(() => sql`select pg_sleep(0.1)`.execute(limited.db)));
    line.silenceExisting();
    await assert.rejects(sql`select 1`.execute(limited.db), { name: "StoreUnavailable", fault: "silent" });
    await sql`select 1`.execute(limited.db);
    assert.equal(lost.filter((kind) => kind === "silent").length, 1, "the other connections were not tried one by one");
  });

  test("ends an import on a connection that became silent", async (t) => {
    const { url, close } = await open();
    const address = new URL(url!);
    const line = await openFaultProxy(Number(address.port));
    address.port = `${line.port}`;
    const limited = openServer(address.href, { poolSize: 1, answerMs: 200, longAnswerMs: 1_000 });
    t.after(async () => {
      line.close();
      await limited.close();
      await close();
    });
    const importing = limited.db.transaction().execute(async (tx) => {
      await liftTimeLimits(tx);
      await sql`select pg_sleep(0.4)`.execute(tx);
      line.silenceExisting();
      await assert.rejects(sql`select 1`.execute(tx), { name: "StoreUnavailable", fault: "silent" });
    });
    await assert.rejects(importing, { name: "StoreUnavailable" });
  });

  test("ends a transaction whose locks a silent connection would keep, also within a statement", async (t) => {
    const store = await open();
    const { port } = new URL(store.url!);
    const proxy = await openFaultProxy(Number(port));
    const limited = openServer(proxy.through(store.url!), { poolSize: 1, statementMs: 300, idleTransactionMs: 300 });
    t.after(async () => {
      await proxy.close();
      await limited.close();
      await store.close();
    });
    const write = (one: number) => sql`update counter set update_version = update_version where ${one} = 1`;
    const written = await bytesOf(store.url!, write(1).compile(limited.db).sql, [1]);
    const silenced = limited.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      // The server carries the statement out, but waits for the last of its messages, for which it has no limit of idle time.
      proxy.arm({ after: written - syncBytes, direction: "up", what: "silence" });
      await write(1).execute(tx);
    });
    await assert.rejects(silenced, { name: "StoreUnavailable" });
    assert.equal(proxy.faults, 1);
    await store.database.db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '5s'`.execute(tx);
      await write(1).execute(tx);
    });
  });

  test("notices within seconds that the machine of a connection has vanished", async (t) => {
    const { database, close } = await open();
    t.after(close);
    const settings = ["idle", "interval", "count"].map((name) => database.readText(`show tcp_keepalives_${name}`));
    assert.deepEqual(await Promise.all(settings), ["5", "2", "3"]);
  });

  test("ends statements, waits for locks and idle transactions, except in a transaction with a longer limit", async (t) => {
    const { url, close } = await open();
    const limited = openServer(url!, { statementMs: 300, lockMs: 200, idleTransactionMs: 300 });
    t.after(async () => {
      await limited.close();
      await close();
    });
    const { db } = limited;
    await assert.rejects(sql`select pg_sleep(2)`.execute(db), { code: "57014" });
    await db.transaction().execute(async (holder) => {
      await liftTimeLimits(holder);
      await sql`lock table counter in access exclusive mode`.execute(holder);
      await assert.rejects(sql`select * from counter`.execute(db), { code: "55P03" });
      await sql`select pg_sleep(0.5)`.execute(holder);
    });
    await db.transaction().execute(async (tx) => {
      await liftTimeLimits(tx);
      // The sleep is longer than a statement of another transaction, plus the second after which its connection is closed.
      await sql`select pg_sleep(1.5)`.execute(tx);
    });
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx);
        await new Promise((resolve) => setTimeout(resolve, 600));
        await sql`select 1`.execute(tx);
      }),
      (error) => storeFaultOf(error) === "away",
    );
  });
});

onPostgres("the connection that listens", (open) => {
  test("is replaced when it stops answering", async (t) => {
    const { url, close } = await open();
    const address = new URL(url!);
    const line = await openFaultProxy(Number(address.port));
    address.port = `${line.port}`;
    let announced = 0;
    const errors: unknown[] = [];
    const options = { answerMs: 200, onError: (error: unknown) => errors.push(error) };
    const deaf = subscribeAtServer(address.href, () => announced++, options);
    t.after(async () => {
      await deaf();
      line.close();
      await close();
    });
    await until(() => announced > 0, "the connection");
    const before = announced;
    line.silenceExisting();
    await until(() => announced > before, "another connection");
    assert.ok(errors.length > 0, "the loss is reported");
  });
});

/** Length of the protocol's message Sync. */
const syncBytes = 5;

/** Counts the bytes that the driver sends for a statement. */
async function bytesOf(url: string, text: string, values: unknown[]): Promise<number> {
  const socket = new Socket();
  const client = new pg.Client({ connectionString: url, stream: () => socket });
  await client.connect();
  const before = socket.bytesWritten;
  await client.query(text, values);
  const bytes = socket.bytesWritten - before;
  await client.end();
  return bytes;
}
