import { fileURLToPath } from "node:url";
import { openServer } from "../packages/service/src/store/database/database.ts";
import { startApp } from "../packages/service/test/support/app.ts";
import { signedIn } from "../packages/service/test/support/console.ts";
import { cloneDatabase, startPostgres } from "../packages/service/test/support/servers/postgres.ts";
import type { OpenStore } from "../packages/service/test/support/servers/stores.ts";
import { printRows, type ResultRow, rowsBelowGoal, upperLimitRow } from "./results/row.ts";
import { plantOrders } from "./stores/planted.ts";
import { plantManyEvents } from "./stores/scale.ts";

const events = 100_000;
const orders = 50_000;
/** Longest acceptable time of a list, in milliseconds. */
const maxMs = 300;
const rounds = 5;

const month = "from=2026-05-17&to=2026-06-15";
const year = "from=2025-06-16&to=2026-06-15";

/** The first page and a deep one, each sort other than the default, and the filters of the console. */
const questions = [
  "/products",
  "/products?sort=nextOn&order=asc",
  "/products?q=product%2099",
  "/events?from=2026-06-15",
  "/events?perPage=100&page=400",
  "/events?sort=left&order=desc",
  "/events?availability=sold-out",
  "/events?from=2026-07-01&to=2026-07-31",
  "/events/calendar?month=2026-07",
  "/events/calendar?month=2026-12",
  "/orders",
  "/orders?waiting=true",
  "/orders?flagged=true",
  "/orders?perPage=100&page=400",
  "/orders?sort=totalUsd&order=desc",
  "/orders?q=customer4321@example.com",
  "/orders?q=CART-4321",
  "/orders?product=scale-7",
  "/pages",
  "/partners?perPage=100",
  "/partners?sort=salesUsd&order=desc",
  "/callbacks",
  "/callbacks?state=given-up&page=100",
  "/callbacks?httpStatus=500",
  "/callbacks?q=CART-4321",
  `/dashboard?${month}`,
  `/dashboard?${year}`,
  `/dashboard/sales?by=product&${year}`,
  `/dashboard/look-to-book?by=day&${year}`,
  `/dashboard/refusals?${year}`,
  "/dashboard/load",
  `/dashboard/callbacks?${month}`,
  "/dashboard/sync",
];

/** Measures back office lists with 100,000 events and 50,000 orders, and compares each time with a limit. */
async function measureBackOffice(open: OpenStore): Promise<ResultRow[]> {
  const app = await startApp({ open });
  try {
    const { db } = app.store.database;
    await plantManyEvents(db, events, app.clock.now);
    await plantOrders(db, orders, app.clock.now);
    const operator = await signedIn(app, "owner");
    const rows: ResultRow[] = [];
    for (const path of questions) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const start = performance.now();
        await operator.call("GET", path).then(({ status, text }) => {
          if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
        });
        times.push(performance.now() - start);
      }
      const ours = times.sort((a, b) => a - b)[Math.floor(rounds / 2)]!;
      const name = `back office ${decodeURIComponent(path)}`;
      rows.push(upperLimitRow({ name, unit: "ms" }, ours, maxMs));
    }
    return rows;
  } finally {
    await app.stop();
  }
}

/** `node bench/back-office.ts` fails if a list takes too long. */
async function main(): Promise<number> {
  const server = await startPostgres();
  try {
    const clone = await cloneDatabase(server.url);
    const database = openServer(clone.url);
    const rows = await measureBackOffice(async () => ({ database, url: clone.url, close: () => database.close() }));
    printRows(rows);
    return rowsBelowGoal(rows).length > 0 ? 1 : 0;
  } finally {
    await server.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(await main());
