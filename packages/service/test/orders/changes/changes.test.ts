import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { orderTimeline } from "../../../src/store/sale/timeline.ts";
import { voucherOf } from "../../../src/store/visits/vouchers.ts";
import { testNow } from "../../support/app.ts";
import { codesOf, eventId, Partner } from "../../support/partner.ts";
import { Changer, seatsOf, ticketsOf } from "../../support/samples/changing.ts";
import { cancelling } from "../../support/samples/ordering.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { formats } from "../../support/wire.ts";
import { type Changing, refundTiers, startChanging } from "./changing.ts";

/** Amendments: orderamend quotes one, then accepts it. supplier-changes.test.ts tests the amendments that a supplier decides. */

const hour = 3_600_000;

onPostgres("changes to orders", (open) => {
  let ordering: Changing;
  before(async () => {
    ordering = await startChanging(open);
  });
  after(() => ordering?.stop());

  const newest = async () => (await ordering.partner.wire.ask("productversion", {})).updateVersion;
  const at = async <T>(now: Date, work: () => Promise<T>): Promise<T> => {
    ordering.app.clock.now = now;
    return work().finally(() => {
      ordering.app.clock.now = testNow;
    });
  };

  for (const [n, format] of formats.entries())
    test(`another event takes its seats and returns the former ones at once, in ${format}`, async () => {
      const [from, to] = [await ordering.evening("own", 17 + n), await ordering.evening("own", 20 + n)];
      const { id } = await ordering.buy(from, {}, { ADULT: 2, CHILD: 2 });
      const own = new Changer(ordering.app, { format });
      const quote = await own.quote(id!, { eventId: to, tickets: ticketsOf({ ADULT: 3 }) });
      assert.deepEqual(
        { ...quote, quoteId: typeof quote.quoteId },
        {
          ...{ id, quoteId: "string", status: "quoted", revision: 2, eventId: to },
          ...{ tickets: [{ code: "ADULT", quantity: 3 }], totalUsd: { currencyCode: "USD", value: 150 } },
          ...{ differenceUsd: { currencyCode: "USD", value: 0 }, refundUsd: { currencyCode: "USD", value: 0 } },
          ...{ expiresAt: new Date(testNow.getTime() + hour / 2).toISOString(), testMode: false },
          ...{ isValid: true, errors: [], questions: [] },
        },
      );
      assert.deepEqual(await seatsOf(ordering.db, from), { left: 16, sold: 4, waiting: 0 }, "a quote takes no seats");
      const change = await own.accept(quote);
      assert.deepEqual([change.status, change.revision, change.quoteId], ["accepted", 3, quote.quoteId]);
      assert.deepEqual(await seatsOf(ordering.db, from), { left: 20, sold: 0, waiting: 0 });
      assert.deepEqual(await seatsOf(ordering.db, to), { left: 17, sold: 3, waiting: 0 });
      const order = await ordering.read(id!);
      assert.deepEqual([order.status, order.event.id, order.event.tickets], ["complete", to, change.tickets]);
      assert.equal(order.event.totalUsd.value, 150);
      assert.deepEqual(await own.accept(quote), change, "repeated, it is the same change");
      assert.deepEqual(await seatsOf(ordering.db, to), { left: 17, sold: 3, waiting: 0 });
    });

  test("the timeline names both items of an amendment that changes the item", async () => {
    const { id } = await ordering.buy(await ordering.evening("rooms", 21), {}, { ADULT: 1 });
    const eventOf = (item: string) => eventId(ordering.app, item, "2026-06-22T20:00");
    const changer = new Changer(ordering.app);
    await changer.change(id!, { eventId: await eventOf("rooms-seat") });
    await changer.change(id!, { eventId: await eventOf("rooms-box") });
    const details = (await orderTimeline(ordering.db, id!)).flatMap((entry) =>
      entry.details && "before" in entry.details ? [entry.details] : [],
    );
    assert.deepEqual(
      details.map(({ before, after }) => [before.itemName, after.itemName]),
      [
        [undefined, undefined],
        ["Butaca", "Palco"],
      ],
    );
  });

  test("a partial cancellation keeps the prices of the sale and refunds by its tiers, whatever they become", async () => {
    const event = await ordering.evening("tiers", 28);
    const { id } = await ordering.buy(event, {}, { ADULT: 3, CHILD: 2 });
    const dearer = "update event set tickets = jsonb_set(tickets, '{0,price}', '\"90.00\"') where id = ";
    await sql`${sql.raw(dearer)}${event}`.execute(ordering.db);
    await sql`update product set record = record - 'refundTiers' where external_id = 'tiers'`.execute(ordering.db);
    const fewer = { tickets: ticketsOf({ ADULT: 2, CHILD: 0 }) };
    const amounts = async (now: Date) => {
      const { totalUsd, differenceUsd, refundUsd } = await at(now, () => ordering.changer.quote(id!, fewer));
      return [totalUsd?.value, differenceUsd?.value, refundUsd?.value];
    };
    const start = new Date("2026-06-28T18:00:00Z").getTime();
    assert.deepEqual(await amounts(new Date(start - 241 * hour)), [100, -100, 100]);
    assert.deepEqual(await amounts(new Date(start - 239 * hour)), [100, -100, 50]);
    assert.deepEqual(await amounts(new Date(start - 47 * hour)), [100, -100, 0]);
    const late = await at(new Date(start - 23 * hour), () => ordering.changer.quote(id!, fewer));
    assert.deepEqual([late.quoteId, late.status, codesOf(late)], [null, null, ["change-too-late"]]);
    await ordering.changer.change(id!, fewer);
    assert.deepEqual(await seatsOf(ordering.db, event), { left: 18, sold: 2, waiting: 0 });
    const { rows } = await sql<{ agreed: object }>`select agreed from orders where id = ${id}`.execute(ordering.db);
    assert.deepEqual((rows[0]!.agreed as { refundTiers: object }).refundTiers, refundTiers);
  });

  test("the last seat that a change takes and the first that it returns publish a version", async () => {
    const [from, to] = [await ordering.evening("own", 23), await ordering.evening("own", 24)];
    const { id } = await ordering.buy(from, {}, { ADULT: 10 });
    await ordering.buy(from, {}, { ADULT: 10 });
    await ordering.buy(to, {}, { ADULT: 10 });
    const version = await newest();
    await ordering.changer.change(id!, { eventId: to });
    assert.equal(await newest(), version + 1);
    const { values } = await ordering.partner.wire.ask("events", { version });
    assert.deepEqual(
      new Map(values.map(({ id, availabilityCode }) => [id, availabilityCode])),
      new Map([
        [from, "available"],
        [to, "sold-out"],
      ]),
    );
    assert.deepEqual([(await seatsOf(ordering.db, from)).left, (await seatsOf(ordering.db, to)).left], [10, 0]);
  });

  test("seats that others took after the quote refuse its acceptance, and the order stays as it was", async () => {
    const [from, to] = [await ordering.evening("own", 25), await ordering.evening("own", 26)];
    const { id } = await ordering.buy(from, {}, { ADULT: 3 });
    await ordering.buy(to, {}, { ADULT: 10 });
    const quote = await ordering.changer.quote(id!, { eventId: to });
    const before = await ordering.read(id!);
    await ordering.buy(to, {}, { ADULT: 8 });
    const refused = await ordering.changer.accept(quote);
    assert.deepEqual([refused.isValid, refused.status, codesOf(refused)], [false, "quoted", ["capacity"]]);
    assert.deepEqual(await ordering.read(id!), before);
    assert.deepEqual([(await seatsOf(ordering.db, from)).left, (await seatsOf(ordering.db, to)).left], [17, 2]);
    assert.deepEqual(codesOf(await ordering.changer.quote(id!, { eventId: to })), ["capacity"]);
  });

  test("a stale revision is a 409, whether it is the order's or another quote's", async () => {
    const { id } = await ordering.buy(await ordering.evening("own", 27));
    const [first, second] = [
      await ordering.changer.quote(id!, { email: "one@example.com" }),
      await ordering.changer.quote(id!, { email: "two@example.com" }),
    ];
    await ordering.changer.accept(first);
    const body = { id: id!, apiKey: ordering.app.key };
    const refused = (more: object) =>
      ordering.changer.wire.refused(409, "orderamend", { lang: "es" }, { ...body, ...more });
    const accepting = { quoteId: second.quoteId, revision: second.revision };
    for (const more of [accepting, { ...accepting, revision: 3 }, { email: "three@example.com", revision: 2 }])
      assert.equal((await refused(more)).code, "revision-stale");
    assert.equal((await ordering.read(id!)).event.email, "one@example.com");
  });

  test("a change of the contact and the answers keeps the voucher, and needs answers that fit", async () => {
    const event = await eventId(ordering.app, "boat-seat", "2026-06-28T09:00");
    const { questions, totalUsd } = await ordering.partner.validate(event, { ADULT: 2 });
    const good = questions.map(({ code, type }) => ({
      code,
      value: { string: "Ana", integer: "60", date: "2026-06-27", time: "10:00" }[type],
    }));
    const { id } = await ordering.partner.book(event, { ADULT: 2 }, totalUsd!.value, { answers: good });
    const former = await voucherOf(ordering.db, id!);
    const wrong = await ordering.changer.quote(id!, { answers: good.slice(1) });
    assert.deepEqual([wrong.quoteId, codesOf(wrong)], [null, ["answer-missing"]]);
    assert.equal(wrong.questions.length, questions.length);
    assert.deepEqual(
      [wrong.totalUsd, wrong.refundUsd?.value],
      [totalUsd, 0],
      "the amounts do not wait for the answers",
    );
    const answers = good.map((one) => (one.code === "hotel-name" ? { ...one, value: "Hotel Nuevo" } : one));
    const change = await ordering.changer.change(id!, {
      answers,
      email: "new@example.com",
      phoneNumber: "+34 611 111 111",
    });
    assert.deepEqual([change.totalUsd, change.differenceUsd?.value], [totalUsd, 0]);
    const { event: after } = await ordering.read(id!);
    assert.deepEqual([after.email, after.phoneNumber, after.answers], ["new@example.com", "+34 611 111 111", answers]);
    assert.deepEqual(await voucherOf(ordering.db, id!), former);
    const fewer = await ordering.changer.quote(id!, { tickets: ticketsOf({ ADULT: 1 }) });
    assert.deepEqual([...new Set(codesOf(fewer))], ["answer-unknown"], "it is not known which passenger leaves");
    assert.ok(fewer.questions.length < questions.length);
  });

  test("each refusal of a quote has its code", async () => {
    const [from, other] = [await ordering.evening("own", 28), await ordering.evening("other", 20)];
    const { id } = await ordering.buy(from);
    const codes = async (wish: Parameters<Changer["quote"]>[1]) => codesOf(await ordering.changer.quote(id!, wish));
    assert.deepEqual(await codes({}), ["change-nothing"]);
    assert.deepEqual(await codes({ tickets: ticketsOf({ ADULT: 2 }), email: "customer@example.com" }), [
      "change-nothing",
    ]);
    assert.deepEqual(await codes({ eventId: other }), ["change-other-product"]);
    assert.deepEqual(await codes({ eventId: randomUUID() }), ["event-unknown"]);
    assert.deepEqual(await codes({ tickets: [] }), ["tickets-missing"]);
    assert.deepEqual(await codes({ tickets: ticketsOf({ ADULT: 11 }) }), ["quantity-above-maximum"]);
    assert.deepEqual(await codes({ tickets: ticketsOf({ ADULT: 1, CHILD: 1 }) }), ["quantity-off-increment"]);
    const quote = await ordering.changer.quote(id!, { email: "late@example.com" });
    const late = await at(new Date(testNow.getTime() + hour), () => ordering.changer.accept(quote));
    assert.deepEqual([late.isValid, late.status, codesOf(late)], [false, "expired", ["change-expired"]]);
    // A quote belongs to its order: neither an invented one nor that of another order is accepted.
    const { id: second } = await ordering.buy(from);
    const ofSecond = await ordering.changer.quote(second!, { email: "second@example.com" });
    for (const quoteId of [randomUUID(), ofSecond.quoteId])
      assert.deepEqual(codesOf(await ordering.changer.accept({ ...quote, quoteId })), ["change-unknown"]);
    await cancelling(ordering.app)(id!);
    assert.deepEqual(await codes({ email: "x@example.com" }), ["change-ended"]);
    const body = { id: randomUUID(), apiKey: ordering.app.key };
    assert.equal((await ordering.changer.wire.refused(404, "orderamend", { lang: "es" }, body)).code, "not-found");
  });

  test("an Idempotency-Key gets the first quote and the first acceptance again, and refuses other content", async () => {
    const { id } = await ordering.buy(await ordering.evening("own", 30));
    const wish = { email: "again@example.com" };
    const key = (name: string) => ({ "idempotency-key": name });
    const quote = await ordering.changer.quote(id!, wish, key("quote-1"));
    assert.deepEqual(await ordering.changer.quote(id!, wish, key("quote-1")), quote);
    assert.notEqual((await ordering.changer.quote(id!, wish, key("quote-2"))).quoteId, quote.quoteId);
    const change = await ordering.changer.accept(quote, key("accept-1"));
    assert.deepEqual(await ordering.changer.accept(quote, key("accept-1")), change);
    const body = { id: id!, apiKey: ordering.app.key, email: "x@example.com" };
    const reused = await ordering.changer.wire.refused(422, "orderamend", { lang: "es" }, body, key("quote-1"));
    assert.equal(reused.code, "idempotency-key-reused");
  });

  test("an Idempotency-Key gets the first quote under another language too, with refusals and questions in that language", async () => {
    const event = await eventId(ordering.app, "boat-seat", "2026-06-28T09:00");
    const { questions, totalUsd } = await ordering.partner.validate(event, { ADULT: 1 });
    const answers = questions.map(({ code, type }) => ({
      code,
      value: { string: "Ana", integer: "60", date: "2026-06-27", time: "10:00" }[type],
    }));
    const { id } = await ordering.partner.book(event, { ADULT: 1 }, totalUsd!.value, { answers });
    const ask = (lang: "es" | "pt", key: string, wish: object) =>
      ordering.changer.wire.ask(
        "orderamend",
        { lang },
        { id: id!, apiKey: ordering.app.key, ...wish },
        { "idempotency-key": key },
      );
    const short = { answers: answers.slice(1) };
    const spanish = await ask("es", "short", short);
    const portuguese = await ask("pt", "short-pt", short);
    assert.notDeepEqual(portuguese.questions, spanish.questions);
    assert.notDeepEqual(portuguese.errors, spanish.errors);
    assert.deepEqual(await ask("pt", "short", short), portuguese);
    assert.deepEqual(await ask("es", "short", short), spanish);
    const quote = await ask("es", "contact", { email: "pt@example.com" });
    const again = await ask("pt", "contact", { email: "pt@example.com" });
    assert.equal(again.quoteId, quote.quoteId);
    assert.deepEqual(again.questions, portuguese.questions);
  });

  test("test orders change in the sandbox without seats, as their address says", async () => {
    const [from, to] = [await ordering.evening("own", 20), await ordering.evening("own", 29)];
    const before = await seatsOf(ordering.db, to);
    const buy = (email: string) => ordering.buy(from, { testMode: true, email });
    const { suppliers } = ordering.app.app.service.orderContext;
    const { simulatedSupplier } = await import("../../../src/suppliers/kinds/simulator.ts");
    ordering.app.app.service.orderContext.suppliers = () => simulatedSupplier;
    for (const [trigger, status] of [
      ["confirm", "accepted"],
      ["change-declined", "declined"],
      ["change-unanswered", "waitsupplier"],
    ]) {
      const { id } = await buy(`${trigger}@sandbox.test`);
      const change = await ordering.changer.change(id!, { eventId: to });
      assert.deepEqual([change.status, change.testMode], [status, true], trigger);
    }
    ordering.app.app.service.orderContext.suppliers = suppliers;
    assert.deepEqual(await seatsOf(ordering.db, to), before);
  });

  test("erasing personal data erases it from changes too", async () => {
    const { id } = await ordering.buy(await ordering.evening("other", 28));
    await ordering.changer.change(id!, { email: "erased@example.com" });
    await ordering.changer.quote(id!, { email: "quoted@example.com" });
    const { eraseOrder } = await import("../../../src/domain/orders/personal-data.ts");
    await eraseOrder(ordering.db, id!, testNow);
    const { rows } = await sql<{ content: string }>`
      select content::text as content from amendment where order_id = ${id}`.execute(ordering.db);
    assert.equal(rows.length, 1);
    assert.ok(!rows[0]!.content.includes("@example.com"));
  });

  test("the partner's other operations see nothing of a quote", async () => {
    const { id } = await ordering.buy(await ordering.evening("other", 29));
    const before = await ordering.read(id!);
    await ordering.changer.quote(id!, { email: "quoted@example.com" });
    assert.deepEqual(await ordering.read(id!), before);
    assert.deepEqual(await new Partner(ordering.app).wire.ask("order", { lang: "es", id: id! }), before);
  });
});
