import { readdirSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { openServer } from "../../packages/service/src/store/database/database.ts";
import { median, type ResultRow } from "../results/row.ts";

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
