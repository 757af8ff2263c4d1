import assert from "node:assert/strict";
import { test } from "node:test";
import { decidePrice, type PriceDecision } from "../../../src/domain/import/price-changes.ts";
import type { PriceState } from "../../../src/store/dispatch/supplier-prices.ts";

/** Which prices of a supplier are copied, and which wait for a person. */

const now = new Date("2026-06-15T10:00:00Z");
const adult = (amount: string) => [{ code: "ADULT", amount }];

function decision(
  before: string | null,
  after: string,
  {
    currency = "EUR",
    share = 20,
    known,
    keepsCurrency = false,
  }: {
    currency?: string;
    share?: number;
    known?: PriceState;
    keepsCurrency?: boolean;
  } = {},
): PriceDecision {
  const present = { currency: "EUR", amounts: before === null ? undefined : adult(before), known, keepsCurrency };
  return decidePrice({ amounts: adult(after), currency }, present, share, now);
}

const state = (of: PriceState["state"], before: string, after: string, more: Partial<PriceState> = {}): PriceState => ({
  ...{
    eventOn: "2026-06-20T20:00",
    state: of,
    before: adult(before),
    after: adult(after),
    currency: "EUR",
    seenAt: now,
  },
  ...more,
});

test("a price within the share is copied, and one beyond it or of 0 waits", () => {
  for (const after of ["80", "100", "100.00", "120"]) assert.equal(decision("100", after), "copy", after);
  for (const after of ["79.99", "120.01", "1", "0", "10000"]) assert.equal(decision("100", after), "wait", after);
  assert.equal(decision("100", "0", { share: 100 }), "wait");
  assert.equal(decision("100", "1", { share: 100 }), "copy");
  assert.equal(decision("100", "99", { share: 0 }), "wait");
  assert.equal(decision("0", "0.00"), "copy");
  assert.equal(decision("0", "10"), "wait");
  assert.equal(decision(null, "0"), "copy", "there is nothing to compare it with");
});

test("another currency waits, until a person keeps ours", () => {
  assert.equal(decision("100", "100", { currency: "ARS" }), "wait");
  assert.equal(decision(null, "100", { currency: "ARS" }), "wait");
  assert.equal(decision("100", "100", { currency: "ARS", keepsCurrency: true }), "ignore");
});

test("a decision holds for the price that was decided about", () => {
  assert.equal(decision("100", "1", { known: state("accepted", "100", "1.00") }), "copy");
  assert.equal(decision("100", "2", { known: state("accepted", "100", "1") }), "wait");
  assert.equal(decision("100", "1", { known: state("kept", "100", "1") }), "ignore");
  assert.equal(decision("100", "2", { known: state("kept", "100", "1") }), "wait");
});

test("small steps of a day count together", () => {
  const yesterday = new Date(now.getTime() - 86_400_000);
  assert.equal(decision("85", "75", { known: state("copied", "100", "85") }), "wait");
  assert.equal(decision("85", "82", { known: state("copied", "100", "85") }), "copy");
  assert.equal(decision("85", "75", { known: state("copied", "100", "85", { seenAt: yesterday }) }), "copy");
});
