import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { cloneDatabase, startPostgres } from "../packages/service/test/support/servers/postgres.ts";
import { type Settings, startService } from "../packages/service/test/support/servers/processes.ts";
import { measureMirror, memoryRow } from "./parts/copies.ts";
import { missed, printRows } from "./results/row.ts";
import { changeRate, mirror, run, seedMirrored } from "./stores/mirrored.ts";

/**
 * `node bench/mirror.ts [events]` (1,000,000): mirrors a large catalogue into SQLite and measures it. Then mirrors it again
 * while the mirror is killed (SIGKILL) at a quarter, a half and three quarters. Then a rate changes, and one increment must
 * transfer the change. Fails if the copy differs from the service's digest.
 */
async function main(events: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "paseo-bench-mirror-"));
  const postgres = await startPostgres();
  try {
    const env = { DATABASE_URL: (await cloneDatabase(postgres.url)).url };
    await seedMirrored(env, events);
    const measured = await measureMirror(env, events, 1);
    const rows = [...measured.rows, memoryRow(measured.full[0]!, events)];
    printRows(rows);
    console.log(`Memory at most: ${Math.round(Math.max(...measured.full[0]!.residentBytes) / 1_000_000)} MB`);
    await story(env, events, join(folder, "killed.db"));
    return missed(rows).length > 0 ? 1 : 0;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Throws if the copy differs after any of the steps. */
async function story(env: Settings, events: number, path: string): Promise<void> {
  const service = await startService(env);
  try {
    const args = [service.url, "--to", `sqlite:${path}`, "--no-details"];
    const step = async (what: string, more: string[] = [], until?: () => boolean) => {
      const { seconds, stdout, stderr } = await run(mirror, [...args, ...more], until);
      const output = `${stderr}${stdout}`.trim().split("\n").at(-1);
      console.log(`${what}: ${seconds.toFixed(1)} s. ${output}`);
    };
    for (const share of [0.25, 0.5, 0.75]) {
      await step("killed", [], () => stored(path) >= events * share);
    }
    await step("taken up to the end");
    await step("compared", ["--verify"]);
    await changeRate(env, "0.8");
    await step("an increment after the euro's rate changed");
    await step("compared", ["--verify"]);
  } finally {
    await service.stop();
  }
}

/** Number of events in the copy; 0 while it has no tables. */
function stored(path: string): number {
  if (!existsSync(path)) return 0;
  // After a kill, the next process that opens the file recovers it, and others wait for that.
  const db = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
  try {
    const isMade = db.prepare("select 1 from sqlite_master where name = 'sync_state'").get() !== undefined;
    return isMade ? Number(db.prepare("select max(no) as n from event").get()!.n) : 0;
  } finally {
    db.close();
  }
}

const events = Number(process.argv[2] ?? 1_000_000);
process.exit(await main(events));
