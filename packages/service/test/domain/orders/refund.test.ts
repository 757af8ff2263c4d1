import assert from "node:assert/strict";
import { test } from "node:test";
import Big from "big.js";
import fc from "fast-check";
import { divideRefund } from "../../../src/domain/orders/money/account.ts";
import {
  amendmentAmounts,
  cancellationRefund,
  refundPercent,
  refundTiersOf,
} from "../../../src/domain/orders/refund.ts";

/** What a change or a cancellation refunds, by the terms of the sale. */

const terms = (refundTiers?: { hours: number; percent: number }[], refundCap?: number) => ({
  agreed: { ...(refundTiers && { refundTiers }), ...(refundCap !== undefined && { refundCap }) } as Parameters<
    typeof refundTiersOf
  >[0]["agreed"],
  cancelPurchaseHour: 24,
  // The event begins on the 20th at 20:00 in Madrid.
  cancelUntil: new Date("2026-06-19T18:00:00Z"),
});
const tiers = [
  { hours: 72, percent: 100 },
  { hours: 24, percent: 50 },
];

test("each tier ends so many hours before the event begins at its location", () => {
  assert.deepEqual(refundTiersOf(terms(tiers)), [
    { hours: 72, percent: 100, until: new Date("2026-06-17T18:00:00Z") },
    { hours: 24, percent: 50, until: new Date("2026-06-19T18:00:00Z") },
  ]);
});

test("without tiers all of the price is refunded until cancellation ends", () => {
  assert.deepEqual(refundTiersOf(terms()), [{ hours: 24, percent: 100, until: new Date("2026-06-19T18:00:00Z") }]);
});

for (const [now, percent] of [
  ["2026-06-01T00:00:00Z", 100],
  ["2026-06-17T18:00:00.000Z", 100],
  ["2026-06-17T18:00:00.001Z", 50],
  ["2026-06-19T18:00:00.000Z", 50],
  ["2026-06-19T18:00:00.001Z", 0],
] as const)
  test(`at ${now} the tiers refund ${percent} percent`, () => {
    assert.equal(refundPercent(refundTiersOf(terms(tiers)), new Date(now)), percent);
  });

test("a cap lowers each tier, and tiers with the same percent or none are left out", () => {
  const shown = (cap: number) => refundTiersOf(terms(tiers, cap)).map(({ hours, percent }) => [hours, percent]);
  assert.deepEqual(shown(100), [
    [72, 100],
    [24, 50],
  ]);
  assert.deepEqual(shown(80), [
    [72, 80],
    [24, 50],
  ]);
  assert.deepEqual(shown(50), [[24, 50]]);
  assert.deepEqual(shown(25), [[24, 25]]);
  assert.deepEqual(shown(0), []);
  assert.deepEqual(
    refundTiersOf(
      terms([
        { hours: 72, percent: 100 },
        { hours: 24, percent: 0 },
      ]),
    ).length,
    1,
  );
});

test("a cancellation refunds the percent of its time, rounded half up to the cent", () => {
  const refund = (totalUsd: string, now: string) => cancellationRefund({ ...terms(tiers), totalUsd }, new Date(now));
  assert.equal(refund("90.00", "2026-06-17T18:00:00Z"), "90.00");
  assert.equal(refund("10.05", "2026-06-18T18:00:00Z"), "5.03");
  assert.equal(refund("90.00", "2026-06-20T18:00:00Z"), "0.00");
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
  // 0.015 and 0.01 are left to refund.
  ["0.03", "0.02", 50, "-0.01", "0.01"],
  ["0.02", "0.01", 50, "-0.01", "0.00"],
  ["0.01", "0.03", 50, "0.02", "0.00"],
  ["10.05", "0.00", 30, "-10.05", "3.02"],
  ["0.30", "0.10", 100, "-0.20", "0.20"],
] as const)
  test(`from ${before} to ${after} at ${percent} percent: ${differenceUsd}, refund ${refundUsd}`, () => {
    assert.deepEqual(amendmentAmounts({ before, after }, percent), { differenceUsd, refundUsd });
    assert.deepEqual(amendmentAmounts({ before, after: new Big(after) }, percent), { differenceUsd, refundUsd });
  });

test("no refund is more than what is paid less, or below zero", () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: 0, max: 100 }), (before, after, percent) => {
      const { refundUsd } = amendmentAmounts({ before: `${before / 100}`, after: `${after / 100}` }, percent);
      assert.ok(Number(refundUsd) >= 0 && Number(refundUsd) * 100 <= Math.max(0, before - after) + 1e-6);
    }),
  );
});

for (const [balance, setOff, due] of [
  ["375", "375", "165"],
  ["600", "540", "0"],
  ["0", "0", "540"],
  ["-20", "0", "540"],
] as const)
  test(`of a refund of 540, ${setOff} is set off against a balance of ${balance}`, () => {
    const divided = divideRefund("540", balance);
    assert.deepEqual([divided.setOff.toFixed(), divided.due.toFixed()], [setOff, due]);
  });
