import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { readBackup, writeBackup } from "../../../src/commands/store/backup-file.ts";
import { importCatalogue } from "../../../src/domain/import/import.ts";
import { issueStatement, statementNumber } from "../../../src/domain/terms/statements.ts";
import { type Database, type Db, openServer } from "../../../src/store/database/database.ts";
import { partnerId } from "../../../src/store/partners/partners.ts";
import { statementById } from "../../../src/store/terms/statements.ts";
import { loadSnapshot } from "../../../src/store/transfer/load.ts";
import { withSnapshot } from "../../../src/store/transfer/snapshot.ts";
import { cloneDatabase, databaseUrl } from "../../support/servers/postgres.ts";
import { type Replicated, startReplicated } from "../../support/servers/replica.ts";
import { until } from "../../support/until.ts";

/** Numbers of statements, when backups are restored and a standby is promoted while partners have later statements. */

const parties = { operator: { name: "Operator", lines: [] }, partner: { name: "Agency" } } as never;

describe("numbers of statements in a restored or promoted database", () => {
  let folder: string;
  let servers: Replicated;
  const opened: Database[] = [];
  /** The numbers that the partner has seen, in every database. */
  const seen: string[] = [];
  let day = 0;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "paseo-numbers-"));
    servers = await startReplicated();
  });
  after(async () => {
    for (const { close } of opened) await close().catch(() => {});
    await servers?.stop();
    await rm(folder, { recursive: true });
  });

  const opening = (url: string): Db => {
    const database = openServer(url, { poolSize: 2 });
    opened.push(database);
    return database.db;
  };
  const emptyDatabase = async () => opening((await cloneDatabase(servers.primary)).url);

  /** Issues two statements. Returns their series. */
  async function issue(db: Db): Promise<string> {
    const partner = (await partnerId(db, "agency"))!;
    const series = new Set<string>();
    for (const _ of [1, 2]) {
      const lastOn = new Date(Date.UTC(2026, 0, ++day)).toISOString().slice(0, 10);
      const wish = { partnerId: partner, currencyCode: "EUR", lastOn, by: "", parties };
      const issued = await issueStatement(db, wish, { zone: "Europe/Madrid", now: new Date("2026-11-30T12:00:00Z") });
      const row = (await statementById(db, "id" in issued ? issued.id : assert.fail(issued.problem)))!;
      seen.push(statementNumber(row));
      series.add(row.series);
    }
    assert.equal(new Set(seen).size, seen.length, `a number was given twice: ${seen.join(" ")}`);
    assert.equal(series.size, 1);
    return [...series][0]!;
  }
  const backUp = async (db: Db) => {
    const path = join(folder, `${randomUUID()}.gz`);
    await withSnapshot(db, (snapshot) => writeBackup(path, snapshot, { now: new Date(), onProgress: () => {} }));
    return path;
  };
  /** Histories of the same backup begin at least a second apart. */
  const nextSecond = async () => {
    const began = Math.floor(Date.now() / 1000);
    await until(() => Math.floor(Date.now() / 1000) > began, "the next second");
  };
  const restore = async (path: string, into: Db) => loadSnapshot(into, await readBackup(path), { replace: true });

  test("no number is given twice, and each lost history has a series of its own", async () => {
    const clone = await cloneDatabase(servers.primary);
    const first = opening(clone.url);
    await importCatalogue(first, { partners: [{ externalId: "agency", name: "Agency" }] }, { now: new Date() });
    await sql`
      insert into partner_payment (id, partner_id, currency_code, amount, paid_on, method, recorded_at, recorded_by)
      select gen_random_uuid(), id, 'EUR', 10, '2026-01-01', 'cash', now(), '' from partner`.execute(first);
    const empty = await backUp(first);
    const series = [await issue(first)];
    const full = await backUp(first);
    assert.equal(await issue(first), series[0]);

    // The same backups are restored more than once.
    for (const path of [empty, full, full]) {
      const copy = await emptyDatabase();
      await restore(path, copy);
      await nextSecond();
      series.push(await issue(copy));
      assert.equal(await issue(copy), series.at(-1), "a restored database goes on with its series");
    }
    await restore(full, first);
    await nextSecond();
    series.push(await issue(first));

    await servers.caughtUp();
    const standby = databaseUrl(servers.replica, new URL(clone.url).pathname.slice(1));
    const promoted = opening(standby);
    const before = await issue(first);
    assert.equal(before, series.at(-1));
    await sql`select pg_promote()`.execute(promoted);
    await until(
      async () => (await sql<{ is: boolean }>`select not pg_is_in_recovery() as is`.execute(promoted)).rows[0]!.is,
      "the promotion",
    );
    await nextSecond();
    series.push(await issue(promoted));
    assert.equal(await issue(first), before, "the former primary goes on with its series");
    assert.equal(new Set(series).size, series.length, series.join(" "));
  });
});
