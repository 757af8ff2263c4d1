import { sql } from "kysely";
import type { Database } from "../../packages/service/src/store/database/database.ts";
import { migrateSchema } from "../../packages/service/src/store/database/migrate.ts";
import { publishChanges } from "../../packages/service/src/store/publishing/publishing.ts";
import { headerOf, sendGet } from "../load.ts";
import { startReference } from "../reference.ts";
import { type ResultRow, ratioRow } from "../results.ts";
import { plantManyEvents } from "../scale.ts";
import { costRow, findPostmaster, processorMs, startService } from "../service.ts";
import { analyzeFilledTables, type StoreSetting, withDatabase } from "../stores.ts";

/** Pages that each side builds before the measurement, so that its code is compiled and its statements are planned. */
const warmUp = 30;
/**
 * Number of reads of each increment. One read has 20 pages, and its time varies by half because of the garbage collector and the compiler.
 */
const repeats = 10;

/**
 * Measures a client that reads events page by page, in JSON with gzip: all events after the price of each changed, then only the changed
 * events after the prices of 10 % changed. The reference pages by key, writes the same columns with JSON.stringify and compresses them at level 1: no totals, no versions, no
 * cache.
 */
export async function measureReads(env: StoreSetting, events: number, rounds: number): Promise<ResultRow[]> {
  await withDatabase(env, (database) => plant(database, events));
  const [all, some] = [events, Math.round(events / 10)];
  const rows: ResultRow[] = [];
  for (const [name, changes] of [
    [`first read of ${all.toLocaleString("en")} events`, all],
    [`increment of ${some.toLocaleString("en")} changes`, some],
  ] as const) {
    const rates = { ours: [] as number[], reference: [] as number[] };
    const costs = { ours: [] as number[], reference: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      const since = await change(env, changes);
      const isWhole = changes === all;
      const postmaster = await findPostmaster(env.DATABASE_URL);
      const minimal = await startReference(env.DATABASE_URL);
      const service = await startService(env);
      try {
        // Each read pages through the whole list, at an address of its own, so that the service has cached none of its
        // pages.
        const keyed = () => (isWhole ? "/api/keyed" : `/api/keyed?since=${since.seq}`);
        const events = (nth: number) =>
          isWhole
            ? `/api/events${nth === 0 ? "?fromdate=2020-01-01" : ""}`
            : `/api/events?version=${since.version}&todate=${2100 + nth}-01-01`;
        for (const [side, { port, pid }, address] of [
          ["reference", minimal, keyed],
          ["ours", service, events],
        ] as const) {
          await read(port, address(0), warmUp);
          const before = processorMs([pid], postmaster);
          const startedAt = performance.now();
          let pages = 0;
          for (let nth = 1; nth <= (isWhole ? 1 : repeats); nth++) pages += await read(port, address(nth));
          rates[side].push(pages / ((performance.now() - startedAt) / 1000));
          costs[side].push((1000 * (processorMs([pid], postmaster) - before)) / pages);
        }
      } finally {
        await service.stop();
        await minimal.stop();
      }
    }
    const what = { name, unit: "pages/s", against: "pages by key, gzip 1" };
    rows.push(ratioRow({ ...what, goal: 0.8 }, rates), costRow(`${name}, processor time`, costs));
  }
  return rows;
}

/** Reads at most `most` pages, one after the other. Returns their number. */
async function read(port: number, start: string, most = Number.POSITIVE_INFINITY): Promise<number> {
  let path: string | undefined = start;
  let pages = 0;
  while (path !== undefined && pages < most) {
    const answer = await sendGet(port, path, { accept: "application/json", "accept-encoding": "gzip" });
    if (answer.status !== 200 || headerOf(answer, "content-encoding") !== "gzip")
      throw new Error(`${path} answered ${answer.status}`);
    path = /<(.+)>; rel="next"/.exec(headerOf(answer, "link") ?? "")?.[1];
    pages++;
  }
  return pages;
}

/** Plants the events in an empty store. */
async function plant({ db }: Database, events: number): Promise<void> {
  await migrateSchema(db);
  await plantManyEvents(db, events, new Date());
  await analyzeFilledTables(db);
}

/** Changes the prices of this number of events in one version. Returns the version before. */
function change(env: StoreSetting, events: number): Promise<{ version: number; seq: number }> {
  return withDatabase(env, async ({ db }) => {
    const before = await sql<{ version: number; seq: number }>`
      select update_version as version, event_seq as seq from counter`.execute(db);
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        with changed as (
          update event set seq = null, min_price = min_price + 1, tickets = jsonb_set(tickets, '{0,price}',
            to_jsonb(((tickets -> 0 ->> 'price')::numeric + 1)::text))
          where id in (select id from event order by id limit ${events}) returning product_id
        ) select distinct product_id as id from changed`.execute(tx);
      await publishChanges(tx, { touched: rows.map(({ id }) => id) }, new Date());
    });
    await sql`vacuum analyze event`.execute(db);
    return before.rows[0]!;
  });
}
