import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { onPostgres } from "../../support/servers/stores.ts";
import { type Paying, startPaying } from "./paying.ts";

/** Refunds of the back office go to the provider that has the money, once. */

onPostgres("a refund of an order that was paid online", (open) => {
  let paying: Paying;
  before(async () => {
    paying = await startPaying({ open });
  });
  after(() => paying.stop());
  let nth = 0;

  /** Sells tickets that the guest pays online, and cancels the order with a refund. */
  const cancelled = async (refund: string) => {
    const { desk, sell, events, linkOf, choose, bank, report, order } = paying;
    const { id } = await sell(events[14 + nth++]!, 2);
    await choose(await linkOf(id));
    bank.pay();
    await report();
    await desk.ask("POST", `/orders/${id}/cancel`, { why: "Ill", refund });
    const { refunds } = await order(id);
    return { id, refundId: refunds[0].id as string };
  };
  const record = (refundId: string, method: string, amount: string) => ({ refundId, method, amount });
  const refundOf = async (id: string) => (await paying.order(id)).refunds[0];
  const sent = () => [...paying.bank.last.refunds.values()];

  test("is due until the provider accepts it, and is recorded once in the closing", async () => {
    const { desk, work, payments } = paying;
    const { id, refundId } = await cancelled("60.00");
    const path = `/orders/${id}/refunds`;
    await desk.ask("POST", path, record(refundId, "online", "60.00"));
    assert.equal((await refundOf(id)).paidAt, null);
    assert.equal((await payments(id)).checkouts[0].returning, "60.00");
    assert.equal(await desk.refused(409, "POST", path, record(refundId, "cash", "60.00")), "refund-on-its-way");
    await work();
    await work();
    assert.deepEqual(sent(), [6_000]);
    const { paid, method, recordedBy } = await refundOf(id);
    assert.deepEqual([paid, method, recordedBy], ["60.00", "online", desk.email]);
    const { sums } = await desk.ask("GET", "/closings/2026-06-15");
    const online = sums.kinds.find(({ kind }: { kind: string }) => kind === "online");
    assert.deepEqual([online.settled, online.paidBack, online.balance], ["100.00", "60.00", "40.00"]);
    const further = { method: "online", amount: "40.01" };
    assert.equal(await desk.refused(400, "POST", path, further), "invalid-field");
  });

  test("that several refunds make is sent one after another, and the default method is the provider", async () => {
    const { desk, work, order } = paying;
    const { id, refundId } = await cancelled("30.00");
    await desk.ask("POST", "/refunds/record", { ids: [refundId] });
    await desk.ask("POST", `/orders/${id}/refunds`, { method: "online", amount: "20.00" });
    await work();
    assert.deepEqual(
      sent().sort((one, other) => one - other),
      [2_000, 3_000],
    );
    const { refunds } = await order(id);
    assert.deepEqual(
      refunds.map(({ method, paidAt }: { method: string; paidAt: string | null }) => [method, paidAt !== null]),
      [
        ["online", true],
        ["online", true],
      ],
    );
  });

  test("whose outcome is unknown is repeated with its key, and nobody pays it twice", async () => {
    const { bank, desk, work, payments } = paying;
    const { id, refundId } = await cancelled("50.00");
    bank.faults = { refund: ["lost-after"] };
    await desk.ask("POST", `/orders/${id}/refunds`, record(refundId, "online", "50.00"));
    const before = bank.calls.refund ?? 0;
    await work();
    assert.deepEqual([bank.calls.refund! - before, sent()], [2, [5_000]]);
    assert.equal((await refundOf(id)).paid, "50.00");
    assert.equal((await payments(id)).checkouts[0].refundFault, null);
  });

  test("that the provider refuses is shown, repeated, and can be paid in another way", async () => {
    const { bank, desk, work, payments } = paying;
    const { id, refundId } = await cancelled("50.00");
    bank.faults = { refund: Array.from({ length: 20 }, () => "refused" as const) };
    await desk.ask("POST", `/orders/${id}/refunds`, record(refundId, "online", "50.00"));
    await work();
    const [checkout] = (await payments(id)).checkouts;
    assert.deepEqual([checkout.refundFault, checkout.refundMessage], ["refused", "too little money"]);
    await desk.ask("POST", `/checkouts/${checkout.id}/refunds`);
    await desk.ask("POST", `/orders/${id}/refunds`, record(refundId, "transfer", "50.00"));
    bank.faults = {};
    await work();
    assert.deepEqual([sent(), (await refundOf(id)).method], [[], "transfer"]);
    assert.equal(
      await desk.refused(409, "POST", `/checkouts/${checkout.id}/refunds`),
      "nothing-to-repeat",
      "nothing waits any more",
    );
  });
});
