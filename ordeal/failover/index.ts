import { setTimeout as pause } from "node:timers/promises";
import { openServer } from "../../packages/service/src/store/database/database.ts";
import { plantComingShow } from "../../packages/service/test/concurrency/booking.ts";
import { type ServiceProcess, startService } from "../../packages/service/test/support/servers/processes.ts";
import { checkHistory } from "../history/checker.ts";
import { readFinalState } from "../history/final-state.ts";
import type { FinalState } from "../history/history.ts";
import { startLoad } from "../history/load.ts";
import { Recorder } from "../history/recorder.ts";
import type { Finding, PartOptions, PartReport } from "../part.ts";
import { type ClusterNode, PostgresCluster } from "./cluster.ts";
import { missingPrograms } from "./programs.ts";

/**
 * The failover recipe under booking load: what each fault of the primary costs, and that no order is lost, doubled or
 * oversold.
 */

const name = "failover";
const capacity = 1_000_000;
/** Rounds of a whole run. */
const rounds = 10;
/** Seconds from a promotion to the first order. */
const afterPromotion = 2;
/**
 * Greatest acceptable number of seconds without an order. Patroni itself notices that PostgreSQL died, and releases the leader lock when it
 * is stopped. A frozen or lost machine is noticed when the lock expires (`ttl`, 20 s).
 */
const goals = { "switched over": 2, killed: 10, stopped: 10, frozen: 30, lost: 30 };
type Fault = keyof typeof goals;
const faults = Object.keys(goals) as Fault[];

interface Round {
  fault: Fault;
  /** Whether the new primary was killed while the former primary copied it. */
  hasSourceKilled: boolean;
  secondsWithoutOrder: number;
  /** Seconds from the moment at which Patroni calls another node the primary. */
  secondsFromPromotion: number;
}

export async function run({ seed, minutes }: PartOptions): Promise<PartReport> {
  const missing = missingPrograms();
  if (missing) return { name, seed, figures: {}, findings: [], notRun: [missing], isSkipped: true, passed: true };
  const end = performance.now() + 60_000 * minutes;
  const cluster = await PostgresCluster.start();
  const services: ServiceProcess[] = [];
  try {
    for (const port of cluster.servicePorts)
      services.push(await startService({ DATABASE_URL: cluster.primaryUrl, PORT: `${port}` }));
    return await measure(cluster, seed, end);
  } finally {
    await Promise.all(services.map((service) => service.kill()));
    await cluster.stop();
  }
}

async function measure(cluster: PostgresCluster, seed: number, end: number): Promise<PartReport> {
  const database = openServer(cluster.primaryUrl, { poolSize: 2 });
  const { key: apiKey, events } = await plantComingShow(database.db, 6, capacity);
  const recorder = new Recorder();
  const load = startLoad({
    recorder,
    seed,
    apiKey,
    urls: [cluster.partnersUrl],
    events,
    clients: 8,
    timeoutMs: 30_000,
  });
  const done: Round[] = [];
  const findings: Finding[] = [];
  try {
    await cluster.until(async () => orderTimes(recorder).length > 50, 30, "orders before the first fault");
    // A round with its recovery takes up to a minute, so the last round starts a minute before the end.
    while (done.length < rounds && performance.now() < end - 75_000) {
      const fault = faults[(seed + done.length) % faults.length]!;
      // Each fault occurs once alone, and then once together with a second fault.
      done.push(await oneRound(cluster, recorder, fault, done.length >= faults.length));
      const unhealed = await cluster.untilHealed(60).catch((error: Error) => error.message);
      if (unhealed !== undefined) {
        findings.push({ title: "the cluster did not recover after a fault", detail: unhealed });
        break;
      }
      await pause(1_000);
    }
    await load.stop();
    return report(seed, recorder, done, await readFinalState(database.db, events), findings);
  } finally {
    await load.stop();
    await database.close();
  }
}

