import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { inTransaction } from "../../../service/src/store/database/database.ts";
import { saveHome } from "../../../service/src/store/operators/home.ts";
import { eventIds } from "../../../service/test/concurrency/booking.ts";
import { Backoffice, fits } from "../support/browser.ts";
import { Clicks } from "../support/clicks.ts";
import { chooseFrom } from "../support/controls.ts";

/** Journeys of the orders desk in a browser. Component tests cover the details. */

let office: Backoffice;
let shows: string[];
before(async () => {
  office = await Backoffice.open();
  const { db } = office.app.store.database;
  shows = await eventIds(db, "show");
  await inTransaction(db, (tx) => saveHome(tx, { timeZone: "Europe/Madrid", currencyCode: "EUR" }));
});
after(() => office.close());

test("a school group is sold with deposit, and pays its balance, on a phone", async () => {
  const event = shows[20]!;
  const { ask } = await office.account("orders");
  await ask("POST", `/events/${event}/blocks`, {
    ...{ name: "Colegio San José", contact: "Ana Ruiz, 600 000 000", note: "Dos sillas de ruedas" },
    ...{ seats: 18, release: "2026-06-28T12:00" },
  });
  const page = await office.operator("orders", `/events/${event}/show`, {
    phone: true,
    lang: "es",
    servicesClock: true,
  });
  const clicks = new Clicks();
  const blocks = page.getByRole("region", { name: "Plazas bloqueadas" });
  await blocks.getByText("18 plazas").waitFor();
  await clicks.on(blocks.getByRole("link", { name: "Vender al grupo: Colegio San José" }));
  await page.getByText(/^18 plazas para este grupo · /).waitFor();
  await page.getByText("Para cobrar una señal ahora").waitFor();
  await page.getByRole("textbox", { name: "Adulto", exact: true }).fill("15");
  await clicks.on(page.getByRole("button", { name: "A crédito" }));
  await page.getByLabel("Señal que se paga ahora").fill("200");
  // No payment method is preset. With a preset, the closing of the day would have the wrong kind.
  await page.getByRole("button", { name: /^Vender: 675,00/ }).click();
  await page.getByText("Corrija 1 campo").waitFor();
  await page.getByText("Elija cómo se paga.").first().waitFor();
  await chooseFrom(page, "Forma de pago de la señal", "Efectivo");
  await page.getByLabel("El resto vence el").fill("2026-06-25");
  await fits(page);
  await page.getByText("Las otras 3 plazas del bloqueo").waitFor();
  assert.equal(await page.getByText("llegan después").count(), 0, "the product asks travellers nothing");
  await clicks.on(page.getByRole("button", { name: /^Vender: 675,00/ }));
  await page.getByText("Se ha vendido").waitFor();
  assert.equal(clicks.n, 3);
  await page.getByRole("link", { name: "Abrir" }).first().click();
  await page
    .getByText(/Saldo pendiente: 475,00/)
    .first()
    .waitFor();
  await page.getByText("Dos sillas de ruedas").first().waitFor();
  await fits(page);
  const paying = new Clicks();
  await paying.on(page.getByRole("button", { name: "Registrar un pago" }));
  const dialog = page.getByRole("dialog");
  await chooseFrom(page, "Forma de pago", "Transferencia");
  await paying.on(dialog.getByRole("button", { name: "Registrar un pago" }));
  await page.getByText("Pagado por completo").waitFor();
  assert.equal(paying.n, 2);
  await office.go(page, "/closing");
  await page.getByText("Saldos cobrados").first().waitFor();
  await fits(page);
  // Neither table scrolls in its own frame, also on a desktop.
  const phone = page.viewportSize()!;
  for (const size of [phone, { width: 1280, height: 860 }]) {
    await page.setViewportSize(size);
    for (const name of ["Caja del día", "Quién vendió"]) {
      const frame = page.getByRole("group", { name });
      assert.equal(await frame.evaluate((element) => element.scrollWidth - element.clientWidth), 0, name);
    }
  }
  await page.setViewportSize(phone);
  const { blocks: left, sold } = await ask("GET", `/events/${event}`);
  assert.deepEqual([sold, left[0].seats], [15, 3]);
});

test("last month for the accountant is a file after two clicks from the first page", async () => {
  const page = await office.operator("orders", "/", { servicesClock: true });
  const clicks = new Clicks();
  await clicks.on(page.getByRole("link", { name: "Daily closing" }));
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    clicks.on(page.getByRole("link", { name: "Excel for the accountant" })),
  ]);
  assert.equal(file.suggestedFilename(), "documents-2026-05-01-2026-05-31.xlsx");
  assert.equal(clicks.n, 2);
});
