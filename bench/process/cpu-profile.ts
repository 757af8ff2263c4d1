/**
 * A CPU profile as V8 writes it (`--cpu-prof`), with the fields used here. Times are microseconds of the machine's monotonic
 * clock.
 */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
  startTime: number;
}

/** Shares of the busy time, the largest first. */
export interface Shares {
  /** Share of the time in which the process was idle. */
  idle: number;
  /** The owner of the code. */
  owners: [name: string, share: number][];
  functions: [name: string, share: number][];
}

/** Work of a process between two instants of its profile. Time counts for the function that ran, not for its callers. */
export function sharesOf(profile: CpuProfile, from: number, until: number): Shares {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const owners = new Map<string, number>();
  const functions = new Map<string, number>();
  let [at, idle, busy] = [profile.startTime, 0, 0];
  profile.samples.forEach((id, index) => {
    const time = profile.timeDeltas[index]!;
    at += time;
    if (at < from || at > until) return;
    const frame = frames.get(id)!;
    if (frame.functionName === "(idle)") {
      idle += time;
      return;
    }
    busy += time;
    add(owners, ownerOf(frame), time);
    add(functions, nameOf(frame), time);
  });
  const ranked = (times: Map<string, number>): [string, number][] =>
    [...times].map(([name, time]): [string, number] => [name, time / busy]).sort((a, b) => b[1] - a[1]);
  return { idle: idle / (idle + busy), owners: ranked(owners), functions: ranked(functions) };
}

function add(times: Map<string, number>, name: string, time: number): void {
  times.set(name, (times.get(name) ?? 0) + time);
}

type Frame = CpuProfile["nodes"][number]["callFrame"];

/** A package of this repository, another package, Node, or native code. */
function ownerOf({ functionName, url }: Frame): string {
  if (functionName === "(garbage collector)") return "garbage collector";
  const [, layer] = /packages\/service\/src\/(\w+)/.exec(url) ?? [];
  if (layer) return `service: ${layer}`;
  const [, own] = /packages\/(\w+)\//.exec(url) ?? [];
  if (own) return own;
  const [, library] = /node_modules\/((?:@[\w-]+\/)?[\w.-]+)\//.exec(url) ?? [];
  if (library) return library;
  if (url.startsWith("wasm:")) return "embedded PostgreSQL";
  if (url.startsWith("node:")) return "Node";
  return /^(write|shutdown)/i.test(functionName) ? "the system: writing to sockets" : "V8 and the system";
}

const nameOf = ({ functionName, url, lineNumber }: Frame): string => {
  const file = url.split("/").at(-1);
  return `${functionName || "(nameless)"}${file ? ` ${file}:${lineNumber + 1}` : ""}`;
};
