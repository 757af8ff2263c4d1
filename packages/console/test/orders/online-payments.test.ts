import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { payLink, readLinkPage } from "../../../service/src/domain/payments/links.ts";
import { pressSandboxButton } from "../../../service/src/payments/kinds/sandbox.ts";
import { eventId } from "../../../service/test/support/partner.ts";
import { button, field } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** Payment links and online refunds at an order, of an operator without a mail server. */

let office: Backoffice;
let id: string;
before(async () => {
  office = await Backoffice.open();
  const { ask } = await office.account("owner");
  await ask("PUT", "/payment-kinds/sandbox", { enabled: true, settings: {}, revision: 0 });
  const sale = {
    ...{ id: randomUUID(), eventId: await eventId(office.app, "show-seat", "2026-06-20T20:00"), lang: "es" },
    ...{ tickets: [{ code: "ADULT", quantity: 1 }], email: "nora@example.com", totalUsd: "50.00", method: "account" },
  };
  id = (await ask("POST", "/orders", sale)).id;
});
after(() => office.close());

test("without a mail server no link is said to be sent", async () => {
  const page = await office.operator("owner", `/orders/${id}/show`);
  await button(page, "Payment link").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^No mail server is set/).waitFor();
  assert.equal(await dialog.getByRole("switch").count(), 0);
  await dialog.getByRole("radio", { name: "A deposit" }).click();
  await field(dialog, "Amount in USD").fill("20");
  await dialog.getByRole("button", { name: "Make the link" }).click();
  await seen(page, "The link is ready.");
  await button(page, "QR code").waitFor();
  const { links } = await (await office.account("owner")).ask("GET", `/orders/${id}/payment-links`);
  assert.deepEqual([links[0].amount, links[0].letter], ["20", null]);
});

test("the refund of an online payment says that the provider sends the money", async () => {
  const { payments } = office.app.app.service;
  const { links } = await (await office.account("owner")).ask("GET", `/orders/${id}/payment-links`);
  const code = new URL(links[0].url).pathname.split("/").at(-1)!;
  const { now } = office.app.clock;
  const page = await readLinkPage(payments, code, { isReturn: false, now });
  const started = await payLink(payments, page!, { kind: "sandbox", query: "" }, now);
  assert.ok(started?.outcome === "open");
  await pressSandboxButton(payments.context.sandbox!, started.checkout.providerId!, "pay", () => now);
  await readLinkPage(payments, code, { isReturn: true, now });
  const shown = await office.operator("owner", `/orders/${id}/show`);
  await button(shown, "More actions").click();
  await shown.getByRole("menuitem", { name: "Record a refund" }).click();
  const dialog = shown.getByRole("dialog");
  await dialog.getByText(/^The provider sends this amount/).waitFor();
  await dialog.getByRole("combobox", { name: "How it was paid back" }).click();
  await shown.getByRole("option", { name: "Cash" }).click();
  await dialog.getByText(/^You pay this back yourself/).waitFor();
});
