import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, hasValue, isDisabled } from "./support/controls.ts";
import { Backoffice, seen } from "./support/dom.ts";

/** Content pages and white labels. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

const pageNamed = async (externalId: string) => {
  const { ask } = await office.account("catalogue");
  const { data } = await ask("GET", "/pages?perPage=500");
  return data.find(({ source }: { source: { externalId: string } }) => source.externalId === externalId);
};

test("a page is created after field errors, found, changed and deleted", async () => {
  const page = await office.operator("catalogue", "/pages");
  await page.getByRole("link", { name: "New page" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, "Correct 2 fields");
  await page.getByLabel("ID", { exact: true }).fill("río");
  await seen(page, /^Only letters without accent/);
  await page.getByLabel("ID", { exact: true }).fill("");
  const spanish = page.getByRole("region", { name: "Spanish" });
  await spanish.getByLabel("Name").fill("Málaga");
  await hasValue(page.getByLabel("ID", { exact: true }), "malaga");
  await hasValue(page.getByLabel("City code"), "MAL");
  await page.getByLabel("ID", { exact: true }).fill("mad");
  await spanish.getByLabel("Name").fill("Barcelona");
  await spanish.getByLabel("Address").fill("www.example.com");
  await page.getByLabel("City code").fill("a b");
  await seen(page, "Correct 1 field");
  await spanish.getByLabel("Address").fill("https://www.example.com/es/barcelona");
  await page.getByRole("button", { name: "Save" }).click();
  await page
    .getByRole("alert")
    .getByText(/City code/)
    .waitFor();
  await page.getByLabel("City code").fill("BCN");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").getByText("There is a page with this ID already.").waitFor();
  await page.getByLabel("ID", { exact: true }).fill("bcn");
  await page.getByRole("switch", { name: "All sites" }).uncheck();
  await page.getByRole("combobox", { name: "Partner sites" }).click();
  await page.getByRole("option", { name: /ACME-ES/ }).click();
  await page.getByRole("switch", { name: "Published" }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, "bcn was saved.");
  assert.deepEqual((await pageNamed("bcn")).source, {
    externalId: "bcn",
    type: "city",
    cityCode: "BCN",
    published: false,
    whiteLabels: ["ACME-ES"],
    es: { name: "Barcelona", url: "//www.example.com/es/barcelona" },
  });

  await page.getByRole("searchbox", { name: "Name, city or ID" }).fill("barcel");
  await becomes(() => page.locator("tbody tr").count(), 1);
  await page.getByRole("link", { name: "Barcelona" }).click();
  await page.getByRole("switch", { name: "Published" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  // The notice of the former save can still be there.
  await becomes(async () => (await pageNamed("bcn")).source.published, true);
  await page.getByRole("link", { name: "Barcelona" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await seen(page, "Barcelona was deleted.");
  assert.equal(await pageNamed("bcn"), undefined);
});

test("after a conflict on a page the operator sees the current values and keeps the typed ones", async () => {
  const { id, revision, source } = await pageNamed("shows");
  const page = await office.operator("catalogue", `/pages/${id}`);
  const name = page.getByRole("region", { name: "Spanish" }).getByLabel("Name");
  await name.fill("Espectáculos y más");
  const { ask } = await office.account("owner");
  await ask("PUT", `/pages/${id}`, { source: { ...source, es: { ...source.es, name: "Shows" } }, revision });
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, "Another operator changed this meanwhile. Your change was not saved.");
  await page.getByRole("alert").getByRole("button").click();
  await seen(page, /Another operator saved: Shows/);
  await hasValue(name, "Espectáculos y más");
  await page
    .getByRole("link", { name: "Operators" })
    .or(page.getByRole("link", { name: "Orders" }))
    .first()
    .click();
  await page.getByRole("button", { name: "Stay on the page" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, "shows was saved.");
  assert.equal((await pageNamed("shows")).source.es.name, "Espectáculos y más");
});

test("pages of products are previewed, made, kept as own ones, and switched off", async () => {
  const page = await office.operator("catalogue", "/pages");
  await page.getByRole("link", { name: "Automatic pages" }).click();
  await page.getByRole("switch", { name: "A page for each city" }).check();
  await page.getByRole("switch", { name: "A page for each product" }).check();
  await page.getByRole("button", { name: "Preview" }).click();
  await seen(page, "Correct 2 fields");
  await page.getByLabel("Address of a city's page").fill("//www.example.com/{lang}");
  await page.getByLabel("Address of a product's page").fill("//www.example.com/{lang}/{id}");
  await page.getByRole("button", { name: "Preview" }).click();
  await seen(page, /use \{city\} or \{name\}/);
  await page.getByLabel("Address of a city's page").fill("//www.example.com/{lang}/{name}");
  await page.getByRole("group", { name: "NYC" }).getByLabel("English").fill("New York");
  await page.getByRole("button", { name: "Preview" }).click();
  await seen(page, "New York (//www.example.com/en/new-york)");
  assert.equal(await pageNamed("city:NYC"), undefined, "a preview writes nothing");
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, "Saved.");
  assert.deepEqual((await pageNamed("city:NYC")).source.en, { name: "New York", url: "//www.example.com/en/new-york" });

  await office.go(page, "/pages?filter=%7B%22made%22%3A%22true%22%7D");
  await page.getByRole("link", { name: "New York" }).click();
  await seen(page, /^This page is created from its city/);
  assert.equal(await page.getByRole("button", { name: "Delete" }).count(), 0);
  await page.getByRole("region", { name: "English" }).getByLabel("Name").fill("The Big Apple");
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, "city:NYC was saved.");
  assert.equal((await pageNamed("city:NYC")).made, false);

  await office.go(page, "/pages/made");
  await page.getByRole("switch", { name: "A page for each city" }).uncheck();
  await page.getByRole("switch", { name: "A page for each product" }).uncheck();
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, "Saved.");
  assert.equal((await pageNamed("city:NYC")).source.en.name, "The Big Apple");
});

test("white labels are created, renamed after a conflict, and deleted unless pages use them", async () => {
  const page = await office.operator("catalogue", "/white-labels");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "New site" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, "Enter a code without spaces.");
  await dialog.getByLabel("Code").fill("ACME-ES");
  await dialog.getByLabel("Name").fill("Acme Brasil");
  await dialog.getByRole("combobox", { name: "Partner" }).click();
  await page.getByRole("option", { name: "Acme Travel" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, "There is a site with this code already.");
  await dialog.getByLabel("Code").fill("ACME-PT");
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, "ACME-PT was created.");

  await page.getByRole("button", { name: "Rename: ACME-PT" }).click();
  await dialog.getByLabel("Name").fill("Acme em português");
  const { ask } = await office.account("owner");
  const { revision } = await ask("GET", "/white-labels/ACME-PT");
  await ask("PUT", "/white-labels/ACME-PT", { name: "Acme Portugal", revision });
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, "Another operator changed this meanwhile. Your change was not saved.");
  await dialog.getByRole("alert").getByRole("button").click();
  await seen(page, "Another operator renamed it to Acme Portugal. Your name is still in the form.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, "ACME-PT was renamed.");
  assert.equal((await ask("GET", "/white-labels/ACME-PT")).name, "Acme em português");

  const nameNow = async () => (await ask("GET", "/white-labels/ACME-PT")).name;
  await page.getByRole("button", { name: "Rename: ACME-PT" }).click();
  await dialog.getByLabel("Name").fill("Acme PT");
  await dialog.getByRole("button", { name: "Save" }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.click();
  await seen(page, "Undone.");
  assert.equal(await nameNow(), "Acme em português");
  const { revision: latest } = await ask("GET", "/white-labels/ACME-PT");
  await ask("PUT", "/white-labels/ACME-PT", { name: "Acme Lisboa", revision: latest });
  await undo.click();
  await seen(page, "Another operator changed this meanwhile. Your change was not saved.");
  assert.equal(await nameNow(), "Acme Lisboa");

  await page.getByRole("button", { name: "Delete: ACME-ES" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await seen(page, "Pages use this site. Change or delete those pages first.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Delete: ACME-PT" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  // The list has not read the other operator's name yet.
  await dialog.getByRole("alert").getByRole("button").click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await seen(page, "ACME-PT was deleted.");
});

test("a read-only operator cannot change pages or white labels", async () => {
  const { id } = await pageNamed("mad");
  const page = await office.operator("read-only", `/pages/${id}`);
  await isDisabled(page.getByRole("region", { name: "Spanish" }).getByLabel("Name"));
  await becomes(() => page.getByRole("button", { name: /Save|Delete/ }).count(), 0);
  await office.go(page, "/white-labels");
  await seen(page, "ACME-ES");
  await becomes(() => page.getByRole("button", { name: /New|Rename|Delete/ }).count(), 0);
});
