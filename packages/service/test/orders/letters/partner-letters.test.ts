import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { runPartnerLetter, watchLetters } from "../../../src/domain/letters/run.ts";
import { watchLimits } from "../../../src/domain/terms/limits.ts";
import { endLostLetters } from "../../../src/store/letters/guest-letters.ts";
import { lettersToPartner } from "../../../src/store/letters/partner-letters.ts";
import { Mailbox } from "../../suppliers/mailbox.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { dying, Killed } from "../../support/dying.ts";
import { eventId, Partner } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Letters to the contacts for accounts of a partner: a statement, and a limit that is near or used up. */

const boat = variant(
  show,
  { externalId: "boat", immediateBooking: true, currencyCode: "USD" },
  {
    externalId: "boat-seat",
    ticketRules: [{ code: "ADULT", minQuantity: 0, maxQuantity: 60, defaultQuantity: 0, incrementQuantity: 1 }],
    schedules: [],
    events: [{ eventOn: "2026-06-20T10:00", capacity: 200, prices: [{ code: "ADULT", amount: "30.00" }] }],
  },
);
const terms = {
  ...{ basis: "net", collects: "partner", percent: "20", percentOf: "price", extras: false, dueOn: "sale" },
  ...{
    afterCancellation: "share",
    noShow: "as-sold",
    paymentDays: 30,
    period: "month",
    currencyCode: null,
    limit: null,
  },
};
const prepaid = { kind: "prepaid", amount: "0", currencyCode: "USD", warnBelow: "50.00" };

