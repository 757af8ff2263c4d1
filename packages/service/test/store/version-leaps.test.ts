import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Paged, ProductSummary, VersionResponse } from "@paseo/contract";
import { sql } from "kysely";
import { plantManyEvents } from "../../../../bench/scale.ts";
import { RecentChanges } from "../../src/domain/catalogue/recent-changes.ts";
import { createCatalogueReads } from "../../src/store/catalogue/replica.ts";
import { type Db, openServer } from "../../src/store/database/database.ts";
import { unlistEventYears } from "../../src/store/editing/dropped-years.ts";
import { syncHealth } from "../../src/store/orders/dashboard-health.ts";
import { publishChanges } from "../../src/store/publishing/publishing.ts";
import { columnsOf, ownTables } from "../../src/store/transfer/tables.ts";
import { createVersionGate } from "../../src/store/versions/version-gate.ts";
import { readCounter, type VersionCounter } from "../../src/store/versions/versions.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { eventId, Partner } from "../support/partner.ts";
import { boat, museum, show } from "../support/samples/catalogue.ts";
import { onPostgres } from "../support/servers/stores.ts";

/**
 * The counters leap when the database has started a new incarnation. packages/mirror/test/lost-incarnation.test.ts has real failovers
 * and restores.
 */

/** Makes the newest version belong to another run of the database, as after a failover or a restore. */
async function beginIncarnation(db: Db): Promise<void> {
  await db.transaction().execute((tx) => sql`update counter set incarnation = 'another run'`.execute(tx));
}

const leaps = async (db: Db) =>
  (
    await sql<{ from: number; skipped: number }>`select update_version as from, skipped from leap order by 1`.execute(
      db,
    )
  ).rows;

