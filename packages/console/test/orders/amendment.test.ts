import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { eventIds } from "../../../service/test/concurrency/booking.ts";
import { answersTo, Partner } from "../../../service/test/support/partner.ts";
import { boat, show, testCatalogue } from "../../../service/test/support/samples/catalogue.ts";
import { button, chooseFrom } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** An operator changes an order: a quote, then its acceptance. */

let office: Backoffice;
let partner: Partner;
before(async () => {
  const refundTiers = [
    { hours: 240, percent: 100 },
    { hours: 48, percent: 50 },
  ];
  office = await Backoffice.open({ catalogue: { ...testCatalogue, products: [{ ...show, refundTiers }, boat] } });
  await sql`insert into fact (name, value) values ('home-currency', 'EUR')`.execute(office.app.store.database.db);
  partner = new Partner(office.app);
});
after(() => office.close());

const confirmed = async (id: string) => (await office.account("orders")).ask("POST", `/orders/${id}/confirm`, {});

const totals = {
  en: ["Change the order", "Calculate", "Make the change", "Quote", "Seats at the new event"],
  es: ["Cambiar la reserva", "Calcular", "Hacer el cambio", "Presupuesto", "Plazas en el nuevo evento"],
  pt: ["Alterar a reserva", "Calcular", "Fazer a alteração", "Cotação", "Vagas no novo evento"],
} as const;

for (const [lang, phone] of [
  ["en", false],
  ["es", true],
  ["pt", true],
] as const)
  test(`an operator moves an order to another day and returns a ticket, ${lang}, ${phone ? "phone" : "desktop"}`, async () => {
    const events = await eventIds(office.app.store.database.db, "show");
    const order = await partner.buy(events[5]!, { ADULT: 3 });
    await confirmed(order.id!);
    const page = await office.operator("orders", `/orders/${order.id}/show`, { lang, phone, servicesClock: true });
    const [change, quote, accept, title, seats] = totals[lang];
    await page.getByRole("link", { name: change }).click();
    await page.getByRole("heading", { name: order.reference! }).waitFor();
    await page.getByLabel(/^(Day|Día|Dia)$/).fill("2026-06-22");
    await chooseFrom(page, { en: "Event", es: "Evento", pt: "Evento" }[lang], /20:00/);
    await page.getByLabel(/^(Adult|Adulto)$/).fill("2");
    await page.getByLabel(/^(E-mail|Correo)/).fill("nueva@example.com");
    await button(page, quote).click();
    const panel = page.getByRole("region", { name: title });
    await panel.getByText(seats).waitFor();
    await panel.getByText("nueva@example.com").waitFor();
    await panel.getByText(/50\s?%.*22[.,]50/).waitFor();
    await panel
      .getByText(
        /45[.,]00.*(becomes due|Quedará pendiente|Ficará pendente)|(becomes due|Quedará pendiente|Ficará pendente).*45[.,]00/,
      )
      .waitFor();
    const shown = (await panel.innerText()).replaceAll(/\s/gu, " ");
    assert.match(
      shown,
      /135[.,]00.*90[.,]00.*100[.,]00.*-\D*45[.,]00/,
      "the total and the difference, and the dollars",
    );
    await button(page, accept).click();
    await panel.getByRole("link").click();
    const changes = page.getByRole("region", { name: { en: "Changes", es: "Cambios", pt: "Alterações" }[lang] });
    await changes.getByText(/90[.,]00/).waitFor();
    await page.getByText(/50 ?% (until|hasta|até)/).waitFor();
    await page
      .getByText(/\((applies now|se aplica ahora|vale agora)\)$/)
      .first()
      .waitFor();
    const history = page.getByRole("region", { name: { en: "History", es: "Historial", pt: "Histórico" }[lang] });
    await history.getByRole("button", { expanded: false }).first().click();
    await history.getByText(/, 3 × Adulto? → .*, 2 × Adulto? · Total .*135[.,]00.* → .*90[.,]00/).waitFor();
    const { event } = (await (await office.account("read-only")).ask("GET", `/orders/${order.id}`)) as {
      event: { id: string; tickets: object };
    };
    assert.deepEqual([event.id, event.tickets], [events[6], [{ code: "ADULT", quantity: 2 }]]);
  });

