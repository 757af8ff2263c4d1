import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type OrderStatus, orderStatuses } from "@paseo/contract";
import { type NextStep, nextStep, type SupplierCall } from "../../../src/domain/dispatch/dispatch-rules.ts";
import { orderTransitions } from "../../../src/domain/orders/order-status.ts";
import type { SupplierOutcome } from "../../../src/suppliers/supplier.ts";

/** The next step after each outcome, by the order's status now and its status at the call. */

type OutcomeName = SupplierOutcome["outcome"];
const outcomes: readonly OutcomeName[] = ["confirmed", "declined", "cancelled", "unknown", "not-received"];

/** A first call whose outcome came at once, well before the limit. */
const first: Omit<SupplierCall, "calledAs" | "status"> = {
  tries: 0,
  waitedSeconds: 1,
  limitSeconds: 1000,
  answersItself: false,
  arrivedBefore: false,
};

function outcome(name: OutcomeName, askAgainInSeconds?: number): SupplierOutcome {
  const more = { message: null, ...(askAgainInSeconds !== undefined && { askAgainInSeconds }) };
  return name === "confirmed" ? { outcome: name, confirmation: "X", ...more } : { outcome: name, ...more };
}

/** A step as text: `confirmed, then again in 7 s`. */
function inWords({ triggers, dueIn, flag }: NextStep): string {
  const parts = [...triggers, flag ? `flag ${flag}` : [], dueIn === null ? [] : `again in ${dueIn} s`].flat();
  return parts.length > 0 ? parts.join(", ") : "nothing";
}

/** The next step for each outcome, without and with a supplier's request to call again in 7 seconds. */
type Row = Record<OutcomeName, [plain: string, hinted: string]>;
const same = (step: string): [string, string] => [step, step];
const nothing = same("nothing");
const bySchedule: [string, string] = ["again in 5 s", "again in 7 s"];
const asItSays: [string, string] = ["nothing", "again in 7 s"];
const atOnce = same("again in 0 s");

/** The steps by the order's current status, and by each status at the call from which the order can have reached it. */
const table: Record<OrderStatus, Partial<Record<OrderStatus, Row>>> = {
  waitsupplier: {
    waitsupplier: {
      confirmed: ["confirmed", "confirmed, again in 7 s"],
      declined: same("declined"),
      cancelled: same("declined"),
      unknown: bySchedule,
      "not-received": bySchedule,
    },
  },
  complete: {
    waitsupplier: {
      confirmed: asItSays,
      declined: same("flag supplier-disagrees"),
      cancelled: same("cancel, cancel-confirmed"),
      unknown: asItSays,
      "not-received": asItSays,
    },
    complete: {
      confirmed: asItSays,
      declined: asItSays,
      cancelled: same("cancel, cancel-confirmed"),
      unknown: bySchedule,
      "not-received": asItSays,
    },
    waitcancel: {
      confirmed: asItSays,
      declined: asItSays,
      cancelled: same("cancel, cancel-confirmed"),
      unknown: asItSays,
      "not-received": asItSays,
    },
  },
  waitcancel: {
    waitsupplier: {
      confirmed: atOnce,
      declined: atOnce,
      cancelled: atOnce,
      unknown: atOnce,
      "not-received": atOnce,
    },
    complete: {
      confirmed: atOnce,
      declined: atOnce,
      cancelled: atOnce,
      unknown: atOnce,
      "not-received": atOnce,
    },
    waitcancel: {
      confirmed: bySchedule,
      declined: ["cancel-declined", "cancel-declined, again in 7 s"],
      cancelled: same("cancel-confirmed"),
      unknown: bySchedule,
      "not-received": bySchedule,
    },
  },
  rejected: {
    waitsupplier: {
      confirmed: atOnce,
      declined: nothing,
      cancelled: nothing,
      unknown: atOnce,
      "not-received": nothing,
    },
    rejected: {
      confirmed: bySchedule,
      declined: same("flag cancel-declined"),
      cancelled: nothing,
      unknown: bySchedule,
      "not-received": bySchedule,
    },
  },
  cancelled: {
    waitsupplier: {
      confirmed: atOnce,
      declined: nothing,
      cancelled: nothing,
      unknown: atOnce,
      "not-received": nothing,
    },
    complete: {
      confirmed: nothing,
      declined: nothing,
      cancelled: nothing,
      unknown: nothing,
      "not-received": nothing,
    },
    waitcancel: {
      confirmed: bySchedule,
      declined: same("flag cancel-declined"),
      cancelled: nothing,
      unknown: bySchedule,
      "not-received": bySchedule,
    },
    cancelled: {
      confirmed: bySchedule,
      declined: same("flag cancel-declined"),
      cancelled: nothing,
      unknown: bySchedule,
      "not-received": bySchedule,
    },
  },
};

