import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { expandItem } from "../../../src/domain/editing/schedules.ts";
import type { CatalogueItem, CatalogueSchedule } from "../../../src/records/catalogue-file.ts";

const ticketRule = { minQuantity: 0, maxQuantity: 9, defaultQuantity: 0, incrementQuantity: 1 };
const item = (fields: Partial<CatalogueItem>): CatalogueItem => ({
  externalId: "item",
  name: "Item",
  partNumber: "P-1",
  ticketRules: [
    { code: "adult", ...ticketRule },
    { code: "child", ...ticketRule },
  ],
  ...fields,
});
const prices = [{ code: "adult", amount: "45" }];
/** March 2026 begins on a Sunday. */
const schedule = (fields: Partial<CatalogueSchedule>): CatalogueSchedule => ({
  from: "2026-03-01",
  to: "2026-03-08",
  capacity: 20,
  prices,
  ...fields,
});
const single = (eventOn: string, amount = "45") => ({ eventOn, capacity: null, prices: [{ code: "adult", amount }] });

type Type = "scheduled" | "timeless" | "dateless";
const dates = (type: Type, fields: Partial<CatalogueItem>): string[] => {
  const plan = expandItem(type, item(fields), "EUR");
  assert.ok(plan.ok, JSON.stringify(plan));
  return plan.events.map((event) => event.eventOn);
};
const problems = (type: Type, fields: Partial<CatalogueItem>, currencyCode = "EUR"): string[] => {
  const plan = expandItem(type, item(fields), currencyCode);
  return plan.ok ? [] : plan.problems.map((problem) => problem.pointer);
};

for (const [why, type, fields, expected] of [
  ["nothing planned", "scheduled", {}, []],
  [
    "two times on two weekdays",
    "scheduled",
    { schedules: [schedule({ weekdays: [1, 7], times: ["20:30", "18:00"] })] },
    [
      "2026-03-01T18:00:00",
      "2026-03-01T20:30:00",
      "2026-03-02T18:00:00",
      "2026-03-02T20:30:00",
      "2026-03-08T18:00:00",
      "2026-03-08T20:30:00",
    ],
  ],
  ["one day", "scheduled", { schedules: [schedule({ to: "2026-03-01", times: ["09:00"] })] }, ["2026-03-01T09:00:00"]],
  [
    "days without a time",
    "timeless",
    { schedules: [schedule({ weekdays: [6, 7] })] },
    ["2026-03-01T00:00:00", "2026-03-07T00:00:00", "2026-03-08T00:00:00"],
  ],
  ["one event on the last day", "dateless", { schedules: [schedule({ to: "2026-12-31" })] }, ["2026-12-31T00:00:00"]],
  ["a dateless event alone", "dateless", { events: [single("2026-12-31T00:00")] }, ["2026-12-31T00:00:00"]],
  [
    "single events among a schedule",
    "scheduled",
    {
      schedules: [schedule({ weekdays: [1], times: ["20:30"] })],
      events: [single("2026-03-05T11:00"), single("2026-03-01T11:00")],
    },
    ["2026-03-01T11:00:00", "2026-03-02T20:30:00", "2026-03-05T11:00:00"],
  ],
  [
    "two schedules that interleave",
    "scheduled",
    { schedules: [schedule({ weekdays: [3], times: ["20:30"] }), schedule({ weekdays: [2], times: ["20:30"] })] },
    ["2026-03-03T20:30:00", "2026-03-04T20:30:00"],
  ],
  [
    "over a leap day and a new year",
    "timeless",
    { schedules: [schedule({ from: "2027-12-31", to: "2028-03-01", weekdays: [2, 5, 6] })], events: [] },
    weekdaysBetween("2027-12-31", "2028-03-01", [2, 5, 6]),
  ],
] as const satisfies [string, Type, Partial<CatalogueItem>, string[]][]) {
  test(why, () => assert.deepEqual(dates(type, fields), expected));
}

/** The dates of these weekdays, counted with the calendar of Date instead of day numbers. */
function weekdaysBetween(from: string, to: string, weekdays: number[]): string[] {
  const found: string[] = [];
  for (const day = new Date(from); day <= new Date(to); day.setUTCDate(day.getUTCDate() + 1)) {
    if (weekdays.includes(day.getUTCDay() || 7)) found.push(day.toISOString().slice(0, 19));
  }
  return found;
}

