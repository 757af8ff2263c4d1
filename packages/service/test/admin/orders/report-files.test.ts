import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../support/app.ts";
import { signedIn } from "../../support/console.ts";

/** The CSV files of reports, in the languages of their readers. */

let app: TestApp;
before(async () => {
  app = await startApp();
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
