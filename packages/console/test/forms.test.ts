import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Mailbox } from "../../service/test/suppliers/mailbox.ts";
import { eventId, Partner } from "../../service/test/support/partner.ts";
import { becomes, button, field, hasValue } from "./support/controls.ts";
import { Backoffice, seen } from "./support/dom.ts";

/** The store's mail server is set and tried. */

let office: Backoffice;
const mailbox = new Mailbox();
before(async () => {
  await mailbox.open();
  office = await Backoffice.open();
});
after(async () => {
  await office.close();
  await mailbox.close();
});

test("without a mail server a voucher cannot be sent, and the page says why; an owner sets and tries one", async () => {
  const event = await eventId(office.app, "show-seat", "2026-06-20T20:00");
  const { id } = await new Partner(office.app).buy(event, { ADULT: 2 });
  await (await office.account("orders")).ask("POST", `/orders/${id}/confirm`, {});
  const seller = await office.operator("orders", `/orders/${id}/show`);
  await becomes(() => button(seller, "Send by e-mail").isDisabled(), true);
  await seen(seller, "No mail server is set, so no e-mail is sent.");
  await seen(seller, "An owner can set it under Business.");

  const page = await office.operator("owner", `/orders/${id}/show`);
  await page.getByRole("link", { name: "Set it under Business" }).click();
  await page.getByRole("heading", { name: "Business" }).waitFor();
  const section = page.getByRole("region", { name: "Mail server" });
  await section.getByText("No mail server is set: no e-mail is sent.").waitFor();
  const { hostname, port } = new URL(mailbox.url);
  await field(page, "Server").fill("nowhere.invalid");
  await field(page, "Port").fill(port);
  await field(page, "Sender address").fill("reservas@paseo.example");
  await button(page, "Send a test e-mail").click();
  await section.getByText("There is no server with this name.").waitFor();
  await field(page, "Server").fill(hostname);
  mailbox.trouble = { at: "recipient", with: 550 };
  await button(page, "Send a test e-mail").click();
  await section.getByText("The mail server refused the message.").waitFor();
  await section.getByText("550 Not here, not now").waitFor();
  mailbox.trouble = null;
  await button(page, "Send a test e-mail").click();
  await section.getByText(`The mail server accepted the e-mail to ${page.email}. Check that it arrives.`).waitFor();
  assert.deepEqual(
    mailbox.received.splice(0).map(({ to }) => to),
    [[page.email]],
  );
  await section.getByRole("button", { name: "Save" }).click();
  await seen(page, "The mail server was saved.");
  await hasValue(field(page, "Server"), hostname);
  assert.equal(
    await field(page, "Sender address").inputValue(),
    "reservas@paseo.example",
    "the form keeps what was saved",
  );

  await office.visit(seller, `/orders/${id}/show`);
  await button(seller, "Send by e-mail").click();
  await seller.getByRole("dialog").getByRole("button", { name: "Send by e-mail" }).click();
  await seen(seller, "The voucher was sent to customer@example.com.");
  assert.deepEqual(
    mailbox.received.map(({ to, from }) => [from, to]),
    [["reservas@paseo.example", ["customer@example.com"]]],
  );
  await section.getByRole("button", { name: "Delete the mail server" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the mail server" }).click();
  await seen(page, "The mail server was deleted.");
});
