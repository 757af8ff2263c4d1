import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { changeEvents, checkRounding, checkTicketCodes } from "../../../src/domain/editing/bulk-changes.ts";
import { catalogueProblems } from "../../../src/domain/editing/catalogue-rules.ts";
import { changeItemEvents, type EventFields, sourceEvents } from "../../../src/domain/editing/source-events.ts";
import type { CatalogueItem, CatalogueProduct, CatalogueSchedule } from "../../../src/records/catalogue-file.ts";
import { type FieldRefusal, refusal } from "../../../src/texts/field-refusals.ts";
import { museum, show, variant } from "../../support/samples/catalogue.ts";

/** Changes of single events in a product's source: exactly these change, with the shortest possible source. */

const [seat] = show.items as [CatalogueItem];
const evenings: CatalogueSchedule = { ...seat.schedules![0]!, from: "2026-06-16", to: "2026-06-20" };
const twice: CatalogueSchedule = { ...evenings, times: ["18:00", "21:00"] };
const itemOf = (...schedules: CatalogueSchedule[]): CatalogueItem => ({ ...seat, schedules });
const changed = (item: CatalogueItem, changes: Record<string, EventFields>, product: CatalogueProduct = show) =>
  changeItemEvents(product, item, new Map(Object.entries(changes)));
const blackOut = { availability: "black-out" } as const;

describe("an event of a schedule", () => {
  test("is changed by an exception at its time", () => {
    const item = changed(itemOf(evenings), { "2026-06-17T20:00": { ...blackOut, capacity: 5 } });
    assert.deepEqual(item.schedules![0]!.exceptions, [
      { date: "2026-06-17", time: "20:00", availability: "black-out", capacity: 5 },
    ]);
  });

  test("shares one exception with the other events of its day if all differ in the same way", () => {
    const day = { "2026-06-17T18:00": blackOut, "2026-06-17T21:00": blackOut };
    assert.deepEqual(changed(itemOf(twice), day).schedules![0]!.exceptions, [{ date: "2026-06-17", ...blackOut }]);
    const one = changed(changed(itemOf(twice), day), { "2026-06-17T21:00": { availability: "available" } });
    assert.deepEqual(one.schedules![0]!.exceptions, [{ date: "2026-06-17", time: "18:00", ...blackOut }]);
  });

  test("has no exception once it matches the schedule again", () => {
    const prices = [{ code: "ADULT", amount: "60.00" }];
    const away = changed(itemOf(evenings), { "2026-06-17T20:00": { prices }, "2026-06-18T20:00": { capacity: null } });
    const usual = sourceEvents(show, itemOf(evenings)).get("2026-06-17T20:00")!;
    const back = changed(away, { "2026-06-17T20:00": usual, "2026-06-18T20:00": { capacity: 20 } });
    assert.deepEqual(back, itemOf(evenings));
  });

  test("keeps the fields of an exception for its whole day", () => {
    const exceptions = [
      { date: "2026-06-17", capacity: 7 },
      { date: "2026-06-19", ...blackOut },
    ];
    const item = changed(itemOf({ ...twice, exceptions }), { "2026-06-17T21:00": blackOut });
    assert.deepEqual(item.schedules![0]!.exceptions, [
      { date: "2026-06-17", time: "18:00", capacity: 7 },
      { date: "2026-06-17", time: "21:00", availability: "black-out", capacity: 7 },
      { date: "2026-06-19", ...blackOut },
    ]);
  });

  test("has no time in its exception if the product has none", () => {
    const [day] = museum.items as [CatalogueItem];
    const item = changed(day, { "2026-06-17T00:00": blackOut }, museum);
    assert.deepEqual(item.schedules![0]!.exceptions, [{ date: "2026-06-17", ...blackOut }]);
  });
});

test("a single event is changed in place, and an unknown one is skipped", () => {
  const single = { eventOn: "2026-06-25T12:00", capacity: 3, prices: [{ code: "ADULT", amount: "10.00" }] };
  const item: CatalogueItem = { ...itemOf(evenings), events: [single] };
  const after = changed(item, { "2026-06-25T12:00": { capacity: 4 }, "2026-07-25T12:00": { capacity: 9 } });
  assert.deepEqual(after, { ...item, events: [{ ...single, capacity: 4 }] });
});

