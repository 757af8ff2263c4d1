import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { readBackup, writeBackup } from "../../src/commands/store/backup-file.ts";
import { productVersion } from "../../src/domain/catalogue/lists.ts";
import type { Db } from "../../src/store/database/database.ts";
import { SchemaMismatch } from "../../src/store/database/migrate.ts";
import { allRows, onlyRow, run } from "../../src/store/database/rows.ts";
import { ContentDiffers, loadSnapshot, StoreInUse, StoreNotEmpty } from "../../src/store/transfer/load.ts";
import { withSnapshot } from "../../src/store/transfer/snapshot.ts";
import { ownTables } from "../../src/store/transfer/tables.ts";
import { startApp, testNow } from "../support/app.ts";
import { eventId, Partner } from "../support/partner.ts";
import { boat } from "../support/samples/catalogue.ts";
import { contents } from "../support/samples/importing.ts";
import { startOrdering } from "../support/samples/ordering.ts";
import { type OpenStore, onPostgres, openStore, type TestStore } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** Backups of either store, restored into either. */

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "paseo-backup-"));
});
after(() => rm(folder, { recursive: true }));

let files = 0;
const newPath = () => join(folder, `${++files}.gz`);

async function backUp(db: Db, path = newPath()): Promise<string> {
  await withSnapshot(db, (snapshot) => writeBackup(path, snapshot, { now: testNow, onProgress: () => {} }));
  return path;
}

/** Returns the text of every row of every table. It does not use the code under test. */
async function allContents(db: Db): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const table of await ownTables(db)) {
    const found = await allRows(db)<{ row: string }>`select t::text as row from ${sql.table(table)} t order by 1`;
    rows[table] = found.map(({ row }) => row);
  }
  return rows;
}

/** Returns a store that stays open when the service stops. */
const leftOpen = (store: TestStore): TestStore => {
  const close = async () => {};
  return { ...store, database: { ...store.database, close }, close };
};

/** A store with a catalogue, two orders, callbacks, timelines, secrets and a deleted product. Closed, the service no longer changes it. */
async function soldStore(open: OpenStore): Promise<{ store: TestStore; key: string; evening: string }> {
  const store = await open();
  const ordering = await startOrdering({ open: async () => leftOpen(store) });
  const evening = await eventId(ordering.app, "show-seat", "2026-06-30T20:00");
  const { id } = await ordering.buy(evening, { externalReference: "R-1" });
  await ordering.buy(evening);
  await ordering.change(id!, { trigger: "confirmed", actor: "supplier" });
  await until(() => ordering.notified(id!).length > 0, "the callback");
  await ordering.app.import({ products: [{ ...boat, deleted: true }] });
  await ordering.stop();
  return { store, key: ordering.app.key, evening };
}

