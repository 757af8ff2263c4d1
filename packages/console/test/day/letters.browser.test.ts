import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { until } from "../../../service/test/support/until.ts";
import { Backoffice, fits, violationsDayAndNight } from "../support/browser.ts";
import { openShop, type Shop } from "./shop.ts";

/** E-mails to guests on a phone: their preview, and what the order shows of them. */

let shop: Shop<Backoffice>;
before(async () => {
  shop = await openShop(Backoffice);
});
after(() => shop.close());

test("a letter is previewed on a phone", async () => {
  const page = await shop.office.operator("orders", "/letters", { phone: true });
  await page.getByRole("tab", { name: "Reminder" }).click();
  await page.getByLabel("Order for the preview").fill(shop.guest.reference);
  await page.getByRole("button", { name: "Preview" }).click();
  const letter = page.frameLocator("iframe");
  await letter.getByText("Passeio de barco na baía").first().waitFor();
  assert.equal(await letter.getByRole("link", { name: "Abrir el bono" }).count(), 1);
  assert.deepEqual(await violationsDayAndNight(page), []);
  await fits(page);
});

test("an order on a phone names the letter that the mail server refused", async () => {
  const { office, mailbox, partner, show } = shop;
  const { ask } = await office.account("orders");
  const { data } = await ask("GET", "/letters");
  await ask("PUT", "/letters/confirmation", { isOn: true, revision: data[0].revision });
  mailbox.trouble = { at: "recipient", with: 550 };
  const { id } = await partner.buy(show, { ADULT: 1 }, { email: "gone@example.com" });
  await ask("POST", `/orders/${id}/confirm`, {});
  const refused = sql`select 1 from guest_letter where order_id = ${id} and state = 'failed'`;
  await until(async () => (await refused.execute(office.app.store.database.db)).rows.length > 0, "the refusal");
  mailbox.trouble = null;
  const page = await office.operator("orders", `/orders/${id}/show`, { phone: true });
  await page.getByRole("region", { name: "E-mails to the guest" }).getByText("not sent").waitFor();
  assert.deepEqual(await violationsDayAndNight(page), []);
  await fits(page);
});
