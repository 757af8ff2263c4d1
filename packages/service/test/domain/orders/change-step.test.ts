import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { changeStep, flagReasons, type SupplierCall } from "../../../src/domain/dispatch/dispatch-rules.ts";
import type { SupplierOutcome } from "../../../src/suppliers/supplier.ts";

/** The next step after the outcome of a change, and the texts of the flags. dispatch-rules.test.ts has the other calls. */

type OutcomeName = SupplierOutcome["outcome"];

function outcome(name: OutcomeName, askAgainInSeconds?: number): SupplierOutcome {
  const more = { message: null, ...(askAgainInSeconds !== undefined && { askAgainInSeconds }) };
  return name === "confirmed" ? { outcome: name, confirmation: "X", ...more } : { outcome: name, ...more };
}

/** Writes a step as text, such as `accepted: again in 7 s`. */
function stepOf(order: SupplierCall, outcome: SupplierOutcome): string {
  const { decided, triggers, flag, dueIn } = changeStep(order, outcome);
  const parts = [...triggers, flag ? `flag ${flag}` : [], dueIn === null ? [] : `again in ${dueIn} s`].flat();
  return `${decided ?? "undecided"}: ${parts.join(", ") || "nothing"}`;
}

describe("a change that the supplier was asked for", () => {
  const complete: SupplierCall = {
    calledAs: "complete",
    status: "complete",
    tries: 0,
    waitedSeconds: 1,
    limitSeconds: 1000,
    answersItself: false,
    arrivedBefore: false,
  };
  const step = (order: Partial<SupplierCall>, name: OutcomeName, askAgainInSeconds?: number): string =>
    stepOf({ ...complete, ...order }, outcome(name, askAgainInSeconds));

  for (const [name, plain, hinted] of [
    ["confirmed", "accepted: nothing", "accepted: again in 7 s"],
    ["declined", "declined: nothing", "declined: again in 7 s"],
    ["cancelled", "undecided: cancel, cancel-confirmed", "undecided: cancel, cancel-confirmed"],
    ["unknown", "undecided: again in 5 s", "undecided: again in 7 s"],
    ["not-received", "undecided: again in 5 s", "undecided: again in 7 s"],
  ] as const)
    test(`${name}: ${plain}`, () => {
      assert.equal(step({}, name), plain);
      assert.equal(step({}, name, 7), hinted);
    });

  test("without an answer after five calls the order is flagged", () => {
    assert.equal(step({ tries: 4 }, "unknown"), "undecided: again in 60 s");
    assert.equal(step({ tries: 5 }, "unknown"), "undecided: flag change-unanswered, again in 120 s");
  });

  test("where the supplier sets the times of the calls, the order is flagged after its time limit", () => {
    assert.equal(step({ tries: 9 }, "unknown", 100), "undecided: again in 100 s");
    assert.equal(step({ tries: 10 }, "unknown", 100), "undecided: flag change-unanswered, again in 100 s");
  });
});

test("each flag has a sentence of its own for the operator", () => {
  assert.deepEqual(Object.keys(flagReasons).toSorted(), [
    "cancel-declined",
    "cancel-unanswered",
    "change-unanswered",
    "supplier-disagrees",
    "supplier-silent",
  ]);
  const sentences = Object.values(flagReasons);
  for (const sentence of sentences) assert.match(sentence, /^(The|An) .+\.$/);
  assert.equal(new Set(sentences).size, sentences.length);
});
