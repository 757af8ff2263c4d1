import { type Pooler, startPgBouncer } from "../../packages/service/test/support/servers/pgbouncer.ts";
import { startPostgres } from "../../packages/service/test/support/servers/postgres.ts";
import { throughPooler } from "../../packages/service/test/support/servers/stores.ts";
import { findTool } from "../../packages/service/test/support/tools.ts";
import type { Finding, PartOptions, PartReport } from "../part.ts";
import { judge } from "./judge.ts";
import { sweepReplica } from "./replica.ts";
import { expected, scenarios } from "./scenarios.ts";
import { Sometimes } from "./sometimes.ts";
import { storm } from "./storm.ts";
import { type Swept, sweeps } from "./sweeps.ts";
import { openWorld, type WorldOptions } from "./world.ts";

/**
 * Faults between all parts: a sweep of each conversation, the races that chance shows too seldom, and a storm of faults under
 * load. Rounds with new seeds follow until the time is over; every second one goes through PgBouncer where it is installed.
 */

const name = "faults";
/** Values of n in a sweep. */
const steps = 30;

export interface Round {
  operations: number;
  orders: number;
  notifications: number;
  faults: number;
  findings: Finding[];
}

export interface RoundOptions extends WorldOptions {
  sometimes: Sometimes;
  steps: number;
  stormMs: number;
  /** Leaves out waits that only time can end. */
  hurry?: boolean;
  kinds?: Parameters<(typeof sweeps)[keyof typeof sweeps]>[0]["kinds"];
}

/** All of it once, in a world of its own. */
export async function round(options: RoundOptions): Promise<Round> {
  const { sometimes, steps, stormMs, kinds, seed, hurry = false } = options;
  const world = await openWorld({ services: 2, ...options });
  const findings: Finding[] = [];
  try {
    for (const [title, sweep] of Object.entries(sweeps))
      findings.push(...findingsOf(title, await sweep({ world, steps, ...(kinds && { kinds }) })));
    for (const play of Object.values(scenarios)) await play(world, sometimes);
    await storm(world, { ms: stormMs });
    const judgement = await judge(world, { name, seed, hurry });
    return {
      operations: world.recorder.entries.length,
      orders: judgement.final.orders.length,
      notifications: world.recorder.notified.length,
      faults: Object.values(world.proxies).reduce((sum, { faults }) => sum + faults, 0),
      findings: [...findings, ...judgement.findings],
    };
  } finally {
    await world.stop();
  }
}

/** A sweep in which no fault happened has shown nothing. */
function findingsOf(title: string, { bytes, steps, faults, broken }: Swept): Finding[] {
  const said = `${bytes} bytes, ${steps} values of n, ${faults} faults`;
  if (faults === 0) broken.push(`blind: no fault happened in ${said}`);
  return broken.length > 0 ? [{ title: `sweep: ${title}`, detail: [...new Set(broken)].join("\n") }] : [];
}

export async function run({ seed, minutes }: PartOptions): Promise<PartReport> {
  const end = performance.now() + minutes * 60_000;
  const sometimes = new Sometimes(expected);
  const server = await startPostgres();
  const hasPooler = findTool("pgbouncer") !== undefined;
  let pooler: Pooler | undefined;
  const rounds: Round[] = [];
  const findings: Finding[] = [];
  let longest = 0;
  let replica: Swept | undefined;
  try {
    if (hasPooler) pooler = await startPgBouncer(server.url, { poolSize: 10 });
    do {
      const begun = performance.now();
      const n = rounds.length;
      const through = pooler && n % 2 === 1 ? pooler : undefined;
      rounds.push(
        await round({
          server: server.url,
          seed: seed + n,
          sometimes,
          steps: minutes < 3 ? 8 : steps,
          stormMs: minutes < 3 ? 10_000 : 30_000,
          ...(through && { storeThrough: (url: string) => throughPooler(url, through.port) }),
        }),
      );
      if (n === 0 && minutes >= 3) {
        replica = await sweepReplica(seed, steps);
        findings.push(...findingsOf("page, service to replica", replica));
      }
      longest = Math.max(longest, performance.now() - begun);
    } while (performance.now() + longest < end);
  } finally {
    await pooler?.stop();
    await server.stop();
  }
  findings.push(...rounds.flatMap((one) => one.findings), ...sometimes.findings);
  const sum = (field: "operations" | "orders" | "notifications" | "faults") =>
    rounds.reduce((total, one) => total + one[field], 0);
  return {
    name,
    seed,
    figures: {
      rounds: rounds.length,
      operations: sum("operations"),
      orders: sum("orders"),
      notifications: sum("notifications"),
      faults: sum("faults") + (replica?.faults ?? 0),
      "faults on the way to the replica": replica?.faults ?? "not in a run of under 3 minutes",
      "rounds through PgBouncer": hasPooler
        ? Math.floor(rounds.length / 2)
        : "skipped: pgbouncer is not installed (Debian: apt-get install pgbouncer)",
      ...sometimes.figures,
    },
    findings,
    passed: findings.length === 0,
  };
}
