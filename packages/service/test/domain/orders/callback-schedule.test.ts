import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { judgeAttempt, liveRetrySeconds, testRetrySeconds } from "../../../src/domain/callbacks/schedule.ts";

/** The next step after each attempt of a callback. */

for (const status of [200, 201, 202, 204, 299]) {
  test(`${status} means delivered, at any attempt`, () => {
    for (const failed of [0, 4, 9, 10])
      assert.deepEqual(judgeAttempt(status, failed, liveRetrySeconds), {
        settled: "delivered",
        attempts: 0,
        inSeconds: 1,
      });
  });
}

test("410 stops the callbacks, at any attempt", () => {
  for (const failed of [0, 9])
    assert.deepEqual(judgeAttempt(410, failed, liveRetrySeconds), {
      settled: "stopped",
      attempts: 0,
      inSeconds: 43_200,
    });
});

for (const status of [null, 100, 199, 300, 301, 302, 307, 400, 401, 404, 409, 411, 429, 500, 503]) {
  test(`${status ?? "no answer"} is retried, up to ten attempts`, () => {
    for (const gaps of [liveRetrySeconds, testRetrySeconds]) {
      const lost = { settled: "given-up", attempts: 0, inSeconds: gaps.at(-1) };
      const verdicts = Array.from({ length: 10 }, (_, n) => judgeAttempt(status, n, gaps));
      assert.deepEqual(verdicts, [
        ...gaps.map((inSeconds, n) => ({ settled: null, attempts: n + 1, inSeconds })),
        lost,
      ]);
      // There may be more attempts than steps after the schedule was changed.
      assert.deepEqual(judgeAttempt(status, 10, gaps), lost);
    }
  });
}

test("gaps grow, over about a day; those of test orders over less than two minutes", () => {
  for (const gaps of [liveRetrySeconds, testRetrySeconds]) {
    assert.equal(gaps.length, 9);
    assert.deepEqual(
      [...gaps].sort((a, b) => a - b),
      gaps,
    );
  }
  const sum = (gaps: readonly number[]) => gaps.reduce((total, gap) => total + gap, 0);
  assert.ok(sum(liveRetrySeconds) > 20 * 3600 && sum(liveRetrySeconds) < 30 * 3600);
  assert.ok(sum(testRetrySeconds) < 120);
});

test("docs/reference/callbacks.md has the same times", async () => {
  const page = await readFile(new URL("../../../../../docs/reference/callbacks.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| (\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, made, live, tried]) => [
    made,
    live,
    tried,
  ]);
  const since = (gaps: readonly number[], made: number) =>
    gaps.slice(0, made - 1).reduce((total, gap) => total + gap, 0);
  assert.deepEqual(
    rows,
    Array.from({ length: 10 }, (_, n) => [
      `${n + 1}`,
      spoken(since(liveRetrySeconds, n + 1)),
      spoken(since(testRetrySeconds, n + 1)),
    ]),
  );
});

/** Writes the seconds since the first attempt in the page's format. */
function spoken(seconds: number): string {
  if (seconds === 0) return "at once";
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return [h && `${h} h`, m && `${m} min`, s && `${s} s`].filter(Boolean).join(" ");
}
