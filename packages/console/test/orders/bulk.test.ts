import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { eventId } from "../../../service/test/support/partner.ts";
import { button, chooseFrom, hasValue } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";
import { openMailedShow } from "./mailed-show.ts";

/** Actions on orders of events: the orders that they concern, their start and their report. bulk.browser.test.ts cancels all. */

let shop: Awaited<ReturnType<typeof openMailedShow<Backoffice>>>;
let office: Backoffice;
before(async () => {
  shop = await openMailedShow(Backoffice);
  office = shop.office;
});
after(() => shop.close());

for (const [day, lang, phone] of [
  [23, "en", false],
  [25, "es", true],
  [27, "pt", false],
] as const)
  test(`orders that cannot be moved are named before and after, ${lang}, ${phone ? "phone" : "desktop"}`, async () => {
    const [from, to] = [await shop.evening(day), await shop.evening(day + 1)];
    const orders = [await shop.buy(from, "ana@example.com"), await shop.buy(from, "bea@example.com")];
    await shop.buy(to, "x@example.com", "es", 10);
    await shop.buy(to, "y@example.com", "es", 8);
    const words = {
      en: [
        "More actions",
        "Move all orders",
        "Event",
        "Preview",
        "Move 1 order",
        "1 order cannot be moved and stays as it is",
        "Every order is done.",
      ],
      es: [
        ...["Más acciones", "Mover todas las reservas", "Evento", "Vista previa", "Mover 1 reserva"],
        ...["1 reserva no se puede mover y queda como está", "Todas las reservas están procesadas."],
      ],
      pt: [
        ...["Mais ações", "Mover todas as reservas", "Evento", "Prévia", "Mover 1 reserva"],
        ...["1 reserva não pode ser movida e fica como está", "Todas as reservas foram concluídas."],
      ],
    }[lang] as [string, string, string, string, string, string, string];
    const [menu, move, eventLabel, preview, start, stays, ended] = words;
    const page = await office.operator("orders", `/events/${from}/show`, { lang, phone, servicesClock: true });
    await button(page, menu).click();
    await page.getByRole("menuitem", { name: move }).click();
    await hasValue(page.getByLabel(/^(Day|Día|Dia)$/), `2026-06-${day + 1}`, "the next day with events is proposed");
    await page.getByLabel(/^(Day|Día|Dia)$/).fill(`2026-06-${day + 1}`);
    await chooseFrom(page, eventLabel, /20:00/);
    await button(page, preview).click();
    await seen(page, stays);
    await button(page, start).click();
    await seen(page, ended);
    const { ask } = await office.account("read-only");
    const events = [];
    for (const { id } of orders) events.push((await ask("GET", `/orders/${id}`)).event.id);
    assert.deepEqual(events.sort(), [from, to].sort());
  });

for (const phone of [false, true])
  test(`guests that are selected in the manifest move alone, ${phone ? "phone" : "desktop"}`, async () => {
    const [from, to] = [await shop.evening(phone ? 16 : 17), await shop.evening(phone ? 18 : 19)];
    const orders = [
      await shop.buy(from, "ana@example.com"),
      await shop.buy(from, "bea@example.com"),
      await shop.buy(from, "eva@example.com"),
    ];
    const page = await office.operator("orders", `/events/${from}/show`, { phone, servicesClock: true });
    for (const { reference } of orders.slice(0, 2)) await page.getByRole("checkbox", { name: reference }).check();
    await seen(page, "2 orders selected · 4 people");
    await button(page, "Move").click();
    await page.getByLabel("Day").fill(`2026-06-${phone ? 18 : 19}`);
    await chooseFrom(page, "Event", /20:00/);
    await button(page, "Preview").click();
    await button(page, "Move 2 orders").click();
    await seen(page, "Every order is done.");
    const { ask } = await office.account("read-only");
    const events = [];
    for (const { id } of orders) events.push((await ask("GET", `/orders/${id}`)).event.id);
    assert.deepEqual(events, [to, to, from]);
    assert.equal((await ask("GET", `/events/${from}`)).setting, "available", "the event is still on sale");
  });