const rows = Object.entries(table).flatMap(([status, byCall]) =>
  Object.entries(byCall).map(([calledAs, row]) => ({
    status: status as OrderStatus,
    calledAs: calledAs as OrderStatus,
    row,
  })),
);

describe("the next step after an outcome", () => {
  for (const { status, calledAs, row } of rows) {
    for (const name of outcomes) {
      const [plain, hinted] = row[name];
      test(`${status}, called as ${calledAs}: ${name} → ${plain}`, () => {
        const order = { ...first, calledAs, status };
        assert.equal(inWords(nextStep(order, outcome(name))), plain);
        assert.equal(inWords(nextStep(order, outcome(name, 7))), hinted);
      });
    }
  }
});

test("the table has every status that an order can reach during a supplier call", () => {
  const reached = (from: OrderStatus, found = new Set([from])): Set<OrderStatus> => {
    for (const to of Object.values(orderTransitions[from])) if (to && !found.has(to)) reached(to, found.add(to));
    return found;
  };
  // A supplier is called about a complete or ended order only in these cases.
  const possible = orderStatuses.flatMap((calledAs) =>
    [...reached(calledAs)].map((status) => `${calledAs} → ${status}`),
  );
  assert.deepEqual(rows.map(({ calledAs, status }) => `${calledAs} → ${status}`).sort(), possible.sort());
});

test("every trigger of an outcome changes an order in that status", () => {
  for (const { status, calledAs } of rows) {
    for (const name of outcomes) {
      let now = status;
      for (const trigger of nextStep({ ...first, calledAs, status }, outcome(name)).triggers) {
        const next: OrderStatus | null = orderTransitions[now][trigger];
        assert.ok(next, `${trigger} does nothing to an order that is ${now}`);
        now = next;
      }
    }
  }
});

