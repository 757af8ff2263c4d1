import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventId, Partner } from "../../../service/test/support/partner.ts";
import type { Order } from "../../src/orders/order.ts";
import { usualRefundMethod } from "../../src/orders/refunds/refund.ts";
import { button, field, hasValue } from "../support/controls.ts";
import { Backoffice, seen } from "../support/dom.ts";

/** An operator who cancels an order chooses another refund than the terms. */

let office: Backoffice;
let id: string;
before(async () => {
  office = await Backoffice.open();
  const owner = await office.account("owner");
  await owner.ask("PUT", "/home", { timeZone: "Europe/Madrid", currencyCode: "EUR" });
  const show = await eventId(office.app, "show-seat", "2026-06-20T20:00");
  id = (await new Partner(office.app).buy(show, { ADULT: 2 })).id!;
});
after(() => office.close());

test("the refund is preset by the terms, and another amount needs a reason", async () => {
  const page = await office.operator("orders", `/orders/${id}/show`, { phone: true });
  await button(page, "More actions").click();
  await page.getByRole("menuitem", { name: "Record a refund", exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await button(page, "Cancel the order").click();
  const dialog = page.getByRole("dialog");
  const refund = field(page, "Refund (EUR)");
  await hasValue(refund, "90.00");
  await seen(page, "By the terms: €90.00. At most €90.00. Another amount needs a reason.");
  await refund.fill("95");
  const confirm = dialog.getByRole("button", { name: "Cancel the order" });
  await confirm.click();
  await seen(page, "Type an amount from 0 to €90.00.");
  await refund.fill("0");
  await seen(page, "Nothing will be refunded.");
  await confirm.click();
  await seen(page, "Give the reason for this amount.");
  await refund.fill("30.50");
  await seen(page, "Refund due afterwards: €30.50");
  await dialog.getByLabel("Reason").fill("Rain");
  await confirm.click();
  await dialog.waitFor({ state: "detached" });
  const { refunds } = await (await office.account("orders")).ask("GET", `/orders/${id}`);
  assert.deepEqual([refunds.length, refunds[0].due], [1, "30.50"]);
  await seen(page, "Refund differs from the terms");
});

test("a refund is proposed by the method of which most can still be paid back", () => {
  const paidBy = (method: string) => ({ payment: { method }, status: "accepted", total: "100.00" });
  const order = {
    ...{ payment: { method: "cash" }, account: null, refunds: [], amounts: { total: "100.00" } },
    changes: [{ ...paidBy("card"), id: "1", difference: "70.00" }],
  } as unknown as Order;
  assert.equal(usualRefundMethod(order), "card");
  const returned = [{ method: "card", paid: "50.00" }] as Order["refunds"];
  assert.equal(usualRefundMethod({ ...order, refunds: returned }), "cash");
  assert.equal(usualRefundMethod({ ...order, payment: null, changes: [] }), "account");
});
