import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { orderStatuses } from "@paseo/contract";
import { testRetrySeconds } from "../../src/domain/callbacks/schedule.ts";
import { type OrderTrigger, orderTransitions } from "../../src/domain/orders/order-status.ts";
import type { SupplierOrder } from "../../src/records/supplier-order.ts";
import { simulatedSupplier } from "../../src/suppliers/kinds/simulator.ts";
import { answerLimitSeconds, courseOfTestOrder, sandboxTriggers, triggerProblem } from "../../src/suppliers/sandbox.ts";

/** Script addresses of the sandbox: valid ones, their meaning, and the simulator's behaviour. */

const without = courseOfTestOrder("customer@example.com");

describe("addresses that are not valid scripts", () => {
  const bad: [email: string, problem: RegExp][] = [
    ["confrim@sandbox.test", /must be triggers joined by \+, .*; the triggers are confirm, confirm-after-N, decline, /],
    ["@sandbox.test", /the triggers are/],
    ["confirm+@sandbox.test", /the triggers are/],
    ["customer+confirm@sandbox.test", /the triggers are/],
    ["confirm-after-N@sandbox.test", /a whole number from 0 to 600 in place of the N of confirm-after-N$/],
    ["confirm-after@sandbox.test", /in place of the N of confirm-after-N$/],
    ["confirm-after-@sandbox.test", /in place of the N of confirm-after-N$/],
    ["confirm-after-601@sandbox.test", /from 0 to 600 in place of the N of confirm-after-N$/],
    ["confirm-after-1.5@sandbox.test", /in place of the N of confirm-after-N$/],
    ["decline-after--1@sandbox.test", /in place of the N of decline-after-N$/],
    ["silent-then-confirm-9999@sandbox.test", /in place of the N of silent-then-confirm-N$/],
    ["callback-fails-0@sandbox.test", /from 1 to 10 in place of the N of callback-fails-N$/],
    ["callback-fails-11@sandbox.test", /from 1 to 10 in place of the N of callback-fails-N$/],
    ["decline-5@sandbox.test", /the triggers are/],
    ["confirm+decline@sandbox.test", /^email combines confirm with decline, which cannot both be$/],
    ["confirm-after-2+confirm-after-3@sandbox.test", /combines confirm-after-2 with confirm-after-3/],
    ["callback-fails-2+decline+cancel-declined@sandbox.test", /combines decline with cancel-declined/],
    ["supplier-cancels-after-1+decline-after-1@sandbox.test", /combines supplier-cancels-after-1 with decline-after-1/],
    ["supplier-cancels-after-1+cancel-declined@sandbox.test", /combines/],
    ["sold-out+callback-fails-1@sandbox.test", /combines sold-out with callback-fails-1/],
    ["price-changed+sold-out@sandbox.test", /combines/],
  ];
  for (const [email, problem] of bad) {
    test(email, () => {
      assert.match(triggerProblem(email) ?? "nothing is wrong", problem);
      assert.deepEqual(courseOfTestOrder(email), without);
    });
  }
});

test("addresses outside the reserved domain have no effect", () => {
  for (const email of [
    "customer@example.com",
    "decline@example.test",
    "decline@sandbox.test.example.com",
    "decline@mail.sandbox.test",
    "decline@sandbox.test@example.com",
    "sandbox.test",
    "",
  ]) {
    assert.equal(triggerProblem(email), null, email);
    assert.deepEqual(courseOfTestOrder(email), without, email);
  }
});

test("the bounds of N are valid", () => {
  for (const [name, { n }] of Object.entries(sandboxTriggers)) {
    for (const bound of n ?? []) {
      const email = `${name.replace(/N$/, `${bound}`)}@sandbox.test`;
      assert.equal(triggerProblem(email), null);
    }
  }
  assert.equal(courseOfTestOrder("confirm-after-600@sandbox.test").answerAfter, 600);
  // Every attempt fails, so no callback arrives.
  assert.equal(courseOfTestOrder("callback-fails-10@sandbox.test").callbackFailures, testRetrySeconds.length + 1);
});

