import { type CheckResult, checkTheme, type Report } from "./report.ts";

/** The report as JUnit XML: a suite for each theme, a case for each check. */
export function junitReport(report: Report): string {
  const { checks, durationMs, startedAt } = report;
  const themes = [...new Set(checks.map(checkTheme))];
  const suites = themes.map((theme) =>
    suite(
      theme,
      checks.filter((check) => checkTheme(check) === theme),
      startedAt,
    ),
  );
  const all = {
    name: `paseo-conform: ${report.judged} at ${report.target}`,
    ...counts(checks),
    time: seconds(durationMs),
  };
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites${attributes(all)}>`,
    ...suites,
    "</testsuites>",
    "",
  ].join("\n");
}

function suite(theme: string, checks: CheckResult[], startedAt: string): string {
  const time = seconds(checks.reduce((sum, { durationMs }) => sum + durationMs, 0));
  // JUnit timestamps have no fraction and no zone.
  const head = attributes({ name: theme, ...counts(checks), errors: 0, time, timestamp: startedAt.slice(0, 19) });
  return [`  <testsuite${head}>`, ...checks.map(testCase), "  </testsuite>"].join("\n");
}

function testCase(check: CheckResult): string {
  const { id, says, verdict, durationMs } = check;
  const head = attributes({
    name: `${id}: ${says}`,
    classname: `paseo.${checkTheme(check)}`,
    time: seconds(durationMs),
  });
  if (verdict === "pass") return `    <testcase${head}/>`;
  const body = verdict === "skipped" ? `<skipped${attributes({ message: check.reason! })}/>` : failure(check);
  return `    <testcase${head}>\n      ${body}\n    </testcase>`;
}

function failure({ clause, findings = [], more }: CheckResult): string {
  const details = findings.map(({ what, request, answer }) => [what, request, answer].filter(Boolean).join("\n"));
  const rest = more ? [`and ${more} more findings`] : [];
  const text = [`The contract: ${clause}`, ...details, ...rest].join("\n\n");
  return `<failure${attributes({ message: findings[0]!.what, type: "contract" })}>${escapedText(text)}</failure>`;
}

const counts = (checks: readonly CheckResult[]) => ({
  tests: checks.length,
  failures: checks.filter(({ verdict }) => verdict === "fail").length,
  skipped: checks.filter(({ verdict }) => verdict === "skipped").length,
});

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const attributes = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(`${value}`)}"`)
    .join("");

const specials: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** An answer may contain characters that XML cannot. */
const escapedText = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML cannot carry
    .replace(/[\0-\x08\x0b-\x1f\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"]/g, (special) => specials[special]!);

/** Text for an attribute. Tabs and line breaks are references, because a parser would turn them into spaces. */
const escaped = (text: string): string =>
  escapedText(text).replace(/[\t\n]/g, (special) => `&#${special.charCodeAt(0)};`);
