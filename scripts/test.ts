import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { chmod, glob, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { run as runFiles } from "node:test";
import { promisify } from "node:util";
import { createDemo } from "../packages/service/test/support/servers/demo-store.ts";
import { startPostgres } from "../packages/service/test/support/servers/postgres.ts";
import { npmPrograms } from "../packages/service/test/support/servers/postgres-programs.ts";
import { createDataDir } from "../packages/service/test/support/servers/stores.ts";
import { folderFor, unprivileged } from "../packages/service/test/support/servers/unprivileged.ts";
import { inProcesses, manyFiles, mayRunAgain } from "./test-processes.ts";
import report from "./test-reporter.ts";
import { dateTests, unitTests } from "./test-selection.ts";

/**
 * Runs every test, or the files and folders named, with one PostgreSQL and one template of an embedded database for all. Four processes at a time: on
 * two cores two of them usually wait, for example for a supplier that does not answer. `--unit` runs the unit tests, and starts nothing
 * for them. `--dates` runs the tests that deal with dates. A nested test run reuses the outer run's database servers.
 */
const options = ["--unit", "--dates"];
const named = process.argv.slice(2).filter((argument) => !options.includes(argument));
const isUnitRun = process.argv.includes("--unit");
const isDateRun = process.argv.includes("--dates");
// In UTC a local date that is read as UTC, or the reverse, passes every test.
process.env.TZ ??= "America/Lima";
const memory = "/dev/shm";
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
const found = matches.flat().sort();
const files = isDateRun ? await dateTests(found.map((file) => resolve(file))) : found;
if (isDateRun && files.length === 0) fail(`None of these deals with dates: ${named.join(", ")}`);
const units = isUnitRun ? await unitTests(files.map((file) => resolve(file))) : [];
if (isUnitRun && units.length === 0) fail(`None of these is a unit test: ${named.join(", ")}`);
if (isUnitRun) await run(units);
else await runOnServers(files).catch((error: Error) => fail(error.message));

async function runOnServers(paths: string[]): Promise<void> {
  const folder = await temporaryFolder();
  // However the run ends: what is left in memory is missing there.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.env.TMPDIR = folder;
  // What one file compiled need not be compiled by the two hundred after it, nor by the commands that they start.
  process.env.NODE_COMPILE_CACHE = join(folder, "compiled");
  const [template, demo] = [join(folder, "template"), join(folder, "demo")];
  const isLong = paths.length >= manyFiles;
  process.env.TEST_POSTGRES_BIN = (await npmPrograms(unprivileged())).bin;
  // Otherwise the files that need a build or the demo, which run at the same time, would each make it.
  const isOwn = isLong && paths.some((path) => !relative(".", path).startsWith(".."));
  const builds = isOwn ? ["packages/console/build.ts", "scripts/kit.ts"] : [];
  const isInRun = process.env.TEST_POSTGRES_URL !== undefined && process.env.TEST_DATA_TEMPLATE !== undefined;
  const [postgres] = await Promise.all([
    isInRun ? null : startPostgres(),
    isInRun ? null : createDataDir(template),
    ...builds.map((program) => promisify(execFile)(process.execPath, [program])),
    isOwn && createDemo(demo),
  ]);
  try {
    if (postgres) {
      process.env.TEST_POSTGRES_URL = postgres.url;
      process.env.TEST_DATA_TEMPLATE = template;
    }
    if (isOwn) process.env.TEST_DEMO_DATA = demo;
    await run(await inProcesses(paths, folder), isLong, paths.length);
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

async function run(paths: string[], isLong = false, files = paths.length): Promise<void> {
  const failed = await runOnce(paths, 4, files);
  if (failed.length === 0) return;
  const names = failed.map((path) => relative(process.cwd(), path)).join(", ");
  if (!isLong || !(await mayRunAgain(failed))) process.exitCode = 1;
  else {
    console.log(`\nFailed, and run again alone: ${names}`);
    if ((await runOnce(failed, 1, failed.length)).length > 0) process.exitCode = 1;
    else console.log(`Unstable, passed only when run again: ${names}`);
  }
}

/** Runs each path in a process. Returns the processes that failed. `files`: number of test files in all of them. */
async function runOnce(paths: string[], concurrency: number, files: number): Promise<string[]> {
  if (stop.signal.aborted) return fail("Stopped");
  const failed: string[] = [];
  const execArgv = ["--import", new URL("test-time.ts", import.meta.url).href];
  const tests = runFiles({ files: paths, concurrency, timeout: 900_000, signal: stop.signal, execArgv });
  // The event of the file itself, after the events of its tests.
  const whole = new Set(paths.map((path) => resolve(path)));
  tests.on("test:complete", ({ name, nesting, details }) => {
    if (nesting === 0 && whole.has(resolve(name)) && !details.passed) failed.push(resolve(name));
  });
  tests.on("test:summary", ({ success, file }) => {
    if (file === undefined && !success && failed.length === 0) process.exitCode = 1;
  });
  for await (const text of report(tests, files)) process.stdout.write(text);
  return failed;
}
