import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { plantScale } from "../../../../bench/stores/scale.ts";
import { importCatalogue } from "../../src/domain/import/import.ts";
import { placeOrders } from "../../src/store/booking/place-orders.ts";
import type { CatalogueProduct } from "../../src/store/catalogue/catalogue-file.ts";
import { eventDays, eventsOnDays } from "../../src/store/catalogue/event-lists.ts";
import { eventYears } from "../../src/store/catalogue/event-years.ts";
import type { Db, Tx } from "../../src/store/database/database.ts";
import { openServer } from "../../src/store/database/database.ts";
import { recountEventDays } from "../../src/store/editing/event-records.ts";
import { readCounter } from "../../src/store/publishing/versions.ts";
import { testNow } from "../support/app.ts";
import { museum, show, testCatalogue } from "../support/samples/catalogue.ts";
import { anOrder } from "../support/samples/new-order.ts";
import { onPostgres, type TestStore } from "../support/servers/stores.ts";

/** Years of events: created when needed, and read only if needed. */

/** The show as a product with one event in each year. */
const evenings = (externalId: string, years: number[]): CatalogueProduct => ({
  ...show,
  externalId,
  items: [
    {
      ...show.items[0]!,
      externalId,
      schedules: [],
      events: years.map((year) => ({
        eventOn: `${year}-08-01T20:00`,
        capacity: 20,
        prices: [
          { code: "ADULT", amount: "45.00" },
          { code: "CHILD", amount: "22.50" },
        ],
      })),
    },
  ],
});

const timesOf = async (db: Db, product: string): Promise<string[]> => {
  const { rows } = await sql<{ on: string }>`
    select e.event_on as "on" from event e join product p on p.id = e.product_id
    where p.external_id = ${product} order by 1`.execute(db);
  return rows.map((row) => row.on);
};

onPostgres("years of events", (open) => {
  let store: TestStore;
  let db: Db;
  before(async () => {
    store = await open();
    db = store.database.db;
    await importCatalogue(db, testCatalogue, { now: testNow });
  });
  after(() => store?.close());

  test("an import creates the years that its events need, up to the last possible date, and no others", async () => {
    assert.deepEqual(await eventYears(db), [2026]);
    const standing = { ...museum, externalId: "pass", type: "dateless" as const };
    const schedules = [{ ...museum.items[0]!.schedules![0]!, from: "9998-01-01", to: "9999-12-30" }];
    const pass = { ...standing, items: [{ ...museum.items[0]!, externalId: "pass", schedules }] };
    await importCatalogue(db, { products: [pass, evenings("now and then", [2019, 2027, 2031])] }, { now: testNow });
    assert.deepEqual(await eventYears(db), [2026, 2027, 2031, 9999]);
    assert.deepEqual(await timesOf(db, "pass"), ["9999-12-30T00:00:00"]);
    assert.deepEqual(await timesOf(db, "now and then"), ["2027-08-01T20:00:00", "2031-08-01T20:00:00"]);
  });

  test("a dry run creates none, and a failed import leaves none", async () => {
    const file = { products: [evenings("later", [2033])] };
    await importCatalogue(db, file, { now: testNow, dryRun: true });
    assert.ok(!(await eventYears(db)).includes(2033));
    const failing = {
      product: () => {
        throw new Error("stop");
      },
      record() {},
    };
    await assert.rejects(importCatalogue(db, file, { now: testNow, observer: failing }), /stop/);
    assert.ok(!(await eventYears(db)).includes(2033));
  });

  test("events of several statements have their positions in order, and their days are counted", async () => {
    const before = await readCounter(db);
    const [item] = museum.items;
    const schedules = [{ ...item!.schedules![0]!, from: "2027-01-01", to: "2027-12-31" }];
    const daily = { ...museum, externalId: "daily", items: [{ ...item!, externalId: "daily", schedules }] };
    await importCatalogue(db, { products: [daily] }, { now: testNow });
    const after = await readCounter(db);
    const { rows } = await sql<{ seq: number; hash: string }>`
      select seq, hash::text as hash from event where seq > ${before.eventSeq} order by event_on, id`.execute(db);
    assert.ok(rows.length > 250, `${rows.length} events`);
    assert.deepEqual(
      rows.map(({ seq }) => seq),
      rows.map((_, n) => before.eventSeq + 1 + n),
    );
    assert.equal(after.eventSeq, before.eventSeq + rows.length);
    const days = async () =>
      (await sql`select * from event_day where n > 0 order by day, currency_code`.execute(db)).rows;
    const counted = await days();
    await db.transaction().execute(recountEventDays);
    assert.deepEqual(counted, await days());
    const sums = await sql<{ shown: number; hash: string }>`
      select sum(shown) as shown, sum(hash) as hash from digest_day where version = ${after.updateVersion}`.execute(db);
    const hash = rows.reduce((sum, event) => sum + BigInt(event.hash), 0n);
    assert.deepEqual(sums.rows, [{ shown: rows.length, hash: `${hash}` }]);
  });

  test("a booking reads only its event's year, and a page of events only the years of its days", async () => {
    await plantScale(db, 2000, testNow);
    const { rows } = await sql<{ id: string; productId: string; eventOn: string; partner: string }>`
      select e.id, e.product_id as "productId", e.event_on as "eventOn", p.id as partner from event e, partner p
      where e.event_on > '2027-02-01' and e.event_on < '2027-03-01' limit 1`.execute(db);
    const { id, productId, eventOn, partner } = rows[0]!;
    const order = { ...anOrder, eventId: id, productId, eventOn, partnerId: partner };
    const booked = await plansOf(db, async (db) => {
      const [placed] = await placeOrders(db as Tx, 2027, [order]);
      assert.equal(placed!.outcome, "placed");
    });
    assert.deepEqual(yearsIn(booked), [2027]);
    const page = (from: string, to?: string) =>
      plansOf(db, async (db) => {
        for (const latestFirst of to === undefined ? [false] : [false, true]) {
          const list = { range: { from, to }, latestFirst, shown: "not-removed" } as const;
          const { days } = await eventDays(db, list);
          assert.ok((await eventsOnDays(db, list, days, { offset: 0, limit: 500 })).length > 0);
        }
      });
    assert.deepEqual(yearsIn(await page("2026-08-01")), [2026]);
    assert.deepEqual(yearsIn(await page("2027-02-01", "2027-03-01T23:59:59")), [2027]);
  });
});

