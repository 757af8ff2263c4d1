import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Backoffice, seen, testPassword } from "../support/browser.ts";
import { dialog } from "../support/controls.ts";
import { Keyboard } from "../support/keyboard.ts";

/** The jobs with partners, operators and the store of docs/reference/back-office.md, without a mouse. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

const owner = async (path = "/") => {
  const page = await office.operator("owner", path);
  return { page, keys: new Keyboard(page) };
};

test("an operator chooses language and appearance, signs out, and signs in", async () => {
  const page = await office.operator("orders", "/");
  const keys = new Keyboard(page);
  await keys.button(/^Language: English/);
  await keys.press("ArrowDown", "ArrowUp", "Enter");
  await keys.button(/^Appearance/);
  await keys.press("ArrowDown", "ArrowDown", "Enter");
  assert.equal(await page.evaluate(() => localStorage.getItem("paseo.appearance")), '"dark"');
  await keys.button(/^Account of/);
  await keys.press("ArrowDown", "Enter");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await keys.type("E-mail address", page.email);
  await keys.type("Password", testPassword);
  await keys.press("Enter");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
});

test("an operator is invited, changed, and found in the audit log", async () => {
  const { page, keys } = await owner();
  await keys.find("operators", /^Operators/);
  await keys.button("Invite");
  await keys.type("E-mail address", "rui@example.com", dialog(page));
  await keys.type("Name", "Rui Alves", dialog(page));
  await keys.button("Create link", dialog(page));
  await keys.button("Done", dialog(page));
  await keys.button("Change: rui@example.com");
  await keys.type("Name", "Rui A.", dialog(page));
  await keys.press("Enter");
  await seen(page, "rui@example.com was changed.");
  await keys.find("audit", /^Audit log/);
  await keys.type("Record", "rui@");
  await page
    .getByRole("row", { name: /Changed an operator/ })
    .first()
    .waitFor();
});

test("a partner is created and gets a key", async () => {
  const { page, keys } = await owner("/partners");
  await keys.button("New partner");
  await keys.type("Name", "Viajes del Río", dialog(page));
  await keys.type("ID", "rio", dialog(page));
  await keys.button("Create partner", dialog(page));
  await page.getByRole("heading", { level: 1, name: "Viajes del Río" }).waitFor();
  await keys.button("Create key");
  await keys.button("Create key", dialog(page));
  const key = await dialog(page).getByLabel("Key", { exact: true }).inputValue();
  await keys.button("Done", dialog(page));
  assert.equal((await fetch(`${office.app.url}/api/products`, { headers: { "x-api-key": key } })).status, 200);
});

test("the store gets its time zone, currency, colour and tax number", async () => {
  const { page, keys } = await owner("/");
  await keys.find("business", /^Business/);
  await page.getByRole("heading", { level: 1, name: "Business" }).waitFor();
  await keys.to(page.getByRole("combobox", { name: "Time zone" }));
  await keys.press("ControlOrMeta+a");
  await keys.write("Europe/Madrid");
  await keys.press("Tab");
  await keys.to(page.getByRole("combobox", { name: "Currency" }));
  await keys.press("ControlOrMeta+a");
  await keys.write("EUR");
  await keys.press("Tab");
  await keys.button("Save");
  await seen(page, "Time zone and currency were saved.");
  await keys.type("Colour", "#862b68");
  await keys.type("Tax number", "NIF B00000000");
  await keys.press("Enter");
  await seen(page, "Logo, colour and contact were saved.");
});
