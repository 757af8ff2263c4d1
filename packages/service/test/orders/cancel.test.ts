import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, afterEach, before, test } from "node:test";
import type { BookRequest, Format, Language, Order, OrderStatus } from "@paseo/contract";
import { createKey } from "../../src/domain/partners/keys.ts";
import { redeemVoucher } from "../../src/domain/visits/admission.ts";
import { orderTimeline } from "../../src/store/sale/timeline.ts";
import { voucherOf } from "../../src/store/visits/vouchers.ts";
import type { SupplierOutcome } from "../../src/suppliers/supplier.ts";
import { testNow } from "../support/app.ts";
import { codesOf, eventId } from "../support/partner.ts";
import { museum, show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { cancelling, type Ordering, sendCancel, silent, startOrdering } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { assertProblem, formats } from "../support/wire.ts";

/** POST ordercancel: rights, time limit and answers. */

const single = (externalId: string, eventOn: string) => ({
  externalId,
  schedules: [],
  events: [{ eventOn, capacity: 50, prices: [{ code: "ADULT", amount: "45.00" }] }],
});
const inZone = (timeZone: string, cancelPurchaseHour: number, eventOn: string) =>
  variant(show, { externalId: timeZone, timeZone, cancelPurchaseHour }, single(timeZone, eventOn));
const products = [
  show,
  museum,
  inZone("Europe/Madrid", 24, "2026-10-25T20:30"),
  inZone("America/New_York", 24, "2026-11-01T20:30"),
  inZone("America/Santiago", 24, "2026-09-06T20:30"),
  inZone("Europe/Lisbon", 48, "2027-03-28T20:30"),
  inZone("Asia/Kathmandu", 0, "2026-06-20T20:00"),
];

/** The last second in which an order of each event can be cancelled. The limit is a number of hours of real time before the event. */
const limits = [
  // On days of 25 hours it is an hour later by the location's clock.
  ["Europe/Madrid", "2026-10-25T20:30", "2026-10-24T19:30:00Z"],
  ["America/New_York", "2026-11-01T20:30", "2026-11-01T01:30:00Z"],
  // Days of 23 hours.
  ["America/Santiago", "2026-09-06T20:30", "2026-09-05T23:30:00Z"],
  ["Europe/Lisbon", "2027-03-28T20:30", "2027-03-26T19:30:00Z"],
  // A guest can cancel until the event begins.
  ["Asia/Kathmandu", "2026-06-20T20:00", "2026-06-20T14:15:00Z"],
  // Without a time: counted from the midnight that begins the day.
  ["museum-day", "2026-06-20T00:00", "2026-06-19T04:00:00Z"],
] as const;

onPostgres("ordercancel", (open) => {
  let ordering: Ordering;
  let evening: string;
  before(async () => {
    ordering = await startOrdering({ open, catalogue: { ...testCatalogue, products } });
    evening = await eventId(ordering.app, "show-seat", "2026-06-30T20:00");
  });
  afterEach(() => {
    ordering.app.clock.now = testNow;
    ordering.supplier.now = silent;
  });
  after(() => ordering?.stop());

  const cancel = (id: string, lang: Language = "es") => cancelling(ordering.app)(id, { lang });
  const bought = async (event = evening, more: Partial<BookRequest> = {}): Promise<string> =>
    (await ordering.buy(event, more, { ADULT: 1 })).id!;
  const confirmed = async (event = evening): Promise<string> => {
    const id = await bought(event);
    await ordering.change(id, { trigger: "confirmed", actor: "supplier" });
    return id;
  };
  const shown = (order: Order) => [order.status, order.isValid, codesOf(order)];
  const statusOf = async (id: string) => (await ordering.partner.wire.ask("order", { lang: "es", id })).status;
  const notified = (id: string, statuses: OrderStatus[]) =>
    until(() => {
      const came = ordering.notified(id).map(({ data }) => data.status);
      return came.length >= statuses.length && assert.deepEqual(came, statuses) === undefined;
    }, `${statuses} of ${id}`);

  const anotherKey = (partner: string, readOnly: boolean) =>
    createKey(ordering.app.app.service.db, { partner, mode: "test", readOnly, now: testNow }).then(({ key }) => key);

  for (const format of formats) {
    test(`an invalid or forbidden request changes nothing, in ${format}`, async () => {
      const { app } = ordering;
      const id = await bought();
      const ask = (more: object) => sendCancel(app, { id, apiKey: app.key, ...more }, { format });
      assertProblem(await ask({ id: randomUUID() }), 404, "not-found", format);
      assertProblem(await ask({ apiKey: await anotherKey("other", false) }), 404, "not-found", format);
      assertProblem(await ask({ apiKey: `pk_live_${"a".repeat(43)}` }), 401, "key-invalid", format);
      assertProblem(await ask({ apiKey: await anotherKey("acme", true) }), 403, "key-forbidden", format);
      const wrong = assertProblem(await ask({ id: "4711" }), 400, "invalid-field", format);
      assert.deepEqual(
        wrong.errors?.map(({ pointer }) => pointer),
        ["/id"],
      );
      assertProblem(await sendCancel(app, bodyWithoutKey(id, format), { format }), 400, "invalid-field", format);
      assertProblem(
        await sendCancel(app, format === "json" ? "{" : "<Order", { format }),
        400,
        "malformed-body",
        format,
      );
      assertProblem(await sendCancel(app, { id, apiKey: app.key }, { format, lang: "fr" }), 404, "not-found", format);
      assert.equal(await statusOf(id), "waitsupplier");
    });

    test(`an identifier is read in any letter case, in ${format}`, async () => {
      const id = await bought();
      assert.deepEqual(shown(await cancelling(ordering.app, { sends: format })(id.toUpperCase())), [
        "cancelled",
        true,
        [],
      ]);
    });
  }

  test("a client that guesses identifiers gets 429", async () => {
    const { app } = ordering;
    const { key } = await createKey(app.app.service.db, {
      partner: "other",
      mode: "live",
      readOnly: false,
      now: testNow,
    });
    const guess = () => sendCancel(app, { id: randomUUID(), apiKey: key });
    let answer = await guess();
    for (let n = 0; answer.status === 404 && n < 100; n++) answer = await guess();
    assertProblem(answer, 429, "too-many-requests");
    assert.ok(Number(answer.headers["retry-after"]) > 0);
    assert.deepEqual(shown(await cancel(await bought())), ["cancelled", true, []], "another partner is not affected");
  });

  for (const [item, eventOn, limit] of limits) {
    test(`an order of ${eventOn} (${item}) can be cancelled until ${limit}`, async () => {
      const event = await eventId(ordering.app, item, eventOn);
      const [early, late, waiting] = [await confirmed(event), await confirmed(event), await bought(event)];
      const at = (seconds: number) => (ordering.app.clock.now = new Date(Date.parse(limit) + seconds * 1000));
      at(1);
      assert.deepEqual(shown(await cancel(late)), ["complete", false, ["cancel-too-late"]]);
      assert.deepEqual(shown(await cancel(waiting)), ["waitsupplier", false, ["cancel-too-late"]]);
      assert.equal(await statusOf(late), "complete");
      at(0);
      assert.deepEqual(shown(await cancel(early)), ["waitcancel", true, []]);
      assert.deepEqual(shown(await cancel(waiting)), ["cancelled", true, []]);
      at(1);
      assert.deepEqual(
        shown(await cancel(early)),
        ["waitcancel", true, []],
        "a cancellation that waits for its supplier is answered with its status",
      );
    });
  }

  test("a refusal has a reason in the request's language", async () => {
    const { app } = ordering;
    const redeemed = await confirmed(await eventId(app, "Asia/Kathmandu", "2026-06-20T20:00"));
    app.clock.now = new Date("2026-06-20T12:00:00Z");
    const { code } = (await voucherOf(app.app.service.db, redeemed))!;
    const door = { before: 3, after: 6 };
    const atTheDoor = await redeemVoucher(app.app.service.db, code, {
      now: app.clock.now,
      by: "Puerta 1",
      sandbox: false,
      door,
    });
    assert.equal(atTheDoor.result, "valid");
    assert.deepEqual((await cancel(redeemed, "es")).errors, [
      { code: "cancel-redeemed", message: "El bono de este pedido ya se ha utilizado." },
    ]);
    assert.deepEqual((await cancel(redeemed, "pt")).errors, [
      { code: "cancel-redeemed", message: "O voucher deste pedido já foi utilizado." },
    ]);
    app.clock.now = testNow;
    const rejected = await bought();
    await ordering.change(rejected, { trigger: "declined", actor: "supplier" });
    assert.deepEqual(shown(await cancel(rejected)), ["rejected", false, ["cancel-rejected"]]);
  });

  test("repeated requests change nothing, also concurrent ones", async () => {
    const id = await confirmed();
    const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(id)));
    for (const answer of answers) assert.deepEqual(shown(answer), ["waitcancel", true, []]);
    await notified(id, ["complete", "waitcancel"]);
    await ordering.change(id, { trigger: "cancel-confirmed", actor: "operator" });
    assert.deepEqual(shown(await cancel(id)), ["cancelled", true, []]);
    await notified(id, ["complete", "waitcancel", "cancelled"]);
    const timeline = await orderTimeline(ordering.app.app.service.db, id);
    assert.equal(timeline.filter(({ why }) => why === "cancel").length, 1);
  });

  test("concurrent requests for an order that waits end it once", async () => {
    const id = await bought(evening, { callbackUrl: null });
    const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(id)));
    for (const answer of answers) assert.deepEqual(shown(answer), ["cancelled", true, []]);
    const timeline = await orderTimeline(ordering.app.app.service.db, id);
    assert.equal(timeline.filter(({ why }) => why === "cancel").length, 1);
  });

  /**
   * Places an order whose supplier is called during the request. The supplier confirms, and answers a cancellation with this outcome.
   * Suppliers of test orders always confirm.
   */
  async function confirmedAtOnce(cancels: () => Promise<SupplierOutcome>): Promise<string> {
    const confirms: SupplierOutcome = { outcome: "confirmed", confirmation: "S-1", message: null };
    ordering.supplier.now = { request: async () => confirms, status: async () => confirms, cancel: cancels };
    const id = await bought(evening, { testMode: true });
    assert.equal(await statusOf(id), "complete");
    return id;
  }

  test("the answer waits for a supplier that cancels at once", async () => {
    const id = await confirmedAtOnce(async () => ({ outcome: "cancelled", message: "hecho" }));
    assert.deepEqual(shown(await cancel(id)), ["cancelled", true, []]);
    await notified(id, ["complete", "waitcancel", "cancelled"]);
  });

  test("if the supplier declines, the order is unchanged and the answer has the refusal", async () => {
    const id = await confirmedAtOnce(async () => ({ outcome: "declined", message: "no" }));
    assert.deepEqual(shown(await cancel(id)), ["complete", false, ["cancel-declined"]]);
    await notified(id, ["complete", "waitcancel", "complete"]);
  });

  test("the answer does not wait for a slow supplier, whose outcome comes later", async () => {
    const { promise, resolve } = Promise.withResolvers<SupplierOutcome>();
    const id = await confirmedAtOnce(() => promise);
    assert.deepEqual(shown(await cancel(id)), ["waitcancel", true, []]);
    resolve({ outcome: "cancelled", message: null });
    await notified(id, ["complete", "waitcancel", "cancelled"]);
    assert.equal(await statusOf(id), "cancelled");
  });
});

/** Makes a body without apiKey, which the codec would not write. */
const bodyWithoutKey = (id: string, format: Format): string =>
  format === "json" ? JSON.stringify({ id }) : `<Order xmlns="urn:paseo:partner" Id="${id}"/>`;
