import { readdirSync, readFileSync } from "node:fs";

/** Processor seconds (user and system) of processes, from /proc. Unlike elapsed time they are nearly the same on a busy machine. */

/** Linux counts them in hundredths of a second. */
const ticksPerSecond = 100;

/** Whether this system says what processes use. */
export const hasProcessorSeconds: boolean = readStat(process.pid) !== undefined;

/** What these processes, their children that have ended and their living descendants have used. A process that has ended counts nothing. */
export function processorSeconds(pids: number[]): number {
  const stats = new Map<number, Stat>();
  const children = new Map<number, number[]>();
  for (const name of hasProcessorSeconds ? readdirSync("/proc") : []) {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? readStat(pid) : undefined;
    if (!stat) continue;
    stats.set(pid, stat);
    children.set(stat.parent, [...(children.get(stat.parent) ?? []), pid]);
  }
  const counted = new Set(pids);
  // The set grows while it is read.
  for (const pid of counted) for (const child of children.get(pid) ?? []) counted.add(child);
  return [...counted].reduce((sum, pid) => sum + (stats.get(pid)?.ticks ?? 0), 0) / ticksPerSecond;
}

interface Stat {
  parent: number;
  /** Of the process and of its children that have ended. */
  ticks: number;
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in parentheses, may contain spaces.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
}

const servers = new Set<() => number>();

/** Adds to this process a server that is not its child. `used` returns the server's seconds so far, also after its end. */
export function countServer(used: () => number): void {
  servers.add(used);
}

/** What this process, its descendants and its servers have used. */
export const ownSeconds = (): number =>
  [...servers].reduce((sum, used) => sum + used(), processorSeconds([process.pid]));
