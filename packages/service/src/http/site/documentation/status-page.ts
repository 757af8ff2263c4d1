import type { SiteLanguage } from "../../../texts/site/frame-words.ts";
import { statusWords } from "../../../texts/site/status-words.ts";
import type { LastHourTimes } from "./last-hour.ts";
import type { GuideSource } from "./sources.ts";

/** The page with the last hour's response times. `/status.json` also has Viator's limits, which concern operators only. */

export const statusSlug = "status";

export function statusPage(lang: SiteLanguage, { from, to, operations }: LastHourTimes): GuideSource {
  const words = statusWords[lang];
  const number = new Intl.NumberFormat(lang, { maximumSignificantDigits: 2 });
  const time = (ms: number | null) =>
    ms === null ? "–" : ms < 1000 ? `${number.format(ms)} ms` : `${number.format(ms / 1000)} s`;
  const all = operations.map(({ operation, p50Ms, p90Ms }) => `| \`${operation}\` | ${time(p50Ms)} | ${time(p90Ms)} |`);
  const clock = (instant: string) => instant.slice(11, 16);
  const parts = [
    `# ${words.title}`,
    words.lead,
    words.until(clock(from), clock(to)),
    [words.columns, "|---|--:|--:|", ...all].join("\n"),
    words.notes,
  ];
  return { lang, slug: statusSlug, group: "reference", markdown: `${parts.join("\n\n")}\n` };
}
