import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { type Database, openServer, type ServerOptions } from "../../src/store/database/database.ts";
import { migrateSchema } from "../../src/store/database/migrate.ts";
import { readCounter } from "../../src/store/versions/versions.ts";
import { type Pooler, startPgBouncer } from "../support/servers/pgbouncer.ts";
import { cloneDatabase, emptyDatabase, startPostgres, type TestServer } from "../support/servers/postgres.ts";
import { throughPooler } from "../support/servers/stores.ts";
import { runOnPostgres } from "../support/test-files.ts";
import { requireTool } from "../support/tools.ts";

/** PgBouncer in transaction mode: each transaction may use another session of the server. */

const poolSize = 3;
/** Files whose PostgreSQL tests also run through the pooler: a partner's whole story, races, jobs, imports. */
const wholeFiles = [
  "wire/story.test.ts",
  "concurrency/oversell.test.ts",
  "concurrency/retry.test.ts",
  "editing/import-safety.test.ts",
  "callbacks/delivery.test.ts",
  "store/version-gate.test.ts",
];

describe("through PgBouncer in transaction mode", { skip: requireTool("pgbouncer", "pgbouncer") }, () => {
  let own: TestServer | undefined;
  let server: string;
  let pooler: Pooler;
  let clone: { url: string; drop: () => Promise<void> };
  let through: string;

  before(async () => {
    own = process.env.TEST_POSTGRES_URL ? undefined : await startPostgres();
    server = process.env.TEST_POSTGRES_URL ?? own!.url;
    pooler = await startPgBouncer(server, { poolSize });
    clone = await cloneDatabase(server);
    through = throughPooler(clone.url, pooler.port);
  });
  after(async () => {
    await pooler?.stop();
    await clone?.drop();
    await own?.stop();
  });

  /** Returns the named statements of the server session in which the counter was read. */
  async function named(url: string, options: ServerOptions = {}): Promise<string[]> {
    return using(url, options, ({ db }) =>
      db.transaction().execute(async (tx) => {
        await readCounter(tx);
        const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(tx);
        return rows.map(({ name }) => name);
      }),
    );
  }

  test("statements have names on direct connections, by name and text, and not through a pooler", async () => {
    const [name] = await named(clone.url);
    assert.match(name!, /^counter-[0-9a-f]{8}$/);
    assert.deepEqual(await named(through), []);
    assert.deepEqual(await named(clone.url, { prepared: "no" }), []);
  });

  /** Many concurrent transactions, more than the pooler has sessions. Returns the messages of failed statements. */
  async function failures(options: ServerOptions): Promise<string[]> {
    return using(through, { poolSize: 10, ...options }, async ({ db }) => {
      const looks = Array.from({ length: 200 }, () => readCounter(db));
      const outcomes = await Promise.allSettled(looks);
      return outcomes
        .filter(({ status }) => status === "rejected")
        .map((one) => `${(one as PromiseRejectedResult).reason}`);
    });
  }

  test("200 reads over 10 connections and 3 sessions: none fails", async () => {
    assert.deepEqual(await failures({}), []);
  });

  test("control: named statements, which this PgBouncer does not support, fail", async () => {
    const output = await failures({ prepared: "yes" });
    assert.ok(output.length > 0, "the pooler gave every connection its own session");
    for (const one of output)
      assert.match(one, /prepared statement "counter-[0-9a-f]{8}" (does not exist|already exists)/);
  });

  test("settings that the database presets change nothing, also in sessions that the pooler opens later", async () => {
    const empty = await emptyDatabase(server);
    const name = new URL(empty.url).pathname.slice(1);
    const narrow = await startPgBouncer(server, { poolSize: 2 });
    try {
      await using(empty.url, {}, async ({ db }) => {
        for (const [setting, value] of [
          ["DateStyle", "German, DMY"],
          ["search_path", "pg_catalog"],
          ["default_transaction_read_only", "on"],
          ["bytea_output", "escape"],
        ] as const)
          await sql`alter database ${sql.ref(name)} set ${sql.raw(setting)} = ${sql.lit(value)}`.execute(db);
      });
      const first = throughPooler(empty.url, narrow.port);
      await using(first, { poolSize: 1 }, async ({ db }) => {
        await sql`create table written (on_day timestamp)`.execute(db);
      });
      const later = await startPgBouncer(server, { poolSize: 2 });
      try {
        await using(throughPooler(empty.url, later.port), { poolSize: 4 }, async ({ db }) => {
          const one = () =>
            sql<{
              day: string;
            }>`insert into written values ('2026-11-28 19:30') returning on_day as day, pg_sleep(0.05)`.execute(db);
          const all = await Promise.all([one(), one(), one(), one()]);
          assert.deepEqual(new Set(all.map(({ rows }) => rows[0]!.day)), new Set(["2026-11-28T19:30:00"]));
        });
      } finally {
        await later.stop();
      }
    } finally {
      await narrow.stop();
      await empty.drop();
    }
  });

  test("many processes that start at once on a new database, with two sessions in total", async () => {
    const narrow = await startPgBouncer(server, { poolSize: 2 });
    const empty = await emptyDatabase(server);
    const databases = Array.from({ length: 6 }, () => openServer(throughPooler(empty.url, narrow.port)));
    try {
      const ran = await Promise.all(databases.map(({ db }) => migrateSchema(db)));
      assert.equal(ran.filter((migrations) => migrations.length > 0).length, 1, "one process migrates");
    } finally {
      await Promise.all(databases.map((database) => database.close()));
      await empty.drop();
      await narrow.stop();
    }
  });

  for (const file of wholeFiles) {
    test(`${file} passes`, async () => {
      const { passed, failed, output } = await runOnPostgres(file, {
        TEST_POSTGRES_URL: server,
        TEST_POOLER_PORT: `${pooler.port}`,
      });
      assert.ok(failed === 0 && passed > 0, `${passed} passed, ${failed} failed\n${output}`);
    });
  }
});

async function using<T>(url: string, options: ServerOptions, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openServer(url, options);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
