import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { openShop, type Shop } from "../day/shop.ts";
import { becomes, button, chooseFrom, field, hasValue, isDisabled } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** An operator sells by telephone and to a walk-in guest. */

let shop: Shop<Backoffice>;
before(async () => {
  shop = await openShop(Backoffice);
  const owner = await shop.office.account("owner");
  await owner.ask("PUT", "/home", { timeZone: "Europe/Madrid", currencyCode: "EUR" });
});
after(() => shop.close());

test("a day without events leads to the next days, and another event keeps the tickets", async () => {
  const page = await shop.office.operator("orders", "/orders/create", { servicesClock: true });
  await page.getByRole("combobox", { name: "Product" }).fill("flamenco");
  await page.getByRole("option", { name: /Noche de flamenco/ }).click();
  await hasValue(page.getByLabel("Day"), /^2026-06-1[56]$/);
  await page.getByLabel("Day").fill("2026-05-20");
  await seen(page, "There are no events on this day.");
  await seen(page, "The next days:");
  await page
    .getByRole("button", { name: /1[56] Jun 2026/ })
    .first()
    .click();
  await page.getByLabel("Day").fill("2026-06-16");
  await chooseFrom(page, "Event", /20:00/);
  await button(page, "More: Adult").click();
  await button(page, "More: Adult").click();
  await button(page, "Sell: €90.00").waitFor();
  await page.getByLabel("Day").fill("2026-06-17");
  await chooseFrom(page, "Event", /20:00/);
  await button(page, "Sell: €90.00").waitFor();
});

test("a sale by telephone: event, tickets with live total, guest, card, and the voucher by e-mail", async () => {
  const { office, show, mailbox } = shop;
  const page = await office.operator("orders", "/", { servicesClock: true });
  await page.getByRole("link", { name: "New order" }).click();
  await page.getByRole("heading", { name: "New order" }).waitFor();
  await page.getByRole("combobox", { name: "Product" }).fill("flamenco");
  await page.getByRole("option", { name: /Noche de flamenco/ }).click();
  // The next event's day is proposed.
  await hasValue(page.getByLabel("Day"), /^2026-06-1[56]$/);
  await page.getByLabel("Day").fill("2026-06-16");
  await chooseFrom(page, "Event", /20:00.*16 seats left/);
  await isDisabled(button(page, "Sell"));
  await button(page, "More: Adult").click();
  await button(page, "Sell: €45.00").waitFor();
  await button(page, "More: Child").click();
  await seen(page, "US$100.00");
  await field(page, "First name").fill("Nora María");
  await field(page, "Last name").fill("Pérez Ruiz");
  await field(page, "E-mail").fill("nora.perez@example.com");
  await seen(page, "No confirmation is sent: this e-mail is switched off.");
  await field(page, "Telephone").fill("call me");
  await button(page, "Sell: €90.00").click();
  await seen(page, "Choose how it is paid.");
  await button(page, "Card").click();
  await button(page, "Sell: €90.00").click();
  await seen(page, "A telephone number has at least 6 digits.");
  await field(page, "Telephone").fill("+34 600 000 009");
  await button(page, "Sell: €90.00").click();
  await page.getByText(/-EN is sold\./).waitFor();
  assert.equal(await button(page, "Admit now").count(), 0, "the guest comes tomorrow");
  await seen(page, "No confirmation is sent: this e-mail is switched off.");
  await page.getByRole("link", { name: "Switch it on" }).waitFor();
  const order = await shop.newest(show);
  assert.deepEqual(
    [order.status, order.partner.externalId, order.payment.method, order.event.totalUsd.value, order.lang],
    ["complete", "desk", "card", 100, "en"],
  );
  const before = mailbox.ended;
  await button(page, "Send by e-mail").click();
  await page.getByRole("dialog").getByRole("button", { name: "Send by e-mail" }).click();
  await seen(page, "The voucher was sent to nora.perez@example.com.");
  assert.equal(mailbox.ended, before + 1);
  await page.getByRole("link", { name: "Open the order" }).click();
  await page.getByRole("heading", { level: 1, name: `${order.reference} · Nora María Pérez Ruiz` }).waitFor();
  await page.getByRole("region", { name: "Money" }).getByText("Card").waitFor();
});

test("a lost answer and a second press make one order", async () => {
  const { office, show } = shop;
  const before = await shop.seatsLeft(show);
  const page = await office.operator("orders", `/orders/create?eventId=${show}&walkIn=yes`);
  // The first order is placed, and its answer never comes.
  let lost = 0;
  page.intercept = async ({ method, path }, send) => {
    const answer = await send();
    if (method !== "POST" || path !== "/admin/api/orders" || lost++ > 0) return answer;
    throw new TypeError("Failed to fetch");
  };
  await button(page, "More: Adult").click();
  await button(page, "Cash").click();
  await button(page, "Sell: €45.00").click();
  await seen(page, /cannot be reached/);
  await button(page, "Sell: €45.00").click();
  await page.getByText(/is sold\./).waitFor();
  assert.equal(await shop.seatsLeft(show), before - 1);
});

