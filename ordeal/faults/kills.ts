import assert from "node:assert/strict";
import { seatsOf } from "../../packages/service/test/support/samples/holding.ts";
import { type ServiceProcess, startService } from "../../packages/service/test/support/servers/processes.ts";
import type { Finding } from "../part.ts";
import { inRandomOrder, playAtEach } from "./byte-faults.ts";
import { fewSeats } from "./catalogue.ts";
import { HoldBuyer, holdConversations } from "./hold-conversations.ts";
import { judgeFaultRun } from "./judge.ts";
import { type FaultProxy, openFaultProxy } from "./proxy/proxy.ts";
import { readyForQuery, StatementCounter } from "./statements.ts";
import { openFaultWorld, type WorldOptions } from "./world.ts";

/**
 * Kills the process that serves a buyer with a hold after each statement of the conversation: the database has answered, the process
 * never learns it. The buyer repeats the request at another process. Between two statements a process has no state but its memory, so
 * the end of each statement is every moment that differs.
 */

export interface KillOptions extends WorldOptions {
  /** Latest end, by performance.now(). */
  endsAt?: number;
  only?: readonly string[];
  /** Number of statements after which a process is killed; without it, after every statement. */
  most?: number;
}

export interface KillRun {
  kills: number;
  /** Statements after which a process was killed, by conversation. */
  statements: Record<string, string[]>;
  /** Number of kills for which no time was left. */
  left: number;
  findings: Finding[];
}

/** Each kill takes a new event. */
const evenings = 200;

export async function killAtEachStatement(options: KillOptions): Promise<KillRun> {
  const { endsAt = Number.POSITIVE_INFINITY, only, most, seed } = options;
  const world = await openFaultWorld({ ...options, evenings });
  const events = { few: [...world.events.few], own: [...world.events.own] };
  const statements: KillRun["statements"] = {};
  const findings: Finding[] = [];
  /** Number of runs with fewer statements than the first run. The number of statements that open connections differs from run to run. */
  let missed = 0;
  let next: Promise<Victim> | undefined;

  /** Plays a conversation whose process ends after the n-th statement. Returns the statements. */
  const play = async (name: string, nth?: number): Promise<string[]> => {
    const { product, left, go } = holdConversations[name]!;
    const { service, proxy } = await (next ?? startVictim(world.databaseUrl));
    next = undefined;
    const counter = new StatementCounter(nth);
    let isKilled = false;
    const onLost = () => {
      isKilled = true;
      void service.kill();
    };
    proxy.lose({ to: counter, endsWith: readyForQuery, onLost });
    const event = events[product].shift()!;
    const buyer = new HoldBuyer(world, event, () => (isKilled ? world.urls[0]! : service.url));
    try {
      await go(buyer);
      if (nth !== undefined) next = startVictim(world.databaseUrl);
      const seats = await seatsOf(world.database.db, event);
      assert.deepEqual(seats, { left, sold: fewSeats - left, held: 0 });
      if (nth !== undefined && !isKilled) missed++;
    } finally {
      buyer.close();
      proxy.close();
      void service.kill();
    }
    return counter.names;
  };

  try {
    const all: { name: string; nth: number; statement: string }[] = [];
    for (const name of only ?? Object.keys(holdConversations))
      all.push(...(await play(name)).map((statement, n) => ({ name, nth: n + 1, statement })));
    const steps = inRandomOrder(all, world.random);
    let played = 0;
    /** With `most`, another statement replaces one after which no process was killed. */
    const chosen = function* () {
      for (const step of steps) {
        if (played - missed === most) return;
        played++;
        yield step;
      }
    };
    const kills = await playAtEach(chosen(), endsAt, async ({ name, nth, statement }) => {
      await play(name, nth).catch(({ message, stack }: Error) => {
        const title = `${name}, killed after statement ${nth} (${statement}): ${message.split("\n")[0]}`;
        findings.push({ title, detail: stack ?? message });
      });
      statements[name] = [...(statements[name] ?? []), statement];
    });
    if (missed > kills / 4)
      findings.push({ title: "blind: too few processes were killed", detail: `${missed} of ${kills} lived on.` });
    findings.push(...(await judgeFaultRun(world, { name: "faults", seed, hurry: true })).findings);
    return { kills: kills - missed, statements, left: (most ?? all.length) - kills, findings };
  } finally {
    const unused = await next?.catch(() => undefined);
    unused?.proxy.close();
    await unused?.service.kill();
    await world.stop();
  }
}

interface Victim {
  service: ServiceProcess;
  proxy: FaultProxy;
}

/** Starts a process that serves partners and runs no jobs, so that only requests cause statements, with a proxy before its store. */
async function startVictim(databaseUrl: string): Promise<Victim> {
  const proxy = await openFaultProxy(Number(new URL(databaseUrl).port));
  const service = await startService({ DATABASE_URL: proxy.through(databaseUrl) }, ["--no-jobs"]);
  return { service, proxy };
}
