import assert from "node:assert/strict";
import { chmod, chown, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isDiskFull } from "../../src/store/database/embedded/embedded-failure.ts";
import { openEmbedded } from "../../src/store/database/embedded/open.ts";
import { onlyRow } from "../../src/store/database/rows.ts";
import { paseo } from "../support/command.ts";
import { pidsRunning } from "../support/servers/postgres-pids.ts";
import { runPaseo, startService } from "../support/servers/processes.ts";
import { copyDataDir, makeDataDir, newDataFolder } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** The PostgreSQL that `paseo serve` starts in DATA_DIR. */

let root: string;
before(async () => {
  root = await newDataFolder("paseo-embedded-");
});
after(() => rm(root, { recursive: true, force: true }));

let folders = 0;
const newDir = () => join(root, `data-${++folders}`);

async function migratedDir(dataDir = newDir()): Promise<string> {
  await makeDataDir(dataDir);
  return dataDir;
}

/** What `paseo migrate` says when it has opened a migrated store. */
const upToDate = { exitCode: 0, stdout: "The schema is up to date.\n", stderr: "" };

test("the server writes durably, listens on a loopback port only, and hides its password, whatever its path", async () => {
  // Spaces, accents and more than 107 bytes.
  const dataDir = join(root, "una carpeta ñandú", "x".repeat(120), "datos");
  const database = await openEmbedded(dataDir, { creates: true });
  try {
    const shown = await onlyRow(database.db)<Record<string, string>>`
      select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
        current_setting('synchronous_commit') as commit, current_setting('data_checksums') as checksums,
        current_setting('listen_addresses') as address, current_setting('unix_socket_directories') as sockets,
        current_setting('log_min_error_statement') as logged`;
    assert.deepEqual(shown, {
      fsync: "on",
      pages: "on",
      commit: "on",
      checksums: "on",
      address: "127.0.0.1",
      sockets: "",
      logged: "panic",
    });
    const hba = await readFile(join(dataDir, "postgres", "pg_hba.conf"), "utf8");
    assert.ok(!/\btrust\b/.test(hba.replace(/^#.*$/gm, "")), "no connection without a password");
    const { mode } = await stat(join(dataDir, "postgres"));
    assert.equal(mode & 0o077, 0, "nobody else reads the files");
    assert.deepEqual(
      (await readdir(dataDir)).filter((name) => name.startsWith("postgres.new-")),
      [],
    );
    const [postmaster] = pidsRunning(join(dataDir, "postgres"));
    const environment = await readFile(`/proc/${postmaster}/environ`, "utf8");
    assert.ok(!environment.includes("TMPDIR="), "variables of the service are not passed on");
  } finally {
    await database.close();
  }
});

test("workers share the database, commands use it meanwhile, a second service is refused, and it ends with them", async () => {
  const DATA_DIR = await migratedDir();
  const service = await startService({ DATA_DIR }, ["--workers", "2"]);
  try {
    const seeded = await paseo(["keys", "create", "acme"], { DATA_DIR });
    assert.match(seeded.stderr, /no such partner/, "the command read the store");
    const path = join(root, "running.gz");
    const backup = await paseo(["backup", path], { DATA_DIR });
    assert.equal(backup.exitCode, 0, backup.stderr);
    assert.match(backup.stdout, /^Wrote /);
    const second = await paseo(["serve"], { DATA_DIR, PORT: "0" });
    assert.equal(second.exitCode, 3);
    assert.equal(
      second.stderr,
      `The data directory ${DATA_DIR} is in use by process ${service.pid}: stop that process, or serve with more processes by --workers.\n`,
    );
    const moved = await paseo(["move", "--to", "postgres://127.0.0.1:1/x"], { DATA_DIR });
    assert.equal(moved.exitCode, 3);
    assert.match(moved.stderr, /is in use by process/);
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
  } finally {
    assert.equal(await service.stop(), 0);
  }
  assert.deepEqual(pidsRunning(join(DATA_DIR, "postgres")), []);
});

test("two commands at once without a service wait for each other", async () => {
  const DATA_DIR = await migratedDir();
  const both = await Promise.all([paseo, runPaseo].map((run) => run(["operators", "list"], { DATA_DIR })));
  for (const { exitCode, stderr } of both) assert.equal(exitCode, 0, stderr);
});

test("a command that needs a store creates none", async () => {
  const DATA_DIR = newDir();
  for (const args of [
    ["keys", "list"],
    ["keys", "create", "acme"],
    ["secrets", "reencrypt"],
    ["migrate", "--check"],
    ["backup", "x"],
  ]) {
    const { exitCode, stderr } = await paseo(args, { DATA_DIR, SECRETS_KEY: Buffer.alloc(32).toString("base64") });
    assert.equal(exitCode, 3, args.join(" "));
    assert.match(
      stderr,
      /^There is no store in \S+: set DATA_DIR to its directory, or DATABASE_URL to its server\.\n$/,
    );
  }
  await assert.rejects(stat(DATA_DIR), { code: "ENOENT" });
});

test("root leaves nothing in a folder of another user that this user may not use", {
  skip: process.getuid?.() === 0 ? false : "only root can give files away",
}, async (t) => {
  const owner = 65_534;
  const DATA_DIR = newDir();
  await mkdir(DATA_DIR, { mode: 0o700 });
  await chown(DATA_DIR, owner, owner);
  const umask = process.umask(0o077);
  t.after(() => process.umask(umask));
  assert.equal((await paseo(["migrate"], { DATA_DIR })).exitCode, 0);
  assert.deepEqual(await paseo(["migrate"], { DATA_DIR }), upToDate);
  const entries = await readdir(DATA_DIR, { recursive: true });
  assert.ok(entries.includes("lock/owner.json") && entries.includes("postgres/PG_VERSION"));
  for (const entry of entries) assert.equal((await lstat(join(DATA_DIR, entry))).uid, owner, entry);
  // The next folder is made inside of what the user has.
  const inside = join(DATA_DIR, "inside", "data");
  assert.equal((await paseo(["migrate"], { DATA_DIR: inside })).exitCode, 0);
  assert.equal((await stat(inside)).uid, owner);
});

test("root does not put the store elsewhere when the server's user may not enter the folder", {
  skip: process.getuid?.() === 0 ? false : "another user's server runs as that user",
}, async () => {
  const closed = newDir();
  await mkdir(closed, { mode: 0o700 });
  const { exitCode, stderr } = await paseo(["migrate"], { DATA_DIR: join(closed, "data") });
  assert.equal(exitCode, 3);
  assert.match(
    stderr,
    /cannot be opened: PostgreSQL does not run as root, and the user \w+ may not enter \S+: let that user enter it, or /,
  );
  assert.deepEqual(await readdir(closed), []);
});

test("a data directory that is a file ends the start with a sentence, and no store is made elsewhere", async () => {
  const file = join(root, "a file");
  await writeFile(file, "");
  for (const dataDir of [file, join(file, "below", "it")]) {
    const { exitCode, stderr } = await paseo(["serve"], { DATA_DIR: dataDir, PORT: "0" });
    assert.equal(exitCode, 3, stderr);
    assert.match(stderr, /a file is a file, not a folder: set DATA_DIR to a folder, or to a path where .+[^.]\.\n$/);
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
  }
});

test("folders of the system are refused at the start with a sentence", { timeout: 120_000 }, async () => {
  for (const DATA_DIR of ["/proc", "/proc/paseo/data", "/sys/paseo", "/dev", "/dev/null/paseo"]) {
    const { exitCode, stderr } = await paseo(["serve"], { DATA_DIR, PORT: "0" });
    assert.equal(exitCode, 3, stderr);
    assert.equal(
      stderr,
      `The embedded database in ${DATA_DIR} cannot be opened: the system keeps ${DATA_DIR} in memory for itself: set DATA_DIR to a folder on a disk.\n`,
    );
  }
});

test("a link to a folder in which nothing can be created ends the start with a sentence", async () => {
  const link = join(root, "link");
  await symlink("/proc", link);
  for (const DATA_DIR of [link, join(link, "a", "b")]) {
    const { exitCode, stderr } = await paseo(["serve"], { DATA_DIR, PORT: "0" });
    assert.equal(exitCode, 3, stderr);
    assert.match(stderr, /cannot be opened: no folder can be created there\. Set DATA_DIR to another folder\.\n$/);
  }
});

test("PostgreSQL's messages of a full disk are recognised", () => {
  for (const line of [
    'FATAL:  could not write to file "pg_wal/xlogtemp.29": No space left on device',
    "initdb: error: could not write file: Disk quota exceeded",
    "PANIC:  could not extend file: wrote only 4096 of 8192 bytes at block 12",
  ])
    assert.ok(isDiskFull(line), line);
  assert.ok(!isDiskFull('FATAL:  could not open file "global/pg_control": Permission denied'));
});

test("files of another version or engine are refused at the start with a sentence that says how to go on", async () => {
  const newer = await migratedDir();
  await writeFile(join(newer, "postgres", "PG_VERSION"), "17\n");
  const former = newDir();
  await mkdir(join(former, "pg"), { recursive: true });
  await writeFile(join(former, "pg", "PG_VERSION"), "18\n");
  for (const [DATA_DIR, sentence] of [
    [
      newer,
      /its files are of PostgreSQL 17, and this release brings PostgreSQL 18: run `paseo backup FILE` with the release/,
    ],
    [
      former,
      /was made by an earlier Paseo with another engine: run `paseo backup FILE` with that version.+`paseo restore FILE`/,
    ],
  ] as const) {
    const { exitCode, stderr } = await paseo(["serve"], { DATA_DIR, PORT: "0" });
    assert.equal(exitCode, 3);
    assert.match(stderr, sentence);
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
  }
});

test("a copy of the directory opens, whoever owns its files, and if its process id now belongs to another program", async () => {
  const [from, to] = [await migratedDir(), newDir()];
  await copyDataDir(from, `${to}.copy`);
  await rename(`${to}.copy`, to);
  await chmod(join(to, "postgres"), 0o755);
  const lines = [process.pid, join(from, "postgres"), 1_780_000_000, 5432, "", "127.0.0.1", "  1 1", "ready   ", ""];
  await writeFile(join(to, "postgres", "postmaster.pid"), lines.join("\n"));
  assert.deepEqual(await paseo(["migrate"], { DATA_DIR: to }), upToDate);
});

test("after kill -9 of the service its database ends, and the next start opens the store", async () => {
  const DATA_DIR = await migratedDir();
  const service = await startService({ DATA_DIR });
  await service.kill();
  assert.deepEqual(await paseo(["migrate"], { DATA_DIR }), upToDate);
  await until(() => pidsRunning(join(DATA_DIR, "postgres")).length === 0, "the end of the database");
});

test("a port that is taken ends the start with a sentence, and no database runs afterwards", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as { port: number };
  const DATA_DIR = await migratedDir();
  const { exitCode, stderr } = await paseo(["serve"], { DATA_DIR, PORT: `${port}` });
  taken.close();
  assert.equal(exitCode, 1);
  assert.match(stderr, new RegExp(`Port ${port} on \\S+ is in use`));
  assert.deepEqual(pidsRunning(join(DATA_DIR, "postgres")), []);
});
