import assert from "node:assert/strict";
import { test } from "node:test";
import type { TicketRule, TicketSelection } from "@paseo/contract";
import fc from "fast-check";
import { withValues } from "../../../src/domain/selling/messages.ts";
import { countPassengers, isQuantity, ticketRefusals } from "../../../src/domain/selling/ticket-rules.ts";
import { partyOf } from "../../../src/records/tickets/ticket-sizes.ts";

const rule = (code: string, minQuantity: number, maxQuantity: number, incrementQuantity = 1): TicketRule => ({
  code,
  minQuantity,
  maxQuantity,
  defaultQuantity: minQuantity,
  incrementQuantity,
});
const rules = [
  rule("adult", 1, 8),
  rule("child", 0, 5),
  rule("pair", 0, 5, 2),
  rule("group", 3, 9, 3),
  rule("old", 0, 5),
];
const prices = ["adult", "child", "pair", "group", "stray"].map((code) => ({ code, price: "10" }));
const sold = { ticketRules: rules, prices, ticketSizes: null };
const optional = rules.filter((one) => one.minQuantity === 0);

const select = (text: string): TicketSelection[] =>
  text
    .split(" ")
    .filter(Boolean)
    .map((part) => {
      const [code = "", quantity] = part.split(":");
      return { code, quantity: Number(quantity) };
    });

for (const [selection, ...codes] of [
  ["adult:1 group:3"],
  ["adult:8 child:5 pair:4 group:9"],
  ["adult:1 group:3 child:0 nobody:0 child:0"],
  ["", "tickets-missing"],
  ["adult:0 child:0", "tickets-missing"],
  ["adult:1 group:3 nobody:1", "ticket-unknown nobody"],
  ["adult:1 group:3 old:1", "ticket-unknown old"],
  ["adult:1 group:3 stray:1", "ticket-unknown stray"],
  ["adult:1 group:3 adult:1 adult:1", "ticket-duplicate adult"],
  ["adult:1 group:3 adult:0"],
  ["child:1 group:3", "ticket-required adult"],
  ["adult:0 child:1 group:0", "ticket-required adult", "ticket-required group"],
  ["adult:1 group:2", "quantity-below-minimum group"],
  ["adult:9 group:3", "quantity-above-maximum adult"],
  ["adult:1 group:4", "quantity-off-increment group"],
  ["adult:1 group:3 pair:1", "quantity-off-increment pair"],
  ["adult:1 group:3 pair:5", "quantity-off-increment pair"],
  ["adult:1 group:3 pair:6", "quantity-above-maximum pair"],
  [
    "pair:1 nobody:2 child:6 nobody:1",
    "quantity-off-increment pair",
    "ticket-unknown nobody",
    "quantity-above-maximum child",
    "ticket-duplicate nobody",
    "ticket-required adult",
    "ticket-required group",
  ],
] as const) {
  test(`${selection || "nothing"}: ${codes.join(", ") || "fine"}`, () => {
    const refusals = ticketRefusals(select(selection), sold, "es");
    assert.deepEqual(
      refusals.map(({ code, message }) => [code, ...(message.match(/(?<=«)[^»]+/g) ?? [])].join(" ")),
      codes,
    );
  });
}

test("a required ticket without a price for this event stays required", () => {
  const unpriced = prices.filter((price) => price.code !== "adult");
  const codes = (selection: string) =>
    ticketRefusals(select(selection), { ...sold, prices: unpriced }, "pt").map(({ code }) => code);
  assert.deepEqual(codes("child:1 group:3"), ["ticket-required"]);
  assert.deepEqual(codes("adult:1 group:3"), ["ticket-unknown"]);
});

const anyRule = fc
  .record({ min: fc.nat(12), extra: fc.nat(30), step: fc.integer({ min: 1, max: 7 }) })
  .map(({ min, extra, step }) => rule("any", min, Math.max(1, min + extra), step));

test("valid quantities go from the minimum to the maximum in steps", () => {
  fc.assert(
    fc.property(anyRule, fc.integer({ min: 1, max: 60 }), (one, quantity) => {
      const counted: number[] = [];
      for (let n = one.minQuantity; n <= one.maxQuantity; n += one.incrementQuantity) counted.push(n);
      const refusals = ticketRefusals(
        [{ code: "any", quantity }],
        { ticketRules: [one], prices: [{ code: "any", price: "1" }], ticketSizes: null },
        "es",
      );
      assert.equal(isQuantity(one, quantity), counted.includes(quantity));
      assert.equal(refusals.length, counted.includes(quantity) ? 0 : 1);
    }),
  );
});

