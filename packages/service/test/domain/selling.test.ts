import assert from "node:assert/strict";
import { test } from "node:test";
import Big from "big.js";
import type { SellableEvent } from "../../src/domain/sellable.ts";
import { checkPrice, priceCandidates, type SaleInput, validateSale } from "../../src/domain/selling.ts";

const event: SellableEvent = {
  id: "11111111-1111-4111-8111-111111111111",
  itemId: "22222222-2222-4222-8222-222222222222",
  productId: "33333333-3333-4333-8333-333333333333",
  eventOn: "2026-05-10T20:30:00",
  availability: "available",
  capacityLeft: 7,
  startsAt: new Date("2026-05-10T18:30:00Z"),
  salesEndAt: new Date("2026-05-09T22:00:00Z"),
  immediateBooking: true,
  supplierKind: null,
  productPublished: true,
  itemPublished: true,
  currencyCode: "EUR",
  rate: "0.85",
  prices: [
    { code: "adult", price: "45.00" },
    { code: "child", price: "20.00" },
  ],
  ticketRules: [
    { code: "adult", minQuantity: 1, maxQuantity: 20, defaultQuantity: 1, incrementQuantity: 1 },
    { code: "child", minQuantity: 0, maxQuantity: 6, defaultQuantity: 0, incrementQuantity: 2 },
    { code: "senior", minQuantity: 0, maxQuantity: 6, defaultQuantity: 0, incrementQuantity: 1 },
  ],
  questions: { allPassengerNames: false, allPassengerWeights: true, hotel: true, airportFlight: false },
};
const input: SaleInput = {
  event,
  tickets: [
    { code: "adult", quantity: 2 },
    { code: "child", quantity: 2 },
    { code: "senior", quantity: 0 },
  ],
  lang: "es",
  now: new Date("2026-05-01T12:00:00Z"),
  whiteLabelKnown: true,
};
const weights = Array.from({ length: 4 }, () => "passenger-weight");

test("a good sale has a total, questions for its passengers and no errors", () => {
  const sale = validateSale(input);
  // 45/0.85 = 52.94, 20/0.85 = 23.53
  assert.equal(sale.totalUsd, 152.94);
  assert.deepEqual(sale.errors, []);
  assert.equal(sale.places, 4);
  assert.deepEqual(
    sale.questions.map(({ code }) => code),
    [...weights, "hotel-name", "hotel-address"],
  );
});

const at = (instant: string): Partial<SaleInput> => ({ now: new Date(instant) });
const on = (fields: Partial<SellableEvent>): Partial<SaleInput> => ({ event: { ...event, ...fields } });
const adults = (quantity: number): Partial<SaleInput> => ({ tickets: [{ code: "adult", quantity }] });

