import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { importCatalogue } from "../../src/domain/editing/import/import.ts";
import { migrate } from "../../src/store/database/migrate.ts";
import { recountEventDays } from "../../src/store/editing/event-records.ts";
import { plantScale } from "../../src/store/editing/scale.ts";
import { testNow } from "../support/app.ts";
import { boat, museum, show, testCatalogue } from "../support/samples/catalogue.ts";
import { onBothStores } from "../support/servers/stores.ts";

/** A store that was filled before there were digests. */

/** Takes a store back to before the migration. */
const undo = [
  "delete from migration where name = '0004_digest.sql'",
  "drop table digest, digest_day",
  "alter table event drop column hash",
  "alter table event_day drop column hash",
  "alter table product_state drop column hash, drop column detail_hash, drop column currency_code",
  "alter table page drop column hash_es, drop column hash_pt",
  "alter table product add column former_search text not null default ''",
  "alter table page add column facets jsonb",
  "update page set facets = jsonb_build_object('es', search_es, 'pt', search_pt)",
];

onBothStores("the migration that brings digests", (open) => {
  test("gives every record the hash that publishing gives it", async (t) => {
    const { database, close } = await open();
    t.after(close);
    const { db } = database;
    await importCatalogue(db, testCatalogue, { now: testNow });
    const boats = { ...boat, location: { ...boat.location, latitude: null, longitude: -1e-7 } };
    await importCatalogue(
      db,
      { products: [{ ...show, deleted: true }, boats, { ...museum, currencyCode: "BRL" }] },
      { now: testNow },
    );
    await plantScale(db, 500, testNow, () => {});
    const hashes = async () => {
      const all = (query: string) => sql.raw(query).execute(db);
      return Promise.all(
        [
          "select id, hash from event order by id",
          "select product_id, hash, detail_hash, currency_code from product_state order by 1",
          "select id, hash_es, hash_pt from page order by id",
          "select * from event_day where n <> 0 order by 1, 2",
          "select * from digest order by version desc limit 1",
        ].map(async (query) => (await all(query)).rows),
      );
    };
    await db.transaction().execute((tx) => recountEventDays(tx));
    const before = await hashes();
    for (const statement of undo) await sql.raw(statement).execute(db);
    assert.deepEqual(await migrate(db), ["0004_digest.sql"]);
    assert.deepEqual(await hashes(), before);
  });
});
