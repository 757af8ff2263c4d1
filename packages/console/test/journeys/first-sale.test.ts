import assert from "node:assert/strict";
import { test } from "node:test";
import { firstOwnerToken } from "../../../service/src/domain/operators/operators.ts";
import { eventId, Partner } from "../../../service/test/support/partner.ts";
import { secretsOf } from "../../../service/test/support/samples/ordering.ts";
import { startReceiver, verified } from "../../../service/test/support/servers/callback-receiver.ts";
import { Backoffice, seen, testPassword } from "../support/browser.ts";
import { button, dialog, field } from "../support/controls.ts";

/** The whole product in a new installation, from the first sign-in to check-in. */

test("first sale: create a product, sell it through a partner, notify, redeem", async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const office = await Backoffice.open({ config: { callbackAllowPrivate: true } });
  t.after(() => office.close());
  const { app } = office;
  const page = await office.visitor({ lang: "es" });
  const email = "ana@example.com";

  await office.visit(page, `/welcome/${await firstOwnerToken(app.store.database.db, app.clock.now)}`);
  await page.getByLabel("Su nombre").fill("Ana Ruiz");
  await page.getByLabel("Su correo electrónico").fill(email);
  await page.getByLabel("Contraseña nueva", { exact: true }).fill(testPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Resumen" }).waitFor();
  await page.getByRole("button", { name: "Idioma: Español (ES)" }).click();
  await page.getByRole("menuitemradio", { name: "English" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();

  await page.clock.setFixedTime(app.clock.now);
  await office.go(page, "/products/create");
  await field(page, "Name").fill("Zarzuela de noche");
  await page.getByRole("combobox", { name: "City code" }).fill("MAD");
  await seen(page, "EUR · Euro");
  await field(page, "Venue or meeting point").fill("Teatro de la Zarzuela");
  await field(page, "Address").fill("Calle de Jovellanos 4, 28014 Madrid");
  await field(page, "First day").fill("2026-06-16");
  await field(page, "Last day").fill("2026-07-31");
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday"]) await button(page, day).click();
  await field(page, "Price ADULT").fill("45");
  await field(page, "Price CHILD").fill("20");
  await seen(page, /^On Fridays, Saturdays and Sundays at 20:00/);
  await button(page, "Review and save").click();
  await dialog(page).getByText("19 new events").waitFor();
  await button(page, "Save and publish").click();
  await page.getByRole("heading", { name: "Zarzuela de noche" }).waitFor();

  const partner = new Partner(app);
  const { values } = await partner.wire.ask("products", { query: "zarzuela" });
  assert.deepEqual(
    values.map(({ name, hasAvailability }) => [name, hasAvailability]),
    [["Zarzuela de noche", true]],
  );
  const event = await eventId(app, "zarzuela-de-noche", "2026-06-19T20:00");
  const order = await partner.buy(event, { ADULT: 2, CHILD: 1 }, { callbackUrl: receiver.url("/orders") });
  assert.equal(order.status, "complete");

  const [heard] = await receiver.waitFor(1, { path: "/orders" });
  const [secret] = await secretsOf(app);
  const { data } = verified(heard!, secret!);
  assert.deepEqual([data.orderId, data.status, data.confirmation], [order.id, "complete", null]);
  const { pathname } = new URL(data.voucherUrl!);
  const pdf = Buffer.from(await (await fetch(app.url + pathname)).arrayBuffer());
  assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");

  app.clock.now = new Date("2026-06-19T17:30:00Z");
  const phone = await office.visitor({ phone: true });
  await office.signIn(phone.context(), email);
  await office.visit(phone, "/door");
  await phone.getByRole("textbox").fill(data.voucherUrl!);
  await phone.getByRole("button", { name: "Admit" }).click();
  await phone.getByRole("alert").getByRole("heading", { name: "Admitted" }).waitFor();
});
