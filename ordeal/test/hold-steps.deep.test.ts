import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { openServer } from "../../packages/service/src/store/database/database.ts";
import { randomFrom } from "../../packages/service/test/support/random.ts";
import { cloneDatabase } from "../../packages/service/test/support/servers/postgres.ts";
import { sharedPostgres } from "../../packages/service/test/support/servers/stores.ts";
import { killAtEachStep, type StepsOptions, type StepsRun } from "../holds/steps.ts";

/** Kills after a few statements of one conversation. `npm run ordeal -- --part holds` kills after each statement of all. */

async function run(options: Partial<StepsOptions>, sabotage?: string): Promise<StepsRun> {
  const clone = await cloneDatabase(await sharedPostgres());
  const { db, close } = openServer(clone.url, { poolSize: 2 });
  try {
    if (sabotage) await sql.raw(sabotage).execute(db);
    const only = ["hold all seats, book at once"];
    return await killAtEachStep({
      databaseUrl: clone.url,
      db,
      endsAt: Number.POSITIVE_INFINITY,
      random: randomFrom(17),
      only,
      ...options,
    });
  } finally {
    await close();
    await clone.drop();
  }
}

test("a process that is killed after a statement of a hold or its booking loses nothing", async (t) => {
  const { findings, kills, steps } = await run({ most: 3 });
  t.diagnostic(JSON.stringify(steps));
  assert.deepEqual(findings, []);
  assert.equal(kills, 3);
});

test("control: an event whose seats are checked and never all taken is found", async () => {
  const forgetSeats = `
    create function forget_seats() returns trigger language plpgsql as
      $$ begin new.capacity_left := greatest(new.capacity_left, 3); return new; end $$;
    create trigger forget_seats before update of capacity_left on event for each row execute function forget_seats();`;
  await assert.rejects(run({}, forgetSeats), assert.AssertionError);
});
