import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../fuzz/index.ts";

/** A short run of the fuzzer with a fixed seed. */

test("a short run with a fixed seed finds nothing", async () => {
  const report = await run({
    seed: 14,
    minutes: 4,
    requests: 300,
    children: 1,
    uploadEvery: 50,
  });
  assert.deepEqual(report.findings, []);
  const { requests, "kinds of request": kinds, "answers 2xx": good } = report.figures;
  assert.deepEqual([requests, report.passed], [300, true]);
  assert.ok(Number(kinds) > 40 && Number(good) > 20, JSON.stringify(report.figures));
});
