import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openShop, type Shop } from "../day/shop.ts";
import { Backoffice, seen } from "../support/browser.ts";
import { becomes, dialog } from "../support/controls.ts";
import { Keyboard } from "../support/keyboard.ts";

/** The jobs with orders, events and guests of docs/reference/back-office.md, without a mouse. */

let shop: Shop<Backoffice>;
before(async () => {
  shop = await openShop(Backoffice);
});
after(() => shop.close());

const asked = async (path: string) => (await shop.office.account("read-only")).ask("GET", path);
const operator = async (role: "owner" | "orders" | "catalogue" | "door" = "orders", path = "/") => {
  const page = await shop.office.operator(role, path, { servicesClock: true });
  return { page, keys: new Keyboard(page) };
};
const waiting = async (adults: number) =>
  (await shop.partner.buy(shop.show, { ADULT: adults }, { email: `guest${adults}@example.com` })) as {
    id: string;
    reference: string;
  };

test("a waiting order is confirmed in the queue, and another is declined", async () => {
  const [first, second] = [await waiting(1), await waiting(2)];
  const { page, keys } = await operator();
  await keys.find("queue", /^Queue/);
  await page.locator("[data-order]").nth(1).waitFor();
  await keys.press("j");
  await becomes(() => page.evaluate(() => document.activeElement?.textContent), first.reference);
  await keys.press("c");
  await keys.type("Supplier's confirmation number", "TLP-1", dialog(page));
  await keys.press("Enter");
  await seen(page, `${first.reference} is confirmed.`);
  await becomes(() => page.evaluate(() => document.activeElement?.textContent), second.reference);
  await keys.press("d");
  await keys.type("Reason", "full", dialog(page));
  await keys.button("Decline", dialog(page));
  await becomes(async () => (await asked(`/orders/${second.id}`)).status, "rejected");
});

test("an order is found by its guest, gets a note, its voucher is sent, and its tickets change", async () => {
  const { page, keys } = await operator();
  await keys.find("garcia luc", /^Lucía García/);
  await page.getByRole("heading", { name: shop.guest.reference }).waitFor();
  await keys.menu("More actions", "Add a note");
  await keys.to(dialog(page).getByRole("textbox"));
  await keys.write("Arrives late");
  await keys.button("Save", dialog(page));
  await page.getByRole("region", { name: "History" }).getByText("Arrives late").waitFor();
  await keys.button("Send by e-mail");
  await keys.type("To", "reception@example.com", dialog(page));
  await keys.press("Enter");
  await seen(page, "The voucher was sent to reception@example.com.");
  await keys.link("Change the order");
  await page.getByRole("heading", { level: 1, name: /Change/ }).waitFor();
  await keys.to(page.getByRole("textbox", { name: "E-mail" }));
  await keys.press("ControlOrMeta+a");
  await keys.write("lucia.garcia@example.com");
  await keys.button("Calculate");
  await keys.button("Make the change");
  await becomes(async () => (await asked(`/orders/${shop.guest.id}`)).event.email, "lucia.garcia@example.com");
});

test("a list is filtered, the filter is saved, rows get a second line, and the rows are exported", async () => {
  const { page, keys } = await operator("orders", "/orders");
  await keys.button("More filters");
  await keys.choose("Partner", /^Acme Travel/, "travel");
  await keys.button("Save this filter");
  await keys.type("Name", "Acme", dialog(page));
  await keys.press("Enter");
  await page.getByRole("button", { name: /^Acme \d/ }).waitFor();
  await keys.button("Rows and columns");
  await keys.press("ArrowDown", "Enter", "Escape");
  await becomes(() => page.evaluate(() => localStorage.getItem("paseo.density")), '"comfortable"');
  const [download] = await Promise.all([page.waitForEvent("download"), keys.button("Export as CSV")]);
  assert.match(download.suggestedFilename(), /^orders-.*\.csv$/);
});

test("the manifest is opened from today, and all guests of an event are told", async () => {
  const { page, keys } = await operator("owner");
  await keys.link(/Noche de flamenco/, page.getByRole("region", { name: "Tomorrow" }));
  await page.getByRole("region", { name: "Manifest" }).waitFor();
  await keys.find("tell flamenco tomorrow", /^Tell the guests/);
  await page.getByRole("heading", { level: 1, name: "Tell the guests" }).waitFor();
  await keys.type("Text", "The doors open at seven.");
  await keys.button("Preview");
  await keys.button(/^Tell the guests of \d/);
  await seen(page, /Done: \d of \d/);
});

test("a cancelled order's refund is recorded", async () => {
  const sold = await waiting(3);
  const office = await shop.office.account("orders");
  await office.ask("POST", `/orders/${sold.id}/confirm`, {});
  const { page, keys } = await operator("orders", `/orders/${sold.id}/show`);
  await keys.button("Cancel the order");
  await keys.button("Cancel the order", dialog(page));
  await becomes(async () => (await asked(`/orders/${sold.id}`)).status, "cancelled");
  // While the dialog closes, it returns the focus, which takes typed text from the search.
  await dialog(page).waitFor({ state: "detached" });
  await keys.find("refunds", /^Refunds/);
  await keys.link(sold.reference);
  await keys.button("Record the refund");
  await keys.choose("How it was paid back", "Cash");
  await keys.button("Record the refund", dialog(page));
  await seen(page, "The refund is recorded.");
});

test("tickets are sold by telephone", async () => {
  const { page, keys } = await operator();
  await keys.link("New order");
  await page.getByRole("heading", { level: 1, name: "New order" }).waitFor();
  await keys.choose("Product", /Noche de flamenco/, "flamenco");
  await keys.date("Day", "2026-06-16");
  await keys.open("Event", /20:00/);
  await keys.button("More: Adult");
  await keys.type("First name", "Nora");
  await keys.type("Last name", "Pérez");
  await keys.type("E-mail", "nora.perez@example.com");
  await keys.type("Telephone", "+34 600 000 009");
  await keys.inGroup("Card");
  await keys.button(/^Sell: /);
  await page.getByText(/-EN is sold\./).waitFor();
  await keys.link("Open the order");
  await page.getByRole("region", { name: "Money" }).getByText("Card").waitFor();
});

test("tomorrow's flamenco is closed by what is typed into the search", async () => {
  const { page, keys } = await operator("owner");
  await keys.find("close flamenco tomorrow", /^Close sales/);
  await keys.button(/^Close/, dialog(page));
  await becomes(async () => (await asked(`/events/${shop.show}`)).state, "black-out");
});

// Last, because the page of the door is loaded again for another operator.
test("a guest is admitted by the code of the voucher", async () => {
  const { page, keys } = await operator("door");
  await keys.to(page.getByRole("textbox"));
  await keys.write(shop.guest.reference);
  await keys.button("Admit");
  await page.getByRole("alert").getByRole("heading").waitFor();
  await keys.button("Next");
});
