import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import type { Db } from "../../src/store/database/database.ts";
import { openServer } from "../../src/store/database/database.ts";
import { paseo } from "../support/command.ts";
import { emptyDatabase } from "../support/servers/postgres.ts";
import { onWidePostgres, type TestStore } from "../support/servers/stores.ts";

/** Migrations, also several at the same time: PostgreSQL has their lock, so it is the same between processes. */

onWidePostgres("migrations", (open) => {
  const stores: TestStore[] = [];
  const opened = async (store: Promise<TestStore>): Promise<TestStore & { url: string }> => {
    stores.push(await store);
    return stores.at(-1)! as TestStore & { url: string };
  };
  after(async () => {
    for (const store of stores) await store.close();
  });

  test("four commands that migrate an empty database at once all succeed, and each migration runs once", async () => {
    const template = await opened(open());
    const empty = await emptyDatabase(template.url);
    const database = openServer(empty.url);
    try {
      const ended = await Promise.all([1, 2, 3, 4].map(() => paseo(["migrate"], { DATABASE_URL: empty.url })));
      for (const { exitCode, stderr } of ended) assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: "" });
      const ran = ended.filter(({ stdout }) => stdout.startsWith("Ran "));
      assert.equal(ran.length, 1, ended.map(({ stdout }) => stdout).join(""));
      assert.ok(ended.every((one) => ran.includes(one) || one.stdout === "The schema is up to date.\n"));
      assert.deepEqual(await schemaOf(database.db), await schemaOf(template.database.db));
      assert.deepEqual(await migrationsOf(database.db), await migrationsOf(template.database.db));
    } finally {
      await database.close();
      await empty.drop();
    }
  });

  test("commands that only read do not migrate: they print what to do and change nothing", async () => {
    const template = await opened(open());
    const empty = await emptyDatabase(template.url);
    const database = openServer(empty.url);
    try {
      for (const args of [
        ["keys", "list"],
        ["orders", "list"],
        ["callbacks", "list"],
        ["operators", "list"],
        ["suppliers", "list"],
      ]) {
        const { exitCode, stdout, stderr } = await paseo(args, { DATABASE_URL: empty.url });
        assert.deepEqual([exitCode, stdout], [3, ""], args.join(" "));
        assert.match(stderr, /^The database lacks \d+ migrations? \(.*\): run `paseo migrate`/);
      }
      const { rows } = await sql`select from pg_tables where schemaname = 'public'`.execute(database.db);
      assert.equal(rows.length, 0);
      assert.equal((await paseo(["migrate"], { DATABASE_URL: empty.url })).exitCode, 0);
      assert.equal((await paseo(["keys", "list"], { DATABASE_URL: empty.url })).stdout, "There are none.\n");
    } finally {
      await database.close();
      await empty.drop();
    }
  });

  test("a database of a newer version is refused with a clear error and not changed", async () => {
    const store = await opened(open());
    const { db } = store.database;
    await sql`insert into migration (name, needs) values ('9999_of_the_future.sql', '9998_before.sql')`.execute(db);
    const before = [await schemaOf(db), await migrationsOf(db)];
    for (const command of ["migrate", "serve"]) {
      const { exitCode, stdout, stderr } = await paseo([command], {
        DATABASE_URL: store.url,
        PORT: "0",
        LOG_LEVEL: "silent",
      });
      assert.equal(exitCode, 3);
      assert.equal(stdout, "");
      assert.match(stderr, /^The database was migrated by a newer Paseo \(9999_of_the_future\.sql\): [^\n]+\.\n$/);
    }
    assert.deepEqual([await schemaOf(db), await migrationsOf(db)], before);
  });

  test("a database of an unreleased version is refused with a clear error and not changed", async () => {
    const store = await opened(open());
    const { db } = store.database;
    await sql`delete from migration`.execute(db);
    await sql`insert into migration (name) values ('0001_schema_2.sql'), ('0002_operator_day.sql'), ('0003_door.sql')`.execute(
      db,
    );
    const before = [await schemaOf(db), await migrationsOf(db)];
    for (const args of [["migrate"], ["serve"], ["keys", "list"]]) {
      const env = { DATABASE_URL: store.url, PORT: "0", LOG_LEVEL: "silent" };
      const { exitCode, stdout, stderr } = await paseo(args, env);
      assert.deepEqual([exitCode, stdout], [3, ""], args.join(" "));
      assert.match(
        stderr,
        /^The database was migrated by an unreleased version of Paseo \(3 of its migrations, from 0001_schema_2\.sql to 0003_door\.sql\), [^\n]+ export [^\n]+ import [^\n]+\.\n$/,
      );
    }
    assert.deepEqual([await schemaOf(db), await migrationsOf(db)], before);
    // Its migrations have names before the names of this release, and its table `migration` has no column `needs`.
    await sql`alter table migration drop column needs`.execute(db);
    await sql`delete from migration where name > '0002'`.execute(db);
    await sql`update migration set name = '0001_catalogue.sql'`.execute(db);
    const { exitCode, stderr } = await paseo(["migrate"], { DATABASE_URL: store.url });
    assert.equal(exitCode, 3);
    assert.match(stderr, /^The database was migrated by an unreleased version of Paseo \(.*0001_catalogue\.sql\)/);
  });
});

async function migrationsOf(db: Db): Promise<unknown[]> {
  return (await sql`select name, count(*) from migration group by name order by name`.execute(db)).rows;
}

async function schemaOf(db: Db) {
  const all = (query: string) =>
    sql
      .raw(query)
      .execute(db)
      .then(({ rows }) => rows);
  return {
    columns: await all(`
      select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
      where table_schema = 'public' order by table_name, column_name`),
    constraints: await all(`
      select c.conrelid::regclass::text as "table", c.conname, pg_get_constraintdef(c.oid) as definition from pg_constraint c
      where c.connamespace = 'public'::regnamespace order by 1, 2`),
    indexes: await all(`select indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname`),
    sequences: await all(`
      select sequence_name, start_value, increment from information_schema.sequences where sequence_schema = 'public' order by 1`),
  };
}
