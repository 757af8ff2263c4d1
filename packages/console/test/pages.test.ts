import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { eventIds } from "../../service/test/concurrency/booking.ts";
import { answersTo, Partner } from "../../service/test/support/partner.ts";
import { silent } from "../../service/test/support/samples/ordering.ts";
import { startOfDay } from "../src/format/days.ts";
import { createFormatters } from "../src/format/formats.ts";
import * as english from "../src/i18n/en/index.ts";
import { flattenTexts, type TextTable } from "../src/i18n/texts.ts";
import { Backoffice, fits, seen, violationsDayAndNight } from "./support/browser.ts";
import { becomes, hasValue } from "./support/controls.ts";

/** Every page: accessibility, languages, phone width and roles. */

let office: Backoffice;
let orderId: string;
before(async () => {
  office = await Backoffice.open({ config: { sandbox: true } });
  const { db } = office.app.store.database;
  const partner = new Partner(office.app);
  const [boat] = (await eventIds(db, "boat")).slice(6);
  const { questions, totalUsd } = await partner.validate(boat!, { ADULT: 2 });
  // Orders wait for as long as these tests take.
  office.app.app.service.orderContext.suppliers = () => silent;
  const order = await partner.book(boat!, { ADULT: 2 }, totalUsd!.value, { answers: answersTo(questions) });
  orderId = order.id!;
  await partner.buy((await eventIds(db, "show"))[5]!, { ADULT: 2 });
  const { ask } = await office.account("orders");
  await ask("POST", `/orders/${orderId}/confirm`, { confirmation: "T-1", why: "by telephone" });
  await ask("POST", `/orders/${orderId}/notes`, { note: "The traveller called." });
  await ask("POST", `/orders/${orderId}/cancel`, {});
});
after(() => office.close());

const insidePages = () => [
  "/queue",
  "/orders",
  `/orders/${orderId}/show`,
  "/door",
  "/operators",
  "/audit",
  "/account",
  "/nowhere",
];

/** Opens the collapsed parts and the dialogs of a page, so that they are checked too. */
const opened: Record<string, (page: Page) => Promise<void>> = {
  "/queue": async (page) => {
    await page.keyboard.press("j");
    await page.keyboard.press("c");
    await page.getByRole("dialog").waitFor();
  },
  "/operators": (page) => page.getByRole("main").getByRole("button").first().click(),
  "/audit": (page) => page.getByRole("main").locator("button[aria-expanded]").last().click(),
  "/account": async (page) => {
    await page.getByRole("region").nth(2).getByRole("button").click();
    await page.getByRole("main").getByRole("img").waitFor();
  },
  "/door": async (page) => {
    await page.getByRole("textbox").fill("made-up");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
  },
};

/** Pages that need an action first. */
const asking = new Set(["/queue", "/operators"]);

test("axe finds no violations on any page in either theme", async () => {
  const found: string[] = [];
  const checkPage = async (page: Page, name: string) => {
    for (const violation of await violationsDayAndNight(page)) found.push(`${name}: ${violation}`);
  };
  const page = await office.operator("owner", "/queue");
  for (const path of insidePages()) {
    if (path !== "/queue") await office.go(page, path);
    if (asking.has(path) || !opened[path]) await checkPage(page, path);
    await opened[path]?.(page);
    if (opened[path]) await checkPage(page, `${path}, opened`);
  }
  const visitor = await office.visitor();
  await office.visit(visitor, "/login");
  await checkPage(visitor, "/login");
  for (const path of [`/welcome/${await office.invite("axe@example.com", "Axe")}`, "/welcome/over"]) {
    await office.visit(visitor, path);
    await checkPage(visitor, path);
  }
  assert.deepEqual(found, []);
});

