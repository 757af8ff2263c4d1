import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { voucherOf } from "../../../src/store/visits/vouchers.ts";
import { signedIn } from "../../support/console.ts";
import { eventId, productId } from "../../support/partner.ts";
import { seatsOf } from "../../support/samples/changing.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { type Acting, startActing } from "./acting.ts";

/** All orders of an event move to another one, through amendments. */

onPostgres("moving all orders of an event", (open) => {
  let acting: Acting;
  before(async () => {
    acting = await startActing(open);
    await sql`update partner set notify_changes = true`.execute(acting.db);
  });
  after(() => acting?.stop());

  const buy = async (event: string, adults = 2) => (await acting.buy(event, {}, { ADULT: adults })).id!;
  // biome-ignore lint/suspicious/noExplicitAny: as the answers of the back office.
  const outcomes = ({ orders }: { orders: any[] }) =>
    orders.map(({ state, change, errors }) => [state, change, ...errors.map(({ code }: { code: string }) => code)]);

  test("each order moves at its price, with a new voucher and a callback, and keeps its refunds", async () => {
    const [from, to] = [await acting.evening("tiers", 17), await acting.evening("tiers", 29)];
    const id = await buy(from);
    const dearer = "update event set tickets = jsonb_set(tickets, '{0,price}', '\"90.00\"') where id = ";
    await sql`${sql.raw(dearer)}${to}`.execute(acting.db);
    const former = (await voucherOf(acting.db, id))!.code;
    const preview = await acting.preview(from, { kind: "move", targetId: to });
    assert.partialDeepStrictEqual(preview, { target: { id: to, left: 20 }, totals: { orders: 1, possible: 1 } });
    assert.match(preview.letters[0].example.body, /Antes: miércoles, 17 de junio .*\nAhora: lunes, 29 de junio/);
    const report = await acting.act(from, { kind: "move", targetId: to, close: true });
    assert.deepEqual(outcomes(report), [["done", "accepted"]]);
    const order = await acting.desk.ask("GET", `/orders/${id}`);
    assert.deepEqual([order.event.id, order.event.totalUsd.value, order.refunds], [to, 100, []]);
    // 2 days before the former event nothing of the price could be refunded; the guest did not choose the new date.
    assert.equal(order.cancelRefundUsd, "100.00");
    const voucher = (await voucherOf(acting.db, id))!;
    assert.notEqual(voucher.code, former);
    assert.match((voucher.content as { eventOn: string }).eventOn, /^2026-06-29/);
    const callback = await until(
      () => acting.notified(id).find(({ type }) => (type as string) === "order.changed"),
      "the callback",
    );
    assert.partialDeepStrictEqual(callback.data, { status: "accepted", eventId: to });
    assert.equal((await seatsOf(acting.db, from)).sold, 0);
    assert.deepEqual(await seatsOf(acting.db, to), { left: 18, sold: 2, waiting: 0 });
  });

  test("the preview of a move into another item has its letter and the price difference, and guests keep their price", async () => {
    const from = await acting.evening("rooms", 17);
    const to = await eventId(acting.app, "rooms-box", "2026-06-29T20:00");
    const id = await buy(from);
    const preview = await acting.preview(from, { kind: "move", targetId: to });
    const { currencyCode, totals, target, orders } = preview;
    assert.deepEqual([currencyCode, totals.dearer, totals.cheaper], ["EUR", "0.00", "30.00"]);
    assert.deepEqual([target.itemName, orders[0].total, orders[0].difference], ["Palco", "90.00", "-30"]);
    const [{ example }] = preview.letters;
    assert.match(example.body, /Noche de flamenco, Palco\n/);
    assert.match(example.body, /Puerta lateral/);
    const [{ lang, subject, body }] = preview.letters;
    const report = await acting.act(from, { kind: "move", targetId: to, letters: { [lang]: { subject, body } } });
    assert.deepEqual(outcomes(report), [["done", "accepted"]]);
    const withoutCode = (text: string) =>
      text
        .replaceAll(/\/v\/\S+|https:\S+/g, "")
        .replaceAll(/\s+/g, " ")
        .trim();
    const sent = await until(() => acting.mailbox.received.at(-1), "the letter");
    const below = " Este mensaje no es una factura.";
    assert.equal(withoutCode(sent.text), withoutCode(example.body) + below, "the letter is the letter of the preview");
    const order = await acting.desk.ask("GET", `/orders/${id}`);
    assert.deepEqual([order.amounts.total, order.sold.itemName, order.refunds], ["90.00", "Palco", []]);
  });

  test("orders for which the other event has no seats, and those of which a guest was admitted, stay and are named", async () => {
    const [from, to] = [await acting.evening("own", 17), await acting.evening("own", 18)];
    await buy(to, 10);
    await buy(to, 5);
    const ids = [await buy(from, 3), await buy(from, 3), await buy(from, 2), await buy(from, 1)];
    await sql`update voucher set redeemed_at = now() where order_id = ${ids[3]}`.execute(acting.db);
    const preview = await acting.preview(from, { kind: "move", targetId: to });
    assert.equal(preview.totals.possible, 2);
    const codes = preview.orders.map(({ errors }: { errors: { code: string }[] }) => errors.map(({ code }) => code));
    assert.deepEqual(codes, [[], ["capacity"], [], ["change-redeemed"]]);
    const report = await acting.act(from, { kind: "move", targetId: to });
    const moved = outcomes(report);
    assert.deepEqual(moved[3], ["refused", null, "change-redeemed"]);
    assert.equal(moved.filter(([state]) => state === "done").length, 2);
    assert.equal(moved.filter(([, , code]) => code === "capacity").length, 1);
    const [taken, left] = [await seatsOf(acting.db, to), await seatsOf(acting.db, from)];
    assert.equal(taken.sold + left.sold, 24);
    assert.equal(taken.left, 20 - taken.sold);
    for (const { state, orderId } of report.orders)
      assert.equal((await acting.read(orderId)).event.id, state === "done" ? to : from);

    // After a cancellation there is room, and the action is repeated.
    await acting.change((await acting.desk.ask("GET", `/orders?eventId=${to}`)).data.at(-1).id, {
      trigger: "cancel",
      actor: "operator",
    });
    await acting.desk.ask("POST", `/bulk-actions/${report.id}/repeat`);
    const again = outcomes(await acting.ended(report.id));
    assert.deepEqual(
      again.map(([state]) => state),
      ["done", "done", "done", "refused"],
    );
  });

  test("an order of a supplier moves when the supplier agrees, and an unconfirmed one stays", async () => {
    const [from, to] = [await acting.evening("theirs", 17), await acting.evening("theirs", 18)];
    const [confirmed, other, waiting] = [await buy(from), await buy(from), await buy(from)];
    for (const id of [confirmed, other]) await acting.change(id, { trigger: "confirmed", actor: "supplier" });
    const report = await acting.act(from, { kind: "move", targetId: to });
    assert.deepEqual(outcomes(report), [
      ["done", "waitsupplier"],
      ["done", "waitsupplier"],
      ["refused", null, "change-unconfirmed"],
    ]);
    await acting.desk.ask("POST", `/orders/${confirmed}/confirmChange`, {});
    await acting.desk.ask("POST", `/orders/${other}/declineChange`, {});
    const after = await acting.desk.ask("GET", `/bulk-actions/${report.id}`);
    assert.deepEqual(
      outcomes(after).map(([, change]) => change),
      ["accepted", "declined", null],
    );
    assert.deepEqual(
      [
        (await acting.read(confirmed)).event.id,
        (await acting.read(other)).event.id,
        (await acting.read(waiting)).status,
      ],
      [to, from, "waitsupplier"],
    );
  });

  test("an event of another product is no target", async () => {
    const [from, to] = [await acting.evening("own", 19), await acting.evening("other", 19)];
    await buy(from);
    const { orders } = await acting.preview(from, { kind: "move", targetId: to });
    assert.deepEqual(
      orders[0].errors.map(({ code }: { code: string }) => code),
      ["change-other-product"],
    );
  });

  test("a selection moves alone", async () => {
    const [from, to] = [await acting.evening("own", 26), await acting.evening("own", 27)];
    const ids = [await buy(from), await buy(from), await buy(from)];
    const report = await acting.act(from, { kind: "move", targetId: to, orderIds: [ids[0], ids[2]] });
    assert.deepEqual(
      report.orders.map(({ orderId }: { orderId: string }) => orderId),
      [ids[0], ids[2]],
    );
    assert.deepEqual([(await seatsOf(acting.db, from)).sold, (await seatsOf(acting.db, to)).sold], [2, 4]);
  });

  test("a season gets another start: the review names its sold events, and one action moves their orders, each to its day", async () => {
    const owner = await signedIn(acting.app, "catalogue");
    const days = [24, 25];
    const from = await Promise.all(days.map((day) => acting.evening("own", day)));
    const ids = [await buy(from[0]!), await buy(from[0]!, 1), await buy(from[1]!)];
    const { id, source, revision } = await owner.ask("GET", `/products/${await productId(acting.app, "own")}`);
    const [item] = source.items;
    const schedules = item.schedules.map((one: object) => ({ ...one, times: ["20:30"] }));
    const body = { source: { ...source, items: [{ ...item, schedules }] }, revision };
    const review = await owner.ask("PUT", `/products/${id}?dryRun=true`, body);
    const mine = ({
      changes,
    }: {
      changes: { moves: { event: { id: string }; to: { id: string; eventOn: string } }[] };
    }) => changes.moves.filter(({ event }) => from.includes(event.id));
    assert.deepEqual(
      mine(review).map(({ to }) => to.eventOn),
      days.map((day) => `2026-06-${day}T20:30:00`),
    );
    // They get another time, so the review does not count them as leaving the sale.
    assert.equal(review.changes.sold.removedEvents, 0);
    const targets = mine(await owner.ask("PUT", `/products/${id}`, body)).map(({ event, to }) => ({
      eventId: event.id,
      targetId: to.id,
    }));
    const wrong = await acting.desk.call("POST", "/bulk-actions/preview", {
      ...{ kind: "move", eventIds: from, targets: targets.slice(1) },
    });
    assert.equal(wrong.status, 400);
    const report = await acting.act(from, { kind: "move", targets });
    assert.deepEqual(
      outcomes(report).map(([state]) => state),
      ["done", "done", "done"],
    );
    const targetOf = (event: string) => targets.find(({ eventId }) => eventId === event)!.targetId;
    assert.deepEqual(
      await Promise.all(ids.map(async (order) => (await acting.read(order)).event.id)),
      [from[0]!, from[0]!, from[1]!].map(targetOf),
    );
  });
});
