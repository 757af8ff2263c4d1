import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { chmod, glob, mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { run as runFiles } from "node:test";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { createDemo } from "../packages/service/test/support/servers/demo-store.ts";
import { startPostgres } from "../packages/service/test/support/servers/postgres.ts";
import { npmPrograms } from "../packages/service/test/support/servers/postgres-programs.ts";
import { createDataDir } from "../packages/service/test/support/servers/stores.ts";
import { folderFor, unprivileged } from "../packages/service/test/support/servers/unprivileged.ts";
import { buildProgram } from "./program.ts";
import { costLines, readCosts, tooDear } from "./test-costs.ts";
import { concurrency, inProcesses } from "./test-processes.ts";
import report from "./test-reporter.ts";
import { dateTests, unitTests } from "./test-selection.ts";
import { changedSince, touchedTests } from "./test-since.ts";

/**
 * Runs every test, or the files and folders named, with one PostgreSQL and one template of an embedded database for all. Four processes
 * at a time: on two cores two of them usually wait, for example for a supplier that does not answer. `--deep` runs the files whose names
 * end in `.deep.test.ts`, which otherwise run only if they are named. `--unit` runs the unit tests, and starts nothing for them.
 * `--dates` runs the tests that deal with dates. `--since` runs the tests that a change since a revision can touch. A nested test run reuses the outer run's database servers.
 */
const flags = {
  deep: { type: "boolean" },
  unit: { type: "boolean" },
  dates: { type: "boolean" },
  since: { type: "string" },
} as const;
const { values: only, positionals: named } = parseArgs({ options: flags, allowPositionals: true });
const isUnitRun = only.unit === true;
const isDateRun = only.dates === true;
// In UTC a local date that is read as UTC, or the reverse, passes every test.
process.env.TZ ??= "America/Lima";
const memory = "/dev/shm";
/** A file has its own limit in test-time.ts. This one is for a process that does not obey it. */
const longestMs = 3_600_000;
const stop = new AbortController();
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};
const inFolder = (name: string): string => (/\.\w+$/.test(name) ? name : join(name, "**", "*.test.ts"));
const patterns = named.length > 0 ? named.map(inFolder) : ["packages/*/test/**/*.test.ts", "ordeal/test/**/*.test.ts"];
const matches = await Promise.all(patterns.map((pattern) => Array.fromAsync(glob(pattern))));
const missing = named.filter((_, n) => matches[n]!.length === 0);
// Node's runner ignores a missing file, and without any file it runs every test that it finds.
if (missing.length > 0) fail(`There is no test in ${missing.join(", ")}`);
const isDeep = (file: string): boolean => /\.deep\.test\.\w+$/.test(file);
let found = matches
  .flat()
  .filter((file) => named.includes(file) || isDeep(file) === (only.deep === true))
  .sort();
if (found.length === 0)
  fail(only.deep ? `There is no *.deep.test.ts in ${named}` : `Name the files of ${named}, or add --deep`);
if (only.since !== undefined) found = await touchedSince(only.since, found);
const files = isDateRun ? await dateTests(found.map((file) => resolve(file))) : found;
if (isDateRun && files.length === 0) fail(`None of these deals with dates: ${named.join(", ")}`);
const units = isUnitRun ? await unitTests(files.map((file) => resolve(file))) : [];
if (isUnitRun && units.length === 0) fail(`None of these is a unit test: ${named.join(", ")}`);
const isWhole = named.length === 0 && Object.keys(only).length === 0;
const folder = isUnitRun ? await mkdtemp(join(tmpdir(), "paseo-test-")) : await temporaryFolder();
// However the run ends: what is left in memory is missing there.
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
if (isUnitRun) await run(units, folder);
else await runOnServers(files).catch((error: Error) => fail(error.message));

async function touchedSince(revision: string, all: string[]): Promise<string[]> {
  const { tests, everything } = await touchedTests(
    changedSince(revision),
    all.map((file) => resolve(file)),
  );
  if (everything !== undefined) console.log(`Every test runs: nothing says what ${everything} touches.`);
  else console.log(`The change since ${revision} can touch ${tests.length} of ${all.length} test files.`);
  if (tests.length === 0) process.exit(0);
  return tests.map((file) => relative(process.cwd(), file));
}

async function runOnServers(paths: string[]): Promise<void> {
  process.env.TMPDIR = folder;
  // What one process compiled need not be compiled by those after it, nor in the next run.
  process.env.NODE_COMPILE_CACHE = fileURLToPath(new URL("../.cache/compiled", import.meta.url));
  const [template, demo] = [join(folder, "template"), join(folder, "demo")];
  const isLong = paths.length >= 10 || named.length === 0;
  process.env.TEST_POSTGRES_BIN = (await npmPrograms(unprivileged())).bin;
  // Otherwise the files that need a build or the demo, which run at the same time, would each make it.
  const isOwn = isLong && paths.some((path) => !relative(".", path).startsWith(".."));
  const builds = isOwn ? ["packages/console/build.ts", "scripts/kit.ts"] : [];
  const isInRun = process.env.TEST_POSTGRES_URL !== undefined && process.env.TEST_DATA_TEMPLATE !== undefined;
  const [postgres] = await Promise.all([
    isInRun ? null : startPostgres(undefined, { light: true }),
    isInRun ? null : createDataDir(template),
    ...builds.map((program) => promisify(execFile)(process.execPath, [program])),
    isOwn && createDemo(demo),
    isOwn && buildProgram(),
  ]);
  try {
    if (postgres) {
      process.env.TEST_POSTGRES_URL = postgres.url;
      process.env.TEST_DATA_TEMPLATE = template;
    }
    if (isOwn) Object.assign(process.env, { TEST_DEMO_DATA: demo, TEST_PROGRAM: await buildProgram() });
    await run(await inProcesses(paths, folder), folder, paths.length);
  } finally {
    await postgres?.stop();
  }
}

/** Everything temporary is in here, also what tests and servers make, which have users of their own. */
async function temporaryFolder(): Promise<string> {
  // Hundreds of databases are made, and a disk takes ten times as long for one as memory does.
  const space = await statfs(memory).catch(() => null);
  const isRoomy = space !== null && space.bavail * space.bsize >= 4e9;
  const places = [...(isRoomy ? [memory] : []), tmpdir(), "/tmp", "/var/tmp"];
  const folder = await folderFor(unprivileged(), "paseo-test-", places);
  await chmod(folder, 0o1777);
  return folder;
}

/** Runs each path in a process. `files`: number of test files in all of them. `folder`: for what the processes record. */
async function run(paths: string[], folder: string, files = paths.length): Promise<void> {
  if (stop.signal.aborted) return fail("Stopped");
  const log = join(folder, "costs");
  Object.assign(process.env, { TEST_COSTS: log, TEST_RUNNER: `${process.pid}` });
  const execArgv = ["--import", new URL("test-time.ts", import.meta.url).href];
  const tests = runFiles({ files: paths, concurrency, timeout: longestMs, signal: stop.signal, execArgv });
  tests.on("test:fail", () => {
    process.exitCode = 1;
  });
  tests.on("test:summary", ({ success }) => {
    if (!success) process.exitCode = 1;
  });
  const closing = () => {
    const costs = readCosts(log);
    const dear = isWhole ? tooDear(costs) : [];
    if (dear.length > 0) process.exitCode = 1;
    return [...costLines(costs), ...dear];
  };
  for await (const text of report(tests, files, closing)) process.stdout.write(text);
}
