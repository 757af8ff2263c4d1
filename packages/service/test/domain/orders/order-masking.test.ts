import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order } from "@paseo/contract";
import { maskedEmail, maskedOrder, maskedPhone } from "../../../src/domain/orders/order-masking.ts";

/** The customer data in a read without a key (decision 13). */

const emails: [email: string, masked: string][] = [
  ["jane@example.com", "j…@e….com"],
  ["j@e.com", "j…@e….com"],
  ["ana.maria+tours@mail.example.co.uk", "a…@m….uk"],
  ["root@localhost", "r…@l…"],
  ["a@b@example.com", "a…@e….com"],
  ["🐈cat@🐈.example", "🐈…@🐈….example"],
  ["@e.com", "…@e….com"],
  ["a@.com", "a…@.….com"],
  ["", ""],
];
for (const [email, masked] of emails)
  test(`the e-mail address "${email}" is "${masked}"`, () => assert.equal(maskedEmail(email), masked));

const phones: [phone: string, masked: string][] = [
  ["+34 600 123 489", "…89"],
  ["600-12-34-8 9", "…89"],
  ["123456", "…56"],
  ["12345", "…"],
  ["call the desk", "…"],
  ["", ""],
];
for (const [phone, masked] of phones)
  test(`the telephone "${phone}" is "${masked}"`, () => assert.equal(maskedPhone(phone), masked));

const customer = {
  email: "jane@example.com",
  phoneNumber: "+34 600 123 489",
  remoteHost: "203.0.113.7",
  callbackUrl: "https://shop.example/notify?token=secret#part",
  answers: [
    { code: "passenger-first-name", value: "Jane" },
    { code: "hotel-name", value: "" },
  ],
};
const order = {
  id: "1",
  status: "complete",
  event: { id: "2", externalReference: "A-1", ...customer },
} as never as Order;

test("a masked order has its shape, its ids and none of the customer's data", () => {
  assert.deepEqual(maskedOrder(order), {
    id: "1",
    status: "complete",
    event: {
      id: "2",
      externalReference: "A-1",
      email: "j…@e….com",
      phoneNumber: "…89",
      remoteHost: "…",
      callbackUrl: "https://shop.example/notify",
      answers: [
        { code: "passenger-first-name", value: "…" },
        { code: "hotel-name", value: "" },
      ],
    },
  });
});

test("empty and missing values stay unchanged", () => {
  const erased = { ...order, event: { ...order.event, remoteHost: "", callbackUrl: null } };
  const { event } = maskedOrder(erased);
  assert.deepEqual([event.remoteHost, event.callbackUrl], ["", null]);
});
