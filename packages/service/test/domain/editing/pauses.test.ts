import assert from "node:assert/strict";
import test from "node:test";
import { setImmediate } from "node:timers/promises";
import { createPause, setPauseMs } from "../../../src/domain/editing/files/pauses.ts";

/** Whether `turns` turns of the event loop end before a pause that begins now. */
async function fit(turns: number): Promise<boolean> {
  const pause = createPause();
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

test("a pause lets others run once, and with a rest as often as they need", async (t) => {
  t.after(() => setPauseMs(0));
  assert.equal(await fit(0), true);
  assert.equal(await fit(5), false, "without a rest the work goes on after one turn");
  setPauseMs(50);
  assert.equal(await fit(5), true);
});

test("work that is short does not pause", () => {
  assert.equal(createPause()(), undefined);
});