test("events have the schedule's fields, changed by exceptions; the last exception wins", () => {
  const exceptions: CatalogueSchedule["exceptions"] = [
    { date: "2026-03-01", availability: "black-out" },
    { date: "2026-03-01", time: "20:30", availability: "sold-out", capacity: null },
    { date: "2026-03-02", capacity: 5, prices: [{ code: "child", amount: "7.5" }] },
  ];
  const plan = expandItem(
    "scheduled",
    item({ schedules: [schedule({ to: "2026-03-02", times: ["18:00", "20:30"], exceptions })] }),
    "EUR",
  );
  const normal = [{ code: "adult", price: "45.00" }];
  const special = [{ code: "child", price: "7.50" }];
  assert.deepEqual(plan, {
    ok: true,
    events: [
      { eventOn: "2026-03-01T18:00:00", availability: "black-out", capacity: 20, prices: normal },
      { eventOn: "2026-03-01T20:30:00", availability: "sold-out", capacity: null, prices: normal },
      { eventOn: "2026-03-02T18:00:00", availability: "available", capacity: 5, prices: special },
      { eventOn: "2026-03-02T20:30:00", availability: "available", capacity: 5, prices: special },
    ],
  });
});

for (const [currencyCode, amount, price] of [
  ["EUR", "45", "45.00"],
  ["EUR", "45.5000", "45.50"],
  ["CLP", "1500.00", "1500"],
  ["KWD", "1.25", "1.250"],
] as const) {
  test(`${amount} ${currencyCode} is written ${price}`, () => {
    const plan = expandItem("scheduled", item({ events: [single("2026-03-01T11:00", amount)] }), currencyCode);
    assert.equal(plan.ok && plan.events[0]?.prices[0]?.price, price);
  });
}

const times = ["20:30"];
const at = (fields: Partial<CatalogueSchedule>): Partial<CatalogueItem> => ({
  schedules: [schedule({ times, ...fields })],
});
const priced = (...codes: string[]) => codes.map((code) => ({ code, amount: "1" }));

for (const [why, type, fields, ...pointers] of [
  ["an impossible first day", "scheduled", at({ from: "2026-02-30" }), "/schedules/0/from"],
  ["an impossible last day", "scheduled", at({ to: "2026-04-31" }), "/schedules/0/to"],
  ["a year out of bounds", "scheduled", at({ from: "0026-03-01" }), "/schedules/0/from"],
  ["an end before its start", "scheduled", at({ to: "2026-02-28" }), "/schedules/0/to"],
  ["more than three years", "scheduled", at({ to: "2029-03-02" }), "/schedules/0/to"],
  ["three years", "scheduled", at({ to: "2029-03-01" })],
  [
    "an impossible exception",
    "scheduled",
    at({ exceptions: [{ date: "2026-02-29" }] }),
    "/schedules/0/exceptions/0/date",
  ],
  [
    "exceptions that hit nothing",
    "scheduled",
    at({
      weekdays: [1],
      exceptions: [
        { date: "2026-03-02" },
        { date: "2026-03-03" },
        { date: "2026-03-02", time: "20:00" },
        { date: "2026-05-04" },
      ],
    }),
    "/schedules/0/exceptions/1",
    "/schedules/0/exceptions/2",
    "/schedules/0/exceptions/3",
  ],
  [
    "a dateless event's exception on another day",
    "dateless",
    { schedules: [schedule({ exceptions: [{ date: "2026-03-01" }] })] },
    "/schedules/0/exceptions/0",
  ],
  ["a dateless event's exception", "dateless", { schedules: [schedule({ exceptions: [{ date: "2026-03-08" }] })] }],
  ["a price without a rule", "scheduled", at({ prices: priced("adult", "dog") }), "/schedules/0/prices/1/code"],
  ["a price twice", "scheduled", at({ prices: priced("adult", "adult") }), "/schedules/0/prices/1/code"],
  [
    "an exception's price without a rule",
    "scheduled",
    at({ exceptions: [{ date: "2026-03-02", prices: priced("dog") }] }),
    "/schedules/0/exceptions/0/prices/0/code",
  ],
  [
    "too many digits",
    "scheduled",
    at({ prices: [{ code: "adult", amount: "1.005" }] }),
    "/schedules/0/prices/0/amount",
  ],
  [
    "a single event's digits",
    "scheduled",
    { events: [single("2026-03-01T10:00"), single("2026-03-02T10:00", "1.234")] },
    "/events/1/prices/0/amount",
  ],
  ["a time twice", "scheduled", at({ times: ["20:30", "20:30"] }), "/schedules/0"],
  [
    "schedules that meet",
    "scheduled",
    { schedules: [schedule({ times }), schedule({ times, from: "2026-03-08", to: "2026-03-10" })] },
    "/schedules/1",
  ],
  [
    "a single event on a scheduled one",
    "scheduled",
    { ...at({}), events: [single("2026-03-02T20:30")] },
    "/events/0/eventOn",
  ],
  ["an impossible single event", "scheduled", { events: [single("2026-02-29T20:30")] }, "/events/0/eventOn"],
  [
    "no times",
    "scheduled",
    { schedules: [schedule({ exceptions: [{ date: "2026-03-02", time: "20:30" }] })] },
    "/schedules/0",
  ],
  ["times of a timeless product", "timeless", at({}), "/schedules/0/times"],
  [
    "a timed event of a timeless product",
    "timeless",
    { events: [single("2026-03-01T00:00"), single("2026-03-02T10:00")] },
    "/events/1/eventOn",
  ],
  ["times of a dateless product", "dateless", at({}), "/schedules/0/times"],
  ["weekdays of a dateless product", "dateless", { schedules: [schedule({ weekdays: [1] })] }, "/schedules/0/weekdays"],
  ["two dateless events", "dateless", { schedules: [schedule({}), schedule({ to: "2026-12-31" })] }, "/schedules/1"],
  [
    "a dateless event beside a schedule",
    "dateless",
    { schedules: [schedule({})], events: [single("2026-12-31T00:00")] },
    "/events/0",
  ],
  [
    "several mistakes",
    "scheduled",
    { schedules: [schedule({ from: "2026-02-30", prices: priced("dog") })], events: [single("2026-13-01T10:00")] },
    "/schedules/0/from",
    "/schedules/0",
    "/schedules/0/prices/0/code",
    "/events/0/eventOn",
  ],
] as const satisfies [string, Type, Partial<CatalogueItem>, ...string[]][]) {
  test(`${why}: ${pointers.join(", ") || "fine"}`, () => assert.deepEqual(problems(type, fields), pointers));
}