test("a quote asks for the answers that other tickets need, and another change of the order makes a new quote", async () => {
  const [boat] = (await eventIds(office.app.store.database.db, "boat")).slice(6);
  const { questions, totalUsd } = await partner.validate(boat!, { ADULT: 2 });
  const order = await partner.book(boat!, { ADULT: 2 }, totalUsd!.value, { answers: answersTo(questions) });
  await confirmed(order.id!);
  const page = await office.operator("orders", `/orders/${order.id}/change`);
  await page.getByLabel("Adult", { exact: true }).fill("3");
  await button(page, "Calculate").click();
  await seen(page, "This change is not possible");
  const third = page.getByRole("group", { name: "Traveller 3" });
  await third.getByLabel("First name").fill("Eva");
  await third.getByLabel("Last name").fill("Ruiz");
  await third.getByLabel("Weight (kg)").fill("61");
  await button(page, "Calculate").click();
  await button(page, "Make the change").waitFor();
  const { ask } = await office.account("orders");
  const other = await ask("POST", `/orders/${order.id}/quoteAmendment`, { email: "other@example.com" });
  await ask("POST", `/orders/${order.id}/acceptAmendment`, { quoteId: other.quoteId, revision: other.revision });
  await button(page, "Make the change").click();
  await seen(page, "The order or the seats changed since the quote. This is a new one.");
  await button(page, "Make the change").click();
  await seen(page, "The order was changed.");
  await page.getByRole("link", { name: "Open the order" }).click();
  await page.getByRole("heading", { name: "Traveller 3" }).waitFor();
});

test("an operator says how the guest of the desk pays the difference", async () => {
  const events = await eventIds(office.app.store.database.db, "show");
  const { ask } = await office.account("orders");
  const order = await ask("POST", "/orders", {
    ...{ id: randomUUID(), eventId: events[5], tickets: [{ code: "ADULT", quantity: 1 }], lang: "es" },
    ...{ totalUsd: "50.00", method: "cash" },
  });
  const page = await office.operator("orders", `/orders/${order.id}/change`, { servicesClock: true });
  await page.getByLabel("Adult", { exact: true }).fill("2");
  await button(page, "Calculate").click();
  await seen(page, "The guest pays €45.00 more");
  assert.equal(await button(page, "Partner settles it").count(), 0, "no partner sold it");
  await button(page, "Make the change").click();
  await page.getByRole("alert").getByRole("button", { name: "How the difference is paid" }).waitFor();
  assert.equal((await ask("GET", `/orders/${order.id}`)).changes.length, 0);
  await button(page, "Card").click();
  await button(page, "Make the change").click();
  await seen(page, "The order was changed.");
  assert.equal((await ask("GET", `/orders/${order.id}`)).changes[0].payment.method, "card");
  await page.getByRole("link", { name: "Open the order" }).click();
  const money = page.getByRole("region", { name: "Money" });
  await money.getByText(/^Cash · €\d/).waitFor();
  await money.getByText("Card · €45.00", { exact: true }).waitFor();
});

test("only the roles of the orders desk change an order", async () => {
  const events = await eventIds(office.app.store.database.db, "show");
  const order = await partner.buy(events[5]!, { ADULT: 1 });
  await confirmed(order.id!);
  const page = await office.operator("read-only", `/orders/${order.id}/show`);
  await page.getByRole("region", { name: "History" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "Change the order" }).count(), 0);
  await office.go(page, `/orders/${order.id}/change`);
  await page.getByRole("heading", { name: "Access denied" }).waitFor();
});
