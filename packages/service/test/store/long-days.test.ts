import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { pageSizes } from "@paseo/contract";
import { sql } from "kysely";
import { plantManyEvents } from "../../../../bench/scale.ts";
import { type EventList, eventDays, eventsOnDays } from "../../src/store/catalogue/event-lists.ts";
import { allRows } from "../../src/store/database/rows.ts";
import { recountEventDays } from "../../src/store/editing/event-records.ts";
import { testNow } from "../support/app.ts";
import { onPostgres, type TestStore } from "../support/servers/stores.ts";

/** Pages of days with more events than the statement for a page reads with their rows. */

const events = 4_000;

onPostgres("days with thousands of events", (open) => {
  let store: TestStore;
  before(async () => {
    store = await open();
    const { db } = store.database;
    await plantManyEvents(db, events, testNow);
    // One item for each event, so that many can begin together: 1,300 at one time of a short day, the others at ten times of a long one.
    await sql`
      with item as (
        insert into item (id, product_id, external_id, position, record)
        select gen_random_uuid(), i.product_id, i.external_id || n, n, i.record || jsonb_build_object('externalId', i.external_id || n)
        from (select * from item limit 1) i, generate_series(1, ${events}::int) n returning id, position as n
      ), given as (select id, event_on, row_number() over (order by id) as n from event)
      update event e set item_id = item.id, currency_code = case when g.n % 3 = 0 then 'EUR' else 'USD' end,
        shown = g.n % 7 > 0, event_on = ${"2027-02-01T09:00:00"}::timestamp
          + case when g.n <= 20 then interval '1 day' when g.n <= 1320 then interval '2 days' else g.n % 10 * interval '1 hour' end
      from item, given g where item.n = g.n and e.id = g.id and e.event_on = g.event_on`.execute(db);
    await db.transaction().execute(recountEventDays);
  });
  after(() => store?.close());

  const whole = { from: undefined, to: undefined };
  const lists: Record<string, EventList> = {
    "latest first": { range: whole, latestFirst: true, shown: "all" },
    "earliest first": { range: whole, latestFirst: false, shown: "all" },
    "coming events": { range: { from: "2027-01-01T00:00:00" }, latestFirst: true, shown: { comingAt: testNow } },
    "events that are not removed, between two times": {
      range: { from: "2027-02-01T11:00:00", to: "2027-02-03T08:00:00" },
      latestFirst: false,
      shown: "not-removed",
    },
    "events in one currency": { range: whole, latestFirst: true, shown: "all", currencies: ["USD"] },
  };
  for (const [name, list] of Object.entries(lists)) {
    describe(name, () => {
      test("each page has its positions of the whole list", async () => {
        const { db } = store.database;
        const { range, latestFirst, shown, currencies } = list;
        const all = await allRows(db)<{ id: string; shown: boolean }>`
          select id, shown from event
          where listed and event_on between ${range.from ?? "-infinity"}::timestamp and ${range.to ?? "infinity"}::timestamp
            and currency_code = any(${currencies ?? ["EUR", "USD"]}::text[])
          order by event_on ${latestFirst ? sql`desc` : sql`asc`}, id`;
        const { positions, days } = await eventDays(db, list);
        assert.equal(positions, all.length);
        const size = pageSizes.events;
        for (let offset = 0; offset <= positions; offset += size) {
          const rows = await eventsOnDays(db, list, days, { offset, limit: size });
          const expected = all.slice(offset, offset + size).filter((event) => shown === "all" || event.shown);
          assert.deepEqual(
            rows.map(({ id }) => id),
            expected.map(({ id }) => id),
            `page at ${offset}`,
          );
        }
      });
    });
  }

  test("a page in a long day is read without the rows before it", async () => {
    const { db } = store.database;
    const list = lists["latest first"]!;
    const { days } = await eventDays(db, list);
    const texts: string[] = [];
    store.database.statements.listen((text) => void texts.push(text));
    await eventsOnDays(db, list, days, { offset: 500, limit: pageSizes.events });
    assert.deepEqual(
      texts.map((text) => /prepared (\S+)/.exec(text)?.[1]),
      ["event-page-keys", "events-between"],
    );
  });
});
