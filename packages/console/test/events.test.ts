import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Partner } from "../../service/test/support/partner.ts";
import { becomes, hasValue, isDisabled } from "./support/controls.ts";
import { Backoffice, type Page, seen } from "./support/dom.ts";

/** Events: the calendar, the list, and bulk changes with a preview. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

const june = "/events?month=2026-06";
const listOf = (filter: object) => `/events/list?filter=${encodeURIComponent(JSON.stringify(filter))}&page=1`;
const productOf = async (externalId: string) => {
  const { ask } = await office.account("read-only");
  const { data } = await ask("GET", `/products?q=${externalId}`);
  return data[0] as { id: string; revision: number };
};
const lines = async (query: string) => (await (await office.account("read-only")).ask("GET", `/events?${query}`)).data;
const choose = async (page: Page, field: string, option: string | RegExp) => {
  await page.getByRole("combobox", { name: field, exact: true }).click();
  await page.getByRole("option", { name: option }).click();
};

test("a calendar day opens its events; selected events are blocked and shown as blocked", async () => {
  const page = await office.operator("catalogue", june);
  const day = page.getByRole("link", { name: /20 Jun 2026/ });
  await page.getByRole("button", { name: "Next month" }).click();
  await page.getByRole("heading", { name: "July 2026" }).waitFor();
  await page.getByRole("button", { name: "Previous month" }).click();
  await becomes(() => day.innerText(), /4 events/);
  await day.click();
  await page.getByRole("heading", { name: "Day plan" }).waitFor();
  await page.getByRole("link", { name: "List", exact: true }).click();
  await seen(page, "4 events found");
  await page.getByRole("checkbox", { name: /20 Jun 2026, 09:00/ }).check();
  await page.getByRole("checkbox", { name: /20 Jun 2026, 20:00, Noche de flamenco/ }).check();
  await page.getByRole("link", { name: "Change selected" }).click();
  // The list, which has a field of the same name, shows the number too.
  await page.getByRole("heading", { level: 1, name: "Change events" }).waitFor();
  await seen(page, "2 events selected");
  await choose(page, "Status", "Close sales (temporarily)");
  await page.getByRole("button", { name: "Preview" }).click();
  await seen(page, "2 events would change.");
  await page.getByText("Passeio de barco na baía / Assento").waitFor();
  assert.deepEqual(
    (await lines("from=2026-06-20&to=2026-06-20&state=black-out")).length,
    0,
    "a preview changes nothing",
  );
  await page.getByRole("button", { name: "Change 2 events" }).click();
  await seen(page, "2 events were changed.");
  const calls = page.requests.filter(({ method }) => method === "POST");
  const queries = calls.map(({ path }) => new URL(path, "http://localhost").search.replace(/&listed=.*/, ""));
  assert.deepEqual(queries, ["?dryRun=true", "?dryRun=false"], "events of two products are one change");
  await page.getByRole("link", { name: "Go to the calendar" }).click();
  await office.visit(page, june);
  await day.getByText("Sales closed", { exact: true }).waitFor({ state: "attached" });
  const changed = await lines("from=2026-06-20&to=2026-06-20&state=black-out");
  assert.deepEqual(changed.map(({ product }: { product: string }) => product).sort(), ["boat", "show"]);
});

test("a calendar without hits says that no event matches the filters", async () => {
  const page = await office.operator("read-only", `${june}&state=unpublished`);
  await page.getByText("No event of this month matches the filters.").waitFor();
  for (const path of ["/account", "/events?month=2036-06"]) await office.go(page, path);
  await page.getByText("No events this month. Product schedules create events.").waitFor();
  const phone = await office.operator("read-only", `${june}&state=unpublished`, { phone: true });
  await phone.getByText("No event of this month matches the filters.").waitFor();
});

test("the city filter applies to the calendar, its days and the list", async () => {
  const page = await office.operator("read-only", "/events?month=2026-06");
  const day = page.getByRole("link", { name: /25 Jun 2026/ });
  await becomes(() => day.innerText(), /4 events/);
  await page.getByRole("combobox", { name: "City", exact: true }).click();
  await page.getByRole("option", { name: "RIO" }).click();
  await day.getByText(/^2 events/).waitFor();
  assert.match(page.url(), /cityCode=RIO/);
  await page.getByRole("link", { name: "List", exact: true }).click();
  await page.getByRole("button", { name: "More filters (1)" }).click();
  await hasValue(page.getByRole("combobox", { name: "City", exact: true }), "RIO");
  await office.settled(page);
  await page.goBack();
  await page.getByRole("heading", { name: "June 2026" }).waitFor();
  await day.click();
  await page.getByRole("heading", { name: "Day plan" }).waitFor();
  await becomes(() => page.getByText("Noche de flamenco").count(), 0);
  await page.getByRole("link", { name: "List", exact: true }).click();
  await page.getByRole("link", { name: /25 Jun 2026, 14:00/ }).waitFor();
  assert.deepEqual(
    (await page.getByRole("link", { name: /Jun 2026/ }).allInnerTexts()).map((text) => text.slice(-5)),
    ["09:00", "14:00"],
  );
  await becomes(() => page.getByText("Noche de flamenco").count(), 0);
});

