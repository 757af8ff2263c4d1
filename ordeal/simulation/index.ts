import { Sometimes } from "../faults/sometimes.ts";
import type { Finding, PartOptions, PartReport } from "../part.ts";
import { controls, without } from "./controls.ts";
import { type Failure, search } from "./search.ts";
import { openWorld, type World } from "./world.ts";

/**
 * Deterministic simulation: the whole service in this process, on PGlite, with simulated clock, timers, random numbers and
 * network. It runs thousands of plans of bookings, cancellations, price changes, faults and crashes. A plan that breaks a
 * promise is shrunk; its seed and path replay it exactly.
 */

const name = "simulation";
/** Plans of one seed. The next seed follows, so that a run can have any length. */
const plansOfSeed = 100;
/** Each service without a guard must be detected within so many plans. */
const mostForControl = 600;
const replayMs = 60_000;

/** With one seed in ten the databases crash as well, which costs a second each time. */
const hasRecoveries = (seed: number): boolean => seed % 10 === 0;

const expected = [
  "process died",
  "import broken off",
  "book ok",
  "book refused",
  "book unknown",
  "cancel ok",
  "operator answered",
  "order complete",
  "order cancelled",
  "order rejected",
  "order flagged",
  "database recovered",
] as const;

export async function run({ seed, minutes, path }: PartOptions): Promise<PartReport> {
  const start = performance.now();
  const end = start + minutes * 60_000;
  const world = await openWorld();
  try {
    if (path !== undefined) return await replay(world, seed, path);
    const sometimes = new Sometimes(expected);
    const findings: Finding[] = [];
    const figures: PartReport["figures"] = {};
    const blind = await caught(world, seed, Math.max(30_000, minutes * 60_000 * 0.15), figures);
    const searchStart = performance.now();
    const before = process.cpuUsage();
    let runs = 0;
    let operations = 0;
    for (let n = 0; findings.length === 0 && (n === 0 || performance.now() < end); n++) {
      // Each seed of a run has its own seeds for plans; the first one has crashes of databases.
      const own = seed * 10 + n;
      const reopens = hasRecoveries(own);
      const left = Math.max(5_000, end - performance.now());
      const found = await search(world, {
        seed: own,
        runs: reopens ? 5 : plansOfSeed,
        reopens,
        withinMs: left,
      });
      runs += found.runs;
      operations += found.operations;
      for (const known of expected) sometimes.saw(known, found.seen[known] ?? 0);
      if (found.failure) findings.push(findingOf(found.failure));
    }
    const perMinute = Math.round((runs / (performance.now() - searchStart)) * 60_000);
    const { user, system } = process.cpuUsage(before);
    figures.plans = runs;
    figures["plans a minute"] = perMinute;
    // Prints what an idle machine would do.
    figures["processor milliseconds a plan"] = Math.round((user + system) / 1000 / runs);
    Object.assign(figures, { operations, ...sometimes.figures });
    // A run that ends at a finding has not covered the rest.
    const unseen = findings.length === 0 ? sometimes.findings : [];
    findings.push(...blind, ...unseen);
    return { name, seed, figures, findings, passed: findings.length === 0 };
  } finally {
    await world.store.close();
  }
}

/** Runs the plan of an earlier finding. */
async function replay(world: World, seed: number, path: string): Promise<PartReport> {
  const { failure, operations } = await search(world, {
    seed,
    path,
    runs: 1,
    reopens: hasRecoveries(seed),
    withinMs: replayMs,
  });
  const findings = failure ? [findingOf(failure)] : [];
  return { name, seed, figures: { path, operations }, findings, passed: findings.length === 0 };
}

/** Searches each service without a guard for a violation. If one is not detected, the run is inconclusive. */
async function caught(
  world: World,
  seed: number,
  withinMs: number,
  figures: PartReport["figures"],
): Promise<Finding[]> {
  const missed: Finding[] = [];
  for (const [title, control] of Object.entries(controls)) {
    const { failure } = await without(world, control, () =>
      search(world, { seed, runs: mostForControl, withinMs, shrinkRuns: 20 }),
    );
    const isCaught = failure?.violations.some(({ rule }) => control.caughtBy.includes(rule));
    figures[`control: ${title}`] = isCaught
      ? `found after ${failure!.foundAfter} plans, shrunk from ${failure!.stepsBefore} to ${failure!.plan.steps.length} steps`
      : "not found";
    if (!isCaught)
      missed.push({ title: `blind: ${title}, and nothing noticed`, detail: JSON.stringify(failure?.violations ?? []) });
  }
  return missed;
}

function findingOf({ plan, violations, seed, path, foundAfter }: Failure): Finding {
  const [first] = violations;
  return {
    title: first ? `${first.rule}: ${first.detail}` : "a plan failed, and held when it was repeated",
    detail: `${JSON.stringify(violations, null, 1)}\n\nThe plan, found after ${foundAfter} and shrunk:\n${JSON.stringify(plan, null, 1)}`,
    replay: `npm run ordeal -- --part ${name} --seed ${seed} --path ${path}`,
  };
}
