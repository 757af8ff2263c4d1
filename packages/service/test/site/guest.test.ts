import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { runLetter } from "../../src/domain/letters/run.ts";
import type { Email } from "../../src/domain/operators/email.ts";
import { guestPageOf } from "../../src/domain/site/guest-page.ts";
import { dueLetters } from "../../src/store/letters/guest-letters.ts";
import { openWithdrawals } from "../../src/store/site/guest-links.ts";
import { signedIn } from "../support/console.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { base, contact, formsOf, heading, type Page, type Shop, startShop, wordsOf } from "./shop.ts";

/** The guest's page behind an unguessable address. */

const openDated = variant(
  { ...show, externalId: "open", type: "dateless", name: "Bono abierto" },
  { cancelPurchaseHour: 0 },
  {
    externalId: "open-seat",
    schedules: [{ from: "2026-12-31", to: "2026-12-31", capacity: 50, prices: [{ code: "ADULT", amount: "45.00" }] }],
  } as never,
);
const catalogue = {
  ...testCatalogue,
  products: [
    {
      ...show,
      immediateBooking: true,
      meetingPoints: [{ externalId: "door", name: { en: "Main door" } }],
      refundTiers: [
        { hours: 48, percent: 100 },
        { hours: 24, percent: 50 },
      ],
    },
    { ...openDated, immediateBooking: true },
  ],
};

