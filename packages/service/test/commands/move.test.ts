import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Db, openServer } from "../../src/store/database/database.ts";
import { openEmbedded } from "../../src/store/database/embedded/open.ts";
import { onlyRow, run } from "../../src/store/database/rows.ts";
import { ownTables, setTextFormat, type TableContent, tableContents } from "../../src/store/transfer/tables.ts";
import { type Environment, paseo } from "../support/command.ts";
import { killPaseo } from "../support/servers/processes.ts";
import { makeDataDir, newDataFolder, onPostgres, type TestStore } from "../support/servers/stores.ts";

/** Returns the content of the tables in texts that do not depend on the server's settings. */
const contentsOf = (db: Db): Promise<TableContent[]> =>
  db.transaction().execute(async (tx) => {
    await setTextFormat(tx);
    return tableContents(tx, await ownTables(tx));
  });

/** The commands for the whole store: backup, restore and move of an embedded database. */

onPostgres("an embedded database", (open) => {
  let folder: string;
  let env: Environment;
  let server: TestStore;
  let to: string;
  let before_: TableContent[];
  before(async () => {
    folder = await newDataFolder("paseo-move-");
    env = { DATA_DIR: join(folder, "data"), LOG_LEVEL: "silent" };
    server = await open();
    to = server.url!;
    await server.database.close();
    await makeDataDir(env.DATA_DIR!);
    const database = await openEmbedded(env.DATA_DIR!);
    // There are enough rows to interrupt the command between two of them.
    await run(database.db)`
      insert into partner (id, external_id, name) select gen_random_uuid(), 'p' || n, repeat('x', 400) from generate_series(1, 10000) n`;
    before_ = await contentsOf(database.db);
    await database.close();
  });
  after(async () => {
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const withTarget = async <T>(work: (target: ReturnType<typeof openServer>) => Promise<T>): Promise<T> => {
    const target = openServer(to);
    try {
      return await work(target);
    } finally {
      await target.close();
    }
  };

  test("moves to a server: killed in the middle it leaves nothing, started again it completes, and again it compares", async () => {
    const killed = await killPaseo(["move", "--to", to], env, /^[1-9][\d,]* of 10,\d+ rows/m);
    assert.equal(killed.signal, "SIGKILL", killed.stderr);
    assert.doesNotMatch(killed.stderr, /100 %/);
    await withTarget(async ({ db }) => {
      const { n } = await onlyRow(db)<{ n: number }>`select count(*) as n from partner`;
      assert.equal(n, 0);
    });

    const moved = await paseo(["move", "--to", to], env);
    assert.equal(moved.exitCode, 0, moved.stderr);
    assert.match(
      moved.stdout,
      /^Moved 0 events, 0 orders, 10,\d+ rows in \d+ tables\. Both stores have the same rows, sequences and digest\.\n/,
    );
    assert.match(moved.stderr, /10,\d+ of 10,\d+ rows \(100 %\)\n$/);
    assert.ok(!moved.stdout.includes("postgres:postgres"), "no password");
    const again = await paseo(["move", "--to", to], env);
    assert.equal(again.exitCode, 0, again.stderr);
    assert.match(again.stdout, /^It was moved before: /);
    await withTarget(async ({ db }) => {
      assert.deepEqual(await contentsOf(db), before_);
      await run(db)`update partner set name = 'changed' where external_id = 'p1'`;
    });

    const refused = await paseo(["move", "--to", to], env);
    assert.deepEqual([refused.exitCode, refused.stdout], [1, ""]);
    assert.match(
      refused.stderr,
      /^The store has content already\. Nothing was moved\. Use an empty database, or delete its content with --replace\.\n$/,
    );
    const retired = await paseo(["move", "--to", to, "--replace", "--retire"], env);
    assert.equal(retired.exitCode, 0, retired.stderr);
    const closed = await paseo(["migrate"], env);
    assert.deepEqual([closed.exitCode, closed.stdout], [3, ""]);
    assert.match(
      closed.stderr,
      /^The store in \S+ was moved to 127\.0\.0\.1:\d+\/\w+ on \d{4}-\d{2}-\d{2}: set DATABASE_URL to that server\./,
    );
    await rm(join(env.DATA_DIR!, "moved.json"));
  });

  test("is backed up and restored by commands, each with its message", async () => {
    const [file, elsewhere] = [join(folder, "backup.gz"), { ...env, DATA_DIR: join(folder, "other") }];
    const none = await paseo(["backup", file], elsewhere);
    assert.deepEqual([none.exitCode, none.stdout], [3, ""]);
    assert.match(
      none.stderr,
      /^There is no store in \S+: set DATA_DIR to its directory, or DATABASE_URL to its server\.\n$/,
    );

    const key = Buffer.alloc(32, 1).toString("base64");
    const secret = await paseo(["partners", "secret", "p2"], { ...env, SECRETS_KEY: key });
    assert.equal(secret.exitCode, 0, secret.stderr);
    const made = await paseo(["backup", file], { ...env, SECRETS_KEY: key });
    assert.equal(made.exitCode, 0, made.stderr);
    assert.match(
      made.stdout,
      /^Wrote \S+ \(\d+\.\d MiB\): 0 events, 0 orders, .*\.\nIts secrets are encrypted: keep SECRETS_KEY \(key id [0-9a-f]{8}\) somewhere else\.\n$/,
    );
    const twice = await paseo(["backup", file], env);
    assert.deepEqual(
      [twice.exitCode, twice.stderr],
      [1, `${file} exists already. Nothing was written; choose another name.\n`],
    );

    const checked = await paseo(["restore", file, "--check"], { ...elsewhere, SECRETS_KEY: key });
    assert.equal(checked.exitCode, 0, checked.stderr);
    assert.match(
      checked.stdout,
      /is complete and unchanged\. It is the backup of \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC: 0 events/,
    );
    // The check says what a restore would say.
    for (const options of [["--check"], []]) {
      const keyless = await paseo(["restore", file, ...options], elsewhere);
      assert.deepEqual([keyless.exitCode, keyless.stdout], [2, ""]);
      assert.match(keyless.stderr, /encrypted with a key that is not set \(key id [0-9a-f]{8}\): set SECRETS_KEY/);
    }
    const restored = await paseo(["restore", file], { ...elsewhere, SECRETS_KEY: key });
    assert.equal(restored.exitCode, 0, restored.stderr);
    const same = await paseo(["partners", "secret", "p2"], { ...elsewhere, SECRETS_KEY: key });
    assert.equal(same.stdout, secret.stdout);

    // The key is lost, and only the backup is left.
    const [id] = /(?<=key id )[0-9a-f]{8}/.exec(made.stdout)!;
    const wrong = await paseo(["restore", file, "--lost-key", "0badcafe"], elsewhere);
    assert.deepEqual([wrong.exitCode, wrong.stderr], [2, `${file} has no secrets of the key 0badcafe.\n`]);
    const keyless = await paseo(["restore", file, "--lost-key", id, "--replace"], elsewhere);
    assert.equal(keyless.exitCode, 0, keyless.stderr);
    assert.ok(keyless.stdout.includes(`paseo secrets discard --key-id ${id} --yes`), keyless.stdout);
    assert.equal((await paseo(["migrate", "--check"], elsewhere)).exitCode, 2, "the service would not start");
    const discarded = await paseo(["secrets", "discard", "--key-id", id, "--yes"], elsewhere);
    assert.equal(discarded.exitCode, 0, discarded.stderr);
    assert.equal((await paseo(["migrate", "--check"], elsewhere)).exitCode, 0);
    const other = await paseo(["partners", "secret", "p2"], elsewhere);
    assert.ok(other.exitCode === 0 && other.stdout !== secret.stdout, other.stderr);
  });
});
