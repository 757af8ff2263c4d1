import { type CheckResult, type Report, themeOf } from "./report.ts";

/** Colours of a terminal, or none. */
interface Paint {
  good: (text: string) => string;
  bad: (text: string) => string;
  dim: (text: string) => string;
  strong: (text: string) => string;
}

const sequence = (code: number, text: string): string => `\u001b[${code}m${text}\u001b[0m`;
export const colours: Paint = {
  good: (text) => sequence(32, text),
  bad: (text) => sequence(31, text),
  dim: (text) => sequence(2, text),
  strong: (text) => sequence(1, text),
};
const same = (text: string): string => text;
export const plain: Paint = { good: same, bad: same, dim: same, strong: same };

/** The report as lines for a person: theme by theme, with all that is known of each fault, and the totals last. */
export function textReport(report: Report, { colour }: { colour: boolean }): string {
  const paint = colour ? colours : plain;
  const themes = [...new Set(report.checks.map(themeOf))];
  const sections = themes.map((theme) => {
    const lines = report.checks.filter((check) => themeOf(check) === theme).map((check) => checkLines(check, paint));
    return [paint.strong(theme), ...lines].join("\n");
  });
  return `${[...sections, summary(report, paint)].join("\n\n")}\n`;
}

function checkLines(check: CheckResult, paint: Paint): string {
  const { id, says, clause, verdict, reason, findings = [], more } = check;
  if (verdict === "pass") return `  ${paint.good("✓")} ${says} ${paint.dim(id)}`;
  if (verdict === "skipped") return `  ${paint.dim(`– ${says} ${id}\n      skipped: ${reason}`)}`;
  const faults = findings.flatMap(({ what, request, answer }) => [
    `      ${harmless(what)}`,
    ...(request ? [paint.dim(`        ${harmless(request)}`)] : []),
    ...(answer ? [paint.dim(harmless(answer).replace(/^/gm, "        > "))] : []),
  ]);
  const rest = more ? [`      and ${more} more like these`] : [];
  return [`  ${paint.bad("✗")} ${says} ${paint.dim(`${id} (${clause})`)}`, ...faults, ...rest].join("\n");
}

/** What came from outside may hold the sequences that move a terminal. */
const harmless = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters in question
  text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, "\ufffd");

function summary({ judged, target, requests, durationMs, totals, checks }: Report, paint: Paint): string {
  const { pass, fail, skipped } = totals;
  const failed = checks.filter(({ verdict }) => verdict === "fail").map(({ id }) => `  ${id}`);
  const told = judged === "service" ? `${requests} requests to ${target}` : `${requests} requests at ${target}`;
  const counts = `${pass} passed, ${fail} failed, ${skipped} skipped`;
  return [
    ...(fail > 0 ? [paint.bad("Failed:"), ...failed, ""] : []),
    `${told} in ${(durationMs / 1000).toFixed(1)} s`,
    fail > 0 ? paint.bad(counts) : paint.good(counts),
  ].join("\n");
}
