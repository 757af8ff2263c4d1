import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { Mailbox } from "../../suppliers/mailbox.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { eventId, Partner } from "../../support/partner.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Vouchers that operators send by e-mail. */

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
    app.clock.now = new Date(app.clock.now.getTime() + 1);
    await desk.ask("POST", `/orders/${id}/sendVoucher`, { to: "hotel@example.com", lang: "en" });
    const [second] = mailbox.received.splice(0);
    assert.deepEqual(second!.to, ["hotel@example.com"]);
    assert.match(second!.text, /^Hello,\n/);
    assert.match(second!.text, /2 × Adult\n/);
    const { timeline } = await desk.ask("GET", `/orders/${id}`);
    assert.deepEqual(
      timeline
        .filter(({ kind, actor }: { kind: string; actor: string }) => kind === "voucher" && actor === "operator")
        .map(({ operator, message }: { operator: string; message: string }) => [operator, message]),
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
    for (let n = 0; n < 5; n++) {
      app.clock.now = new Date(app.clock.now.getTime() + 1);
      await desk.ask("POST", `/orders/${id}/sendVoucher`, {});
    }
    app.clock.now = new Date(app.clock.now.getTime() + 1);
    const answer = await desk.call("POST", `/orders/${id}/sendVoucher`, {});
    assert.deepEqual([answer.status, answer.headers["retry-after"]], [429, "3600"]);
    assert.equal(mailbox.received.splice(0).length, 5);
    app.clock.now = new Date(app.clock.now.getTime() + 1);
    await sql`update guest_letter set at = at - interval '1 hour'`.execute(app.store.database.db);
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
});
