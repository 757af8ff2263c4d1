import assert from "node:assert/strict";
import { test } from "node:test";
import { hasGrown } from "../growth.ts";

test("a value that still grows after the first quarter of a run leaks, and one that settles does not", () => {
  const run = (at: (round: number) => number) => Array.from({ length: 20 }, (_, round) => at(round));
  assert.equal(
    hasGrown(
      run((round) => 100 + 10 * round),
      20,
    ),
    true,
  );
  assert.equal(
    hasGrown(
      run((round) => Math.min(300, 100 + 50 * round)),
      20,
    ),
    false,
  );
  assert.equal(
    hasGrown(
      run((round) => 100 + (round % 3)),
      0,
    ),
    false,
  );
});

test("small values may vary, and a short run says nothing", () => {
  assert.equal(hasGrown([10, 10, 10, 10, 10, 10, 10, 25], 20), false);
  assert.equal(hasGrown([10, 20, 40, 80], 0), false);
});