describe("a supplier whose outcome is unknown", () => {
  const waiting: SupplierCall = { ...first, calledAs: "waitsupplier", status: "waitsupplier" };
  const cancelling: SupplierCall = { ...first, calledAs: "waitcancel", status: "waitcancel" };
  const unknown = outcome("unknown");

  test("is called at growing intervals for about a week, then no more", () => {
    const patient = { ...cancelling, limitSeconds: 1e9 };
    const gaps = Array.from({ length: 200 }, (_, tries) => nextStep({ ...patient, tries }, unknown).dueIn);
    assert.deepEqual(gaps.slice(0, 11), [5, 10, 20, 40, 60, 120, 300, 600, 1800, 3600, 3600]);
    const calls = gaps.filter((gap) => gap !== null);
    const days = calls.reduce((sum, gap) => sum + gap, 0) / 86_400;
    assert.ok(days > 6.5 && days < 8, `${days} days`);
    assert.deepEqual(gaps.slice(calls.length), Array(200 - calls.length).fill(null));
  });

  test("makes the order flagged after its time limit, not before, and is still called", () => {
    assert.equal(inWords(nextStep({ ...waiting, tries: 7, waitedSeconds: 999 }, unknown)), "again in 1 s");
    const late = "flag supplier-silent, again in 600 s";
    assert.equal(inWords(nextStep({ ...waiting, tries: 7, waitedSeconds: 1000 }, unknown)), late);
  });

  test("makes the order flagged at the limit, also after too many calls or with a later time for the next one", () => {
    const often = { ...waiting, tries: 500 };
    assert.equal(inWords(nextStep({ ...often, waitedSeconds: 400 }, unknown)), "again in 600 s");
    assert.equal(inWords(nextStep({ ...often, waitedSeconds: 1000 }, unknown)), "flag supplier-silent");
    assert.equal(inWords(nextStep(waiting, outcome("unknown", 5000))), "again in 999 s");
  });

  test("is called at the time that it sets, also after the limit and after any number of calls", () => {
    const late = { ...waiting, waitedSeconds: 2000, tries: 500 };
    assert.equal(inWords(nextStep(late, outcome("unknown", 3))), "flag supplier-silent, again in 3 s");
    assert.equal(inWords(nextStep({ ...cancelling, tries: 4 }, outcome("unknown", 3))), "again in 3 s");
    const often = "flag cancel-unanswered, again in 3 s";
    assert.equal(inWords(nextStep({ ...cancelling, tries: 500 }, outcome("unknown", 3))), often);
  });

  test("makes a cancellation flagged after five more calls", () => {
    assert.equal(inWords(nextStep({ ...cancelling, tries: 4 }, unknown)), "again in 60 s");
    assert.equal(inWords(nextStep({ ...cancelling, tries: 5 }, unknown)), "flag cancel-unanswered, again in 120 s");
  });

  test("makes a cancellation flagged after its time limit, where the supplier sets the times of the calls", () => {
    const hinted = outcome("unknown", 100);
    assert.equal(inWords(nextStep({ ...cancelling, tries: 9 }, hinted)), "again in 100 s");
    assert.equal(inWords(nextStep({ ...cancelling, tries: 10 }, hinted)), "flag cancel-unanswered, again in 100 s");
  });

  test("makes an ended order flagged after five more calls about its cancellation", () => {
    for (const status of ["cancelled", "rejected"] as const) {
      const ended: SupplierCall = { ...first, calledAs: status, status };
      assert.equal(inWords(nextStep({ ...ended, tries: 4 }, unknown)), "again in 60 s");
      assert.equal(inWords(nextStep({ ...ended, tries: 5 }, unknown)), "flag cancel-unanswered, again in 120 s");
    }
  });

  test("is called again about a complete order that it may cancel", () => {
    const watched: SupplierCall = { ...first, calledAs: "complete", status: "complete", tries: 3 };
    assert.equal(inWords(nextStep(watched, unknown)), "again in 40 s");
    assert.equal(inWords(nextStep({ ...watched, tries: 180 }, unknown)), "nothing");
  });
});

describe("a supplier that answers through another route", () => {
  const pending: SupplierCall = { ...first, answersItself: true, calledAs: "waitsupplier", status: "waitsupplier" };

  test("is not called again: at its time limit the order is flagged", () => {
    assert.equal(inWords(nextStep(pending, outcome("unknown"))), "again in 1000 s");
    const waits = { ...pending, tries: 1, arrivedBefore: true, waitedSeconds: 400 };
    assert.equal(inWords(nextStep(waits, outcome("unknown"))), "again in 600 s");
    const late = { ...pending, tries: 1, arrivedBefore: true, waitedSeconds: 1000 };
    assert.equal(inWords(nextStep(late, outcome("unknown"))), "flag supplier-silent");
  });

  test("has its full time limit also if only a later call reached it", () => {
    assert.equal(inWords(nextStep(pending, outcome("not-received"))), "again in 5 s");
    assert.equal(inWords(nextStep({ ...pending, tries: 1, waitedSeconds: 6 }, outcome("unknown"))), "again in 1000 s");
  });

  test("has its time limit for a cancellation too", () => {
    const cancelling: SupplierCall = {
      ...pending,
      calledAs: "waitcancel",
      status: "waitcancel",
      waitedSeconds: 50_000,
    };
    assert.equal(inWords(nextStep(cancelling, outcome("unknown"))), "again in 1000 s");
    // The first e-mail was never sent; the second was.
    assert.equal(inWords(nextStep({ ...cancelling, tries: 1 }, outcome("unknown"))), "again in 1000 s");
    const late = { ...cancelling, tries: 1, arrivedBefore: true };
    assert.equal(inWords(nextStep(late, outcome("unknown"))), "flag cancel-unanswered");
  });

  test("is not called about a complete order", () => {
    assert.equal(
      inWords(nextStep({ ...pending, calledAs: "complete", status: "complete" }, outcome("unknown"))),
      "nothing",
    );
  });
});
