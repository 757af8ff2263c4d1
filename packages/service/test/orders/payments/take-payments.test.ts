import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { providersFor } from "../../../src/domain/payments/providers.ts";
import { eventIds } from "../../concurrency/booking.ts";
import { Mailbox } from "../../suppliers/mailbox.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { signedIn } from "../../support/console.ts";
import { askAt } from "../../support/http.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";

/** The steps of docs/how-to/take-payments.md, from nothing to the first paid link, in the sandbox. */

onPostgres("docs/how-to/take-payments.md", (open) => {
  const mailbox = new Mailbox();
  let app: TestApp;
  before(async () => {
    await mailbox.open();
    app = await startApp({ open, config: { smtpUrl: mailbox.url, mailFrom: "office@paseo.example" } });
  });
  after(async () => {
    await app.stop();
    await mailbox.close();
  });
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const at = (address: string, body?: string) => {
    const { pathname: path } = new URL(address, app.url);
    const port = Number(new URL(app.url).port);
    return askAt({ port, path }, body === undefined ? {} : { method: "POST", headers: form, body });
  };

  test("leads to a paid link, with letters to the guest", async () => {
    const owner = await signedIn(app, "owner");
    await owner.ask("PUT", "/payment-kinds/sandbox", { enabled: true, settings: {}, revision: 0 });
    const { data } = await owner.ask("GET", "/payment-kinds");
    const sandbox = data.find(({ kind }: { kind: string }) => kind === "sandbox");
    assert.deepEqual([sandbox.enabled, sandbox.test, sandbox.offered], [true, true, true]);
    const [event] = (await eventIds(app.store.database.db, "show")).slice(14);
    const order = await owner.ask("POST", "/orders", {
      ...{ id: randomUUID(), eventId: event, tickets: [{ code: "ADULT", quantity: 1 }], lang: "en", name: "Ann Lee" },
      ...{ method: "account", totalUsd: "50.00", email: "ann@guest.example" },
    });
    await owner.ask("POST", `/orders/${order.id}/payment-links`, { id: randomUUID(), send: true });
    const letterAbout = (subject: RegExp) =>
      until(
        async () => mailbox.received.find(({ headers }) => subject.test(headers.get("subject") ?? "")),
        `a letter about ${subject}`,
      );
    const { text } = await letterAbout(/Please pay/);
    const [link] = /http:\/\/\S+\/pay\/[\w-]{27}/.exec(text)!;
    const shown = await at(link);
    assert.match(shown.text, /This is a test: no money moves/);
    assert.match(String(shown.headers["content-security-policy"]), /form-action 'self' https:/);
    const chosen = await at(link, "kind=sandbox");
    assert.equal(chosen.status, 303);
    const page = await at(chosen.headers.location!);
    assert.match(page.text, /Test payment/);
    const paid = await at(chosen.headers.location!, "button=pay");
    assert.equal(paid.status, 303);
    assert.match((await at(paid.headers.location!)).text, /Thank you, your payment has arrived/);
    const { account } = await owner.ask("GET", `/orders/${order.id}`);
    assert.deepEqual([account.balanceDue, account.payments[0].method], ["0.00", "online"]);
    await letterAbout(/has arrived/);
  });

  test("the sandbox is not offered to guests of a service with a public address", async () => {
    const { payments } = app.app.service;
    const offered = await providersFor({ ...payments, isTrial: false }, { currencyCode: "USD", test: false });
    assert.deepEqual(offered, []);
    assert.equal((await providersFor({ ...payments, isTrial: false }, { currencyCode: "USD", test: true })).length, 1);
  });
});
