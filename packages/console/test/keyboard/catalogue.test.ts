import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ecbFile } from "../../../service/test/support/samples/ecb-file.ts";
import { Desk, seen } from "../support/browser.ts";
import { becomes, dialog } from "../support/controls.ts";
import { Keyboard } from "../support/keyboard.ts";

/** The jobs with the catalogue of docs/reference/back-office.md, without a mouse. */

/** Written, but not yet seen to pass: remove the skip when it does. */

let desk: Desk;
before(async () => {
  desk = await Desk.open();
});
after(() => desk.close());

const asked = async (path: string) => (await desk.account("read-only")).ask("GET", path);
const operator = async (path = "/products") => {
  const page = await desk.operator("catalogue", path, { servicesClock: true });
  return { page, keys: new Keyboard(page) };
};

test("a product with a schedule is created and published", async () => {
  const { page, keys } = await operator();
  await keys.find("new product", /^New product/);
  await keys.type("Name", "Zarzuela");
  await keys.to(page.getByRole("combobox", { name: "City code" }));
  await page.keyboard.type("MAD");
  await keys.press("Tab");
  await seen(page, "EUR · Euro");
  await keys.type("Venue or meeting point", "Teatro");
  await keys.type("Address", "Jovellanos 4, Madrid");
  await keys.to(page.getByLabel("First day"));
  await page.keyboard.type("06192026");
  await keys.to(page.getByLabel("Last day"));
  await page.keyboard.type("06262026");
  await keys.type("Price ADULT", "45");
  await keys.type("Price CHILD", "20");
  await keys.button("Review and save");
  await keys.button("Save and publish", dialog(page));
  await page.getByRole("heading", { level: 1, name: "Zarzuela" }).waitFor();
});

test("a product is opened beside the list, edited, and its former revision is restored", async () => {
  const { page, keys } = await operator();
  await page.getByRole("link", { name: "Noche de flamenco" }).waitFor();
  const opened = () => page.getByRole("region", { name: "Noche de flamenco", exact: true });
  await keys.press("j", "Enter");
  while ((await opened().count()) === 0) await keys.press("j");
  await keys.link("Edit", opened());
  await page.getByRole("heading", { level: 1 }).waitFor();
  await keys.type("Name", "Noche larga");
  await keys.button("Review and save");
  await keys.button(/^Save/, dialog(page));
  await page.getByRole("heading", { level: 1, name: "Noche larga" }).waitFor();
  await keys.button(/^Restore/);
  await keys.button(/^Restore/, dialog(page));
  await page.getByRole("heading", { level: 1, name: "Noche de flamenco" }).waitFor();
});

test("categories of several listings change together", async () => {
  const { page, keys } = await operator();
  await keys.find("several listings", /^Change several listings/);
  await page.getByRole("heading", { level: 1, name: "Change several listings" }).waitFor();
  await keys.to(page.getByRole("combobox").first());
});

test("selected events are blocked, and a capacity changes in the list", async () => {
  const { page, keys } = await operator("/events/list");
  await keys.toggle(/Noche de flamenco/);
  await keys.link("Change selected");
  await keys.choose("Status", /^Block/);
  await keys.button("Preview");
  await keys.button("Change 1 event");
  await seen(page, "1 event was changed.");
  await keys.find("list of events", /^List of events/);
  await keys.button(/^Change the capacity/);
  await page.keyboard.type("7");
  await keys.press("Enter");
  await seen(page, /Capacity: .* → 7\./);
  await keys.press("Control+z");
  await seen(page, "The former value is restored.");
});

test("a day of the calendar opens", async () => {
  const { page, keys } = await operator("/events?month=2026-06");
  await keys.link(/20 Jun 2026/);
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  await page
    .getByRole("link", { name: /20 Jun 2026/ })
    .first()
    .waitFor();
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

test("a ticket type is named, a rate is set by hand and rates are read from the bank's file", async () => {
  const { page, keys } = await operator("/ticket-types");
  await keys.button(/: CHILD$/);
  await keys.to(dialog(page).getByRole("textbox").last());
  await keys.press("ControlOrMeta+a");
  await page.keyboard.type("Kid");
  await keys.button("Save", dialog(page));
  await page.getByRole("cell", { name: "Kid" }).waitFor();
  await keys.find("currencies", /^Currencies/);
  await keys.link("EUR");
  await keys.type("Markup", "3");
  await keys.button("Preview");
  await keys.button("Save");
  await seen(page, "EUR was saved.");
  await keys.find("ecb", /^Import ECB rates/);
  const file = {
    name: "eurofxref-daily.xml",
    mimeType: "text/xml",
    buffer: Buffer.from(ecbFile({ USD: "1.0686", BRL: "5.7544" })),
  };
  await keys.file("Choose a file", file);
  await page.getByRole("button", { name: /^(Save|Set)/ }).waitFor();
});

test("a page and a white label are created", async () => {
  const { page, keys } = await operator("/pages");
  await keys.find("new page", /^New page/);
  await keys.type("Id", "mad-keys");
  const spanish = page.getByRole("region", { name: "Spanish" });
  await keys.type("Name", "Madrid", spanish);
  await keys.type("Address", "https://www.example.com/es/madrid", spanish);
  await keys.type("City code", "MAD");
  await keys.button("Save");
  await seen(page, "mad-keys was saved.");
  await keys.find("white", /^White labels/);
  await keys.button("New white label");
  await keys.type("Code", "ACME-KEYS", dialog(page));
  await keys.type("Name", "Acme by keyboard", dialog(page));
  await keys.press("Escape");
  await becomes(async () => (await asked("/pages?q=mad-keys")).total, 1);
});
