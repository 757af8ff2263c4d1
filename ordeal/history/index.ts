import { setTimeout as pause } from "node:timers/promises";
import { startPostgres } from "../../packages/service/test/support/servers/postgres.ts";
import { judgeFaultRun } from "../faults/judge.ts";
import { type FaultEnvironment, openFaultWorld } from "../faults/world.ts";
import type { Finding, PartOptions, PartReport } from "../part.ts";
import { checkHistory } from "./checker.ts";
import { type SeededDefect, seededDefects } from "./controls.ts";
import { startKilling } from "./killing.ts";
import { startLoad } from "./load.ts";

/**
 * Order histories: partner sites book at services whose processes are killed at random, while prices change. The checker checks
 * the histories. Services without a guard prove that it detects violations.
 */

const name = "histories";

interface Selling {
  ms: number;
  urls: string[];
  clients: number;
  twins: number;
  /** The events that are sold. */
  events: string[];
  /** Otherwise prices change during the run, and bookings wait for the imports. */
  steadyPrices?: boolean;
}

const usualEvents = ({ few, now, later }: FaultEnvironment["events"]): string[] => [
  ...few,
  ...now.slice(0, 1),
  ...later.slice(0, 1),
];
const tourEvents = ({ north, south }: FaultEnvironment["events"]): string[] => [...north, ...south];

/** Runs the load for a while. */
async function sell(world: FaultEnvironment, { ms, steadyPrices = false, ...options }: Selling): Promise<void> {
  const { recorder, apiKey, callbackUrl, random } = world;
  const load = startLoad({
    recorder,
    seed: Math.floor(random() * 2 ** 31),
    apiKey,
    callbackUrl,
    timeoutMs: 5_000,
    pauseMs: 5,
    ...options,
  });
  const end = performance.now() + ms;
  if (steadyPrices) await pause(ms);
  while (performance.now() < end) {
    await pause(random() * 1_500);
    await world.setPrice();
  }
  await load.stop();
}

/** Whether the checker detects a service without this guard within this time. */
export async function isDefectCaught(
  server: string,
  seed: number,
  { caughtBy, sabotage, sellsTours = false }: SeededDefect,
  atMostMs: number,
): Promise<boolean> {
  const world = await openFaultWorld({ server, seed, services: 2, sabotage });
  const end = performance.now() + atMostMs;
  try {
    do {
      const events = (sellsTours ? tourEvents : usualEvents)(world.events);
      await sell(world, { ms: 1_000, urls: world.urls, clients: 8, twins: 0.8, steadyPrices: true, events });
      const final = await world.settle();
      if (checkHistory(world.recorder.history, final).some(({ rule }) => caughtBy.includes(rule))) return true;
    } while (performance.now() < end);
    return false;
  } finally {
    await world.stop();
  }
}

export async function run({ seed, minutes }: PartOptions): Promise<PartReport> {
  const end = performance.now() + minutes * 60_000;
  const findings: Finding[] = [];
  const sum = { operations: 0, orders: 0, notifications: 0, kills: 0 };
  const server = await startPostgres();
  let rounds = 0;
  let longest = 0;
  let caught = 0;
  try {
    for (const [title, control] of Object.entries(seededDefects)) {
      if (await isDefectCaught(server.url, seed, control, 60_000)) caught++;
      else
        findings.push({ title: `a control was not caught: ${title}`, detail: "The checker's silence says nothing." });
    }
    do {
      const startedAt = performance.now();
      const world = await openFaultWorld({ server: server.url, seed: seed + rounds++ });
      try {
        const urls = [...world.urls];
        const killing = await startKilling(world.databaseUrl, { random: world.random, urls });
        const events = [...usualEvents(world.events), ...tourEvents(world.events)];
        await sell(world, { ms: Math.min(60_000, minutes * 15_000), urls, clients: 12, twins: 0.2, events });
        await killing.stop();
        const judged = await judgeFaultRun(world, { name, seed });
        findings.push(...judged.findings);
        sum.operations += world.recorder.entries.length;
        sum.orders += judged.final.orders.length;
        sum.notifications += world.recorder.notified.length;
        sum.kills += killing.kills();
      } finally {
        await world.stop();
      }
      longest = Math.max(longest, performance.now() - startedAt);
    } while (performance.now() + longest < end);
  } finally {
    await server.stop();
  }
  const figures = { rounds, ...sum, "controls caught": `${caught} of ${Object.keys(seededDefects).length}` };
  return { name, seed, figures, findings, passed: findings.length === 0 };
}
