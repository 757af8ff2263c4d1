import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { importCatalogue } from "../../src/domain/editing/import/import.ts";
import { eventYears } from "../../src/store/catalogue/event-years.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { plantScale } from "../../src/store/editing/scale.ts";
import { eventIds } from "../concurrency/booking.ts";
import { startApp, testNow } from "../support/app.ts";
import { Partner } from "../support/partner.ts";
import { boat, show } from "../support/samples/catalogue.ts";
import { onBothStores } from "../support/servers/stores.ts";

/** A store that was filled while all events were one table. */

/** Takes a store back to before the migration. */
const undo = [
  "delete from migration where name = '0011_event_partitions.sql'",
  "create table event_one (like event including defaults including constraints)",
  "insert into event_one select * from event",
  "drop table event",
  "alter table event_one rename to event",
  "alter table event add primary key (id)",
  "alter table event add foreign key (item_id) references item",
  "alter table event add unique (item_id, event_on)",
  "create index event_list on event (event_on, id) where listed",
  "create index event_product_list on event (product_id, event_on, id) where listed",
  "create unique index event_seq on event (seq)",
  "create index event_unpublished on event (id) where seq is null",
  "create index event_on_sale on event (product_id, sales_end_at) where availability = 'available' and not hidden",
  "alter table counter drop column events_from",
  "alter table orders drop column item_id, drop column product_id, drop column event_on",
  "create index orders_kept on orders (event_id) where erased_at is null",
];

onBothStores("the migration that divides events by year", (open) => {
  test("moves every row into its year, and gives orders what they need of their event", async (t) => {
    const app = await startApp({ open });
    t.after(() => app.stop());
    const { db } = app.store.database;
    const partner = new Partner(app);
    const [first] = await eventIds(db, "show");
    const order = await partner.buy(first!, { ADULT: 2 });
    await plantScale(db, 1200, testNow, () => {});
    const [schedule] = boat.items[0]!.schedules!;
    const late = { ...boat, items: [{ ...boat.items[0]!, schedules: [{ ...schedule!, to: "2028-03-01" }] }] };
    await importCatalogue(db, { products: [late] }, { now: testNow });

    const rows = async () =>
      Promise.all(
        [
          "select * from event order by id",
          "select id, number, event_id, item_id, product_id, event_on, tickets, total_usd from orders order by id",
          "select indexname, replace(indexdef, ' ONLY ', ' ') from pg_indexes where tablename in ('event', 'orders') order by 1",
          "select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = 'event'::regclass order by 1",
          "select column_name, data_type, is_nullable from information_schema.columns where table_name = 'event' order by ordinal_position",
        ].map(async (query) => (await sql.raw(query).execute(db)).rows),
      );
    const before = await rows();
    for (const statement of undo) await sql.raw(statement).execute(db);
    assert.deepEqual(await migrate(db), ["0011_event_partitions.sql"]);
    assert.deepEqual(await rows(), before);
    assert.deepEqual(await eventYears(db), [2026, 2027, 2028]);
    for (const year of [2026, 2027, 2028]) {
      const { rows } = await sql<{ n: number; strangers: number }>`
        select count(*) as n, count(*) filter (where extract(year from event_on) <> ${year}) as strangers
        from ${sql.table(`event_${year}`)}`.execute(db);
      assert.ok(rows[0]!.n > 0);
      assert.equal(rows[0]!.strangers, 0);
    }
    // It goes on: sold out of its year, and read.
    await partner.buy(first!, { ADULT: 2 });
    assert.deepEqual(await partner.wire.ask("order", { lang: "es", id: order.id! }), order);
    await importCatalogue(db, { products: [{ ...show, name: "Otra noche" }] }, { now: testNow });
  });
});
