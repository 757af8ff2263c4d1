import assert from "node:assert/strict";
import { test } from "node:test";
import { orderStatuses } from "@paseo/contract";
import { canBecome, givesCapacityBack, orderTransitions } from "../../src/domain/order-status.ts";

/** Decision 20, arrow by arrow. */
const arrows = [
  "waitsupplier → complete",
  "waitsupplier → rejected",
  "waitsupplier → cancelled",
  "complete → waitcancel",
  "waitcancel → cancelled",
  "waitcancel → complete",
];

for (const from of orderStatuses) {
  for (const to of orderStatuses) {
    const arrow = `${from} → ${to}`;
    test(`${arrow} is ${arrows.includes(arrow) ? "allowed" : "refused"}`, () => {
      assert.equal(canBecome(from, to), arrows.includes(arrow));
    });
  }
}

test("the orders that give their places back are those that nothing can follow", () => {
  for (const status of orderStatuses) {
    assert.equal(givesCapacityBack(status), orderTransitions[status].length === 0, status);
  }
});
