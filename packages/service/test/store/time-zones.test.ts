import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { isZone, localTimeAt } from "../../src/domain/selling/dates.ts";
import { onPostgres } from "../support/servers/stores.ts";

/** Decision 25: names of time zones that Node and PostgreSQL read alike. */

const instants = ["2022-01-15T12:00:00Z", "2022-07-15T12:00:00Z", "2023-01-15T12:00:00Z", "2023-07-15T12:00:00Z"];

onPostgres("time zones", (open) => {
  test("that are accepted have the same times in Node and in PostgreSQL", async (t) => {
    const store = await open();
    t.after(() => store.close());
    const { rows: known } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(store.database.db);
    const names = new Set(known.map(({ name }) => name).filter(isZone));
    for (const name of Intl.supportedValuesOf("timeZone")) assert.ok(!isZone(name) || names.has(name), name);
    assert.ok(names.size > 400, `${names.size}`);
    const { rows } = await sql<{ name: string; at: string; local: string }>`
      select name, at, to_char(at::timestamptz at time zone name, 'YYYY-MM-DD"T"HH24:MI:SS') as local
      from unnest(${[...names]}::text[]) name, unnest(${instants}::text[]) at`.execute(store.database.db);
    for (const { name, at, local } of rows) assert.equal(localTimeAt(new Date(at), name), local, `${name} ${at}`);
  });
});
