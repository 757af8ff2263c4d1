import fc from "fast-check";
import type { Violation } from "../history/history.ts";
import { planGenerator, type SimulationPlan } from "./plan.ts";
import type { SimulatedRun } from "./run/judge.ts";
import { simulate } from "./run/simulate.ts";
import type { SimulatedWorld } from "./world.ts";

interface SearchOptions {
  seed: number;
  /** Path of an earlier failure: its plan is run first. */
  path?: string | undefined;
  /** Number of plans. */
  runs: number;
  reopens?: boolean;
  /** Time limit of the search. */
  withinMs: number;
  /** Number of plans that shrinking may try after the failure. */
  shrinkRuns?: number;
}

export interface PlanFailure {
  /** The smallest failing plan that was found. */
  plan: SimulationPlan;
  violations: Violation[];
  seed: number;
  path: string;
  /** Number of plans that ran, up to and including the first failure. */
  foundAfter: number;
  /** Steps of the first failing plan. */
  stepsBefore: number;
}

export interface PlanSearch {
  runs: number;
  operations: number;
  seen: Record<string, number>;
  failure: PlanFailure | null;
}

/** Runs plans of a seed until one fails, and shrinks it. The same seed makes the same plans. */
export async function searchFailingPlan(
  world: SimulatedWorld,
  { seed, path, runs, reopens = false, withinMs, shrinkRuns = 300 }: SearchOptions,
): Promise<PlanSearch> {
  const total: PlanSearch = { runs: 0, operations: 0, seen: {}, failure: null };
  let foundAfter: number | undefined;
  let stepsBefore = 0;
  let shrinksLeft = shrinkRuns;
  let running: Promise<SimulatedRun> | undefined;
  const holds = async (plan: SimulationPlan): Promise<boolean> => {
    // fast-check then finds no smaller failing plan, and stops.
    if (foundAfter !== undefined && shrinksLeft-- <= 0) return true;
    running = simulate(world, plan);
    const { violations, operations, seen } = await running;
    if (foundAfter === undefined) {
      total.runs++;
      total.operations += operations;
      for (const [name, times] of Object.entries(seen)) total.seen[name] = (total.seen[name] ?? 0) + times;
    }
    if (violations.length > 0 && foundAfter === undefined) {
      foundAfter = total.runs;
      stepsBefore = plan.steps.length;
    }
    return violations.length === 0;
  };
  const details = await fc.check(fc.asyncProperty(planGenerator({ reopens }), holds), {
    seed,
    numRuns: runs,
    interruptAfterTimeLimit: withinMs,
    markInterruptAsFailure: false,
    // A path leads to a plan that has already been shrunk.
    endOnFailure: path !== undefined,
    ...(path !== undefined && { path }),
  });
  // At its time limit fast-check does not wait for the last run.
  await running;
  // The simulation itself failed.
  if (details.failed && foundAfter === undefined) throw details.errorInstance;
  if (details.counterexample && foundAfter !== undefined) {
    const [plan] = details.counterexample;
    const { violations } = await simulate(world, plan);
    total.failure = { plan, violations, seed, path: details.counterexamplePath!, foundAfter, stepsBefore };
  }
  return total;
}
