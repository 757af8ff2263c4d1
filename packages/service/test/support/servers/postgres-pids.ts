import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Processes of a PostgreSQL on this machine, to stop or end them all at once. */

/** The postmaster on these files and its children: each has a session of its own, so no process group holds them all. */
export function postgresPids(data: string): number[] {
  const postmaster = postmasterPid(data);
  if (postmaster === undefined) return [];
  const children = runningPids().filter((pid) => parentOf(pid) === postmaster);
  return [postmaster, ...children.map(Number)];
}

/** The first process of the server on these files, if it runs. */
export function postmasterPid(data: string): number | undefined {
  const file = join(data, "postmaster.pid");
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : Number.NaN;
  return Number.isInteger(pid) ? pid : undefined;
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}

/** Whether a program runs whose command line contains `text`. Arguments end with a NUL character. */
export const isRunning = (text: string): boolean => pidsRunning(text).length > 0;

/** The programs whose command lines contain `text`. */
export const pidsRunning = (text: string): number[] =>
  runningPids()
    .filter((pid) => commandLine(pid).includes(text))
    .map(Number);

const runningPids = (): string[] => readdirSync("/proc").filter((name) => /^\d+$/.test(name));

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
