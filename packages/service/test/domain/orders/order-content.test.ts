import assert from "node:assert/strict";
import { test } from "node:test";
import type { BookRequest } from "@paseo/contract";
import { orderDigest } from "../../../src/domain/orders/content.ts";

type Content = Omit<BookRequest, "apiKey">;
const content: Content = {
  id: "abcdef00-1111-4111-8111-111111111111",
  whiteLabelCode: null,
  tickets: [
    { code: "adult", quantity: 2 },
    { code: "child", quantity: 1 },
  ],
  email: "viajera@example.com",
  phoneNumber: "+34 600 000 000",
  remoteHost: "203.0.113.7",
  callbackUrl: null,
  externalReference: "A-1",
  totalUsd: { currencyCode: "USD", value: 152.9 },
  answers: [
    { code: "passenger-weight", value: "62" },
    { code: "passenger-weight", value: "80" },
  ],
  testMode: false,
};
const digest = orderDigest(content);
const { whiteLabelCode: _, callbackUrl: __, testMode: ___, ...bare } = content;

test("a digest is SHA-256 in hex", () => assert.match(digest, /^[0-9a-f]{64}$/));

for (const [why, same] of [
  ["the id in upper case", { ...content, id: content.id.toUpperCase() }],
  ["tickets in another order", { ...content, tickets: content.tickets.toReversed() }],
  ["a ticket not chosen", { ...content, tickets: [{ code: "aged", quantity: 0 }, ...content.tickets] }],
  ["optional fields left out", bare],
  ["optional fields empty", { ...content, whiteLabelCode: "", callbackUrl: "" }],
  ["the total read from 152.90", { ...content, totalUsd: { currencyCode: "USD", value: Number("152.90") } }],
  ["the key still inside", { ...content, apiKey: "pk_test_x" } as Content],
] as const satisfies [string, Content][]) {
  test(`${why}: the same order`, () => assert.equal(orderDigest(same), digest));
}

for (const [why, other] of [
  ["id", { ...content, id: "abcdef00-1111-4111-8111-111111111112" }],
  ["white label", { ...content, whiteLabelCode: "shop" }],
  ["quantity", { ...content, tickets: [{ code: "adult", quantity: 3 }] }],
  ["quantity of one of two", { ...content, tickets: [content.tickets[0]!, { code: "child", quantity: 2 }] }],
  ["code of one of two", { ...content, tickets: [content.tickets[0]!, { code: "baby", quantity: 1 }] }],
  ["ticket", { ...content, tickets: [...content.tickets, { code: "senior", quantity: 1 }] }],
  ["e-mail", { ...content, email: "Viajera@example.com" }],
  ["phone", { ...content, phoneNumber: "+34600000000" }],
  ["host", { ...content, remoteHost: "203.0.113.8" }],
  ["callback", { ...content, callbackUrl: "https://example.com/" }],
  ["reference", { ...content, externalReference: "A-2" }],
  ["total", { ...content, totalUsd: { currencyCode: "USD", value: 152.91 } }],
  ["order of answers", { ...content, answers: content.answers!.toReversed() }],
  ["answers", { ...content, answers: null }],
  ["test", { ...content, testMode: true }],
  // The same text split differently into fields must be different content.
  ["where a field ends", { ...content, email: "viajera@example.com+34", phoneNumber: " 600 000 000" }],
] as const satisfies [string, Content][]) {
  test(`another ${why}: another order`, () => assert.notEqual(orderDigest(other), digest));
}

test("the digest stays the same over versions, so that an upgrade between two attempts makes no second order", () => {
  const tickets = ["senior", "adult", "child", "pair", "baby"].map((code, n) => ({ code, quantity: n + 1 }));
  const request = { ...content, id: content.id.toUpperCase(), tickets };
  for (const shuffled of [request, { ...request, tickets: tickets.toReversed() }])
    assert.equal(orderDigest(shuffled), "59a10523f3d3bdecc28dbab669119d1144b015c275eadb43bcd53ee6b99ad94d");
});

test("missing, null and empty answers make the same digest", () => {
  const { answers: ____, ...without } = content;
  const digests = [without, { ...content, answers: null }, { ...content, answers: [] }].map((one) => orderDigest(one));
  assert.equal(new Set(digests).size, 1);
});
