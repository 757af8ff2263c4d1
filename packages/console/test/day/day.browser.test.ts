import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Backoffice, seen } from "../support/browser.ts";
import { Clicks } from "../support/clicks.ts";
import { becomes, dialog, field } from "../support/controls.ts";
import { openShop, type Shop } from "./shop.ts";

/** What only a browser shows of the operator's day: paper, the width of a phone, and where a page opens. */

let shop: Shop<Backoffice>;
before(async () => {
  shop = await openShop(Backoffice);
});
after(() => shop.close());

test("the manifest of an event is printed as a table", async () => {
  const { office, guest } = shop;
  const page = await office.operator("orders", "/events/list?filter=%7B%22from%22%3A%222026-06-20%22%7D");
  await page.getByRole("link", { name: /20 Jun 2026, 09:00/ }).click();
  await page.getByRole("heading", { name: "Passeio de barco na baía" }).waitFor();
  const manifest = page.getByRole("region", { name: "Manifest" });
  await manifest.getByRole("link", { name: guest.reference }).first().waitFor();
  await page.emulateMedia({ media: "print" });
  await becomes(() => page.getByRole("banner").isVisible(), false);
  await becomes(() => manifest.getByRole("button", { name: "CSV" }).isVisible(), false);
  assert.ok(await manifest.getByRole("table").isVisible(), "paper has the table");
  await page.emulateMedia({ media: "screen" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    manifest.getByRole("button", { name: "CSV" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "boat-2026-06-20T09-00.csv");
});

test("a guest is found by name in two clicks on a phone, and the search covers the screen", async () => {
  const { office, guest } = shop;
  const page = await office.operator("read-only", "/queue", { phone: true });
  const clicks = new Clicks();
  await clicks.on(page.getByRole("button", { name: "Search" }));
  const search = dialog(page);
  await search.getByRole("combobox").waitFor();
  assert.equal((await search.boundingBox())!.width, 390);
  await page.keyboard.type("garcia luc");
  await clicks.on(search.getByRole("option", { name: /^Lucía García/ }));
  await page.getByRole("heading", { name: guest.reference }).waitFor();
  assert.equal(clicks.n, 2);
});

test("a ticket type is named on a phone: each code is in one line, and its button is on the screen", async () => {
  const page = await shop.office.operator("catalogue", "/ticket-types", { phone: true });
  const code = page.getByText("ADULT", { exact: true });
  assert.equal(await code.evaluate((text) => text.getClientRects().length), 1);
  const edit = page.getByRole("button", { name: "Edit: CHILD" });
  assert.ok((await edit.boundingBox())!.x < page.viewportSize()!.width);
  await edit.click();
  await field(page, "English").fill("Kid");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await seen(page, "CHILD was saved.");
});

test("on a phone the calendar opens at today", async () => {
  const { office } = shop;
  const before = office.app.clock.now;
  office.app.clock.now = new Date("2026-06-18T06:00:00Z");
  const page = await office.operator("read-only", "/", { phone: true, lang: "es", servicesClock: true });
  await office.go(page, "/events");
  const topOf = (day: string) =>
    page.getByRole("link", { name: day }).evaluate((link) => link.getBoundingClientRect().top);
  await page.getByRole("link", { name: "18 jun 2026" }).waitFor();
  await page.waitForFunction(() => scrollY > 0);
  assert.ok((await topOf("18 jun 2026")) >= 56, "the bar does not cover today");
  assert.ok((await topOf("18 jun 2026")) < 120);
  assert.ok((await topOf("17 jun 2026")) < 56);
  office.app.clock.now = before;
});
