import assert from "node:assert/strict";
import { chmod, cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import pg from "pg";
import { startPostgres } from "../support/servers/postgres.ts";
import { npmPrograms } from "../support/servers/postgres-programs.ts";
import { folderFor, unprivileged } from "../support/servers/unprivileged.ts";

/** PostgreSQL of the tests starts wherever the project and its temporary folder are, for root and for ordinary users. */

let root: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), "paseo-places-"));
});
after(() => rm(root, { recursive: true, force: true }));

async function withEnvironment<T>(values: Record<string, string>, work: () => Promise<T>): Promise<T> {
  const former = { ...process.env };
  Object.assign(process.env, values);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(values)) {
      if (former[name] === undefined) delete process.env[name];
      else process.env[name] = former[name];
    }
  }
}

async function startsAndAnswers(): Promise<void> {
  const server = await startPostgres();
  try {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query(
      "select upper('ñandú ação') as upper, current_setting('server_encoding') as code",
    );
    await client.end();
    assert.deepEqual(rows, [{ upper: "ÑANDÚ AÇÃO", code: "UTF8" }]);
  } finally {
    await server.stop();
  }
}

test("PostgreSQL starts from a project in a folder with mode 0700, made under a umask of 077", async () => {
  const { bin } = await npmPrograms(unprivileged());
  const project = join(root, "private");
  await mkdir(project, { mode: 0o700 });
  await cp(dirname(bin), join(project, "native"), { recursive: true, verbatimSymlinks: true });
  await chmod(join(project, "native/bin/postgres"), 0o700);
  const settings = { TEST_POSTGRES_BIN: join(project, "native/bin") };
  await withEnvironment(settings, startsAndAnswers);
});

test("PostgreSQL starts under a umask of 077", async () => {
  const former = process.umask(0o077);
  try {
    await startsAndAnswers();
  } finally {
    process.umask(former);
  }
});

test("PostgreSQL starts with a TMPDIR in a folder with mode 0700", async () => {
  const TMPDIR = join(root, "own");
  await mkdir(TMPDIR, { mode: 0o700 });
  await withEnvironment({ TMPDIR }, startsAndAnswers);
});

test("PostgreSQL starts with a TMPDIR longer than a socket's path may be", async () => {
  const TMPDIR = join(root, "long".repeat(30));
  await mkdir(TMPDIR, { recursive: true });
  await chmod(root, 0o755);
  await withEnvironment({ TMPDIR }, startsAndAnswers);
});

test("PostgreSQL starts with a locale that the machine lacks", async () => {
  await withEnvironment({ LANG: "xx_XX.UTF-8", LC_ALL: "xx_XX.UTF-8" }, startsAndAnswers);
});

test("a missing folder is skipped, and without any the run is refused with a message", async () => {
  const missing = join(root, "missing");
  const folder = await folderFor(unprivileged(), "paseo-place-", [missing, tmpdir()]);
  assert.equal(dirname(folder), tmpdir());
  await rm(folder, { recursive: true });
  await assert.rejects(
    folderFor(unprivileged(), "paseo-place-", [missing]),
    /^Error: No folder.* Set TMPDIR .*missing/,
  );
});

test("an ordinary user suffices, and root without another user is refused with a message", () => {
  if (process.getuid?.() !== 0) return assert.equal(unprivileged([]), undefined);
  const sentence = /^Error: PostgreSQL refuses to run as root.*"no-such-user".* Run the tests as an ordinary user\.$/;
  assert.throws(() => unprivileged(["no-such-user"]), sentence);
});
