import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { startApp } from "../../service/test/support/app.ts";
import manifest from "../package.json" with { type: "json" };
import { readOptions, UsageError } from "../src/options.ts";
import { runMirror, startMirror, until } from "./support/command.ts";
import { assertSame, serviceCatalogue } from "./support/comparing.ts";
import { ndjsonCopy, postgresCopy, sqliteCopy, temporaryFolder } from "./support/copies.ts";
import { mirrorHere, startHere } from "./support/here.ts";

/** Messages of the command about an invalid command line, and about copies that cannot be used. */

test("an invalid command line is refused with a message that names the option", () => {
  const url = "http://127.0.0.1:8080";
  const wrong: [string[], RegExp][] = [
    [[], /address of the service is missing/],
    [[url], /--to is missing/],
    [[url, "--to", "mysql://localhost/x"], /--to must be sqlite:FILE/],
    [[url, "--to", "postgres:x"], /--to must be/],
    [[url, "--to", "sqlite:"], /--to must be/],
    [[url, "more", "--to", "sqlite:x"], /remove more/],
    [[url, "--to", "sqlite:x", "--lang", "fr"], /--lang must be es or pt/],
    [[url, "--to", "sqlite:x", "--format", "csv"], /--format must be json or xml/],
    [[url, "--to", "sqlite:x", "--every", "30s"], /--every requires --watch/],
    [[url, "--to", "sqlite:x", "--watch", "--every", "0s"], /--every must be from 1s to 24h/],
    [[url, "--to", "sqlite:x", "--watch", "--every", "25h"], /--every must be from 1s to 24h/],
    [[url, "--to", "sqlite:x", "--watch", "--every", "soon"], /--every must be from 1s to 24h/],
    [[url, "--to", "sqlite:x", "--watch", "--verify"], /--verify cannot be used with --watch/],
    [[url, "--to", "sqlite:x", "--changes", "--changes-to", "y"], /cannot be used together/],
    [[url, "--to", "sqlite:x", "--wathc"], /Unknown option '--wathc'/],
    [[url, "--to"], /--to <value>/],
  ];
  for (const [args, message] of wrong) {
    assert.throws(
      () => readOptions(args, undefined),
      (error) => error instanceof UsageError && message.test(error.message),
    );
  }
});

test("the key comes from the option, otherwise from the environment", () => {
  const args = ["http://127.0.0.1:8080", "--to", "sqlite:x"];
  const keyOf = (given: string[], environment: string | undefined) => {
    const options = readOptions(given, environment);
    return typeof options === "string" ? options : options.apiKey;
  };
  assert.equal(keyOf([...args, "--key", "pk_option"], "pk_environment"), "pk_option");
  assert.equal(keyOf(args, "pk_environment"), "pk_environment");
  assert.equal(keyOf(args, ""), undefined);
});

test("help and version go to standard output", async () => {
  const help = await mirrorHere(["--help"]);
  assert.equal(help.exitCode, 0);
  assert.match(help.stdout, /^Usage: paseo-mirror URL --to TARGET/);
  for (const line of help.stdout.split("\n")) assert.ok(line.length <= 110, line);
  assert.deepEqual(await mirrorHere(["--version"]), { exitCode: 0, stdout: `${manifest.version}\n`, stderr: "" });
  const wrong = await mirrorHere(["ftp://127.0.0.1", "--to", "sqlite:x"]);
  assert.deepEqual([wrong.exitCode, wrong.stdout], [2, ""]);
  assert.match(
    wrong.stderr,
    /^The address of the service must be an http or https address.*\(paseo-mirror --help\)\n$/,
  );
});

test("a copy that cannot be used is refused with a message and not changed", async (t) => {
  const app = await startApp();
  t.after(() => app.stop());
  const folder = await temporaryFolder(t);
  const refused = async (to: string, message: RegExp) => {
    const { exitCode, stdout, stderr } = await mirrorHere([app.url, "--to", to]);
    assert.deepEqual([exitCode, stdout], [3, ""], stderr);
    assert.match(stderr, message);
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
  };
  await writeFile(join(folder, "notes.txt"), "Not a database, but longer than the header of one would be. ".repeat(10));
  await refused(`sqlite:${join(folder, "notes.txt")}`, /notes\.txt cannot be used: file is not a database/);
  await refused(`sqlite:${join(folder, "missing/x.db")}`, /cannot be opened: .*Does its folder exist\?/);
  await refused(`ndjson:${join(folder, "notes.txt")}`, /The folder .*notes\.txt cannot be created/);
  await refused("ndjson:/proc/paseo/copy", /The folder \/proc\/paseo\/copy cannot be created/);
  await refused("postgres://127.0.0.1:1/x", /postgres:\/\/127\.0\.0\.1:1\/x cannot be used: .*ECONNREFUSED/);
  await refused("postgres://u:secret@127.0.0.1:1/x?schema=A-B", /The schema must be/);

  const other = new DatabaseSync(join(folder, "shop.db"));
  other.exec("create table product (sku text)");
  other.close();
  await refused(`sqlite:${join(folder, "shop.db")}`, /has a table product of another program/);

  const copy = await sqliteCopy(t);
  assert.equal((await mirrorHere([app.url, "--to", copy.to])).exitCode, 0);
  await refused(copy.to.replace("sqlite:", "ndjson:"), /cannot be created/);
  const elsewhere = await mirrorHere([app.url.replace("127.0.0.1", "localhost"), "--to", copy.to]);
  assert.equal(elsewhere.exitCode, 3);
  assert.match(elsewhere.stderr, /This is a copy of http:\/\/127.*, not of http:\/\/localhost.*--full/);
  const moved = await mirrorHere([app.url.replace("127.0.0.1", "localhost"), "--to", copy.to, "--full"]);
  assert.equal(moved.exitCode, 0, moved.stderr);

  const table = new DatabaseSync(copy.path);
  table.exec("update sync_state set format = 99");
  table.close();
  await refused(copy.to, /created by another version of paseo-mirror/);
});

