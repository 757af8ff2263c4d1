import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { OrderStatus } from "@paseo/contract";
import { orderTimeline } from "../../src/store/sale/timeline.ts";
import { sandboxTriggers, silenceLimitSeconds } from "../../src/suppliers/sandbox.ts";
import { codesOf } from "../support/partner.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { openShop, type Shop } from "./shop.ts";

/** Every trigger of the sandbox for a partner: eventbook's answer, the callbacks and the final order. */

/** The tested value of N for each trigger. */
const tried: Record<string, number> = {
  "confirm-after-N": 1,
  "decline-after-N": 1,
  "silent-then-confirm-N": silenceLimitSeconds + 2,
  "supplier-cancels-after-N": 1,
  "callback-fails-N": 2,
};

const addressOf = (...triggers: string[]): string =>
  `${triggers.map((trigger) => trigger.replace(/N$/, `${tried[trigger]}`)).join("+")}@sandbox.test`;

onPostgres("triggers of the sandbox", (open) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop({ open });
  });
  after(() => shop?.close());

  /** Books, and follows the order to the last of these statuses. Returns the seconds that each callback took. */
  const follow = async (email: string, statuses: readonly OrderStatus[], during?: (id: string) => Promise<void>) => {
    const path = `/${email.split("@")[0]}`;
    const bookedAt = performance.now();
    const order = await shop.book(email, path);
    assert.equal(order.status, statuses[0]);
    const sandbox = /^TEST-([0-9A-Z-]{11})-ES$/.exec(order.reference!);
    assert.ok(sandbox && order.event.testMode, `${order.reference} is no test order`);
    await during?.(order.id!);

    const changes = statuses.filter((status) => status !== "waitsupplier");
    const notifications = await shop.notifications(path, changes.length);
    const confirmed = changes[0] === "complete" ? `SIM-${sandbox[1]}` : null;
    assert.deepEqual(
      notifications.map(({ data }) => [data.orderId, data.sequence, data.status, data.confirmation, data.testMode]),
      changes.map((status, index) => [order.id, index + 1, status, confirmed, true]),
    );
    const requests = shop.receiver.at(path);
    assert.deepEqual(
      requests.map(({ query }) => [query.get("orderid"), query.get("status")]),
      changes.map((status) => [order.id, status]),
    );
    const now = await shop.read(order.id!);
    assert.deepEqual([now.status, now.confirmation], [statuses.at(-1), confirmed]);
    return { order, seconds: requests.map(({ at }) => (at - bookedAt) / 1000) };
  };

  const timeline = async (id: string): Promise<(string | null)[]> =>
    (await orderTimeline(shop.app.app.service.db, id)).map(({ kind, status, why }) =>
      kind === "status" ? status : kind === "flagged" ? why : kind,
    );

  /** Waits until this number of an order's callbacks is delivered. Returns the outcomes of their attempts, newest callback first. */
  const attemptsOf = async (id: string, count: number): Promise<string[][]> => {
    const delivered = async () => {
      const callbacks = await shop.callbacks(id);
      return callbacks.filter(({ state }) => state === "delivered").length === count && callbacks;
    };
    const callbacks = await until(delivered, `${count} delivered notifications`);
    return callbacks.map(({ attempts }) => attempts.map(({ outcome }) => outcome));
  };

  /** Visible effects of each trigger beside its statuses. */
  const checks: Record<string, (email: string, statuses: readonly OrderStatus[]) => Promise<void>> = {
    confirm: async (email, statuses) => {
      await follow(email, statuses);
    },
    "confirm-after-N": async (email, statuses) => {
      const { order, seconds } = await follow(email, statuses);
      assert.ok(seconds[0]! >= 1, `the callback arrived after ${seconds[0]} s`);
      assert.deepEqual(await timeline(order.id!), ["dispatched", "answered", "complete", "voucher"]);
    },
    decline: async (email, statuses) => {
      const { order } = await follow(email, statuses);
      assert.equal(order.isValid, false);
      assert.deepEqual(codesOf(order), ["supplier-declined"]);
    },
    "decline-after-N": async (email, statuses) => {
      const { order, seconds } = await follow(email, statuses);
      assert.ok(seconds[0]! >= 1, `the callback arrived after ${seconds[0]} s`);
      assert.equal(order.isValid, true);
    },
    "silent-then-confirm-N": async (email, statuses) => {
      const { order, seconds } = await follow(email, statuses);
      assert.ok(seconds[0]! >= silenceLimitSeconds + 2, `the callback arrived after ${seconds[0]} s`);
      assert.deepEqual(await timeline(order.id!), ["dispatched", "supplier-silent", "complete", "voucher"]);
    },
    "supplier-cancels-after-N": async (email, statuses) => {
      const { seconds } = await follow(email, statuses);
      assert.ok(seconds[1]! >= 1, `the callback arrived after ${seconds[1]} s`);
    },
    "cancel-declined": async (email, statuses) => {
      await follow(email, statuses, async (id) => {
        const order = await shop.cancel(id);
        assert.deepEqual([order.status, order.isValid, codesOf(order)], ["complete", false, ["cancel-declined"]]);
      });
    },
    "change-declined": async (email, statuses) => {
      await follow(email, statuses, async (id) => {
        const { status, errors } = await shop.change(id, { phoneNumber: "+34 611 111 111" });
        assert.deepEqual([status, codesOf({ errors })], ["declined", ["change-declined"]]);
      });
    },
    "change-unanswered": async (email, statuses) => {
      await follow(email, statuses, async (id) => {
        const { status, isValid } = await shop.change(id, { phoneNumber: "+34 611 111 111" });
        assert.deepEqual([status, isValid], ["waitsupplier", true]);
      });
    },
    "price-changed": (email) => refused(email, "price-changed"),
    "sold-out": (email) => refused(email, "event-sold-out"),
    "hold-expired": (email) => refused(email, "hold-expired"),
    "callback-fails-N": async (email, statuses) => {
      const { order } = await follow(email, statuses);
      assert.deepEqual(await attemptsOf(order.id!, 1), [["sandbox", "sandbox", "answered"]]);
      assert.equal(shop.receiver.at("/callback-fails-2").length, 1);
    },
  };

  const refused = async (email: string, code: string): Promise<void> => {
    const order = await shop.book(email, "/refused");
    assert.deepEqual([order.isValid, order.id, codesOf(order)], [false, null, [code]]);
    assert.deepEqual(shop.receiver.at("/refused"), []);
  };

  describe("single triggers, and combinations", { concurrency: true }, () => {
    for (const [trigger, { statuses }] of Object.entries(sandboxTriggers)) {
      test(`${trigger}: ${statuses.join(", ") || "no order"}`, () => checks[trigger]!(addressOf(trigger), statuses));
    }

    test("an order that is confirmed late, then cancelled, with failing callbacks at first", async () => {
      const email = "confirm-after-1+supplier-cancels-after-1+callback-fails-1@sandbox.test";
      const { order, seconds } = await follow(email, ["waitsupplier", "complete", "waitcancel", "cancelled"]);
      assert.ok(seconds[0]! >= 2, `the callback of the confirmation arrived after ${seconds[0]} s`);
      const fails = ["sandbox", "answered"];
      assert.deepEqual(await attemptsOf(order.id!, 3), [fails, fails, fails]);
    });

    test("a supplier that refuses to cancel an order that ended before its answer", async () => {
      const email = addressOf("silent-then-confirm-N", "cancel-declined");
      const { order } = await follow(email, ["waitsupplier", "cancelled"], async (id) => {
        assert.equal((await shop.cancel(id)).status, "cancelled");
      });
      const flagged = () => timeline(order.id!).then((kinds) => kinds.includes("cancel-declined"));
      await until(flagged, "the operator's flag");
    });

    test("in any letter case", async () => {
      const order = await shop.book("Decline@SANDBOX.test", "/any-case");
      assert.deepEqual([order.status, order.event.email], ["rejected", "Decline@SANDBOX.test"]);
    });
  });
});
