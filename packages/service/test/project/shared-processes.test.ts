import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
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

const oneProcess = { atLeast: 2, atATime: 1 };

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
  const [shared] = await inProcesses([hooked, plain], folder, oneProcess);
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

test("files that wait for the same module keep their own tests", async () => {
  await writeFile(join(folder, "slow.mjs"), "await new Promise((resolve) => setTimeout(resolve, 50));\n");
  const files = ["first", "second"].map((name) =>
    testFile(`${name}.test.mjs`, `import "./slow.mjs";\ntest("of the ${name}", () => {});\n`),
  );
  const [shared] = await inProcesses(await Promise.all(files), folder, oneProcess);
  const { verdicts, status, stdout } = runShared(shared!);
  assert.deepEqual(
    verdicts.map((line) => line.replace(/(?:\S*\/)?(\w+\.test\.mjs)$/, "$1")),
    ["    ok of the first", "ok first.test.mjs", "    ok of the second", "ok second.test.mjs"],
    stdout,
  );
  assert.equal(status, 0);
});

test("a file that does not load fails the run, and the others run", async () => {
  const broken = await testFile("broken.test.mjs", 'import "./missing.mjs";\n');
  const sound = await testFile("sound.test.mjs", 'test("runs", () => {});\n');
  const [shared] = await inProcesses([broken, sound], folder, oneProcess);
  const { verdicts, status, stdout } = runShared(shared!);
  assert.ok(verdicts.includes("    ok runs"), stdout);
  assert.match(stdout, /Cannot find module .*missing\.mjs/);
  assert.equal(status, 1);
});

test("few files have a process each; of many, each file runs once, in batches that cost about the same", async () => {
  const files = globSync("packages/*/test/**/*.test.ts", { cwd: root }).map((path) => join(root, path));
  assert.deepEqual(await inProcesses(files.slice(1, manyFiles), folder), files.slice(1, manyFiles));
  const dearest = "packages/service/test/wire/story.test.ts";
  const processes = await inProcesses(files, folder, { costs: { [dearest]: 50 } });
  assert.ok(processes.length < files.length / 10, `${processes.length} processes`);
  const texts = await Promise.all(processes.map((path) => (path.endsWith(".mjs") ? readFile(path, "utf8") : "")));
  const imported = texts.map((text) =>
    [...text.matchAll(/ import\("(file:[^"]+)"\)/g)].map(([, url]) => fileURLToPath(url!)),
  );
  const alone = processes.filter((path) => path.endsWith(".test.ts"));
  assert.deepEqual([...alone, ...imported.flat()].sort(), files.sort());
  assert.deepEqual(alone.sort(), (await ownProcess(files)).sort());
  assert.match(texts[0]!, /shareChromium/, "a process that drives a browser starts first, and others beside it");
  const next = imported[1]!.map((path) => relative(root, path));
  assert.equal(next[0], dearest, "the batch with the dearest other file is the next, and begins with it");
  assert.ok(next.length < 20, `it has ${next.length} files`);
});

test("a file that changes its process for good has a process of its own", async () => {
  const env = await testFile("env.test.mjs", 'test("sets", () => { process.env.LANG = "C"; });\n');
  const reads = await testFile("reads.test.mjs", 'test("reads", () => { if (process.env.LANG === "C") return; });\n');
  const starts = await testFile("starts.test.mjs", 'import { spawn } from "node:child_process";\n');
  assert.deepEqual(await ownProcess([env, reads, starts]), [env]);
});

test("files that drive a browser share a process that shares its browser", async () => {
  const support = JSON.stringify(relative(folder, join(root, "packages/console/test/support/browser.ts")));
  const files = [
    await testFile("one.test.mjs", `import ${support};\n`),
    await testFile("two.test.mjs", `import ${support};\n`),
    await testFile("three.test.mjs", ""),
  ];
  const processes = await inProcesses(files, folder, oneProcess);
  assert.deepEqual(
    processes.toSorted().map((path) => path.endsWith(".test.mjs")),
    [false, true],
  );
  const shared = await readFile(processes.find((path) => !path.endsWith(".test.mjs"))!, "utf8");
  assert.match(shared, /^after\(shareChromium\(\)\);$/m);
  assert.match(shared, /one\.test\.mjs[\s\S]*two\.test\.mjs/);
});
