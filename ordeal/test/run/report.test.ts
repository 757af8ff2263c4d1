import assert from "node:assert/strict";
import { test } from "node:test";
import type { PartReport } from "../../part.ts";
import { type OrdealRun, reportMarkdown } from "../../report.ts";

const good: PartReport = { name: "fuzz", seed: 7, figures: { requests: 1_000_000 }, findings: [], passed: true };
const bad: PartReport = {
  name: "faults",
  seed: 7,
  figures: { "orders | kept": 12 },
  findings: [{ title: 'an order is "lost" <here>', detail: "id 1\u0000 & more", replay: "npm run ordeal -- --seed 7" }],
  passed: false,
};
const whole = (...reports: PartReport[]): OrdealRun => ({
  seed: 7,
  minutes: 30,
  startedAt: "2026-06-15T10:00:00.000Z",
  machine: "Node 24",
  outcomes: reports.map((report) => ({ report, seconds: 61.25 })),
});

test("the Markdown report has the verdict, a row for each part, figures, findings and the command to repeat it", () => {
  const text = reportMarkdown(whole(good, bad));
  assert.match(text, /\*\*1 of 2 parts failed: faults\.\*\* Seed 7/);
  assert.match(text, /\| fuzz \| passed \| 7 \| 61 \| 0 \|/);
  assert.match(text, /\| requests \| 1,000,000 \|/);
  assert.match(text, /\| orders \\\| kept \| 12 \|/);
  assert.match(text, /### an order is "lost" <here>\n\n```\nid 1/);
  assert.match(text, /`npm run ordeal -- --part faults --seed 7`/);
  assert.match(reportMarkdown(whole(good)), /All 1 parts passed\./);
});

test("a part, or a piece of it, that could not run is named with its reason, and is no passed part", () => {
  const why = "Not installed: apt-get install patroni";
  const partly = { ...good, notRun: ["Rounds through PgBouncer. Not installed: apt-get install pgbouncer"] };
  const reports = whole(partly, { ...good, name: "failover", notRun: [why], isSkipped: true });
  const text = reportMarkdown(reports);
  assert.match(text, /1 of 2 parts ran and passed\. Seed 7/);
  assert.match(text, /\| failover \| not run \| 7 \|/);
  assert.match(
    text,
    /Not run on this machine:\n\n- fuzz: Rounds through PgBouncer\. .*\n- failover: Not installed: apt-get install patroni\n/,
  );
});
