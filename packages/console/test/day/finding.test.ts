import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Clicks } from "../support/clicks.ts";
import { becomes, dialog, field, hasValue } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";
import { openShop, type Shop } from "./shop.ts";

/** Search, filters, files and the voucher's e-mail. */

let shop: Shop<Backoffice>;
before(async () => {
  shop = await openShop(Backoffice);
});
after(() => shop.close());

test("a guest is found by name in two clicks", async () => {
  const { office, guest } = shop;
  const page = await office.operator("read-only", "/queue");
  const clicks = new Clicks();
  await clicks.on(page.getByRole("button", { name: "Search" }));
  const search = dialog(page);
  await search.getByRole("combobox").waitFor();
  await page.keyboard.type("garcia luc");
  await clicks.on(search.getByRole("option", { name: /^Lucía García/ }));
  await page.getByRole("heading", { name: guest.reference }).waitFor();
  assert.equal(clicks.n, 2);
});

test("the search works with the keyboard alone, over orders, events, products and partners", async () => {
  const { office, guest } = shop;
  const page = await office.operator("orders", "/queue");
  await page.keyboard.press("Control+k");
  const search = dialog(page);
  const combobox = search.getByRole("combobox", { name: "Guest, order, product, partner" });
  await combobox.waitFor();
  await page.keyboard.type("boat");
  await search.getByRole("group", { name: "Products" }).getByText("Passeio de barco na baía").waitFor();
  const active = async () => page.locator(`[id="${await combobox.getAttribute("aria-activedescendant")}"]`).innerText();
  await becomes(() => active(), /^Tue, 16 Jun 2026, 09:00/);
  await page.keyboard.press("ArrowUp");
  await becomes(() => active(), /^Passeio de barco/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await becomes(() => active(), /^Tue, 16 Jun 2026, 14:00/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Passeio de barco na baía" }).waitFor();
  await seen(page, /16 Jun 2026, 14:00/);
  await page.keyboard.press("Meta+k");
  await combobox.waitFor();
  await page.keyboard.type("acme");
  await search.getByRole("group", { name: "Partners" }).getByText("Acme Travel").waitFor();
  await combobox.fill("nothing like it");
  await search.getByText("Nothing found for “nothing like it”.").waitFor();
  await combobox.fill(guest.reference);
  await search.getByRole("group", { name: "Orders" }).getByText(guest.reference).waitFor();
  await page.keyboard.press("Escape");
  await search.waitFor({ state: "detached" });
});

test("orders are filtered by the names of partner and product, the filter is saved, and the list exported", async () => {
  const { office, guest } = shop;
  const page = await office.operator("orders", "/orders");
  const pick = async (label: string, text: string, option: RegExp) => {
    await page.getByRole("combobox", { name: label, exact: true }).fill(text);
    await page.getByRole("option", { name: option }).click();
  };
  await page.getByRole("button", { name: /^More filters/ }).click();
  await pick("Partner", "travel", /^Acme Travel/);
  await pick("Product", "barco", /^Passeio de barco/);
  await becomes(() => page.locator("tbody tr").count(), 1);
  await page.getByRole("row", { name: new RegExp(`${guest.reference}.*Lucía García`, "s") }).waitFor();
  await page.getByRole("button", { name: "Save this filter" }).click();
  await field(page, "Name").fill("Acme boats");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await seen(page, "The filter was saved.");
  const download = await page.download(() => page.getByRole("button", { name: "Export as XLSX" }).click());
  assert.equal(download.name, "orders-2026-06-15.xlsx");
  assert.equal(download.text.slice(0, 2), "PK");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await becomes(async () => (await page.locator("tbody tr").count()) > 1, true);
  await page.getByRole("button", { name: "Acme boats" }).click();
  await becomes(() => page.locator("tbody tr").count(), 1);
  await hasValue(page.getByRole("combobox", { name: "Partner", exact: true }), "Acme Travel");
});

for (const phone of [false, true])
  test(`a voucher is sent by e-mail to another address, ${phone ? "phone" : "desktop"}`, async () => {
    const { office, guest, mailbox } = shop;
    const page = await office.operator("orders", `/orders/${guest.id}/show`, { phone });
    await page.getByRole("button", { name: "Send by e-mail" }).click();
    const to = dialog(page).getByRole("textbox", { name: "To" });
    await hasValue(to, "lucia@example.com");
    await to.fill("reception@example.com");
    await dialog(page).getByRole("button", { name: "Send by e-mail" }).click();
    await seen(page, "The voucher was sent to reception@example.com.");
    await page.getByRole("region", { name: "History" }).getByText("Voucher sent by e-mail").first().waitFor();
    const [letter] = mailbox.received.splice(0);
    assert.deepEqual(letter!.to, ["reception@example.com"]);
    assert.match(letter!.text, /^Hola, Lucía García:/);
  });

for (const phone of [false, true])
  test(`the voucher's e-mail is previewed and saved, and an unknown placeholder is named, ${phone ? "phone" : "desktop"}`, async () => {
    const { office } = shop;
    const page = await office.operator("orders", "/letters", { phone });
    await page.getByRole("tab", { name: phone ? "Português" : "English" }).click();
    await field(page, "Text").fill("Dear {gest},");
    await page.getByRole("button", { name: "Preview" }).click();
    await seen(page, /\{gest\} is not a placeholder/);
    await field(page, "Text").fill("Dear ");
    await page.getByRole("button", { name: "Guest’s name" }).click();
    await page.getByRole("button", { name: "Preview" }).click();
    await becomes(
      () => page.locator("iframe").getAttribute("srcdoc"),
      />\s*Dear (First and last name|Nome e sobrenome)\s*</,
    );
    await page.getByRole("button", { name: "Save" }).click();
    await seen(page, "The text was saved.");
    const { ask } = await office.account("read-only");
    const { data } = await ask("GET", "/letters");
    assert.equal(data[0].texts[phone ? 1 : 2].body, "Dear {guest}");
  });

for (const phone of [false, true])
  test(`a ticket type is named, and lists show the name, ${phone ? "phone" : "desktop"}`, async () => {
    const { office, show } = shop;
    const page = await office.operator("catalogue", "/ticket-types", { phone });
    const name = phone ? "Kid" : "Under 12";
    await page.getByRole("button", { name: "Edit: CHILD" }).click();
    await field(page, "English").fill(name);
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await seen(page, "CHILD was saved.");
    await office.go(page, `/events/${show}/show`);
    await seen(page, new RegExp(`2 × Adult, 2 × ${name}`));
  });
