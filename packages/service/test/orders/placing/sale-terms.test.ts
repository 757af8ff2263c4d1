import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { limits } from "@paseo/contract";
import { refusalEntry } from "../../../src/domain/selling/messages.ts";
import { startApp, type TestApp, testNow } from "../../support/app.ts";
import { answersTo, codesOf, eventId, Partner } from "../../support/partner.ts";
import { boat, museum, show, testCatalogue, variant } from "../../support/samples/catalogue.ts";

/** The end of an event's sale, totals, and the size of a party, over HTTP. */

const codes = Array.from({ length: limits.tickets }, (_, n) => `T${n}`);

/** A product without a limit on passengers, with three questions for each. */
const congress = variant(
  show,
  { externalId: "congress", questions: boat.questions },
  {
    externalId: "congress-seat",
    ticketRules: codes.map((code) => ({
      code,
      minQuantity: 0,
      maxQuantity: limits.quantity,
      defaultQuantity: 0,
      incrementQuantity: 1,
    })),
    schedules: [],
    events: [{ eventOn: "2026-06-25T20:00", capacity: null, prices: codes.map((code) => ({ code, amount: "9.00" })) }],
  },
);

/** A product with an event on the day after Madrid's clocks go back, on sale until the day before. */
const autumn = variant(
  show,
  { externalId: "autumn", leadPurchaseDay: 1 },
  {
    externalId: "autumn-seat",
    schedules: [],
    events: [{ eventOn: "2026-10-26T10:00", capacity: 20, prices: [{ code: "ADULT", amount: "45.00" }] }],
  },
);

/** A product that is sold until 18 hours before, its item until half an hour before. */
const cutOff = (externalId: string, more: object) =>
  variant(
    show,
    { externalId, salesEndMinutes: 1080 },
    {
      ...more,
      externalId: `${externalId}-seat`,
      schedules: [],
      events: [{ eventOn: "2026-10-25T10:00", capacity: 20, prices: [{ code: "ADULT", amount: "45.00" }] }],
    },
  );

const catalogue = {
  ...testCatalogue,
  products: [
    ...[...testCatalogue.products!, congress, autumn],
    ...[cutOff("ordered", {}), cutOff("walk", { salesEndMinutes: 30 })],
  ],
};

/** Sells a millisecond before the sale of an event ends, and at its end. */
describe("lead time, to the millisecond", () => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ catalogue });
  });
  after(() => app.stop());

  for (const [why, event, at, before, then] of [
    [
      "no lead time, by the start in Madrid",
      ["show-seat", "2026-06-20T20:00"],
      "2026-06-20T18:00:00Z",
      [],
      "event-past",
    ],
    ["two days, by a midnight of Rio", ["boat-seat", "2026-06-20T09:00"], "2026-06-19T03:00:00Z", [], "too-late"],
    [
      "once it began, only that counts",
      ["boat-seat", "2026-06-20T09:00"],
      "2026-06-20T12:00:00Z",
      ["too-late"],
      "event-past",
    ],
    [
      "one day, by a midnight after summer time",
      ["autumn-seat", "2026-10-26T10:00"],
      "2026-10-25T23:00:00Z",
      [],
      "too-late",
    ],
    [
      "18 hours before, in which the clocks go back",
      ["ordered-seat", "2026-10-25T10:00"],
      "2026-10-24T15:00:00Z",
      [],
      "too-late",
    ],
    [
      "half an hour before, as its item says",
      ["walk-seat", "2026-10-25T10:00"],
      "2026-10-25T08:30:00Z",
      [],
      "too-late",
    ],
    [
      "without a time, by the end of New York's day",
      ["museum-day", "2026-06-20T00:00"],
      "2026-06-21T04:00:00Z",
      [],
      "event-past",
    ],
  ] as [string, [item: string, eventOn: string], string, string[], string][]) {
    test(why, async () => {
      const id = await eventId(app, ...event);
      try {
        app.clock.now = new Date(Date.parse(at) - 1);
        assert.deepEqual(await refusedBy(id), { validate: before, book: before });
        app.clock.now = new Date(at);
        assert.deepEqual(await refusedBy(id), { validate: [then], book: [then] });
      } finally {
        app.clock.now = testNow;
      }
    });
  }

  test("a refusal says until when tickets were sold, in the location's time and the buyer's language", async () => {
    const id = await eventId(app, "ordered-seat", "2026-10-25T10:00");
    try {
      app.clock.now = new Date("2026-10-25T07:00:00Z");
      const messages = await Promise.all(
        (["en", "es", "pt"] as const).map(async (lang) => {
          const { errors } = await new Partner(app, { lang }).validate(id, { ADULT: 1 });
          return errors![0]!.message;
        }),
      );
      assert.deepEqual(messages, [
        "Tickets for this event were sold until 24 October 2026 at 17:00.",
        "Las entradas de este evento se vendían hasta el 24 de octubre de 2026 a las 17:00.",
        "Os ingressos deste evento foram vendidos até 24 de outubro de 2026 às 17:00.",
      ]);
    } finally {
      app.clock.now = testNow;
    }
  });

  async function refusedBy(id: string): Promise<{ validate: string[]; book: string[] }> {
    const partner = new Partner(app);
    const { questions, totalUsd, errors } = await partner.validate(id, { ADULT: 1 });
    const order = await partner.book(id, { ADULT: 1 }, totalUsd!.value, { answers: answersTo(questions) });
    return { validate: codesOf({ errors }), book: codesOf(order) };
  }
});

