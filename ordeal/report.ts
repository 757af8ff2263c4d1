import type { PartReport } from "./part.ts";

/** The report of a run: for readers in Markdown, for CI in JUnit. */

export interface Outcome {
  report: PartReport;
  seconds: number;
  /** Of a soak, from 1. */
  round?: number;
}

export interface Whole {
  seed: number;
  minutes: number;
  /** Start of the run, ISO 8601. */
  startedAt: string;
  /** Version of Node and the processors, on which the figures depend. */
  machine: string;
  outcomes: Outcome[];
}

export function markdownOf({ seed, minutes, startedAt, machine, outcomes }: Whole): string {
  const failed = outcomes.filter(({ report }) => !report.passed);
  const ran = outcomes.filter(({ report }) => !report.isSkipped).length;
  const rounds = Math.max(0, ...outcomes.map(({ round = 0 }) => round));
  const verdict =
    failed.length === 0
      ? `${ran === outcomes.length ? "All" : `${ran} of`} ${outcomes.length} parts ${ran === outcomes.length ? "passed" : "ran and passed"}${rounds > 0 ? ` in ${rounds} rounds` : ""}.`
      : `**${failed.length} of ${outcomes.length} parts failed: ${failed.map(({ report }) => report.name).join(", ")}.**`;
  const notRun = outcomes.flatMap(({ report }) => (report.notRun ?? []).map((what) => `- ${report.name}: ${what}`));
  const lines = [
    "# Ordeal",
    "",
    `${verdict} Seed ${seed}, at most ${Number(minutes.toFixed(1))} minutes, started at ${startedAt}, ${machine}.`,
    "",
    "| Part | Result | Seed | Seconds | Findings |",
    "|---|---|---|---|---|",
    ...outcomes.map(
      ({ report, seconds, round }) =>
        `| ${report.name}${round ? `, round ${round}` : ""} | ${resultOf(report)} | ${report.seed} | ${Math.round(seconds)} | ${report.findings.length} |`,
    ),
  ];
  if (notRun.length > 0) lines.push("", "Not run on this machine:", "", ...new Set(notRun));
  // Of a soak, the figures of the last round stand for the others.
  const last = new Map(outcomes.map((outcome) => [outcome.report.name, outcome]));
  for (const outcome of outcomes)
    if (!outcome.report.passed || last.get(outcome.report.name) === outcome)
      lines.push("", ...partOf(outcome.report, rounds === 0 || outcome.round !== undefined));
  return `${lines.join("\n")}\n`;
}

/** `again`: it can run alone, unlike the service that sells through a soak. */
function partOf({ name, seed, figures, findings }: PartReport, again: boolean): string[] {
  const lines = [`## ${name}`];
  if (again) lines.push("", `Again: \`npm run ordeal -- --part ${name} --seed ${seed}\``);
  const rows = Object.entries(figures);
  if (rows.length > 0) {
    lines.push("", "| Figure | Value |", "|---|---|");
    for (const [label, value] of rows) lines.push(`| ${cell(label)} | ${cell(shown(value))} |`);
  }
  for (const { title, detail, replay } of findings) {
    lines.push("", `### ${title}`, "", "```", detail.replaceAll("```", "'''"), "```");
    if (replay !== undefined) lines.push("", `Again: \`${replay}\``);
  }
  return lines;
}

const resultOf = ({ isSkipped, passed }: PartReport): string =>
  isSkipped ? "not run" : passed ? "passed" : "**failed**";
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const shown = (value: number | string): string => (typeof value === "number" ? value.toLocaleString("en-US") : value);

/** A test suite for each part: one passed test case, or a failed test case for each finding. */
export function junitOf({ outcomes }: Whole): string {
  const suites = outcomes.map(({ report, seconds, round }) => {
    const { findings, passed, figures } = report;
    const name = round ? `${report.name}, round ${round}` : report.name;
    const properties = Object.entries({ seed: report.seed, ...figures }).map(
      ([label, value]) => `      <property name="${escaped(label)}" value="${escaped(`${value}`)}"/>`,
    );
    const problems =
      passed || findings.length > 0 ? findings : [{ title: "failed without a finding", detail: "The part gave none." }];
    const cases = problems.map(
      ({ title, detail }) =>
        `    <testcase classname="ordeal.${escaped(name)}" name="${escaped(title)}"><failure message="${escaped(title)}">${escaped(detail)}</failure></testcase>`,
    );
    const skipped = (report.notRun ?? []).map(
      (what) =>
        `    <testcase classname="ordeal.${escaped(name)}" name="${escaped(what)}"><skipped message="${escaped(what)}"/></testcase>`,
    );
    if (cases.length === 0 && !report.isSkipped)
      cases.push(
        `    <testcase classname="ordeal.${escaped(name)}" name="${escaped(name)}" time="${seconds.toFixed(1)}"/>`,
      );
    return [
      `  <testsuite name="${escaped(name)}" tests="${cases.length + skipped.length}" failures="${problems.length}" errors="0" skipped="${skipped.length}" time="${seconds.toFixed(1)}">`,
      "    <properties>",
      ...properties,
      "    </properties>",
      ...cases,
      ...skipped,
      "  </testsuite>",
    ].join("\n");
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="ordeal">\n${suites.join("\n")}\n</testsuites>\n`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** XML 1.0 cannot contain most control characters or half of a surrogate pair. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(notXml, "\ufffd")
    .replace(/[&<>"]/g, (one) => entities[one]!);
