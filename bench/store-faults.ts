import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { forwardTo } from "../ordeal/faults/proxy.ts";
import { openServer } from "../packages/service/src/store/database/database.ts";
import { plantComingShow } from "../packages/service/test/concurrency/booking.ts";
import { cloneDatabase, startPostgres } from "../packages/service/test/support/servers/postgres.ts";
import { startService } from "../packages/service/test/support/servers/processes.ts";
import { lostOrders, msUntil, startSelling } from "../packages/service/test/support/servers/store-faults.ts";

/**
 * The cost of each fault of the store for two processes that sell behind a proxy: `node bench/store-faults.ts [seconds]`. The
 * argument is how long existing connections are silent; 120 by default.
 */
const silentSeconds = Number(process.argv[2] ?? 120);

const server = await startPostgres();
const clone = await cloneDatabase(server.url);
const line = await forwardTo(Number(new URL(clone.url).port));
const database = openServer(clone.url, { poolSize: 2 });
const { key, events } = await plantComingShow(database.db, 6, 1_000_000);
const address = new URL(clone.url);
address.port = `${line.port}`;
const services = await Promise.all([1, 2].map(() => startService({ DATABASE_URL: address.href })));
const urls = services.map(({ url }) => url);
const readiness = () =>
  Promise.all(urls.map(async (url) => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })).status));
const isNotReady = async () => (await readiness()).every((status) => status === 503);
const onServer = async (...statements: string[]) => {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

const faults: Record<string, () => Promise<number | undefined>> = {
  [`existing connections silent for ${silentSeconds} s`]: async () => {
    line.silenceExisting();
    await pause(silentSeconds * 1000);
    line.cut();
    return undefined;
  },
  "connections cut 10 times in 10 s": async () => {
    for (let n = 0; n < 10; n++) {
      line.cut();
      await pause(1_000);
    }
    return undefined;
  },
  "connections refused for 10 s": async () => {
    line.refuse(true);
    line.cut();
    const turned = await msUntil(isNotReady, 10_000);
    await pause(10_000);
    line.refuse(false);
    return turned;
  },
  "all silent for 15 s, new connections too": async () => {
    line.silence();
    const turned = await msUntil(isNotReady, 10_000);
    await pause(15_000);
    line.resume();
    return turned;
  },
  "PostgreSQL restarted, away for 3 s": async () => {
    await server.whileStopped(() => pause(3_000));
    return undefined;
  },
  "read-only for 10 s": async () => {
    await onServer("alter system set default_transaction_read_only = on", "select pg_reload_conf()");
    const turned = await msUntil(isNotReady, 10_000);
    await pause(10_000);
    await onServer(
      "set default_transaction_read_only = off",
      "alter system reset default_transaction_read_only",
      "select pg_reload_conf()",
    );
    return turned;
  },
};

const rows = [];
for (const [fault, happen] of Object.entries(faults)) {
  while ((await readiness()).some((status) => status !== 200)) await pause(100);
  const selling = startSelling({ urls, key, events });
  await pause(1_000);
  const startedAt = performance.now();
  const turned = await happen();
  await pause(5_000);
  const gapMs = selling.longestGapMs(startedAt);
  await selling.stop();
  const answered = Object.fromEntries(selling.statuses);
  rows.push({
    fault,
    "s without an order": Math.round(gapMs / 100) / 10,
    "s until /readyz is 503": turned === undefined ? "" : Math.round(turned / 100) / 10,
    "200": answered["200"] ?? 0,
    "503": answered["503"] ?? 0,
    "500 and others": selling.wrong.length,
    orders: selling.orders.size,
    "orders lost": (await lostOrders(database.db, selling.orders)).length,
  });
  console.table(rows.at(-1));
}
console.table(rows);
await Promise.all(services.map((service) => service.stop()));
line.close();
await database.close();
await server.stop();
process.exit(0);
