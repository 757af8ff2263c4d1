import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, totalmem } from "node:os";
import { isDeepStrictEqual, promisify } from "node:util";
import type { Stores } from "../stores/stores.ts";
import type { ResultRow } from "./row.ts";

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

const path = new URL("../results.json", import.meta.url);

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
    const { stdout } = await promisify(execFile)("git", args, { cwd: new URL("..", import.meta.url) });
    return stdout.trim();
  };
  try {
    const changed = (await git("status", "--porcelain", "--", ".", "../packages", "../package-lock.json")) !== "";
    return `${await git("rev-parse", "--short", "HEAD")}${changed ? "-changed" : ""}`;
  } catch {
    return null;
  }
}
