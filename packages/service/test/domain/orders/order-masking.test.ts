import assert from "node:assert/strict";
import { test } from "node:test";
import { maskedEmail, maskedPhone } from "../../../src/domain/orders/order-masking.ts";

/** The customer data in a read without a key (decision 13). */

const emails: [email: string, masked: string][] = [
  ["jane@example.com", "j…@e….com"],
  ["j@e.com", "j…@e….com"],
  ["ana.maria+tours@mail.example.co.uk", "a…@m….uk"],
  ["root@localhost", "r…@l…"],
  ["a@b@example.com", "a…@e….com"],
  ["🐈cat@🐈.example", "🐈…@🐈….example"],
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
