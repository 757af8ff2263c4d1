import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { allSettings } from "../packages/service/src/config.ts";
import { openServer } from "../packages/service/src/store/database/database.ts";
import type { Settings } from "../packages/service/test/support/servers/processes.ts";
import { programFile } from "../scripts/program.ts";
import { median, type ResultRow } from "./results.ts";

const main = await programFile("paseo");

export interface RunningService {
  port: number;
  pid: number;
  /** Time from the start of the process to the log line that reports that it is ready. */
  readyMs: number;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
// A failed measurement leaves no process behind.
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/**
 * `paseo serve` on a free port. Unlike the services of the tests, nothing reads its log, since that would take processor time
 * from the measurement.
 */
export async function startService(env: Settings): Promise<RunningService> {
  const inherited = Object.entries(process.env).filter(([name]) => !(name in allSettings));
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main, "serve"], {
    env: { ...Object.fromEntries(inherited), PORT: "0", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  const exited = once(child, "exit").finally(() => running.delete(child));
  const address = await Promise.race([addressOf(child), exited.then(() => undefined)]);
  if (address === undefined) throw new Error("paseo serve ended before it was ready");
  const readyMs = performance.now() - startedAt;
  child.stdout!.resume();
  return {
    port: Number(new URL(address).port),
    pid: child.pid!,
    readyMs,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string | undefined> {
  const lines = createInterface({ input: child.stdout! });
  try {
    for await (const line of lines) {
      if (!line.startsWith("{")) continue;
      const { msg, address } = JSON.parse(line) as { msg?: string; address?: string };
      if (msg === "ready") return address;
    }
    return undefined;
  } finally {
    lines.close();
  }
}

/** A process's current and peak memory in bytes; undefined after its end. */
export async function memoryOfProcess(pid: number): Promise<{ resident: number; peak: number } | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]) * 1024;
  return Number.isNaN(bytes("VmRSS")) ? undefined : { resident: bytes("VmRSS"), peak: bytes("VmHWM") };
}

/**
 * Memory in bytes of a process and its child processes, now and at its peak. Memory that processes share counts once: a share
 * of it is in each of them. The peak is the sum of peaks, so it is an upper bound.
 */
export async function memoryOfTree(pid: number): Promise<{ resident: number; peak: number }> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const shared = Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024;
  const own = await memoryOfProcess(pid);
  const extra = own ? own.peak - own.resident : 0;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const below = await Promise.all(
    children
      .split(" ")
      .filter(Boolean)
      .map((child) => memoryOfTree(Number(child))),
  );
  const sum = (pick: "resident" | "peak") => below.reduce((all, one) => all + one[pick], 0);
  return { resident: shared + sum("resident"), peak: shared + extra + sum("peak") };
}

/**
 * Processor time from /proc. On a machine that does other work too, a rate says how much of it was left; processor time says what an
 * answer costs.
 */

/** A tick of /proc is a hundredth of a second on every Linux that Node runs on. */
const msPerTick = 10;

interface Stat {
  parent: number;
  /** Processor time of the process itself, with its threads. */
  ticks: number;
  /** Processor time of its children that have ended. */
  endedTicks: number;
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name precedes the fields, and can contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number];
    return { parent: Number(fields[1]), ticks: user + system, endedTicks: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}

/** Milliseconds of processor time of these processes, and of a PostgreSQL server by the process id of its postmaster. */
export function processorMs(pids: number[], postmaster?: number): number {
  let ticks = pids.reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), 0);
  if (postmaster !== undefined) {
    const own = statOf(postmaster);
    ticks += (own?.ticks ?? 0) + (own?.endedTicks ?? 0);
    for (const name of readdirSync("/proc")) {
      const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
      if (stat?.parent === postmaster) ticks += stat.ticks;
    }
  }
  return ticks * msPerTick;
}

/** Returns the process id of the postmaster of a server on this machine. */
export async function findPostmaster(url: string): Promise<number> {
  const database = openServer(url, { poolSize: 1 });
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);
    return statOf(rows[0]!.pid)!.parent;
  } finally {
    await database.close();
  }
}

/** Makes a row of the processor time for one answer, in microseconds. The row has no goal: only rates have goals. */
export function costRow(name: string, costs: { ours: number[]; reference: number[] }): ResultRow {
  const [ours, reference] = [median(costs.ours), median(costs.reference)];
  return { name, unit: "µs", against: "µs of the reference", goal: null, ours, reference, ratio: reference / ours };
}
