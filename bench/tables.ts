import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { formatFigure, type ResultRow, type Results, readResults } from "./results.ts";

const page = new URL("../docs/explanation/performance.md", import.meta.url);

interface Table {
  title: string;
  rows: ResultRow[];
}

const titles: Record<string, string> = {
  reads: "Full reads and increments",
  cached: "Cached pages",
  purchases: "Booking, holding and cancelling over HTTP",
  imports: "During an import",
  start: "Start and memory",
  memory: "Memory with the demo",
};

/** Writes the tables of docs/explanation/performance.md from bench/results.json. */
export async function writeTables(): Promise<void> {
  const results = await readResults();
  if (!results) throw new Error("there is no bench/results.json: run `npm run bench` first");
  const text = await readFile(page, "utf8");
  const [begin, end] = ["<!-- figures:", "<!-- /figures -->"].map((mark) => text.indexOf(mark)) as [number, number];
  if (begin < 0 || end < begin) throw new Error("docs/explanation/performance.md has no marks of its figures");
  const figures = [machine(results), ...tablesOf(results).map(table)].join("\n\n");
  await writeFile(page, `${text.slice(0, text.indexOf("\n", begin))}\n\n${figures}\n\n${text.slice(end)}`);
}

const tablesOf = ({ parts }: Results): Table[] =>
  Object.entries(titles).flatMap(([part, title]) => (parts[part] ? [{ title, rows: parts[part].rows }] : []));

function machine({ machine: { cores, processor, memoryGigabytes, node, stores }, parts }: Results): string {
  const runs = Object.values(parts);
  const days = [...new Set(runs.map(({ date }) => date.slice(0, 10)))].sort();
  const commits = [...new Set(runs.map(({ commit }) => commit ?? "no commit"))];
  const names = Object.entries(stores).map(([name, version]) => `${name} ${version}`);
  return `${cores} cores (${processor}), ${memoryGigabytes} GB, Node ${node.slice(1)}, ${names.join(", ")}; ${days.join(", ")}; commit ${commits.join(", ")}.`;
}

function table({ title, rows }: Table): string {
  return [`| ${title} | Ours | Reference | Ratio | Goal |`, "|---|---|---|---|---|", ...rows.map(line)].join("\n");
}

const line = ({ name, unit, ours, reference, against, ratio, goal }: ResultRow): string =>
  `| ${name} | ${formatFigure(ours)} ${unit} | ${formatFigure(reference)} (${against}) | ${ratio.toFixed(2)} | ${goal === null ? "" : goal.toFixed(2)} |`;

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeTables();
