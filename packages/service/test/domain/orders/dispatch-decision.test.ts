import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type CalledOrder,
  type DispatchDecision,
  decideOnOutcome,
} from "../../../src/domain/dispatch/dispatch-rules.ts";
import type { SupplierOutcome } from "../../../src/suppliers/supplier.ts";

/** What a supplier's outcome changes beside the next step: the timeline, the mark of the call, and changes accepted meanwhile. */

const waiting: CalledOrder = {
  calledAs: "waitsupplier",
  status: "waitsupplier",
  change: "none",
  tries: 0,
  waitedSeconds: 1,
  limitSeconds: 1000,
  answersItself: false,
  arrivedBefore: false,
  lastAnswer: null,
  flagged: false,
};
const unknown: SupplierOutcome = { outcome: "unknown", message: null };
const busy: SupplierOutcome = { outcome: "unknown", message: "busy" };
const notReceived: SupplierOutcome = { outcome: "not-received", message: null };
const confirmed: SupplierOutcome = { outcome: "confirmed", confirmation: "X", message: null };

const check = (
  order: Partial<CalledOrder>,
  outcome: SupplierOutcome,
  expected: { [name in keyof DispatchDecision]?: DispatchDecision[name] | undefined },
) => {
  const decision = decideOnOutcome({ ...waiting, ...order }, outcome);
  for (const [name, value] of Object.entries(expected))
    assert.deepEqual(decision[name as keyof DispatchDecision], value, `${name} of ${JSON.stringify(decision)}`);
};

describe("the timeline has a line for an answer", () => {
  for (const [what, order, outcome, isWritten] of [
    ["that says nothing", {}, unknown, false],
    ["with a message", {}, busy, true],
    ["that repeats the message before", { tries: 1, lastAnswer: busy }, busy, false],
    ["with the message of a call in the former status", { tries: 0, lastAnswer: busy }, busy, true],
    ["with another message", { tries: 1, lastAnswer: { outcome: "unknown", message: "closed" } }, busy, true],
    ["that never arrived", {}, notReceived, true],
    ["that never arrived, again", { tries: 1, lastAnswer: notReceived }, notReceived, false],
    ["after one that never arrived", { tries: 1, lastAnswer: notReceived }, unknown, true],
    ["that changes the status, which has its own line", {}, confirmed, false],
  ] as const)
    test(what, () => check(order, outcome, { isWritten }));
});

test("a request that did not arrive counts as never sent; a cancellation that did not arrive leaves the order with the supplier", () => {
  check({}, notReceived, { isUnmarked: true });
  check({}, unknown, { isUnmarked: false });
  check({ calledAs: "waitcancel", status: "waitcancel" }, notReceived, { isUnmarked: false });
});

test("tries are counted within one status", () => {
  check({}, unknown, { isRepeated: true });
  check({ status: "waitcancel" }, unknown, { isRepeated: false });
  check({}, confirmed, { isRepeated: false });
});

test("an order is flagged once", () => {
  const late = { tries: 7, waitedSeconds: 2000 };
  check(late, unknown, { flag: "supplier-silent" });
  check({ ...late, flagged: true }, unknown, { flag: undefined });
});

test("a change that was accepted during the call is sent next; the answer to another call does not decide it", () => {
  const complete = { calledAs: "complete", status: "complete" } as const;
  check({ ...complete, change: "accepted-meanwhile" }, confirmed, { dueIn: 0, decided: null });
  check({ ...complete, change: "asked" }, confirmed, { dueIn: null, decided: "accepted" });
  check({ ...complete, change: "none" }, confirmed, { dueIn: null, decided: null });
});
