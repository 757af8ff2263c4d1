import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { Backoffice, seen } from "../support/browser.ts";
import { hasValue } from "../support/controls.ts";

/** Journeys through pages of the catalogue in a browser. Component tests cover the details. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

test("events of a calendar day are closed for sale, and the city filter survives the Back button", async () => {
  const page = await office.operator("catalogue", "/events?month=2026-06");
  const day = page.getByRole("link", { name: /20 Jun 2026/ });
  await page.getByRole("combobox", { name: "City", exact: true }).click();
  await page.getByRole("option", { name: "RIO" }).click();
  await day.getByText(/^2 events/).waitFor();
  await page.getByRole("link", { name: "List", exact: true }).click();
  await page.getByRole("button", { name: "More filters (1)" }).click();
  await hasValue(page.getByRole("combobox", { name: "City", exact: true }), "RIO");
  await office.settled(page);
  await page.goBack();
  await day.click();
  await page.getByRole("link", { name: "List", exact: true }).click();
  await page.getByRole("checkbox", { name: /20 Jun 2026, 09:00/ }).check();
  await page.getByRole("link", { name: "Change selected" }).click();
  await page.getByRole("combobox", { name: "Status", exact: true }).click();
  await page.getByRole("option", { name: "Close sales (temporarily)" }).click();
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Change 1 event" }).click();
  await seen(page, "1 event was changed.");
});

test("an event table is saved, edited and imported", async () => {
  const page = await office.operator("catalogue", "/exchange");
  await page.getByRole("combobox", { name: "Product or city" }).fill("flamenco");
  await page.getByRole("option", { name: /Noche de flamenco/ }).click();
  await page.getByRole("link", { name: "Save as CSV" }).and(page.locator("[href*=productId]")).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Save as CSV" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "events-2026-06-15.csv");
  const text = await readFile(await download.path(), "utf8");
  const buffer = Buffer.from(text.replace("45.00", "47.50"));
  await page.locator("input[type=file]").setInputFiles({ name: "events.csv", mimeType: "", buffer });
  await page.getByRole("button", { name: "Import 1 change" }).click();
  await seen(page, "Imported: 1 record was changed.");
});

test("a currency's markup and a city page are previewed and saved", async () => {
  const page = await office.operator("catalogue", "/currencies/EUR");
  await page.getByLabel("Markup", { exact: true }).fill("3,5");
  await page.getByRole("button", { name: "Preview" }).click();
  await seen(page, "Dollar prices in EUR change by +3.5%.");
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, "EUR was saved.");
  await office.go(page, "/pages/create");
  const spanish = page.getByRole("region", { name: "Spanish" });
  await spanish.getByLabel("Name").fill("Málaga");
  await spanish.getByLabel("Address").fill("https://www.example.com/es/malaga");
  await hasValue(page.getByLabel("City code"), "MAL");
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, "malaga was saved.");
});
