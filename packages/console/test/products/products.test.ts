import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventId, Partner, productId } from "../../../service/test/support/partner.ts";
import { show, variant } from "../../../service/test/support/samples/catalogue.ts";
import { becomes, button, chooseFrom, dialog, field, hasValue } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** Products: created, read by partners, changed with a preview, and their errors. */

let office: Backoffice;
before(async () => {
  office = await Backoffice.open();
});
after(() => office.close());

/** Days are counted from today. */
const catalogueOffice = (path: string, settings: Parameters<Backoffice["operator"]>[2] = {}) =>
  office.operator("catalogue", path, { servicesClock: true, ...settings });

test("a product with a weekly schedule is created, read by a partner and sold", async () => {
  const page = await catalogueOffice("/products");
  await page.getByRole("link", { name: "New product" }).click();
  await office.settled(page);
  await field(page, "Name").fill("Ópera de cámara");
  await hasValue(field(page, "ID"), "opera-de-camara");
  await hasValue(field(page, "Item code"), "OPERA-CAMARA-1");
  await hasValue(field(page, "Item ID"), "opera-de-camara");
  await hasValue(field(page, "Item name"), "Ópera de cámara");
  // Other products are in Madrid, so its time zone and currency are proposed.
  await page.getByRole("combobox", { name: "City code" }).fill("MAD");
  await hasValue(page.locator("#product-timeZone"), "Europe/Madrid");
  await seen(page, "EUR · Euro");
  await field(page, "Venue or meeting point").fill("Teatro Real");
  await field(page, "Address").fill("Plaza de Isabel II, 28013 Madrid");
  await field(page, "Item name").fill("Butaca");
  await hasValue(field(page, "Item ID"), "butaca");
  await field(page, "First day").fill("2026-06-19");
  await field(page, "Last day").fill("2026-07-05");
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Sunday"]) await button(page, day).click();
  await field(page, "Times").fill("22.30, 20h");
  await field(page, "Price ADULT").fill("60,5");
  await field(page, "Price CHILD").fill("30");
  await seen(
    page,
    "On Fridays and Saturdays at 20:00 and 22:30, from 19 Jun 2026 to 5 Jul 2026: 12 dates, 20 seats each.",
  );
  await button(page, /^Fri, 19 Jun 2026: 20:00 and 22:30\. Change this day$/).waitFor();
  await becomes(() => button(page, /^Sun, 21 Jun 2026/).count(), 0);

  await button(page, "Review and save").click();
  await dialog(page).getByText("12 new events").waitFor();
  await button(page, "Save and publish").click();
  await page.getByRole("heading", { name: "Ópera de cámara" }).waitFor();
  await office.settled(page);
  await seen(page, "Published");
  await seen(page, "19 Jun 2026, 20:00");

  const partner = new Partner(office.app);
  const id = await productId(office.app, "opera-de-camara");
  const product = await partner.wire.ask("product", { lang: "es", id });
  assert.deepEqual(
    [product.name, product.items[0]!.partNumber, product.items[0]!.ticketRules.length],
    ["Ópera de cámara", "OPERA-CAMARA-1", 2],
  );
  const { totalUsd } = await partner.validate(await eventId(office.app, "butaca", "2026-06-20T22:30"), { ADULT: 2 });
  // 121.00 EUR at 0.9 EUR per dollar.
  assert.equal(totalUsd!.value, 134.44);
});