for (const phone of [false, true])
  test(`the orders of several events are cancelled in one action, ${phone ? "phone" : "desktop"}`, async () => {
    const days = phone ? [8, 9] : [6, 7];
    const july = (day: number) => eventId(office.app, "show-seat", `2026-07-0${day}T20:00`);
    const events = [await july(days[0]!), await july(days[1]!)];
    const orders = [
      await shop.buy(events[0]!, "ana@example.com"),
      await shop.buy(events[1]!, "bea@example.com", "es", 3),
    ];
    const address = `/events/list?filter=${encodeURIComponent(JSON.stringify({ from: `2026-07-0${days[0]}`, to: `2026-07-0${days[1]}` }))}&page=1`;
    const page = await office.operator("orders", address, { phone, servicesClock: true });
    for (const day of days) await page.getByRole("checkbox", { name: new RegExp(`0?${day} Jul 2026, 20:00`) }).check();
    await seen(page, "2 events selected");
    await page.getByRole("link", { name: "Cancel their orders" }).click();
    await seen(page, "2 events");
    const panel = page.getByRole("region", { name: "Who is affected" });
    await panel.getByText("€225.00").first().waitFor();
    await button(page, "Cancel 2 orders").click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel 2 orders" }).click();
    await seen(page, "Every order is done.");
    await seen(page, "Done: 2 of 2");
    const { ask } = await office.account("read-only");
    for (const { id } of orders) assert.equal((await ask("GET", `/orders/${id}`)).status, "cancelled");
    for (const event of events) assert.equal((await ask("GET", `/events/${event}`)).setting, "black-out");
  });

test("guests are told what the operator writes in each language", async () => {
  const event = await shop.evening(29);
  await shop.buy(event, "ana@example.com");
  await shop.buy(event, "joao@example.com", "pt");
  shop.mailbox.received.length = 0;
  const page = await office.operator("orders", `/events/${event}/act/tell`);
  await seen(page, "Write the news in place of “…”.");
  assert.equal(await button(page, /Tell the guests of/).count(), 0);
  await seen(page, "Write the news in place of “…” in: Spanish, Portuguese.");
  for (const [tab, text] of [
    ["Spanish", "Hola, {guest}: trae paraguas. {date}"],
    ["Portuguese", "Olá, {guest}: traga guarda-chuva. {date}"],
  ] as const) {
    await page.getByRole("tab", { name: tab }).click();
    await page.getByLabel("Text").fill(text);
  }
  await button(page, "Preview").click();
  await page.getByText("traga guarda-chuva. segunda-feira").waitFor();
  await button(page, "Tell the guests of 2 orders").click();
  await seen(page, "Every order is done.");
  assert.deepEqual(shop.mailbox.received.map(({ text }) => text.split("\n")[0]).sort(), [
    "Hola: trae paraguas. lunes, 29 de junio de 2026, 20:00",
    "Olá: traga guarda-chuva. segunda-feira, 29 de junho de 2026 às 20:00",
  ]);
});

test("a guest without an e-mail address counts as not told until somebody tells the guest", async () => {
  const event = await shop.evening(30);
  const { id } = await shop.buy(event, "ana@example.com");
  await shop.buy(event, "bea@example.com");
  await sql`update orders set email = '', phone_number = '' where id = ${id}`.execute(office.app.store.database.db);
  const page = await office.operator("orders", `/events/${event}/act/tell`);
  await page.getByLabel("Text").fill("Hola, {guest}: trae paraguas.");
  await button(page, "Preview").click();
  await button(page, "Tell the guests of 2 orders").click();
  await seen(page, "Every order is done.");
  await seen(page, "1 order has no telephone number and cannot be sent an e-mail: its guest does not know.");
  for (const outcome of ["Told", "Not told", "no contact"])
    assert.equal(await page.getByText(outcome, { exact: true }).count(), 1, outcome);
  await button(page, "Show telephone numbers").click();
  await seen(page, "no telephone number");
  await seen(page, "Guests to tell (1, 1 without a telephone number)");
  await button(page, /^Mark as told/).click();
  await seen(page, "Guests to tell (0)");
  await page.getByText("told", { exact: true }).waitFor();
});

test("a guest who was told by telephone is ticked off, and only the others are counted", async () => {
  const event = await shop.evening(22);
  const { id, reference } = await shop.buy(event, "ana@example.com");
  const other = await shop.buy(event, "bea@example.com");
  const { db } = office.app.store.database;
  await sql`update orders set email = '' where id in (${id}, ${other.id})`.execute(db);
  const page = await office.operator("orders", `/events/${event}/act/tell`, { phone: true });
  await page.getByLabel("Text").fill("Hola, {guest}: trae paraguas.");
  await button(page, "Preview").click();
  await button(page, "Tell the guests of 2 orders").click();
  await seen(page, "Guests to tell (2)");
  await button(page, "Show telephone numbers").click();
  await button(page, `Mark as told: ${reference}`).click();
  await seen(page, "Guests to tell (1)");
  await seen(page, `Told by ${page.email}`);
  await office.go(page, `/events/${event}/show`);
  await seen(page, /1 order with guests not told/);
  await office.go(page, "/");
  await page.getByRole("link", { name: /22 Jun 2026.*\(1\)$/ }).waitFor();
});
