import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Database, openServer } from "../../packages/service/src/store/database/database.ts";
import { plantComingShow } from "../../packages/service/test/concurrency/booking.ts";
import { cloneDatabase, startPostgres, type TestServer } from "../../packages/service/test/support/servers/postgres.ts";
import { startService } from "../../packages/service/test/support/servers/processes.ts";
import {
  lostOrders,
  type SalesUnderFaults,
  startSelling,
} from "../../packages/service/test/support/servers/store-faults.ts";
import { type FaultProxy, forwardTo } from "../faults/proxy/proxy.ts";
import { check } from "../history/checker.ts";
import { finalState } from "../history/final-state.ts";
import { Recorder } from "../history/recorder.ts";
import type { Finding, PartOptions, PartReport } from "../part.ts";

/**
 * Outages of PostgreSQL, and of the way to it, while two processes sell: how soon `/readyz` says so, how soon orders are accepted
 * again, and that every answer is right.
 */

const name = "outages";
const capacity = 1_000_000;
/** Seconds until `/readyz` of both processes is true, after the beginning and after the end of an outage. */
const truthWithin = 5;
/** Seconds without an order after PostgreSQL is back. */
const ordersWithin = 2;
/** Seconds without an order where connections fail and new ones work. */
const reconnectWithin = 10;

interface Shop {
  server: TestServer;
  line: FaultProxy;
  database: Database;
  urls: string[];
  key: string;
  events: string[];
}

interface Outage {
  /** Begins it, and returns what ends it. */
  begin(shop: Shop): Promise<() => Promise<void> | void>;
  /** New connections work: orders go on, and `/readyz` may stay 200. */
  partial?: true;
  /** Seconds of it at most. */
  atMost?: number;
}

export const outages: Record<string, Outage> = {
  "PostgreSQL stopped": {
    begin: async ({ server }) => {
      const over = Promise.withResolvers<void>();
      const down = Promise.withResolvers<void>();
      const stopped = server.whileStopped(() => {
        down.resolve();
        return over.promise;
      });
      await Promise.race([down.promise, stopped]);
      return () => {
        over.resolve();
        return stopped;
      };
    },
  },
  "PostgreSQL frozen": { begin: async ({ server }) => server.freeze() },
  "PostgreSQL read-only": {
    begin: async (shop) => {
      await onServer(shop, "alter system set default_transaction_read_only = on", "select pg_reload_conf()");
      return () =>
        onServer(
          shop,
          "set default_transaction_read_only = off",
          "alter system reset default_transaction_read_only",
          "select pg_reload_conf()",
        );
    },
  },
  "all packets dropped": {
    begin: async ({ line }) => {
      line.silence();
      return () => line.resume();
    },
  },
  "connections refused": {
    atMost: 10,
    begin: async ({ line }) => {
      line.refuse(true);
      line.cut();
      return () => line.refuse(false);
    },
  },
  "existing connections silent": {
    partial: true,
    atMost: 30,
    begin: async ({ line }) => {
      line.silenceExisting();
      return () => line.cut();
    },
  },
  "connections cut every second": {
    partial: true,
    atMost: 10,
    begin: async ({ line }) => {
      line.cut();
      const timer = setInterval(() => line.cut(), 1_000);
      return () => clearInterval(timer);
    },
  },
};

interface OutageOptions extends PartOptions {
  /** Runs only these outages, with the seconds of each. */
  only?: string[];
  seconds?: number;
}

interface Measured {
  outage: string;
  seconds: number;
  /** Waits until `/readyz` of both processes is 503, and until both are 200 again. */
  toTruth: number;
  toReady: number;
  /** From its end to the next order. */
  toOrder: number;
  /** The longest time without an order. */
  withoutOrders: number;
  statuses: Record<string, number>;
  wrong: string[];
  lost: string[];
}

