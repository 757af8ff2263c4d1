import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type PriceSteps, priceLines } from "../../../src/records/tickets/ticket-prices.ts";

const price: PriceSteps = {
  price: "30.00",
  steps: [
    { from: 5, price: "26.00" },
    { from: 10, price: "22.00" },
  ],
};

for (const [what, prices, sale, expected] of [
  ["below the first step", price, { quantity: 4, people: 4 }, "4 × 30.00"],
  ["at a step", price, { quantity: 5, people: 5 }, "5 × 26.00"],
  ["above the last step", price, { quantity: 12, people: 12 }, "12 × 22.00"],
  ["beside tickets that stay", price, { quantity: 2, before: 4, people: 6 }, "2 × 26.00"],
  [
    "for further tickets",
    { ...price, stepsApply: "further" },
    { quantity: 12, people: 12 },
    "4 × 30.00, 5 × 26.00, 3 × 22.00",
  ],
  [
    "for further tickets below the first step",
    { ...price, stepsApply: "further" },
    { quantity: 1, people: 9 },
    "1 × 30.00",
  ],
  [
    "for further tickets beside tickets that stay",
    { ...price, stepsApply: "further" },
    { quantity: 3, before: 3, people: 6 },
    "1 × 30.00, 2 × 26.00",
  ],
  ["by people", { ...price, stepsCount: "people" }, { quantity: 2, people: 10 }, "2 × 22.00"],
] as const) {
  test(`the price ${what}`, () => {
    const lines = priceLines(prices, sale).map((line) => `${line.quantity} × ${line.price}`);
    assert.equal(lines.join(", "), expected);
  });
}

test("lines have all tickets, and never cost more than the listed price", () => {
  const step = fc.record({ from: fc.integer({ min: 2, max: 30 }), price: fc.nat(100).map(String) });
  const steps = fc.uniqueArray(step, { selector: ({ from }) => from, minLength: 1, maxLength: 4 }).map((all) => {
    const falling = all.map(({ price }) => Number(price)).sort((a, b) => b - a);
    return all.sort((a, b) => a.from - b.from).map(({ from }, n) => ({ from, price: `${falling[n]}` }));
  });
  const sale = fc.record({ quantity: fc.integer({ min: 1, max: 40 }), before: fc.nat(10), people: fc.nat(60) });
  const rules = fc.constantFrom({}, { stepsApply: "further" as const }, { stepsCount: "people" as const });
  fc.assert(
    fc.property(steps, sale, rules, (steps, sale, rule) => {
      const lines = priceLines({ price: "100", steps, ...rule }, sale);
      assert.equal(
        lines.reduce((sum, { quantity }) => sum + quantity, 0),
        sale.quantity,
      );
      assert.ok(lines.every(({ price }) => Number(price) <= 100));
    }),
  );
});
