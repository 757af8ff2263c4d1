import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { OctoServer } from "../../service/test/suppliers/octo/octo-server.ts";
import { becomes, hasValue, isDisabled } from "./support/controls.ts";
import { Backoffice, type Page, seen } from "./support/dom.ts";

/** Suppliers: created, changed, deleted, and their secrets. */

let office: Backoffice;
let owner: Awaited<ReturnType<Backoffice["account"]>>;
before(async () => {
  office = await Backoffice.open({ config: { callbackAllowPrivate: true } });
  owner = await office.account("owner");
});
after(() => office.close());

const choose = async (page: Page, label: string, option: string) => {
  await page.getByLabel(label).click();
  await page.getByRole("option", { name: option }).click();
};

test("without suppliers the page explains it; one is created after field errors", async () => {
  const page = await office.operator("orders", "/suppliers");
  await seen(page, "No suppliers: your orders desk handles every order.");
  await page.getByRole("button", { name: "New supplier" }).click();
  const dialog = page.getByRole("dialog");
  const submit = () => dialog.getByRole("button", { name: "New supplier" }).click();
  await choose(page, "Receives orders by", "Supplier's own system");
  await submit();
  await becomes(() => dialog.getByText("Required.").count(), 3);
  await becomes(() => page.focused().getAttribute("aria-invalid"), "true");
  await dialog.getByLabel("Name").fill("Teatro Municipal");
  await dialog.getByLabel("ID", { exact: true }).fill("teatro río");
  await dialog.getByText(/^Only letters without accent/).waitFor();
  await dialog.getByLabel("ID", { exact: true }).fill("teatro");
  await dialog.getByLabel("System address").fill("ftp://teatro.example");
  await submit();
  await dialog.getByText("It must be a complete http or https address").first().waitFor();
  await becomes(() => dialog.getByLabel("System address").getAttribute("aria-invalid"), "true");
  await dialog.getByLabel("System address").fill("https://teatro.example/paseo");
  await submit();
  await page.getByRole("button", { name: "Change: Teatro Municipal" }).click();
  await hasValue(dialog.getByLabel("System address"), "https://teatro.example/paseo");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await becomes(() => page.getByRole("button", { name: /^Secret/ }).count(), 0, "only owners see secrets");
});

test("after a conflict on a supplier the typed values stay", async () => {
  const page = await office.operator("orders", "/suppliers");
  await page.getByRole("button", { name: "Change: Teatro Municipal" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Answer time limit (minutes)").fill("0");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Enter a whole number from 1 to 43200.").waitFor();
  await dialog.getByLabel("Answer time limit (minutes)").fill("30");
  const url = "https://teatro.example/v2";
  await owner.ask("PUT", "/suppliers/teatro", { name: "Teatro", kind: "http", settings: { url }, revision: 1 });
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, "Another operator changed this meanwhile. Your change was not saved.");
  await dialog.getByRole("button", { name: "Show the current values" }).click();
  await dialog.getByText(url).waitFor();
  await hasValue(dialog.getByLabel("Answer time limit (minutes)"), "30");
  await dialog.getByLabel("System address").fill(url);
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, /answers within 30 min/);
  const { name, settings, revision } = await owner.ask("GET", "/suppliers/teatro");
  assert.deepEqual([name, settings, revision], ["Teatro Municipal", { url }, 3]);
});

