import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { sharedPostgres } from "../../packages/service/test/support/servers/stores.ts";
import { type KillOptions, killAtEachStatement } from "../faults/kills.ts";

/** Kills after a few statements of one conversation. `npm run ordeal -- --part faults` kills after each statement of all. */

const kill = async (options: Partial<KillOptions>) =>
  killAtEachStatement({
    server: await sharedPostgres(),
    seed: 17,
    only: ["hold all seats, book at once"],
    ...options,
  });

test("a process that is killed after a statement of a hold or its booking loses nothing", async (t) => {
  const { findings, kills, statements } = await kill({ most: 3 });
  t.diagnostic(JSON.stringify(statements));
  assert.deepEqual(findings, []);
  assert.equal(kills, 3);
});

test("control: an event whose seats are checked and never all taken is found", async () => {
  const forgetSeats = `
    create function forget_seats() returns trigger language plpgsql as
      $$ begin new.capacity_left := greatest(new.capacity_left, 3); return new; end $$;
    create trigger forget_seats before update of capacity_left on event for each row execute function forget_seats();`;
  const sabotage: KillOptions["sabotage"] = async ({ db }) => void (await sql.raw(forgetSeats).execute(db));
  await assert.rejects(kill({ sabotage }), assert.AssertionError);
});