onPostgres("years of events and several processes", (open) => {
  test("two processes can import into new years at once, while an event is locked and read", async () => {
    const store = await open();
    const { db } = store.database;
    const other = openServer(store.url!);
    try {
      await importCatalogue(db, testCatalogue, { now: testNow });
      await db.transaction().execute(async (tx) => {
        await sql`select 1 from event order by id limit 1 for update`.execute(tx);
        await Promise.all(
          [other.db, other.db, other.db, other.db].map((db, n) =>
            importCatalogue(db, { products: [evenings(`late ${n}`, [2028, 2029, 2030 + n])] }, { now: testNow }),
          ),
        );
      });
      assert.deepEqual(await eventYears(db), [2026, 2028, 2029, 2030, 2031, 2032, 2033]);
      for (const n of [0, 1, 2, 3])
        assert.equal((await timesOf(db, `late ${n}`)).length, new Set([2028, 2029, 2030 + n]).size);
    } finally {
      await other.close();
      await store.close();
    }
  });
});

/** A connection that explains its statements as they run. */
async function plansOf(db: Db, work: (db: Db) => Promise<void>): Promise<string> {
  const plans: string[] = [];
  const executor = db.getExecutor();
  const explaining = new Proxy(executor, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== "executeQuery") return typeof value === "function" ? value.bind(target) : value;
      return async (query: { sql: string; parameters: readonly unknown[] }) => {
        const explained = { ...query, sql: `explain (analyze, format text) ${query.sql}` };
        await db
          .transaction()
          .execute(async (tx) => {
            const { rows } = await tx.getExecutor().executeQuery<{ "QUERY PLAN": string }>(explained as never);
            plans.push(...rows.map((row) => row["QUERY PLAN"]));
            throw new Undone();
          })
          .catch((error) => assert.ok(error instanceof Undone, error));
        return value.call(target, query);
      };
    },
  });
  await work({ getExecutor: () => explaining } as Db);
  return plans.join("\n");
}

class Undone extends Error {}

/** The years that a plan reads or writes, without skipped ones. */
const yearsIn = (plan: string): number[] => {
  const run = plan.split("\n").filter((line) => !/never executed/.test(line));
  return [...new Set(run.join("\n").match(/\bevent_\d{4}\b/g))].map((name) => Number(name.slice(6))).sort();
};
