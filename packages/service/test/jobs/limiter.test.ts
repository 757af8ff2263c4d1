import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { Limiter, LimiterBusy, type LimiterOptions } from "../../src/limiter.ts";

/** A limiter whose runs end when the test ends them. */
function limited(options: Partial<LimiterOptions>) {
  const limiter = new Limiter({ total: 4, perKey: 2, ...options });
  const running = new Map<string, () => void>();
  const started: string[] = [];
  const refused: string[] = [];
  const add = (...names: string[]) => {
    for (const name of names) {
      const work = () => {
        started.push(name);
        return new Promise<void>((resolve) => running.set(name, resolve));
      };
      limiter.run(name[0]!, work).catch((error) => {
        assert.ok(error instanceof LimiterBusy);
        refused.push(name);
      });
    }
    return turn();
  };
  const end = async (name: string) => {
    running.get(name)!();
    running.delete(name);
    await turn();
    await turn();
  };
  return { limiter, add, end, started, refused, running: () => [...running.keys()] };
}

test("one key has a limited share of the runs, and other keys start beside it", async () => {
  const { limiter, add, running } = limited({});
  await add("a1", "a2", "a3", "a4");
  assert.deepEqual(running(), ["a1", "a2"]);
  await add("b1");
  assert.deepEqual(running(), ["a1", "a2", "b1"]);
  assert.deepEqual([limiter.waitingKeys, limiter.free], [["a"], 1]);
});

test("control: without shares, one key that hangs takes all runs", async () => {
  const { add, running } = limited({ perKey: 4 });
  await add("a1", "a2", "a3", "a4", "b1");
  assert.deepEqual(running(), ["a1", "a2", "a3", "a4"]);
});

for (const pause of [undefined, () => turn()]) {
  test(`a run that ends starts the next of its key, in sequence${pause ? ", after the event loop" : ""}`, async () => {
    const { limiter, add, end, started } = limited({ ...(pause && { pause }) });
    await add("a1", "a2", "a3", "a4");
    await end("a2");
    await end("a1");
    assert.deepEqual(started, ["a1", "a2", "a3", "a4"]);
    assert.deepEqual(limiter.waitingKeys, []);
  });
}

test("keys are served in turn when all runs are taken", async () => {
  const { limiter, add, end, started } = limited({ total: 2 });
  await add("a1", "a2", "a3", "a4", "b1", "b2", "c1");
  assert.equal(limiter.free, 0);
  for (let n = 0; n < 7; n++) await end(started[n]!);
  assert.deepEqual(
    started
      .slice(2, 5)
      .map(([key]) => key)
      .sort(),
    ["a", "b", "c"],
  );
  assert.deepEqual([...started].sort(), ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]);
});

test("a run is refused when too many of its key wait; runs of other keys are not", async () => {
  const { add, refused, running } = limited({ waiting: 1 });
  await add("a1", "a2", "a3", "a4", "b1");
  assert.deepEqual([running(), refused], [["a1", "a2", "b1"], ["a4"]]);
});

test("a run that waits too long is refused and frees its place in the queue", async () => {
  const { limiter, add, end, started, refused } = limited({ perKey: 1, waiting: 1, waitMs: 20 });
  await add("a1", "a2");
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.deepEqual([refused, limiter.waitingKeys], [["a2"], []]);
  await add("a3");
  await end("a1");
  assert.deepEqual(started, ["a1", "a3"]);
});

test("a failed run ends like any other", async () => {
  const limiter = new Limiter({ total: 1 });
  const failed = limiter.run("a", async () => {
    throw new Error("as meant");
  });
  const after = limiter.run("b", async () => "ran");
  await assert.rejects(failed, /as meant/);
  assert.equal(await after, "ran");
  assert.equal(limiter.free, 1);
});

test("an extra condition delays one key and no other", async () => {
  const held = new Set(["a"]);
  const { add, end, started } = limited({ mayStart: (key, running) => !held.has(key) || running === 0 });
  await add("a1", "a2", "b1", "b2");
  assert.deepEqual(started, ["a1", "b1", "b2"]);
  held.clear();
  await end("b1");
  assert.deepEqual(started, ["a1", "b1", "b2", "a2"]);
});