onPostgres("letters to partners", (open) => {
  let app: TestApp;
  let owner: Operator;
  const mailbox = new Mailbox();
  before(async () => {
    await mailbox.open();
    const mail = { smtpUrl: mailbox.url, mailFrom: "reservas@paseo.example", operatorName: "Paseo Tours" };
    app = await startApp({ open, jobs: false, catalogue: { ...testCatalogue, products: [boat] }, config: mail });
    owner = await signedIn(app, "owner");
  });
  after(async () => {
    await app?.stop();
    await mailbox.close();
  });

  const db = () => app.store.database.db;
  const at = async (instant: string) => {
    app.clock.now = new Date(instant);
    owner = await signedIn(app, "owner");
  };
  const switched = async (kind: string, isOn: boolean) => {
    const { revision } = (await owner.ask("GET", "/letters")).data.find((one: { kind: string }) => one.kind === kind);
    await owner.ask("PUT", `/letters/${kind}`, { isOn, revision });
  };
  const work = () => ({
    ...app.app.service.config,
    db: db(),
    clock: () => app.clock.now,
    mail: app.app.service.mail,
    publicUrl: "",
    paymentLetter: async () => null,
  });

  async function partnerWith(limit: object | null = null) {
    const externalId = `p-${randomUUID().slice(0, 8)}`;
    const { id } = await owner.ask("POST", "/partners", { externalId, name: "Agência Sol" });
    const contact = (kind: string, email: string) => ({
      kind,
      name: kind === "accounts" ? "Ana" : "",
      email,
      phone: "",
    });
    const { company, revision } = await owner.ask("GET", `/partners/${externalId}/company`);
    const contacts = [
      ...[contact("accounts", "ana@sol.example"), contact("accounts", ""), contact("sales", "sales@sol.example")],
      contact("accounts", "caixa@sol.example"),
    ];
    await owner.ask("PUT", `/partners/${externalId}/company`, {
      company: { ...company, lang: "pt", contacts },
      revision,
    });
    await owner.ask("POST", `/partners/${externalId}/terms`, {
      content: { ...terms, limit },
      priceListId: null,
      lines: [],
    });
    const { key } = await owner.ask("POST", `/partners/${externalId}/keys`, { mode: "live" });
    const seller = new Partner(app, { key });
    const pay = (amount: string) =>
      owner.ask("POST", `/partners/${externalId}/payments`, {
        ...{ id: randomUUID(), currencyCode: "USD", amount, paidOn: "2026-06-15", method: "transfer" },
      });
    const buy = async (n: number) =>
      seller.book(await eventId(app, "boat-seat", "2026-06-20T10:00"), { ADULT: n }, 24 * n, {
        externalReference: randomUUID(),
      });
    const letters = () => lettersToPartner(db(), id, 100);
    const due = async () =>
      (
        await sql<{ id: string; address: string }>`
          select id, address from partner_letter where partner_id = ${id} and state = 'due' order by address`.execute(
          db(),
        )
      ).rows;
    const kinds = async () => (await letters()).map(({ kind, address }) => `${kind} ${address}`).sort();
    return { externalId, id: id as string, pay, buy, letters, due, kinds };
  }

  test("the contacts for accounts get each statement once, with its PDF and in the partner's language", async () => {
    await at("2026-06-16T10:00:00Z");
    const { externalId, buy, due, letters } = await partnerWith();
    await buy(2);
    const issue = (lastOn: string) =>
      owner.ask("POST", `/partners/${externalId}/statements`, { currencyCode: "USD", lastOn });
    await at("2026-07-01T10:00:00Z");
    await issue("2026-06-16");
    assert.deepEqual(await due(), [], "letters are off at first");
    await switched("statement", true);
    const { id, number } = await issue("2026-06-30");
    const [ana, caixa] = await due();
    assert.deepEqual([ana!.address, caixa!.address], ["ana@sol.example", "caixa@sol.example"]);

    await runPartnerLetter(work(), ana!.id);
    await runPartnerLetter(work(), ana!.id);
    const [mail, ...others] = mailbox.received.splice(0);
    assert.deepEqual([mail!.to, others], [["ana@sol.example"], []]);
    assert.equal(mail!.headers.get("subject"), `Extrato ${number} de Paseo Tours`);
    assert.match(mail!.text, /Olá, Ana:[\s\S]*De 17 de junho de 2026 a 30 de junho de 2026\n[\s\S]*48,00/);
    assert.match(mail!.raw, new RegExp(`application/pdf[\\s\\S]*${number}\\.pdf`));

    // A mail server that is busy gets it again, and a refusal is final.
    mailbox.trouble = { at: "recipient", with: 421 };
    await runPartnerLetter(work(), caixa!.id);
    const stateOf = async (address: string) => {
      const one = (await letters()).find((letter) => letter.address === address && letter.statementId === id)!;
      return [one.state, one.fault, one.attempts];
    };
    assert.deepEqual(await stateOf("caixa@sol.example"), ["due", "refused-now", 1]);
    mailbox.trouble = { at: "recipient", with: 550 };
    await sql`update partner_letter set due_at = now() where state = 'due'`.execute(db());
    await runPartnerLetter(work(), caixa!.id);
    mailbox.trouble = null;
    assert.deepEqual(await stateOf("caixa@sol.example"), ["failed", "refused", 2]);
    assert.deepEqual(await stateOf("ana@sol.example"), ["sent", null, 1]);
    const { data } = await owner.ask("GET", `/partners/${externalId}/letters`);
    assert.deepEqual(
      data.map(({ kind, statementId }: Record<string, string>) => [kind, statementId]),
      [
        ["statement", id],
        ["statement", id],
      ],
    );
  });

  test("a process that is killed before any statement of its work sends a letter once at most, and its successor the rest", async () => {
    const { id: partner, letters } = await partnerWith({ ...prepaid });
    let steps = 0;
    for (let isDead = true; isDead; steps++) {
      const { rows } = await sql<{ id: string }>`
        insert into partner_letter (partner_id, cause, name, address, state, due_at, at)
        values (${partner}, ${`limit-over:${steps}`}, '', 'ana@sol.example', 'due', now(), now()) returning id`.execute(
        db(),
      );
      const letter = rows[0]!.id;
      const plugin = dying(steps);
      const died = runPartnerLetter({ ...work(), db: db().withPlugin(plugin) }, letter);
      await died.catch((error: Error) => assert.ok(error instanceof Killed, String(error)));
      isDead = plugin.isDead;
      await sql`update partner_letter set at = at - interval '1 minute', due_at = due_at - interval '1 minute'`.execute(
        db(),
      );
      await watchLetters(work());
      await runPartnerLetter(work(), letter);
      const { state } = (await letters())[0]!;
      const sent = mailbox.received.splice(0).length;
      assert.ok(state === "sent" ? sent === 1 : state === "unknown" && sent <= 1, `${steps}: ${state}, ${sent} sent`);
    }
    assert.ok(steps > 5, `the work has ${steps} statements`);
  });

  test("a limit has a letter when it is near and when it is used up, and again only after it was above", async () => {
    await at("2026-06-16T10:00:00Z");
    await switched("limit-near", true);
    await switched("limit-over", true);
    const { pay, buy, kinds, due, externalId } = await partnerWith(prepaid);
    const watch = async () => {
      app.clock.now = new Date(app.clock.now.getTime() + 60_000);
      await watchLimits(work());
      return kinds();
    };
    const both = (kind: string, times: number) =>
      Array.from({ length: times }, () => ["ana", "caixa"].map((name) => `${kind} ${name}@sol.example`))
        .flat()
        .sort();
    await pay("96.00");
    assert.deepEqual(await watch(), []);
    await buy(2);
    const near = both("limit-near", 1);
    assert.deepEqual(await watch(), near, "48.00 is left");
    await buy(1);
    assert.deepEqual(await watch(), near);
    await buy(1);
    const over = [...near, ...both("limit-over", 1)];
    assert.deepEqual(await watch(), over);
    // Near again, but it was never above.
    await pay("24.00");
    assert.deepEqual(await watch(), over);
    await pay("100.00");
    assert.deepEqual(await watch(), over);
    await buy(4);
    assert.deepEqual(await watch(), [...both("limit-near", 2), ...both("limit-over", 1)].sort());
    const low = await owner.ask("GET", "/partners?limit=low");
    assert.deepEqual(
      low.data.map((one: Record<string, string>) => [one.externalId, one.limitState, one.limitLeft]),
      [[externalId, "near", "28.00"]],
    );
    assert.deepEqual((await owner.ask("GET", "/partners?limit=over")).total, 0);

    // A letter that waited until the partner has paid is not sent.
    const [first] = await due();
    await pay("500.00");
    await runPartnerLetter(work(), first!.id);
    assert.deepEqual(mailbox.received, []);
    const lost = await db()
      .transaction()
      .execute((tx) => endLostLetters(tx, new Date()));
    assert.equal(lost, 5, "after a restore, the others may have been sent");
  });

  test("an operator previews a letter to partners, whose texts have placeholders of their own and no product", async () => {
    const { data } = await owner.ask("GET", "/letters");
    const { to, placeholders, texts } = data.find(({ kind }: { kind: string }) => kind === "statement");
    assert.deepEqual([to, placeholders.includes("balance"), placeholders.includes("guest")], ["partners", true, false]);
    const { subject, body } = texts.find(({ lang }: { lang: string }) => lang === "en");
    const preview = await owner.ask("POST", "/letters/statement/en/preview", { subject, body });
    assert.equal(preview.subject, "Statement A-0012 from Paseo Tours");
    assert.match(preview.body, /From 1 June 2030 to 30 June 2030\nBalance that you owe us: €1,240\.00\nPlease pay by/);
    const problem = async (path: string, sent: object) =>
      JSON.parse((await owner.call("POST", path, sent)).text).errors.map(
        ({ pointer, code }: Record<string, string>) => [pointer, code],
      );
    const path = "/letters/limit-near/en/preview";
    assert.deepEqual(await problem(path, { subject: "{number}", body: "{left}" }), [
      ["/subject", "placeholder-unknown"],
    ]);
    assert.deepEqual(await problem(path, { subject, body: "a", order: "K7Q-M3X-HP4-EN" }), [
      ["/subject", "placeholder-unknown"],
    ]);
    assert.deepEqual(await problem(path, { subject: "a", body: "a", order: "K7Q" }), [
      ["/order", "letter-has-no-order"],
    ]);
    const productId = (await owner.ask("GET", "/products")).data[0].id;
    const forProduct = await owner.call("PUT", "/letters/statement", { productId, isOn: true, revision: 0 });
    assert.equal(JSON.parse(forProduct.text).errors[0].code, "letter-has-no-product");
    const ofProduct = await owner.ask("GET", `/letters?productId=${productId}`);
    assert.ok(ofProduct.data.every((one: { to: string }) => one.to === "guests"));
  });
});
