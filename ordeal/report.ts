import type { PartReport } from "./part.ts";

/** The report of a run, in Markdown. */

export interface PartOutcome {
  report: PartReport;
  seconds: number;
}

export interface OrdealRun {
  seed: number;
  minutes: number;
  /** Start of the run, ISO 8601. */
  startedAt: string;
  /** Version of Node, and the processors. The figures depend on both. */
  machine: string;
  outcomes: PartOutcome[];
}

export function reportMarkdown({ seed, minutes, startedAt, machine, outcomes }: OrdealRun): string {
  const failed = outcomes.filter(({ report }) => !report.passed);
  const ran = outcomes.filter(({ report }) => !report.isSkipped).length;
  const verdict =
    failed.length === 0
      ? `${ran === outcomes.length ? "All" : `${ran} of`} ${outcomes.length} parts ${ran === outcomes.length ? "passed" : "ran and passed"}.`
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
      ({ report, seconds }) =>
        `| ${report.name} | ${resultOf(report)} | ${report.seed} | ${Math.round(seconds)} | ${report.findings.length} |`,
    ),
  ];
  if (notRun.length > 0) lines.push("", "Not run on this machine:", "", ...new Set(notRun));
  for (const { report } of outcomes) lines.push("", ...partOf(report));
  return `${lines.join("\n")}\n`;
}

function partOf({ name, seed, figures, findings }: PartReport): string[] {
  const lines = [`## ${name}`, "", `Again: \`npm run ordeal -- --part ${name} --seed ${seed}\``];
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
