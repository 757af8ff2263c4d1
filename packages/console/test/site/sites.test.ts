import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { becomes, field, hasValue, isDisabled } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** The operator's own booking sites: from nothing to a site with its settings. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open({ config: { operatorName: "Sierra Tours" } });
});
after(() => office.close());

const site = async (code = "SIERRA-TOURS") => (await office.account("owner")).ask("GET", `/sites/${code}`);
const answer = async (path: string) => (await fetch(`${office.app.url}${path}`, { redirect: "manual" })).status;

test("a store without a site opens the form, which makes a site below a path", async () => {
  const { ask } = await office.account("owner");
  for (const { id } of (await ask("GET", "/keys?partner=acme")).data) await ask("DELETE", `/keys/${id}`);
  const page = await office.operator("owner", "/");
  await page.getByRole("link", { name: "Or create your own website" }).click();
  await hasValue(field(page, "Name"), "Sierra Tours");
  await hasValue(field(page, "Code"), "SIERRA-TOURS");
  await field(page, "Path").fill("/api");
  await page.getByRole("button", { name: "Create your website" }).click();
  await seen(page, "/api belongs to the service itself: choose another path.");
  await field(page, "Path").fill("my tours");
  await page.getByRole("button", { name: "Create your website" }).click();
  await seen(page, "Enter a path such as /tours.");
  await field(page, "Path").fill("Tours/");
  await page.getByRole("button", { name: "Create your website" }).click();
  await seen(page, "Sierra Tours was created.");
  await page.getByRole("heading", { name: "Sierra Tours" }).waitFor();
  const { makesPages, keyValid } = await site();
  assert.deepEqual([makesPages, keyValid], [true, true]);
  assert.equal(await answer("/tours/en"), 200);
});

test("the page says what is missing before the first sale, and leads to it", async () => {
  const page = await office.operator("owner", "/sites/SIERRA-TOURS/show");
  const list = page.getByRole("region", { name: "Before the first sale" });
  await list.getByText("Your company's name and address").waitFor();
  // Without a mail server no guest gets the confirmation that the site promises.
  const letters = list.getByRole("link", { name: "The confirmation e-mail" });
  assert.match((await letters.getAttribute("href"))!, /\/home$/);
  await list.getByRole("button", { name: /^Fill in: Your company/ }).click();
  await becomes(() => (page.focused() as HTMLInputElement).name, "trader.name");
  await field(page, "Legal name").fill("Sierra Tours, S.L.");
  await field(page, "Address").fill("Calle Mayor 1, 28001 Madrid");
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, "The website was saved.");
  await becomes(() => list.getByRole("button", { name: /^Fill in: Your company/ }).count(), 0);
  assert.equal((await site()).settings.trader.name, "Sierra Tours, S.L.");
  await page.getByRole("button", { name: "Undo" }).click();
  await seen(page, "Undone.");
  assert.equal((await site()).settings.trader.name, null);
  await hasValue(field(page, "Legal name"), "");
});

test("the ways to pay are put in order by buttons, and the details of Business are taken over", async () => {
  const { ask } = await office.account("owner");
  const brand = { name: null, logo: null, colour: null, taxNumber: "NIF B1", email: null, dayPhone: "+34 600 111 222" };
  await ask("PUT", "/brand", brand);
  const page = await office.operator("owner", "/sites/SIERRA-TOURS/show");
  await page.getByRole("button", { name: "Use the details from Business" }).click();
  await hasValue(field(page, "Tax number"), "NIF B1");
  await hasValue(field(page, "Telephone for guests"), "+34 600 111 222");
  const [former] = (await site()).settings.languages;
  await page
    .getByRole("list", { name: "Order of the languages" })
    .getByRole("button", { name: /^Move down/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, "The website was saved.");
  const { settings } = await site();
  assert.deepEqual([settings.languages[1], settings.trader.phone], [former, "+34 600 111 222"]);
  await page.getByRole("combobox", { name: "Product" }).fill("Noche");
  await page.getByRole("option").first().click();
  await page.getByRole("button", { name: "Copy the code" }).waitFor();
  await seen(page, /paseo-calendar product="[\w-]{36}" lang=/);
});

test("wrong settings are named at their fields, and nothing typed is lost", async () => {
  const page = await office.operator("owner", "/sites/SIERRA-TOURS/show");
  await field(page, "Complaint book").fill("livroreclamacoes.pt");
  await field(page, "Deposit").fill("120");
  await field(page, "Colour").fill("red");
  await field(page, "E-mail for guests").fill("hello@");
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, "Correct 4 fields");
  await field(page, "E-mail for guests").fill("");
  await field(page, "Complaint book").fill("https://www.livroreclamacoes.pt");
  await field(page, "Deposit").fill("30");
  await field(page, "Colour").fill("#862b68");
  await seen(page, /^On dark pages this colour is too dark/);
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, "The website was saved.");
  const { settings } = await site();
  assert.deepEqual(
    [settings.complaintBook, settings.depositPercent, settings.colour],
    ["https://www.livroreclamacoes.pt", 30, "#862b68"],
  );
});

