import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { someGuide } from "../../../service/test/support/console.ts";
import { productId } from "../../../service/test/support/partner.ts";
import { show, variant } from "../../../service/test/support/samples/catalogue.ts";
import { becomes, button, dialog, field, hasValue } from "../support/controls.ts";
import { Backoffice } from "../support/dom.ts";

/** The product form as a whole: the language of its texts, and copies of its items. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

test("all texts are shown in one language, and a translation is marked when the first text changes", async () => {
  const summary = { es: "Cante y baile.", pt: "Canto e dança.", en: "Song and dance." };
  await office.app.import({
    products: [variant(show, { externalId: "told", summary }, { externalId: "told-seat" })],
  });
  const page = await office.operator("catalogue", `/products/${await productId(office.app, "told")}`);
  const texts = page.getByRole("group", { name: /^Summary/ });
  await hasValue(texts.getByLabel("Portuguese"), "Canto e dança.");
  await texts.getByLabel("Spanish").fill("Cante, baile y cena.");
  await texts.getByText("The Spanish text was changed, this one was not.").first().waitFor();
  await button(page, "English: 1 text to translate or check").click();
  await becomes(() => texts.getByRole("textbox").count(), 1);
  await texts.getByLabel("English").fill("Song, dance and dinner.");
  await button(page, "English").waitFor();
  await button(page, "All").click();
  await becomes(() => texts.getByText("The Spanish text was changed, this one was not.").count(), 1);
});

test("a copy of an item has its tickets, dates and resources, and a further item starts like the first", async () => {
  await office.app.import({
    products: [variant(show, { externalId: "hall" }, { externalId: "stalls", name: "Stalls" })],
  });
  const owner = await office.account("owner");
  const { resource } = await owner.ask("POST", "/resources", { ...someGuide, name: "Ana" });
  const id = await productId(office.app, "hall");
  const [item] = (await owner.ask("GET", `/products/${id}`)).items;
  const requirements = [{ resources: [resource.id], peoplePerUnit: null, minutes: 90 }];
  await owner.ask("PUT", `/items/${item.id}/requirements`, { requirements, revision: 0 });
  const page = await office.operator("catalogue", `/products/${id}`);
  await button(page, "Duplicate this item: Stalls").click();
  const copy = page.getByRole("region", { name: "Stalls (copy)" });
  await hasValue(field(copy, "Item ID"), "stalls-copy");
  await field(copy, "Item name").fill("Balcony");
  await button(page, "Add an item").click();
  const third = page.getByRole("region", { name: "Item 3" });
  await hasValue(field(third, "Price ADULT"), "45.00");
  await button(page, "Remove this item: Item 3").click();
  await button(page, "Review and save").click();
  await dialog(page).getByText("30 new events").waitFor();
  await button(page, "Save").click();
  // The resources are copied after saving, before the product's page opens.
  await page.getByRole("heading", { name: "Noche de flamenco", exact: true }).waitFor();
  const saved = await owner.ask("GET", `/products/${id}`);
  const names = saved.items.map((one: typeof item) => [one.externalId, one.requirements.length]);
  assert.deepEqual(Object.fromEntries(names), { stalls: 1, balcony: 1 });
});
