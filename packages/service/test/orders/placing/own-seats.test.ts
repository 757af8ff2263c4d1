import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OrderStatus } from "@paseo/contract";
import { dispatchWhenDue } from "../../../src/domain/dispatch/dispatch.ts";
import { setSupplierDue } from "../../../src/store/dispatch/dispatch.ts";
import { orderSale } from "../../../src/store/sale/order-sales.ts";
import { orderTimeline } from "../../../src/store/sale/timeline.ts";
import { readPasses } from "../../../src/store/visits/passes.ts";
import { voucherOf } from "../../../src/store/visits/vouchers.ts";
import { codesOf, eventId } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { anOrder, placeInStore } from "../../support/samples/new-order.ts";
import { cancelling, type Ordering, partnerId, seatsLeft, startOrdering } from "../../support/samples/ordering.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { formats } from "../../support/wire.ts";

/** Products without a supplier: the seats are the operator's own. */

const product = (externalId: string, immediateBooking: boolean, supplier?: string) =>
  variant(show, { externalId, immediateBooking, ...(supplier && { supplier }) }, { externalId: `${externalId}-seat` });
const catalogue = {
  ...testCatalogue,
  suppliers: [{ externalId: "theatre", name: "Teatro", kind: "desk" as const, lang: "es" as const }],
  products: [product("own", true), product("own-later", false), product("theirs", true, "theatre")],
};