test("triggers for different decisions combine, in any order and letter case", () => {
  const script = courseOfTestOrder("Callback-Fails-3+CONFIRM-after-7+supplier-cancels-after-9@Sandbox.Test");
  assert.deepEqual(script, { ...without, callbackFailures: 3, answerAfter: 7, cancelsAfter: 9 });
});

test("the statuses of every trigger follow the status table", () => {
  for (const [name, { statuses }] of Object.entries(sandboxTriggers)) {
    const ways =
      statuses[0] === "waitsupplier"
        ? [...statuses]
        : statuses.length > 0
          ? ["waitsupplier" as const, ...statuses]
          : [];
    for (const [index, status] of ways.slice(0, -1).entries()) {
      const next = Object.keys(orderTransitions[status]).map((t) => orderTransitions[status][t as OrderTrigger]);
      assert.ok(next.includes(ways[index + 1]!), `${name}: ${status} does not change to ${ways[index + 1]}`);
    }
    assert.ok(statuses.every((status) => orderStatuses.includes(status)));
  }
});

test("an order is flagged only if its supplier is silent", () => {
  assert.equal(answerLimitSeconds("silent-then-confirm-60@sandbox.test"), 5);
  assert.ok(answerLimitSeconds("confirm-after-600@sandbox.test") > 600);
  assert.ok(answerLimitSeconds("customer@example.com") > 600);
});

describe("the simulator", () => {
  const order = (email: string, calledSecondsAgo: number, status: SupplierOrder["status"] = "waitsupplier") =>
    ({ email, calledSecondsAgo, status, reference: "TEST-K7Q-M3X-HP4-PT" }) as SupplierOrder;
  const confirmed = { outcome: "confirmed", message: null, confirmation: "SIM-K7Q-M3X-HP4" };

  test("confirms at once, with a number that contains the order's number", async () => {
    assert.deepEqual(await simulatedSupplier.request(order("customer@example.com", 0)), confirmed);
  });

  test("returns the time until its answer, to a fraction of a second, then answers", async () => {
    const early = await simulatedSupplier.status!(order("confirm-after-10@sandbox.test", 2.25));
    assert.deepEqual([early.outcome, early.askAgainInSeconds], ["unknown", 7.75]);
    assert.deepEqual(await simulatedSupplier.status!(order("confirm-after-10@sandbox.test", 10)), confirmed);
    const late = await simulatedSupplier.status!(order("decline-after-10@sandbox.test", 11));
    assert.equal(late.outcome, "declined");
  });

  test("returns no message while it is silent", async () => {
    const { outcome, message } = await simulatedSupplier.request(order("silent-then-confirm-10@sandbox.test", 0));
    assert.deepEqual([outcome, message], ["unknown", null]);
    const { message: spoken } = await simulatedSupplier.request(order("confirm-after-10@sandbox.test", 0));
    assert.match(spoken!, /10 seconds/);
  });

  test("cancels the given time after the confirmation, also when it is called late, and never before", async () => {
    const email = "confirm-after-10+supplier-cancels-after-5@sandbox.test";
    assert.deepEqual(await simulatedSupplier.status!(order(email, 10)), { ...confirmed, askAgainInSeconds: 5 });
    assert.deepEqual(await simulatedSupplier.status!(order(email, 12, "complete")), {
      ...confirmed,
      askAgainInSeconds: 3,
    });
    assert.equal((await simulatedSupplier.status!(order(email, 15, "complete"))).outcome, "cancelled");
    // The service was down, but the order is still confirmed first.
    assert.deepEqual(await simulatedSupplier.status!(order(email, 99)), { ...confirmed, askAgainInSeconds: 0 });
  });

  test("cancels unless the order's address requests a refusal", async () => {
    assert.equal((await simulatedSupplier.cancel(order("confirm@sandbox.test", 5, "waitcancel"))).outcome, "cancelled");
    assert.equal(
      (await simulatedSupplier.cancel(order("cancel-declined@sandbox.test", 5, "waitcancel"))).outcome,
      "declined",
    );
  });
});
