import { startPgBouncer } from "../../packages/service/test/support/servers/pgbouncer.ts";
import { startPostgres } from "../../packages/service/test/support/servers/postgres.ts";
import { throughPooler } from "../../packages/service/test/support/servers/stores.ts";
import { findTool } from "../../packages/service/test/support/tools.ts";
import type { Finding, PartOptions, PartReport } from "../part.ts";
import { type ByteFaultRun, faultedConversations } from "./byte-faults.ts";
import { judgeFaultRun } from "./judge.ts";
import { type KillRun, killAtEachStatement } from "./kills.ts";
import { faultReplica } from "./replica.ts";
import { expectedSituations, scenarios } from "./scenarios.ts";
import { SometimesAssertions } from "./sometimes.ts";
import { runFaultStorm } from "./storm.ts";
import { openFaultWorld, type WorldOptions } from "./world.ts";

/**
 * Faults between all parts: at each byte of a conversation, in races that are rare by chance, and at random under load. Then,
 * for a short time, the same through PgBouncer if it is installed, on the connection to a replica, and with kills of the process
 * that serves a hold. Rounds with new seeds follow while there is time.
 */

const name = "faults";
/** The number of byte positions at which the proxy cuts each conversation, one after another. */
const stepsIn = (minutes: number): number => Math.min(60, Math.max(4, Math.round(minutes * 5)));

export interface FaultRound {
  operations: number;
  orders: number;
  notifications: number;
  faults: number;
  findings: Finding[];
}

interface RoundOptions extends WorldOptions {
  sometimes: SometimesAssertions;
  steps: number;
  stormMs: number;
  /** Time limit of all conversations together. */
  conversationsMs?: number;
  /** Reports a finished step and its duration. */
  log?: (line: string) => void;
  /** Leaves out waits that only the passing of time can end. */
  hurry?: boolean;
  kinds?: Parameters<(typeof faultedConversations)[keyof typeof faultedConversations]>[0]["kinds"];
}

/** Runs everything once, with its own services and databases. */
export async function runFaultRound(options: RoundOptions): Promise<FaultRound> {
  const { sometimes, steps, stormMs, kinds, seed, hurry = false, log = () => {} } = options;
  const { conversationsMs = Number.POSITIVE_INFINITY } = options;
  const world = await openFaultWorld({ services: 2, ...options });
  const findings: Finding[] = [];
  try {
    const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      const startedAt = performance.now();
      const result = await work();
      log(`  ${what}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
      return result;
    };
    const startedAt = performance.now();
    const all = Object.entries(faultedConversations);
    for (const [n, [title, conversation]] of all.entries()) {
      const endsAt = startedAt + (conversationsMs * (n + 1)) / all.length;
      const result = await timed(title, () => conversation({ world, steps, endsAt, ...(kinds && { kinds }) }));
      findings.push(...findingsOf(title, result));
    }
    // On a busy machine some races happen by chance.
    for (let attempt = 0; attempt === 0 || (attempt < 3 && sometimes.missing.length > 0); attempt++)
      for (const [title, play] of Object.entries(scenarios)) await timed(title, () => play(world, sometimes));
    await timed("a storm", () => runFaultStorm(world, { ms: stormMs }));
    const judged = await timed("remaining work and check", () => judgeFaultRun(world, { name, seed, hurry }));
    return {
      operations: world.recorder.entries.length,
      orders: judged.final.orders.length,
      notifications: world.recorder.notified.length,
      faults: Object.values(world.proxies).reduce((sum, { faults }) => sum + faults, 0),
      findings: [...findings, ...judged.findings],
    };
  } finally {
    await world.stop();
  }
}

/** A run without a single fault proves nothing. */
function findingsOf(title: string, { bytes, steps, faults, broken }: ByteFaultRun): Finding[] {
  const figures = `${bytes} bytes, ${steps} values of n, ${faults} faults`;
  if (faults === 0) broken.push(`blind: no fault happened in ${figures}`);
  return broken.length > 0 ? [{ title: `faults in ${title}`, detail: [...new Set(broken)].join("\n") }] : [];
}

export async function run({ seed, minutes }: PartOptions): Promise<PartReport> {
  const end = performance.now() + minutes * 60_000;
  const sometimes = new SometimesAssertions(expectedSituations);
  const steps = stepsIn(minutes);
  const rounds: FaultRound[] = [];
  const findings: Finding[] = [];
  const pooled = findTool("pgbouncer") !== undefined;
  let replica: ByteFaultRun | undefined;
  let killed: KillRun | undefined;
  const server = await startPostgres();
  const play = async (options: Partial<RoundOptions> = {}) => {
    const startedAt = performance.now();
    rounds.push(
      await runFaultRound({
        server: server.url,
        seed: seed + rounds.length,
        sometimes,
        steps,
        stormMs: Math.min(30_000, minutes * 4_000),
        conversationsMs: minutes * 18_000,
        log: console.log,
        ...options,
      }),
    );
    return performance.now() - startedAt;
  };
  try {
    const isShort = minutes < 3;
    const first = await play(isShort ? { stormMs: 5_000, hurry: true, kinds: noSilence } : {});
    if (pooled)
      await throughPgBouncer(server.url, (storeThrough) =>
        play({ storeThrough, ...brief, conversationsMs: minutes * 4_000 }),
      );
    if (!isShort) {
      replica = await faultReplica(seed, steps, performance.now() + minutes * 6_000);
      findings.push(...findingsOf("page, service to replica", replica));
      const endsAt = performance.now() + minutes * 12_000;
      killed = await killAtEachStatement({ server: server.url, seed, endsAt });
      findings.push(...killed.findings);
    }
    for (let longest = first; performance.now() + longest < end; ) longest = Math.max(longest, await play());
  } finally {
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
      "of these on the way to a replica": replica?.faults ?? longRun,
      "rounds through PgBouncer": pooled ? 1 : 0,
      "kills after a statement of a hold": killed?.kills ?? longRun,
      ...(killed && figuresOfKills(killed)),
      ...sometimes.figures,
    },
    findings,
    ...(!pooled && { notRun: ["Rounds through PgBouncer. Not installed: apt-get install pgbouncer"] }),
    passed: findings.length === 0,
  };
}

function figuresOfKills({ left, statements }: KillRun): PartReport["figures"] {
  const names = Object.entries(statements).map(([conversation, all]): [string, string] => [
    `${conversation}: killed after`,
    [...new Set(all)].sort().join(", "),
  ]);
  return { "statements of a hold for which the time was too short": left, ...Object.fromEntries(names) };
}

const longRun = "only in a run of 3 minutes or more";
const noSilence = ["cut", "reset", "half-close"] as const;
/** With a pooler, a silent connection looks like a busy one, so each silence would take seconds. */
const brief = { steps: 4, stormMs: 5_000, hurry: true, kinds: noSilence };

async function throughPgBouncer(
  server: string,
  play: (storeThrough: (url: string) => string) => Promise<unknown>,
): Promise<void> {
  const pooler = await startPgBouncer(server, { poolSize: 10 });
  try {
    await play((url) => throughPooler(url, pooler.port));
  } finally {
    await pooler.stop();
  }
}
