import assert from "node:assert/strict";
import { test } from "node:test";
import { orderStatuses } from "@paseo/contract";
import {
  givesCapacityBack,
  type OrderTrigger,
  orderTransitions,
  transitionsTable,
  triggerDescriptions,
} from "../../../src/domain/orders/order-status.ts";

/** Decision 20, transition by transition, with their triggers. */
const arrows: Record<string, OrderTrigger> = {
  "waitsupplier → complete": "confirmed",
  "waitsupplier → rejected": "declined",
  "waitsupplier → cancelled": "cancel",
  "complete → waitcancel": "cancel",
  "waitcancel → cancelled": "cancel-confirmed",
  "waitcancel → complete": "cancel-declined",
};

for (const from of orderStatuses) {
  for (const trigger of Object.keys(triggerDescriptions) as OrderTrigger[]) {
    const arrow = Object.keys(arrows).find((name) => name.startsWith(`${from} →`) && arrows[name] === trigger);
    test(`${trigger} in ${from}: ${arrow ?? "nothing"}`, () => {
      assert.equal(orderTransitions[from][trigger], arrow?.split(" → ")[1] ?? null);
    });
  }
}

test("the statuses that return seats are the final ones", () => {
  for (const status of orderStatuses) {
    const ends = Object.values(orderTransitions[status]).every((next) => next === null);
    assert.equal(givesCapacityBack(status), ends, status);
  }
});

test("the table in Markdown has a row for each status and a column for each trigger", () => {
  assert.equal(
    transitionsTable(),
    [
      "| Status | `confirmed` | `declined` | `cancel` | `cancel-confirmed` | `cancel-declined` |",
      "|---|---|---|---|---|---|",
      "| `waitsupplier` | `complete` | `rejected` | `cancelled` | – | – |",
      "| `complete` | – | – | `waitcancel` | – | – |",
      "| `waitcancel` | – | – | – | `cancelled` | `complete` |",
      "| `rejected` | – | – | – | – | – |",
      "| `cancelled` | – | – | – | – | – |",
      "",
    ].join("\n"),
  );
});
