import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { eventIds } from "../../concurrency/booking.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { signedIn } from "../../support/console.ts";
import { Partner } from "../../support/partner.ts";
import { testCatalogue } from "../../support/samples/catalogue.ts";

/** The CSV files of reports, in the languages of their readers. */

let app: TestApp;
before(async () => {
  app = await startApp({ catalogue: testCatalogue });
});
after(() => app.stop());

test("a report in CSV has the decimal marks and separators that spreadsheets in the reader's language expect", async () => {
  const owner = await signedIn(app, "owner");
  for (const [lang, line] of [
    ["en", "2026-06-01,2026-06-01,0,0,USD,0.00,0.00,"],
    ["es", "2026-06-01;2026-06-01;0;0;USD;0,00;0,00;"],
    ["pt", "2026-06-01;2026-06-01;0;0;USD;0,00;0,00;"],
  ] as const) {
    const path = "/dashboard/sales?by=day&from=2026-06-01&to=2026-06-02&format=csv";
    const { text } = await owner.call("GET", path, undefined, { "accept-language": lang });
    assert.ok(text.split("\r\n")[1]!.startsWith(line), text);
  }
});

test("a name that looks like an amount keeps its point", async () => {
  const { db } = app.store.database;
  const [event] = await eventIds(db, "show");
  await sql`update product set record = record || '{"name": "12.50"}' where external_id = 'show'`.execute(db);
  await new Partner(app).buy(event!, { ADULT: 2 });
  const owner = await signedIn(app, "owner");
  const path = "/dashboard/sales?by=product&format=csv";
  const { text } = await owner.call("GET", path, undefined, { "accept-language": "es" });
  assert.match(text, /\r\nshow;12\.50;1;2;USD;100,00;/);
});
