import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { dateTests, unitTests } from "../../../../scripts/test-selection.ts";
import { touchedTests } from "../../../../scripts/test-since.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "paseo-runner-"));
});
after(() => rm(folder, { recursive: true, force: true }));

async function testFile(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

function runTests(args: string[], settings: Record<string, string> = {}) {
  // With this variable a nested test runner would take itself for a part of this run, and run nothing.
  const { NODE_TEST_CONTEXT: _, TEST_NO_SKIP: __, ...env } = process.env;
  return spawnSync(process.execPath, ["scripts/test.ts", ...args], {
    cwd: root,
    env: { ...env, ...settings },
    encoding: "utf8",
  });
}

const imports = 'import { describe, test } from "node:test";\n';

test("the run fails when a test fails", async () => {
  const failing = await testFile(
    "failing.test.mjs",
    `${imports}test("fails", () => { throw new Error("as it should"); });\n`,
  );
  const run = runTests([failing]);
  assert.match(run.stdout, /^ℹ fail 1$/m);
  assert.equal(run.status, 1);
});

test("a named file that does not exist is an error", () => {
  const run = runTests(["packages/service/test/settings/config.test.ts", "packages/service/test/no-such.test.ts"]);
  assert.equal(run.status, 1);
  assert.equal(run.stderr, "There is no test in packages/service/test/no-such.test.ts\n");
});

test("a deep test runs if it is named or with --deep, and other tests run without", async () => {
  const passing = (name: string) =>
    testFile(`deep/${name}.mjs`, `${imports}test(${JSON.stringify(name)}, () => {});\n`);
  await mkdir(join(folder, "deep"));
  const deep = await passing("slow.deep.test");
  const all = [deep, await passing("quick.test")];
  const ran = (args: string[]) =>
    [...runTests(["--unit", ...args]).stdout.matchAll(/^✔ (\S+)/gm)].map(([, name]) => name);
  assert.deepEqual(ran(all).sort(), ["quick.test", "slow.deep.test"]);
  const pattern = join(folder, "deep/*.mjs");
  assert.deepEqual(ran([pattern]), ["quick.test"]);
  assert.deepEqual(ran(["--deep", pattern]), ["slow.deep.test"]);
});

test("a run of unit tests is an error if none of the named files is one", () => {
  const run = runTests(["--unit", "packages/service/test/project/runner.test.ts"]);
  assert.equal(run.status, 1);
  assert.equal(run.stderr, "None of these is a unit test: packages/service/test/project/runner.test.ts\n");
});

test("tests run in Lima unless the caller names another time zone", async () => {
  const zoned = await testFile(
    "zoned.test.mjs",
    `${imports}test(new Intl.DateTimeFormat().resolvedOptions().timeZone, () => {});\n`,
  );
  const zoneOf = (TZ: string | undefined) =>
    /^✔ (\S+)/m.exec(runTests(["--unit", zoned], { TZ } as Record<string, string>).stdout)?.[1];
  assert.equal(zoneOf(undefined), "America/Lima");
  assert.equal(zoneOf("Pacific/Auckland"), "Pacific/Auckland");
});

test("tests that name a time zone or import what writes dates are tests of dates", async () => {
  await testFile("writing.ts", "export const written = new Intl.DateTimeFormat('es');\n");
  const importing = await testFile("importing.test.ts", 'import { written } from "./writing.ts";\nwritten;\n');
  const naming = await testFile("naming.test.ts", 'const zone = "Asia/Tokyo";\n');
  const other = await testFile("other.test.ts", imports);
  const browsing = await testFile("browsing.test.ts", 'import "playwright-core";\nconst zone = "Asia/Tokyo";\n');
  assert.deepEqual(await dateTests([importing, naming, other, browsing]), [importing, naming]);
});

test("each missing program is one line before the summary, with the skipped tests", async () => {
  const skipping = await testFile(
    "skipping.test.mjs",
    `${imports}const skip = "wheel is not installed (Debian: apt-get install wheel)";
test("rolls", { skip }, () => {});
describe("turns", { skip }, () => test("left", () => {}));
test("bare", { skip: true }, () => {});
test("runs", () => {});\n`,
  );
  const run = runTests(["--unit", skipping]);
  const lines = run.stdout.trimEnd().split("\n");
  const first = lines.findIndex((line) => line.startsWith("ℹ Skipped"));
  assert.deepEqual(lines.slice(first, first + 3), [
    "ℹ Skipped: wheel is not installed (Debian: apt-get install wheel): rolls; turns",
    "ℹ Skipped: no reason given: bare",
    "ℹ tests 3",
  ]);
  assert.match(lines.at(-1)!, /^ℹ duration_ms /);
});

test("a test that is skipped for no reason fails every run", async () => {
  const bare = await testFile("bare.test.mjs", `${imports}test("bare", { skip: true }, () => {});\n`);
  assert.equal(runTests(["--unit", bare]).status, 1);
});

test("if nothing may be skipped, a run with a skipped test or suite fails", async () => {
  const suite = await testFile("suite.test.mjs", `${imports}describe("turns", { skip: "no wheel" }, () => {});\n`);
  const whole = await testFile("whole.test.mjs", `${imports}test("runs", () => {});\n`);
  const noSkip = { TEST_NO_SKIP: "1" };
  assert.equal(runTests(["--unit", suite], noSkip).status, 1);
  assert.equal(runTests(["--unit", suite]).status, 0);
  assert.equal(runTests(["--unit", whole], noSkip).status, 0);
});

test("a run prints the processor seconds of its dearest files, with those of the processes that they start", async () => {
  // Each reading of the usage is a call of the system, so a loop of readings would take far more than it reads.
  const burn = (ms: number) =>
    `const end = process.cpuUsage().user + ${ms}e3; while (process.cpuUsage().user < end) for (let n = 0; n < 1e6; n++) Math.sqrt(n);`;
  const cheap = await testFile("cheap.test.mjs", `${imports}test("works", () => { ${burn(300)} });\n`);
  const dear = await testFile(
    "dear.test.mjs",
    // An import of the module would make it no unit test.
    `${imports}const { spawnSync } = process.getBuiltinModule("child_process");
test("starts", () => void spawnSync(process.execPath, ["-e", ${JSON.stringify(burn(1_000))}]));\n`,
  );
  const { stdout } = runTests(["--unit", cheap, dear]);
  const all = Number(/^ℹ Processor seconds: (\d+),/m.exec(stdout)?.[1]);
  const listed = [...stdout.matchAll(/^ℹ +(\d+\.\d) \S*?(\w+)\.test\.mjs$/gm)].map(([, seconds, name]) => [
    name,
    Number(seconds),
  ]);
  const [[first, most], [second, least]] = listed as [[string, number], [string, number]];
  assert.deepEqual([first, second], ["dear", "cheap"], stdout);
  assert.ok(most >= 1 && least >= 0.3 && least < most && all >= most + least - 1, stdout);
});

test("unit tests use no store, server, process or browser", async () => {
  const files = globSync("packages/*/test/**/*.test.ts", { cwd: root }).map((path) => join(root, path));
  const units = (await unitTests(files)).map((path) => relative(root, path));
  for (const path of [
    "packages/contract/test/round-trip.test.ts",
    "packages/contract/test/xml-reading.test.ts",
    "packages/service/test/domain/selling/money.test.ts",
    "packages/service/test/domain/selling/ticket-rules.test.ts",
    "packages/service/test/domain/selling/questions.test.ts",
  ])
    assert.ok(units.includes(path), path);
  for (const path of [
    "packages/client/test/requests.test.ts",
    "packages/console/test/session.test.ts",
    "packages/service/test/commands/command.test.ts",
    "packages/service/test/editing/import.test.ts",
    "packages/service/test/project/runner.test.ts",
    "packages/service/test/wire/story.test.ts",
  ]) {
    assert.ok(files.includes(join(root, path)), path);
    assert.ok(!units.includes(path), path);
  }
  const own = units.filter((path) => /^packages\/service\/test\/(store|machines|admin)\//.test(path));
  assert.deepEqual(own, [], "tests of the store, of processes and of the back office start servers");
});

test("a change touches the tests that import it, start it or name it, and an unknown one touches all", async () => {
  const names = [
    "service/test/domain/selling/money",
    "service/test/orders/cancel",
    "service/test/embedded/kills.deep",
    "service/test/project/docs",
    "contract/test/round-trip",
    "console/test/session",
  ];
  const files = names.map((name) => join(root, `packages/${name}.test.ts`));
  const touched = async (...changed: string[]) => {
    const { tests, everything } = await touchedTests(changed, files);
    return everything ?? tests.map((path) => names[files.indexOf(path)]!.split("/").at(-1));
  };
  const rules = ["money", "cancel", "kills.deep", "docs", "session"];
  assert.deepEqual(await touched("packages/service/src/domain/selling/money.ts"), rules);
  assert.deepEqual(await touched("packages/service/test/support/servers/processes.ts"), ["kills.deep", "docs"]);
  assert.deepEqual(await touched("packages/service/src/commands/serve/serve.ts"), ["kills.deep", "docs"]);
  assert.deepEqual(await touched("packages/contract/test/round-trip.test.ts"), ["docs", "round-trip"]);
  assert.deepEqual(await touched("packages/console/src/App.tsx"), ["docs", "session"]);
  assert.deepEqual(await touched("docs/reference/monitoring.md"), ["docs"]);
  assert.equal(await touched("STYLE.md", "package-lock.json"), "package-lock.json");
});

test("a server behind two imports is found, and an import of types is not one", async () => {
  await testFile("two.ts", 'export { createServer } from "node:http";\n');
  await testFile("one.ts", 'export const load = () => import("./two.ts");\n');
  const server = await testFile("server.test.ts", 'import { load } from "./one.ts";\nload();\n');
  const types = await testFile("types.test.ts", 'import type { Server } from "node:http";\n');
  assert.deepEqual(await unitTests([server, types]), [types]);
});
