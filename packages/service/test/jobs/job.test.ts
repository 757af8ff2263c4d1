import assert from "node:assert/strict";
import { test } from "node:test";
import { type DueWorker, startDueWork } from "../../src/jobs/due-work.ts";
import { type JobOptions, startJob } from "../../src/jobs/job.ts";
import type { JobLog } from "../../src/log.ts";
import { until } from "../support/until.ts";

function logging() {
  const warnings: unknown[] = [];
  return { warnings, logger: { warn: (fields: unknown) => void warnings.push(fields) } as JobLog };
}
const quiet = logging().logger;

/** A job whose runs a test counts and ends. */
function counted(options: Partial<JobOptions> = {}) {
  const runs: (() => void)[] = [];
  const run = () => new Promise<void>((resolve) => void runs.push(resolve));
  return { runs, job: startJob({ name: "counted", everyMs: 60_000, run, ...options }, quiet) };
}
const run = (runs: unknown[], n: number) => until(() => runs.length === n, `run ${n}`);

test("a job repeats, one run after another", async () => {
  const { runs, job } = counted({ everyMs: 5 });
  await run(runs, 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(runs.length, 1, "the first run has not ended");
  runs[0]!();
  await run(runs, 2);
  runs[1]!();
  await job.stop();
});

test("a run can be requested early, and several requests during a run cause one more", async () => {
  const { runs, job } = counted();
  job.runSoon();
  await run(runs, 1);
  job.runSoon();
  job.runSoon();
  runs[0]!();
  await run(runs, 2);
  runs[1]!();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(runs.length, 2);
  await job.stop();
});

test("a run with remaining work is followed by another at once", async () => {
  const left = [true, true, false];
  let runs = 0;
  const job = startJob({ name: "batches", everyMs: 60_000, run: async () => left[runs++] }, quiet);
  job.runSoon();
  await until(() => runs === 3, "three runs");
  await job.stop();
});

test("requested runs keep the minimum gap", async () => {
  const starts: number[] = [];
  const run = async () => void starts.push(performance.now());
  const job = startJob({ name: "distant", everyMs: 60_000, gapMs: 400, run }, quiet);
  for (let n = 0; n < 3; n++) {
    job.runSoon();
    await until(() => starts.length > n, `run ${n + 1}`);
  }
  await job.stop();
  // The job measures the gap between its own starts. On a busy machine the test may record a start late.
  for (const n of [1, 2]) assert.ok(starts[n]! - starts[n - 1]! >= 200);
});

test("a failed run is logged with the job's name, and the job continues", async () => {
  const { warnings, logger } = logging();
  let runs = 0;
  const run = async () => {
    if (++runs === 1) throw new Error("as meant");
  };
  const job = startJob({ name: "failing", everyMs: 5, run }, logger);
  await until(() => runs > 1, "the second run");
  await job.stop();
  assert.deepEqual(
    warnings.map((fields) => (fields as { job: string }).job),
    ["failing"],
  );
});

test("a stop waits for the current run, and no run starts after it", async () => {
  const { runs, job } = counted({ everyMs: 1 });
  await run(runs, 1);
  let isOver = false;
  const stopped = job.stop().then(() => {
    isOver = true;
  });
  job.runSoon();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(isOver, false);
  runs[0]!();
  await stopped;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(runs.length, 1);
});

/** A source of due orders. An order leaves it when a run claims the order. */
class Due {
  readonly orders = new Map<string, string>();
  readonly started: string[] = [];
  readonly lookups: { most: number; except: readonly string[] }[] = [];
  end: () => void = () => {};
  hold = new Promise<void>((resolve) => {
    this.end = resolve;
  });
  readonly warnings: unknown[] = [];
  worker: DueWorker | undefined;

  start(everyMs = 5): DueWorker {
    const { logger, warnings } = logging();
    const due = async (most: number, except: readonly string[]) => {
      this.lookups.push({ most, except });
      const found = [...this.orders].map(([id, key]) => ({ id, key }));
      return found.filter(({ key }) => !except.includes(key)).slice(0, most);
    };
    const run = async (id: string) => {
      if (!this.orders.delete(id)) return;
      this.started.push(id);
      await this.hold;
      if (id.endsWith("fails")) throw new Error("as meant");
    };
    this.worker = startDueWork({ name: "test", everyMs, due, run }, logger);
    this.warnings.push(warnings);
    return this.worker;
  }
}

test("due work is found by a lookup", async () => {
  const due = new Due();
  due.orders.set("a1", "a").set("b1", "b");
  const worker = due.start();
  await until(() => due.started.length === 2, "both");
  due.end();
  await worker.stop();
});

test("an added order starts at once, and not again at the next lookup", async () => {
  const due = new Due();
  const worker = due.start(60_000);
  await until(() => due.lookups.length === 1, "the first lookup");
  due.orders.set("a1", "a");
  worker.add({ id: "a1", key: "a" });
  await until(() => due.started.length === 1, "its run");
  assert.equal(due.lookups.length, 1);
  due.end();
  await worker.stop();
});

test("at most sixteen orders of one key are in flight, and other keys are still looked up", async () => {
  const due = new Due();
  for (let n = 0; n < 40; n++) due.orders.set(`a${n}`, "a");
  const worker = due.start();
  await until(() => due.started.length === 16, "the share of a");
  due.orders.set("b1", "b");
  await until(() => due.started.includes("b1"), "b");
  assert.equal(due.started.length, 17);
  assert.deepEqual(due.lookups.at(-1)!.except, ["a"]);
  due.end();
  await until(() => due.started.length === 41, "all");
  await worker.stop();
});

test("orders beyond one lookup are found when others finish", async () => {
  const due = new Due();
  for (let n = 0; n < 600; n++) due.orders.set(`${n}`, `key ${n}`);
  due.end();
  const worker = due.start(60_000);
  await until(() => due.started.length === 600, "all");
  assert.equal(due.lookups[0]!.most, 256);
  await worker.stop();
});

test("a failed run is logged, and a stop waits for runs in flight and starts no waiting ones", async () => {
  const due = new Due();
  for (let n = 0; n < 20; n++) due.orders.set(`a${n}`, "a");
  due.orders.set("b fails", "b");
  const worker = due.start();
  await until(() => due.started.length === 17, "what fits");
  let isOver = false;
  const stopped = worker.stop().then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(isOver, false);
  due.end();
  await stopped;
  assert.equal(due.started.length, 17);
  assert.equal((due.warnings[0] as unknown[]).length, 1);
});
