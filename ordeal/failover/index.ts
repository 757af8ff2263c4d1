import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, openServer } from "../../packages/service/src/store/database/database.ts";
import { plantComingShow } from "../../packages/service/test/concurrency/booking.ts";
import { type ServiceProcess, startService } from "../../packages/service/test/support/servers/processes.ts";
import type { Finding, PartOptions, PartReport } from "../part.ts";
import { Cluster, missingPrograms, type Node } from "./cluster.ts";
import { type Load, startLoad } from "./load.ts";

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
 * Seconds without an order. Patroni notices by itself that PostgreSQL died, and hands the lock over when it is stopped. A
 * machine that froze or is lost is noticed when the lock expires (`ttl`, 20 s).
 */
const goals = { "switched over": 2, killed: 10, stopped: 10, frozen: 30, lost: 30 };
type Fault = keyof typeof goals;
const faults = Object.keys(goals) as Fault[];

interface Round {
  fault: Fault;
  secondsWithoutOrder: number;
  /** From the moment at which Patroni calls another node the primary. */
  secondsFromPromotion: number;
}

export async function run({ seed, minutes }: PartOptions): Promise<PartReport> {
  const missing = missingPrograms();
  if (missing) return { name, seed, figures: { skipped: missing }, findings: [], passed: true };
  const end = performance.now() + 60_000 * minutes;
  const cluster = await Cluster.start();
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

async function measure(cluster: Cluster, seed: number, end: number): Promise<PartReport> {
  const database = openServer(cluster.primaryUrl, { poolSize: 2 });
  const { key, events } = await plantComingShow(database.db, 6, capacity);
  const load = startLoad(cluster.partnersUrl, { key, events });
  const done: Round[] = [];
  try {
    await cluster.until(async () => load.times.length > 50, 30, "orders before the first fault");
    // A round with its recovery takes up to a minute: none is begun that could not end in time.
    while (done.length < rounds && performance.now() < end - 75_000) {
      done.push(await oneRound(cluster, load, faults[(seed + done.length) % faults.length]!));
      await cluster.untilHealed(120);
      await pause(1_000);
    }
    await load.stop();
    return report(seed, load, done, await stored(database.db));
  } finally {
    await load.stop();
    await database.close();
  }
}

async function oneRound(cluster: Cluster, load: Load, fault: Fault): Promise<Round> {
  const before = (await cluster.primary())!;
  const begun = performance.now();
  const recover = await inflict[fault](cluster, before);
  await cluster.until(
    async () => ((await cluster.primary())?.name ?? before.name) !== before.name,
    60,
    "another primary",
  );
  const promoted = performance.now();
  const first = () => load.times.find((at) => at > promoted);
  await cluster.until(async () => first() !== undefined, 60, "an order after the promotion");
  const secondsFromPromotion = (first()! - promoted) / 1000;
  await pause(3_000);
  await recover();
  await pause(2_000);
  const times = [begun, ...load.times.filter((at) => at > begun), performance.now()];
  const secondsWithoutOrder = Math.max(...times.slice(1).map((at, n) => at - times[n]!)) / 1000;
  return { fault, secondsWithoutOrder, secondsFromPromotion };
}

/** What happens to the primary's node, and what brings it back. */
const inflict: Record<Fault, (cluster: Cluster, node: Node) => Promise<() => Promise<void> | void>> = {
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

interface Stored {
  /** Order ids by the reference of their booking. */
  orders: Map<string, string[]>;
  /** Events whose seats left are not their capacity less what orders took. */
  inexact: string[];
}

async function stored(db: Db): Promise<Stored> {
  const { rows } = await sql<{ id: string; reference: string }>`
    select id, external_reference as reference from orders`.execute(db);
  const orders = new Map<string, string[]>();
  for (const { id, reference } of rows) orders.set(reference, [...(orders.get(reference) ?? []), id]);
  const { rows: inexact } = await sql<{ id: string }>`
    select e.id from event e where e.capacity is not null and e.capacity - e.capacity_left <>
      (select coalesce(sum(o.seats), 0) from orders o where o.event_id = e.id and o.status not in ('rejected', 'cancelled'))`.execute(
    db,
  );
  return { orders, inexact: inexact.map(({ id }) => id) };
}

function report(seed: number, load: Load, done: Round[], { orders, inexact }: Stored): PartReport {
  const lost = [...load.orders].filter(([reference, id]) => !orders.get(reference)?.includes(id));
  const doubled = [...orders].filter(([, ids]) => ids.length > 1);
  const findings: Finding[] = [];
  const finding = (title: string, list: unknown[]) => {
    if (list.length > 0)
      findings.push({ title: `${list.length} ${title}`, detail: JSON.stringify(list.slice(0, 20), null, 1) });
  };
  finding("acknowledged orders lost", lost);
  finding("bookings with more than one order", doubled);
  finding("events whose seats do not add up", inexact);
  finding("answers that are neither an order nor a 503", load.wrong);
  finding(
    `first orders later than ${afterPromotion} s after a promotion`,
    done.filter(({ secondsFromPromotion }) => secondsFromPromotion > afterPromotion),
  );
  finding(
    "faults with more time without an order than their goal",
    done.filter(({ fault, secondsWithoutOrder }) => secondsWithoutOrder > goals[fault]),
  );
  const isBlind = done.length < faults.length;
  if (isBlind) finding("rounds were all that fitted into the time: not every fault happened", done);
  const figures: PartReport["figures"] = {
    rounds: done.length,
    "orders acknowledged": load.orders.size,
    "orders lost": lost.length,
    "orders doubled": doubled.length,
    "answers of 500 and others": load.wrong.length,
    answers: [...load.statuses].map(([status, n]) => `${status}: ${n}`).join(", "),
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
