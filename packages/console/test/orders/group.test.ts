import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { inTransaction } from "../../../service/src/store/database/database.ts";
import { saveHome } from "../../../service/src/store/operators/home.ts";
import { eventIds } from "../../../service/test/concurrency/booking.ts";
import { Backoffice } from "../support/dom.ts";

/** The sale of a block. journeys/orders.browser.test.ts sells a school group with deposit. */

let office: Backoffice;
let shows: string[];
before(async () => {
  office = await Backoffice.open();
  const { db } = office.app.store.database;
  shows = await eventIds(db, "show");
  await inTransaction(db, (tx) => saveHome(tx, { timeZone: "Europe/Madrid", currencyCode: "EUR" }));
});
after(() => office.close());

test("after the sale of a whole block no request is refused", async () => {
  const event = shows[22]!;
  const { ask } = await office.account("orders");
  const contact = { name: "Colegio San José", contact: "Ana Ruiz, 600 000 000" };
  await ask("POST", `/events/${event}/blocks`, { ...contact, seats: 4, release: "2026-06-28T12:00" });
  const [block] = (await ask("GET", `/events/${event}`)).blocks;
  const page = await office.operator("orders", `/orders/create?eventId=${event}&block=${block.id}`, { lang: "es" });
  await page.getByRole("textbox", { name: "Adulto", exact: true }).fill("4");
  await page.getByRole("button", { name: "Tarjeta" }).click();
  await page.getByRole("button", { name: /^Vender: 180,00/ }).click();
  await page.getByText("Se ha vendido").waitFor();
  assert.ok(await page.quiet());
  assert.deepEqual(page.refused, []);
});
