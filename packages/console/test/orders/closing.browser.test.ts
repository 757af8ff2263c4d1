import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Backoffice } from "../support/browser.ts";
import { Clicks } from "../support/clicks.ts";

/** The file for the accountant, which a browser downloads. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open({ now: new Date("2026-06-16T09:00:00Z") });
});
after(() => office.close());

test("last month for the accountant is a file after two clicks from the first page", async () => {
  const page = await office.operator("orders", "/", { servicesClock: true });
  const clicks = new Clicks();
  await clicks.on(page.getByRole("link", { name: "Daily closing" }));
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    clicks.on(page.getByRole("link", { name: "Excel for the accountant" })),
  ]);
  assert.equal(file.suggestedFilename(), "documents-2026-05-01-2026-05-31.xlsx");
  assert.equal(clicks.n, 2);
});