test("currencies without minor units accept no decimals", () => {
  assert.deepEqual(problems("scheduled", at({ prices: [{ code: "adult", amount: "1500.5" }] }), "CLP"), [
    "/schedules/0/prices/0/amount",
  ]);
});

test("overlapping schedules are one problem, with the first date and the number of others", () => {
  const plan = expandItem("scheduled", item({ schedules: [schedule({ times }), schedule({ times })] }), "EUR");
  assert.ok(!plan.ok);
  assert.match(plan.problems[0]!.detail, /2026-03-01T20:30:00.* 7 more/);
});

const anyTimes = fc.uniqueArray(fc.constantFrom("00:00", "09:00", "12:15", "18:00", "20:30"), { minLength: 1 });
const anySchedule = fc
  .record({
    first: fc.nat(400),
    days: fc.nat(40),
    times: anyTimes,
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  })
  .map(({ first, days, times: atTimes, weekdays }) => {
    const day = (n: number) => new Date(Date.UTC(2027, 6, 1 + n)).toISOString().slice(0, 10);
    return schedule({ from: day(first), to: day(first + days), times: atTimes, weekdays });
  });

test("a plan is sorted and has each schedule's weekdays and times without duplicates, or names a duplicate", () => {
  fc.assert(
    fc.property(fc.array(anySchedule, { minLength: 1, maxLength: 3 }), (schedules) => {
      const expected = schedules.flatMap(({ from, to, weekdays, times: atTimes }) =>
        weekdaysBetween(from, to, weekdays!).flatMap((date) =>
          atTimes!.map((time) => `${date.slice(0, 10)}T${time}:00`),
        ),
      );
      const plan = expandItem("scheduled", item({ schedules }), "EUR");
      const distinct = new Set(expected);
      assert.equal(plan.ok, distinct.size === expected.length);
      if (plan.ok)
        assert.deepEqual(
          plan.events.map((event) => event.eventOn),
          [...distinct].sort(),
        );
    }),
  );
});

const adultRule = { code: "adult", ...ticketRule, minQuantity: 2 };
const steps = (...pairs: [from: number, amount: string][]) => pairs.map(([from, amount]) => ({ from, amount }));
for (const [why, price, rule, expected] of [
  ["steps that rise in number and fall in price", { steps: steps([3, "40"], [9, "40"]) }, {}, []],
  ["a step at the smallest number", { steps: steps([2, "40"]) }, {}, ["/steps/0/from"]],
  ["steps out of order", { steps: steps([5, "40"], [5, "30"]) }, {}, ["/steps/1/from"]],
  ["a step that costs more", { steps: steps([5, "45.01"]) }, {}, ["/steps/0/amount"]],
  ["too many decimals in a step", { steps: steps([5, "40.001"]) }, {}, ["/steps/0/amount"]],
  ["a count without steps", { stepsCount: "people" }, {}, ["/stepsCount"]],
  [
    "further tickets by people",
    { steps: steps([5, "40"]), stepsCount: "people", stepsApply: "further" },
    {},
    ["/stepsApply"],
  ],
  ["people from two on", { steps: steps([2, "40"]), stepsCount: "people" }, {}, []],
  ["a stock of an extra", { stock: 6 }, { people: 0, seats: 0 }, []],
  ["a stock of a ticket with seats", { stock: 6 }, { people: 0 }, ["/stock"]],
] as const) {
  test(`prices by number: ${why}`, () => {
    const events = [{ eventOn: "2026-03-01T10:00", capacity: 9, prices: [{ code: "adult", amount: "45", ...price }] }];
    const fields = { ticketRules: [{ ...adultRule, ...rule }], events } as Partial<CatalogueItem>;
    assert.deepEqual(
      problems("scheduled", fields),
      expected.map((pointer) => `/events/0/prices/0${pointer}`),
    );
  });
}
