import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventIds } from "../../../service/test/concurrency/booking.ts";
import { Partner } from "../../../service/test/support/partner.ts";
import { becomes } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** Resources in the browser: the list, the requirements of an item, and the week plan. */

let office: Backoffice;
let owner: Awaited<ReturnType<Backoffice["account"]>>;
let event: string;
before(async () => {
  office = await Backoffice.open();
  owner = await office.account("owner");
  [event] = (await eventIds(office.app.app.service.db, "show")) as [string];
});
after(() => office.close());

const fields = (name: string, capacity = 1) => ({
  ...{ name, kind: "guide", capacity, turnaroundMinutes: 0, hours: null, daysOff: [], archived: false },
});
const showProduct = async () =>
  (await owner.ask("GET", "/products?perPage=100")).data.find(
    ({ externalId }: { externalId: string }) => externalId === "show",
  );

test("a guide is created with working hours, and a product's item takes one guide", async () => {
  const page = await office.operator("catalogue", "/resources");
  await seen(page, "No resources yet.");
  await page.getByRole("button", { name: "Add a resource" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Ana");
  await dialog.getByLabel("Type").click();
  await page.getByRole("option", { name: "Guide" }).click();
  await dialog.getByLabel("Capacity").fill("0");
  await dialog.getByLabel("Works only at certain hours").click();
  await dialog.getByRole("button", { name: "Add hours" }).click();
  await dialog.getByRole("group", { name: "Working hours" }).getByLabel("Until").fill("23:30");
  await dialog.getByRole("button", { name: "Add a resource" }).click();
  await dialog.getByText("Enter a whole number from 1 to 100000.").waitFor();
  await dialog.getByLabel("Capacity").fill("1");
  await dialog.getByRole("button", { name: "Add a resource" }).click();
  await page.getByRole("heading", { name: "Ana" }).waitFor();
  const [ana] = (await owner.ask("GET", "/resources")).data;
  assert.equal(ana.hours.length, 7);
  await owner.ask("POST", "/resources", fields("Bruno"));

  await office.go(page, `/products/${(await showProduct()).id}/show`);
  await page
    .getByRole("button", { name: /^Resources: / })
    .first()
    .click();
  await seen(page, "This item takes no resources.");
  await dialog.getByRole("button", { name: "Add a requirement" }).click();
  await dialog.getByLabel("Each event takes").click();
  await page.getByRole("option", { name: "the whole of one" }).click();
  for (const name of ["Ana", "Bruno"]) {
    await dialog.getByLabel("Any of these resources").click();
    await page.getByRole("option", { name }).click();
  }
  await dialog.getByLabel("Minutes").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog
    .getByText(/The product does not say how long it lasts/)
    .first()
    .waitFor();
  await dialog.getByLabel("Minutes").fill("90");
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, /are saved\.$/);
  await office.go(page, "/resources");
  const { id, name } = await showProduct();
  const links = page.getByRole("link", { name });
  await links.first().waitFor();
  assert.equal(await links.count(), 2, "each guide names the product that uses it");
  assert.match((await links.first().getAttribute("href")) ?? "", new RegExp(`/products/${id}/show$`));
  await owner.ask("POST", "/resources", { ...fields("Zodiac", 60), kind: "vehicle" });
  for (const path of ["/account", "/resources"]) await office.go(page, path);
  await seen(page, "Boat or vehicle · 60 seats");
  await seen(page, "Guide · 1 unit");
});

/** Returns the guide that the sold event has, and the other guide. If two guides are free, their ids decide. */
async function guidesOfEvent() {
  const { resources, uses } = await owner.ask("GET", "/resource-plan?from=2026-06-15&until=2026-07-15");
  const { resourceId, from, eventId: event } = uses[0];
  const nameOf = (isGiven: boolean): string =>
    resources.find(({ id }: { id: string }) => (id === resourceId) === isGiven).name;
  return { guide: nameOf(true), other: nameOf(false), from, event };
}

test("a sold event is in the week plan, and is given to another guide by menu", async () => {
  await new Partner(office.app).buy(event, { ADULT: 2 });
  const { guide, other } = await guidesOfEvent();
  const page = await office.operator("orders", "/resource-plan", { servicesClock: true });
  const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
  await row(guide).getByText("2 people").waitFor();
  await row(guide).getByRole("button").click();
  await page.getByRole("menuitem", { name: `Give to ${other}` }).click();
  await row(other).getByText("2 people").waitFor();
  await becomes(() => row(guide).getByText("2 people").count(), 0);
  assert.deepEqual(page.refused, []);
  await row(other).getByRole("button").click();
  await page.getByRole("menuitem", { name: `Give to ${guide}` }).click();
  await row(guide).getByText("2 people").waitFor();
});

test("before days off are saved the form names the sold events, and afterwards the plan shows the clash", async () => {
  const { guide, from, event } = await guidesOfEvent();
  const page = await office.operator("catalogue", "/resources", { servicesClock: true });
  await page.getByRole("button", { name: `Change: ${guide}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add unavailable days" }).click();
  const off = dialog.getByRole("group", { name: "Unavailable days" });
  const day = from.slice(0, 10);
  await off.getByLabel("From").fill(day);
  await off.getByLabel("Until").fill(day);
  await off.getByLabel("Reason").fill("ill");
  await dialog.getByText(/1 sold event cannot run as planned if you save this/).waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await becomes(() => dialog.count(), 0);
  await seen(page, "1 sold event cannot run as planned.");
  await page.getByRole("link", { name: "Week plan" }).click();
  await seen(page, "1 sold event cannot run as planned.");
  assert.deepEqual(page.refused, []);
  await page.getByText("unavailable", { exact: true }).waitFor();
  await office.go(page, `/events/${event}/show`);
  await seen(page, `This event cannot run as planned and sells no more seats (${guide}: unavailable).`);
  const owner = await office.operator("owner", "/", { servicesClock: true });
  await seen(owner, "1 sold event cannot run as planned.");
  for (const [lang, title] of [
    ["es", "Plan semanal"],
    ["pt", "Plano da semana"],
  ] as const) {
    const phone = await office.operator("read-only", "/resource-plan", { lang, phone: true, servicesClock: true });
    await phone.getByRole("heading", { name: title }).waitFor();
  }
});

test("a ticket of a kind takes a unit, and the page of the product says so", async () => {
  const [bikes] = (await owner.ask("GET", "/resources")).data.filter(({ name }: { name: string }) => name === "Zodiac");
  const product = await showProduct();
  const [item] = (await owner.ask("GET", `/products/${product.id}`)).items;
  const { revision } = await owner.ask("GET", `/items/${item.id}/requirements`);
  await owner.ask("PUT", `/items/${item.id}/requirements`, {
    requirements: [{ resources: [bikes.id], peoplePerUnit: 1, minutes: 60 }],
    revision,
  });
  const page = await office.operator("catalogue", `/products/${product.id}/show`);
  await page
    .getByRole("button", { name: /^Resources: / })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Each event takes").click();
  await page.getByRole("option", { name: "a unit for each ticket of one type" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Required").first().waitFor();
  await dialog.getByLabel("Ticket", { exact: true }).click();
  await page.getByRole("option", { name: "CHILD" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, "Each event takes: Zodiac (a unit for each CHILD)");
});
