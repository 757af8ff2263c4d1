import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { productId } from "../../../service/test/support/partner.ts";
import { button, chooseFrom, field } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** One change to the listings of several products. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

test("meeting points and a category are given to all products of the catalogue, after a preview", async () => {
  const page = await office.operator("catalogue", "/products", { lang: "en", servicesClock: true });
  await page.getByRole("link", { name: "Change several listings" }).click();
  await button(page, "Preview").click();
  await seen(page, "Choose at least one product.");
  await button(page, "Add all products").click();
  await seen(page, /\d+ products chosen/);
  await chooseFrom(page, "Categories", "Add");
  await page.getByRole("combobox", { name: "Categories" }).last().click();
  await page.getByRole("option", { name: "Animals and nature" }).click();
  await page.keyboard.press("Escape");
  await chooseFrom(page, "Meeting points", "Replace");
  await button(page, "Add: Meeting points").click();
  await field(page, "ID").fill("pier");
  await field(page, "Name › English").first().fill("Pier 2");
  await button(page, "Preview").click();
  const save = page.getByRole("button", { name: /^Change \d+ products/ });
  await save.waitFor();
  await save.click();
  await seen(page, /\d+ products changed\./);
  const { source } = await (await office.account("read-only")).ask(
    "GET",
    `/products/${await productId(office.app, "show")}`,
  );
  assert.ok(source.categories.includes("wildlife"));
  assert.deepEqual(source.meetingPoints, [{ externalId: "pier", name: { en: "Pier 2" } }]);
});
