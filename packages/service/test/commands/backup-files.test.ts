import assert from "node:assert/strict";
import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { readBackup, writeBackup } from "../../src/commands/store/backup-file.ts";
import { StoreUnavailable } from "../../src/store/database/faults.ts";
import { dueState } from "../../src/store/dispatch/due-state.ts";
import type { Snapshot } from "../../src/store/transfer/snapshot.ts";
import { testNow } from "../support/app.ts";
import { paseo } from "../support/command.ts";
import { runPaseo } from "../support/servers/processes.ts";
import { onPostgres, type TestStore } from "../support/servers/stores.ts";

/** A backup writes its whole file, or no file. */

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "paseo-backup-files-"));
});
after(() => rm(folder, { recursive: true }));

/** A snapshot of one table, whose rows come from `rows`. */
const snapshotOf = (rows: () => AsyncGenerator<string[]>): Snapshot => ({
  manifest: {
    migrations: [],
    tables: [{ name: "partner", columns: ["id"], rows: 1, hash: "0" }],
    sequences: {},
    secretKeys: [],
  },
  batches: (async function* () {
    for await (const batch of rows()) yield { table: "partner", rows: batch };
  })(),
});
const options = { now: testNow, onProgress: () => {} };
const abandoned = ".paseo-backup-0123456789abcdef.part";

test("of two backups with one name, one gets the name, and its file is whole", async () => {
  const path = join(folder, "twice.gz");
  const both = Promise.withResolvers<void>();
  let started = 0;
  const write = () =>
    writeBackup(
      path,
      snapshotOf(async function* () {
        if (++started === 2) both.resolve();
        await both.promise;
        yield ['{"id":1}'];
      }),
      options,
    );
  const outcomes = await Promise.allSettled([write(), write()]);
  const failed = outcomes.filter((outcome) => outcome.status === "rejected");
  assert.deepEqual(
    failed.map(({ reason }) => reason.message),
    [`${path} exists already. Nothing was written; choose another name.`],
  );
  assert.equal((await readBackup(path)).head.tables[0]!.rows, 1);
  assert.deepEqual(await readdir(folder), ["twice.gz"]);
});

test("a backup that is stopped, or whose store fails, leaves nothing, and the store's error is not the file's", async () => {
  const stop = new AbortController();
  const path = join(folder, "stopped.gz");
  const hanging = snapshotOf(async function* () {
    stop.abort();
    yield ['{"id":1}'];
    await new Promise(() => {});
  });
  await assert.rejects(
    writeBackup(path, hanging, { ...options, signal: stop.signal }),
    /^Error: The backup was stopped\. /,
  );
  const gone = new StoreUnavailable("the server is away");
  const failing = snapshotOf(() => {
    throw gone;
  });
  await assert.rejects(writeBackup(path, failing, options), gone);
  assert.deepEqual(await readdir(folder), ["twice.gz"]);
});

test("a backup deletes the draft of one that was killed, and no other file", async () => {
  const others = [".paseo-backup-00000000000000aa.part", "paseo.gz.part"];
  for (const name of [abandoned, ...others]) await writeFile(join(folder, name), "personal data");
  const before = new Date(Date.now() - 3_600_000);
  for (const name of [abandoned, "paseo.gz.part"]) await utimes(join(folder, name), before, before);
  const one = () =>
    snapshotOf(async function* () {
      yield ['{"id":1}'];
    });
  await writeBackup(join(folder, "next.gz"), one(), options);
  assert.deepEqual((await readdir(folder)).sort(), [...others, "next.gz", "twice.gz"].sort());
});

test("a folder that is missing is named", async () => {
  const path = join(folder, "none", "a.gz");
  const work = writeBackup(
    path,
    snapshotOf(async function* () {}),
    options,
  );
  await assert.rejects(work, { message: `${path} cannot be written: there is no such folder.` });
});

