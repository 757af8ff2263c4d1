import assert from "node:assert/strict";
import { test } from "node:test";
import { createProgress, progressText } from "../src/progress.ts";
import { decimalText } from "../src/records/records.ts";
import { readPagesAhead } from "../src/sync/reading.ts";

/** Pages are read ahead of writing, in order and up to a limit. Progress is reported. */

async function* numbers(most: number, read: number[] = []): AsyncGenerator<number> {
  for (let n = 1; n <= most; n++) {
    read.push(n);
    yield n;
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("pages are returned in order, in batches of those read meanwhile, up to the limit", async () => {
  const read: number[] = [];
  const batches: number[][] = [];
  for await (const batch of readPagesAhead(numbers(20, read), 3)) {
    batches.push(batch);
    await turn();
    assert.ok(read.length <= batches.flat().length + 3 + 1, `${read.length} read, ${batches.flat().length} taken`);
  }
  assert.deepEqual(
    batches.flat(),
    Array.from({ length: 20 }, (_, n) => n + 1),
  );
  assert.ok(batches.some(({ length }) => length === 3));
});

test("an error of a read follows the pages before it", async () => {
  async function* failing() {
    yield* numbers(5);
    throw new Error("the network");
  }
  const taken: number[] = [];
  await assert.rejects(
    async () => {
      for await (const batch of readPagesAhead(failing(), 2)) taken.push(...batch);
    },
    { message: "the network" },
  );
  assert.deepEqual(taken, [1, 2, 3, 4, 5]);
});

test("after a break no further page is read", async () => {
  const read: number[] = [];
  await assert.rejects(
    async () => {
      for await (const [first] of readPagesAhead(numbers(1000, read), 4))
        if (first! > 8) throw new Error("the disk is full");
    },
    { message: "the disk is full" },
  );
  const { length } = read;
  await turn();
  assert.equal(read.length, length);
  assert.ok(length < 25, `${length} read`);
});

test("progress is one updated line on a terminal, and elsewhere a line every five seconds", () => {
  let now = 0;
  const output: string[] = [];
  const lines = createProgress({ write: (text: string) => output.push(text) }, () => now);
  for (let done = 0; done <= 100_000; done += 500) {
    lines.list("events", done, 100_000);
    now += 100;
  }
  assert.deepEqual(output, [
    "events: 25,000 of 100,000 (25 %), 5,000/s, 15 s left\n",
    "events: 50,000 of 100,000 (50 %), 5,000/s, 10 s left\n",
    "events: 75,000 of 100,000 (75 %), 5,000/s, 5 s left\n",
    "events: 100,000 of 100,000 (100 %)\n",
  ]);
  output.length = 0;
  const line = createProgress({ isTTY: true, write: (text: string) => output.push(text) }, () => now);
  line.list("products", 100, 300);
  now += 250;
  line.list("products", 200, 300);
  line.note("A sentence.");
  line.list("products", 300, 300);
  line.list("pages-es", 5, 5);
  assert.deepEqual(output, [
    "\rproducts: 200 of 300 (66 %)\x1b[K",
    "\n",
    "A sentence.\n",
    "\rproducts: 300 of 300 (100 %)\x1b[K",
    "\n",
  ]);
});

test("the remaining time is given in a suitable unit", () => {
  const left = (seconds: number) => progressText("events", 1000, 1000 + seconds * 100, { done: 1000, ms: 10_000 });
  assert.match(left(99), /, 99 s left$/);
  assert.match(left(600), /, 10 min left$/);
  assert.match(left(7200), /, 2 h left$/);
});

test("amounts are written as plain decimals", () => {
  const amounts = [0, 45, 45.5, 0.1, 1e-7, 1.5e-7, 999_999_999.99, 123456.7891];
  assert.deepEqual(amounts.map(decimalText), [
    "0",
    "45",
    "45.5",
    "0.1",
    "0.0000001",
    "0.00000015",
    "999999999.99",
    "123456.7891",
  ]);
});
