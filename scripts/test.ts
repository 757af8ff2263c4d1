import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { chmod, glob, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startPostgres } from "../packages/service/test/support/servers/postgres.ts";
import { npmPrograms } from "../packages/service/test/support/servers/postgres-programs.ts";
import { dumpPglite } from "../packages/service/test/support/servers/stores.ts";
import { folderFor, unprivileged } from "../packages/service/test/support/servers/unprivileged.ts";
import { unitTests } from "./unit-tests.ts";

/**
 * Runs every test, or the files and folders named, with one PostgreSQL and one dump of PGlite for all. Three files at a time: on
 * two cores one of them usually waits, for example for a supplier that does not answer. `--unit` runs the unit tests, and starts nothing for them.
 */
const named = process.argv.slice(2).filter((argument) => argument !== "--unit");
const isUnitRun = process.argv.includes("--unit");
const memory = "/dev/shm";
let running: ChildProcess | undefined;
let stopped = false;
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    stopped = true;
    running?.kill(signal);
  });

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
const files = matches.flat().sort();
const units = isUnitRun ? await unitTests(files.map((file) => resolve(file))) : [];
if (isUnitRun && units.length === 0) fail(`None of these is a unit test: ${named.join(", ")}`);
process.exitCode = isUnitRun
  ? await run(units, {})
  : await runOnServers(files).catch((error: Error) => fail(error.message));

async function runOnServers(paths: string[]): Promise<number> {
  const folder = await temporaryFolder();
  // However the run ends: what is left in memory is missing there.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.env.TMPDIR = folder;
  // What one file compiled need not be compiled by the two hundred after it, nor by the commands that they start.
  process.env.NODE_COMPILE_CACHE = join(folder, "compiled");
  const template = join(folder, "pglite.tar");
  await writeFile(template, await dumpPglite());
  const { bin } = await npmPrograms(unprivileged());
  process.env.TEST_POSTGRES_BIN = bin;
  const postgres = await startPostgres();
  try {
    return await run(paths, { TEST_POSTGRES_URL: postgres.url, TEST_PGLITE_TEMPLATE: template });
  } finally {
    await postgres.stop();
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

async function run(paths: string[], env: Record<string, string>): Promise<number> {
  if (stopped) return 1;
  const reporter = new URL("test-reporter.ts", import.meta.url).href;
  const options = ["--test-concurrency=3", "--test-timeout=900000", `--test-reporter=${reporter}`];
  const tests = spawn(process.execPath, ["--test", ...options, ...paths], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  running = tests;
  return new Promise((resolve) => tests.on("exit", (code) => resolve(code ?? 1)));
}