onPostgres("a backup", (open) => {
  let source: Awaited<ReturnType<typeof soldStore>>;
  let path: string;
  before(async () => {
    source = await soldStore(open);
    path = await backUp(source.store.database.db);
  });
  after(() => source?.store.close());

  test("restores every row, the keys, and a partner's next increment", async (t) => {
    const target = await open();
    t.after(() => target.close());
    const [old, restored] = [source.store.database.db, target.database.db];
    await loadSnapshot(restored, await readBackup(path));
    const rows = await allContents(restored);
    assert.deepEqual(rows, await allContents(old));
    assert.ok(Object.keys(rows).length > 30);
    for (const table of [
      "orders",
      "callback",
      "callback_attempt",
      "order_timeline",
      "signing_secret",
      "api_key",
      "event",
    ])
      assert.ok(rows[table]!.length > 0, `${table} has rows`);
    assert.deepEqual(await contents(restored), await contents(old));

    const nobody = { updateversion: -1, deleteversion: -1 };
    const versions = await productVersion(old, nobody);
    assert.deepEqual(await productVersion(restored, nobody), versions, "productversion is right at once");

    const app = await startApp({ open: async () => leftOpen(target), catalogue: {}, jobs: false });
    try {
      await app.import({ products: [{ ...boat, name: "Tras la copia" }] });
      const get = (address: string) => fetch(`${app.url}/api/${address}`, { headers: { "x-api-key": source.key } });
      const { updateVersion } = (await (await get("productversion")).json()) as { updateVersion: number };
      assert.ok(updateVersion > versions.updateVersion + 1_000_000);
      assert.equal((await get(`products?version=${versions.updateVersion + 1}`)).status, 410, "a client ahead");
      const increment = await get(`products?version=${versions.updateVersion}`);
      const { values } = (await increment.json()) as { values: { name: string }[] };
      assert.deepEqual(
        values.map(({ name }) => name),
        ["Tras la copia"],
      );
      await new Partner(app, { key: source.key }).buy(source.evening, { ADULT: 1 });
      await run(
        restored,
      )`insert into audit (at, operator, operation, subject, outcome) values (now(), 'a', 'b', 'c', 'done')`;
    } finally {
      await app.stop();
    }
  });

  test("of a server that sells meanwhile has its rows as of one moment", async (t) => {
    const { store } = await soldStore(open);
    t.after(() => store.close());
    const { db } = store.database;
    const path = newPath();
    const before = await allContents(db);
    await withSnapshot(db, async (snapshot) => {
      await run(db)`update event set capacity_left = capacity_left - 1 where capacity_left > 0`;
      await run(db)`insert into partner (id, external_id, name) values (gen_random_uuid(), 'later', 'Later')`;
      await writeBackup(path, snapshot, { now: testNow, onProgress: () => {} });
    });
    const target = await open();
    t.after(() => target.close());
    await loadSnapshot(target.database.db, await readBackup(path));
    assert.deepEqual(await allContents(target.database.db), before);
    assert.notDeepEqual(await allContents(db), before);
  });

  test("is not restored beside a process of the service", async (t) => {
    const [source, target] = [await openStore(), await open()];
    t.after(async () => {
      await source.close();
      await target.close();
    });
    const path = await backUp(source.database.db);
    const other = await target.database.db.startTransaction().execute();
    try {
      await assert.rejects(loadSnapshot(target.database.db, await readBackup(path)), (error) => {
        assert.ok(error instanceof StoreInUse);
        // The store's own pool may have more connections that it does not use.
        assert.match(error.message, /^Processes of Paseo have [1-9] connections? to the database\.$/);
        return true;
      });
    } finally {
      await other.rollback().execute();
    }
  });
});

