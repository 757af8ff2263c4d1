import type { Row } from "./row.ts";

/** Draws ratios as grouped bars, in SVG. */
export interface ChartGroup {
  title: string;
  rows: Row[];
}

// The colours of docs/images/overview.svg. The image has its own background, because pages can be white or black.
const style = `<style>
  .ground { fill: #f7f4ee; }
  .bar { fill: #0f5c5c; }
  .missed { fill: #b4552d; }
  .goal { stroke: #2b2721; stroke-width: 2.5; }
  .rule { stroke: #cfc6b6; }
  text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: #2b2721; font-size: 12.5px; }
  .title { font-size: 15px; font-weight: 600; }
  .quiet { fill: #6d6557; }
  .end { text-anchor: end; }
  .middle { text-anchor: middle; }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #1b1916; }
    .bar { fill: #2f9c9a; }
    .missed { fill: #e08a5b; }
    .goal { stroke: #efe9dd; }
    .rule { stroke: #514a3d; }
    text { fill: #efe9dd; }
    .quiet { fill: #b6ac9a; }
  }
</style>`;

const width = 960;
const edge = 24;
const left = 460;
const right = 84;
/** The greatest ratio in the drawing. A longer bar is cut off; its figure shows the value. */
const most = 1.4;
const lineHeight = 21;
const titleHeight = 36;
const top = 46;

const x = (ratio: number): number => left + (Math.min(ratio, most) / most) * (width - left - right);

/** One bar for each row: its length is the ratio, and a mark shows the goal. Rows without a goal are left out. */
export function chart(groups: ChartGroup[]): string {
  const shown = groups
    .map(({ title, rows }) => ({ title, rows: rows.filter(({ goal }) => goal !== null) }))
    .filter(({ rows }) => rows.length > 0);
  const lines: string[] = [];
  let y = top;
  for (const { title, rows } of shown) {
    y += titleHeight;
    lines.push(text(edge, y - 10, title, "title"));
    for (const row of rows) {
      lines.push(...barOf(row, y));
      y += lineHeight;
    }
  }
  const height = y + 20;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">Paseo measured against a reference in the same run: each bar is a ratio, longer is better, and the mark is the least that is accepted</title>
${style}
<rect class="ground" width="${width}" height="${height}" rx="16"/>
${scale(height)}
${lines.join("\n")}
</svg>
`;
}

function barOf({ name, ratio, goal }: Row, y: number): string[] {
  const isMet = ratio >= goal!;
  const at = x(goal!).toFixed(1);
  return [
    text(left - 12, y + 10, name, "end"),
    `<rect class="${isMet ? "bar" : "missed"}" x="${left}" y="${y}" width="${Math.max(2, x(ratio) - left).toFixed(1)}" height="12" rx="2"/>`,
    `<line class="goal" x1="${at}" y1="${y - 3}" x2="${at}" y2="${y + 15}"/>`,
    text(width - right + 12, y + 10, ratio > most ? `${ratio.toFixed(2)} →` : ratio.toFixed(2), ""),
  ];
}

function scale(height: number): string {
  const lines = [0, 0.25, 0.5, 0.75, 1, 1.25].flatMap((ratio) => [
    `<line class="rule" x1="${x(ratio)}" y1="${top}" x2="${x(ratio)}" y2="${height - 20}"/>`,
    text(x(ratio), top - 8, `${ratio}`, "quiet middle"),
  ]);
  const legend = [
    `<line class="goal" x1="${edge + 2}" y1="${top - 20}" x2="${edge + 2}" y2="${top - 4}"/>`,
    text(edge + 12, top - 8, "lowest accepted ratio; 1 is as fast as the reference", "quiet"),
  ];
  return [...lines, ...legend].join("\n");
}

const escaped = (words: string): string => words.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

const text = (at: number, y: number, words: string, kind: string): string =>
  `<text${kind ? ` class="${kind}"` : ""} x="${at.toFixed(1)}" y="${y}">${escaped(words)}</text>`;
