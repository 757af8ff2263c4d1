import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { maintainOneTable } from "../../src/store/database/embedded/maintenance.ts";
import { openPglite, type TestStore } from "../support/servers/stores.ts";

let store: TestStore;
before(async () => {
  store = await openPglite();
});
after(() => store?.close());

/** Fails rather than go on for ever. */
async function maintainAll(): Promise<number> {
  for (let tables = 0; tables < 100; tables++) if (!(await maintainOneTable(store.database.db))) return tables;
  assert.fail("there is always another table to maintain");
}

async function holdTable(): Promise<{ rows: number; dead: number; pages: number }> {
  const { rows } = await sql<{ rows: number; dead: number; pages: number }>`
    select c.reltuples::int as rows, s.n_dead_tup as dead, pg_relation_size(c.oid) / 8192 as pages
    from pg_class c join pg_stat_user_tables s on s.relid = c.oid where c.relname = 'hold'`.execute(store.database.db);
  return rows[0]!;
}

const addHolds = (count: number) =>
  sql`
    insert into hold (id, partner_id, lang, test, event_id, event_on, tickets, seats, total_usd, agreed, cancel_purchase_hour,
      cancel_until, created_at, expires_at, status)
    select gen_random_uuid(), gen_random_uuid(), 'es', false, gen_random_uuid(), now(), '[]', 1, 1, '{}', 1, now(), now(), now(), 'open'
    from generate_series(1, ${count}::int)`.execute(store.database.db);

test("the embedded store gets statistics of a table that has grown, and few changes give it no work", async () => {
  await maintainAll();
  await addHolds(2_000);
  assert.equal((await holdTable()).rows, -1, "PGlite has analyzed the table by itself");
  assert.ok((await maintainAll()) > 0);
  assert.equal((await holdTable()).rows, 2_000);
  await addHolds(20);
  assert.equal(await maintainAll(), 0);
});

test("a store that was stopped before its tables were analyzed gets statistics after the next start", async () => {
  const { db } = store.database;
  // As after a stop, which loses the counts of changes.
  await addHolds(8_000);
  await sql`select pg_stat_reset()`.execute(db);
  assert.equal((await holdTable()).rows, 2_000);
  assert.ok((await maintainAll()) > 0);
  assert.equal((await holdTable()).rows, 10_020);
  await sql`delete from hold`.execute(db);
  await maintainAll();
});

test("the place of deleted rows is used again", async () => {
  const { db } = store.database;
  await addHolds(2_000);
  const full = await holdTable();
  for (let round = 0; round < 3; round++) {
    await sql`delete from hold`.execute(db);
    await maintainAll();
    const { dead, rows } = await holdTable();
    assert.deepEqual({ dead, rows }, { dead: 0, rows: 0 });
    await addHolds(2_000);
  }
  assert.ok((await holdTable()).pages <= full.pages + 1);
});
