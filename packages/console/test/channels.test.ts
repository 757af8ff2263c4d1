import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { channelSettings } from "../../service/src/store/operators/sales-channels.ts";
import { show, testCatalogue, variant } from "../../service/test/support/samples/catalogue.ts";
import { Backoffice, seen } from "./support/dom.ts";

/** Sales channels that call the operator: set up on the page *Business*, with what they cannot sell. */

const rule = { code: "BOX", minQuantity: 0, maxQuantity: 20, defaultQuantity: 1, incrementQuantity: 1 };
const box = variant(
  show,
  { externalId: "box", name: "Box seats", immediateBooking: true },
  {
    externalId: "box-seat",
    name: "",
    ticketRules: [rule],
    schedules: [],
    events: [{ eventOn: "2026-06-30T20:00", capacity: 10, prices: [{ code: "BOX", amount: "45.00" }] }],
  },
);

let office: Backoffice;
before(async () => {
  office = await Backoffice.open({ catalogue: { ...testCatalogue, products: [...testCatalogue.products!, box] } });
});
after(() => office.close());

test("a ticket without a category is named, and sold once the operator chooses one", async () => {
  const page = await office.operator("owner", "/home");
  const section = page.getByRole("region", { name: "GetYourGuide" });
  // A channel is collapsed while it is off.
  await section.getByRole("button", { name: "Show GetYourGuide" }).click();
  await section.getByText(/^1 ticket has no category/).waitFor();
  await section.getByText(/items? cannot be sold/).click();
  await section
    .getByText(/the ticket BOX has no category here/)
    .first()
    .waitFor();
  await section.getByLabel("Sell on GetYourGuide").check();
  await section.getByLabel("Partner").click();
  await page.getByRole("option", { name: "Acme" }).click();
  await section.getByLabel("BOX").click();
  await page.getByRole("option", { name: "ADULT" }).click();
  await section.getByRole("button", { name: "Save" }).click();
  await seen(page, "The channel was saved.");
  await section.getByText(/\/getyourguide$/).waitFor();
  await section.getByText(/items? can be sold/).click();
  await section.getByRole("link", { name: /Box seats/ }).waitFor();
  const stored = await channelSettings(office.app.store.database.db, "getyourguide");
  assert.deepEqual([stored!.active, stored!.partner, stored!.categories], [true, "acme", { BOX: "ADULT" }]);
});

test("Viator needs its numbers, and its key becomes a key of the partner", async () => {
  const page = await office.operator("owner", "/home", { lang: "es", phone: true, dark: true });
  const section = page.getByRole("region", { name: "Viator" });
  await section.getByRole("button", { name: "Mostrar Viator" }).click();
  await section.getByLabel("Vender en Viator").check();
  await section.getByLabel("Socio").click();
  await page.getByRole("option", { name: "Acme" }).click();
  await section.getByRole("button", { name: "Guardar" }).click();
  await section.getByText("Escriba el número que le dio Viator.").waitFor();
  await section.getByLabel("Supplier ID").fill("1004");
  await section.getByLabel("País").fill("es");
  await section.getByRole("button", { name: "Guardar" }).click();
  await seen(page, "El canal se ha guardado.");
  await section.getByRole("button", { name: "Añadir la clave de Viator" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Clave", { exact: false }).first().fill("issued-by-viator-b7Xq29Tk4Wm");
  await dialog.getByRole("button", { name: "Añadir la clave de Viator" }).click();
  await seen(page, "La clave se ha añadido.");
  const answer = await fetch(`${office.app.url}/viator/tourlist`, {
    method: "POST",
    headers: { "x-api-key": "issued-by-viator-b7Xq29Tk4Wm" },
    body: JSON.stringify({ requestType: "TourListRequest", data: { SupplierId: 1004 } }),
  });
  assert.equal(answer.status, 200);
});
