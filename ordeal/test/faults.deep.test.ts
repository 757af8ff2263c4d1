import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedPostgres } from "../../packages/service/test/support/servers/stores.ts";
import { runFaultRound } from "../faults/index.ts";
import { expectedSituations } from "../faults/scenarios.ts";
import { SometimesAssertions } from "../faults/sometimes.ts";

/** A short run of the part `faults`, with a fixed seed. */

test("faults between all parts break no promise, and the run has seen every race", async (t) => {
  const sometimes = new SometimesAssertions(expectedSituations);
  const { findings, ...figures } = await runFaultRound({
    server: await sharedPostgres(),
    seed: 1,
    sometimes,
    steps: 4,
    stormMs: 4_000,
    hurry: true,
    // Each silence costs a second.
    kinds: ["cut", "reset", "half-close"],
  });
  t.diagnostic(JSON.stringify({ ...figures, ...sometimes.figures }));
  assert.deepEqual(findings, []);
  assert.deepEqual(sometimes.findings, []);
  assert.ok(figures.faults > 25 && figures.orders > 50);
});
