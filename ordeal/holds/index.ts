import { openServer } from "../../packages/service/src/store/database/database.ts";
import { randomFrom } from "../../packages/service/test/support/random.ts";
import { cloneDatabase, startPostgres } from "../../packages/service/test/support/servers/postgres.ts";
import type { PartOptions, PartReport } from "../part.ts";
import { killAtEachStep } from "./steps.ts";

/** Holds: a process is killed after each statement of a hold, its extension, booking, release and end. */
export async function run({ seed, minutes }: PartOptions): Promise<PartReport> {
  const endsAt = performance.now() + minutes * 60_000;
  const server = await startPostgres();
  const { url: databaseUrl } = await cloneDatabase(server.url);
  const database = openServer(databaseUrl, { poolSize: 2 });
  try {
    const options = { databaseUrl, db: database.db, endsAt, random: randomFrom(seed) };
    const { kills, missed, left, steps, findings } = await killAtEachStep(options);
    const figures: PartReport["figures"] = { "kills after a statement": kills - missed };
    if (left > 0) figures["statements for which the time was too short"] = left;
    for (const [journey, names] of Object.entries(steps))
      figures[`${journey}: killed after`] = [...new Set(names)].sort().join(", ");
    const isBlind = missed > kills / 4;
    return { name: "holds", seed, figures, findings, passed: findings.length === 0 && !isBlind };
  } finally {
    await database.close();
    await server.stop();
  }
}
