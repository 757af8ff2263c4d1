import type { Row } from "./row.ts";

/** A drawing of ratios as bars, grouped, as SVG. */
export interface ChartGroup {
  title: string;
  rows: Row[];
}

// Greys and hues of middle lightness: they are read on white as well as on black.
const ink = "#768390";
const bar = "#3f8fd4";
const missedBar = "#d1653d";
const mark = "#b8860b";
const rule = "#76839055";

const width = 900;
const left = 400;
const right = 70;
/** Of which ratio the drawing ends; a longer bar is cut, and its figure says how long it is. */
const most = 1.4;
const lineHeight = 20;
const titleHeight = 34;
const top = 34;

const x = (ratio: number): number => left + (Math.min(ratio, most) / most) * (width - left - right);

/** One bar a row: its length the ratio, a mark where the goal is. What nothing depends on is left out. */
export function chart(groups: ChartGroup[]): string {
  const shown = groups
    .map(({ title, rows }) => ({ title, rows: rows.filter(({ goal }) => goal !== null) }))
    .filter(({ rows }) => rows.length > 0);
  const lines: string[] = [];
  let y = top;
  for (const { title, rows } of shown) {
    y += titleHeight;
    lines.push(text(0, y - 10, title, `font-weight="600"`));
    for (const row of rows) {
      lines.push(...barOf(row, y));
      y += lineHeight;
    }
  }
  const height = y + 30;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" font-size="13" fill="${ink}">
<title id="title">Paseo measured against a reference in the same run: each bar is a ratio, longer is better, the mark is the least that is accepted</title>
${scale(height)}
${lines.join("\n")}
</svg>
`;
}

function barOf({ name, ratio, goal }: Row, y: number): string[] {
  const met = ratio >= goal!;
  const length = Math.max(2, x(ratio) - left);
  const at = x(goal!);
  const figure = ratio.toFixed(2);
  const value = ratio > most ? `${figure} →` : figure;
  return [
    text(left - 10, y + 9, name, `text-anchor="end" font-size="12"`),
    `<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="12" rx="2" fill="${met ? bar : missedBar}"/>`,
    `<line x1="${at.toFixed(1)}" y1="${y - 3}" x2="${at.toFixed(1)}" y2="${y + 15}" stroke="${mark}" stroke-width="2.5"/>`,
    text(width - right + 8, y + 10, value, `font-size="12"${met ? "" : ` fill="${missedBar}"`}`),
  ];
}

function scale(height: number): string {
  const ticks = [0, 0.25, 0.5, 0.75, 1, 1.25];
  const lines = ticks.flatMap((ratio) => [
    `<line x1="${x(ratio)}" y1="${top - 6}" x2="${x(ratio)}" y2="${height - 20}" stroke="${rule}"/>`,
    text(x(ratio), top - 12, `${ratio}`, `text-anchor="middle" font-size="11"`),
  ]);
  const legend = [
    `<line x1="2" y1="${top - 24}" x2="2" y2="${top - 8}" stroke="${mark}" stroke-width="2.5"/>`,
    text(10, top - 12, "goal; 1 is as fast as the reference", `font-size="12"`),
  ];
  return [...lines, ...legend].join("\n");
}

const escaped = (words: string): string => words.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

const text = (at: number, y: number, words: string, more: string): string =>
  `<text x="${at.toFixed(1)}" y="${y}" ${more}>${escaped(words)}</text>`;
