import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { until } from "../../../service/test/support/until.ts";
import { becomes, button } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";
import { openMailedShow } from "./mailed-show.ts";

/** E-mails to guests: switched on, previewed, tried, and shown at the order. */

let shop: Awaited<ReturnType<typeof openMailedShow<Backoffice>>>;
let office: Backoffice;
before(async () => {
  shop = await openMailedShow(Backoffice);
  office = shop.office;
});
after(() => shop.close());

const buy = async (email: string) => shop.buy(await shop.evening(20), email);

for (const phone of [false, true])
  test(`a letter is switched on, previewed with an order and tried, ${phone ? "phone" : "desktop"}`, async () => {
    const { reference } = await buy("ana@example.com");
    const page = await office.operator("orders", "/letters", { phone });
    await page.getByRole("tab", { name: "Reminder" }).click();
    await page.getByLabel("Hours before the event").fill("0");
    await seen(page, "A number from 1 to 720.");
    await page.getByLabel("Hours before the event").fill(phone ? "6" : "48");
    const send = page.getByRole("switch", { name: "Send this e-mail" });
    await send.click();
    await seen(page, phone ? "Reminder: off" : "Reminder: on");
    await page.getByRole("tab", { name: phone ? /Reminder\s*Off/ : /Reminder\s*On/ }).waitFor();
    await page.getByLabel("Order for the preview").fill(reference);
    await button(page, "Preview").click();
    const letter = () => page.locator("iframe").getAttribute("srcdoc");
    await becomes(letter, /Noche de flamenco/);
    assert.equal((await letter())!.match(/<a [^>]*>\s*Abrir el bono/g)?.length, 1);
    shop.mailbox.received.length = 0;
    await button(page, "Send one to me").click();
    await seen(page, /^The e-mail was sent to /);
    assert.match(shop.mailbox.received.splice(0)[0]!.text, new RegExp(reference));
  });

test("a product has a letter of its own", async () => {
  const page = await office.operator("orders", "/letters");
  await page.getByRole("combobox", { name: "Product" }).fill("flam");
  await page.getByRole("option").first().click();
  await page.getByRole("combobox", { name: "For this product" }).click();
  await page.getByRole("option", { name: "On", exact: true }).click();
  await seen(page, "Confirmation: on");
  await page.getByRole("textbox", { name: "Text" }).fill("¡Olé, {guest}!\n{voucher_link}");
  await button(page, "Save").click();
  await seen(page, "The text was saved.");
  shop.mailbox.received.length = 0;
  await buy("olé@example.com".normalize("NFD").replace(/\p{M}/gu, ""));
  const [mail] = await until(() => shop.mailbox.received.length > 0 && shop.mailbox.received, "the letter");
  assert.match(mail!.text, /^¡Olé!\n/);
  await button(page, "Use the text of all products").click();
  await seen(page, "The text of all products is used again.");
  await page.getByRole("combobox", { name: "For this product" }).click();
  await page.getByRole("option", { name: "As for all products" }).click();
  await seen(page, "Confirmation: saved");
});

for (const phone of [false, true])
  test(`the order shows what was sent and what the mail server refused, ${phone ? "phone" : "desktop"}`, async () => {
    const { ask } = await office.account("orders");
    const revision = async () => (await ask("GET", "/letters")).data[0].revision;
    await ask("PUT", "/letters/confirmation", { isOn: true, revision: await revision() });
    shop.mailbox.trouble = { at: "recipient", with: 550 };
    const { id } = await buy("gone@example.com");
    const { db } = office.app.store.database;
    await until(
      async () =>
        (await sql`select 1 from guest_letter where order_id = ${id} and state = 'failed'`.execute(db)).rows.length > 0,
      "the refusal",
    );
    shop.mailbox.trouble = null;
    const page = await office.operator("orders", `/orders/${id}/show`, { phone });
    const letters = page.getByRole("region", { name: "E-mails to the guest" });
    await letters.getByText("not sent").waitFor();
    await letters.getByText(/550 Not here, not now/).waitFor();
  });
