import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { importCatalogue } from "../../src/domain/import/import.ts";
import { recountEventDays } from "../../src/store/editing/event-records.ts";
import { readCounter } from "../../src/store/versions/versions.ts";
import { testNow } from "../support/app.ts";
import { museum, testCatalogue } from "../support/samples/catalogue.ts";
import { onPostgres } from "../support/servers/stores.ts";

/** Positions of events in the change log, when an import changes more events than one statement publishes. */

onPostgres("positions of events", (open) => {
  test("events of several statements have their positions in order, and their days are counted", async (t) => {
    const store = await open();
    t.after(store.close);
    const { db } = store.database;
    await importCatalogue(db, testCatalogue, { now: testNow });
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
});
