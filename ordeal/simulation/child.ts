import { runAsChild } from "../children.ts";
import type { Finding, PartReport } from "../part.ts";
import { storeDefects, withoutGuard } from "./controls.ts";
import { findingOfFailure, hasDatabaseCrashes } from "./findings.ts";
import { searchFailingPlan } from "./search.ts";
import { openSimulatedWorld, type SimulatedWorld } from "./world.ts";

/** Runs the plans of some seeds in a process of its own, after some of the controls. */

export interface ChildInput {
  seed: number;
  minutes: number;
  /** Index of this child among `children`, from 0. */
  nth: number;
  children: number;
}

export interface ChildTotals {
  runs: number;
  operations: number;
  seen: Record<string, number>;
  /** Seconds of the search, without start and controls. */
  seconds: number;
  cpuMs: number;
  findings: Finding[];
  /** How each control was detected, and the controls that were not detected. */
  controls: PartReport["figures"];
  missed: Finding[];
}

/** Number of plans from one seed. A run continues with the next seed, so that it can have any length. */
const plansOfSeed = 100;
/** Maximum number of plans until the fault of each service without a guard must be detected, however long they take on a busy machine. */
const maxForControl = 600;
/** The fewest plans of all children together. With fewer, rare situations would not occur. */
const fewestPlans = 600;
/** Time after which a search counts as hanging and is ended. */
const hangMs = 10 * 60_000;

runAsChild<ChildInput, ChildTotals>(async (input, signal) => {
  const end = performance.now() + input.minutes * 60_000;
  const world = await openSimulatedWorld();
  try {
    const detected = await detect(world, input);
    return { ...detected, ...(await searchUntil(world, end, input, signal)) };
  } finally {
    await world.store.close();
  }
});

async function searchUntil(
  world: SimulatedWorld,
  end: number,
  { seed, nth, children }: ChildInput,
  signal: AbortSignal,
) {
  const start = performance.now();
  const before = process.cpuUsage();
  const totals = { runs: 0, operations: 0, seen: {} as Record<string, number>, findings: [] as Finding[] };
  // Each seed of a run has its own seeds for plans; plans of the first seed include crashes of databases.
  const isEnough = () => performance.now() >= end && totals.runs >= fewestPlans / children;
  for (let own = seed * 10 + nth; totals.findings.length === 0; own += children) {
    const reopens = hasDatabaseCrashes(own);
    const found = await searchFailingPlan(world, {
      seed: own,
      runs: reopens ? 8 : plansOfSeed,
      reopens,
      withinMs: totals.runs < fewestPlans / children ? hangMs : Math.max(5_000, end - performance.now()),
    });
    totals.runs += found.runs;
    totals.operations += found.operations;
    for (const [name, times] of Object.entries(found.seen)) totals.seen[name] = (totals.seen[name] ?? 0) + times;
    if (found.failure) totals.findings.push(findingOfFailure(found.failure));
    if (signal.aborted || isEnough()) break;
  }
  const { user, system } = process.cpuUsage(before);
  return { ...totals, seconds: (performance.now() - start) / 1000, cpuMs: (user + system) / 1000 };
}

/**
 * Runs this child's share of the services without a guard until a rule reports a violation. A service without a violation makes the run
 * inconclusive.
 */
async function detect(
  world: SimulatedWorld,
  { seed, nth, children }: ChildInput,
): Promise<Pick<ChildTotals, "controls" | "missed">> {
  const missed: Finding[] = [];
  const figures: PartReport["figures"] = {};
  for (const [title, control] of Object.entries(storeDefects).filter((_, index) => index % children === nth)) {
    const { failure } = await withoutGuard(world, control, () =>
      searchFailingPlan(world, { seed, runs: maxForControl, withinMs: hangMs, shrinkRuns: 20 }),
    );
    const isCaught = failure?.violations.some(({ rule }) => control.caughtBy.includes(rule));
    figures[`control: ${title}`] = isCaught
      ? `found after ${failure!.foundAfter} plans, shrunk from ${failure!.stepsBefore} to ${failure!.plan.steps.length} steps`
      : "not found";
    if (!isCaught)
      missed.push({ title: `blind: ${title}, and nothing noticed`, detail: JSON.stringify(failure?.violations ?? []) });
  }
  return { controls: figures, missed };
}
