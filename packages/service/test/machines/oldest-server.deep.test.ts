import assert from "node:assert/strict";
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Db, openServer } from "../../src/store/database/database.ts";
import { openEmbedded } from "../../src/store/database/embedded/open.ts";
import { ownTables, setTextFormat, type TableContent, tableContents } from "../../src/store/transfer/tables.ts";
import { cloneDatabase, startPostgres, type TestServer } from "../support/servers/postgres.ts";
import { debianPrograms } from "../support/servers/postgres-programs.ts";
import { runPaseo } from "../support/servers/processes.ts";
import { newDataFolder } from "../support/servers/stores.ts";
import { runOnPostgres } from "../support/test-files.ts";

/** PostgreSQL 15, the oldest version that the service supports, and the move from there to the embedded PostgreSQL 18. */

const programs = await debianPrograms();

/** Statements of every kind, migrations, and versions. Failover to a standby: replica.deep.test.ts. */
const wholeFiles = [
  "wire/story.test.ts",
  "store/migrations.test.ts",
  "store/version-gate.test.ts",
  "concurrency/migrate.test.ts",
];

/** What the tables hold, in texts that do not depend on the server's settings. */
const contentsOf = (db: Db): Promise<TableContent[]> =>
  db.transaction().execute(async (tx) => {
    await setTextFormat(tx);
    return tableContents(tx, await ownTables(tx));
  });

if (programs)
  describe(`PostgreSQL ${programs.version}`, () => {
    let server: TestServer;
    let folder: string;
    before(async () => {
      server = await startPostgres(programs);
      folder = await newDataFolder("paseo-oldest-");
    });
    after(async () => {
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    for (const file of wholeFiles)
      test(`${file} passes`, async () => {
        const { passed, failed, output } = await runOnPostgres(file, { TEST_POSTGRES_URL: server.url });
        assert.ok(failed === 0 && passed > 0, `${passed} passed, ${failed} failed\n${output}`);
      });

    test("files of this version end the start of the embedded database, and the way that it names moves the store", async () => {
      const clone = await cloneDatabase(server.url);
      const former = { DATABASE_URL: clone.url, LOG_LEVEL: "silent" };
      const seeded = await runPaseo(["seed"], former);
      assert.equal(seeded.exitCode, 0, seeded.stderr);
      const database = openServer(clone.url);
      const rows = await contentsOf(database.db);
      await database.close();

      const [old, backup, data] = ["old", "store.gz", "data"].map((name) => join(folder, name));
      await mkdir(old!);
      await server.whileStopped((files) => cp(files, join(old!, "postgres"), { recursive: true }));
      const refused = await runPaseo(["serve"], { DATA_DIR: old!, PORT: "0" });
      assert.equal(refused.exitCode, 3);
      assert.match(
        refused.stderr,
        /its files are of PostgreSQL 15, .+: run `paseo backup FILE` with the release that you used before, set DATA_DIR to a new directory, and run `paseo restore FILE` with this release\.\n$/,
      );

      const saved = await runPaseo(["backup", backup!], former);
      assert.equal(saved.exitCode, 0, saved.stderr);
      const restored = await runPaseo(["restore", backup!], { DATA_DIR: data!, LOG_LEVEL: "silent" });
      assert.equal(restored.exitCode, 0, restored.stderr);
      const embedded = await openEmbedded(data!);
      try {
        assert.deepEqual(await contentsOf(embedded.db), rows);
      } finally {
        await embedded.close();
        await clone.drop();
      }
    });
  });