onPostgres("own seats", (open) => {
  let ordering: Ordering;
  before(async () => {
    ordering = await startOrdering({ open, catalogue });
  });
  after(() => ordering?.stop());

  const evening = (item: string, day = 20) => eventId(ordering.app, `${item}-seat`, `2026-06-${day}T20:00`);
  const read = (id: string) => ordering.partner.wire.ask("order", { lang: "es", id });
  const notified = (id: string, statuses: OrderStatus[]) =>
    until(() => {
      const came = ordering.notified(id).map(({ data }) => data.status);
      return came.length >= statuses.length && assert.deepEqual(came, statuses) === undefined;
    }, `${statuses} of ${id}`);
  /** Returns the kind, the status and the actor of each entry. */
  const timeline = async (id: string) =>
    (await orderTimeline(ordering.app.app.service.db, id)).map(({ kind, status, actor }) => [kind, status, actor]);

  test("an order of a product that confirms at once is complete in the answer, with its voucher and callback", async () => {
    const order = await ordering.buy(await evening("own"));
    assert.deepEqual([order.status, order.isValid, codesOf(order)], ["complete", true, []]);
    const voucher = await voucherOf(ordering.app.app.service.db, order.id!);
    assert.equal((await fetch(`${ordering.app.url}/voucher/${voucher!.code}`)).status, 200);
    await notified(order.id!, ["complete"]);
    assert.deepEqual(await timeline(order.id!), [
      ["status", "complete", "service"],
      ["voucher", null, "service"],
    ]);
    assert.equal((await read(order.id!)).status, "complete");
  });

  test("orders of concurrent requests are complete each with its own voucher, pass, timeline and callback", async () => {
    const event = await evening("own", 25);
    const { db } = ordering.app.app.service;
    const before = await seatsLeft(ordering, event);
    const orders = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ordering.buy(event, { email: `guest-${n}@example.com` })),
    );
    assert.equal(await seatsLeft(ordering, event), before! - 8 * 2);
    const codes = new Set<string>();
    for (const [n, { id, status, reference, event: sold }] of orders.entries()) {
      assert.deepEqual([status, sold.email], ["complete", `guest-${n}@example.com`]);
      const voucher = (await voucherOf<{ reference: string }>(db, id!))!;
      assert.equal(voucher.content.reference, reference);
      const [pass, ...others] = await readPasses(db, [id!]);
      assert.deepEqual([pass!.people, others], [2, []]);
      codes.add(voucher.code).add(pass!.code);
      assert.deepEqual(await timeline(id!), [
        ["status", "complete", "service"],
        ["voucher", null, "service"],
      ]);
      await notified(id!, ["complete"]);
      assert.ok(ordering.notified(id!)[0]!.data.voucherUrl!.endsWith(`/voucher/${voucher.code}`));
    }
    assert.equal(codes.size, 16);
  });

  for (const format of formats)
    test(`ordercancel of such an order answers cancelled and returns the seats, in ${format}`, async () => {
      const event = await evening("own", format === "json" ? 21 : 22);
      const before = await seatsLeft(ordering, event);
      const { id } = await ordering.buy(event);
      assert.equal(await seatsLeft(ordering, event), before - 2);
      const answer = await cancelling(ordering.app, { sends: format })(id!);
      assert.deepEqual([answer.status, answer.isValid], ["cancelled", true]);
      assert.equal(await seatsLeft(ordering, event), before);
      const voucher = await voucherOf(ordering.app.app.service.db, id!);
      assert.equal((await fetch(`${ordering.app.url}/voucher/${voucher!.code}`)).status, 410);
      await notified(id!, ["complete", "waitcancel", "cancelled"]);
    });

  test("the same request again gets the complete order", async () => {
    const event = await evening("own", 23);
    const once = { externalReference: "R-1" };
    const first = await ordering.buy(event, once);
    const again = await ordering.buy(event, once);
    assert.deepEqual([again.id, again.status], [first.id, "complete"]);
  });

  test("an order whose process dies after it was placed is confirmed by the next run of dispatch", async () => {
    const { db, orderContext } = ordering.app.app.service;
    const eventOn = "2026-06-24T20:00:00";
    const at = { partnerId: await partnerId(ordering.app), eventId: await evening("own", 24), eventOn };
    const { id } = (await placeInStore(db, { ...anOrder, ...at }))!;
    await dispatchWhenDue(orderContext, id);
    // The dispatch job may have confirmed the order first.
    await until(async () => (await read(id)).status === "complete", "the order to be confirmed");
  });

  test("an order of a product that asks first waits, and its cancellation by the operator is one step", async () => {
    const event = await evening("own-later");
    const before = await seatsLeft(ordering, event);
    const { id, status } = await ordering.buy(event);
    assert.equal(status, "waitsupplier");
    await ordering.change(id!, { trigger: "confirmed", actor: "operator" });
    await ordering.change(id!, { trigger: "cancel", actor: "operator" });
    assert.equal((await read(id!)).status, "cancelled");
    assert.equal(await seatsLeft(ordering, event), before);
    await notified(id!, ["complete", "waitcancel", "cancelled"]);
  });

  test("cancelling an order that waits at the operator's own desk leaves nothing to send", async () => {
    const { id } = await ordering.buy(await evening("own-later", 22));
    assert.equal((await cancelling(ordering.app)(id!)).status, "cancelled");
    assert.equal((await orderSale(ordering.app.app.service.db, id!))!.due, null);
    await notified(id!, ["cancelled"]);
  });

  test("an order that waits at the desk goes on waiting when its product begins to confirm at once", async () => {
    const { db, orderContext } = ordering.app.app.service;
    const { id } = await ordering.buy(await evening("own-later", 21));
    await dispatchWhenDue(orderContext, id!);
    await ordering.app.import({ products: [{ ...catalogue.products[1]!, immediateBooking: true }] });
    await db.transaction().execute((tx) => setSupplierDue(tx, id!, 0, false));
    await dispatchWhenDue(orderContext, id!);
    assert.equal((await read(id!)).status, "waitsupplier");
  });

  test("a call that becomes due for a complete order has nothing to do, and ends", async () => {
    const { db } = ordering.app.app.service;
    const { id } = await ordering.buy(await evening("own", 26));
    await db.transaction().execute((tx) => setSupplierDue(tx, id!, 0, false));
    await until(async () => (await orderSale(db, id!))!.due === null, "no call is due");
    assert.equal((await read(id!)).status, "complete");
  });

  test("a supplier's seats wait for the supplier, also to be cancelled by the operator", async () => {
    const { id, status } = await ordering.buy(await evening("theirs"));
    assert.equal(status, "waitsupplier");
    await ordering.change(id!, { trigger: "confirmed", actor: "operator" });
    await ordering.change(id!, { trigger: "cancel", actor: "operator" });
    assert.equal((await read(id!)).status, "waitcancel");
  });
});