test("prices change by percent for filtered events; field errors keep the typed values", async () => {
  const { id } = await productOf("show");
  const partner = new Partner(office.app);
  const [sold] = await lines(`productId=${id}&from=2026-06-27&to=2026-06-27`);
  await partner.buy(sold.id, { ADULT: 2 });
  const page = await office.operator("catalogue", listOf({ productId: id, from: "2026-06-22", to: "2026-07-05" }));
  await page.getByRole("link", { name: "Change all" }).click();
  await page.getByRole("button", { name: "Saturday" }).click();
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("alert").getByText("Select at least one change.").waitFor();
  await page.getByRole("button", { name: "Add a price change" }).click();
  await choose(page, "Ticket", "Adult (ADULT)");
  await page.getByLabel("Price 1: Value").fill("-150");
  await page.getByRole("button", { name: "Preview" }).click();
  await page
    .getByRole("alert")
    .getByText(/Adult would cost/)
    .waitFor();
  await page.getByRole("alert").getByRole("button", { name: "Price 1" }).click();
  await becomes(() => (page.focused() as HTMLInputElement).value, "-150");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("12,5");
  await page.keyboard.press("Enter");
  await seen(page, "2 events would change.");
  await seen(page, "1 changed event has sold seats (2).");
  await page.getByText("50.63").first().waitFor();
  await choose(page, "Round to", "0.50");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("50.50").first().waitFor();
  await choose(page, "Capacity", "Increase or reduce by");
  await seen(page, "The form has changed since this preview. Preview again.");
  await isDisabled(page.getByRole("button", { name: "Change 2 events" }));
  await page.getByLabel("Seats", { exact: true }).fill("-19");
  await page.getByRole("button", { name: "Preview" }).click();
  await seen(page, "1 event has sold more seats than its new capacity.");

  // Another operator changes the product between the preview and the change.
  const { ask } = await office.account("catalogue");
  const { revision, source } = await ask("GET", `/products/${id}`);
  await ask("PUT", `/products/${id}`, { source: { ...source, name: "Noche larga" }, revision });
  await page.getByRole("button", { name: "Change 2 events" }).click();
  await seen(page, /Another operator changed one of these products/);
  await page.getByRole("button", { name: "Change 2 events" }).click();
  await seen(page, "2 events were changed.");
  const after = await lines(`productId=${id}&from=2026-06-22&to=2026-07-05`);
  assert.deepEqual(
    after
      .filter(({ capacity }: { capacity: number }) => capacity === 1)
      .map(({ eventOn, prices }: { eventOn: string; prices: { amount: string }[] }) => [eventOn, prices[0]!.amount]),
    [
      ["2026-06-27T20:00:00", "50.50"],
      ["2026-07-04T20:00:00", "50.50"],
    ],
  );
  assert.equal((await ask("GET", `/products/${id}`)).source.name, "Noche larga");
});

test("events are found by city code, and a change of all of them stays in that city", async () => {
  const page = await office.operator("catalogue", listOf({ from: "2026-06-24", to: "2026-06-24" }));
  await seen(page, "4 events found");
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByRole("combobox", { name: "City", exact: true }).fill("mad");
  await page.keyboard.press("Enter");
  await seen(page, "1 event found");
  await page.getByText("Noche").first().waitFor();
  await page.getByRole("link", { name: "Change all" }).click();
  await hasValue(page.getByLabel("City code"), "mad");
  await choose(page, "Status", "Close sales (temporarily)");
  await page.getByRole("button", { name: "Preview" }).click();
  await seen(page, "1 event would change.");
});