onPostgres("a new incarnation", (open) => {
  let app: TestApp;
  let db: Db;
  before(async () => {
    app = await startApp({ open });
    db = app.store.database.db;
  });
  after(() => app?.stop());

  const read = async <T>(path: string): Promise<T> => (await fetch(`${app.url}/api/${path}`)).json() as Promise<T>;
  const statuses = (list: string, versions: number[]) =>
    Promise.all(versions.map(async (version) => (await fetch(`${app.url}/api/${list}?version=${version}`)).status));
  const newest = () => read<VersionResponse>("productversion");
  let common: VersionResponse;
  beforeEach(async () => {
    await app.import({ products: [{ ...show, name: `Noche ${Math.random()}` }, museum] });
    await app.import({ products: [{ ...museum, deleted: true }] });
    common = await newest();
    await beginIncarnation(db);
  });

  test("its first publication skips at least a million numbers of both counters, and the next ones none", async () => {
    const before = await leaps(db);
    await app.import({ products: [{ ...boat, name: "Uno" }] });
    const first = await newest();
    const skipped = first.updateVersion - common.updateVersion - 1;
    assert.ok(skipped >= 1_000_000 && skipped < 2_000_000, `${skipped}`);
    assert.equal(first.deleteVersion, common.deleteVersion + skipped);
    assert.deepEqual(await leaps(db), [...before, { from: common.updateVersion, skipped }]);
    await app.import({ products: [{ ...boat, name: "Dos" }] });
    assert.equal((await newest()).updateVersion, first.updateVersion + 1);
    assert.equal((await leaps(db)).length, before.length + 1);
  });

  test("every skipped version is a 410, and the versions before and after go on", async () => {
    await app.import({ products: [{ ...boat, name: "Tres" }] });
    const { updateVersion, deleteVersion } = await newest();
    for (const list of ["products", "events", "availability", "es/pages", "catalogdigest"])
      assert.deepEqual(
        await statuses(list, [common.updateVersion, common.updateVersion + 1, updateVersion - 1, updateVersion]),
        [200, 410, 410, 200],
        list,
      );
    assert.deepEqual(
      await statuses("productsdeleted", [common.deleteVersion, common.deleteVersion + 1, deleteVersion - 1]),
      [200, 410, 410],
    );
    const changed = await read<Paged<ProductSummary>>(`products?version=${common.updateVersion}`);
    assert.deepEqual(
      changed.values.map(({ name }) => name),
      ["Tres"],
    );
  });

  test("the list of deletions since a common version has no pages for the skipped numbers", async () => {
    await app.import({ products: [{ ...show, deleted: true }] });
    const gone = (version: number) => read<Paged<string>>(`productsdeleted?version=${version}`);
    const { deleteVersion } = await newest();
    const list = await gone(common.deleteVersion);
    assert.deepEqual([list.totalCount, list.totalPages, list.values.length], [1, 1, 1]);
    assert.deepEqual((await gone(deleteVersion - 1)).values, list.values);
    assert.equal((await gone(deleteVersion)).totalPages, 0);
    const all = await gone(0);
    assert.deepEqual(all.values.at(-1), list.values[0]);
    assert.equal(all.totalPages, 1);
  });

  test("the dashboard does not count the skipped numbers as versions that a partner lacks", async () => {
    await sql`
      insert into partner_sync (partner_id, update_version, delete_version, at)
      select id, ${common.updateVersion}, ${common.deleteVersion}, ${testNow} from partner`.execute(db);
    await app.import({ products: [{ ...boat, name: `${Math.random()}` }] });
    await app.import({ products: [{ ...show, deleted: true }] });
    const [acme] = await syncHealth(db, testNow);
    assert.equal(acme!.deletionsBehind, 1);
    assert.equal(acme!.versionsBehind, 2);
    assert.equal(acme!.expired, false);
  });

  test("before the first publication, a client that is ahead gets a 410, and any other has nothing new", async () => {
    const { updateVersion: u, deleteVersion: d } = common;
    const versions = (update: number, deleted: number) =>
      read<VersionResponse>(`productversion?updateversion=${update}&deleteversion=${deleted}`);
    assert.deepEqual(await versions(u, d), { updateVersion: 0, deleteVersion: 0 });
    assert.deepEqual(await versions(u + 2, d + 1), common);
    assert.deepEqual(await statuses("products", [u, u + 2]), [200, 410]);
    assert.deepEqual(await statuses("productsdeleted", [d, d + 1]), [200, 410]);
  });

  test("a publication that is rolled back leaves the leap to the next one", async () => {
    const before = await leaps(db);
    const failing = db.transaction().execute(async (tx) => {
      await publishChanges(tx, { currencies: true }, testNow);
      throw new Error("rolled back");
    });
    await assert.rejects(failing, /rolled back/);
    assert.equal((await readCounter(db)).leapDue, true);
    await db.transaction().execute((tx) => publishChanges(tx, {}, testNow));
    const counter = await readCounter(db);
    assert.equal(counter.leapDue, false);
    assert.ok(counter.updateVersion > common.updateVersion + 1_000_000);
    assert.equal((await leaps(db)).length, before.length + 1);
  });

  test("a database that never published takes its first incarnation without a leap", async () => {
    await sql`update counter set incarnation = null`.execute(db);
    await app.import({ products: [{ ...boat, name: `${Math.random()}` }] });
    assert.deepEqual(await newest(), { ...common, updateVersion: common.updateVersion + 1 });
    assert.equal((await readCounter(db)).leapDue, false);
  });

  test("rows that are deleted and filled again in one run of the server begin one too", async () => {
    // The import leaves the rows in the state in which every publication leaves them.
    await app.import({ products: [{ ...boat, name: `${Math.random()}` }] });
    common = await newest();
    const tables = await ownTables(db);
    const kept = await db.transaction().execute(async (tx) => {
      const rows: [string, string[]][] = [];
      for (const name of tables) {
        const found = await sql<{ row: string }>`select row_to_json(t)::text as row from ${sql.table(name)} t`.execute(
          tx,
        );
        rows.push([name, found.rows.map(({ row }) => row)]);
      }
      return rows;
    });
    await app.import({ products: [{ ...boat, name: "Perdido" }] });
    const ahead = await newest();
    await db.transaction().execute(async (tx) => {
      for (const name of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx);
      for (const [name, rows] of kept) {
        const columns = sql.join((await columnsOf(tx, name)).map((column) => sql.ref(column)));
        await sql`insert into ${sql.table(name)} (${columns}) overriding system value
          select ${columns} from json_populate_recordset(null::${sql.table(name)}, ${`[${rows.join(",")}]`}::json)`.execute(
          tx,
        );
      }
    });
    assert.equal((await readCounter(db)).leapDue, true);
    await app.import({ products: [{ ...boat, name: "Otro" }] });
    assert.ok((await newest()).updateVersion > common.updateVersion + 1_000_000);
    assert.deepEqual(await statuses("products", [common.updateVersion, ahead.updateVersion]), [200, 410]);
  });

  test("dropping past years continues an incarnation, and hides no new one", async () => {
    await db.transaction().execute((tx) => unlistEventYears(tx, 2001));
    assert.equal((await readCounter(db)).leapDue, true);
    await app.import({ products: [{ ...boat, name: `${Math.random()}` }] });
    await db.transaction().execute((tx) => unlistEventYears(tx, 2001));
    assert.equal((await readCounter(db)).leapDue, false);
  });

  test("an order in it is placed before the leap, which stays due", async () => {
    const evening = await eventId(app, "show-seat", "2026-06-30T20:00");
    const { status } = await new Partner(app).buy(evening, { ADULT: 1 });
    assert.equal(status, "waitsupplier");
    assert.equal((await readCounter(db)).leapDue, true);
  });

  test("events planted for measurements leap too", async () => {
    await plantManyEvents(db, 100, testNow);
    assert.ok((await readCounter(db)).updateVersion > common.updateVersion + 1_000_000);
  });

  test("a cached page of the lost incarnation is not served when the new one has reached the same positions", async () => {
    const texts = () =>
      Promise.all(
        ["events?fromdate=2026-06-16", "es/pages"].map(async (path) => (await fetch(`${app.url}/api/${path}`)).text()),
      );
    const cached = await texts();
    await sql`update event set tickets = replace(tickets::text, '45.00', '46.00')::jsonb`.execute(db);
    await sql`update page set name_es = name_es || ' 2'`.execute(db);
    assert.deepEqual(await texts(), cached, "they are cached");
    await db
      .transaction()
      .execute((tx) => sql`update counter set skipped = skipped + 1, update_version = update_version + 1`.execute(tx));
    for (const [n, text] of (await texts()).entries()) assert.notEqual(text, cached[n]);
  });

  test("events read in lost versions, or in another incarnation, are not taken for unchanged", async () => {
    const now = await readCounter(db);
    const days = { first: "2099-01-01", last: "2099-01-01" };
    const unchanged = (before: Partial<VersionCounter>) =>
      new RecentChanges(db).unchanged(days, { ...now, ...before }, now);
    assert.equal(await unchanged({}), true);
    assert.equal(await unchanged({ updateVersion: now.updateVersion - 1 }), true);
    assert.equal(await unchanged({ updateVersion: now.updateVersion + 1 }), false);
    assert.equal(await unchanged({ skipped: now.skipped + 1 }), false);
  });

  test("the gate reports it once, and until the leap the primary serves what a replica could", async () => {
    const reported: number[] = [];
    const currentVersion = createVersionGate(app.store.database, ({ updateVersion }) => reported.push(updateVersion));
    const outcomes: string[] = [];
    const reports = {
      onRead: (outcome: string) => outcomes.push(outcome),
      onFailure: (error: unknown) => assert.fail(`${error}`),
    };
    const readCatalogue = createCatalogueReads(db, db, reports);
    const page = async () => readCatalogue(await currentVersion(), async () => "page");
    for (let n = 0; n < 2; n++) assert.equal(await page(), "page");
    assert.deepEqual(reported, [common.updateVersion]);
    const inLost = await readCounter(db);
    await app.import({ products: [{ ...boat, name: `${Math.random()}` }] });
    await page();
    // The replica has the new incarnation. It counts as behind for a counter of the lost one.
    await readCatalogue({ ...inLost, leapDue: false }, async () => "page");
    assert.deepEqual(outcomes, ["behind", "behind", "served", "behind"]);
    assert.equal(reported.length, 1);
  });
});

onPostgres("a new incarnation", (open) => {
  test("of several processes that publish at once, one leaps", async (t) => {
    const store = await open();
    const others = [openServer(store.url!), openServer(store.url!)];
    t.after(async () => {
      for (const other of others) await other.close();
      await store.close();
    });
    const { db } = store.database;
    const publishAt = (at: Db) => at.transaction().execute((tx) => publishChanges(tx, { currencies: true }, testNow));
    await publishAt(db);
    await beginIncarnation(db);
    const counters = await Promise.all(Array.from({ length: 20 }, (_, n) => publishAt(others[n % 2]!.db)));
    const versions = counters.map(({ updateVersion }) => updateVersion).sort((a, b) => a - b);
    assert.deepEqual(
      versions,
      versions.map((_, n) => versions[0]! + n),
    );
    assert.ok(versions[0]! > 1_000_000);
    assert.equal((await leaps(db)).length, 1);
  });
});
