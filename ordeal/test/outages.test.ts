import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../outages/index.ts";

/** A short run of the outages that no other test has. Its times say nothing on a busy machine: only the longest count. */

test("while PostgreSQL is stopped or frozen, every answer is right, and /readyz says so", async () => {
  const only = ["PostgreSQL stopped", "PostgreSQL frozen"];
  const { figures, findings } = await run({ seed: 14, minutes: 0.5, seconds: 4, only });
  const untimed = findings.filter(({ title }) => !/for more than/.test(title));
  assert.deepEqual(untimed, []);
  assert.ok(Number(figures["bookings in the history"]) > 40, JSON.stringify(figures));
  assert.doesNotMatch(JSON.stringify(figures), /Infinity/);
});