test("every change affects exactly the fields that it names, and the source follows the catalogue's rules", () => {
  const exception = fc.record(
    {
      date: fc.constantFrom("2026-06-16", "2026-06-18", "2026-06-20"),
      time: fc.constantFrom("18:00", "21:00"),
      availability: fc.constantFrom("black-out" as const, "available" as const),
      capacity: fc.option(fc.integer({ min: 0, max: 30 })),
    },
    { requiredKeys: ["date"] },
  );
  const fields: fc.Arbitrary<EventFields> = fc.record(
    {
      availability: fc.constantFrom("black-out" as const, "available" as const, "removed" as const),
      capacity: fc.option(fc.constantFrom(5, 20)),
      prices: fc.constantFrom(
        [
          { code: "ADULT", amount: "45.00" },
          { code: "CHILD", amount: "22.50" },
        ],
        [{ code: "ADULT", amount: "50.00" }],
      ),
    },
    { requiredKeys: [] },
  );
  const given = { exceptions: fc.array(exception, { maxLength: 6 }), indexes: fc.array(fc.nat(9), { maxLength: 10 }) };
  fc.assert(
    fc.property(fc.record({ ...given, fields: fc.array(fields, { minLength: 10, maxLength: 10 }) }), (drawn) => {
      const item = itemOf({ ...twice, exceptions: drawn.exceptions });
      const before = sourceEvents(show, item);
      const names = [...before.keys()];
      const changes = new Map(drawn.indexes.map((index) => [names[index]!, drawn.fields[index]!]));
      const after = changeItemEvents(show, item, changes);
      const wanted = new Map([...before].map(([eventOn, event]) => [eventOn, { ...event, ...changes.get(eventOn) }]));
      assert.deepEqual(sourceEvents(show, after), wanted);
      assert.deepEqual(catalogueProblems({ products: [variant(show, {}, after)] }), []);
      assert.deepEqual(changeItemEvents(show, after, changes), after, "a second time it changes nothing");
    }),
  );
});