test("an exception is added from the calendar and previewed, and sold seats stay sold", async () => {
  await office.app.import({ products: [variant(show, { externalId: "gala" }, { externalId: "gala-seat" })] });
  await new Partner(office.app).buy(await eventId(office.app, "gala-seat", "2026-06-20T20:00"), { ADULT: 3 });
  const id = await productId(office.app, "gala");
  const page = await catalogueOffice(`/products/${id}/show`);
  await page.getByRole("link", { name: "Edit" }).click();
  await office.settled(page);
  await button(page, /^Sat, 20 Jun 2026: 20:00/).click();
  const exception = page.getByRole("listitem", { name: "20 Jun 2026" });
  await hasValue(exception.getByLabel("Day"), "2026-06-20");
  await seen(page, /30 dates, 20 seats each, 1 off sale/);
  await button(page, /^Sun, 21 Jun 2026: 20:00/).click();
  const other = page.getByRole("listitem", { name: "21 Jun 2026" });
  await chooseFrom(page, "Change", "On sale with another capacity or other prices");
  await other.getByLabel("Other prices").check();
  await other.getByLabel("Price ADULT").fill("99");
  await button(page, /^Sun, 21 Jun 2026: 20:00 \*/).waitFor();
  await field(page, "Last day").fill("2026-07-14");

  await button(page, "Review and save").click();
  for (const message of [
    "2 events changed",
    "1 event removed",
    "1 event with sold seats (3) goes off sale. Its orders remain valid.",
    "27 dates are unchanged.",
    "Sat, 20 Jun 2026, 20:00",
  ])
    await dialog(page).getByText(message).last().waitFor();
  await button(page, "Save").click();
  await office.settled(page);
  await seen(page, "3 sold seats are on dates that are off sale. Their orders remain valid.");
  await seen(page, /29 dates, 20 seats each, 1 off sale, 1 different/);
  const { source } = await (await office.account("read-only")).ask("GET", `/products/${id}`);
  assert.deepEqual(source.items[0].schedules[0].exceptions, [
    { date: "2026-06-20", availability: "removed" },
    {
      date: "2026-06-21",
      prices: [
        { code: "ADULT", amount: "99" },
        { code: "CHILD", amount: "22.50" },
      ],
    },
  ]);

  // Opens the effect of the change, and then restores the former revision.
  await button(page, "What changed: Revision 2").click();
  await dialog(page).getByText("gala-seat › Schedule 1 › Last day").waitFor();
  await dialog(page).getByText("14 Jul 2026").waitFor();
  await button(page, "Close").click();
  await button(page, "Show all 2").click();
  await button(page, "What changed: Revision 1").click();
  await button(page, "Restore this revision").click();
  await dialog(page).getByText("3 events changed").waitFor();
  await button(page, "Restore this revision").click();
  await seen(page, "Revision 3 (current)");
  await seen(page, /30 dates, 20 seats each\./);
});

test("errors are shown at the field and the section, and typed values stay", async () => {
  const id = await productId(office.app, "show");
  const page = await catalogueOffice(`/products/${id}`);
  await field(page, "Name").fill("");
  await field(page, "Price CHILD").fill("7.5055");
  await button(page, "Add a refund tier").click();
  await hasValue(field(page, "Hours before the event of tier 1"), "24");
  await button(page, "Add a refund tier").click();
  await field(page, "Hours before the event of tier 2").fill("48");
  await field(page, "Percent of tier 2").fill("50");
  await field(page, "Last day").fill("2026-06-01");
  await button(page, "Review and save").click();
  const summary = page.getByRole("alert");
  await summary.getByText("Correct 4 fields").waitFor();
  await summary.getByRole("button", { name: "Refunds › Hours before the event of tier 2" }).waitFor();
  await becomes(() => dialog(page).count(), 0);
  await page.getByRole("region", { name: "Basics" }).getByText("1 to correct").waitFor();
  await page.getByRole("region", { name: "Schedule 1" }).getByText("2 to correct").waitFor();
  await summary.getByRole("button", { name: "Butaca › Schedule 1 › Last day" }).click();
  await becomes(() => page.focused().getAttribute("type"), "date");
  await page.keyboard.press("Tab");
  await button(page, "Remove tier 1").click();
  await field(page, "Name").fill("Noche de flamenco");
  await field(page, "Last day").fill("2026-07-15");
  // EUR has two decimals.
  await becomes(() => field(page, "Price CHILD").getAttribute("aria-invalid"), "true");
  await field(page, "Price CHILD").fill("7.50");
  await becomes(() => page.locator('[aria-invalid="true"]').count(), 0);

  // Leaving the page needs a confirmation, and the draft can be continued later.
  await page.getByRole("link", { name: "Back to the product" }).click();
  await dialog(page).getByText("Leave without saving?").waitFor();
  await button(page, "Leave").click();
  await page.getByRole("link", { name: "Edit" }).click();
  await office.settled(page);
  await button(page, "Open the draft").click();
  await hasValue(field(page, "Price CHILD"), "7.50");
  await hasValue(field(page, "Hours before the event of tier 1"), "48");
});

