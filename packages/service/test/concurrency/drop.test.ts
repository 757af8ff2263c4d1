import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { dropYears } from "../../src/domain/editing/dropped-years.ts";
import { importCatalogue } from "../../src/domain/import/import.ts";
import { startApp, testNow } from "../support/app.ts";
import { paseo } from "../support/command.ts";
import { Partner } from "../support/partner.ts";
import { show, testCatalogue } from "../support/samples/catalogue.ts";
import { onWidePostgres } from "../support/servers/stores.ts";
import { storedYears } from "../support/stored-years.ts";
import { eventIds } from "./booking.ts";

/** Dropping years while other requests read and book events. */

onWidePostgres("dropping years during other work", (open) => {
  test("events are dropped in portions while others are locked and last seats are booked", async () => {
    const past = JSON.parse(JSON.stringify(show).replaceAll('"2026-', '"2025-'));
    const app = await startApp({
      open,
      now: new Date("2025-06-15T10:00:00Z"),
      catalogue: { ...testCatalogue, products: [past] },
    });
    const { db } = app.store.database;
    try {
      app.clock.now = testNow;
      const capacity = 2;
      await app.import({
        products: [
          {
            ...show,
            items: show.items.map((item) => ({
              ...item,
              schedules: item.schedules!.map((one) => ({ ...one, capacity })),
            })),
          },
        ],
      });
      const partner = new Partner(app);
      const evenings = (await eventIds(db, "show")).slice(30);
      await db.transaction().execute(async (tx) => {
        await sql`select 1 from event where id = ${evenings[0]!} for update`.execute(tx);
        // Each booking takes the last seats: it writes the event, then waits for the counter, which the drop locks too.
        const bookings = evenings.slice(1).map((event) => partner.buy(event, { ADULT: 2 }));
        await Promise.all([dropYears(db, 2026, testNow), ...bookings]);
      });
      assert.deepEqual(await storedYears(db), [2026]);
      await partner.buy(evenings[0]!, { ADULT: 2 });
    } finally {
      await app.stop();
    }
  });

  test("the command shows what it would drop, drops it with --yes, and exits with 1 for a year that is too recent", async () => {
    const store = await open();
    try {
      const { db } = store.database;
      const now = new Date("2020-06-15T10:00:00Z");
      const past = JSON.parse(JSON.stringify(show).replaceAll('"2026-', '"2020-'));
      await importCatalogue(db, { ...testCatalogue, products: [past] }, { now });
      const run = (...args: string[]) => paseo(["events", "drop", ...args], { DATABASE_URL: store.url! });
      assert.match((await run("--before", "2021")).stdout, /^YEAR .*\n2020 +30 +0 +0\ndropped: no\n$/);
      assert.deepEqual(await storedYears(db), [2020]);
      const refused = await run("--before", "9999", "--yes");
      assert.deepEqual([refused.exitCode, refused.stdout], [1, ""]);
      assert.match(refused.stderr, /^Events from \d{4} on cannot be dropped yet: [^\n]+ Nothing was dropped\.\n$/);
      assert.match((await run("--before", "2021", "--yes")).stdout, /\ndropped: yes\n$/);
      assert.deepEqual(await storedYears(db), []);
      assert.equal((await run()).exitCode, 2);
    } finally {
      await store.close();
    }
  });
});
