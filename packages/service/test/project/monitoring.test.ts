import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parse } from "yaml";
import { createMetrics } from "../../src/metrics.ts";
import { findTool, requireTool } from "../support/tools.ts";

/** The files of deploy/monitoring against what the service exports, and the alerts against their runbooks. */

const folder = fileURLToPath(new URL("../../../../deploy/monitoring/", import.meta.url));
const docs = fileURLToPath(new URL("../../../../docs/", import.meta.url));

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}

const rulesText = await readFile(join(folder, "paseo.rules.yml"), "utf8");
const rules = (parse(rulesText).groups as { rules: Rule[] }[]).flatMap((group) => group.rules);
const dashboard = JSON.parse(await readFile(join(folder, "grafana-dashboard.json"), "utf8")) as {
  panels: Panel[];
  templating: { list: { definition?: string }[] };
};
const shown = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list.flatMap(({ definition = [] }) => definition),
];

/** The names of all series that /metrics can have. */
async function exportedNames(): Promise<Set<string>> {
  const metrics = createMetrics();
  metrics.request({ route: "/", method: "GET", status: 200, format: "other" }, 0.1);
  const { body } = await metrics.text();
  const types = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return new Set(
    types.flatMap(([, name, type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name!],
    ),
  );
}

/** `name` or `name{labels}`, with the names of the labels. */
const selectors = (expr: string): { name: string; labels: string[] }[] =>
  Array.from(expr.matchAll(/\b((?:paseo|process|nodejs)_\w+)(\{[^}]*\})?/g), ([, name, labels = ""]) => ({
    name: name!,
    labels: Array.from(labels.matchAll(/(\w+)\s*[=!]/g), ([, label]) => label!),
  }));

test("every metric in the dashboard and the rules is one that the service exports", async () => {
  const exported = await exportedNames();
  const used = [...shown, ...rules.map(({ expr }) => expr)].flatMap(selectors);
  assert.ok(used.length > 40, `${used.length} metrics were found`);
  for (const { name } of used) assert.ok(exported.has(name), name);
  assert.ok(!exported.has("paseo_orders"), "a name that is not exported is noticed");
});

test("every label in the dashboard and the rules is one of its metric", async () => {
  const table = await readFile(join(docs, "reference/monitoring.md"), "utf8");
  const labelsOf = new Map(
    Array.from(table.matchAll(/^\| `(paseo_\w+)` \| ([^|]*) \|/gm), ([, name, labels]) => [
      name!,
      Array.from(labels!.matchAll(/`(\w+)`/g), ([, label]) => label!),
    ]),
  );
  const ofPrometheus = ["instance", "job", "le"];
  let checked = 0;
  for (const { name, labels } of [...shown, ...rules.map(({ expr }) => expr)].flatMap(selectors)) {
    const known = labelsOf.get(name.replace(/_(bucket|count|sum)$/, "")) ?? labelsOf.get(name) ?? [];
    for (const label of labels) {
      checked++;
      assert.ok(ofPrometheus.includes(label) || known.includes(label), `${name} has no label ${label}`);
    }
  }
  assert.ok(checked > 20);
});

test("every paseo metric that an operator watches is in the dashboard", async () => {
  const used = new Set(shown.flatMap(selectors).map(({ name }) => name.replace(/_(bucket|count|sum)$/, "")));
  const own = [...(await exportedNames())].map((name) => name.replace(/_(bucket|count|sum)$/, ""));
  const missing = own.filter((name) => name.startsWith("paseo_") && !used.has(name));
  assert.deepEqual(missing, []);
});

test("panels of the dashboard have their own ids and places", () => {
  const { panels } = dashboard;
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  for (const [index, { title, gridPos: one }] of panels.entries())
    for (const { title: other, gridPos: two } of panels.slice(index + 1)) {
      const apart =
        one.x + one.w <= two.x || two.x + two.w <= one.x || one.y + one.h <= two.y || two.y + two.h <= one.y;
      assert.ok(apart, `${title} and ${other} overlap`);
    }
});

test("every alert has a runbook with what to look at and what to do, and every runbook an alert", async () => {
  const page = await readFile(join(docs, "how-to/respond-to-alerts.md"), "utf8");
  const sections = new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.split("\n", 1)[0]!, section] as const),
  );
  assert.deepEqual(
    [...sections.keys()],
    rules.map(({ alert }) => alert),
  );
  for (const { alert, labels, annotations, for: duration } of rules) {
    assert.equal(annotations.runbook, `docs/how-to/respond-to-alerts.md#${alert.toLowerCase()}`);
    assert.ok(["critical", "warning"].includes(labels.severity) && duration && annotations.summary.length > 20, alert);
    assert.match(sections.get(alert)!, /^- \*\*Look\*\*: [\s\S]+^- \*\*Do\*\*: /m, alert);
  }
});

test("Prometheus accepts the rules, and each alert fires on its fault only", {
  skip: requireTool("promtool", "prometheus"),
}, async () => {
  const promtool = (...args: string[]) => promisify(execFile)(findTool("promtool")!, args, { cwd: folder });
  const checked = await promtool("check", "rules", "paseo.rules.yml");
  assert.match(checked.stdout, new RegExp(`SUCCESS: ${rules.length} rules found`));
  assert.match((await promtool("test", "rules", "paseo.rules.test.yml")).stdout, /SUCCESS/);
});
