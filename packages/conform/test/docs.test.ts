import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { rules } from "../src/client/rules/rules.ts";
import { scenarios } from "../src/client/scenarios.ts";
import * as kit from "../src/index.ts";
import { helpText } from "../src/options.ts";
import { checkTheme } from "../src/reports/report.ts";
import { serviceChecks } from "../src/service/checks/index.ts";

/** docs/reference/conformance.md agrees with the package. */

const page = await readFile(new URL("../../../docs/reference/conformance.md", import.meta.url), "utf8");
/** First cells of the page's tables, without their code marks. */
const rows = page.split("\n").filter((line) => line.startsWith("| `"));

test("the page lists every theme with its number of checks", () => {
  for (const theme of new Set(serviceChecks.map(checkTheme))) {
    const count = serviceChecks.filter((check) => checkTheme(check) === theme).length;
    assert.ok(page.includes(`| \`${theme}\` | ${count} |`), `${theme} has ${count}`);
  }
});

test("the page lists every rule in order, and every scenario", () => {
  const named = rows.flatMap((row) => /^\| `((?:request|key|list|sync|selling)\.[\w-]+)` /.exec(row)?.[1] ?? []);
  assert.deepEqual(named, Object.keys(rules));
  for (const scenario of Object.keys(scenarios))
    assert.ok(
      rows.some((row) => row.startsWith(`| \`${scenario}\` |`)),
      scenario,
    );
});

test("the page and the help list the same options", () => {
  const options = [...helpText.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, option]) => option!);
  assert.ok(options.length > 10);
  for (const option of options) assert.ok(page.includes(`\`${option}`), option);
  for (const [, option] of page.matchAll(/`(--[\w-]+)/g)) assert.ok(helpText.includes(option!), option);
});

test("the package exports what the page imports", () => {
  const [, names] = /import \{ ([^}]+) \} from "@paseo\/conform"/.exec(page)!;
  for (const name of names!.split(", ")) assert.ok(name in kit, name);
});

test("identifiers are unique, and each check names its clause of the contract", () => {
  const ids = [...serviceChecks.map(({ id }) => id), ...Object.keys(rules)];
  assert.equal(new Set(ids).size, ids.length);
  for (const { id, says, clause } of [
    ...serviceChecks,
    ...Object.entries(rules).map(([id, rule]) => ({ id, ...rule })),
  ]) {
    assert.match(id, /^[a-z]+(\.[a-z-]+)+$/);
    assert.match(clause, /interface|decisions? \d/, id);
    assert.ok(says.length > 20 && !says.endsWith("."), id);
  }
});