test("the questions of the sale are answered, and another price needs its reason", async () => {
  const { office, boat } = shop;
  const page = await office.operator("owner", `/events/${boat}/show`, { phone: true });
  await page.getByRole("link", { name: "New order" }).click();
  await button(page, "More: Adult").click();
  await seen(page, "Traveller 1");
  assert.equal(await field(page, "First name").count(), 1, "only the questions ask for the names");
  await field(page, "First name").fill("Ana");
  await field(page, "Last name").fill("Souza");
  await field(page, "Weight (kg)").fill("61");
  await field(page, "Hotel").fill("Miramar");
  await field(page, "Hotel address").fill("Avenida Atlântica 1");
  await field(page, "Flight").fill("LA 1");
  await page.getByLabel("Flight date").fill("2026-06-19");
  await button(page, "On account").click();
  await page.getByRole("switch", { name: "Another price" }).click();
  await page.getByLabel("Price of Adult, in BRL").fill("105,00");
  // 105 reais are 20 dollars and 18 euros: the store's currency comes first, before and after the sale.
  await button(page, "Sell: €18.00").click();
  await seen(page, "Give the reason for the price.");
  await field(page, "Reason for the price").fill("Agreed with the hotel");
  await button(page, "Sell: €18.00").click();
  // A question is still open: the service says which.
  await page.getByText(/^Not sold: .*Flight time/).waitFor();
  await page.getByLabel("Flight time").fill("18:05");
  const total = /€18\.00\s*R\$\s?105\.00/;
  await becomes(() => page.getByRole("status").filter({ hasText: "Total" }).innerText(), total);
  await button(page, "Sell: €18.00").click();
  await page.getByText(/is sold\./).waitFor();
  await becomes(() => page.getByRole("definition").filter({ hasText: "105.00" }).innerText(), total);
  const order = await shop.newest(boat);
  assert.deepEqual([order.event.totalUsd.value, order.payment.reason], [20, "Agreed with the hotel"]);
});

test("free needs a reason, and a sold-out event says so", async () => {
  const { office, show } = shop;
  const page = await office.operator("orders", `/orders/create?eventId=${show}`);
  await button(page, "More: Adult").click();
  await button(page, "Free").click();
  await field(page, "Reason for the price").fill("Press");
  await button(page, "Sell: €0.00").click();
  await page.getByText(/is sold\./).waitFor();
  assert.equal((await shop.newest(show)).payment.method, "free");
  await button(page, "Next sale").click();
  await page.getByRole("textbox", { name: "Adult" }).fill("11");
  await seen(page, "This sale is not possible");
  await seen(page, "The maximum quantity of the ticket “Adult” is 10.");
  await isDisabled(button(page, /^Sell/));
});

test("a late guest walks in half an hour after the start, and nobody an hour after it", async () => {
  const { office, show } = shop;
  const { now } = office.app.clock;
  const before = await shop.seatsLeft(show);
  const opened = async (instant: string) => {
    office.app.clock.now = new Date(instant);
    const page = await office.operator("orders", `/events/${show}/show`, { phone: true, servicesClock: true });
    await seen(page, "Partners can book until");
    return page;
  };
  const page = await opened("2026-06-16T18:30:00Z");
  await page.getByRole("link", { name: "Walk-in" }).click();
  await button(page, "More: Adult").click();
  await button(page, "Cash").click();
  await button(page, "Sell: €45.00").click();
  await page.getByText(/is sold/).waitFor();
  assert.equal(await shop.seatsLeft(show), before - 1);
  const later = await opened("2026-06-16T19:00:00Z");
  assert.equal(await later.getByRole("link", { name: "Walk-in" }).count(), 0);
  office.app.clock.now = now;
});

test("a cancelled order is placed again with its guest and tickets, beside what it cost", async () => {
  const { office, show } = shop;
  const desk = await office.account("orders");
  const sale = {
    ...{ id: randomUUID(), eventId: show, tickets: [{ code: "ADULT", quantity: 2 }], totalUsd: "100.00" },
    ...{ lang: "es", method: "cash", name: "Ana", lastName: "López", email: "ana.lopez@example.com" },
  };
  const { id, reference } = await desk.ask("POST", "/orders", sale);
  await desk.ask("POST", `/orders/${id}/cancel`, {});
  const page = await office.operator("orders", `/orders/${id}/show`, { servicesClock: true });
  await page.getByRole("link", { name: "Place again" }).click();
  await page.getByRole("heading", { name: `Place ${reference} again` }).waitFor();
  await seen(page, "The ended order cost €90.00.");
  await hasValue(field(page, "E-mail"), "ana.lopez@example.com");
  await button(page, "Card").click();
  await button(page, "Sell: €90.00").click();
  await page.getByText(/is sold\./).waitFor();
  const { data } = await desk.ask("GET", "/orders?q=ana.lopez@example.com");
  const again = data.find((one: { reference: string }) => one.reference !== reference);
  assert.equal(again.leadName, "Ana López");
  await office.go(page, `/orders/${id}/show`);
  await page.getByRole("link", { name: again.reference }).waitFor();
});

test("a role that may not sell has no button for it", async () => {
  const { office, show } = shop;
  const page = await office.operator("read-only", `/events/${show}/show`);
  await seen(page, "Noche de flamenco");
  for (const name of ["New order", "Walk-in"]) assert.equal(await page.getByRole("link", { name }).count(), 0);
  await office.go(page, "/orders");
  assert.equal(await page.getByRole("link", { name: "New order" }).count(), 0);
});
