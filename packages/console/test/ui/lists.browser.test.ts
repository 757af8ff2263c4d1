import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { eventId, Partner } from "../../../service/test/support/partner.ts";
import { Backoffice, seen } from "../support/browser.ts";
import { becomes, button, hasValue } from "../support/controls.ts";

/** What only a browser shows of lists and fields: heights, links back, the clipboard, and a year that is being typed. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
  const partner = new Partner(office.app);
  const show = await eventId(office.app, "show-seat", "2026-06-20T20:00");
  for (const quantity of [1, 2, 3]) await partner.buy(show, { ADULT: quantity });
});
after(() => office.close());

const menu = (page: Page, entry: string) => page.getByRole("menu").getByText(entry, { exact: true });

test("rows get a second line and columns are hidden, and a reload keeps both", async () => {
  const page = await office.operator("read-only", "/orders");
  const height = async () => Math.round((await page.locator("tbody tr").first().boundingBox())!.height);
  assert.equal(await height(), 40);
  await page.getByRole("button", { name: "Rows and columns" }).click();
  await menu(page, "Two lines").click();
  await menu(page, "Partner").click();
  await page.keyboard.press("Escape");
  await becomes(() => page.getByRole("columnheader", { name: "Partner" }).count(), 0);
  const twoLines = await height();
  assert.ok(twoLines > 46, `${twoLines} pixels`);
  await page.reload();
  await office.settled(page);
  await page.getByRole("columnheader", { name: "Status" }).waitFor();
  assert.equal(await page.getByRole("columnheader", { name: "Partner" }).count(), 0);
  assert.equal(await height(), twoLines);
  await office.go(page, "/products");
  await page.getByRole("columnheader", { name: "City" }).waitFor();
  assert.ok((await height()) > 46, "the height belongs to all lists, the columns to one");
});

test("the list of orders has one row of filters, and a button counts and opens the others", async () => {
  const filter = JSON.stringify({ status: "complete", test: "false", flagged: "true" });
  const page = await office.operator("read-only", `/orders?${new URLSearchParams({ filter })}`);
  const filters = page.getByRole("search");
  assert.ok((await filters.boundingBox())!.height < 60, "one row");
  assert.equal(await page.getByLabel("Placed from").count(), 0);
  await page.getByRole("button", { name: "More filters (2)" }).click();
  await page.getByLabel("Placed from").fill("2026-06-01");
  await page.getByRole("button", { name: "More filters (3)" }).waitFor();
  assert.match(decodeURIComponent(page.url()), /placedFrom/, "the address has the filter");
});

test("a text is copied, and a refused clipboard is reported and the text selected", async () => {
  const page = await office.operator("owner", "/partners", { lang: "es" });
  const id = await page.evaluate(async () => {
    const answer = await fetch("/admin/api/partners?perPage=1", { headers: { "x-paseo-console": "1" } });
    return (await answer.json()).data[0].externalId as string;
  });
  await office.go(page, `/partners/${id}/show`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await button(page, "Copiar el identificador").click();
  await becomes(() => page.evaluate(() => navigator.clipboard.readText()), id);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
    document.execCommand = () => false;
  });
  await button(page, "Copiar el identificador").click();
  await seen(page, /El navegador no ha podido copiarlo/);
  assert.notEqual(await page.evaluate(() => String(getSelection())), "");
});

test("a year that is still being typed asks the service for nothing, and the field says what is wrong", async () => {
  const page = await office.operator("orders", "/orders/create", { lang: "es" });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/events?")) asked.push(request.url());
  });
  await page.getByRole("combobox", { name: "Producto" }).click();
  await page.getByRole("option").first().click();
  const day = page.getByLabel("Día", { exact: true });
  await day.fill("0202-06-20");
  await seen(page, "Escriba un año de cuatro cifras, de 1900 a 2199.");
  await day.fill("2026-06-20");
  await page.getByText("Escriba un año de cuatro cifras").waitFor({ state: "detached" });
  await becomes(async () => asked.filter((url) => url.includes("2026-06-20")).length > 0, true);
  assert.deepEqual(
    asked.filter((url) => url.includes("0202")),
    [],
  );
});

test("the menu opens a list without filters, and links back keep them", async () => {
  const filter = JSON.stringify({ status: "waitsupplier" });
  const page = await office.operator("orders", `/orders?${new URLSearchParams({ filter })}`);
  const clear = page.getByRole("button", { name: "Clear filters" });
  const inMenu = (name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true });
  await clear.waitFor();
  await page.locator("tbody a").first().click();
  await page.getByRole("button", { name: "Back" }).click();
  await clear.waitFor();
  await inMenu("Orders").click();
  await clear.waitFor({ state: "detached" });
  await inMenu("Products").click();
  await page.getByRole("heading", { level: 1, name: "Products" }).waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("flamenco");
  await becomes(async () => decodeURIComponent(page.url()), /flamenco/);
  await page
    .getByRole("link", { name: /Noche de flamenco/ })
    .first()
    .click();
  await page.getByRole("link", { name: "All products" }).click();
  await hasValue(page.getByRole("searchbox", { name: "Search" }), "flamenco");
  await inMenu("Products").click();
  await hasValue(page.getByRole("searchbox", { name: "Search" }), "");
});
