import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type ChartGroup, chart } from "./chart.ts";
import { type Results, readResults } from "./results.ts";
import { figure, type Row } from "./row.ts";

export const page = new URL("../../docs/explanation/performance.md", import.meta.url);
const picture = new URL("../../docs/images/bench.svg", import.meta.url);

const alt = "Each measurement as a ratio to its reference, with its goal";

const titles: Record<string, string> = {
  lists: "Hot lists",
  cold: "Cold pages",
  reads: "Full reads and increments",
  depth: "Depth and size",
  validate: "Validating",
  purchases: "Booking, holding and cancelling over HTTP",
  imports: "During an import",
  bookings: "Booking",
  steady: "Steady writes",
  start: "Start and memory",
  memory: "Memory with the demo",
  command: "Command",
  callbacks: "Callbacks",
  mirror: "Mirror",
};

/** Draws docs/images/bench.svg and writes the tables of docs/explanation/performance.md, both from bench/results.json. */
export async function draw(): Promise<void> {
  const results = await readResults();
  if (!results) throw new Error("there is no bench/results.json: run `npm run bench` first");
  await writeFile(picture, chart(groupsOf(results)));
  const text = await readFile(page, "utf8");
  const parts = [machine(results), `![${alt}](../images/bench.svg)`, ...groupsOf(results).map(table)];
  await writeFile(page, between(text, "figures", parts.join("\n\n")));
}

// The groups are in the order of `titles`. Additional results, such as a long run of `steady`, follow their part.
function groupsOf({ parts }: Results): ChartGroup[] {
  const names = Object.keys(titles);
  return Object.entries(parts)
    .map(([part, { rows }]) => ({ part, rows, place: names.indexOf(part.split(" ")[0]!) }))
    .sort((a, b) => a.place - b.place || a.part.length - b.part.length)
    .map(({ part, rows, place }) => ({
      title: titles[part] ?? `${titles[names[place]!]}, ${part.split(" ").slice(1).join(" ")}`,
      rows,
    }));
}

function machine({ machine: { cores, processor, memoryGigabytes, node, stores }, parts }: Results): string {
  const runs = Object.values(parts);
  const days = [...new Set(runs.map(({ date }) => date.slice(0, 10)))].sort();
  const commits = [...new Set(runs.map(({ commit }) => commit ?? "no commit"))];
  const names = Object.entries(stores).map(([name, version]) => `${name} ${version}`);
  return `${cores} cores (${processor}), ${memoryGigabytes} GB, Node ${node.slice(1)}, ${names.join(", ")}; ${days.join(", ")}; commit ${commits.join(", ")}.`;
}

function table({ title, rows }: ChartGroup): string {
  return [`| ${title} | Ours | Reference | Ratio | Goal |`, "|---|---|---|---|---|", ...rows.map(line)].join("\n");
}

const line = ({ name, unit, ours, reference, against, ratio, goal }: Row): string =>
  `| ${name} | ${figure(ours)} ${unit} | ${figure(reference)} (${against}) | ${ratio.toFixed(2)} | ${goal === null ? "" : goal.toFixed(2)} |`;

/** Replaces the text between a pair of markers. */
export function between(text: string, name: string, words: string): string {
  const [begin, end] = [`<!-- ${name}:`, `<!-- /${name} -->`];
  const from = text.indexOf("\n", text.indexOf(begin));
  const to = text.indexOf(end);
  if (!text.includes(begin) || to < from)
    throw new Error(`docs/explanation/performance.md has no markers ${begin} and ${end}`);
  return `${text.slice(0, from)}\n\n${words}\n\n${text.slice(to)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await draw();