test("the bounds of a rule are inside, and its steps count from the minimum", () => {
  const accepted = (one: TicketRule) => Array.from({ length: 12 }, (_, n) => n).filter((n) => isQuantity(one, n));
  assert.deepEqual(accepted(rule("any", 2, 5)), [2, 3, 4, 5]);
  assert.deepEqual(accepted(rule("any", 1, 9, 4)), [1, 5, 9]);
  assert.deepEqual(accepted(rule("any", 1, 8, 4)), [1, 5]);
});

test("tickets with a minimum of 0 are never required", () => {
  fc.assert(
    fc.property(
      fc.subarray(
        optional.filter((one) => one.code !== "old"),
        { minLength: 1 },
      ),
      (some) => {
        const selection = some.map(({ code, incrementQuantity }) => ({ code, quantity: incrementQuantity }));
        assert.deepEqual(ticketRefusals(selection, { ...sold, ticketRules: optional }, "es"), []);
      },
    ),
  );
});

test("a ticket is one person on one seat unless its size says otherwise", () => {
  const sizes = {
    family: { people: 5, seats: 4, wholeEvent: false },
    baby: { people: 1, seats: 0, wholeEvent: false },
    boat: { people: 10, seats: 1, wholeEvent: true },
  };
  const party = (text: string, capacity: number | null = 18) => partyOf(select(text), { ticketSizes: sizes, capacity });
  assert.deepEqual(party("adult:2 family:3 baby:1"), { people: 18, seats: 14, wholeEvent: false });
  assert.deepEqual(party("boat:1 baby:2"), { people: 12, seats: 18, wholeEvent: true });
  assert.deepEqual(party("boat:1 adult:20"), { people: 30, seats: 20, wholeEvent: true });
  assert.deepEqual(party("boat:1", null), { people: 10, seats: 0, wholeEvent: true });
  assert.deepEqual(party("boat:0"), { people: 0, seats: 0, wholeEvent: false });
  const asked = (leadPerTicket: boolean) =>
    countPassengers(select("adult:2 family:3"), { ticketSizes: sizes, leadPerTicket });
  assert.deepEqual([asked(false), asked(true)], [17, 5]);
});

const ofParty = {
  ticketRules: [
    ...["PUPIL", "BOAT"].map((code) => rule(code, 0, 60)),
    { ...rule("TEACHER", 0, 9), peoplePerTicket: 10 },
    { ...rule("LUNCH", 0, 60), peoplePerTicket: 1 },
    rule("WINE", 0, 9),
  ],
  prices: ["PUPIL", "BOAT", "TEACHER", "LUNCH", "WINE"].map((code) => ({ code, price: "1" })),
  ticketSizes: {
    BOAT: { people: 0, seats: 4, wholeEvent: false },
    LUNCH: { people: 0, seats: 0, wholeEvent: false },
    WINE: { people: 0, seats: 0, wholeEvent: false },
  },
};

for (const [selection, refused] of [
  ["PUPIL:20 TEACHER:2 LUNCH:22 WINE:9", null],
  ["PUPIL:29 TEACHER:3", { code: "ticket-above-people", ticket: "TEACHER", people: 10, maximum: 2 }],
  // Other teachers are no pupils.
  ["TEACHER:1", { code: "ticket-above-people", ticket: "TEACHER", people: 10, maximum: 0 }],
  ["PUPIL:3 LUNCH:4", { code: "ticket-above-people", ticket: "LUNCH", people: 1, maximum: 3 }],
  ["BOAT:1 WINE:2", null],
  ["WINE:2", { code: "extras-alone" }],
  ["BOAT:1 LUNCH:1", { code: "ticket-above-people", ticket: "LUNCH", people: 1, maximum: 0 }],
] as const) {
  test(`extras and tickets by people: ${selection}`, () => {
    const refusals = ticketRefusals(select(selection), ofParty, "en");
    const values = withValues(refusals, "en").map(({ code, values }) => ({ code, ...values }));
    assert.deepEqual(values, refused === null ? [] : [refused]);
  });
}
