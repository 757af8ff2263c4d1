import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { returnAllExpiredSeats } from "../../src/domain/orders/expired-holds.ts";
import { runCheckout } from "../../src/domain/payments/run.ts";
import type { CatalogueFile } from "../../src/records/catalogue-file.ts";
import { dueCheckouts } from "../../src/store/payments/checkouts.ts";
import { boat, museum, show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { base, contact, formsOf, heading, type Page, press, type Shop, startShop, wordsOf } from "./shop.ts";

/** A purchase by plain forms, without scripts and without a cookie. */

const asked: CatalogueFile = {
  ...testCatalogue,
  products: [
    { ...show, immediateBooking: true },
    {
      ...boat,
      ownQuestions: [
        {
          ...{
            code: "menu",
            scope: "traveller",
            kind: "choice",
            required: true,
            title: { es: "Menú", pt: "Cardápio" },
          },
          choices: [
            { code: "fish", text: { es: "Pescado", pt: "Peixe" } },
            { code: "veg", text: { es: "Verduras", pt: "Legumes" } },
          ],
        },
        {
          ...{ code: "note", scope: "order", kind: "text", required: false, title: { es: "Notas", pt: "Observações" } },
          help: { es: "Alergias", pt: "Alergias" },
        },
        { code: "allergy", scope: "traveller", kind: "text", required: false, title: { es: "Alergia", pt: "Alergia" } },
      ],
    },
    museum,
    variant({ ...show, externalId: "open", type: "dateless", name: "Bono abierto" }, {}, {
      externalId: "open-seat",
      schedules: [{ from: "2026-12-31", to: "2026-12-31", capacity: 50, prices: [{ code: "ADULT", amount: "45.00" }] }],
    } as never),
  ],
};

describe("a purchase on the own site", () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop({ catalogue: asked, settings: { ways: ["online", "arrival", "transfer"] } });
  });
  after(() => shop.stop());
  const db = () => shop.app.store.database.db;
  const orders = async () => (await sql<{ n: number }>`select count(*)::int as n from orders`.execute(db())).rows[0]!.n;
  const left = async (event: string) =>
    (await sql<{ left: number }>`select capacity_left as left from event where id = ${event}`.execute(db())).rows[0]!
      .left;

  test("shows what is bought, what it costs, and what the law wants said, before the button that names the amount", async () => {
    const page = await shop.choose("show", { ADULT: 2, CHILD: 2 });
    const words = wordsOf(page);
    assert.equal(page.status, 200);
    for (const part of [
      "Noche de flamenco",
      "viernes, 19 de junio de 2026, 20:00",
      "2 × Adulto",
      "2 × Niño",
      "Total",
      "Total 135,00 €",
      "Cancelación gratuita hasta el 18 de junio de 2026",
      "Te guardamos las plazas 15 minutos más, hasta las 12:15 (Madrid)",
      "Ejemplo, S.L.",
      "Calle Mayor 1, Madrid",
      "artículo 16, letra l",
      "Reservar con obligación de pago",
    ])
      assert.ok(words.includes(part), `${part} in ${words}`);
    const { "cache-control": caching, "referrer-policy": referrer, "set-cookie": cookie } = page.headers;
    assert.deepEqual([caching, referrer, cookie], ["no-store", "no-referrer", undefined]);
    assert.equal(await left((await shop.events("show"))[3]!), 16);
  });

  test("the amount beside the button is the amount that the provider asks for", async () => {
    const event = (await shop.events("museum"))[4]!;
    const page = await shop.choose("museum", { ADULT: 1 }, { event });
    assert.match(wordsOf(page), /1 × Adulto 30,00 US\$ Total 30,00 US\$ Pagas 27,00 €/);
    const sandbox = await shop.submit(page, contact);
    assert.match(wordsOf(sandbox), /27,00 €/);
  });

  test("wrong answers are named at the top and beside their fields, and nothing typed is lost", async () => {
    const event = (await shop.events("boat"))[6]!;
    const page = await shop.choose("boat", { ADULT: 2 }, { lang: "pt", event });
    assert.match(wordsOf(page), /Viajante 1 .*Viajante 2 .*Sobre a sua visita/);
    const typed = {
      ...{ email: "ana", phone: "", "a.passenger-first-name.1": "Ana", "a.passenger-last-name.1": '<b>"Ruiz' },
      ...{ "a.passenger-weight.1": "seventy", "a.own-menu.1": "meat", "a.flight-date.1": "2026-02-30" },
      ...{ "a.flight-time.1": "25:00", "a.hotel-name.1": "x".repeat(600), "a.own-note.1": "Amendoim" },
    };
    const wrong = await shop.submit(page, typed);
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /role="alert" tabindex="-1" autofocus/);
    const words = wordsOf(wrong);
    for (const part of [
      "Digite um e-mail",
      "Telefone: preencha este campo.",
      "Viajante 1, Peso do passageiro em quilogramas: digite um número inteiro.",
      "Viajante 1, Cardápio: escolha uma das opções.",
      "digite uma data",
      "digite um horário",
      "no máximo 500 caracteres",
      "Viajante 2, Nome do passageiro: preencha este campo.",
    ])
      assert.ok(words.includes(part), `${part} in ${words}`);
    assert.equal(words.includes("Viajante 2, Alergia"), false, "an optional question may stay empty");
    const { values } = formsOf(wrong)[0]!;
    for (const name of [
      "email",
      "a.passenger-first-name.1",
      "a.passenger-last-name.1",
      "a.passenger-weight.1",
      "a.own-note.1",
    ] as const)
      assert.equal(values[name], typed[name], name);
    for (const id of [...wrong.text.matchAll(/<a href="#(f-[^"]+)"/g)].map(([, one]) => one!))
      assert.ok(wrong.text.includes(`id="${id}"`), `the summary leads to ${id}`);
  });

  test("answers reach the order, passenger by passenger, with the optional ones", async () => {
    const event = (await shop.events("boat"))[7]!;
    const page = await shop.choose("boat", { ADULT: 2 }, { lang: "pt", event });
    const each = (n: number, name: string) => ({
      ...{ [`a.passenger-first-name.${n}`]: name, [`a.passenger-last-name.${n}`]: "Ruiz" },
      ...{ [`a.passenger-weight.${n}`]: `${60 + n}`, [`a.own-menu.${n}`]: n === 1 ? "fish" : "veg" },
    });
    const done = await shop.submit(page, {
      ...{ ...contact, ...each(1, "Ana"), ...each(2, "Bea"), "a.own-allergy.2": "Amendoim", way: "arrival" },
      ...{ "a.hotel-name.1": "Sol", "a.hotel-address.1": "Rua 1", "a.flight-number.1": "IB1" },
      ...{ "a.flight-date.1": "2026-06-19", "a.flight-time.1": "10:00" },
    });
    assert.equal(heading(done), "Recebemos a sua reserva");
    const { rows } = await sql<{ answers: { code: string; value: string }[] }>`
      select answers from orders where email = ${contact.email} order by created_at desc, id limit 1`.execute(db());
    const of = (code: string) => rows[0]!.answers.filter((one) => one.code === code).map(({ value }) => value);
    assert.deepEqual(of("passenger-first-name"), ["Ana", "Bea"]);
    assert.deepEqual(of("own-menu"), ["fish", "veg"]);
    assert.deepEqual(of("own-allergy"), ["-", "Amendoim"]);
    assert.deepEqual(of("own-note"), []);
  });

  test("pay on arrival books at once, says what is due, and a second press books nothing more", async () => {
    const before = await orders();
    const page = await shop.choose("show", { ADULT: 2 }, { lang: "pt" });
    const fields = { ...contact, way: "arrival" };
    const [one, other] = await Promise.all([shop.submit(page, fields), shop.submit(page, fields)]);
    const again = await shop.submit(page, fields);
    for (const done of [one, other, again]) {
      assert.equal(heading(done), "Sua reserva está confirmada", wordsOf(done));
      assert.match(wordsOf(done), /Falta pagar, na chegada €\s90,00/);
    }
    assert.equal(await orders(), before + 1);
    assert.match((await shop.open(page.path)).path, /\/booking\//, "the checkout leads to the booking");
  });

  test("a transfer is due within a week and before the visit", async () => {
    const page = await shop.choose("show", { ADULT: 1 }, { event: (await shop.events("show"))[20]! });
    const done = await shop.submit(page, { ...contact, way: "transfer" });
    assert.match(wordsOf(done), /Pendiente de pago, antes del 22 de junio de 2026 45,00 €/);
    assert.match(wordsOf(done), /Ejemplo, S\.L\. te envía los datos bancarios/);
  });

  test("a declined payment keeps what was typed, charges nothing, and the guest pays in a second attempt", async () => {
    const before = await orders();
    const page = await shop.choose("show", { ADULT: 1 });
    const declined = await press(shop, await shop.submit(page, contact), "decline");
    assert.equal(heading(declined), "El pago no se ha completado");
    assert.equal(heading(await shop.open(declined.path)), "El pago no se ha completado", "a reload says the same");
    const again = await shop.open(page.path);
    assert.equal(formsOf(again)[0]!.values.email, contact.email);
    const paid = await press(shop, await shop.submit(again, contact), "pay");
    assert.equal(heading(paid), "Tu reserva está confirmada");
    assert.equal(await orders(), before + 1);
  });

  test("an unknown payment is asked for again until the provider answers, without a script", async () => {
    const page = await shop.choose("show", { ADULT: 1 }, { lang: "en" });
    const sandbox = await shop.submit(page, contact);
    const waiting = await shop.open(`${page.path}/return`);
    assert.equal(heading(waiting), "We are checking your payment");
    assert.match(
      waiting.text,
      /<meta http-equiv="refresh" content="3;url=\/tours\/en\/checkout\/[\w-]+\/return\?n=1">/,
    );
    const tab = await shop.submit(await shop.open(page.path), contact);
    assert.equal(tab.path, sandbox.path, "another tab pays the same payment");
    const paid = await press(shop, sandbox, "pay-unreported");
    assert.equal(heading(paid), "Your booking is confirmed", "the return asks the provider");
  });

  test("a payment that comes when the places are sold goes back, and the guest reads so", async () => {
    const event = (await shop.events("show"))[25]!;
    const page = await shop.choose("show", { ADULT: 2 }, { event });
    const sandbox = await shop.submit(page, contact);
    await press(shop, sandbox, "pay-too-late");
    shop.pass(36);
    const work = async () => {
      await sql`update checkout set due_at = now() where due_at is not null`.execute(db());
      for (const { id } of await dueCheckouts(db(), 100, [])) await runCheckout(shop.app.app.service.payments, id);
    };
    await sql`update hold set status = 'expired' where status = 'open' and event_id = ${event}`.execute(db());
    await sql`update event set capacity_left = 0 where id = ${event}`.execute(db());
    await work();
    const back = await shop.open(`${page.path}/return`);
    assert.equal(heading(back), "Te devolvemos el dinero", wordsOf(back));
    shop.pass(-36);
  });

  test("more time is given without losing what was typed; afterwards the seats are taken again when the guest pays", async () => {
    const event = (await shop.events("show"))[10]!;
    const page = await shop.choose("show", { ADULT: 2 }, { lang: "en", event });
    shop.pass(10);
    const { values } = formsOf(page)[0]!;
    const more = await shop.send(`${page.path}/extend`, { ...values, ...contact });
    assert.match(wordsOf(more), /for 15 more minutes/);
    assert.match(more.text, /id="clock" tabindex="-1"/, "the focus moves to the time that is left");
    assert.equal(formsOf(more)[0]!.values.phone, contact.phone);
    shop.pass(16);
    assert.match(more.text, /data-again="Hold my places again"/, "for the button of a clock that ran out");
    const over = await shop.open(page.path);
    assert.match(wordsOf(over), /Your places are no longer held/);
    assert.equal(formsOf(over)[0]!.values.email, contact.email);
    const paid = await press(shop, await shop.submit(over, contact), "pay");
    assert.equal(heading(paid), "Your booking is confirmed");
    await returnAllExpiredSeats(db(), shop.app.clock.now);
    assert.equal(await left(event), 18, "the first hold gave its seats back");
    shop.pass(-26);
  });

  test("two presses at once pay one payment, and a lost answer is found again", async () => {
    const page = await shop.choose("show", { ADULT: 1 }, { event: (await shop.events("show"))[12]! });
    const [one, other] = await Promise.all([shop.submit(page, contact), shop.submit(page, contact)]);
    const paths = [one, other].map(({ path }) => path).filter((path) => path.startsWith("/pay/sandbox/"));
    assert.ok(paths.length > 0 && new Set(paths).size === 1, `${one.path} ${other.path}`);
    await sql`update site_purchase set payment_id = null where code = ${page.path.split("/").at(-1)}`.execute(db());
    assert.equal(heading(await shop.open(`${page.path}/return`)), "Estamos comprobando tu pago");
  });

  test("a checkout can be gone on with when its hold is long gone", async () => {
    const page = await shop.choose("show", { ADULT: 1 }, { event: (await shop.events("show"))[13]! });
    await shop.submit(page, contact);
    await sql`delete from hold where id = (select hold_id from site_purchase where code = ${page.path.split("/").at(-1)})`.execute(
      db(),
    );
    await sql`update checkout set state = 'ended' where hold_id = (select hold_id from site_purchase where code = ${page.path.split("/").at(-1)})`.execute(
      db(),
    );
    const again = await shop.open(page.path);
    assert.match(wordsOf(again), /Ya no te guardamos las plazas/);
    assert.equal(heading(await shop.submit(again, { ...contact, way: "arrival" })), "Tu reserva está confirmada");
  });

  test("a price that changed meanwhile is shown before anything is charged", async () => {
    const event = (await shop.events("show"))[11]!;
    const page = await shop.choose("show", { ADULT: 1 }, { lang: "en", event });
    const changed = await shop.submit(page, { ...contact, shown: "4000 EUR" });
    assert.equal(changed.status, 409);
    assert.match(wordsOf(changed), /The price has changed from €40\.00 to €45\.00\. Nothing has been charged/);
    assert.equal(formsOf(changed)[0]!.values.email, contact.email);
  });

  test("a sale that cannot be is refused in words, with the choice kept for the way back", async () => {
    const product = await shop.productId("show");
    const [event] = await shop.events("show");
    const refused = async (fields: Record<string, string>) => {
      const page = await shop.send(`${base}/es/book`, { product, event: event!, ...fields });
      return { ...page, words: wordsOf(page) };
    };
    const many = await refused({ "ticket-ADULT": "11" });
    assert.deepEqual([many.status, heading(many)], [422, "No se puede reservar"]);
    assert.match(many.words, /«Adulto»/);
    assert.match(
      many.text,
      new RegExp(`href="/tours/es/activity/${product}\\?date=2026-06-16&#38;event=${event}&#38;ticket-ADULT=11"`),
    );
    assert.equal((await refused({})).status, 422);
    assert.equal((await refused({ "ticket-ADULT": "-1" })).status, 422);
    assert.equal((await refused({ "ticket-ADULT": "1", "ticket-GHOST": "1" })).status, 422);
  });

  test("an open-dated ticket has a right of withdrawal, and no date", async () => {
    const event = (await shop.events("open"))[0]!;
    const page = await shop.choose("open", { ADULT: 1 }, { lang: "en", event });
    assert.match(wordsOf(page), /withdraw from this contract within 14 days/);
    assert.doesNotMatch(wordsOf(page), /Article 16/);
  });
});

