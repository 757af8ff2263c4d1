import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { run } from "../../../src/store/database/rows.ts";
import { startApp } from "../../support/app.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { send } from "../../support/wire.ts";

/** Callers without a key have a bounded share of the work on pages. */

onPostgres("shares of the work on pages", (open) => {
  test("calendars that nobody's key asks for leave room for the uncached pages of partners", async (t) => {
    // Only its presence counts: so many pages are built at once as with a server.
    const app = await startApp({ open, jobs: false, config: { databaseUrl: "postgres://127.0.0.1/" } });
    t.after(() => app.stop());
    const { db } = app.store.database;
    const strangers = 16;
    let asked: Promise<number>[] = [];
    await db.transaction().execute(async (tx) => {
      // However long their statements take.
      await run(tx)`lock table product_day in access exclusive mode`;
      asked = Array.from(
        { length: strangers },
        async (_, n) => (await send(`${app.url}/api/availability?todate=2026-06-${15 + n}`)).status,
      );
      const blocked = sql<{ n: number }>`
        select count(*)::int as n from pg_locks where relation = 'product_day'::regclass and not granted`;
      await until(async () => (await blocked.execute(tx)).rows[0]!.n >= 6, "the strangers' statements wait");
      for (const list of ["products", "events", "es/pages", "currencies"]) {
        const page = await send(`${app.url}/api/${list}`, { headers: { "x-api-key": app.key } });
        // Behind the strangers it would have waited longer than a page may wait.
        assert.equal(page.status, 200, list);
      }
    });
    // Those that waited too long were refused.
    for (const status of await Promise.all(asked)) assert.ok(status === 200 || status === 503, `${status}`);
  });
});