test("a bulk change of prices by more than 20 % is confirmed once more, by the names of the tickets", async () => {
  const only = { cityCode: "MAD", from: "2026-06-29", to: "2026-06-29" };
  const page = await office.operator("catalogue", listOf(only));
  await seen(page, "1 event found");
  await page.getByRole("link", { name: "Change all" }).click();
  await page.getByRole("button", { name: "Add a price change" }).click();
  await page.getByLabel("Price 1: Value").fill("125");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("Adult:").waitFor();
  await page.getByRole("button", { name: "Change 1 event" }).click();
  const again = page.getByRole("dialog", { name: "A change of more than 20%" });
  await again.getByText("The price of Adult changes from 45.00 to 101.25 (+125%). Is that right?").waitFor();
  await again.getByRole("button", { name: "Cancel" }).click();
  const [event] = await lines("cityCode=MAD&from=2026-06-29&to=2026-06-29");
  assert.equal(event.prices[0].amount, "45.00", "nothing was saved");
  await page.getByRole("button", { name: "Change 1 event" }).click();
  await again.getByRole("button", { name: "Yes, save" }).click();
  await seen(page, "1 event was changed.");
  await becomes(() => page.getByLabel("Price 1: Value").count(), 0);
  await hasValue(page.getByLabel("City code"), "MAD");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("alert").getByText("Select at least one change.").waitFor();
});

test("a selected event that no longer exists is reported, and the others change", async () => {
  const { id, revision } = await productOf("museum");
  const page = await office.operator("catalogue", listOf({ productId: id, from: "2026-06-25", to: "2026-06-26" }));
  await page.getByRole("checkbox", { name: "All events of this page" }).check();
  await page.getByRole("link", { name: "Change selected" }).click();
  const { ask } = await office.account("catalogue");
  const { source } = await ask("GET", `/products/${id}`);
  const items = [{ ...source.items[0], schedules: [{ ...source.items[0].schedules[0], to: "2026-06-25" }] }];
  await ask("PUT", `/products/${id}`, { source: { ...source, items }, revision });
  await choose(page, "Status", "Close sales (temporarily)");
  await page.getByRole("button", { name: "Add a price change" }).click();
  await choose(page, "Ticket", "Child (CHILD)");
  await page.getByLabel("Price 1: Value").fill("5");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("alert").getByRole("button", { name: "Price 1: Ticket" }).waitFor();
  await seen(page, "No selected event has the ticket CHILD.");
  await page.getByRole("button", { name: "Remove price change 1" }).click();
  await page.getByRole("button", { name: "Preview" }).click();
  await seen(page, "1 event would change.");
  await seen(page, /1 of them can no longer be changed/);
  await page.getByRole("button", { name: "Change 1 event" }).click();
  await seen(page, "1 event was changed.");
  // Restores the state for the pages below.
  await ask("PUT", `/products/${id}`, { source, revision: revision + 2 });
});

test("an amount for products in several currencies is refused at its field; leaving warns", async () => {
  const page = await office.operator("owner", "/events/change?from=2026-06-22&to=2026-06-23&scope=all");
  await page.getByRole("button", { name: "Add a price change" }).click();
  await choose(page, "Change by", "Amount");
  await page.getByLabel("Price 1: Value").fill("5");
  await page.getByRole("button", { name: "Preview" }).click();
  await page
    .getByRole("alert")
    .getByText(/prices in BRL, EUR/)
    .waitFor();
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("button", { name: "Stay on the page" }).click();
  await hasValue(page.getByLabel("Price 1: Value"), "5");
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { name: "Audit log" }).waitFor();
});

test("a bulk change begins with no product chosen, until one or all are asked for", async () => {
  const page = await office.operator("catalogue", june);
  await page.getByRole("link", { name: "Change events" }).click();
  const scope = page.getByRole("combobox", { name: "Which products" });
  await becomes(() => scope.innerText(), "Selected products");
  await page.getByRole("button", { name: "Preview" }).click();
  await seen(page, "Required.");
  await office.go(page, listOf({ from: "2026-06-20", to: "2026-06-20" }));
  await page.getByRole("link", { name: "Change all" }).click();
  await becomes(() => scope.innerText(), "All products");
});

test("a read-only operator finds events and no actions", async () => {
  const page = await office.operator("read-only", listOf({ from: "2026-06-20", to: "2026-06-20" }));
  await seen(page, "Museum day ticket");
  await becomes(() => page.getByRole("checkbox").count(), 0);
  await becomes(() => page.getByRole("link", { name: /^Change( all|$)/ }).count(), 0);
  await choose(page, "Status", /^Sold out$/);
  await seen(page, "Nothing matches these filters.");
  await office.go(page, "/events/change");
  await page.getByRole("heading", { name: "Access denied" }).waitFor();
});
