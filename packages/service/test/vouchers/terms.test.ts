import assert from "node:assert/strict";
import { test } from "node:test";
import { cancellationTerms } from "../../src/domain/money/refund.ts";
import { refundTexts } from "../../src/vouchers/labels.ts";
import { Pdf, portuguese, spanish } from "./reading.ts";

const cancelUntil = new Date("2026-06-29T18:00:00Z");
const termsOf = (refundTiers?: { hours: number; percent: number }[], refundCap?: number) =>
  cancellationTerms({
    agreed: { tickets: [], refundTiers, refundCap } as never,
    cancelPurchaseHour: 24,
    cancelUntil,
  }).map(({ percent, until }) => [percent, until.toISOString()]);

test("the terms shown to a traveller end when cancellation ends, with every tier before", () => {
  assert.deepEqual(termsOf(), [[100, "2026-06-29T18:00:00.000Z"]]);
  const tiers = [
    { hours: 168, percent: 100 },
    { hours: 24, percent: 25 },
  ];
  const [week, day] = ["2026-06-23T18:00:00.000Z", "2026-06-29T18:00:00.000Z"];
  assert.deepEqual(termsOf(tiers), [
    [100, week],
    [25, day],
  ]);
  assert.deepEqual(termsOf(tiers, 25), [[25, day]], "capped by an amendment");
  assert.deepEqual(termsOf(tiers, 0), [[0, day]]);
  assert.deepEqual(termsOf([{ hours: 168, percent: 100 }]), [
    [100, week],
    [0, day],
  ]);
  assert.deepEqual(termsOf([...tiers, { hours: 2, percent: 10 }]), [
    [100, week],
    [25, day],
  ]);
  assert.deepEqual(termsOf([{ hours: 2, percent: 50 }]), [[50, day]], "cancellation ends before the tier");
});

test("every tier of the terms is printed, beside the party's code or after all the rest", async () => {
  const refunds = Array.from({ length: 10 }, (_, n) => ({
    percent: 90 - 10 * n,
    until: `2026-11-${10 + n}T20:00:00`,
  }));
  const passes = ["K7QF-3XMP", "9TRW-HC4V"].map((code) => ({ code, ticket: "adult" }));
  for (const content of [
    { ...spanish, refunds },
    { ...spanish, refunds, passes },
    { ...portuguese, refunds },
  ]) {
    const text = await (await Pdf.of(content)).text();
    for (const line of refundTexts(content)) assert.ok(text.includes(line.replace(/\s/g, " ")), `${line} in ${text}`);
  }
  assert.equal(
    refundTexts({ ...spanish, refunds }).at(-1),
    "Hasta el 19 de noviembre de 2026 a las 20:00: sin reembolso",
  );
  const ended = { ...spanish, refunds: [{ percent: 0, until: null }] };
  assert.deepEqual(refundTexts(ended), ["Una cancelación ya no se reembolsa"]);
});
