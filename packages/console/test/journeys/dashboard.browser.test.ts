import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Locator } from "playwright-core";
import { eventIds } from "../../../service/test/concurrency/booking.ts";
import { Partner } from "../../../service/test/support/partner.ts";
import { Backoffice } from "../support/browser.ts";
import { becomes } from "../support/controls.ts";

/** What only a browser shows of the dashboard and the lists: focus of date fields, colours, and the scripts of a page. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
  const partner = new Partner(office.app);
  const events = await eventIds(office.app.store.database.db, "show");
  const { ask } = await office.account("orders");
  const order = await partner.buy(events[4]!, { ADULT: 2 });
  await ask("POST", `/orders/${order.id}/confirm`, {});
  await partner.buy(events[6]!, { ADULT: 1 });
});
after(() => office.close());

test("a date is one stop of the Tab key", async () => {
  const page = await office.operator("orders", "/?from=2026-06-14&to=2026-06-15");
  await page.getByLabel("From").focus();
  await page.keyboard.press("Tab");
  await becomes(() => page.evaluate(() => (document.activeElement as HTMLInputElement).type), "date");
  assert.ok(
    await page.getByLabel("Until").evaluate((field) => field === document.activeElement),
    "one stop for a date",
  );
});

test("what is selected has the accent of the buttons, what is valid does not, and an order without a flag is not amber", async () => {
  const page = await office.operator("owner", "/orders");
  const styleOf = (target: Locator, name: "color" | "backgroundColor" | "boxShadow") =>
    target.evaluate((element, property) => getComputedStyle(element)[property], name);
  const menu = page.getByRole("navigation");
  const selected = await styleOf(menu.getByRole("link", { name: "Orders", exact: true }), "color");
  const link = await styleOf(page.getByRole("main").getByRole("link", { name: /-ES$/ }).first(), "color");
  const valid = await styleOf(page.getByRole("row").getByText("Confirmed").first(), "color");
  assert.equal(new Set([selected, link, valid]).size, 3, `${selected}, ${link}, ${valid}`);
  await office.go(page, "/events/change");
  const day = page.getByRole("button", { name: "Monday" });
  await day.click();
  const button = page.getByRole("button", { name: "Preview" });
  await page.waitForFunction(() => !document.getAnimations().some((one) => one instanceof CSSTransition));
  assert.equal(await styleOf(day, "backgroundColor"), await styleOf(button, "backgroundColor"));
  await office.go(page, "/queue");
  const row = page.locator("li", { has: page.getByRole("button", { name: /^Confirm/ }) }).first();
  assert.equal(await styleOf(row, "boxShadow"), "none");
});

test("the queue does not load the charts", async () => {
  const page = await office.operator("orders", "/account");
  await office.visit(page, "/queue");
  const scripts: string[] = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name.split("/").at(-1)!),
  );
  assert.ok(scripts.some((name) => name.startsWith("index-")));
  assert.ok(!scripts.some((name) => /^(DayBars|Dashboard)-/.test(name)), scripts.join(" "));
});
