import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PaseoClient } from "../../packages/client/src/index.ts";
import { type Settings, startService } from "../../packages/service/test/support/servers/processes.ts";
import { type Row, rowOf } from "../results/row.ts";
import { bareReader, mirror, type Run, renameHundred, run } from "../stores/mirrored.ts";

/**
 * `paseo-mirror` into SQLite, compared with a process that reads the same answers and discards them: the whole catalogue, then
 * an increment of 100 changes. `env` names a store of `seedMirrored`.
 */
export async function measureMirror(
  env: Settings,
  events: number,
  rounds: number,
): Promise<{ rows: Row[]; full: Run[] }> {
  const folder = await mkdtemp(join(tmpdir(), "paseo-bench-mirror-"));
  const service = await startService(env);
  const client = new PaseoClient({ baseUrl: service.url });
  const full = { ours: [] as number[], reference: [] as number[] };
  const increment = { ours: [] as number[], reference: [] as number[] };
  const runs: Run[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const to = `sqlite:${join(folder, `round-${round}.db`)}`;
      full.reference.push(events / (await run(bareReader, [service.url, "0"])).seconds);
      const whole = await run(mirror, [service.url, "--to", to, "--no-details"]);
      runs.push(whole);
      full.ours.push(events / whole.seconds);
      const { updateVersion } = await client.versions();
      await renameHundred(env, `round ${round}`);
      increment.reference.push(100 / (await run(bareReader, [service.url, String(updateVersion)])).seconds);
      increment.ours.push(100 / (await run(mirror, [service.url, "--to", to, "--no-details"])).seconds);
    }
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const of = `${events.toLocaleString("en")} events`;
  const against = "bare reading";
  const rows = [
    rowOf({ name: `mirror, the whole (${of})`, unit: "events/s", against, goal: 0.5 }, full),
    // Most of a second is the start of Node and the mirror's modules.
    rowOf({ name: `mirror, 100 changes (${of})`, unit: "changes/s", against, goal: 0.15 }, increment),
  ];
  return { rows, full: runs };
}

/** Peak memory in the third quarter of a run, compared with the second. Memory that grows with the catalogue would show here. */
export function memoryRow({ residentBytes }: Run, events: number): Row {
  const quarter = (n: number) =>
    residentBytes.slice((residentBytes.length * (n - 1)) / 4, (residentBytes.length * n) / 4);
  const [ours, reference] = [3, 2].map((n) => Math.max(...quarter(n)) / 1_000_000) as [number, number];
  const name = `mirror, memory of the third quarter (${events.toLocaleString("en")} events)`;
  return { name, unit: "MB", against: "MB, of the second", goal: 0.8, ours, reference, ratio: reference / ours };
}
