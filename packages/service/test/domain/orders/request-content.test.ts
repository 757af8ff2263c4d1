import assert from "node:assert/strict";
import { test } from "node:test";
import type { AmendmentRequest, HoldRequest } from "@paseo/contract";
import { changeDigest, holdDigest, orderDigest, sameSelection } from "../../../src/domain/orders/content.ts";

/**
 * Contents by which the service recognises a retry of a hold or of a change. order-content.test.ts covers
 * the other orders.
 */

const id = "abcdef00-1111-4111-8111-111111111111";
const tickets = [
  { code: "adult", quantity: 2 },
  { code: "child", quantity: 1 },
];

type Hold = Omit<HoldRequest, "apiKey">;
const hold: Hold = { id, whiteLabelCode: null, tickets, testMode: false };

for (const [why, same] of [
  ["the id in upper case", { ...hold, id: id.toUpperCase() }],
  ["tickets in another order", { ...hold, tickets: tickets.toReversed() }],
  ["optional fields left out", { id, tickets }],
  ["an empty white label", { ...hold, whiteLabelCode: "" }],
] as [string, Hold][])
  test(`${why}: the same hold`, () => assert.equal(holdDigest(same), holdDigest(hold)));

for (const [why, other] of [
  ["id", { ...hold, id: id.replace("1111", "2222") }],
  ["white label", { ...hold, whiteLabelCode: "shop" }],
  ["quantity", { ...hold, tickets: [{ code: "adult", quantity: 3 }] }],
  ["test", { ...hold, testMode: true }],
] as [string, Hold][])
  test(`another ${why}: another hold`, () => assert.notEqual(holdDigest(other), holdDigest(hold)));

test("a booking of a hold is another order than one without, or of another hold", () => {
  const order = {
    ...hold,
    email: "a@example.com",
    phoneNumber: "1",
    remoteHost: "192.0.2.1",
    totalUsd: { currencyCode: "USD" as const, value: 1 },
  };
  const digests = [undefined, "one", "two"].map((holdId) => orderDigest(order, holdId));
  assert.equal(new Set(digests).size, 3);
});

type Change = Omit<AmendmentRequest, "apiKey">;
const quoteId = "fedcba00-2222-4222-8222-222222222222";
const change: Change = {
  id,
  quoteId,
  revision: 3,
  eventId: "abcabc00-3333-4333-8333-333333333333",
  tickets,
  email: "a@example.com",
  phoneNumber: "1",
  answers: [
    { code: "weight", value: "62" },
    { code: "weight", value: "80" },
  ],
};

for (const [why, same] of [
  ["the id in upper case", { ...change, id: id.toUpperCase() }],
  ["the quote in upper case", { ...change, quoteId: quoteId.toUpperCase() }],
  ["the event in upper case", { ...change, eventId: change.eventId!.toUpperCase() }],
  ["tickets in another order", { ...change, tickets: tickets.toReversed() }],
] as [string, Change][])
  test(`${why}: the same change`, () => assert.equal(changeDigest(same), changeDigest(change)));

for (const [field, value] of Object.entries({
  id: id.replace("1111", "2222"),
  quoteId: id,
  revision: 4,
  eventId: id,
  tickets: [{ code: "adult", quantity: 3 }],
  email: "b@example.com",
  phoneNumber: "2",
  answers: [{ code: "weight", value: "62" }],
}))
  test(`another ${field}, or none: another change`, () => {
    const digests = [change, { ...change, [field]: value }, { ...change, [field]: field === "id" ? quoteId : null }];
    assert.equal(new Set(digests.map((one) => changeDigest(one as Change))).size, 3);
  });

test("the digests stay the same over versions, so that an upgrade between two attempts makes no second hold or change", () => {
  assert.equal(holdDigest(hold), "28c7269d46862f8b889103973bed177cf616ff205f3acc34abf03e7785284f23");
  assert.equal(changeDigest(change), "8cff0c0995af550b4df5a02ea896dfb8232a0a377fa42ecf9ee8ad3fddc413b7");
});

test("another answer is another change, even if their number is the same", () => {
  const [first, second] = change.answers!;
  const other = { ...change, answers: [first!, { ...second!, value: "81" }] };
  assert.notEqual(changeDigest(other), changeDigest(change));
});

test("a missing field of a change and null are the same", () => {
  const none = {
    quoteId: null,
    revision: null,
    eventId: null,
    tickets: null,
    email: null,
    phoneNumber: null,
    answers: null,
  };
  assert.equal(changeDigest({ id, ...none } as Change), changeDigest({ id }));
});

test("two selections are the same in any order, and differ by code or quantity", () => {
  assert.equal(sameSelection(tickets, tickets.toReversed()), true);
  assert.equal(sameSelection(tickets, [...tickets, { code: "aged", quantity: 0 }]), true);
  assert.equal(sameSelection(tickets, tickets.slice(1)), false);
  assert.equal(sameSelection(tickets, [tickets[0]!, { code: "child", quantity: 2 }]), false);
  assert.equal(sameSelection(tickets, [tickets[0]!, { code: "baby", quantity: 1 }]), false);
});
