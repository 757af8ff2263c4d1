import assert from "node:assert/strict";
import test from "node:test";
import { setImmediate } from "node:timers/promises";
import { createPause } from "../../../src/domain/editing/files/pauses.ts";

/** Whether `turns` turns of the event loop end before a pause of `ms` that begins now. */
async function fit(turns: number, ms: number): Promise<boolean> {
  const pause = createPause(ms);
  let paused = pause();
  while (!paused) paused = pause();
  let isOver = false;
  const ended = paused.then(() => {
    isOver = true;
  });
  for (let turn = 0; turn < turns; turn++) await setImmediate();
  const fitted = !isOver;
  await ended;
  return fitted;
}

test("a pause lets others run once, and if it takes time as often as they need", async () => {
  assert.equal(await fit(0, 0), true);
  assert.equal(await fit(5, 0), false, "a pause that takes no time ends after one turn");
  assert.equal(await fit(5, 50), true);
});

test("work that is short does not pause", () => {
  assert.equal(createPause()(), undefined);
});
