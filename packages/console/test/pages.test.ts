import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventIds } from "../../service/test/concurrency/booking.ts";
import { openSandbox } from "./journeys/sandbox.ts";
import { becomes, hasValue } from "./support/controls.ts";
import { Backoffice, type Page, seen } from "./support/dom.ts";

/** Every page: roles and conflicts. */

let office: Backoffice;
before(async () => {
  const { partner, orderId, ...opened } = await openSandbox(Backoffice);
  office = opened.office;
  await partner.buy((await eventIds(office.app.store.database.db, "show"))[5]!, { ADULT: 2 });
  const { ask } = await office.account("orders");
  await ask("POST", `/orders/${orderId}/confirm`, { confirmation: "T-1", why: "by telephone" });
  await ask("POST", `/orders/${orderId}/notes`, { note: "The traveller called." });
  await ask("POST", `/orders/${orderId}/cancel`, {});
});
after(() => office.close());

test("the menu shows the pages of the role; other pages say that access is denied", async () => {
  const entries = async (page: Page) =>
    (await page.getByRole("navigation").getByRole("link").allInnerTexts()).map((text) => text.split("\n")[0]);
  const sales = ["Overview", "Day plan", "Queue", "Orders", "Refunds", "Online payments", "Daily closing"];
  const catalogue = [
    ...["Products", "Events", "Ticket types", "Suppliers", "Resources", "Currencies", "Pages", "Partner sites"],
    "Changes made",
  ];
  const partners = [
    ...["Partners", "Allotments", "Refused orders", "Price lists", "Statements"],
    "Messages to partners",
  ];
  const shared = [...catalogue, "Import and export", ...partners];
  const writer = shared.flatMap((one) => (one === "Partner sites" ? [one, "Website"] : [one]));
  const owner = await office.operator("owner", "/queue");
  await owner.getByRole("link", { name: "Audit log" }).waitFor();
  assert.deepEqual(await entries(owner), [
    ...[...sales, "Check-in", ...writer],
    ...["Business", "E-mails", "Operators", "Audit log"],
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

test("the role door sees the door and the own account, and nothing else", async () => {
  const page = await office.operator("door", "/", { servicesClock: true });
  const links = page.getByRole("navigation").getByRole("link");
  await becomes(() => links.allInnerTexts(), ["Check-in"]);
  for (const path of ["/orders", "/products", "/partners"]) {
    await office.go(page, path);
    await page.getByRole("heading", { name: "Access denied" }).waitFor();
  }
  await office.go(page, "/account");
  await page.getByRole("heading", { name: "Account" }).first().waitFor();
});

test("every page of a sandbox shows that it is a sandbox", async () => {
  const page = await office.operator("orders", "/account");
  await seen(page, "Sandbox: every order here is a test.");
});

test("an owner invites an operator, and a conflict shows the current values", async () => {
  const page = await office.operator("owner", "/operators");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByLabel("E-mail address").fill("rui@example.com");
  await page.getByRole("textbox", { name: "Name" }).fill("Rui");
  await page.getByRole("button", { name: "Create link" }).click();
  const link = await page.getByLabel("One-time link").inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  const invited = office.visitor();
  await office.visit(invited, link.slice(link.indexOf("#") + 1));
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
  await seen(page, "Another operator changed this meanwhile. Your change was not saved.");
  await dialog.getByRole("button", { name: /current values/ }).click();
  await seen(page, "The form shows the current values.");
  await hasValue(dialog.getByRole("textbox", { name: "Name" }), "Rui Alves");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Rui A.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, "rui@example.com was changed.");

  await office.go(page, "/audit");
  await page.getByLabel("Record").fill("rui@");
  const entry = page.getByRole("row", { name: /Changed an operator/ }).first();
  await becomes(() => page.locator("tbody tr").count(), 6);
  await entry.getByRole("button").click();
  await page.locator("del", { hasText: "Rui Alves" }).waitFor();
  await page.locator("ins", { hasText: "Rui A." }).waitFor();
});