for (const [why, change, ...codes] of [
  ["no such event", { event: null }, "event-unknown"],
  ["no such event or white label", { event: null, whiteLabelKnown: false }, "event-unknown", "white-label-unknown"],
  ["removed", on({ availability: "removed", capacityLeft: 0, productPublished: false }), "event-removed"],
  ["black-out", on({ availability: "black-out" }), "event-black-out"],
  ["sold out by the operator", on({ availability: "sold-out" }), "event-sold-out"],
  ["no places left", on({ capacityLeft: 0 }), "event-sold-out"],
  ["without limit", on({ capacityLeft: null })],
  ["the last places", on({ capacityLeft: 4 })],
  ["one place short", on({ capacityLeft: 3 }), "capacity"],
  ["just before sales end", at("2026-05-09T21:59:59.999Z")],
  ["as sales end", at("2026-05-09T22:00:00Z"), "too-late"],
  ["just before it starts", at("2026-05-10T18:29:59.999Z"), "too-late"],
  ["as it starts", at("2026-05-10T18:30:00Z"), "event-past"],
  ["long after", at("2027-01-01T00:00:00Z"), "event-past"],
  ["product away", on({ productPublished: false }), "product-unpublished"],
  ["item away", on({ itemPublished: false }), "item-unpublished"],
  ["nothing chosen", { tickets: [] }, "tickets-missing"],
  [
    "unpriced ticket",
    {
      tickets: [
        { code: "adult", quantity: 1 },
        { code: "senior", quantity: 1 },
      ],
    },
    "ticket-unknown",
  ],
  ["above both bounds", adults(21), "quantity-above-maximum", "capacity"],
  ["white label of another", { whiteLabelKnown: false }, "white-label-unknown"],
  [
    "all at once",
    {
      ...on({ availability: "black-out", capacityLeft: 0, productPublished: false, itemPublished: false }),
      ...at("2026-05-10T12:00:00Z"),
      tickets: [{ code: "child", quantity: 1 }],
      whiteLabelKnown: false,
    },
    "event-black-out",
    "event-sold-out",
    "too-late",
    "product-unpublished",
    "item-unpublished",
    "quantity-off-increment",
    "ticket-required",
    "white-label-unknown",
  ],
] as const satisfies [string, Partial<SaleInput>, ...string[]][]) {
  test(`${why}: ${codes.join(", ") || "fine"}`, () => {
    const sale = validateSale({ ...input, ...change });
    assert.deepEqual(
      sale.errors.map(({ code }) => code),
      codes,
    );
    assert.equal(sale.questions.length > 0, codes.length === 0);
  });
}

test("how many places are left shows nowhere", () => {
  const [few, more] = [3, 5].map((capacityLeft) => validateSale({ ...input, ...on({ capacityLeft }), ...adults(6) }));
  assert.deepEqual(few, more);
});

for (const [why, change, total] of [
  ["refused, yet priced", on({ availability: "black-out" }), 152.94],
  ["unknown event", { event: null }, null],
  ["nothing chosen", { tickets: [{ code: "adult", quantity: 0 }] }, null],
  [
    "a ticket without a price",
    {
      tickets: [
        { code: "adult", quantity: 1 },
        { code: "senior", quantity: 1 },
      ],
    },
    null,
  ],
  ["a free ticket", { ...on({ prices: [{ code: "adult", price: "0" }] }), ...adults(1) }, 0],
] as const satisfies [string, Partial<SaleInput>, number | null][]) {
  test(`the total of ${why} is ${total}`, () => assert.equal(validateSale({ ...input, ...change }).totalUsd, total));
}

test("messages are in the language of the request", () => {
  const [es, pt] = (["es", "pt"] as const).map(
    (lang) => validateSale({ ...input, lang, tickets: [] }).errors[0]!.message,
  );
  assert.match(es!, /entrada/);
  assert.match(pt!, /ingresso/);
});

test("candidates are the distinct totals of the states in which all that is chosen had a price", () => {
  const lines = [
    { code: "adult", quantity: 3 },
    { code: "child", quantity: 0 },
  ];
  const adult = (price: string) => [{ code: "adult", price }];
  const candidates = priceCandidates(lines, [
    { prices: adult("10.10"), rate: "1" },
    { prices: adult("20.20"), rate: "2" },
    { prices: adult("12"), rate: "1" },
    { prices: [{ code: "child", price: "5" }], rate: "1" },
  ]);
  assert.deepEqual(candidates.map(String), ["30.3", "36"]);
});

for (const [sent, candidates, expected] of [
  [30.3, [new Big("30.30")], true],
  [0.1 + 0.2, [new Big("0.3")], false],
  [0.3, [0.1, 0.3], true],
  [30.29, [new Big("30.3"), new Big("30.31")], false],
  [0, [new Big(0)], true],
  [1, [], false],
  [Number.NaN, [1], false],
  [Number.POSITIVE_INFINITY, [1], false],
] as const) {
  test(`${sent} ${expected ? "is" : "is not"} one of ${candidates.join(", ")}`, () => {
    assert.equal(checkPrice(sent, candidates), expected);
  });
}
