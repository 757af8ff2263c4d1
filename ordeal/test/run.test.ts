import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

/** `npm run ordeal` with a part for each way to end. */

const program = fileURLToPath(new URL("../run.ts", import.meta.url));
const parts = new URL("sample-parts.ts", import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), "paseo-ordeal-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const ordeal = (...options: string[]) =>
  spawnSync(process.execPath, [program, "--report", folder, ...options], {
    env: { ...process.env, ORDEAL_PARTS: parts },
    encoding: "utf8",
  });
const written = (name: string): string => readFileSync(join(folder, name), "utf8");

test("a part that throws or dies fails alone, the others are reported, and the exit code is 1", () => {
  const { status, stdout } = ordeal("--seed", "7", "--minutes", "6");
  assert.equal(status, 1, stdout);
  const report = written("report.md");
  assert.match(report, /\*\*3 of 4 parts failed: finding, throwing, dying\.\*\* Seed 7, at most 6 minutes/);
  assert.match(report, /### a promise is broken\n\n```\nhere is how/);
  assert.match(report, /the part ended with 1 and gave no report/);
  assert.match(report, /\| passing \| passed \| 7 \|/);
  // Half: its share of the time.
  assert.match(report, /\| minutes \| 3\.00 \|/);
  assert.equal(written("report.xml").match(/<failure /g)?.length, 3);
});

test("a chosen part that passes ends with 0, and --soak gives it hours", () => {
  const { status, stdout } = ordeal("--part", "passing", "--soak", "2");
  assert.equal(status, 0, stdout);
  assert.match(written("report.md"), /\| minutes \| 120\.00 \|/);
});

for (const [wrong, message] of [
  [["--part", "none"], "There is no part none."],
  [["--minutes", "0"], "--minutes 0 is no time at all."],
  [["--seed", "1.5"], "--seed 1.5 is not a whole number."],
  [["--soak", "long"], "--soak long is not a number."],
] as const)
  test(`${wrong.join(" ")} is refused with a sentence`, () => {
    const { status, stderr } = ordeal(...wrong);
    assert.equal(status, 2);
    assert.ok(stderr.startsWith(message), stderr);
  });
