import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { listAvailability } from "../../src/domain/catalogue/availability.ts";
import { importCatalogue } from "../../src/domain/import/import.ts";
import type { Db, Tx } from "../../src/store/database/database.ts";
import { run } from "../../src/store/database/rows.ts";
import { type EventLine, listEventLines } from "../../src/store/editing/event-list.ts";
import { listProductLines } from "../../src/store/editing/product-list.ts";
import { show, testCatalogue } from "../support/samples/catalogue.ts";
import { onPostgres, type TestStore } from "../support/servers/stores.ts";

/** The number of event rows that lists read does not grow with the number of events. */

const now = new Date("2026-06-15T10:00:00Z");
const [productCount, days, times] = [10, 60, ["10:00", "12:00", "14:00", "16:00", "18:00"]];
const events = productCount * days * times.length;

onPostgres("what lists read", (open) => {
  let store: TestStore;
  before(async () => {
    store = await open();
    const products = Array.from({ length: productCount }, (_, n) => {
      const [item] = show.items;
      const [schedule] = item!.schedules!;
      const externalId = `show-${n}`;
      // Partners never saw the last product.
      const published = n < productCount - 1;
      const schedules = [{ ...schedule!, from: `2026-06-${16 + n}`, to: `2026-08-${14 + n}`, times }];
      return { ...show, externalId, published, items: [{ ...item!, externalId, schedules }] };
    });
    await importCatalogue(store.database.db, { ...testCatalogue, products }, { now });
    await run(store.database.db)`analyze`;
  });
  after(() => store?.close());

  /** Returns the result of a read, and how many rows of events it took. */
  async function reading<T>(read: (db: Db) => Promise<T>): Promise<{ result: T; rows: number }> {
    return store.database.db.transaction().execute(async (tx) => {
      await run(tx)`set local max_parallel_workers_per_gather = 0`;
      // PostgreSQL chooses the index, as it does for a large table.
      await run(tx)`set local enable_seqscan = off`;
      const before = await eventRowsRead(tx);
      const result = await read(tx);
      return { result, rows: (await eventRowsRead(tx)) - before };
    });
  }

  async function eventRowsRead(tx: Tx): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as n from pg_stat_xact_user_tables
      where relname ~ '^event_\\d{4}$'`.execute(tx);
    return rows[0]!.n;
  }

  test("availability of all products reads no event", async () => {
    const range = { fromdate: "2026-07-01", todate: "2026-07-31" };
    const { result, rows } = await reading((db) => listAvailability(db, { page: 1, ...range }, now));
    assert.deepEqual([result!.totalCount, rows], [31 * (productCount - 1), 0]);
  });

  test("every page of the operator's events reads the days that it lies on", async () => {
    const limit = 100;
    for (const filter of [{}, { from: "2026-06-20", to: "2026-08-18" }])
      for (const order of ["asc", "desc"] as const) {
        const seen: EventLine[] = [];
        for (let offset = 0; ; offset += limit) {
          const { result, rows } = await reading((db) => listEventLines(db, filter, { order, offset, limit }, now));
          const outside = "from" in filter ? (4 + 3 + 2 + 1 + (1 + 2 + 3 + 4 + 5)) * times.length : 0;
          assert.equal(result.total, events - outside);
          // Limit: the rows of the page, the rows of its days, and the counted rows that partners never saw.
          const ofDays = (limit / (productCount * times.length) + 3) * productCount * times.length;
          assert.ok(rows <= 2 * limit + ofDays + days * times.length, `${rows} of ${events} at ${offset}`);
          seen.push(...result.rows);
          if (seen.length >= result.total) break;
        }
        assert.equal(new Set(seen.map(({ id }) => id)).size, seen.length);
        const sorted = seen.map(({ eventOn }) => eventOn).toSorted();
        assert.deepEqual(
          seen.map(({ eventOn }) => eventOn),
          order === "asc" ? sorted : sorted.reverse(),
        );
        const { result } = await reading((db) => listEventLines(db, filter, { order, offset: events, limit }, now));
        assert.deepEqual(result.rows, []);
      }
  });

  test("products sorted by their next event read one event of each, and those of the page", async () => {
    const page = { sort: "nextOn", offset: 0, limit: 1 } as const;
    const { result, rows } = await reading((db) => listProductLines(db, { code: "USD", digits: 2 }, {}, page, now));
    assert.deepEqual(
      result.rows.map(({ externalId, nextOn, comingEvents }) => [externalId, nextOn, comingEvents]),
      [["show-0", "2026-06-16T10:00:00", days * times.length]],
    );
    assert.ok(rows <= productCount * 3 + days * times.length, `${rows} of ${events}`);
  });
});
