import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { productId } from "../../../service/test/support/partner.ts";
import { Backoffice, seen } from "../support/browser.ts";
import { becomes, dialog } from "../support/controls.ts";
import { Keyboard } from "../support/keyboard.ts";

/** The jobs with the catalogue of docs/reference/back-office.md, without a mouse. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

const asked = async (path: string) => (await office.account("read-only")).ask("GET", path);
const operator = async (path = "/products") => {
  const page = await office.operator("catalogue", path, { servicesClock: true });
  return { page, keys: new Keyboard(page) };
};

test("a product is created with a weekly schedule and published", async () => {
  const { page, keys } = await operator();
  await keys.link("New product");
  await page.getByRole("heading", { level: 1, name: "New product" }).waitFor();
  await keys.type("Name", "Taller de cocina");
  await keys.to(page.getByRole("combobox", { name: "City code" }));
  await keys.write("MAD");
  await keys.type("Venue or meeting point", "Mercado de la Cebada");
  await keys.type("Address", "Plaza de la Cebada, 28005 Madrid");
  await keys.date("First day", "2026-06-19");
  await keys.date("Last day", "2026-07-05");
  for (const day of ["Monday", "Tuesday"]) await keys.inGroup(day);
  await keys.type("Price ADULT", "60,5");
  await keys.type("Price CHILD", "30");
  await keys.button("Review and save");
  await keys.button("Save and publish", dialog(page));
  await page.getByRole("heading", { level: 1, name: "Taller de cocina" }).waitFor();
  assert.equal(
    (await asked(`/products/${await productId(office.app, "taller-de-cocina")}`)).source.published ?? true,
    true,
  );
});

test("a product is edited, and an earlier revision is restored", async () => {
  const id = await productId(office.app, "show");
  const { page, keys } = await operator(`/products/${id}/show`);
  await keys.link("Edit");
  await page.getByRole("button", { name: "Review and save" }).waitFor();
  await keys.type("Name", "Noche larga de flamenco");
  await keys.button("Review and save");
  await keys.button("Save", dialog(page));
  await page.getByRole("heading", { level: 1, name: "Noche larga de flamenco" }).waitFor();
  await keys.button("Show all 2");
  await keys.button("What changed: Revision 1");
  await keys.button("Restore this revision", dialog(page));
  await keys.button("Restore this revision", dialog(page));
  await page.getByRole("heading", { level: 1, name: "Noche de flamenco" }).waitFor();
});

test("events are selected in the list and closed together", async () => {
  const { page, keys } = await operator(
    `/events/list?filter=${encodeURIComponent(JSON.stringify({ from: "2026-06-20", to: "2026-06-20" }))}&page=1`,
  );
  await keys.toggle(/20 Jun 2026, 09:00/);
  await keys.toggle(/20 Jun 2026, 20:00, Noche de flamenco/);
  await keys.linkBefore("Change selected");
  await seen(page, "2 events selected");
  await keys.open("Status", "Close sales (temporarily)");
  await keys.button("Preview");
  await seen(page, "2 events would change.");
  await keys.button("Change 2 events");
  await seen(page, "2 events were changed.");
});

test("a ticket type is named", async () => {
  const { page, keys } = await operator("/ticket-types");
  await keys.button("Edit: CHILD");
  await keys.type("English", "Under 12", dialog(page));
  await keys.press("Enter");
  await seen(page, "CHILD was saved.");
});

test("a rate gets a markup after its preview", async () => {
  const { page, keys } = await operator("/currencies");
  await keys.link("EUR");
  await keys.type("Markup", "5");
  await keys.button("Preview");
  await seen(page, "Dollar prices in EUR change by +5%.");
  await keys.button("Save");
  await seen(page, "EUR was saved.");
});

test("a page is created, and deleted", async () => {
  const { page, keys } = await operator("/pages");
  await keys.link("New page");
  await keys.type("ID", "bcn");
  await keys.type("Name", "Barcelona", page.getByRole("region", { name: "Spanish" }));
  await keys.type("Address", "https://www.example.com/es/barcelona", page.getByRole("region", { name: "Spanish" }));
  await keys.type("City code", "BCN");
  await keys.press("Tab");
  await keys.button("Save");
  await seen(page, "bcn was saved.");
  await keys.link("Barcelona");
  await keys.button("Delete");
  await keys.button("Delete", dialog(page));
  await seen(page, "Barcelona was deleted.");
});

test("a partner site is created and renamed", async () => {
  const { page, keys } = await operator("/white-labels");
  await keys.button("New site");
  await keys.type("Code", "ACME-PT", dialog(page));
  await keys.type("Name", "Acme Brasil", dialog(page));
  await keys.open("Partner", "Acme Travel");
  await keys.button("Save", dialog(page));
  await seen(page, "ACME-PT was created.");
  await keys.button("Rename: ACME-PT");
  await keys.type("Name", "Acme em português", dialog(page));
  await keys.press("Enter");
  await becomes(async () => page.getByText("Acme em português").count(), 1);
});

test("categories of several listings change together", async () => {
  const { page, keys } = await operator();
  await keys.find("several listings", /^Change several listings/);
  await page.getByRole("heading", { level: 1, name: "Change several listings" }).waitFor();
  await keys.to(page.getByRole("combobox").first());
});

test("a day of the calendar opens", async () => {
  const { page, keys } = await operator("/events?month=2026-06");
  await keys.link(/20 Jun 2026/);
  await page.getByRole("heading", { level: 1, name: "Day plan" }).waitFor();
  await seen(page, /20 Jun 2026/);
});

test("a file is imported after its dry run, and the catalogue is exported", async () => {
  const { page, keys } = await operator("/exchange");
  const buffer = Buffer.from("product,item,date,time,capacity\nshow,show-seat,2026-06-22,20:00,25\n");
  await keys.file("Choose a file", { name: "events.csv", mimeType: "text/csv", buffer });
  await seen(page, "1 record would change.");
  await keys.button("Import 1 change");
  await seen(page, "Imported: 1 record was changed.");
  const [download] = await Promise.all([page.waitForEvent("download"), keys.link(/^Save as CSV/)]);
  assert.match(download.suggestedFilename(), /\.csv$/);
});