onPostgres("a restore", (open) => {
  let source: TestStore;
  let path: string;
  let target: TestStore;
  let db: Db;
  before(async () => {
    source = await openStore();
    await run(
      source.database.db,
    )`insert into partner (id, external_id, name) values (gen_random_uuid(), 'acme', 'Acme')`;
    path = await backUp(source.database.db);
    target = await open();
    db = target.database.db;
  });
  after(async () => {
    await target?.close();
    await source?.close();
  });

  /** Fails unless the work is refused with this error, and with no other effect. */
  async function refused(work: Promise<unknown>, expected: RegExp | (new (...args: never[]) => Error)): Promise<void> {
    await assert.rejects(work, (error: Error) => {
      if (expected instanceof RegExp) assert.match(error.message, expected);
      else assert.ok(error instanceof expected, `${error}`);
      return true;
    });
  }

  const lines = async () => gunzipSync(await readFile(path)).toString();
  const fileOf = async (bytes: string | Buffer): Promise<string> => {
    const other = newPath();
    await writeFile(other, bytes);
    return other;
  };

  test("refuses a file that is truncated, altered, of a newer version or no backup, before it writes anything", async () => {
    const text = await lines();
    const bytes = await readFile(path);
    for (const [what, content, message] of [
      ["a file that ends early", bytes.subarray(0, bytes.length - 20), /is damaged: it is truncated\./],
      ["an altered byte", Buffer.from(bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1)), /is damaged: /],
      ["rows that end early", gzipSync(text.slice(0, text.length >> 1)), /is damaged: it is truncated\./],
      [
        "without its last line",
        gzipSync(`${text.trimEnd().split("\n").slice(0, -1).join("\n")}\n`),
        /it is truncated\./,
      ],
      ["an altered row", gzipSync(text.replace('"Acme"', '"Acne"')), /is damaged: its checksum is wrong\./],
      ["more at its end", gzipSync(`${text}{}\n`), /is damaged: its checksum is wrong\./],
      [
        "of a newer version",
        gzipSync(text.replace("paseo-backup-1", "paseo-backup-2")),
        /paseo-backup-2 of a newer Paseo/,
      ],
      ["other lines", gzipSync("{}\n"), /is not a backup that `paseo backup` made\./],
      ["no gzip", text, /is not a backup that `paseo backup` made\./],
      ["nothing", "", /is damaged: it is truncated\./],
    ] as const)
      await refused(readBackup(await fileOf(content)), message).catch((error) => assert.fail(`${what}: ${error}`));
    await refused(readBackup(join(folder, "none.gz")), /there is no such file\.$/);
  });

  test("leaves nothing behind when the rows are not those that were counted, or do not come to an end", async () => {
    const { manifest, batches } = await readBackup(path);
    const tables = manifest.tables.map((table) => (table.name === "partner" ? { ...table, hash: "1" } : table));
    const before = await allContents(db);
    await refused(loadSnapshot(db, { manifest: { ...manifest, tables }, batches }), ContentDiffers);
    const broken = async function* () {
      yield* batches;
      throw new Error("the disk is gone");
    };
    await refused(loadSnapshot(db, { manifest, batches: broken() }), /the disk is gone/);
    assert.deepEqual(await allContents(db), before);
  });

  test("refuses the schema of a newer release or of none, in the file and in the store", async () => {
    const backup = await readBackup(path);
    const loaded = (...migrations: string[]) =>
      loadSnapshot(db, { ...backup, manifest: { ...backup.manifest, migrations } });
    await refused(
      loaded(...backup.manifest.migrations, "9999_later.sql"),
      /^The backup was made by a newer Paseo \(9999_later\.sql\)/,
    );
    await refused(
      loaded("0001_schema_2.sql", "0002_operator_day.sql"),
      /^The backup was made by an unreleased version of Paseo \(2 of its migrations, /,
    );
    await run(db)`insert into migration (name) values ('9999_later.sql')`;
    await refused(loadSnapshot(db, backup, { replace: true }), SchemaMismatch);
    await refused(backUp(db), SchemaMismatch);
    await run(db)`delete from migration where name = '9999_later.sql'`;
  });

  test("takes a store that was only started, and replaces content only on demand", async () => {
    await run(db)`
      insert into operator (id, email, name, role, created_at) values (gen_random_uuid(), '', 'Owner', 'owner', now())`;
    await loadSnapshot(db, await readBackup(path));
    const rows = await allContents(source.database.db);
    assert.deepEqual(await allContents(db), rows);

    await run(db)`update partner set name = 'Other'`;
    const before = await allContents(db);
    await refused(
      readBackup(path).then((backup) => loadSnapshot(db, backup)),
      StoreNotEmpty,
    );
    assert.deepEqual(await allContents(db), before);
    await loadSnapshot(db, await readBackup(path), { replace: true });
    assert.deepEqual(await allContents(db), rows);
  });

  test("does not replace tables of another program", async () => {
    await run(db)`alter table migration rename to other_migration`;
    await refused(loadSnapshot(db, await readBackup(path), { replace: true }), /already exists/);
    await run(db)`alter table other_migration rename to migration`;
    const { n } = await onlyRow(db)<{ n: number }>`select count(*) as n from partner`;
    assert.equal(n, 1);
  });

  test("keeps a row on one line, whatever its texts hold, and the file is its owner's only", async () => {
    const name = 'a\nb\r\n\u2028c\\"d\t\u{1F600}';
    await run(db)`update partner set name = ${name}`;
    const other = await backUp(db);
    assert.equal((await stat(other)).mode & 0o077, 0);
    await loadSnapshot(db, await readBackup(other), { replace: true });
    assert.equal((await onlyRow(db)<{ name: string }>`select name from partner`).name, name);
  });
});
