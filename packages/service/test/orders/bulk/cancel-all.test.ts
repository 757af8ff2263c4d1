import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { codesOf } from "../../support/partner.ts";
import { seatsOf } from "../../support/samples/changing.ts";
import { Holder } from "../../support/samples/holding.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { type Acting, startActing } from "./acting.ts";

/** An event does not take place: all its orders are cancelled. */

onPostgres("cancelling all orders of an event", (open) => {
  let acting: Acting;
  before(async () => {
    acting = await startActing(open);
  });
  after(() => acting?.stop());

  const buy = async (event: string, adults = 2) => (await acting.buy(event, {}, { ADULT: adults })).id!;
  const refundsOf = async (id: string) =>
    (await acting.desk.ask("GET", `/orders/${id}`)).refunds.map(({ dueUsd }: { dueUsd: string }) => dueUsd);

  test("the preview names orders, people, partners, suppliers and refunds, and changes nothing", async () => {
    const event = await acting.evening("tiers", 20);
    await buy(event);
    await buy(event, 3);
    const preview = await acting.preview(event, { kind: "cancel" });
    // 5 days before: half of the price.
    const { digest: _, ...again } = await acting.preview(event, { kind: "cancel" });
    assert.partialDeepStrictEqual(again, {
      more: false,
      open: true,
      mail: true,
      target: null,
      totals: {
        orders: 2,
        seats: 5,
        admitted: 0,
        possible: 2,
        partners: [{ name: "Acme Travel", orders: 2, seats: 5 }],
        suppliers: [{ name: null, orders: 2, seats: 5 }],
        refundTermsUsd: "125.00",
        refundFullUsd: "250.00",
        byEmail: 2,
        byPhone: 0,
        unreachable: 0,
      },
    });
    assert.equal(preview.orders.length, 2);
    assert.deepEqual(
      preview.letters.map(({ lang, orders }: { lang: string; orders: number }) => [lang, orders]),
      [["es", 2]],
    );
    assert.equal((await seatsOf(acting.db, event)).sold, 5);
  });

  test("each order is cancelled with a refund in full, its partner gets the reason, and the event is closed", async () => {
    const event = await acting.evening("tiers", 21);
    const ids = [await buy(event), await buy(event), await buy(event)];
    const report = await acting.act(event, { kind: "cancel", refund: "full", reason: "Storm warning", close: true });
    assert.deepEqual(
      report.orders.map(({ orderId, status, state, refundUsd, letter }: Record<string, string>) => [
        ...[orderId, status, state, refundUsd, letter],
      ]),
      ids.map((id) => [id, "cancelled", "done", "100.00", null]),
    );
    assert.deepEqual(await seatsOf(acting.db, event), { left: 20, sold: 0, waiting: 0 });
    for (const id of ids) {
      assert.deepEqual(await refundsOf(id), ["100.00"]);
      const callbacks = await until(() => {
        const all = acting.notified(id);
        return all.at(-1)?.data.status === "cancelled" && all;
      }, "the callback");
      assert.deepEqual(
        callbacks.map(({ data }) => [data.status, "reason" in data && data.reason]),
        [
          ["complete", false],
          ["waitcancel", "Storm warning"],
          ["cancelled", "Storm warning"],
        ],
      );
      const { timeline } = await acting.desk.ask("GET", `/orders/${id}`);
      for (const entry of timeline.slice(-2))
        assert.partialDeepStrictEqual(entry, { operator: acting.desk.email, message: "Storm warning" });
    }
    assert.deepEqual(codesOf(await acting.partner.validate(event, { ADULT: 2 })), ["event-black-out"]);
    const { rows } = await listAudit(acting.db, { operation: "bulkActions.start" }, { offset: 0, limit: 5 });
    const [entry] = rows.filter(({ after }) => (after as { kind?: string }).kind === "cancel");
    assert.partialDeepStrictEqual(entry, { operator: acting.desk.email, after: { refund: "full", informed: false } });
    assert.equal((entry!.after as { orders: string[] }).orders.length, 3);
  });

  test("by the terms, an order is refunded as if its guest had cancelled", async () => {
    const event = await acting.evening("tiers", 22);
    const id = await buy(event);
    const report = await acting.act(event, { kind: "cancel", refund: "terms" });
    assert.equal(report.orders[0].refundUsd, "50.00");
    assert.deepEqual(await refundsOf(id), ["50.00"]);
    assert.deepEqual(codesOf(await acting.partner.validate(event, { ADULT: 2 })), [], "the event is still on sale");
  });

  test("a supplier's order waits for its supplier, and the report shows what it decides", async () => {
    const event = await acting.evening("theirs", 23);
    const [confirmed, waiting] = [await buy(event), await buy(event)];
    await acting.change(confirmed, { trigger: "confirmed", actor: "supplier" });
    const { totals } = await acting.preview(event, { kind: "cancel" });
    assert.deepEqual(totals.suppliers, [{ name: "Teatro", orders: 2, seats: 4, people: 4 }]);
    const report = await acting.act(event, { kind: "cancel", refund: "full", reason: "Storm" });
    const statuses = ({ orders }: { orders: { orderId: string; status: string }[] }) =>
      Object.fromEntries(orders.map(({ orderId, status }) => [orderId, status]));
    assert.deepEqual(statuses(report), { [confirmed]: "waitcancel", [waiting]: "cancelled" });
    await acting.change(confirmed, { trigger: "cancel-confirmed", actor: "supplier" });
    assert.equal(statuses(await acting.desk.ask("GET", `/bulk-actions/${report.id}`))[confirmed], "cancelled");
    assert.deepEqual(await refundsOf(confirmed), ["100.00"]);
  });

  test("a repeated request starts nothing, and orders that changed since the preview refuse it", async () => {
    const event = await acting.evening("own", 20);
    await buy(event);
    const { digest } = await acting.preview(event, { kind: "cancel" });
    const late = await buy(event);
    const path = "/bulk-actions";
    const body = { kind: "cancel", eventIds: [event], refund: "full", digest, id: randomUUID() };
    assert.equal(await acting.desk.refused(409, "POST", path, body), "changed-meanwhile");
    assert.equal((await acting.read(late)).status, "complete");
    const { body: sent } = await acting.start(event, { kind: "cancel", refund: "full" });
    const report = await acting.ended(sent.id);
    assert.equal((await acting.desk.ask("POST", path, sent)).orders.length, 2);
    assert.deepEqual(await acting.desk.ask("GET", `/bulk-actions/${sent.id}`), report);
    const { data } = await acting.desk.ask("GET", `/events/${event}/bulk-actions`);
    assert.deepEqual(
      data.map(({ id, orders, open, refused }: Record<string, unknown>) => [id, orders, open, refused]),
      [[sent.id, 2, 0, 0]],
    );
    assert.equal(await acting.desk.refused(409, "POST", path, { ...sent, kind: "inform" }), "action-id-taken");
  });

  test("a cancellation that ends the sale includes the orders that came since the preview, and names them", async () => {
    const event = await acting.evening("rooms", 21);
    const first = await buy(event);
    const { digest } = await acting.preview(event, { kind: "cancel" });
    const late = await buy(event);
    const sent = { kind: "cancel", eventIds: [event], refund: "full", close: true, digest };
    await acting.desk
      .ask("POST", "/bulk-actions", { ...sent, id: randomUUID() })
      .then(({ id }) => acting.ended(id))
      .then((report) =>
        assert.deepEqual(
          report.orders.map(({ orderId, later, status }: Record<string, unknown>) => [orderId, later, status]),
          [
            [first, false, "cancelled"],
            [late, true, "cancelled"],
          ],
        ),
      );
    const { rows } = await listAudit(acting.db, { operation: "bulkActions.start" }, { offset: 0, limit: 50 });
    const named = rows.flatMap(({ after }) => (after as { later?: string[] }).later ?? []);
    assert.ok(named.includes((await acting.read(late)).reference!), "the audit log names it too");
    // An order of the preview that ended meanwhile is not passed over in silence.
    const other = await acting.evening("rooms", 22);
    const [ends] = [await buy(other), await buy(other)];
    const seen = await acting.preview(other, { kind: "cancel" });
    await acting.desk.ask("POST", `/orders/${ends}/cancel`, {});
    const refused = { ...sent, eventIds: [other], digest: seen.digest, id: randomUUID() };
    assert.equal(await acting.desk.refused(409, "POST", "/bulk-actions", refused), "changed-meanwhile");
  });

  test("a buyer at the moment of the start is cancelled, or not sold to", async () => {
    const event = await acting.evening("own", 21);
    await buy(event);
    // It locks the event's row, as the sale of the last seats does.
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const sale = acting.db.transaction().execute(async (tx) => {
      await sql`update event set capacity_left = capacity_left where id = ${event}`.execute(tx);
      await sql`
        insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'number', o.number + 100000))).*
        from orders o where event_id = ${event}`.execute(tx);
      await released;
    });
    const starting = acting.start(event, { kind: "cancel", refund: "full", close: true });
    await until(async () => (await acting.waitingForLocks()) > 0, "the start to wait for the buyer");
    release();
    await sale;
    const report = await acting.ended((await starting).body.id);
    assert.deepEqual(
      report.orders.map(({ later, state }: { later: boolean; state: string }) => [later, state]),
      [
        [false, "done"],
        [true, "done"],
      ],
      "the preview did not have the buyer's order",
    );
    assert.equal((await seatsOf(acting.db, event)).sold, 0);
  });

  test("holds end with the event's orders, but not with its sale alone", async () => {
    const holder = new Holder(acting.app);
    const event = await acting.evening("other", 22);
    await buy(event);
    const [first, second] = [await holder.hold(event, { ADULT: 1 }), await holder.hold(event, { ADULT: 1 })];
    await acting.desk.ask("POST", `/events/${event}/close`);
    assert.equal((await holder.book(first)).isValid, true);
    const report = await acting.act(event, { kind: "cancel", refund: "full" });
    assert.equal(report.orders.length, 2);
    assert.deepEqual(codesOf(await holder.book(second)), ["hold-expired"]);
    const other = await acting.evening("other", 21);
    await buy(other);
    const third = await holder.hold(other, { ADULT: 1 });
    await acting.act(other, { kind: "cancel", refund: "full", close: true });
    assert.deepEqual(codesOf(await holder.book(third)), ["hold-expired"]);
  });

  test("what was paid back counts, and only guests who get money back read of a refund", async () => {
    const event = await acting.evening("other", 24);
    const paid = await buy(event);
    await acting.desk.ask("POST", `/orders/${paid}/refunds`, { amount: "20", method: "transfer" });
    const sell = async (email: string, more: object = {}): Promise<string> => {
      const sale = {
        id: randomUUID(),
        eventId: event,
        tickets: [{ code: "ADULT", quantity: 1 }],
        lang: "es",
        name: "Ana Ruiz",
      };
      return (
        await acting.desk.ask("POST", "/orders", { ...sale, email, totalUsd: "50.00", method: "account", ...more })
      ).id;
    };
    const unpaid = await sell("unpaid@example.com");
    const deposit = await sell("deposit@example.com", { deposit: { amount: "15", method: "cash" } });
    const { totals, letters, orders } = await acting.preview(event, { kind: "cancel" });
    assert.deepEqual([totals.refundFull, totals.refundTerms], ["85.00", "85.00"]);
    assert.deepEqual(
      orders.map(({ orderId, refundTerms }: Record<string, string>) => [orderId, refundTerms]),
      [
        [paid, "70.00"],
        [unpaid, "0.00"],
        [deposit, "15.00"],
      ],
    );
    const [{ lang, subject, body }] = letters;
    acting.mailbox.received.length = 0;
    const report = await acting.act(event, { kind: "cancel", refund: "full", letters: { [lang]: { subject, body } } });
    const promised = (address: string) =>
      /reembolso/.test(acting.mailbox.received.find(({ to }) => to[0] === address)!.text);
    assert.deepEqual([promised("unpaid@example.com"), promised("deposit@example.com")], [false, true]);
    assert.deepEqual(
      report.orders.map(({ refund }: { refund: string | null }) => refund),
      ["70.00", null, "15.00"],
    );
    assert.deepEqual((await refundsOf(paid)).sort(), ["22.22", "77.78"]);
  });

  test("the sale of an event is ended alone", async () => {
    const event = await acting.evening("own", 22);
    const id = await buy(event);
    await acting.desk.ask("POST", `/events/${event}/close`);
    await acting.desk.ask("POST", `/events/${event}/close`);
    assert.deepEqual(codesOf(await acting.partner.validate(event, { ADULT: 2 })), ["event-black-out"]);
    assert.equal((await acting.read(id)).status, "complete");
  });

  test("an order that another one cancelled first is named, and repeating does not change that", async () => {
    const event = await acting.evening("own", 23);
    const [id] = [await buy(event), await buy(event)];
    // The job is held back until the order is cancelled.
    const { promise, resolve } = Promise.withResolvers<void>();
    const lock = acting.db.transaction().execute(async (tx) => {
      await sql`select 1 from orders where id = ${id} for update`.execute(tx);
      await promise;
      await sql`update orders set status = 'cancelled' where id = ${id}`.execute(tx);
    });
    const { body } = await acting.start(event, { kind: "cancel", refund: "full" });
    await until(async () => (await acting.waitingForLocks()) > 0, "the job to wait for the order");
    resolve();
    await lock;
    const states = ({ orders }: { orders: { state: string; errors: { code: string }[] }[] }) =>
      orders.map(({ state, errors }) => [state, ...errors.map(({ code }) => code)]);
    assert.deepEqual(states(await acting.ended(body.id)), [["refused", "change-ended"], ["done"]]);
    await acting.desk.ask("POST", `/bulk-actions/${body.id}/repeat`);
    assert.deepEqual(states(await acting.ended(body.id)), [["refused", "change-ended"], ["done"]]);
  });

  test("one action cancels the orders of several events of different products, and closes them", async () => {
    const events = [
      await acting.evening("tiers", 24),
      await acting.evening("own", 25),
      // Without orders: its sale ends too.
      await acting.evening("own", 26),
    ];
    const [first, second] = [await buy(events[0]!), await buy(events[1]!, 3)];
    const { totals, orders } = await acting.preview(events, { kind: "cancel" });
    assert.partialDeepStrictEqual(totals, { orders: 2, seats: 5, refundFullUsd: "250.00" });
    assert.deepEqual(
      orders.map(({ orderId, eventOn }: Record<string, string>) => [orderId, eventOn]),
      [
        [first, "2026-06-24T20:00:00"],
        [second, "2026-06-25T20:00:00"],
      ],
    );
    const report = await acting.act(events, { kind: "cancel", refund: "full", close: true });
    assert.deepEqual(
      report.orders.map(({ orderId, status, eventOn }: Record<string, string>) => [orderId, status, eventOn]),
      [
        [first, "cancelled", "2026-06-24T20:00:00"],
        [second, "cancelled", "2026-06-25T20:00:00"],
      ],
    );
    assert.deepEqual(
      report.events.map(({ id, eventOn }: Record<string, string>) => [id, eventOn]),
      events.map((id, n) => [id, `2026-06-${24 + n}T20:00:00`]),
    );
    for (const event of events) {
      assert.deepEqual(codesOf(await acting.partner.validate(event, { ADULT: 2 })), ["event-black-out"]);
      const { data } = await acting.desk.ask("GET", `/events/${event}/bulk-actions`);
      assert.deepEqual(
        data.map(({ id }: { id: string }) => id),
        [report.id],
      );
    }
  });

  test("what an action of its kind lacks is named", async () => {
    const [event, other] = [await acting.evening("own", 24), await acting.evening("own", 23)];
    const [path, id, eventIds] = ["/bulk-actions", randomUUID(), [event]];
    for (const [field, body] of [
      ["/refund", { kind: "cancel" }],
      ["/targetId", { kind: "cancel", refund: "full", targetId: event }],
      ["/targetId", { kind: "move", targetId: event }],
      ["/eventIds", { kind: "move", targetId: event, eventIds: [event, other] }],
      ["/eventIds/1", { kind: "cancel", refund: "full", eventIds: [event, randomUUID()] }],
      ["/letters", { kind: "inform" }],
    ] as const) {
      const refused = await acting.desk.call("POST", path, { eventIds, ...body, id, digest: "" });
      assert.equal(refused.status, 400, refused.text);
      assert.ok(refused.text.includes(`"${field}"`), refused.text);
    }
    assert.equal((await acting.desk.call("POST", path, { kind: "move", eventIds, id, digest: "" })).status, 404);
  });
});
