import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Backoffice } from "../support/browser.ts";

/** Where the calendar opens on a phone. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

test("on a phone the calendar opens at today", async () => {
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
