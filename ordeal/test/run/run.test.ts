import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { ordealParts } from "../../parts.ts";

/** `npm run ordeal` with a part for each way to end. */

const program = fileURLToPath(new URL("../../run.ts", import.meta.url));
const parts = new URL("sample-parts.ts", import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), "paseo-ordeal-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const ordeal = (...options: string[]) =>
  spawnSync(process.execPath, [program, "--report", folder, ...options], {
    env: { ...process.env, ORDEAL_PARTS: parts },
    encoding: "utf8",
  });
/** All parts but the part that runs until it is stopped. */
const four = ["finding", "throwing", "dying", "passing"].flatMap((name) => ["--part", name]);
const written = (name: string): string => readFileSync(join(folder, name), "utf8");

test("without another list, the program has all parts, and each of them loads", async () => {
  const { status, stdout } = spawnSync(process.execPath, [program, "--help"], { encoding: "utf8" });
  assert.equal(status, 0);
  for (const { name, load } of ordealParts) {
    assert.match(stdout, new RegExp(`^  ${name} `, "m"));
    assert.equal(typeof (await load()), "function", name);
  }
});

test("a part that throws or dies fails alone, the others are reported, and the exit code is 1", () => {
  const { status, stdout } = ordeal(...four, "--seed", "7", "--minutes", "6");
  assert.equal(status, 1, stdout);
  const report = written("report.md");
  assert.match(stdout, /Again: npm run ordeal -- --part finding --seed 7/);
  assert.match(report, /\*\*3 of 4 parts failed: finding, throwing, dying\.\*\* Seed 7, at most 6 minutes/);
  assert.match(report, /### a promise is broken\n\n```\nhere is how/);
  assert.match(report, /the part ended with 1 and gave no report/);
  assert.match(report, /\| passing \| passed \| 7 \|/);
  // The part gets half of the time, which is its share.
  assert.match(report, /\| minutes \| 3\.00 \|/);
});

test("an interrupted run reports what its part has done so far, and runs no other part", async () => {
  const child = spawn(
    process.execPath,
    [program, "--report", folder, "--part", "stoppable", "--part", "passing", "--seed", "7"],
    { env: { ...process.env, ORDEAL_PARTS: parts }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = once(child, "exit");
  let output = "";
  for await (const chunk of child.stdout) {
    output += chunk;
    if (output.includes("the child works")) child.kill("SIGINT");
  }
  assert.deepEqual(await ended, [1, null], output);
  const report = written("report.md");
  assert.match(report, /\| results \| so far \|/);
  assert.doesNotMatch(report, /\| passing \|/);
});

for (const [wrong, message] of [
  [["--part", "none"], "There is no part none."],
  [["--minutes", "0"], "--minutes 0 is no time at all."],
  [["--seed", "1.5"], "--seed 1.5 is not a whole number."],
  [["--minutes", "long"], "--minutes long is not a number."],
  [["fuzz"], "Unexpected argument 'fuzz'."],
  [["--hours", "8"], "Unknown option '--hours'"],
  [["--part"], "Option '--part <value>' argument missing"],
] as const)
  test(`${wrong.join(" ")} is refused with a sentence`, () => {
    const { status, stderr } = ordeal(...wrong);
    assert.equal(status, 2);
    assert.ok(stderr.startsWith(message), stderr);
    assert.match(stderr, /\n\nnpm run ordeal -- \[--seed N\]/);
  });