test("after a conflict on a product the second operator sees the other change and combines both", async () => {
  await office.app.import({ products: [variant(show, { externalId: "duo" }, { externalId: "duo-seat" })] });
  const id = await productId(office.app, "duo");
  const page = await catalogueOffice(`/products/${id}`);
  await field(page, "Name").fill("Dúo");
  const first = await office.account("owner");
  const { source, revision } = await first.ask("GET", `/products/${id}`);
  const schedule = { ...source.items[0].schedules[0], capacity: 55 };
  const theirs = { ...source, cancelPurchaseHour: 48, items: [{ ...source.items[0], schedules: [schedule] }] };
  await first.ask("PUT", `/products/${id}`, { source: theirs, revision });

  await button(page, "Review and save").click();
  await seen(page, `${first.email} changed this product while you were editing it`);
  await seen(page, "duo-seat › Schedule 1 › Capacity");
  await hasValue(field(page, "Name"), "Dúo");
  await button(page, "Combine both changes").click();
  await seen(page, "The form has both changes. They are not saved yet.");
  await hasValue(field(page, "Capacity"), "55");
  await button(page, "Review and save").click();
  await dialog(page).getByText("1 product changed").waitFor();
  await button(page, "Save").click();
  await page.getByRole("heading", { name: "Dúo" }).waitFor();
  const saved = await first.ask("GET", `/products/${id}`);
  assert.deepEqual(
    [saved.source.name, saved.source.cancelPurchaseHour, saved.source.items[0].schedules[0].capacity, saved.revision],
    ["Dúo", 48, 55, 3],
  );
});

test("a product is unpublished, duplicated and deleted, and the list finds each", async () => {
  await office.app.import({
    products: [variant(show, { externalId: "fado", name: "Noite de fado" }, { externalId: "fado-seat" })],
  });
  const page = await catalogueOffice("/products", { lang: "es" });
  await page.getByRole("searchbox", { name: "Buscar" }).fill("fado");
  await page.getByRole("link", { name: "Museum day ticket" }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Noite de fado" }).click();
  await button(page, "Retirar del catálogo").click();
  await dialog(page).getByText("Los socios ya no pueden venderlo.").waitFor();
  await dialog(page).getByRole("button", { name: "Retirar del catálogo" }).click();
  await button(page, "Publicar").waitFor();
  await button(page, "Más acciones").click();
  await page.getByRole("menuitem", { name: "Duplicar" }).click();
  await field(page, "Identificador").fill("show");
  await dialog(page).getByRole("button", { name: "Duplicar" }).click();
  await dialog(page).getByText("Ya hay, o hubo, un producto con este identificador. Elija otro.").waitFor();
  await field(page, "Identificador").fill("fado-2");
  await dialog(page).getByRole("button", { name: "Duplicar" }).click();
  await page.getByRole("heading", { name: "Noite de fado (copia)" }).waitFor();
  await button(page, "Más acciones").click();
  await page.getByRole("menuitem", { name: "Eliminar" }).click();
  await dialog(page).getByRole("button", { name: "Eliminar" }).click();
  await seen(page, "Eliminado");
  await page.getByRole("link", { name: "Todos los productos" }).click();
  await page.getByRole("combobox", { name: "Estado" }).click();
  await page.getByRole("option", { name: "Eliminado", exact: true }).click();
  await page.getByRole("link", { name: "Noite de fado (copia)" }).waitFor();
  await becomes(() => page.getByRole("link", { name: "Noite de fado", exact: true }).count(), 0);
});

test("when the session ends, the draft survives the sign-in page", async () => {
  const page = await office.operator("catalogue", "/products/create");
  await field(page, "Name").fill("Volta da baía");
  await becomes(() => page.window.sessionStorage.getItem("paseo.product.new"), /Volta da ba/);
  page.tab.cookie = "";
  // The form looks up the product's city for the proposed time zone and currency.
  await page.getByRole("combobox", { name: "City code" }).fill("MAD");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await becomes(() => dialog(page).count(), 0, "leaving needs no confirmation");
  await office.signIn(page, page.email);
  await office.visit(page, "/products/create");
  await button(page, "Open the draft").click();
  await hasValue(field(page, "Name"), "Volta da baía");
});

test("a read-only operator sees products and revisions, and no actions", async () => {
  const page = await office.operator("read-only", "/products");
  const museum = page.getByRole("row", { name: /Museum day ticket/ });
  await becomes(() => museum.innerText(), /Mon, 15 Jun 2026/);
  await page.getByRole("link", { name: "Museum day ticket" }).click();
  await office.settled(page);
  for (const name of ["Edit", "Publish", "Unpublish", "More actions", "New product"])
    await becomes(() => page.getByText(name, { exact: true }).count(), 0, name);
  await seen(page, "Revisions");
  await office.go(page, `/products/${await productId(office.app, "museum")}`);
  await seen(page, "Your role does not include this page.");
});