export async function run({
  seed,
  minutes,
  only = Object.keys(outages),
  ...given
}: OutageOptions): Promise<PartReport> {
  // Four outages take so long, the others a minute together, and each some seconds before and after.
  const seconds = given.seconds ?? Math.max(5, Math.min(60, (minutes * 60 - 30 - 60 - 8 * only.length) / 4));
  const findings: Finding[] = [];
  const figures: PartReport["figures"] = {};
  const recorder = new Recorder();
  const server = await startPostgres();
  const clone = await cloneDatabase(server.url);
  const line = await forwardTo(Number(new URL(clone.url).port));
  const database = openServer(clone.url, { poolSize: 2 });
  const { key, events } = await plantComingShow(database.db, 6, capacity);
  const services = await Promise.all([1, 2].map(() => startService({ DATABASE_URL: line.through(clone.url) })));
  const shop: Shop = { server, line, database, urls: services.map(({ url }) => url), key, events };
  const fail = (title: string, detail: unknown) =>
    findings.push({
      title,
      detail: JSON.stringify(detail, null, 1).slice(0, 4000),
      replay: `npm run ordeal -- --part ${name} --seed ${seed}`,
    });
  try {
    for (const outage of only) {
      const measured = await measure(shop, outage, Math.min(seconds, outages[outage]!.atMost ?? seconds), recorder);
      const { toTruth, toReady, toOrder, withoutOrders, statuses, wrong, lost } = measured;
      const isPartial = outages[outage]!.partial === true;
      figures[
        `${outage} for ${Math.round(measured.seconds)} s: seconds to 503 of /readyz, to 200 again, to the next order`
      ] = `${isPartial ? "-" : toTruth.toFixed(1)}, ${toReady.toFixed(1)}, ${toOrder.toFixed(1)}`;
      figures[`${outage}: longest time without an order, s; answers`] =
        `${withoutOrders.toFixed(1)}; ${JSON.stringify(statuses)}`;
      if (!isPartial && toTruth > truthWithin)
        fail(`${outage}: /readyz is 200 for more than ${truthWithin} s`, measured);
      if (toReady > truthWithin) fail(`${outage}: /readyz is 503 for more than ${truthWithin} s afterwards`, measured);
      if (toOrder > ordersWithin) fail(`${outage}: no order for more than ${ordersWithin} s afterwards`, measured);
      if (isPartial && withoutOrders > reconnectWithin) fail(`${outage}: no order for ${reconnectWithin} s`, measured);
      if (wrong.length > 0) fail(`${outage}: answers other than 200, and 503 with Retry-After`, wrong);
      if (lost.length > 0) fail(`${outage}: acknowledged orders are lost`, lost);
    }
    const broken = check(recorder.history, await finalState(database.db, events));
    for (const [rule, violations] of Map.groupBy(broken, (violation) => violation.rule))
      fail(`${violations.length} violations of the rule ${rule}`, violations.slice(0, 20));
    figures["bookings in the history"] = recorder.entries.length;
  } finally {
    await Promise.all(services.map((service) => service.kill()));
    line.close();
    await database.close();
    await server.stop();
  }
  return { name, seed, figures, findings, passed: findings.length === 0 };
}

async function measure(shop: Shop, outage: string, seconds: number, recorder: Recorder): Promise<Measured> {
  const { urls, key, events, database } = shop;
  await secondsUntilReady(urls, 200, 60);
  const selling = startSelling({ urls, key, events, recorder });
  await secondsUntil(() => selling.times.length > 20, 60);
  const begun = performance.now();
  const end = await outages[outage]!.begin(shop);
  let toTruth = 0;
  try {
    if (!outages[outage]!.partial) toTruth = await secondsUntilReady(urls, 503, Math.max(seconds, 20));
    await pause(Math.max(0, begun + seconds * 1000 - performance.now()));
  } finally {
    await end();
  }
  const ended = performance.now();
  const toReady = await secondsUntilReady(urls, 200, 60);
  await secondsUntil(() => selling.times.some((at) => at > ended), 60);
  // Further answers to requests that hung.
  await pause(2_000);
  const withoutOrders = selling.longestGapMs(begun) / 1000;
  await selling.stop();
  return {
    outage,
    seconds: (ended - begun) / 1000,
    toTruth,
    toReady,
    toOrder: firstAfter(selling, ended),
    withoutOrders,
    statuses: Object.fromEntries(selling.statuses),
    wrong: selling.wrong,
    lost: await lostOrders(database.db, selling.orders),
  };
}

const firstAfter = ({ times }: SalesUnderFaults, ended: number): number =>
  (Math.min(...times.filter((at) => at > ended), Number.POSITIVE_INFINITY) - ended) / 1000;

/** Seconds until each process has answered so once: load balancers check each alone. */
async function secondsUntilReady(urls: string[], status: number, limit: number): Promise<number> {
  const isAnswered = async (url: string): Promise<boolean> => {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(truthWithin * 1_000) }).catch(() => null);
    await answer?.text().catch(() => {});
    return answer?.status === status;
  };
  return Math.max(...(await Promise.all(urls.map((url) => secondsUntil(() => isAnswered(url), limit)))));
}

/** Seconds until a condition is true, or infinity when it is not within the limit. */
async function secondsUntil(condition: () => Promise<boolean> | boolean, limit: number): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < limit * 1000) {
    if (await condition()) return (performance.now() - begun) / 1000;
    await pause(50);
  }
  return Number.POSITIVE_INFINITY;
}

async function onServer({ server }: Shop, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
