import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { createLanes, type LaneLimits } from "../../src/jobs/concurrency-limiter.ts";

/** Lanes whose runs end when a test says so. */
function lanesOf(limits: Partial<LaneLimits>) {
  const running = new Map<string, () => void>();
  const begun: string[] = [];
  const lanes = createLanes({ atOnce: 4, ofOneLane: 2, inLine: 10, ...limits }, (key) => {
    begun.push(key);
    return new Promise((resolve) => running.set(key, resolve));
  });
  const end = async (key: string) => {
    running.get(key)!();
    running.delete(key);
    await turn();
  };
  return { lanes, begun, end, running: () => [...running.keys()] };
}

test("one lane has its share of the runs, and the others have room beside it", () => {
  const { lanes, running } = lanesOf({});
  for (const key of ["a1", "a2", "a3", "a4"]) lanes.add("a", key);
  assert.deepEqual(running(), ["a1", "a2"]);
  lanes.add("b", "b1");
  assert.deepEqual(running(), ["a1", "a2", "b1"]);
  assert.deepEqual([lanes.busy(), lanes.room()], [["a"], 1]);
});

test("control: without shares, one lane that hangs has every run", () => {
  const { lanes, running } = lanesOf({ ofOneLane: 4 });
  for (const key of ["a1", "a2", "a3", "a4"]) lanes.add("a", key);
  lanes.add("b", "b1");
  assert.deepEqual(running(), ["a1", "a2", "a3", "a4"]);
});

test("a run that ends makes room for the next of its lane, first come first served", async () => {
  const { lanes, begun, end } = lanesOf({});
  for (const key of ["a1", "a2", "a3", "a4"]) lanes.add("a", key);
  await end("a2");
  await end("a1");
  assert.deepEqual(begun, ["a1", "a2", "a3", "a4"]);
  assert.deepEqual(lanes.busy(), []);
});

test("where all runs are taken, lanes take turns", async () => {
  const { lanes, begun, end } = lanesOf({ atOnce: 2 });
  for (const key of ["a1", "a2", "a3", "a4"]) lanes.add("a", key);
  for (const key of ["b1", "b2", "c1"]) lanes.add(key[0]!, key);
  assert.equal(lanes.room(), 0);
  for (let n = 0; n < 7; n++) await end(begun[n]!);
  const lanesOfTurn = begun.slice(2, 5).map(([lane]) => lane);
  assert.deepEqual(lanesOfTurn.sort(), ["a", "b", "c"]);
  assert.deepEqual([...begun].sort(), ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]);
});

test("a key never runs twice at once; asked for meanwhile, it runs once more", async () => {
  const { lanes, begun, end } = lanesOf({});
  for (let n = 0; n < 3; n++) assert.equal(lanes.add("a", "a1"), true);
  assert.deepEqual(begun, ["a1"]);
  await end("a1");
  assert.deepEqual(begun, ["a1", "a1"]);
  await end("a1");
  assert.deepEqual([begun.length, lanes.room()], [2, 4]);
});

test("a key in line is there once, and what does not fit is not remembered", () => {
  const { lanes } = lanesOf({ inLine: 1 });
  assert.deepEqual(
    ["a1", "a2", "a3", "a3", "a4"].map((key) => lanes.add("a", key)),
    [true, true, true, true, false],
  );
  assert.equal(lanes.add("b", "b1"), true);
});

test("a stop waits for what runs and begins nothing more", async () => {
  const { lanes, begun, end } = lanesOf({});
  for (const key of ["a1", "a2", "a3"]) lanes.add("a", key);
  lanes.add("a", "a1");
  let over = false;
  const stopped = lanes.stop().then(() => (over = true));
  await end("a1");
  assert.equal(over, false);
  assert.equal(lanes.add("b", "b1"), false);
  await end("a2");
  await stopped;
  assert.deepEqual(begun, ["a1", "a2"]);
});
