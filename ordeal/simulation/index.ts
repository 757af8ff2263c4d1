import { childCount, runInChildren } from "../children.ts";
import { SometimesAssertions } from "../faults/sometimes.ts";
import type { Finding, PartOptions, PartReport } from "../part.ts";
import type { ChildInput, ChildTotals } from "./child.ts";
import { findingOfFailure, hasDatabaseCrashes, simulationName } from "./findings.ts";
import { searchFailingPlan } from "./search.ts";
import { openSimulatedWorld } from "./world.ts";

/**
 * Deterministic simulation: the whole service in one process, on PGlite, with simulated clock, timers, random numbers and
 * network. It runs thousands of plans of bookings, cancellations, price changes, faults and crashes. A plan that breaks a
 * promise is shrunk; its seed and path replay it exactly. Each processor has a child process with its own plans.
 */

const replayMs = 60_000;

const expected = [
  "process died",
  "import broken off",
  "book ok",
  "book refused",
  "book unknown",
  "hold ok",
  "hold refused",
  "hold expired",
  "extend ok",
  "release ok",
  "cancel ok",
  "quote ok",
  "quote refused",
  "accept ok",
  "accept refused",
  "change accepted",
  "change declined",
  "change withdrawn",
  "acceptance lost after its commit",
  "acceptance racing a cancellation",
  "operator answered",
  "change decided by an operator",
  "refund of a part",
  "order complete",
  "order cancelled",
  "order rejected",
  "order flagged",
  "database recovered",
] as const;

interface SimulationOptions extends PartOptions {
  children?: number;
}

export async function run({ seed, minutes, path, children = childCount }: SimulationOptions): Promise<PartReport> {
  if (path !== undefined) return replay(seed, path);
  const totals = await runInChildren<ChildTotals>(
    new URL("child.ts", import.meta.url),
    Array.from({ length: children }, (_, nth): ChildInput => ({ seed, minutes, nth, children })),
  );
  const sum = (pick: (one: ChildTotals) => number) => totals.reduce((all, one) => all + pick(one), 0);
  const sometimes = new SometimesAssertions(expected);
  for (const known of expected)
    sometimes.saw(
      known,
      sum(({ seen }) => seen[known] ?? 0),
    );
  const findings = totals.flatMap((one) => one.findings);
  const plans = sum((one) => one.runs);
  const figures: PartReport["figures"] = Object.assign({}, ...totals.map((one) => one.controls));
  Object.assign(figures, {
    plans,
    "plans a minute": Math.round(sum((one) => (one.runs / one.seconds) * 60)),
    // Prints what an idle machine would do.
    "processor milliseconds a plan": Math.round(sum((one) => one.cpuMs) / plans),
    processes: children,
    operations: sum((one) => one.operations),
    ...sometimes.figures,
  });
  const blind = totals.flatMap((one) => one.missed);
  // A run that ends at a finding has not covered the rest.
  const unseen = findings.length === 0 ? sometimes.findings : [];
  findings.push(...blind, ...unseen);
  return { name: simulationName, seed, figures, findings, passed: findings.length === 0 };
}

/** Runs the plan of an earlier finding. */
async function replay(seed: number, path: string): Promise<PartReport> {
  const world = await openSimulatedWorld();
  try {
    const options = { seed, path, runs: 1, reopens: hasDatabaseCrashes(seed), withinMs: replayMs };
    const { failure, operations } = await searchFailingPlan(world, options);
    const findings: Finding[] = failure ? [findingOfFailure(failure)] : [];
    return { name: simulationName, seed, figures: { path, operations }, findings, passed: findings.length === 0 };
  } finally {
    await world.store.close();
  }
}
