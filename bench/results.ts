import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, totalmem } from "node:os";
import { isDeepStrictEqual, promisify } from "node:util";
import type { Stores } from "./stores.ts";

/** One measurement of Paseo and of its reference in the same run, and the smallest acceptable ratio. */
export interface ResultRow {
  name: string;
  unit: string;
  ours: number;
  reference: number;
  /** Median of the ratios of the rounds. Each round runs both sides, so that noise affects both equally. Larger is better. */
  ratio: number;
  against: string;
  /** Null if the measurement has no goal. */
  goal: number | null;
}

export function ratioRow(
  what: Pick<ResultRow, "name" | "unit" | "against" | "goal">,
  rates: { ours: number[]; reference: number[] },
): ResultRow {
  const ratios = rates.ours.map((ours, round) => ours / rates.reference[round]!);
  return { ...what, ours: median(rates.ours), reference: median(rates.reference), ratio: median(ratios) };
}

/** A quantity that should be small: milliseconds or megabytes, compared with the greatest acceptable value. */
export function upperLimitRow(what: Pick<ResultRow, "name" | "unit">, ours: number, most: number): ResultRow {
  return { ...what, ours, reference: most, ratio: most / ours, against: `${what.unit} at most`, goal: 1 };
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

export const rowsBelowGoal = (rows: ResultRow[]): ResultRow[] =>
  rows.filter(({ ratio, goal }) => goal !== null && !(ratio >= goal));

/** Prints the measurements as a table. */
export function printRows(rows: ResultRow[]): void {
  console.table(
    rows.map((row) => ({
      what: row.name,
      ours: `${formatFigure(row.ours)} ${row.unit}`,
      reference: `${formatFigure(row.reference)} (${row.against})`,
      ratio: row.ratio.toFixed(2),
      goal: row.goal === null ? "" : row.goal.toFixed(2),
    })),
  );
}

/** Formats a number with at least three digits: 12,345 and 123, but 12.3. */
export const formatFigure = (value: number): string =>
  value.toLocaleString("en", { maximumFractionDigits: value < 100 ? 1 : 0 });

/** Content of bench/results.json: the last run of each part on this machine. */
export interface Results {
  machine: Machine;
  parts: Record<string, PartRun>;
}

interface Machine {
  cores: number;
  processor: string;
  memoryGigabytes: number;
  node: string;
  stores: Record<string, string>;
}

interface PartRun {
  date: string;
  /** The commit, with `-changed` if files differ from it; null outside a repository. */
  commit: string | null;
  seconds: number;
  rows: ResultRow[];
}

const path = new URL("results.json", import.meta.url);

export async function readResults(): Promise<Results | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Results);
}

/** Replaces the rows of a part. Drops results of another machine or another Node. */
export async function saveResults(part: string, rows: ResultRow[], seconds: number, stores: Stores): Promise<void> {
  const machine = await thisMachine(stores);
  const before = await readResults();
  const parts = isDeepStrictEqual(before?.machine, machine) ? before!.parts : {};
  const run: PartRun = { date: new Date().toISOString(), commit: await commit(), seconds: Math.round(seconds), rows };
  const results: Results = { machine, parts: { ...parts, [part]: run } };
  await writeFile(path, `${JSON.stringify(results, null, 2)}\n`);
}

async function thisMachine(stores: Stores): Promise<Machine> {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? "unknown",
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    stores: await stores.versions(),
  };
}

/** The measured commit. */
async function commit(): Promise<string | null> {
  const git = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)("git", args, { cwd: new URL(".", import.meta.url) });
    return stdout.trim();
  };
  try {
    const changed = (await git("status", "--porcelain", "--", ".", "../packages", "../package-lock.json")) !== "";
    return `${await git("rev-parse", "--short", "HEAD")}${changed ? "-changed" : ""}`;
  } catch {
    return null;
  }
}
