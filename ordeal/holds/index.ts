import { AssertionError } from "node:assert";
import { setTimeout as pause } from "node:timers/promises";
import { type Database, openServer } from "../../packages/service/src/store/database/database.ts";
import { plantComingShow } from "../../packages/service/test/concurrency/booking.ts";
import { randomFrom } from "../../packages/service/test/support/random.ts";
import { checkRush, removeSeatGuard, rush } from "../../packages/service/test/support/samples/hold-rush.ts";
import { cloneDatabase, startPostgres } from "../../packages/service/test/support/servers/postgres.ts";
import { type ServiceProcess, startService } from "../../packages/service/test/support/servers/processes.ts";
import type { Finding, PartOptions, PartReport } from "../part.ts";
import { killAtEachStep } from "./steps.ts";

/**
 * Holds. First a process is killed after each statement of a hold, its extension, booking, release and end. Then 200 buyers hold, book,
 * release and leave 20 seats at two processes, while holds expire at random and processes are killed. Seats must add up, and the store must
 * have every acknowledged order.
 */

const name = "holds";
const buyers = 200;
const seats = 20;
const mostRounds = 50;
/** The share of the time for the kills after each statement. */
const stepsShare = 0.4;

interface HoldsOptions extends PartOptions {
  rounds?: number;
}

export async function run({ seed, minutes, rounds = mostRounds }: HoldsOptions): Promise<PartReport> {
  const start = performance.now();
  const end = start + minutes * 60_000;
  const findings: Finding[] = [];
  const sum = { rounds: 0, orders: 0, "bookings of expired holds": 0, kills: 0 };
  const server = await startPostgres();
  const processes: ServiceProcess[] = [];
  let database: Database | undefined;
  let isCaught = false;
  let steps: Awaited<ReturnType<typeof killAtEachStep>>;
  try {
    const stepsClone = await cloneDatabase(server.url);
    const stepsDatabase = openServer(stepsClone.url, { poolSize: 2 });
    try {
      steps = await killAtEachStep({
        databaseUrl: stepsClone.url,
        db: stepsDatabase.db,
        endsAt: start + minutes * 60_000 * stepsShare,
        random: randomFrom(seed),
      });
    } finally {
      await stepsDatabase.close();
    }
    findings.push(...steps.findings.map((finding) => ({ ...finding, replay: `seed ${seed}` })));
    const { url } = await cloneDatabase(server.url);
    database = openServer(url);
    const { db } = database;
    const { key, events } = await plantComingShow(db, rounds + 1, seats);
    const startOne = () =>
      startService({ DATABASE_URL: url, HOLDS_PER_PARTNER: "10000", HELD_SEATS_PER_PARTNER: "100000" });
    processes.push(...(await Promise.all([startOne(), startOne()])));
    const urlFor = (buyer: number) => processes[buyer % processes.length]!.url;

    for (const [round, event] of events.slice(0, rounds).entries()) {
      if (round > 0 && performance.now() > end) break;
      const random = randomFrom(seed + round);
      const running = rush({ db, key, event, buyers, random, urlFor });
      const killing = killOne(processes, random, startOne);
      try {
        const acknowledged = await running;
        await checkRush({ db, event }, acknowledged, seats);
        sum.orders += acknowledged.orders.size;
        sum["bookings of expired holds"] += [...acknowledged.refused.values()].filter(
          (code) => code === "hold-expired",
        ).length;
      } catch (error) {
        const { message, stack } = error as Error;
        findings.push({ title: message.split("\n")[0]!, detail: stack ?? message, replay: `seed ${seed + round}` });
      }
      await killing;
      sum.kills++;
      sum.rounds++;
    }
    isCaught = await controlIsCaught(db, { key, event: events[rounds]!, seed, urlFor });
  } finally {
    await Promise.all(processes.map((service) => service.kill()));
    await database?.close();
    await server.stop();
  }
  const figures: PartReport["figures"] = { "kills after a statement": steps.kills - steps.missed };
  const isBlind = steps.missed > steps.kills / 4;
  if (steps.left > 0) figures["statements for which the time was too short"] = steps.left;
  for (const [journey, names] of Object.entries(steps.steps))
    figures[`${journey}: killed after`] = [...new Set(names)].sort().join(", ");
  Object.assign(figures, sum, { "control detected": isCaught ? "yes" : "no" });
  const hasSeen = sum.orders > 0 && sum["bookings of expired holds"] > 0;
  return { name, seed, figures, findings, passed: findings.length === 0 && isCaught && hasSeen && !isBlind };
}

/** Kills a process at a moment of the rush, and starts another in its place. */
async function killOne(
  processes: ServiceProcess[],
  random: () => number,
  start: () => Promise<ServiceProcess>,
): Promise<void> {
  const at = random() < 0.5 ? 0 : 1;
  await pause(random() * 1_500);
  await processes[at]!.kill();
  processes[at] = await start();
}

/** Without the guard, an event that never runs out of seats, the check must fail. */
async function controlIsCaught(
  db: Database["db"],
  { key, event, seed, urlFor }: { key: string; event: string; seed: number; urlFor: (buyer: number) => string },
): Promise<boolean> {
  await removeSeatGuard(db);
  const acknowledged = await rush({ db, key, event, buyers, random: randomFrom(seed), urlFor });
  return checkRush({ db, event }, acknowledged, seats).then(
    () => false,
    (error) => error instanceof AssertionError,
  );
}
