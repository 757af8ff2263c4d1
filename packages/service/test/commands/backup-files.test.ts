import assert from "node:assert/strict";
import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { readBackup, writeBackup } from "../../src/commands/store/backup-file.ts";
import { StoreUnavailable } from "../../src/store/database/faults.ts";
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
