import { type CheckResult, checkTheme, type Report } from "./report.ts";

/** Colours of a terminal, or none. */
interface Paint {
  good: (text: string) => string;
  bad: (text: string) => string;
  dim: (text: string) => string;
  strong: (text: string) => string;
}

const sequence = (code: number, text: string): string => `\u001b[${code}m${text}\u001b[0m`;
export const colourStyle: Paint = {
  good: (text) => sequence(32, text),
  bad: (text) => sequence(31, text),
  dim: (text) => sequence(2, text),
  strong: (text) => sequence(1, text),
};
const unchanged = (text: string): string => text;
export const plainStyle: Paint = { good: unchanged, bad: unchanged, dim: unchanged, strong: unchanged };

/** The report for a terminal: the checks by theme, every finding, and the totals at the end. */
export function textReport(report: Report, { colour }: { colour: boolean }): string {
  const paint = colour ? colourStyle : plainStyle;
  const themes = [...new Set(report.checks.map(checkTheme))];
  const sections = themes.map((theme) => {
    const lines = report.checks.filter((check) => checkTheme(check) === theme).map((check) => checkLines(check, paint));
    return [paint.strong(theme), ...lines].join("\n");
  });
  return `${[...sections, summary(report, paint)].join("\n\n")}\n`;
}

function checkLines(check: CheckResult, paint: Paint): string {
  const { id, says, clause, verdict, reason, findings = [], more, note } = check;
  if (verdict === "pass") return `  ${paint.good("✓")} ${says} ${paint.dim(id)}${note ? `\n      ${note}` : ""}`;
  if (verdict === "skipped") return `  ${paint.dim(`– ${says} ${id}\n      skipped: ${reason}`)}`;
  const faults = findings.flatMap(({ what, request, answer }) => [
    `      ${printable(what)}`,
    ...(request ? [paint.dim(`        ${printable(request)}`)] : []),
    ...(answer ? [paint.dim(printable(answer).replace(/^/gm, "        > "))] : []),
  ]);
  const rest = more ? [`      and ${more} more findings`] : [];
  return [`  ${paint.bad("✗")} ${says} ${paint.dim(`${id} (${clause})`)}`, ...faults, ...rest].join("\n");
}

/** Removes control characters, with which an answer could change the terminal. */
const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
  text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, "\ufffd");

function summary({ target, requests, durationMs, totals, checks }: Report, paint: Paint): string {
  const { pass, fail, skipped } = totals;
  const failed = checks.filter(({ verdict }) => verdict === "fail").map(({ id }) => `  ${id}`);
  const counts = `${pass} passed, ${fail} failed, ${skipped} skipped`;
  return [
    ...(fail > 0 ? [paint.bad("Failed:"), ...failed, ""] : []),
    `${requests} ${requests === 1 ? "request" : "requests"} to ${target} in ${(durationMs / 1000).toFixed(1)} s`,
    fail > 0 ? paint.bad(counts) : paint.good(counts),
  ].join("\n");
}
