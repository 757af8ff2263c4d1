import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { plantComingShow } from "../concurrency/booking.ts";
import { startService } from "../support/servers/processes.ts";
import { onPostgres } from "../support/servers/stores.ts";

onPostgres("a process that serves without jobs", (open) => {
  test("still writes the usage of its partners", async () => {
    const store = await open();
    const { db } = store.database;
    const { key } = await plantComingShow(db, 1, 10);
    const service = await startService({ DATABASE_URL: store.url! }, ["--no-jobs"]);
    const answer = await fetch(`${service.url}/api/products`, { headers: { "x-api-key": key } });
    assert.equal(answer.status, 200);
    await answer.text();
    assert.equal(await service.stop(), 0);
    const { rows } = await sql`select operation, n from partner_usage`.execute(db);
    assert.deepEqual(rows, [{ operation: "products", n: 1 }]);
    await store.close();
  });
});