for (const lang of ["es", "pt", "en"] as const) {
  test(`no text is missing on any page in ${lang}, and no page overflows a phone`, async () => {
    const page = await office.operator("owner", "/queue", { lang, phone: true });
    for (const path of [...insidePages(), "/login"]) {
      if (path !== "/queue") await office.go(page, path);
      await opened[path === "/queue" ? "" : path]?.(page);
      const shown = await page.locator("body").innerText();
      assert.doesNotMatch(shown, keys, path);
      assert.doesNotMatch(shown, /%\{|\|\|\|\|/, path);
      await becomes(() => page.evaluate(() => document.documentElement.lang), lang);
      await fits(page);
    }
  });
}

/** Matches the key of a text, which the console shows when the text is missing. */
const keys = new RegExp(`\\b(${Object.keys(english).join("|")})\\.[a-z]\\w*\\.\\w+`);

test("a missing text would be detected", () => {
  const paths = [...flattenTexts(english as TextTable).keys()].filter((path) => path.split(".").length > 2);
  assert.ok(paths.length > 400);
  for (const path of paths) assert.match(path, keys);
});

test("the menu shows the pages of the role; other pages say that access is denied", async () => {
  const entries = async (page: Page) =>
    (await page.getByRole("navigation").getByRole("link").allInnerTexts()).map((text) => text.split("\n")[0]);
  const sales = ["Overview", "Queue", "Orders", "Refunds", "Daily closing"];
  const catalogue = [
    ...["Products", "Events", "Ticket types", "Suppliers", "Resources", "Currencies", "Pages", "Partner sites"],
  ];
  const shared = [...catalogue, "Import and export", "Partners", "Messages to partners"];
  const owner = await office.operator("owner", "/queue");
  await owner.getByRole("link", { name: "Audit log" }).waitFor();
  assert.deepEqual(await entries(owner), [
    ...[...sales, "Check-in", ...shared],
    ...["Store", "Letters to guests", "Operators", "Audit log"],
  ]);
  const reader = await office.operator("read-only", "/operators");
  await reader.getByRole("heading", { name: "Access denied" }).waitFor();
  assert.deepEqual(await entries(reader), [...sales, ...shared]);
  await office.go(reader, "/door");
  await reader.getByRole("heading", { name: "Access denied" }).waitFor();
  await office.go(reader, "/queue");
  await reader.getByRole("link", { name: /-ES$/ }).first().waitFor();
  await becomes(() => reader.getByRole("button", { name: "Confirm" }).count(), 0);
});

test("every page of a sandbox shows that it is a sandbox", async () => {
  const page = await office.operator("orders", "/account");
  await seen(page, "Sandbox: every order here is a test.");
});

test("a failing page shows the error inside the frame and can be reloaded", async () => {
  const page = await office.operator("orders", "/queue");
  await page.route(/\/orders\/[^/]+$/, (route) => route.fulfill({ json: { id: orderId, reference: "1-ES" } }));
  await office.visit(page, `/orders/${orderId}/show`);
  await page.getByRole("heading", { name: "This page stopped working" }).waitFor();
  assert.equal(office.faults.length, 1, "an error in a page is detected");
  office.faults.length = 0;
  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("region", { name: "History" }).waitFor();
});

test("a page whose script a new version replaced is loaded again by itself, once", async () => {
  // A page of its own: the others may have loaded the script before.
  const page = await office.visitor();
  await office.signIn(page.context(), (await office.account("owner")).email);
  await office.visit(page, "/account");
  let loads = 0;
  page.on("load", () => (loads += 1));
  await page.route(/\/assets\/ClosingPage-.*\.js$/, (route) => route.fulfill({ status: 404, body: "" }));
  await page.evaluate(() => location.assign("#/closing"));
  await becomes(async () => loads, 1);
  await page.getByRole("heading", { name: "This page stopped working" }).waitFor();
  office.faults.length = 0;
  await page.unrouteAll();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("heading", { name: "Daily closing", level: 1 }).waitFor();
  assert.equal(loads, 2, "the page loads itself again once, and then when the operator wants it");
  await page.context().close();
});

test("an owner invites an operator, and a conflict shows the current values", async () => {
  const page = await office.operator("owner", "/operators");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("E-mail address").fill("rui@example.com");
  await page.getByRole("textbox", { name: "Name" }).fill("Rui");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await page.getByLabel("One-time link").inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  const invited = await office.visitor();
  await invited.goto(link.replace(/^https?:\/\/[^/]+/, office.app.url));
  await invited.getByRole("heading", { name: "Welcome, Rui" }).waitFor();

  const row = page.getByRole("row", { name: /rui@example.com/ });
  await row.getByRole("button", { name: /^Change/ }).click();
  const { ask } = await office.account("owner");
  const { data } = await ask("GET", "/operators?perPage=500");
  const rui = data.find(({ email }: { email: string }) => email === "rui@example.com");
  const { id, lang, active, revision } = rui;
  await ask("PUT", `/operators/${id}`, { name: "Rui Alves", role: "read-only", lang, active, revision });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Rui A.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, "Another operator changed this record. Your change was not saved.");
  await dialog.getByRole("button", { name: /current values/ }).click();
  await seen(page, "The form shows the current values.");
  await hasValue(dialog.getByRole("textbox", { name: "Name" }), "Rui Alves");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Rui A.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, "rui@example.com was changed.");

  await office.go(page, "/audit");
  await page.getByLabel("Record").fill("rui@");
  const entry = page.getByRole("row", { name: /Changed an operator/ }).first();
  await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 6);
  await entry.getByRole("button").click();
  await page.locator("del", { hasText: "Rui Alves" }).waitFor();
  await page.locator("ins", { hasText: "Rui A." }).waitFor();
});

test("pages of every width begin at the same edge", async () => {
  const page = await office.operator("owner", "/account");
  await page.setViewportSize({ width: 1800, height: 900 });
  const edges: Record<string, number> = {};
  for (const path of ["/orders", "/home", "/ticket-types", "/resource-plan", "/door", "/"]) {
    await office.go(page, path);
    edges[path] = (await page.getByRole("heading", { level: 1 }).boundingBox())!.x;
  }
  await page.setViewportSize({ width: 1280, height: 860 });
  assert.equal(new Set(Object.values(edges)).size, 1, JSON.stringify(edges));
});

test("a browser elsewhere shows and filters instants by the store's clock", async () => {
  const { ask } = await office.account("owner");
  const { timeZone } = await ask("GET", "/session");
  const { createdAt } = await ask("GET", `/orders/${orderId}`);
  const page = await office.operator("owner", "/account");
  const devices = await page.context().newCDPSession(page);
  await devices.send("Emulation.setTimezoneOverride", { timezoneId: "America/Los_Angeles" });
  await office.visit(page, `/orders/${orderId}/show`);
  const written = createFormatters("en-GB", timeZone).instant(createdAt);
  assert.notEqual(written, createFormatters("en-GB", "America/Los_Angeles").instant(createdAt));
  await page.getByRole("region", { name: "Booking" }).getByText(written).waitFor();
  const filter = JSON.stringify({ placedFrom: startOfDay("2026-06-15", timeZone) });
  await office.visit(page, `/orders?${new URLSearchParams({ filter })}`);
  await page.getByRole("button", { name: "More filters (1)" }).click();
  await hasValue(page.getByLabel("Placed from"), "2026-06-15");
  await devices.send("Emulation.setTimezoneOverride", { timezoneId: "" });
});