test("the role catalogue changes names and cannot change how orders are sent", async () => {
  const page = await office.operator("catalogue", "/suppliers");
  await page.getByRole("button", { name: "Change: Teatro Municipal" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/Only the roles Owner and Orders can change this/).waitFor();
  await isDisabled(dialog.getByLabel("System address"));
  await becomes(() => dialog.getByLabel("Receives orders by").getAttribute("aria-disabled"), "true");
  await dialog.getByLabel("Name").fill("Teatro Municipal ");
  await dialog.getByLabel("Answer time limit (minutes)").fill("45");
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(page, /answers within 45 min/);
});

test("an owner shows and rotates the secret and deletes the supplier; read-only sees no actions", async () => {
  const page = await office.operator("owner", "/suppliers");
  await page.getByRole("button", { name: "Secret: Teatro Municipal" }).click();
  await page.getByRole("button", { name: "Show the secret" }).click();
  const field = page.getByRole("textbox", { name: "Secret", exact: true });
  const former = await field.inputValue();
  assert.match(former, /^whsec_/);
  await page.getByRole("button", { name: "New secret" }).click();
  await page.getByRole("dialog").last().getByRole("button", { name: "New secret" }).click();
  await becomes(async () => (await field.inputValue()) !== former, true);
  await hasValue(field, /^whsec_/);
  await hasValue(page.getByRole("textbox", { name: "Previous secret" }), former);
  await page.getByRole("button", { name: "Close" }).click();

  const reader = await office.operator("read-only", "/suppliers");
  await reader.getByRole("heading", { name: "Teatro Municipal" }).waitFor();
  await becomes(() => reader.getByRole("main").getByRole("button").count(), 0);

  await page.getByRole("button", { name: "Delete: Teatro Municipal" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await seen(page, "Teatro Municipal was deleted.");
});

test("the form has the fields of the kind, and says what a field must be", async () => {
  const page = await office.operator("orders", "/suppliers");
  await page.getByRole("button", { name: "New supplier" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Museo");
  await dialog.getByLabel("ID", { exact: true }).fill("museo");
  await choose(page, "Receives orders by", "Files in a folder");
  await becomes(() => dialog.getByLabel("System address").count(), 0);
  const folder = dialog.getByLabel("Folder", { exact: true });
  await folder.fill("../museo");
  await dialog.getByRole("button", { name: "New supplier" }).click();
  await becomes(() => folder.getAttribute("aria-invalid"), "true");
  await dialog.getByText(/^Name of a folder that your administrator has created/).waitFor();
  await folder.fill("museo");
  await dialog.getByRole("button", { name: "New supplier" }).click();
  await page.getByRole("heading", { name: "Museo" }).waitFor();
  const { kind, settings } = await owner.ask("GET", "/suppliers/museo");
  assert.deepEqual([kind, settings], ["folder", { folder: "museo" }]);
});

test("products of a supplier are chosen and imported; each says what became of it", async () => {
  const octo = new OctoServer();
  await octo.open();
  const settings = { endpoint: octo.url, key: "key" };
  await owner.ask("POST", "/suppliers", { externalId: "agency", name: "Agency", kind: "octo", settings });
  const page = await office.operator("catalogue", "/suppliers");
  await page.getByRole("button", { name: "Import products: Agency" }).click();
  const dialog = page.getByRole("dialog");
  const start = dialog.getByRole("button", { name: /^Import \d/ });
  await dialog.getByLabel("Tour of the old town").check();
  await becomes(() => start.isDisabled(), true, "the city is missing");
  await dialog.getByLabel("City code").fill("Málaga");
  await start.click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByLabel("City code").fill("AGP");
  await dialog.getByLabel("Tour of the old town").check();
  await start.click();
  await dialog.getByText("Imported").waitFor();
  await dialog.getByRole("link", { name: "Open" }).click();
  await page.getByRole("heading", { name: "Tour of the old town" }).first().waitFor();
  await octo.close();
});

test("prices that a supplier changed too much are on the overview, and an operator decides", async () => {
  await sql`
    insert into supplier_price (supplier_id, product_id, item, event_on, state, before, after, currency, seen_at)
    select s.id, p.id, i.external_id, day, 'waiting', '[{"code": "ADULT", "amount": "45.00"}]', '[{"code": "ADULT", "amount": "0.45"}]',
      p.currency_code, now()
    from supplier s join product p on p.supplier_id = s.id join item i on i.product_id = p.id,
      unnest('{2026-07-01 20:00, 2026-07-02 20:00}'::timestamp[]) day where s.external_id = 'agency'`.execute(
    office.app.store.database.db,
  );
  const page = await office.operator("catalogue", "/");
  await page.getByRole("link", { name: "2 prices of suppliers wait for you" }).click();
  await page.getByText(/ADULT .*45\.00 → ADULT .*0\.45/).waitFor();
  await page.getByRole("button", { name: "Accept" }).click();
  await seen(page, "Accepted. The prices are on sale within two minutes.");
  await becomes(() => page.getByRole("button", { name: "Accept" }).count(), 0);
  const { rows } = await sql`select distinct state from supplier_price`.execute(office.app.store.database.db);
  assert.deepEqual(rows, [{ state: "accepted" }]);
});