test("after a change of another operator the typed values stay, and both are saved", async () => {
  const page = await office.operator("owner", "/sites/SIERRA-TOURS/show");
  await field(page, "Telephone for guests").fill("+34 600 000 000");
  const { ask } = await office.account("owner");
  const { host, path, enabled, settings, revision } = await site();
  const trader = { ...settings.trader, email: "hello@example.com" };
  await ask("PUT", "/sites/SIERRA-TOURS", { host, path, enabled, revision, settings: { ...settings, trader } });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: /current values/ }).click();
  await seen(page, /^Another operator saved this site/);
  await hasValue(field(page, "Telephone for guests"), "+34 600 000 000");
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, "The website was saved.");
  const { phone, email } = (await site()).settings.trader;
  assert.deepEqual([phone, email], ["+34 600 000 000", "hello@example.com"]);
});

test("the site is switched off and on, moves with its pages, and is deleted", async () => {
  const page = await office.operator("owner", "/sites/SIERRA-TOURS/show");
  await page.getByRole("switch", { name: "The site is on" }).click();
  await seen(page, "Sierra Tours is off.");
  assert.equal(await answer("/tours/en"), 404);
  await page.getByRole("switch", { name: "The site is on" }).click();
  await seen(page, "Sierra Tours is on.");
  await page.getByRole("button", { name: "Change the address" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^At a domain of your own/ }).click();
  await field(dialog, "Domain").fill("https://Tours.example.com/");
  await dialog.getByText(/add a record for tours.example.com/).waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, "The address was changed.");
  assert.deepEqual([(await site()).host, (await site()).makesPages], ["tours.example.com", true]);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await seen(page, "Sierra Tours was deleted.");
  await page.getByRole("button", { name: "Create your website" }).waitFor();
});

test("people of the catalogue see a site and cannot change it", async () => {
  const { ask } = await office.account("owner");
  await ask("POST", "/sites", { code: "SEEN", name: "Seen", host: null, path: "/seen" });
  const page = await office.operator("catalogue", "/sites");
  await page.getByRole("link", { name: "Seen", exact: true }).click();
  await isDisabled(field(page, "Legal name"));
  await becomes(() => page.getByRole("button", { name: /^(Save|Delete|Change the address)$/ }).count(), 0);
});

test("a category page names the categories of its products", async () => {
  const page = await office.operator("catalogue", "/pages/create");
  await becomes(() => page.getByLabel("Categories").count(), 0);
  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Category" }).click();
  await page.getByRole("combobox", { name: "Categories" }).fill("Boat");
  await page.getByRole("option", { name: "Boat tour" }).click();
  await page.getByLabel("Name").first().fill("Paseos en barco");
  await page.getByLabel("Address").first().fill("//tours.example.com/es/barcos");
  await page.getByRole("button", { name: "Save" }).click();
  await seen(page, /was saved/);
  const { data } = await (await office.account("owner")).ask("GET", "/pages?q=barco");
  assert.deepEqual(data[0].source.categories, ["boat-tour"]);
});
