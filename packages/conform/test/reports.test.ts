import assert from "node:assert/strict";
import { test } from "node:test";
import { assertWellFormed } from "../../contract/test/support/xml.ts";
import { writeReport } from "../src/reports/index.ts";
import { type CheckResult, isSelectedCheck, type Report, totalsOf } from "../src/reports/report.ts";
import { readXml } from "../src/wire/xml-tree.ts";

/** One report in each format, with texts that need escaping. */

const hostile = `<a href="x">&amp; ]]> \u0000\u001b[31m \ud800 "quoted"\n\tsecond line\r`;
const checks: CheckResult[] = [
  { id: "shape.products.json", says: "The list fits", clause: "interface", verdict: "pass", durationMs: 12 },
  {
    id: "shape.products.xml",
    says: "The list <fits> too",
    clause: "decision 2",
    verdict: "fail",
    findings: [
      { what: hostile, request: "curl -sS 'http://127.0.0.1/?a=1&b=2'", answer: hostile },
      { what: "another" },
    ],
    more: 3,
    durationMs: 1500,
  },
  {
    id: "keys.body",
    says: "Keys are checked",
    clause: "decision 5",
    verdict: "skipped",
    reason: 'no "key" & none',
    durationMs: 0,
  },
];
const report: Report = {
  kit: "paseo-conform",
  reportVersion: 1,
  judged: "service",
  target: "http://127.0.0.1:8080",
  startedAt: "2026-06-15T10:00:00.123Z",
  durationMs: 1512,
  requests: 7,
  totals: totalsOf(checks),
  checks,
};

test("the JSON report is the report", () => {
  const text = writeReport(report, "json");
  assert.deepEqual(JSON.parse(text), report);
  assert.deepEqual(report.totals, { pass: 1, fail: 1, skipped: 1 });
  assert.ok(text.endsWith("}\n"));
});

test("the JUnit report is well-formed XML with suites, cases and counts that agree", () => {
  const text = writeReport(report, "junit");
  assertWellFormed(text);
  const root = readXml(text)!;
  assert.equal(root.name, "testsuites");
  const counted = ["tests", "failures", "skipped", "time"];
  const values = (element: typeof root) => counted.map((name) => element.attributes.get(name));
  assert.deepEqual(values(root), ["3", "1", "1", "1.512"]);
  assert.deepEqual(
    root.children.map((suite) => [suite.name, suite.attributes.get("name"), ...values(suite)]),
    [
      ["testsuite", "shape", "2", "1", "0", "1.512"],
      ["testsuite", "keys", "1", "0", "1", "0.000"],
    ],
  );
  assert.equal(root.children[0]!.attributes.get("timestamp"), "2026-06-15T10:00:00");
  const [passed, failed] = root.children[0]!.children;
  assert.deepEqual([passed!.name, passed!.children.length], ["testcase", 0]);
  assert.equal(passed!.attributes.get("classname"), "paseo.shape");
  assert.equal(failed!.attributes.get("name"), "shape.products.xml: The list <fits> too");
  const [failure] = failed!.children;
  assert.equal(failure!.name, "failure");
  assert.match(
    failure!.attributes.get("message")!,
    /^<a href="x">&amp; \]\]> \ufffd\ufffd\[31m \ufffd "quoted"\n\tsecond line/,
  );
  assert.match(failure!.text, /^The contract: decision 2\n\n.*curl -sS 'http:\/\/127\.0\.0\.1\/\?a=1&b=2'/s);
  assert.match(failure!.text, /another\n\nand 3 more findings$/);
  const [skipped] = root.children[1]!.children[0]!.children;
  assert.deepEqual([skipped!.name, skipped!.attributes.get("message")], ["skipped", 'no "key" & none']);
});

test("the text report shows each failure with its request, and uses colours only on demand", () => {
  const plain = writeReport(report, "text");
  // Neither our colours nor control characters of an answer.
  assert.ok(!plain.includes("\u001b"));
  assert.match(plain, /^shape\n {2}✓ The list fits shape\.products\.json\n {2}✗ The list <fits> too/);
  assert.match(plain, / {8}curl -sS 'http:\/\/127\.0\.0\.1\/\?a=1&b=2'\n/);
  assert.match(plain, / {6}and 3 more findings\n/);
  assert.match(plain, / {6}skipped: no "key" & none\n/);
  assert.match(
    plain,
    /Failed:\n {2}shape\.products\.xml\n\n7 requests to .* in 1\.5 s\n1 passed, 1 failed, 1 skipped\n$/,
  );
  const coloured = writeReport(report, "text", { colour: true });
  assert.ok(coloured.includes("\u001b[32m✓\u001b[0m The list fits"));
  const good = { ...report, checks: [checks[0]!], totals: totalsOf([checks[0]!]) };
  assert.match(writeReport(good, "text"), /1 passed, 0 failed, 0 skipped\n$/);
  assert.ok(!writeReport(good, "text").includes("Failed:"));
});

test("checks are selected by id, theme and pattern", () => {
  const selects = (id: string, ...patterns: string[]): boolean => isSelectedCheck({ id }, patterns);
  assert.ok(selects("shape.products.json"));
  assert.ok(selects("shape.products.json", "shape"));
  assert.ok(selects("shape.products.json", "shape.products"));
  assert.ok(selects("shape.products.json", "keys", "shape.*.json"));
  assert.ok(!selects("shape.products.json", "shape.product"));
  assert.ok(!selects("shape.productsXjson", "shape.products.json"));
  assert.ok(!selects("shape.products.json", "products"));
});
