import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { eventId, Partner } from "../../../service/test/support/partner.ts";
import { becomes, hasValue } from "../support/controls.ts";
import { Backoffice, type Page, seen } from "../support/dom.ts";

/** What all lists can do: rows and columns, named filters with counts, the panel beside the list, changes in place. */

let office: Backoffice;
let show: string;
before(async () => {
  office = await Backoffice.open();
  const partner = new Partner(office.app);
  show = await eventId(office.app, "show-seat", "2026-06-20T20:00");
  for (const quantity of [1, 2, 3]) await partner.buy(show, { ADULT: quantity });
});
after(() => office.close());

const eventsOf = (day: string) =>
  `/events/list?filter=${encodeURIComponent(JSON.stringify({ cityCode: "MAD", from: day, to: day }))}&page=1`;
const lineOf = async (day: string) =>
  (await (await office.account("read-only")).ask("GET", `/events?cityCode=MAD&from=${day}&to=${day}`)).data[0];
const focused = (page: Page) => page.focused().getAttribute("aria-label");

test("j and k move through the orders, Enter shows one beside the list, and Escape closes it", async () => {
  const page = await office.operator("orders", "/orders");
  const references = await page.locator("tbody a").allInnerTexts();
  const opens = (nth: number) => `Show beside the list: ${references[nth]}`;
  for (const key of ["j", "j", "k"]) await page.keyboard.press(key);
  await becomes(() => focused(page), opens(0));
  await page.keyboard.press("Enter");
  const panel = (nth: number) => page.getByRole("region", { name: references[nth]!, exact: true });
  await panel(0).getByRole("button", { name: "Confirm" }).waitFor();
  await page.keyboard.press("j");
  await panel(1).getByRole("button", { name: "Confirm" }).waitFor();
  await becomes(() => panel(0).count(), 0);
  await page.keyboard.press("Tab");
  await becomes(() => page.focused().textContent, "Open the page");
  await page.keyboard.press("Escape");
  await becomes(() => panel(1).count(), 0);
  await becomes(() => focused(page), opens(1));
  await page.keyboard.press("Enter");
  await panel(1).getByRole("link", { name: "Open the page" }).press("Enter");
  await page.getByRole("heading", { level: 1, name: references[1]! }).waitFor();
});

test("products and events are shown beside their lists, too, with their changes", async () => {
  const page = await office.operator("owner", eventsOf("2026-06-20"));
  await page.getByRole("button", { name: /^Show beside the list: Sat, 20 Jun 2026/ }).click();
  const event = page.getByRole("region", { name: /Noche de flamenco/ });
  await event.getByRole("button", { name: "Close sales" }).waitFor();
  await office.go(page, "/products");
  await page.getByRole("button", { name: "Show beside the list: Noche de flamenco" }).click();
  const product = page.getByRole("region", { name: "Noche de flamenco", exact: true });
  await product.getByRole("link", { name: "Edit" }).waitFor();
  page.resize(1000, 800);
  await becomes(() => product.count(), 0, "a narrow window has no room for the panel");
});

test("a text that is still being typed does not return after the filters are cleared", async () => {
  const filter = JSON.stringify({ status: "complete" });
  const page = await office.operator("read-only", `/orders?${new URLSearchParams({ filter })}`);
  const search = page.getByRole("searchbox", { name: "Search" });
  const clear = page.getByRole("button", { name: "Clear filters" });
  await clear.waitFor();
  await search.fill("nobody");
  await clear.click();
  await clear.waitFor({ state: "detached" });
  await hasValue(search, "");
  // The list waits less than this for the end of typing.
  await setTimeout(600);
  assert.equal(await clear.count(), 0);
  assert.match(decodeURIComponent(page.url()), /filter=\{\}/);
  await search.fill("somebody");
  await clear.click();
  await hasValue(search, "");
  await page.goBack();
  await hasValue(search, "somebody");
});

test("the list of events begins today when its address has no filter, and says how to see earlier ones", async () => {
  const page = await office.operator("read-only", "/events/list", { servicesClock: true });
  await hasValue(page.getByLabel("From"), "2026-06-15");
  await page.getByText("For earlier events, change or clear From.", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await hasValue(page.getByLabel("From"), "");
});

test("a filter of events is saved in the operator's account and shows how many it finds", async () => {
  const page = await office.operator("read-only", eventsOf("2026-06-20"));
  await page.getByRole("button", { name: "Save this filter" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Flamenco on Saturday");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Flamenco on Saturday 1" }).waitFor();
  const other = office.visitor();
  await office.signIn(other, page.email);
  await office.visit(other, "/events/list");
  await other.getByRole("button", { name: "Flamenco on Saturday 1" }).click();
  await becomes(() => other.locator("tbody tr").count(), 1);
  assert.match(decodeURIComponent(other.url()), /"cityCode":"MAD"/, "the address has the filter");
});

test("the capacity and the price of an event change in place, and an undo restores them for ten seconds", async () => {
  const day = "2026-06-24";
  const { capacity } = await lineOf(day);
  const page = await office.operator("catalogue", eventsOf(day));
  const seats = page.getByRole("button", { name: /^Change the capacity/ });
  await seats.press("Enter");
  await page.keyboard.type("15");
  await page.keyboard.press("Enter");
  await seen(page, `Capacity: ${capacity} → 15.`);
  // Undoes at once, because the undo is offered for ten seconds.
  await page.keyboard.press("Control+z");
  await seen(page, "Undone.");
  assert.equal((await lineOf(day)).capacity, capacity);

  const price = page.getByRole("button", { name: /^Change the price of Adult/ });
  await price.click();
  await page.keyboard.type("46,50");
  await page.keyboard.press("Enter");
  await seen(page, "Adult: 45.00 → 46.50.");
  await page.getByRole("button", { name: "Undo" }).click();
  await seen(page, "Undone.");
  assert.equal((await lineOf(day)).prices[0].amount, "45.00");

  await price.click();
  await page.keyboard.type("450");
  await page.keyboard.press("Enter");
  const again = page.getByRole("dialog", { name: "A change of more than 20%" });
  await again.getByText("The price of Adult changes from €45.00 to €450.00 (+900%). Is that right?").waitFor();
  await again.getByRole("button", { name: "Cancel" }).click();
  await price.click();
  await page.keyboard.type("x");
  await page.keyboard.press("Enter");
  await seen(page, "A price such as 45 or 45.50.");
  await page.keyboard.press("Escape");
  assert.equal((await lineOf(day)).prices[0].amount, "45.00");
});

test("a capacity below what is sold is confirmed first; who may not change events has no fields", async () => {
  const page = await office.operator("catalogue", eventsOf("2026-06-20"));
  await page.getByRole("button", { name: /^Change the capacity/ }).click();
  await page.keyboard.type("5");
  await page.keyboard.press("Enter");
  const asked = page.getByRole("dialog", { name: "Fewer seats than are sold" });
  await asked.getByText("Seats sold: 6, more than the new capacity of 5. Is that right?").waitFor();
  await asked.getByRole("button", { name: "Yes, save" }).click();
  await seen(page, /Capacity: \d+ → 5\./);
  assert.equal((await lineOf("2026-06-20")).capacity, 5);
  const reader = await office.operator("read-only", eventsOf("2026-06-20"));
  await reader.getByRole("button", { name: /^Show beside/ }).waitFor();
  assert.equal(await reader.getByRole("button", { name: /^Change the/ }).count(), 0);
});
