import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, afterEach, before, test } from "node:test";
import type { CancelledOrder } from "@paseo/contract";
import { sql } from "kysely";
import { eraseOrder, exportOrder } from "../../src/domain/orders/personal-data.ts";
import { listAudit } from "../../src/store/operators/audit.ts";
import { testNow } from "../support/app.ts";
import { type Operator, signedIn } from "../support/console.ts";
import { codesOf } from "../support/partner.ts";
import { ticketsOf } from "../support/samples/changing.ts";
import { silent } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { formats, Wire } from "../support/wire.ts";
import { type Changing, startChanging } from "./changes/changing.ts";

/** Refunds that the end or a change of an order makes due: their amounts in ordercancel, and the refunds that operators record. */

const hour = 3_600_000;

onPostgres("refunds", (open) => {
  let ordering: Changing;
  let desk: Operator & { email: string };
  before(async () => {
    ordering = await startChanging(open);
    desk = await signedIn(ordering.app, "orders");
  });
  afterEach(async () => {
    ordering.supplier.now = silent;
    if (ordering.app.clock.now === testNow) return;
    ordering.app.clock.now = testNow;
    desk = await signedIn(ordering.app, "orders");
  });
  after(() => ordering?.stop());

  const beforeEvent = async (day: number, hours: number) => {
    ordering.app.clock.now = new Date(new Date(`2026-06-${day}T18:00:00Z`).getTime() - hours * hour);
    // A session does not last for months.
    desk = await signedIn(ordering.app, "orders");
  };
  const cancel = (id: string, format: (typeof formats)[number] = "json"): Promise<CancelledOrder> =>
    new Wire(ordering.app.url, { sends: format, reads: format }).ask(
      "ordercancel",
      { lang: "es" },
      { id, apiKey: ordering.app.key },
    );
  const dollars = (value: number) => ({ currencyCode: "USD", value });
  const buy = async (item: string, day: number, more: Parameters<Changing["buy"]>[1] = {}): Promise<string> =>
    (await ordering.buy(await ordering.evening(item, day), more, { ADULT: 2 })).id!;
  const dues = async (id: string) =>
    (await desk.ask("GET", `/orders/${id}`)).refunds.map(
      ({ reason, dueUsd, dueAt, paidUsd }: Record<string, string | null>) => [reason, dueUsd, dueAt !== null, paidUsd],
    );
  const listed = async (query: string) => (await desk.ask("GET", `/refunds?${query}`)).data;
  // biome-ignore lint/suspicious/noExplicitAny: as the answers of the back office.
  const lineOf = async (id: string, query = "perPage=500"): Promise<any> =>
    (await listed(query)).find((one: { orderId: string }) => one.orderId === id);

  test("the cancellation of a partner's order computes no balance, which takes milliseconds", async () => {
    const id = await buy("tiers", 29);
    const balances: string[] = [];
    const { statements } = ordering.app.store.database;
    statements.listen((text) => {
      if (text.includes("sums.charged")) balances.push(text);
    });
    assert.equal((await cancel(id)).status, "cancelled");
    assert.deepEqual(balances, []);
    await desk.ask("GET", `/orders/${id}`);
    assert.ok(balances.length > 0, "the page of the order shows one, if it has one");
  });

  for (const format of formats)
    test(`ordercancel says what is refunded at the time of the first request, in ${format}; order has no such field`, async () => {
      const id = await buy("tiers", 29);
      assert.equal((await desk.ask("GET", `/orders/${id}`)).cancelRefundUsd, "100.00");
      await beforeEvent(29, 72);
      assert.equal((await desk.ask("GET", `/orders/${id}`)).cancelRefundUsd, "50.00");
      const cancelled = await cancel(id, format);
      assert.deepEqual([cancelled.isValid, cancelled.refundUsd], [true, dollars(50)]);
      await beforeEvent(29, 20);
      assert.deepEqual((await cancel(id, format)).refundUsd, dollars(50));
      const order = await ordering.read(id);
      const { refundUsd: _, ...rest } = cancelled;
      assert.deepEqual(order, { ...rest, status: "cancelled" });
      assert.deepEqual(await dues(id), [["cancelled", "50.00", true, null]]);
    });

  test("a refused cancellation refunds nothing", async () => {
    const id = await buy("tiers", 28);
    await beforeEvent(28, 12);
    const refused = await cancel(id);
    assert.deepEqual([codesOf(refused), refused.refundUsd], [["cancel-too-late"], null]);
    assert.deepEqual(await dues(id), []);
  });

  test("the overview counts and sums what the list of due refunds shows", async () => {
    const shown = async () => (await desk.ask("GET", "/dashboard")).refunds;
    const before = await shown();
    await cancel(await buy("tiers", 29));
    const due: { due: string }[] = await listed("state=due&perPage=500");
    const amount = due.reduce((sum, one) => sum + Number(one.due), 0).toFixed(2);
    assert.deepEqual(await shown(), { currencyCode: "EUR", refunds: due.length, amount });
    assert.deepEqual([due.length, Number(amount)], [before.refunds + 1, Number(before.amount) + 90]);
  });

  test("an operator's cancellation after all tiers refunds nothing, and nothing is due", async () => {
    const id = await buy("tiers", 27);
    await beforeEvent(27, 12);
    assert.equal((await desk.ask("GET", `/orders/${id}`)).cancelRefundUsd, "0.00");
    await desk.ask("POST", `/orders/${id}/cancel`, {});
    assert.deepEqual(await dues(id), []);
    assert.deepEqual((await cancel(id)).refundUsd, dollars(0));
  });

  test("a cancellation that waits is due when the supplier confirms it, and never if it refuses", async () => {
    const ids = [await buy("theirs", 26), await buy("theirs", 26)] as const;
    for (const [n, trigger] of (["cancel-confirmed", "cancel-declined"] as const).entries()) {
      const id = ids[n]!;
      await ordering.change(id, { trigger: "confirmed", actor: "supplier" });
      const cancelled = await cancel(id);
      assert.deepEqual([cancelled.status, cancelled.refundUsd], ["waitcancel", dollars(100)]);
      assert.deepEqual(await dues(id), [["cancelled", "100.00", false, null]]);
      assert.equal(await lineOf(id), undefined);
      await ordering.change(id, { trigger, actor: "supplier" });
    }
    assert.deepEqual(await dues(ids[0]), [["cancelled", "100.00", true, null]]);
    assert.deepEqual(await dues(ids[1]), []);
    assert.deepEqual((await cancel(ids[1])).refundUsd, dollars(100), "it can be cancelled later");
  });

  test("orders that wait are cancelled together, each with its own refund", async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => buy("theirs", 25)));
    const cancelled = await Promise.all(ids.map((id) => cancel(id)));
    for (const { status, refundUsd } of cancelled) assert.deepEqual([status, refundUsd], ["cancelled", dollars(100)]);
    for (const id of ids) assert.deepEqual(await dues(id), [["cancelled", "100.00", true, null]]);
  });

  test("where the supplier declines or cancels, all of the price is due, whatever the terms say", async () => {
    const [declined, ended] = [await buy("theirs", 24), await buy("theirs", 24)];
    await beforeEvent(24, 1);
    await ordering.change(declined, { trigger: "declined", actor: "supplier" });
    assert.deepEqual(await dues(declined), [["rejected", "100.00", true, null]]);
    await ordering.change(ended, { trigger: "confirmed", actor: "supplier" });
    await ordering.change(ended, { trigger: "cancel", actor: "supplier" });
    await ordering.change(ended, { trigger: "cancel-confirmed", actor: "supplier" });
    assert.deepEqual(await dues(ended), [["cancelled", "100.00", true, null]]);
  });

  test("returned tickets are due, and a later cancellation beside them", async () => {
    const id = await buy("tiers", 29);
    await ordering.changer.change(id, { tickets: ticketsOf({ ADULT: 1 }) });
    await beforeEvent(29, 72);
    await cancel(id);
    assert.deepEqual(await dues(id), [
      ["changed", "50.00", true, null],
      ["cancelled", "25.00", true, null],
    ]);
  });

  test("a test order has its refund in the answer, and is in no list", async () => {
    const id = await buy("tiers", 29, { testMode: true, email: "confirm@sandbox.test" });
    await ordering.change(id, { trigger: "confirmed", actor: "supplier" });
    assert.deepEqual((await cancel(id)).refundUsd, dollars(100));
    await ordering.change(id, { trigger: "cancel-confirmed", actor: "supplier" });
    assert.equal(await lineOf(id), undefined);
    assert.equal(
      await desk.refused(400, "POST", `/orders/${id}/refunds`, { amount: "1", method: "cash" }),
      "invalid-field",
    );
  });

  test("an operator records who paid what, when and how, once, and the order and the list show it", async () => {
    const id = await buy("own", 22);
    await cancel(id);
    const [{ id: refundId }] = (await desk.ask("GET", `/orders/${id}`)).refunds;
    const line = await lineOf(id, "state=due&sort=dueUsd&order=desc&perPage=500");
    assert.deepEqual([line.dueUsd, line.reason, line.status, line.paidAt], ["100.00", "cancelled", "cancelled", null]);
    const body = { refundId, amount: "81.45", method: "transfer", note: "less the fee for Ana" };
    const { refunds, timeline } = await desk.ask("POST", `/orders/${id}/refunds`, body);
    const recorded = { paidUsd: "90.50", method: "transfer", note: body.note, recordedBy: desk.email };
    assert.partialDeepStrictEqual(refunds, [{ ...recorded, paidAt: testNow.toISOString() }]);
    const details = { amount: "81.45", currencyCode: "EUR", method: "transfer" };
    assert.partialDeepStrictEqual(timeline.at(-1), {
      ...{ kind: "refunded", operator: desk.email, why: null, message: body.note, details },
    });
    assert.equal(await lineOf(id, "state=due&perPage=500"), undefined);
    assert.partialDeepStrictEqual(await lineOf(id, "state=paid&perPage=500"), recorded);
    assert.equal((await desk.call("POST", `/orders/${id}/refunds`, body)).status, 409);
    const entries = (await listAudit(ordering.db, { operation: "orders.recordRefund" }, { offset: 0, limit: 5 })).rows;
    assert.deepEqual(entries[0]?.after, { ...body, currencyCode: "EUR" });
    const { rows } = await sql<{ of: string }>`select partner_id as of from orders where id = ${id}`.execute(
      ordering.db,
    );
    assert.ok(rows[0]);
    await eraseOrder(ordering.db, id, testNow);
    assert.equal((await exportOrder(ordering.db, id))!.refunds[0]!.note, null);
    const erased = (await listAudit(ordering.db, { operation: "orders.recordRefund" }, { offset: 0, limit: 5 }))
      .rows[0];
    assert.deepEqual(erased?.after, { refundId, amount: "81.45", currencyCode: "EUR", method: "transfer" });
  });

  test("a payment that no terms ask for is recorded too, and bad fields are named", async () => {
    const id = await buy("own", 21);
    await desk.ask("POST", `/orders/${id}/refunds`, { amount: "9", method: "cash" });
    assert.deepEqual(await dues(id), [["other", "10.00", true, "10.00"]]);
    for (const [field, body] of [
      ["/amount", { amount: "-1", method: "cash" }],
      ["/amount", { amount: "1.005", method: "cash" }],
      ["/amount", { amount: "81.01", method: "cash" }],
      ["/method", { amount: "1", method: "gold" }],
      ["/refundId", { amount: "1", method: "cash", refundId: "x" }],
    ] as const) {
      const refused = await desk.call("POST", `/orders/${id}/refunds`, body);
      assert.equal(refused.status, 400);
      assert.ok(refused.text.includes(`"${field}"`), refused.text);
    }
    // Both refunds together would exceed the price.
    const twice = await Promise.all(
      [1, 2].map(() => desk.call("POST", `/orders/${id}/refunds`, { amount: "60", method: "cash" })),
    );
    assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 400]);
    assert.equal((await desk.call("GET", "/refunds?dueFrom=2026-02-30T00:00:00Z")).status, 400);
  });

  /** Two tickets of 45 €, of which an operator paid `amount` back from goodwill. */
  const withGoodwill = async (item: string, day: number, amount: string): Promise<string> => {
    const id = await buy(item, day);
    await desk.ask("POST", `/orders/${id}/refunds`, { amount, method: "transfer" });
    return id;
  };

  test("what was paid back from goodwill is no longer refunded by the terms", async () => {
    const id = await withGoodwill("own", 24, "16");
    const { decisionRefunds, maxCancelRefund } = await desk.ask("GET", `/orders/${id}`);
    assert.deepEqual(
      [decisionRefunds.cancel.due, decisionRefunds.decline.due, maxCancelRefund],
      ["74.00", "74.00", "74.00"],
    );
    const shown = await desk.ask("POST", `/orders/${id}/cancel`, {});
    const of = (reason: string) => shown.refunds.find((one: { reason: string }) => one.reason === reason);
    assert.equal(of("cancelled").due, "74.00");
    assert.deepEqual([of("cancelled").max.money, of("other").max, shown.maxCancelRefund], ["74.00", null, "0.00"]);
    assert.deepEqual((await cancel(id)).refundUsd, dollars(82.22));
    await desk.ask("POST", "/refunds/record", { ids: [of("cancelled").id], method: "transfer" });
    assert.equal((await lineOf(id, "state=due&perPage=500"))?.due, undefined);
    const more = await desk.call("POST", `/orders/${id}/refunds`, { amount: "0.01", method: "cash" });
    assert.ok(more.text.includes("leaves 0.00 EUR"), more.text);
  });

  test("goodwill counts once: for returned tickets first, and the rest when the order is cancelled", async () => {
    const id = await withGoodwill("own", 24, "54");
    const quote = await desk.ask("POST", `/orders/${id}/quoteAmendment`, { tickets: ticketsOf({ ADULT: 1 }) });
    assert.deepEqual([quote.after.refund, quote.refunds[0].refund], ["0.00", "0.00"]);
    await desk.ask("POST", `/orders/${id}/acceptAmendment`, { quoteId: quote.quoteId, revision: quote.revision });
    assert.deepEqual(await dues(id), [["other", "60.00", true, "60.00"]]);
    const shown = await desk.ask("POST", `/orders/${id}/cancel`, {});
    // Both became due at the same instant.
    assert.deepEqual((await dues(id)).sort(), [
      ["cancelled", "40.00", true, null],
      ["other", "60.00", true, "60.00"],
    ]);
    const due = shown.refunds.find(({ reason }: { reason: string }) => reason === "cancelled");
    assert.equal(due.due, "36.00");
  });

  test("a refund that is due leaves nothing to pay back beside it, and may be recorded with more while something is left", async () => {
    const id = await buy("tiers", 29);
    await beforeEvent(29, 72);
    const shown = await desk.ask("POST", `/orders/${id}/cancel`, {});
    assert.deepEqual(
      [shown.refunds[0].due, shown.refunds[0].max.money, shown.maxCancelRefund],
      ["45.00", "90.00", "45.00"],
    );
    const refused = await desk.call("POST", `/orders/${id}/refunds`, { amount: "45.01", method: "cash" });
    assert.ok(refused.text.includes("leaves 45.00 EUR"), refused.text);
    const paid = { refundId: shown.refunds[0].id, amount: "90", method: "cash" };
    assert.equal((await desk.ask("POST", `/orders/${id}/refunds`, paid)).maxCancelRefund, "0.00");
  });

  test("a quote whose refund was paid back meanwhile has ended", async () => {
    const id = await buy("own", 23);
    const quote = await desk.ask("POST", `/orders/${id}/quoteAmendment`, { tickets: ticketsOf({ ADULT: 1 }) });
    await desk.ask("POST", `/orders/${id}/refunds`, { amount: "30", method: "cash" });
    const accepts = { quoteId: quote.quoteId, revision: quote.revision };
    assert.equal((await desk.call("POST", `/orders/${id}/acceptAmendment`, accepts)).status, 409);
    const again = await desk.ask("POST", `/orders/${id}/quoteAmendment`, { tickets: ticketsOf({ ADULT: 1 }) });
    assert.equal(again.after.refund, "15.00");
  });

  test("the list is filtered and exported, and an export is recorded", async () => {
    const id = await buy("own", 20, { externalReference: "=CART-REFUND" });
    await cancel(id);
    assert.deepEqual(
      (await listed("q=cart-refund&state=due&partner=acme")).map(({ orderId }: { orderId: string }) => orderId),
      [id],
    );
    assert.deepEqual(await listed("q=cart-refund&partner=nobody"), []);
    assert.deepEqual(await listed(`q=cart-refund&dueFrom=${new Date(testNow.getTime() + hour).toISOString()}`), []);
    const file = await desk.call("GET", "/refunds/export?format=csv&state=due&q=cart-refund");
    assert.equal(file.status, 200);
    const [heading, line, ...others] = file.text.trim().split(/\r?\n/);
    assert.match(heading!, /Order,Lead name,Payment,Partner,/);
    assert.match(line!, /,Partner,/);
    assert.match(line!, /100(\.00)?.*Cancellation|Cancellation.*100/);
    assert.deepEqual(others, []);
    const spanish = await desk.call("GET", "/refunds/export?format=csv&state=due&q=cart-refund", undefined, {
      "accept-language": "es",
    });
    assert.match(spanish.text, /;100,00;/);
    const [entry] = (await listAudit(ordering.db, { operation: "refunds.export" }, { offset: 0, limit: 5 })).rows;
    assert.deepEqual(entry?.after, { refunds: 1, format: "csv", filter: { state: "due", q: "…" } });
  });

  test("refunds have the guest and the kind of payment, and several are recorded at once, all or none", async () => {
    const sold = async (method: string, name: string) => {
      const event = await ordering.evening("own", 24);
      const body = { id: randomUUID(), eventId: event, tickets: [{ code: "ADULT", quantity: 1 }], lang: "es" };
      const { id } = await desk.ask("POST", "/orders", { ...body, name, totalUsd: "50.00", method });
      await desk.ask("POST", `/orders/${id}/cancel`, {});
      return id;
    };
    const byPartner = await buy("own", 24);
    await desk.ask("POST", `/orders/${byPartner}/cancel`, {});
    const orders = [await sold("cash", "Ana Gil"), await sold("card", "Eva Paz"), byPartner];
    const lines = [];
    for (const id of orders) lines.push(await lineOf(id));
    assert.deepEqual(
      lines.map(({ leadName, payment }) => [leadName, payment]),
      [
        ["Ana Gil", "cash"],
        ["Eva Paz", "card"],
        [null, "partner"],
      ],
    );
    const { text } = await desk.call("GET", "/refunds/export?format=csv&state=due&q=gil");
    assert.match(text, /,Ana Gil,Cash,/);
    const ids = lines.map(({ id }) => id);
    assert.equal(await desk.refused(409, "POST", "/refunds/record", { ids: [...ids, randomUUID()] }), "status-changed");
    assert.equal((await lineOf(orders[0]!)).paidUsd, null, "nothing was recorded");
    assert.deepEqual(await desk.ask("POST", "/refunds/record", { ids }), { recorded: 3 });
    const { rows } = await listAudit(
      ordering.app.store.database.db,
      { operation: "refunds.record" },
      { offset: 0, limit: 1 },
    );
    const references = lines.map(({ reference }) => reference);
    assert.deepEqual(rows[0]!.subject.split(", ").sort(), references.sort(), "references, not ids");
    const methods = [];
    for (const id of orders) methods.push((await lineOf(id)).method);
    assert.deepEqual(methods, ["cash", "card", "account"]);
    assert.equal(await desk.refused(409, "POST", "/refunds/record", { ids }), "status-changed");
  });
});