describe("other ways to pay", () => {
  test("a deposit is paid now, and the rest on the day of the visit", async (t) => {
    const shop = await startShop({ catalogue: asked, settings: { ways: ["online"], depositPercent: 20 } });
    t.after(() => shop.stop());
    const page = await shop.choose("show", { ADULT: 2 }, { lang: "en" });
    assert.match(wordsOf(page), /Total €90\.00 .*deposit of €18\.00 now\. The other €72\.00 is due on the day/);
    assert.match(wordsOf(page), /€18\.00 now.*Pay €18\.00/);
    const sandbox = await shop.submit(page, contact);
    assert.match(wordsOf(sandbox), /€18\.00/);
    const paid = await press(shop, sandbox, "pay");
    assert.match(wordsOf(paid), /Still to pay, on arrival €72\.00/);
  });

  test("without a provider there is the way to pay that is left, or a contact", async (t) => {
    const shop = await startShop({ settings: { ways: ["online"] } });
    t.after(() => shop.stop());
    await sql`update payment_kind set enabled = false`.execute(shop.app.store.database.db);
    const page: Page = await shop.choose("show", { ADULT: 2 }, { lang: "en" });
    assert.match(wordsOf(page), /not available right now\. Please contact us: \+34 600 000 000, hello@shop\.example/);
    assert.equal(formsOf(page).length, 0);
  });

  test("without any holds the guest reads that many are booking, and nothing is charged", async (t) => {
    const shop = await startShop({ settings: { ways: ["arrival"] }, config: { holdsPerPartner: 0 } });
    t.after(() => shop.stop());
    const page = await shop.choose("show", { ADULT: 2 }, { lang: "pt" });
    assert.match(wordsOf(page), /Suas vagas são reservadas quando você toca no último botão/);
    const busy = await shop.submit(page, contact);
    assert.equal(busy.status, 409);
    assert.match(wordsOf(busy), /Muitas pessoas estão reservando agora\. Nada foi cobrado/);
    assert.equal(formsOf(busy)[0]!.values.email, contact.email);
  });
});
