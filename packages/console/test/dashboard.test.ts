import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventIds } from "../../service/test/concurrency/booking.ts";
import { Partner } from "../../service/test/support/partner.ts";
import { becomes, hasValue } from "./support/controls.ts";
import { Backoffice, type Page, seen } from "./support/dom.ts";

/** The dashboard: figures, charts, tables, files, and the first steps of an owner. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
  const { db } = office.app.store.database;
  const partner = new Partner(office.app);
  const events = await eventIds(db, "show");
  const orders = [
    await partner.buy(events[4]!, { ADULT: 2 }),
    await partner.buy(events[5]!, { ADULT: 3 }),
    await partner.buy(events[6]!, { ADULT: 1 }),
  ];
  const { ask } = await office.account("orders");
  await ask("POST", `/orders/${orders[0]!.id}/confirm`, {});
  await ask("POST", `/orders/${orders[1]!.id}/decline`, {});
  await partner.validate(events[4]!, { ADULT: 99 });
  await office.app.app.service.usage.write(db);
});
after(() => office.close());

const block = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("the dashboard is the start page, and waiting orders link to the queue", async () => {
  const page = await office.operator("read-only", "/");
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  const tiles = await page.locator("dl", { hasText: "Look-to-book" }).innerText();
  assert.match(tiles, /Sales\s+US\$150\.00/);
  assert.match(tiles, /Orders\s+2\s+3 seats/);
  assert.match(tiles, /1 declined/);
  assert.match(tiles, /Look-to-book ratio\s+1\.3/);
  assert.match(tiles, /Price checks refused\s+25%\s+of 4/);
  // Few seats are sold: the axis still ends at the full capacity.
  await block(page, "Occupancy of the next two weeks").getByText("100%", { exact: true }).waitFor();
  const tab = (name: string) => page.getByRole("tab", { name, exact: true });
  await tab("Best sellers").click();
  await block(page, "Sales by product").getByText("Noche de flamenco").waitFor();
  await tab("Price checks").click();
  await block(page, "Refused requests by reason").getByText("Too many tickets").waitFor();
  await tab("Partners").click();
  await block(page, "Messages to partners").getByText("No messages in this period.").waitFor();
  await block(page, "Catalogue at the partners").getByText("Never read").waitFor();
  await tab("Partners").press("ArrowRight");
  await block(page, "Sales by day").waitFor();
  await tab("Sales").press("ArrowLeft");
  await block(page, "Messages to partners").waitFor();
  await block(page, "Waiting orders").getByRole("link", { name: "Waiting for confirmation" }).click();
  await page.getByRole("heading", { level: 1, name: "Queue" }).waitFor();
});

test("a chart has an accessible name, a table and a CSV export", async () => {
  const page = await office.operator("orders", "/?from=2026-06-14&to=2026-06-15");
  const sales = block(page, "Sales by day");
  await sales.getByRole("img", { name: "Sales by day: USD" }).waitFor();
  await becomes(() => sales.locator("[data-bar]").count(), 1, "one day with sales, nothing cancelled");
  await sales.getByRole("button", { name: "Orders", exact: true }).click();
  await sales.getByRole("img", { name: "Sales by day: Orders" }).waitFor();
  await sales.getByRole("button", { name: /^Show as a table/ }).click();
  const rows = await sales.getByRole("row").allInnerTexts();
  assert.deepEqual(
    rows.slice(1).map((row) => row.split(/\s*\t\s*/)),
    [
      ["Mon, 15 Jun 2026", "US$150.00", "2", "3", "0", "1"],
      ["Sun, 14 Jun 2026", "US$0.00", "0", "0", "0", "0"],
    ],
  );
  const { name, text } = await page.download(() =>
    sales.getByRole("button", { name: "Save as CSV: Sales by day" }).click(),
  );
  assert.equal(name, "dashboard-sales-by-day-2026-06-15.csv");
  const lines = text.trim().split("\r\n");
  assert.equal(lines.length, 3);
  assert.match(lines[2]!, /^2026-06-15,2,3,USD,150\.00,150\.00,/);
});

test("the period is part of the address, by preset or by dates, and may be empty", async () => {
  const page = await office.operator("orders", "/?from=2026-06-14&to=2026-06-15");
  await page.getByLabel("Until").fill("2026-06-14");
  await block(page, "Sales by day").getByText("No sales in this period.").waitFor();
  assert.match(page.url(), /from=2026-06-14&to=2026-06-14/);
  await page.getByLabel("From").fill("2026-06-20");
  await seen(page, "The end is before the start.");
  await page.getByRole("button", { name: "30 days" }).click();
  await page.getByRole("img", { name: "Sales by day: USD" }).waitFor();
  await hasValue(page.getByLabel("Until"), "2026-06-15");
  assert.match(page.url(), /days=30$/);
});

test("the first steps lead an owner to the store's time zone and currency, and can be put away", async () => {
  const page = await office.operator("owner", "/", { phone: true });
  const steps = block(page, "First steps");
  await steps.getByText("4 steps are still open.").waitFor();
  await seen(page, "Days follow New York time, the zone of most products. Test orders are not counted.");
  await page.getByRole("link", { name: "Choose a time zone" }).waitFor();
  // The store has sold, so that other work comes first.
  await steps.getByRole("button", { name: "Show" }).click();
  await steps.getByRole("link", { name: "Choose time zone and currency" }).click();
  await page.getByRole("heading", { level: 1, name: "Business" }).waitFor();
  await hasValue(page.getByRole("combobox", { name: "Time zone" }), "America/New_York");
  await page.getByRole("combobox", { name: "Time zone" }).fill("Madrid");
  await page.getByRole("combobox", { name: "Currency" }).fill("chf");
  await page.getByRole("button", { name: "Save" }).first().click();
  await seen(page, "Enter a time zone such as Europe/Madrid.");
  await page.getByRole("combobox", { name: "Time zone" }).fill("Europe/Madrid");
  await page.getByLabel("CHF for one US dollar").fill("0,8");
  await page.getByRole("button", { name: "Save" }).first().click();
  await seen(page, "Time zone and currency were saved.");
  await office.go(page, "/");
  await seen(page, "Days follow Madrid time. Test orders are not counted.");
  await steps.getByText("3 steps are still open.").waitFor();
  await steps.getByRole("button", { name: "Show" }).click();
  await steps.getByText("Choose time zone and currency").waitFor();
  await becomes(() => steps.getByRole("link", { name: "Choose time zone and currency" }).count(), 0, "it is done");
  await steps.getByRole("button", { name: "Hide the first steps" }).click();
  await steps.waitFor({ state: "detached" });
  const wide = await office.operator("owner", "/home");
  await hasValue(wide.getByRole("combobox", { name: "Currency" }), "CHF");
  await becomes(() => wide.getByLabel("CHF for one US dollar").count(), 0, "the currency has a rate");
});

test("the menu of a phone closes when a page is chosen", async () => {
  const page = await office.operator("owner", "/", { phone: true });
  for (const name of ["Partners", "Overview"]) {
    await page.getByRole("button", { name: "Open the menu" }).click();
    await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByRole("navigation").waitFor({ state: "detached" });
  }
});
