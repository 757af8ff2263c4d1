import assert from "node:assert/strict";
import { test } from "node:test";
import Big from "big.js";
import fc from "fast-check";
import { refundPercent, settle, tiersOf } from "../../../src/domain/orders/changes/refund.ts";

/** What a change or a cancellation refunds, by the terms of the sale. */

const madrid = "Europe/Madrid";
const eventOn = "2026-06-20T20:00:00";
const terms = (refundTiers?: { hours: number; percent: number }[]) => ({
  agreed: { ...(refundTiers && { refundTiers }) } as Parameters<typeof tiersOf>[0]["agreed"],
  cancelPurchaseHour: 24,
  eventOn,
});
const tiers = [
  { hours: 72, percent: 100 },
  { hours: 24, percent: 50 },
];

test("each tier ends so many hours before the event begins at its location", () => {
  assert.deepEqual(tiersOf(terms(tiers), madrid), [
    { hours: 72, percent: 100, until: new Date("2026-06-17T18:00:00Z") },
    { hours: 24, percent: 50, until: new Date("2026-06-19T18:00:00Z") },
  ]);
});

test("without tiers all of the price is refunded until cancellation ends", () => {
  assert.deepEqual(tiersOf(terms(), madrid), [{ hours: 24, percent: 100, until: new Date("2026-06-19T18:00:00Z") }]);
});

for (const [now, percent] of [
  ["2026-06-01T00:00:00Z", 100],
  ["2026-06-17T18:00:00.000Z", 100],
  ["2026-06-17T18:00:00.001Z", 50],
  ["2026-06-19T18:00:00.000Z", 50],
  ["2026-06-19T18:00:00.001Z", 0],
] as const)
  test(`at ${now} the tiers refund ${percent} percent`, () => {
    assert.equal(refundPercent(tiersOf(terms(tiers), madrid), new Date(now)), percent);
  });

test("an order without a tier gets nothing back", () => assert.equal(refundPercent([], new Date(0)), 0));

for (const [before, after, percent, differenceUsd, refundUsd] of [
  ["90.00", "60.00", 100, "-30.00", "30.00"],
  ["90.00", "60.00", 50, "-30.00", "15.00"],
  ["90.00", "60.00", 0, "-30.00", "0.00"],
  ["60.00", "90.00", 100, "30.00", "0.00"],
  ["60.00", "60.00", 100, "0.00", "0.00"],
  ["45.00", "0", 100, "-45.00", "45.00"],
  ["0.01", "0.00", 50, "-0.01", "0.01"],
  ["0.03", "0.00", 49, "-0.03", "0.01"],
  ["10.05", "0.00", 30, "-10.05", "3.02"],
  ["0.30", "0.10", 100, "-0.20", "0.20"],
] as const)
  test(`from ${before} to ${after} at ${percent} percent: ${differenceUsd}, refund ${refundUsd}`, () => {
    assert.deepEqual(settle({ before, after }, percent), { differenceUsd, refundUsd });
    assert.deepEqual(settle({ before, after: new Big(after) }, percent), { differenceUsd, refundUsd });
  });

test("no refund is more than what is paid less, or below zero", () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: 0, max: 100 }), (before, after, percent) => {
      const { refundUsd } = settle({ before: `${before / 100}`, after: `${after / 100}` }, percent);
      assert.ok(Number(refundUsd) >= 0 && Number(refundUsd) * 100 <= Math.max(0, before - after) + 1e-6);
    }),
  );
});