/** Runs one round of a fault. `isTwice`: if the former primary must copy the new primary, the new primary is killed too. */
async function oneRound(cluster: PostgresCluster, recorder: Recorder, fault: Fault, isTwice: boolean): Promise<Round> {
  const before = (await cluster.primary())!;
  const begun = performance.now();
  const recover = await inflict[fault](cluster, before);
  await cluster.until(
    async () => ((await cluster.primary())?.name ?? before.name) !== before.name,
    60,
    "another primary",
  );
  const promoted = performance.now();
  const first = () => orderTimes(recorder).find((at) => at > promoted);
  await cluster.until(async () => first() !== undefined, 60, "an order after the promotion");
  const secondsFromPromotion = (first()! - promoted) / 1000;
  await pause(3_000);
  await recover();
  const hasSourceKilled = isTwice && (await cluster.killSourceOfCopy(before));
  await pause(2_000);
  const times = [begun, ...orderTimes(recorder).filter((at) => at > begun), performance.now()];
  const secondsWithoutOrder = Math.max(...times.slice(1).map((at, n) => at - times[n]!)) / 1000;
  return { fault, hasSourceKilled, secondsWithoutOrder, secondsFromPromotion };
}

/** Inflicts a fault on the primary's node. Resolves to the function that runs the node again. */
const inflict: Record<Fault, (cluster: PostgresCluster, node: ClusterNode) => Promise<() => Promise<void> | void>> = {
  "switched over": async (cluster, node) => {
    await cluster.switchOver(node);
    return () => {};
  },
  killed: async (cluster, node) => {
    cluster.killPostgres(node);
    return () => {};
  },
  stopped: async (cluster, node) => {
    await cluster.stopNode(node.name);
    return () => cluster.startNode(node.name);
  },
  frozen: async (cluster, node) => cluster.freezeNode(node),
  lost: async (cluster, node) => {
    await cluster.killNode(node);
    return () => cluster.startNode(node.name);
  },
};

/** The times at which orders were acknowledged, the earliest first. */
const orderTimes = ({ entries }: Recorder): number[] =>
  entries.flatMap(({ op, outcome, endedAt }) => (op === "book" && outcome === "ok" ? [endedAt] : []));

function report(
  seed: number,
  recorder: Recorder,
  done: Round[],
  final: FinalState,
  found: readonly Finding[],
): PartReport {
  const findings = [...found];
  const finding = (title: string, list: unknown[]) => {
    if (list.length > 0)
      findings.push({ title: `${list.length} ${title}`, detail: JSON.stringify(list.slice(0, 20), null, 1) });
  };
  for (const [rule, broken] of Map.groupBy(checkHistory(recorder.history, final), (violation) => violation.rule))
    finding(`violations of the rule ${rule}`, broken);
  finding(
    `first orders later than ${afterPromotion} s after a promotion`,
    done.filter(({ secondsFromPromotion }) => secondsFromPromotion > afterPromotion),
  );
  finding(
    "faults with more time without an order than their goal",
    done.filter(({ fault, secondsWithoutOrder }) => secondsWithoutOrder > goals[fault]),
  );
  if (done.length < faults.length)
    findings.push({ title: "not every fault happened", detail: `${done.length} rounds fitted into the time.` });
  const answers = Map.groupBy(recorder.entries, ({ httpStatus }) => `${httpStatus ?? "none"}`);
  const figures: PartReport["figures"] = {
    rounds: done.length,
    "orders acknowledged": orderTimes(recorder).length,
    "orders in the database": final.orders.length,
    "new primaries killed while a node copied them": done.filter((round) => round.hasSourceKilled).length,
    answers: [...answers].map(([status, { length }]) => `${status}: ${length}`).join(", "),
  };
  for (const fault of faults) {
    const of = done.filter((round) => round.fault === fault);
    if (of.length === 0) continue;
    const shown = (pick: (round: Round) => number) => of.map((round) => pick(round).toFixed(1)).join(", ");
    figures[`${fault}: seconds without an order (goal ${goals[fault]})`] = shown((round) => round.secondsWithoutOrder);
    figures[`${fault}: seconds from promotion to first order (goal ${afterPromotion})`] = shown(
      (round) => round.secondsFromPromotion,
    );
  }
  return { name, seed, figures, findings, passed: findings.length === 0 };
}
