import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "@paseo/contract";
import Big from "big.js";
import fc from "fast-check";
import { refusalEntry } from "../../../src/domain/selling/messages.ts";
import { usdPrice } from "../../../src/domain/selling/money.ts";
import {
  findPricesOfTotal,
  pricedLines,
  type SaleInput,
  validateSale,
} from "../../../src/domain/selling/validate-sale.ts";
import type { BookableEvent } from "../../../src/records/bookable-event.ts";

const event: BookableEvent = {
  id: "11111111-1111-4111-8111-111111111111",
  itemId: "22222222-2222-4222-8222-222222222222",
  productId: "33333333-3333-4333-8333-333333333333",
  eventOn: "2026-05-10T20:30:00",
  availability: "available",
  capacity: 7,
  capacityLeft: 7,
  partnersLeft: null,
  withheld: 0,
  leastSeats: 1,
  codePerPerson: false,
  ticketSizes: null,
  leadPerTicket: false,
  needsResources: false,
  startsAt: new Date("2026-05-10T18:30:00Z"),
  salesEndMinutes: null,
  salesEndAt: new Date("2026-05-09T22:00:00Z"),
  deskSalesEndAt: new Date("2026-05-10T19:30:00Z"),
  immediateBooking: true,
  supplierKind: null,
  productName: "Noche de flamenco",
  itemName: "Butaca",
  productNames: {},
  itemNames: {},
  refundTiers: null,
  taxRate: null,
  taxScheme: null,
  cancelPurchaseHour: 24,
  timeZone: "Europe/Madrid",
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
  ownQuestions: [],
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

test("a valid sale has a total, questions for its passengers and no errors", () => {
  const sale = validateSale(input);
  // 45/0.85 = 52.94, 20/0.85 = 23.53
  assert.equal(sale.totalUsd, 152.94);
  assert.deepEqual(sale.errors, []);
  assert.deepEqual(sale.party, { people: 4, seats: 4, wholeEvent: false });
  assert.deepEqual(
    sale.questions.map(({ code }) => code),
    [...weights, "hotel-name", "hotel-address"],
  );
});

const at = (instant: string): Partial<SaleInput> => ({ now: new Date(instant) });
const on = (fields: Partial<BookableEvent>): Partial<SaleInput> => ({ event: { ...event, ...fields } });
const adults = (quantity: number): Partial<SaleInput> => ({ tickets: [{ code: "adult", quantity }] });

for (const [why, change, ...codes] of [
  ["no such event", { event: null }, "event-unknown"],
  ["no such event or white label", { event: null, whiteLabelKnown: false }, "event-unknown", "white-label-unknown"],
  ["removed", on({ availability: "removed", capacityLeft: 0, productPublished: false }), "event-removed"],
  ["black-out", on({ availability: "black-out" }), "event-black-out"],
  ["sold out by the operator", on({ availability: "sold-out" }), "event-sold-out"],
  ["no seats left", on({ capacityLeft: 0 }), "event-sold-out"],
  ["without limit", on({ capacityLeft: null })],
  ["the last seats", on({ capacityLeft: 4 })],
  ["one place short", on({ capacityLeft: 3 }), "capacity"],
  ["just before sales end", at("2026-05-09T21:59:59.999Z")],
  ["as sales end", at("2026-05-09T22:00:00Z"), "too-late"],
  [
    "as sales end before the start",
    { ...on({ salesEndMinutes: 1080, salesEndAt: new Date("2026-05-10T00:30:00Z") }), ...at("2026-05-10T00:30:00Z") },
    "too-late",
  ],
  ["just before it starts", at("2026-05-10T18:29:59.999Z"), "too-late"],
  ["as it starts", at("2026-05-10T18:30:00Z"), "event-past"],
  ["long after", at("2027-01-01T00:00:00Z"), "event-past"],
  ["at the desk, just before its sales end", { ...at("2026-05-10T19:29:59.999Z"), isDesk: true }],
  ["at the desk, as its sales end", { ...at("2026-05-10T19:30:00Z"), isDesk: true }, "event-past"],
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

/** A party of adults and children. Every passenger has three questions, the order has none. */
const party = (adult: number, child: number) => {
  const rule = { minQuantity: 0, maxQuantity: 9999, defaultQuantity: 0, incrementQuantity: 1 };
  const ticketRules = ["adult", "child"].map((code) => ({ code, ...rule }));
  const questions = { allPassengerNames: true, allPassengerWeights: true, hotel: false, airportFlight: false };
  return validateSale({
    ...input,
    ...on({ capacityLeft: null, ticketRules, questions }),
    tickets: [
      { code: "adult", quantity: adult },
      { code: "child", quantity: child },
    ],
  });
};
const maxInParty = Math.floor(limits.answers / 3);

test("a party has at most as many passengers as one order can answer for, over all its tickets", () => {
  for (const [adult, child] of [
    [maxInParty, 0],
    [maxInParty - 1, 1],
    [1, maxInParty - 1],
  ] as const)
    assert.deepEqual(party(adult, child).errors, []);
  for (const [adult, child, ticket, maximum] of [
    [maxInParty + 1, 0, "adult", maxInParty],
    [maxInParty - 1, 2, "child", 1],
    [maxInParty, 1, "child", 0],
  ] as const)
    assert.deepEqual(party(adult, child).errors, [refusalEntry("quantity-above-maximum", "es", { ticket, maximum })]);
});

test("no message contains the number of seats left", () => {
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

const lines = [
  { code: "adult", quantity: 3 },
  { code: "child", quantity: 0 },
];
const state = (price: string, rate = "1", code = "adult") => ({ currencyCode: "EUR", rate, prices: [{ code, price }] });

for (const [sent, states, expected] of [
  [30.3, [state("10.10"), state("20.20", "2")], 0],
  [30.3, [state("12"), state("20.20", "2"), state("10.10")], 1],
  [36, [state("10.10"), state("12")], 1],
  // A state in which a chosen ticket has no price.
  [15, [state("5", "1", "child")], -1],
  [0.1 + 0.2, [state("0.10")], -1],
  [0.3, [state("0.10")], 0],
  [30.29, [state("10.10"), state("10.09")], -1],
  [0, [state("0")], 0],
  [1, [], -1],
  [Number.NaN, [state("1")], -1],
  [Number.POSITIVE_INFINITY, [state("1")], -1],
] as const) {
  test(`a total of ${sent} is of ${expected < 0 ? "none" : `number ${expected}`} of ${JSON.stringify(states)}`, () => {
    const found = findPricesOfTotal(sent, { tickets: lines, ticketSizes: null }, states);
    assert.equal(found === undefined ? -1 : states.indexOf(found as never), expected);
  });
}

test("the lines of an order add up to its total, at any prices and rate", () => {
  const price = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => new Big(cents).div(100).toFixed(2));
  const rate = fc.integer({ min: 1, max: 10_000_000 }).map((parts) => new Big(parts).div(1000).toFixed(3));
  const tickets = fc.uniqueArray(
    fc.record({ code: fc.stringMatching(/^[A-Z]{1,3}$/), quantity: fc.integer({ min: 0, max: 99 }) }),
    { selector: ({ code }) => code, maxLength: 5 },
  );
  fc.assert(
    fc.property(tickets, fc.array(price, { minLength: 5, maxLength: 5 }), rate, (tickets, prices, rate) => {
      const priced = { currencyCode: "EUR", rate, prices: tickets.map(({ code }, n) => ({ code, price: prices[n]! })) };
      const { totalUsd } = validateSale({ ...input, tickets, event: { ...event, ...priced } });
      const lines = pricedLines(tickets, priced, null);
      if (lines === null) return assert.equal(totalUsd, null);
      const sum = lines.reduce(
        (sum, line) => sum.plus(usdPrice(line.price, line.rate).times(line.quantity)),
        new Big(0),
      );
      assert.equal(sum.toNumber(), totalUsd);
      assert.deepEqual(
        lines.map(({ code, quantity }) => [code, quantity]),
        tickets.filter(({ quantity }) => quantity > 0).map(({ code, quantity }) => [code, quantity]),
      );
    }),
  );
});