// The locks of files are between processes; the lock in PostgreSQL is between connections.
for (const { kind, makeCopy, startOther } of [
  { kind: "SQLite", makeCopy: sqliteCopy, startOther: startMirror },
  { kind: "PostgreSQL", makeCopy: postgresCopy, startOther: startHere },
  { kind: "NDJSON files", makeCopy: ndjsonCopy, startOther: startMirror },
]) {
  test(`two mirrors never work on one copy in ${kind}`, async (t) => {
    const app = await startApp();
    t.after(() => app.stop());
    const copy = await makeCopy(t);
    const both = [startHere, startOther].map((start) => start([app.url, "--to", copy.to, "--watch"]));
    t.after(() => Promise.all(both.map((mirror) => mirror.stop("SIGKILL"))));
    const loser = await Promise.race(both.map(async (mirror, n) => ({ n, ...(await mirror.ended) })));
    assert.equal(loser.exitCode, 3);
    assert.match(loser.stderr, /^Another paseo-mirror is using .*\n$/);
    const winner = both[1 - loser.n]!;
    await until(() => winner.output.stderr.includes("The copy is at version"));
    assert.equal((await winner.stop("SIGTERM")).exitCode, 0);
    assertSame(await copy.catalogue(), await serviceCatalogue(app.url));
  });
}

test("a missing module or package is reported", async (t) => {
  const app = await startApp();
  t.after(() => app.stop());
  const folder = await temporaryFolder(t);
  const old = await runMirror([app.url, "--to", `sqlite:${folder}/x.db`], { node: ["--no-experimental-sqlite"] });
  assert.equal(old.exitCode, 3);
  assert.match(
    old.stderr,
    /^sqlite: and ndjson: need Node 22\.13 or newer; this is v\d+\.\d+\.\d+\. postgres:\/\/ works with it\.\n$/,
  );

  const hook = `import { registerHooks } from "node:module";
    registerHooks({ resolve: (name, context, next) => { if (name === "pg") throw new Error("no pg"); return next(name, context); } });`;
  const without = ["--import", `data:text/javascript,${encodeURIComponent(hook)}`];
  const missing = await runMirror([app.url, "--to", "postgres://127.0.0.1:1/x"], { node: without });
  assert.equal(missing.exitCode, 3);
  assert.match(missing.stderr, /^postgres:\/\/ needs the package pg, which is not installed: npm install pg\.\n$/);
});

test("the command exits with 4 when the service refuses reads, and reads with a key", async (t) => {
  const app = await startApp({ config: { readAccess: "key" } });
  t.after(() => app.stop());
  const copy = await sqliteCopy(t);
  const closed = await mirrorHere([app.url, "--to", copy.to]);
  assert.equal(closed.exitCode, 4);
  assert.match(closed.stderr, /^401 .*\n$/);
  const wrong = await mirrorHere([app.url, "--to", copy.to, "--key", "pk_wrong"]);
  assert.equal(wrong.exitCode, 4);
  assert.doesNotMatch(wrong.stderr, /pk_wrong/);
  const opened = await mirrorHere([app.url, "--to", copy.to], { env: { PASEO_KEY: app.key } });
  assert.equal(opened.exitCode, 0, opened.stderr);
});

test("with --quiet nothing is printed; with --format xml the copy is the same", async (t) => {
  const app = await startApp({ config: { xmlNamespace: "urn:example:old" } });
  t.after(() => app.stop());
  const copy = await sqliteCopy(t);
  const args = [app.url, "--to", copy.to, "--format", "xml", "--quiet"];
  const wrong = await mirrorHere(args);
  assert.equal(wrong.exitCode, 4);
  assert.match(wrong.stderr, /namespace/);
  const right = await mirrorHere([...args, "--namespace", "urn:example:old"]);
  assert.deepEqual(right, { exitCode: 0, stdout: "", stderr: "" });
  assertSame(await copy.catalogue(), await serviceCatalogue(app.url));
});
