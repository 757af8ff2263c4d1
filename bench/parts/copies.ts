import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PaseoClient } from "../../packages/client/src/index.ts";
import { type Settings, startService } from "../../packages/service/test/support/servers/processes.ts";
import { type ResultRow, ratioRow } from "../results/row.ts";
import { bareReaderProgram, mirrorProgram, renameHundredProducts, runProgram } from "../stores/mirrored.ts";

/**
 * `paseo-mirror` into SQLite, compared with a process that reads the same answers and discards them: the whole catalogue, then
 * an increment of 100 changes. `env` names a store of `seedMirroredStore`.
 */
export async function measureMirrorCopies(env: Settings, events: number, rounds: number): Promise<ResultRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "paseo-bench-mirror-"));
  const service = await startService(env);
  const client = new PaseoClient({ baseUrl: service.url });
  const full = { ours: [] as number[], reference: [] as number[] };
  const increment = { ours: [] as number[], reference: [] as number[] };
  try {
    for (let round = 0; round < rounds; round++) {
      const to = `sqlite:${join(folder, `round-${round}.db`)}`;
      full.reference.push(events / (await runProgram(bareReaderProgram, [service.url, "0"])));
      full.ours.push(events / (await runProgram(mirrorProgram, [service.url, "--to", to, "--no-details"])));
      const { updateVersion } = await client.versions();
      await renameHundredProducts(env, `round ${round}`);
      increment.reference.push(100 / (await runProgram(bareReaderProgram, [service.url, String(updateVersion)])));
      increment.ours.push(100 / (await runProgram(mirrorProgram, [service.url, "--to", to, "--no-details"])));
    }
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const of = `${events.toLocaleString("en")} events`;
  const against = "bare reading";
  return [
    ratioRow({ name: `mirror, the whole (${of})`, unit: "events/s", against, goal: 0.5 }, full),
    // Node and the mirror's modules take most of a second to start.
    ratioRow({ name: `mirror, 100 changes (${of})`, unit: "changes/s", against, goal: 0.15 }, increment),
  ];
}
