import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { inProcesses, manyFiles, ownProcess } from "../../../../scripts/test-processes.ts";

/** In a run of many files most share a process. Each keeps its hooks, and a failure in one fails the run. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "paseo-shared-"));
});
after(() => rm(folder, { recursive: true, force: true }));

const imports = 'import { after, afterEach, before, describe, test } from "node:test";\n';

async function testFile(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, imports + text);
  return path;
}

/** The verdict of each test of a file that stands for several, with its suites. */
function runShared(path: string): { verdicts: string[]; status: number | null; stdout: string } {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const run = spawnSync(process.execPath, ["--test", "--test-reporter=tap", path], {
    env,
    encoding: "utf8",
    cwd: folder,
  });
  const verdicts = run.stdout.match(/^ *(?:not )?ok \d+ - .*$/gm) ?? [];
  return { verdicts: verdicts.map((line) => line.replace(/ok \d+ - /, "ok ")), status: run.status, stdout: run.stdout };
}

test("hooks at the top of a file run for its own tests, and a failure fails the run", async () => {
  const hooked = await testFile(
    "hooked.test.mjs",
    `let state = "closed";
before(() => { state = "open"; });
afterEach(() => { state = "used"; });
after(() => { if (state !== "used") throw new Error(state); globalThis.hooked = "over"; });
test("is open", () => { if (state !== "open") throw new Error(state); });
describe("a suite", () => test("is used", () => { if (state !== "used") throw new Error(state); }));\n`,
  );
  const plain = await testFile(
    "plain.test.mjs",
    `test("the other file has ended", () => { if (globalThis.hooked !== "over") throw new Error(globalThis.hooked); });
test("fails", () => { throw new Error("as it should"); });\n`,
  );
  const [shared] = await inProcesses([hooked, plain], folder, 2);
  const { verdicts, status, stdout } = runShared(shared!);
  assert.deepEqual(
    verdicts.map((line) => line.replace(/(?:\S*\/)?(\w+\.test\.mjs)$/, "$1")),
    [
      "    ok is open",
      "        ok is used",
      "    ok a suite",
      "ok hooked.test.mjs",
      "    ok the other file has ended",
      "    not ok fails",
      "not ok plain.test.mjs",
    ],
    stdout,
  );
  assert.equal(status, 1);
});

test("a file that does not load fails the run, and the others run", async () => {
  const broken = await testFile("broken.test.mjs", 'import "./missing.mjs";\n');
  const sound = await testFile("sound.test.mjs", 'test("runs", () => {});\n');
  const [shared] = await inProcesses([broken, sound], folder, 2);
  const { verdicts, status, stdout } = runShared(shared!);
  assert.ok(verdicts.includes("    ok runs"), stdout);
  assert.match(stdout, /Cannot find module .*missing\.mjs/);
  assert.equal(status, 1);
});

test("few files have a process each; of many, each file runs once", async () => {
  const files = globSync("packages/*/test/**/*.test.ts", { cwd: root }).map((path) => join(root, path));
  assert.deepEqual(await inProcesses(files.slice(1, manyFiles), folder), files.slice(1, manyFiles));
  const processes = await inProcesses(files, folder);
  assert.ok(processes.length < files.length / 2, `${processes.length} processes`);
  const shared = processes.filter((path) => !path.endsWith(".test.ts"));
  const texts = await Promise.all(shared.map((path) => readFile(path, "utf8")));
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/import\("(file:[^"]+)"\)/g)].map(([, url]) => fileURLToPath(url!)),
  );
  const alone = processes.filter((path) => path.endsWith(".test.ts"));
  assert.deepEqual([...alone, ...imported].sort(), files.sort());
  assert.deepEqual(alone.sort(), (await ownProcess(files)).sort());
});

test("what starts processes or changes its own has a process of its own", async () => {
  const files = globSync("{packages/*,ordeal}/test/**/*.test.ts", { cwd: root }).map((path) => join(root, path));
  const own = (await ownProcess(files)).map((path) => relative(root, path));
  for (const path of [
    "packages/mirror/test/kill.deep.test.ts",
    "packages/service/test/concurrency/oversell.test.ts",
    "packages/service/test/outgoing/tls.test.ts",
    "packages/service/test/store/server.test.ts",
  ])
    assert.ok(own.includes(path), path);
  for (const path of [
    "packages/console/test/session.test.ts",
    "packages/contract/test/round-trip.test.ts",
    "packages/service/test/orders/cancel.test.ts",
  ]) {
    assert.ok(files.includes(join(root, path)), path);
    assert.ok(!own.includes(path), path);
  }
  const env = await testFile("env.test.mjs", 'test("sets", () => { process.env.LANG = "C"; });\n');
  const mocks = await testFile(
    "mocks.test.mjs",
    'test("mocks", (t) => { t.mock.method(Math, "random", () => 1); });\n',
  );
  assert.deepEqual(
    (await ownProcess([env, mocks])).map((path) => basename(path)),
    ["env.test.mjs"],
  );
});

test("the files of a process share one browser, and each leaves no page for the next", async () => {
  const support = JSON.stringify(relative(folder, join(root, "packages/console/test/support/browser.ts")));
  const drives = (name: string) =>
    testFile(
      name,
      `import { Backoffice } from ${support};
let office;
before(async () => { office = await Backoffice.open(); });
after(() => office.close());
test("opens a page", async () => {
  const page = await office.operator("owner", "/account");
  const browser = page.context().browser();
  if (browser.contexts().length !== 1) throw new Error("a page of the other file is open");
  if ((globalThis.browser ??= browser) !== browser) throw new Error("another browser");
});\n`,
    );
  const [shared, ...others] = await inProcesses(
    [await drives("one.test.mjs"), await drives("two.test.mjs")],
    folder,
    2,
  );
  assert.deepEqual(others, []);
  const { verdicts, status, stdout } = runShared(shared!);
  assert.equal(verdicts.filter((line) => line === "    ok opens a page").length, 2, stdout);
  assert.equal(status, 0, stdout);
});