describe("totals and questions of a party", () => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ catalogue });
  });
  after(() => app.stop());

  for (const { rate, amount, unit } of [
    // 100 / 7 is 14.2857…: three at the rounded price are 42.87, and not the 42.86 of a total rounded once.
    { rate: "7", amount: "100.00", unit: 14.29 },
    // Just under half a cent is rounded down, half a cent is rounded up.
    { rate: "1000.0001", amount: "5.00", unit: 0 },
    { rate: "1000", amount: "5.00", unit: 0.01 },
    { rate: "0.3333333333", amount: "10.00", unit: 30 },
    { rate: "5.2537", amount: "189.99", unit: 36.16 },
  ]) {
    test(`the total is the quantity times the rounded unit price: ${amount} at ${rate}`, async () => {
      const odd = variant(
        museum,
        { externalId: "odd", currencyCode: "ODD" },
        {
          externalId: "odd-day",
          schedules: [{ from: "2026-06-20", to: "2026-06-20", capacity: null, prices: [{ code: "ADULT", amount }] }],
        },
      );
      await app.import({ currencies: [{ code: "ODD", name: "Odd", displaySymbol: "O", rate }], products: [odd] });
      const partner = new Partner(app);
      const id = await eventId(app, "odd-day", "2026-06-20T00:00");
      const expected = Math.round(unit * 3 * 100) / 100;
      const { totalUsd } = await partner.validate(id, { ADULT: 3 });
      assert.deepEqual(totalUsd, { currencyCode: "USD", value: expected });
      const order = await partner.book(id, { ADULT: 3 }, expected);
      assert.deepEqual([order.errors, order.event.totalUsd], [null, { currencyCode: "USD", value: expected }]);
      const { values } = await partner.wire.ask("events", { fromdate: "2026-06-20", todate: "2026-06-20" });
      assert.equal(values.find((event) => event.id === id)!.tickets[0]!.unitUsdPrice.value, unit);
    });
  }

  test("the largest party that one order can answer for is accepted, one more is refused", async () => {
    const partner = new Partner(app);
    const id = await eventId(app, "congress-seat", "2026-06-25T20:00");
    const most = Math.floor((limits.answers - 5) / 3);
    const { questions, errors } = await partner.validate(id, { T0: most });
    assert.deepEqual([errors, questions.length], [[], 3 * most + 5]);
    const order = await partner.book(id, { T0: most }, most * 10, { answers: answersTo(questions) });
    assert.deepEqual(order.errors, null);

    const refused = (ticket: string, maximum: number) => [
      refusalEntry("quantity-above-maximum", "es", { ticket, maximum }),
    ];
    assert.deepEqual((await partner.validate(id, { T0: most + 1 })).errors, refused("T0", most));
    // The party is checked as a whole.
    assert.deepEqual((await partner.validate(id, { T0: most - 1, T1: 2 })).errors, refused("T1", 1));
    const everyone = Object.fromEntries(codes.map((code) => [code, limits.quantity]));
    const answer = await partner.validate(id, everyone);
    assert.deepEqual([answer.questions, answer.errors], [[], refused("T0", most)]);
  });
});
