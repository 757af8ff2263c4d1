import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { Mailbox } from "../../suppliers/mailbox.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { eventId, Partner } from "../../support/partner.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Vouchers by e-mail, and the texts that operators change. */

onPostgres("vouchers by e-mail", (open) => {
  const mailbox = new Mailbox();
  let app: TestApp;
  let partner: Partner;
  let desk: Operator & { email: string };
  before(async () => {
    await mailbox.open();
    const mail = { smtpUrl: mailbox.url, mailFrom: "reservas@paseo.example", operatorName: "Paseo Tours" };
    app = await startApp({ open, config: { publicUrl: "https://tickets.example.com", ...mail } });
    partner = new Partner(app);
    desk = await signedIn(app, "orders");
  });
  after(async () => {
    await app.stop();
    await mailbox.close();
  });
  const confirmed = async (more = {}): Promise<{ id: string; reference: string }> => {
    const event = await eventId(app, "show-seat", "2026-06-20T20:00");
    const { id } = await partner.buy(event, { ADULT: 2 }, { email: "guest@example.com", ...more });
    return desk.ask("POST", `/orders/${id}/confirm`, {});
  };

  test("a voucher goes to the order's address with its PDF, and to an address that the operator types", async () => {
    const { id, reference } = await confirmed();
    assert.deepEqual(await desk.ask("POST", `/orders/${id}/sendVoucher`, {}), { to: "guest@example.com" });
    const [letter] = mailbox.received.splice(0);
    assert.deepEqual(letter!.to, ["guest@example.com"]);
    assert.equal(letter!.headers.get("subject"), `Su bono ${reference}: Noche de flamenco`);
    assert.equal(letter!.headers.get("content-language"), "es");
    assert.match(letter!.text, /^Hola:\n/);
    assert.match(letter!.text, /\n2 × Adulto\nTablao, Calle Mayor 1\n/);
    assert.match(letter!.text, /sábado, 20 de junio de 2026, 20:00/);
    assert.match(letter!.text, /https:\/\/tickets\.example\.com\/voucher\/[\w-]{27}/);
    assert.ok(letter!.raw.includes(`filename=${reference}.pdf`), "the PDF is attached");
    assert.ok(!/\{\w*\}|ADULT/.test(letter!.text), letter!.text);
    await desk.ask("POST", `/orders/${id}/sendVoucher`, { to: "hotel@example.com", lang: "en" });
    const [second] = mailbox.received.splice(0);
    assert.deepEqual(second!.to, ["hotel@example.com"]);
    assert.match(second!.text, /^Hello,\n/);
    assert.match(second!.text, /2 × Adult\n/);
    const { timeline } = await desk.ask("GET", `/orders/${id}`);
    assert.deepEqual(
      timeline
        .filter(({ kind, actor }: { kind: string; actor: string }) => kind === "voucher" && actor === "operator")
        .map(({ why, message }: { why: string; message: string }) => [why, message]),
      [
        [desk.email, "guest@example.com"],
        [desk.email, "hotel@example.com"],
      ],
    );
    const { db } = app.store.database;
    const audited = async () =>
      (await listAudit(db, { operation: "orders.sendVoucher" }, { offset: 0, limit: 2 })).rows;
    assert.deepEqual((await audited())[0]!.after, { to: "hotel@example.com", lang: "en" });
    await desk.ask("POST", `/orders/${id}/erase`, {});
    assert.ok(!JSON.stringify(await audited()).includes("hotel@example.com"), "erasure removes the address");
    assert.equal(await desk.refused(400, "POST", `/orders/${id}/sendVoucher`, {}), "invalid-field");
  });

  test("no more than five e-mails of one order leave within an hour", async () => {
    const { id } = await confirmed();
    for (let n = 0; n < 5; n++) await desk.ask("POST", `/orders/${id}/sendVoucher`, {});
    const answer = await desk.call("POST", `/orders/${id}/sendVoucher`, {});
    assert.deepEqual([answer.status, answer.headers["retry-after"]], [429, "3600"]);
    assert.equal(mailbox.received.splice(0).length, 5);
    app.clock.now = new Date(app.clock.now.getTime() + 3_600_001);
    await desk.ask("POST", `/orders/${id}/sendVoucher`, {});
    assert.equal(mailbox.received.splice(0).length, 1);
  });

  test("an order without a valid voucher sends none, a failing mail server is reported, and roles are kept", async () => {
    const { id } = await confirmed();
    mailbox.trouble = { at: "recipient", with: 550 };
    assert.equal(await desk.refused(502, "POST", `/orders/${id}/sendVoucher`, {}), "mail-failed");
    mailbox.trouble = null;
    assert.equal(await desk.refused(400, "POST", `/orders/${id}/sendVoucher`, { to: "nobody" }), "invalid-field");
    const reader = await signedIn(app, "read-only");
    assert.equal(await reader.refused(403, "POST", `/orders/${id}/sendVoucher`, {}), "role-forbidden");
    await desk.ask("POST", `/orders/${id}/cancel`, {});
    assert.equal(await desk.refused(409, "POST", `/orders/${id}/sendVoucher`, {}), "no-voucher");
    assert.equal(mailbox.received.length, 0);
  });

  test("a text is changed with a preview, and an unknown placeholder is refused by its name", async () => {
    const { data, placeholders, mail } = await desk.ask("GET", "/letters");
    assert.equal(mail, true);
    assert.deepEqual(
      data.map(({ lang, revision }: { lang: string; revision: number }) => [lang, revision]),
      [
        ["es", 0],
        ["pt", 0],
        ["en", 0],
      ],
    );
    for (const { lang, subject, body } of data) {
      const shown = await desk.ask("POST", `/letters/${lang}/preview`, { subject, body });
      assert.ok(!/\{\w*\}/.test(shown.subject + shown.body), shown.body);
    }
    assert.ok(placeholders.includes("voucher_link"));
    const letter = { subject: "Bono {reference}", body: "Gracias, {guest}.\n{voucher_link}" };
    const wrong = await desk.call("PUT", "/letters/es", { ...letter, body: "{voucher} {gest}", revision: 0 });
    assert.equal(wrong.status, 400);
    assert.deepEqual(
      JSON.parse(wrong.text).errors.map(({ pointer, detail }: { pointer: string; detail: string }) => [
        pointer,
        detail.split(" ")[0],
      ]),
      [
        ["/body", "{voucher}"],
        ["/body", "{gest}"],
      ],
    );
    assert.equal(await desk.refused(400, "POST", "/letters/es/preview", { ...letter, subject: "{}" }), "invalid-field");
    assert.equal(
      await desk.refused(400, "PUT", "/letters/es", { ...letter, subject: "a\nb", revision: 0 }),
      "invalid-field",
    );
    assert.equal(await desk.refused(404, "PUT", "/letters/fr", { ...letter, revision: 0 }), "not-found");
    await desk.ask("PUT", "/letters/es", { ...letter, revision: 0 });
    assert.equal(await desk.refused(409, "PUT", "/letters/es", { ...letter, revision: 0 }), "changed-meanwhile");
    const { id, reference } = await confirmed();
    await desk.ask("POST", `/orders/${id}/sendVoucher`, {});
    const [sent] = mailbox.received.splice(0);
    assert.equal(sent!.headers.get("subject"), `Bono ${reference}`);
    assert.match(sent!.text, /^Gracias\.\nhttps:/);
  });
});