describe("the guest's page", () => {
  let shop: Shop;
  let events: string[];
  before(async () => {
    shop = await startShop({ catalogue, kind: "test-bank", settings: { ways: ["online", "arrival"] } });
    events = await shop.events("show");
  });
  after(() => shop.stop());
  const db = () => shop.app.store.database.db;
  let nth = 4;
  /** Buys two tickets and pays them. Returns the guest's page. */
  const buy = async (lang = "en", product = "show"): Promise<Page> => {
    const event = product === "show" ? events[nth++]! : (await shop.events(product))[0]!;
    const page = await shop.payAtBank(await shop.choose(product, { ADULT: 2 }, { lang, event }));
    assert.match(page.path, /\/booking\/[\w-]{27}$/, wordsOf(page));
    return page;
  };
  const referenceOf = (page: Page) => /class="reference">([^<]+)</.exec(page.text)![1]!;
  const orderOf = async (page: Page): Promise<string> => {
    const { rows } = await sql<{ id: string }>`
      select p.order_id as id from site_purchase p join site_guest_link l on l.purchase_id = p.id where l.code = ${page.path.split("/").at(-1)}`.execute(
      db(),
    );
    return rows[0]!.id;
  };
  /** Sends the letters that are due. */
  const sent = async (): Promise<Email[]> => {
    const emails: Email[] = [];
    const work = {
      ...{ db: db(), clock: () => shop.app.clock.now, publicUrl: "https://paseo.example", operatorName: "Paseo" },
      ...{
        paymentLetter: async () => null,
        guestPage: (order: never) => guestPageOf(db(), "https://paseo.example", order),
      },
      mail: {
        post: async (email: Email) => {
          emails.push(email);
          return { posted: true } as const;
        },
      },
    };
    for (const { id, key } of await dueLetters(db(), 100, []))
      await runLetter(work as never, { orderId: id, cause: key });
    return emails;
  };

  test("says what, when and where, what was paid, and gives the voucher and a calendar file", async () => {
    const page = await buy();
    const words = wordsOf(page);
    for (const part of [
      "Your booking is confirmed",
      "2 × Adult",
      "Main door",
      "Tablao",
      "Total €90.00",
      "Paid €90.00",
      "Calle Mayor 1",
    ])
      assert.ok(words.includes(part), `${part} in ${words}`);
    assert.match(page.text, /href="http:\/\/127\.0\.0\.1:9\/voucher\/[\w-]+"/);
    const file = await shop.get(`${page.path}/calendar.ics`);
    assert.equal(file.headers["content-type"], "text/calendar; charset=utf-8");
    assert.match(file.text, /SUMMARY:Noche de flamenco/);
    assert.match(file.text, /DTSTART:20260620T180000Z/);
    assert.match(file.text, new RegExp(`UID:${await orderOf(page)}@paseo`));
  });

  test("a cancellation names its refund first, and follows it; a refund that changed meanwhile is shown again", async () => {
    const page = await buy();
    const asked = await shop.open(`${page.path}/cancel`);
    assert.match(wordsOf(asked), /You get €90\.00 back/);
    const stale = await shop.submit(asked, { refund: "100 EUR" });
    assert.equal(heading(stale), "Cancel your booking?");
    const done = await shop.submit(asked);
    assert.match(wordsOf(done), /Your booking is cancelled .*Refund €90\.00/);
    assert.doesNotMatch(wordsOf(done), /can change and cancel/);
    assert.equal(heading(await shop.open(`${page.path}/cancel`)), "Your booking is cancelled");
    const { rows } = await sql<{
      usd: string;
    }>`select due_usd::text as usd from refund where order_id = ${await orderOf(page)}`.execute(db());
    assert.equal(Number(rows[0]!.usd), 100);
  });

  test("a cancellation by the terms refunds a part, and after its end it is refused in words", async () => {
    const page = await buy();
    const { rows } = await sql<{
      at: string;
    }>`select event_on::text as at from orders where id = ${await orderOf(page)}`.execute(db());
    const now = shop.app.clock.now;
    const start = Date.parse(`${rows[0]!.at.replace(" ", "T")}+02:00`);
    shop.app.clock.now = new Date(start - 30 * 3_600_000);
    assert.match(wordsOf(await shop.open(`${page.path}/cancel`)), /You get €45\.00 back/);
    shop.app.clock.now = new Date(start - 3_600_000);
    const late = await shop.open(`${page.path}/cancel`);
    assert.match(wordsOf(late), /can no longer be cancelled here/);
    assert.equal(formsOf(late).length, 0);
    shop.app.clock.now = now;
  });

  test("another date and more tickets: the difference in words, then the change, then the balance can be paid", async () => {
    const page = await buy("es");
    assert.match(wordsOf(page), /A nombre de Ana Ruiz/);
    const form = await shop.open(`${page.path}/change`);
    const event = events[20]!;
    assert.match(form.text, /aria-label="Mes siguiente: julio de 2026"/);
    assert.ok((await shop.open(`${page.path}/change?date=2026-07-06`)).text.includes(`value="${event}"`));
    const same = await shop.submit(form);
    assert.match(wordsOf(same), /Es lo que ya tienes reservado/);
    const quoted = await shop.submit(form, { event, "ticket-ADULT": "3" });
    assert.match(wordsOf(quoted), /Ahora .* 90,00 € Después .* 3 × Adulto 135,00 €/);
    assert.match(wordsOf(quoted), /Cuesta 45,00 € más.*Cambiar la reserva con obligación de pago: 45,00 €/);
    const done = await shop.submit(quoted);
    assert.match(
      wordsOf(done),
      /Hemos cambiado tu reserva.*lunes, 6 de julio de 2026.*3 × Adulto.*Pendiente de pago, al llegar 45,00 €/,
    );
    const fewer = await buy("es");
    const smaller = await shop.submit(await shop.open(`${fewer.path}/change`), { "ticket-ADULT": "1" });
    assert.match(wordsOf(await shop.submit(smaller)), /Total 45,00 € Pagado 90,00 € Reembolso 45,00 €/);
    const again = await shop.submit(quoted);
    assert.match(wordsOf(again), /3 × Adulto/, "a second press changes nothing more");
    const answer = await shop.post(`${done.path.split("?")[0]}/pay`, {});
    assert.match(answer.to!, /^\/pay\/[\w-]{27}\?booking=[\w-]{27}$/);
    assert.equal((await shop.post(`${done.path.split("?")[0]}/pay`, {})).to, answer.to, "one link");
    assert.match(wordsOf(await shop.open(answer.to!)), /45,00 €.*Volver a su reserva/);
    const forwarded = await shop.open(answer.to!.split("?")[0]!);
    assert.match(
      forwarded.text,
      /tours\/es\/booking" rel="noreferrer">Buscar su reserva/,
      "who pays for the guest cannot cancel",
    );
  });

  test("fewer tickets pay back what the terms say; what cannot be is refused in words", async () => {
    const page = await buy("pt");
    const form = await shop.open(`${page.path}/change`);
    assert.match(wordsOf(await shop.submit(form, { "ticket-ADULT": "1" })), /Você recebe € 45,00 de volta/);
    const many = await shop.submit(form, { "ticket-ADULT": "11" });
    assert.equal(many.status, 422);
    assert.equal(formsOf(many)[0]!.values["ticket-ADULT"], "11");
    const other = formsOf(await shop.submit(form, { "ticket-ADULT": "1" }))[0]!.values;
    for (const sent of [{ ...other, quote: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" }, other]) {
      const foreign = await buy("pt");
      const answer = await shop.send(`${foreign.path}/change/accept`, sent as Record<string, string>);
      assert.deepEqual([answer.status, heading(answer)], [409, "Alterar a sua reserva"], "a quote of another booking");
    }
  });

  test("an address that its guest switched off, that is guessed, or that is too old opens nothing", async () => {
    const page = await buy();
    assert.equal((await shop.get(`${base}/en/booking/${"A".repeat(27)}`)).status, 404);
    const off = await shop.submit(
      page,
      {},
      { nth: formsOf(page).findIndex(({ action }) => action.endsWith("/revoke")) },
    );
    assert.equal(heading(off), "This address no longer works");
    for (const path of ["", "/cancel", "/change", "/calendar.ics"]) {
      const gone = await shop.get(`${page.path}${path}`);
      assert.deepEqual([gone.status, gone.text.includes("Tablao")], [410, false], path);
      assert.match(gone.text, /href="\/tours\/en\/booking"/);
    }
    assert.equal((await shop.post(`${page.path}/cancel`, { refund: "9000 EUR" })).status, 410);
    const old = await buy();
    const now = shop.app.clock.now;
    shop.app.clock.now = new Date(now.getTime() + 120 * 86_400_000);
    const expired = await shop.get(old.path);
    assert.deepEqual([expired.status, heading(expired)], [410, "This page has expired"]);
    shop.app.clock.now = now;
  });

  test("a lost link is sent to the address of the booking only, and the answer is always the same", async () => {
    const page = await buy("es");
    const reference = referenceOf(page);
    const ask = async (fields: Record<string, string>) => {
      const answer = await shop.send(`${base}/es/booking`, fields);
      await Promise.all(shop.app.app.service.orderContext.inFlight);
      return { text: answer.text, status: answer.status, emails: await sent() };
    };
    const found = await ask({
      reference: reference.toLowerCase().replaceAll("-", " "),
      email: contact.email.toUpperCase(),
    });
    const unknown = await ask({ reference: "AAA-AAA-AAA", email: contact.email });
    const other = await ask({ reference, email: "eve@guest.example" });
    assert.deepEqual([unknown.text, other.text], [found.text, found.text]);
    assert.deepEqual([found.emails.length, unknown.emails.length, other.emails.length], [1, 0, 0]);
    assert.equal(found.emails[0]!.to.address, contact.email);
    assert.ok(found.emails[0]!.text.includes(`https://paseo.example${page.path}`), found.emails[0]!.text);
    const missing = await ask({ reference, email: "" });
    assert.deepEqual([missing.status, /value="[^"]*ES"/.test(missing.text)], [422, true]);

    await shop.submit(page, {}, { nth: formsOf(page).findIndex(({ action }) => action.endsWith("/revoke")) });
    assert.equal((await ask({ reference, email: contact.email })).emails.length, 0, "one letter in two minutes");
    await sql`update guest_letter set at = at - interval '2 minutes'`.execute(db());
    const renewed = await ask({ reference, email: contact.email });
    const path = /https:\/\/paseo\.example(\S+)/.exec(renewed.emails[0]!.text)![1]!;
    assert.notEqual(path, page.path);
    assert.equal((await shop.get(path)).status, 200);
    const desk = await signedIn(shop.app, "orders");
    const order = `/orders/${await orderOf(await shop.get(path))}`;
    assert.deepEqual((await desk.ask("GET", order)).guestPage, { revokedAt: null, revokedBy: null });
    assert.equal((await desk.call("POST", `${order}/guest-page/revoke`)).status, 200);
    assert.equal((await desk.ask("GET", order)).guestPage.revokedBy, "operator");
    assert.equal(await desk.refused(409, "POST", `${order}/guest-page/revoke`), "status-changed");
    assert.equal((await shop.get(path)).status, 410);
    await sql`update guest_letter set at = at - interval '2 minutes'`.execute(db());
    assert.equal((await ask({ reference, email: contact.email })).emails.length, 0, "an operator's word is final");
  });

  test("the confirmation by e-mail names the page", async () => {
    await sql`insert into letter (kind, is_on, on_since) values ('confirmation', true, ${shop.app.clock.now})`.execute(
      db(),
    );
    const page = await buy("pt");
    const [email] = await sent();
    assert.match(email!.text, new RegExp(`onde você pode mudar ou cancelar: https://paseo\\.example${page.path}`));
    await sql`delete from letter`.execute(db());
  });

  test("a contract without a date can be withdrawn from in two steps, and the operator sees what is left to do", async () => {
    const page = await buy("en", "open");
    assert.match(page.text, /\/withdraw">Withdraw from the contract here/);
    const form = await shop.open(`${page.path}/withdraw`);
    assert.match(wordsOf(form), /You can withdraw until 29 June 2026/);
    assert.equal((await shop.submit(form, { name: " " })).status, 422);
    const statement = await shop.submit(form, { name: "Ana Ruiz" });
    assert.match(wordsOf(statement), /I, Ana Ruiz, hereby withdraw from my contract for “Bono abierto”/);
    assert.equal((await openWithdrawals(db())).length, 0, "nothing is stated yet");
    const done = await shop.submit(statement);
    assert.match(wordsOf(done), /We received your statement of withdrawal on 15 June 2026/);
    assert.match(wordsOf(done), /Your booking is cancelled/);
    assert.equal((await openWithdrawals(db())).length, 0, "the terms refunded everything");
    assert.equal(heading(await shop.open(page.path)), "Your booking is cancelled");
    assert.deepEqual(
      (await sent()).map(({ subject }) => subject),
      ["We received your withdrawal"],
    );
    const desk = await signedIn(shop.app, "orders");
    const order = `/orders/${await orderOf(page)}`;
    await sql`update site_withdrawal set outcome = 'open'`.execute(db());
    const work = async () =>
      (await desk.ask("GET", "/dashboard")).withdrawals.map(({ name }: { name: string }) => name);
    assert.deepEqual([await work(), (await desk.ask("GET", order)).withdrawal.open], [["Ana Ruiz"], true]);
    assert.equal((await desk.call("POST", `${order}/withdrawal/settle`)).status, 200);
    assert.deepEqual([await work(), (await desk.ask("GET", order)).withdrawal.open], [[], false]);
    const dated = await buy();
    assert.equal((await shop.open(`${dated.path}/withdraw`)).path, dated.path, "a visit with a date has no such right");
  });
});