onPostgres("paseo backup", (open) => {
  let store: TestStore;
  before(async () => {
    store = await open();
  });
  after(() => store.close());
  const to = (output: string) => ["sh", "-c", `exec "$@" > '${output}'`, "sh"];

  test("- writes the backup to standard output, and its message to standard error", async () => {
    const path = join(folder, "output.gz");
    const stdout = createWriteStream(path);
    const { exitCode, stderr } = await paseo(["backup", "-"], { DATABASE_URL: store.url }, { stdout });
    await finished(stdout.end());
    assert.equal(exitCode, 0, stderr);
    assert.match(stderr, /^Wrote the backup: 0 events, 0 orders, [\d,]+ rows in \d+ tables\.$/m);
    assert.ok((await readBackup(path)).head.tables.length > 30);
    assert.ok(!(await readdir(".")).includes("-"));
  });

  test("into a folder names its files by the time, deletes old ones only after it succeeded, and records when", async () => {
    const into = join(folder, "daily");
    const DATABASE_URL = store.url!;
    const backUp = (env: object) => paseo(["backup", "--into", into, "--keep-days", "14"], { DATABASE_URL, ...env });
    const age = async () => (await dueState(store.database.db)).backupAge;
    await sql`update migration set at = now() - interval '2 days'`.execute(store.database.db);
    await sql`delete from fact where name = 'last-backup'`.execute(store.database.db);
    assert.ok((await age()) > 170_000, "without a backup the age of the store");
    const first = await backUp({});
    assert.equal(first.exitCode, 0, first.stderr);
    assert.ok((await age()) < 600);
    const [old] = await readdir(into);
    assert.match(old!, /^paseo-\d{4}-\d\d-\d\dT\d{6}Z\.gz$/);
    const weeks = (n: number) => Date.now() / 1000 - n * 7 * 86_400;
    await rename(join(into, old!), join(into, "paseo-2026-01-01T000000Z.gz"));
    for (const name of ["paseo-2026-01-01T000000Z.gz", "paseo-2026-01-01.gz"]) {
      await writeFile(join(into, name), "", { flag: "a" });
      await utimes(join(into, name), weeks(3), weeks(3));
    }
    const failed = await backUp({ DATABASE_URL: "postgres://127.0.0.1:1/none" });
    assert.equal(failed.exitCode, 3);
    assert.equal((await readdir(into)).length, 2, "the old backup is still there");
    const second = await backUp({});
    assert.match(second.stdout, /^Deleted 1 older than 14 days\.$/m);
    const left = (await readdir(into)).sort();
    assert.deepEqual([left.length, left[0]], [2, "paseo-2026-01-01.gz"], "a file of another name stays");
    for (const args of [[], ["a.gz", "--into", into], ["a.gz", "--keep-days", "3"]])
      assert.equal((await paseo(["backup", ...args], { DATABASE_URL })).exitCode, 2, args.join(" "));
  });

  test("is checked by what a start after the restore would say", async () => {
    const { db } = store.database;
    const DATABASE_URL = store.url!;
    const path = join(folder, "checked.gz");
    await sql`
      insert into fact (name, value) values ('supplier-link-key', 'enc:v1:0badcafe:x')`.execute(db);
    assert.equal((await paseo(["backup", path], { DATABASE_URL })).exitCode, 0);
    const check = await paseo(["restore", path, "--check"], {});
    assert.equal(check.exitCode, 2, check.stderr);
    assert.match(
      check.stderr,
      /^.+checked\.gz has secrets .+key id 0badcafe\): set SECRETS_KEY.+add `--lost-key 0badcafe`/,
    );
    const start = await paseo(["migrate", "--check"], { DATABASE_URL });
    assert.equal(start.exitCode, 2);
    assert.match(start.stderr, /^The store has secrets .+key id 0badcafe\).+paseo secrets discard --key-id 0badcafe/);
    await sql`delete from fact where name = 'supplier-link-key'`.execute(db);
    const other = join(folder, "other-build.gz");
    await sql`update migration set hash = 'of another build' where name like '0001%'`.execute(db);
    const refused = await paseo(["migrate", "--check"], { DATABASE_URL });
    assert.equal(refused.exitCode, 3, refused.stdout);
    assert.match(refused.stderr, /^The database was migrated by an unreleased version of Paseo/);
    // As a release without hashes made it: with a column that ours does not have.
    await sql`alter table migration drop column hash`.execute(db);
    assert.equal((await paseo(["migrate", "--check"], { DATABASE_URL })).exitCode, 0);
    const whole = await readBackup(path);
    const tables = whole.manifest.tables.map((table) =>
      table.name === "partner" ? { ...table, columns: [...table.columns, "colour"] } : table,
    );
    await writeBackup(
      other,
      { batches: whole.batches, manifest: { ...whole.manifest, secretKeys: [], migrationHashes: {}, tables } },
      options,
    );
    const foreign = await paseo(["restore", other, "--check"], {});
    assert.equal(foreign.exitCode, 3, foreign.stdout);
    assert.match(foreign.stderr, /^The backup was made by an unreleased version of Paseo/);
    await sql`alter table partner add column colour text`.execute(db);
    assert.equal((await paseo(["migrate", "--check"], { DATABASE_URL })).exitCode, 3);
    await sql`alter table partner drop column colour`.execute(db);
    assert.equal((await paseo(["migrate"], { DATABASE_URL })).exitCode, 0);
    const hashes = await sql<{ n: number }>`select count(hash)::int as n, count(*)::int as of from migration`.execute(
      db,
    );
    assert.deepEqual(hashes.rows, [{ n: hashes.rows[0]!.n, of: hashes.rows[0]!.n }], "the hashes are recorded");
  });

  test("on a full disk says whose disk it is", async () => {
    const stdout = createWriteStream("/dev/full");
    const { exitCode, stderr } = await paseo(["backup", "-"], { DATABASE_URL: store.url }, { stdout });
    assert.equal(exitCode, 1, stderr);
    assert.match(stderr, /^The standard output cannot be written: its disk is full\. No backup was made; .*$/m);
  });

  test("that ends before the store is read also says so, and leaves no draft", async () => {
    // Bytes that gzip does not shorten: more than the streams keep in memory.
    await sql`
      insert into audit (at, operator, operation, subject, outcome, after)
      select now(), 'test', 'test', '', 'done', to_jsonb(
        (select string_agg(md5(n::text || '-' || m::text), '') from generate_series(1, 100) m))
      from generate_series(1, 1000) n`.execute(store.database.db);
    const run = (path: string, within: string[]) => runPaseo(["backup", path], { DATABASE_URL: store.url! }, within);
    const output = await run("-", to("/dev/full"));
    assert.equal(output.exitCode, 1, output.stderr);
    assert.match(output.stderr, /^The standard output cannot be written: its disk is full\. /m);
    // The operating system refuses to write more than this, in the same way as on a full disk.
    const path = join(folder, "large.gz");
    const limited = await run(path, ["sh", "-c", 'ulimit -f 600; exec "$@"', "sh"]);
    assert.equal(limited.exitCode, 1, limited.stderr);
    assert.match(limited.stderr, new RegExp(`^${path} cannot be written: EFBIG`, "m"));
    assert.deepEqual(
      (await readdir(folder)).filter(
        (name) => name.includes(".part") && name !== "paseo.gz.part" && !name.includes("00aa"),
      ),
      [],
    );
  });
});
