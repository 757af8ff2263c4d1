import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { Backoffice, fits, seen, violationsDayAndNight } from "../support/browser.ts";
import { Clicks } from "../support/clicks.ts";
import { button } from "../support/controls.ts";
import { openMailedShow } from "./mailed-show.ts";

/** An action on all orders of an event on a phone. Component tests cover the other actions. */

let shop: Awaited<ReturnType<typeof openMailedShow<Backoffice>>>;
let office: Backoffice;
before(async () => {
  shop = await openMailedShow(Backoffice);
  office = shop.office;
});
after(() => shop.close());

test("all orders are cancelled in five clicks from the event, and each is reported", async () => {
  const event = await shop.evening(21);
  const orders = [
    await shop.buy(event, "ana@example.com"),
    await shop.buy(event, "joao@example.com", "pt"),
    await shop.buy(event, "x@example.com", "es", 3),
  ];
  await sql`update orders set email = '' where id = ${orders[2]!.id}`.execute(office.app.store.database.db);
  shop.mailbox.received.length = 0;
  const page = await office.operator("orders", `/events/${event}/show`, { phone: true });
  const clicks = new Clicks();
  await clicks.on(button(page, "More actions"));
  await clicks.on(page.getByRole("menuitem", { name: "Cancel all orders" }));
  const panel = page.getByRole("region", { name: "Who is affected" });
  await panel.getByText("€315.00").first().waitFor();
  const shown = (await panel.innerText()).replaceAll(/\s+/gu, " ");
  for (const part of [
    /Orders 3/i,
    /People 7/i,
    /Acme Travel \(3\)/,
    /Own seats \(3\)/,
    /By e-mail 2/i,
    /By telephone 1/i,
  ])
    assert.match(shown, part);
  assert.equal(await page.evaluate(() => scrollY), 0, "the page opens at its top, with its heading");
  await page.getByLabel("Reason for partners").fill("Storm warning");
  assert.deepEqual(await violationsDayAndNight(page), []);
  await fits(page);
  await clicks.on(button(page, "Cancel 3 orders"));
  const question = page.getByRole("dialog", { name: "Cancel 3 orders?" });
  await question.getByText("Refund: €315.00, the full price.").waitFor();
  await clicks.on(question.getByRole("button", { name: "Cancel 3 orders" }));
  await seen(page, "Every order is done.");
  await seen(page, "Done: 3 of 3");
  for (const { reference } of orders) await page.getByRole("link", { name: reference }).waitFor();
  await seen(page, "Call the guest of 1 order, who may not know yet.");
  await clicks.on(button(page, "Show telephone numbers"));
  await page.getByRole("link", { name: "+34 600 000 000" }).waitFor();
  await seen(page, /Lo sentimos: tenemos que cancelar esta reserva/);
  assert.deepEqual(await violationsDayAndNight(page), []);
  await fits(page);
  assert.equal(clicks.n, 5);
  assert.deepEqual(shop.mailbox.received.flatMap(({ to }) => to).sort(), ["ana@example.com", "joao@example.com"]);
  const { ask } = await office.account("read-only");
  for (const { id } of orders) assert.equal((await ask("GET", `/orders/${id}`)).status, "cancelled");
  assert.equal((await ask("GET", `/events/${event}`)).setting, "black-out");
  await page.getByRole("link", { name: "The event" }).click();
  await page
    .getByRole("region", { name: "Actions on all orders" })
    .getByText(/Done: 3 of 3 · 1 order with guests not told/)
    .waitFor();
});