describe("one change to many events", () => {
  const now = new Date("2026-06-15T10:00:00Z");
  const product = variant(show, {}, { schedules: [evenings] });
  const all = { from: "2026-01-01", to: "2026-12-31" };
  const prices = (change: Parameters<typeof changeEvents>[2], of = product) => {
    const [item] = changeEvents(of, all, change, now).product.items;
    return sourceEvents(of, item!)
      .get("2026-06-16T20:00")!
      .prices.map(({ amount }) => amount);
  };

  test("prices by per cent are exact decimals, rounded half up to the currency's minor digits", () => {
    assert.deepEqual(prices({ prices: [{ percent: "10" }] }), ["49.50", "24.75"]);
    assert.deepEqual(prices({ prices: [{ percent: "0.1" }] }), ["45.05", "22.52"], "45.045 and 22.5225");
    assert.deepEqual(prices({ prices: [{ percent: "-33.3333" }] }), ["30.00", "15.00"]);
    assert.deepEqual(prices({ prices: [{ code: "CHILD", percent: "50" }, { amount: "0.10" }] }), ["45.10", "33.85"]);
    assert.deepEqual(prices({ prices: [{ to: "1.005" }] }), ["1.01", "1.01"]);
    const yen = variant(
      product,
      { currencyCode: "JPY" },
      {
        schedules: [{ ...evenings, prices: [{ code: "ADULT", amount: "1005" }] }],
      },
    );
    assert.deepEqual(prices({ prices: [{ percent: "10" }] }, yen), ["1106"], "1105.5");
  });

  test("change the steps of a price alike, and keep them when a price is typed", () => {
    const stepped = variant(
      show,
      {},
      {
        schedules: [
          {
            ...evenings,
            prices: [
              {
                code: "ADULT",
                amount: "30.00",
                steps: [
                  { from: 5, amount: "26.00" },
                  { from: 10, amount: "4.00" },
                ],
                stepsCount: "people" as const,
              },
            ],
          },
        ],
      },
    );
    const after = (change: Parameters<typeof changeEvents>[2]["prices"]) => {
      const days = { from: "2026-06-17", to: "2026-06-17" };
      const { product } = changeEvents(stepped, days, { prices: change! }, new Date(0));
      const [price] = sourceEvents(product, product.items[0]!).get("2026-06-17T20:00")!.prices;
      return [price!.amount, ...price!.steps!.map(({ amount }) => amount), price!.stepsCount];
    };
    assert.deepEqual(after([{ percent: "10" }]), ["33.00", "28.60", "4.40", "people"]);
    assert.deepEqual(after([{ amount: "2" }]), ["32.00", "28.00", "6.00", "people"]);
    // A step keeps its distance from the price, down to nothing.
    assert.deepEqual(after([{ to: "25" }]), ["25.00", "21.00", "0.00", "people"]);
  });

  test("a step rounds percent changes half up; it is refused for other changes and below a currency's unit", () => {
    const rounded = (roundTo: "0.01" | "0.50" | "1", percent = "10", more: object[] = []) =>
      prices({ prices: [{ percent, roundTo }, ...(more as { amount: string }[])] });
    assert.deepEqual(rounded("1"), ["50.00", "25.00"], "49.50 and 24.75");
    assert.deepEqual(rounded("0.50"), ["49.50", "25.00"]);
    assert.deepEqual(rounded("0.50", "0.5"), ["45.00", "22.50"], "45.225 and 22.6125");
    assert.deepEqual(rounded("0.01", "0.1"), ["45.05", "22.52"]);
    assert.deepEqual(rounded("1", "10", [{ amount: "0.10" }]), ["50.10", "25.10"]);
    const refused = (change: object, currencies: string[], given: FieldRefusal) =>
      assert.throws(() => checkRounding({ prices: [{ percent: "1" }, change as { to: string }] }, currencies), {
        name: "ChangeRefused",
        field: { pointer: "/change/prices/1/roundTo", ...given },
      });
    refused({ to: "9", roundTo: "1" }, ["EUR"], refusal("rounding-needs-percent"));
    refused(
      { percent: "5", roundTo: "0.50" },
      ["EUR", "JPY"],
      refusal("rounding-below-unit", { currency: "JPY", least: "1" }),
    );
    checkRounding({ prices: [{ percent: "5", roundTo: "1" }, { amount: "3" }] }, ["JPY", "KWD"]);
  });

  test("a negative price and a negative capacity are refused, with event and field", () => {
    const subject = "show / show-seat / 2026-06-16T20:00";
    assert.throws(() => prices({ prices: [{ percent: "5" }, { amount: "-40" }] }), {
      name: "ChangeRefused",
      message: "show / show-seat / 2026-06-16T20:00: CHILD would cost -16.37 EUR.",
      field: {
        pointer: "/change/prices/1",
        ...refusal("price-out-of-range", { subject, ticket: "CHILD", amount: "-16.37", currency: "EUR" }),
      },
    });
    assert.throws(() => changeEvents(product, all, { capacity: { by: -21 } }, now), {
      field: { pointer: "/change/capacity/by", ...refusal("has-fewer-seats", { subject, seats: 20 }) },
    });
  });

  test("a ticket that no selected event has is refused, with its field; an event of another product may have it", () => {
    const adults = variant(product, {}, { schedules: [{ ...evenings, prices: [{ code: "ADULT", amount: "45.00" }] }] });
    const check = (codes: string[], products: (typeof product)[], selection: object = {}) => {
      const change = { prices: codes.map((code) => ({ code, percent: "10" })) };
      checkTicketCodes(
        change,
        products.map((one) => changeEvents(one, { ...all, ...selection }, change, now)),
      );
    };
    const field = { pointer: "/change/prices/1/code", ...refusal("no-event-has-ticket", { ticket: "CHILD" }) };
    assert.throws(() => check(["ADULT", "CHILD"], [adults]), { name: "ChangeRefused", field });
    check(["ADULT", "CHILD"], [adults, product]);
    check(["ADULT", "CHILD"], [adults], { times: ["19:00"] });
  });

  test("it applies to the named days, weekdays, times and items, and to no past events", () => {
    const selected = (selection: object, at = now) =>
      changeEvents(product, { ...all, ...selection }, blackOut, at).selected;
    assert.equal(selected({}), 5);
    assert.equal(selected({ from: "2026-06-17", to: "2026-06-18" }), 2);
    assert.equal(selected({ weekdays: [6] }), 1, "20 June is a Saturday");
    assert.equal(selected({ times: ["19:00"] }), 0);
    assert.equal(selected({ items: ["other"] }), 0);
    // 00:30 in Madrid: the 16th has ended there, but not in UTC.
    assert.equal(selected({}, new Date("2026-06-16T22:30:00Z")), 4);
  });
});
