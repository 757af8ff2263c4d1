import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PaseoClient } from "../../packages/client/src/index.ts";
import { type Settings, startService } from "../../packages/service/test/support/servers/processes.ts";
import { type Row, rowOf } from "../results/row.ts";
import { bareReader, mirror, renameHundred, run } from "../stores/mirrored.ts";

/**
 * `paseo-mirror` into SQLite, compared with a process that reads the same answers and discards them: the whole catalogue, then
 * an increment of 100 changes. `env` names a store of `seedMirrored`.
 */
export async function measureMirror(env: Settings, events: number, rounds: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "paseo-bench-mirror-"));
  const service = await startService(env);
  const client = new PaseoClient({ baseUrl: service.url });
  const full = { ours: [] as number[], reference: [] as number[] };
  const increment = { ours: [] as number[], reference: [] as number[] };
  try {
    for (let round = 0; round < rounds; round++) {
      const to = `sqlite:${join(folder, `round-${round}.db`)}`;
      full.reference.push(events / (await run(bareReader, [service.url, "0"])));
      full.ours.push(events / (await run(mirror, [service.url, "--to", to, "--no-details"])));
      const { updateVersion } = await client.versions();
      await renameHundred(env, `round ${round}`);
      increment.reference.push(100 / (await run(bareReader, [service.url, String(updateVersion)])));
      increment.ours.push(100 / (await run(mirror, [service.url, "--to", to, "--no-details"])));
    }
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const of = `${events.toLocaleString("en")} events`;
  const against = "bare reading";
  return [
    rowOf({ name: `mirror, the whole (${of})`, unit: "events/s", against, goal: 0.5 }, full),
    // Node and the mirror's modules take most of a second to start.
    rowOf({ name: `mirror, 100 changes (${of})`, unit: "changes/s", against, goal: 0.15 }, increment),
  ];
}
