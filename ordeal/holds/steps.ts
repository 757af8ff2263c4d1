import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { importCatalogue } from "../../packages/service/src/domain/import/import.ts";
import { createKey } from "../../packages/service/src/domain/partners/keys.ts";
import type { Db } from "../../packages/service/src/store/database/database.ts";
import { daysOn, eventIds } from "../../packages/service/test/concurrency/booking.ts";
import { show, testCatalogue, variant } from "../../packages/service/test/support/samples/catalogue.ts";
import { seatsOf } from "../../packages/service/test/support/samples/holding.ts";
import { openFaultProxy } from "../faults/proxy/proxy.ts";
import { readyForQuery, StatementCounter } from "../faults/statements.ts";
import type { Finding } from "../part.ts";
import { HoldBuyer } from "./buyer.ts";
import { type HoldJourney, holdJourneys, type JourneyEnd, seatsPerEvent } from "./journeys.ts";

/**
 * Kills the process that serves a buyer with a hold after each statement of the conversation: the database has answered, the process
 * never learns it. The buyer repeats the request at another process. Between two statements a process has no state but its memory, so
 * the end of each statement is every moment that differs.
 */

export interface StepsOptions {
  databaseUrl: string;
  db: Db;
  endsAt: number;
  random: () => number;
  only?: readonly string[];
  /** Number of statements after which a process is killed; without it, after every statement. */
  most?: number;
}

export interface StepsRun {
  kills: number;
  /** Statements after which a process was killed, by journey. */
  steps: Record<string, string[]>;
  /** Number of kills for which no time was left. */
  left: number;
  /** Number of runs with fewer statements than the first run. The number of statements that open connections differs from run to run. */
  missed: number;
  findings: Finding[];
}

export async function killAtEachStep(options: StepsOptions): Promise<StepsRun> {
  const { db, databaseUrl, endsAt, random, only, most = Number.POSITIVE_INFINITY } = options;
  const run: StepsRun = { kills: 0, steps: {}, left: 0, missed: 0, findings: [] };
  const { key, events } = await plant(db);
  const proxy = await openFaultProxy(Number(new URL(databaseUrl).port));
  const survivor = await startVictim(databaseUrl);
  let next: Promise<Victim> | undefined;
  const fresh = (): Promise<Victim> => {
    const given = next ?? startVictim(proxy.through(databaseUrl));
    next = undefined;
    return given;
  };
  /** Plays a journey whose process ends after the n-th statement. Returns the statements. */
  const play = async (name: string, nth?: number): Promise<string[]> => {
    const journey = holdJourneys[name]!;
    const victim = await fresh();
    const counter = new StatementCounter(nth);
    let isKilled = false;
    const onLost = () => {
      isKilled = victim.child.kill("SIGKILL");
    };
    proxy.lose({ to: counter, endsWith: readyForQuery, onLost });
    const event = events[journey.product].shift()!;
    const buyer = new HoldBuyer({ db, key, event, urls: [victim.url, survivor.url] });
    try {
      await journey.go(buyer);
      if (nth !== undefined) next = startVictim(proxy.through(databaseUrl));
      await checkSeats(db, event, buyer, journey);
      if (nth !== undefined && !isKilled) run.missed++;
    } finally {
      proxy.calm();
      victim.child.kill("SIGKILL");
    }
    return counter.names;
  };
  try {
    const all: { name: string; nth: number; statement: string }[] = [];
    for (const name of only ?? Object.keys(holdJourneys))
      all.push(...(await play(name)).map((statement, n) => ({ name, nth: n + 1, statement })));
    // In random order, so that a run that ends early has covered all journeys.
    const order = all.map((one) => ({ one, at: random() })).sort((a, b) => a.at - b.at);
    for (const { one } of order.slice(0, most)) {
      if (run.kills > 0 && performance.now() > endsAt) {
        run.left++;
        continue;
      }
      const { name, nth, statement } = one;
      try {
        await play(name, nth);
      } catch (error) {
        const { message, stack } = error as Error;
        const title = `${name}, killed after statement ${nth} (${statement}): ${message.split("\n")[0]}`;
        run.findings.push({ title, detail: stack ?? message });
      }
      run.kills++;
      run.steps[name] = [...(run.steps[name] ?? []), statement];
    }
  } finally {
    survivor.child.kill("SIGKILL");
    (await next?.catch(() => undefined))?.child.kill("SIGKILL");
    proxy.close();
  }
  return run;
}

/** Checks that sold and free seats match the orders of the journey, and that the store has exactly the acknowledged orders. */
async function checkSeats(db: Db, event: string, { orders }: HoldBuyer, expected: JourneyEnd): Promise<void> {
  const { left, sold, held } = await seatsOf(db, event);
  assert.deepEqual({ left, sold, held }, { left: expected.left, sold: seatsPerEvent - expected.left, held: 0 });
  const { rows } = await sql<{ id: string }>`select id from orders where event_id = ${event}`.execute(db);
  assert.deepEqual(rows.map(({ id }) => id).sort(), [...orders].sort());
  assert.equal(rows.length, expected.orders);
  const { rows: unfinished } = await sql<{ id: string }>`
    select id from orders o where event_id = ${event} and status = 'complete'
      and (not exists (select from voucher where order_id = o.id)
        or not exists (select from order_timeline where order_id = o.id and status = 'complete'))`.execute(db);
  assert.deepEqual(unfinished, [], "a complete order lacks its voucher or its timeline");
}

interface Victim {
  child: ChildProcess;
  url: string;
}

async function startVictim(databaseUrl: string): Promise<Victim> {
  const child = fork(fileURLToPath(new URL("victim.ts", import.meta.url)));
  child.send(databaseUrl);
  const [url] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("the process ended before it served"))),
  ])) as [string];
  return { child, url };
}

/** Creates events of four seats. Orders of some wait for the operator's desk, and orders of the other events are complete at once. */
async function plant(db: Db): Promise<{ key: string; events: Record<HoldJourney["product"], string[]> }> {
  const { currencies = [], partners = [] } = testCatalogue;
  const schedule = { ...show.items[0]!.schedules![0]!, from: daysOn(2), to: daysOn(60), capacity: seatsPerEvent };
  const product = (externalId: string, immediateBooking: boolean) =>
    variant(
      show,
      { externalId, immediateBooking },
      { externalId: `${externalId}-seat`, schedules: [{ ...schedule, times: ["12:00", "16:00", "20:00"] }] },
    );
  const now = new Date();
  await importCatalogue(
    db,
    { currencies, partners, products: [product("desk", false), product("own", true)] },
    { now },
  );
  const { key } = await createKey(db, { partner: "acme", mode: "live", readOnly: false, now });
  return { key, events: { desk: await eventIds(db, "desk"), own: await eventIds(db, "own") } };
}
