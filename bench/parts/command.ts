import { spawnSync } from "node:child_process";
import { programFile } from "../../scripts/program.ts";
import { median, type ResultRow } from "../results/row.ts";

const paseo = await programFile("paseo");

/** Times of `paseo --help`, compared with a Node that does nothing. The first run compiles the code, and is not counted. */
export function measureHelpCommand(runs: number): ResultRow[] {
  const times = { ours: [] as number[], reference: [] as number[] };
  timed([paseo, "--help"]);
  for (let n = 0; n < runs; n++) {
    times.reference.push(timed(["-e", "0"]));
    times.ours.push(timed([paseo, "--help"]));
  }
  const [ours, reference] = [median(times.ours), median(times.reference)];
  return [
    {
      name: "paseo --help",
      unit: "ms",
      against: "ms of node -e 0",
      goal: 1 / 3,
      ours,
      reference,
      ratio: reference / ours,
    },
  ];
}

function timed(args: string[]): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args);
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - startedAt;
}
