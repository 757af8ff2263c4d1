import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { eraseOrder } from "../../../src/domain/orders/personal-data.ts";
import { onePersonOneSeat } from "../../../src/records/tickets/ticket-sizes.ts";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { answersTo, eventId, Partner } from "../../support/partner.ts";
import { boat, museum, show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Sales of the operator's own desk over HTTP: quote, order, payment and another price. */

const theatre = { externalId: "theatre", name: "Teatro", kind: "desk" as const, lang: "es" as const };
const theirs = variant(show, { externalId: "theirs", supplier: "theatre" }, { externalId: "theirs-seat" });
/** Its price falls with the people of the party, of whom a family ticket is four. */
const stepRule = { minQuantity: 0, maxQuantity: 20, defaultQuantity: 0, incrementQuantity: 1 };
const steps = [{ from: 6, amount: "40.00" }];
const priced = variant(
  show,
  { externalId: "priced" },
  {
    externalId: "priced-seat",
    ticketRules: [
      { code: "ADULT", ...stepRule },
      { code: "FAMILY", ...stepRule, people: 4, seats: 4 },
      { code: "LUNCH", ...stepRule, people: 0, seats: 0 },
    ],
    schedules: [],
    events: [
      {
        eventOn: "2026-06-18T20:00",
        capacity: 30,
        prices: [
          { code: "ADULT", amount: "45.00", steps, stepsCount: "people" as const },
          { code: "FAMILY", amount: "120.00" },
          { code: "LUNCH", amount: "9.00", stock: 5 },
        ],
      },
    ],
  },
);
const catalogue = { ...testCatalogue, suppliers: [theatre], products: [show, boat, museum, theirs, priced] };

const adults = (quantity: number) => [{ code: "ADULT", quantity }];

onPostgres("sales of the desk", (open) => {
  let app: TestApp;
  let desk: Operator & { email: string };
  before(async () => {
    app = await startApp({ open, catalogue });
    desk = await signedIn(app, "orders");
  });
  after(() => app?.stop());

  const evening = (day: number, item = "show-seat") => eventId(app, item, `2026-06-${day}T20:00`);
  const left = async (event: string) => (await desk.ask("GET", `/events/${event}`)).left;
  const quote = (event: string, more = {}) =>
    desk.ask("POST", "/orders/quote", { eventId: event, tickets: adults(1), ...more });
  /** A valid body of one adult in cash. */
  const sale = (event: string, more = {}) => ({
    ...{ id: randomUUID(), eventId: event, tickets: adults(1), lang: "es", totalUsd: "50.00", method: "cash" },
    ...more,
  });
  const sell = (body: object) => desk.ask("POST", "/orders", body);
  const refusals = async (body: object) => {
    const { status, text } = await desk.call("POST", "/orders", body, { "accept-language": "en" });
    const { code, errors = [] } = JSON.parse(text);
    return [status, code, errors.map(({ pointer }: { pointer: string }) => pointer)];
  };

  test("a quote has the total in the currency and in dollars, the seats, the tickets and the refusals, and stores nothing", async () => {
    const event = await evening(18);
    const good = await quote(event, { tickets: [...adults(2), { code: "CHILD", quantity: 2 }] });
    const total = { amount: "135.00", usd: "150.00", currencyCode: "EUR", inStore: "135.00" };
    assert.deepEqual([good.total, good.errors, good.questions], [total, [], []]);
    assert.deepEqual([good.people, good.seats], [4, 4]);
    assert.deepEqual([good.event.currencyCode, good.event.left, good.event.asksNames], ["EUR", 20, false]);
    assert.deepEqual(good.event.tickets, [
      { code: "ADULT", amount: "45.00", minimum: 1, maximum: 10, increment: 1, ...onePersonOneSeat },
      { code: "CHILD", amount: "22.50", minimum: 0, maximum: 6, increment: 2, ...onePersonOneSeat },
    ]);
    const none = await quote(event, { tickets: [] });
    assert.deepEqual([none.total, none.errors.length, none.event.left], [null, 1, 20]);
    const other = await quote(event, { prices: [{ code: "ADULT", amount: "36" }] });
    assert.deepEqual([other.total.amount, other.total.usd, other.total.inStore], ["36.00", "40.00", "36.00"]);
    const many = await quote(event, { tickets: [{ code: "ADULT", quantity: 99 }] });
    assert.deepEqual(
      [many.errors[0].code, many.errors[0].values],
      ["quantity-above-maximum", { ticket: "ADULT", maximum: 10 }],
      "the console shows the ticket's name",
    );
    const unknown = await quote(randomUUID());
    assert.deepEqual([unknown.event, unknown.errors[0].code], [null, "event-unknown"]);
    const prices = ["36", "1"].map((amount) => ({ code: "ADULT", amount }));
    for (const twice of [{ tickets: [...adults(1), ...adults(1)] }, { prices }, { prices, reason: "x" }])
      assert.deepEqual((await refusals(sale(event, twice))).slice(0, 2), [400, "invalid-field"]);
    assert.equal(await left(event), 20);
  });

  test("a quote charges prices by number, also in the total of the order, unless the operator sets a price", async () => {
    const event = await evening(18, "priced-seat");
    const tickets = [...adults(2), { code: "FAMILY", quantity: 1 }, { code: "LUNCH", quantity: 2 }];
    const good = await quote(event, { tickets });
    assert.deepEqual(good.errors, []);
    assert.deepEqual(good.lines, [
      { code: "ADULT", quantity: 2, amount: "40.00" },
      { code: "FAMILY", quantity: 1, amount: "120.00" },
      { code: "LUNCH", quantity: 2, amount: "9.00" },
    ]);
    assert.deepEqual([good.total.amount, good.total.inStore], ["218.00", "218.00"]);
    const { steps: offered, stepsCount, left: ofAdults } = good.event.tickets[0];
    assert.deepEqual([offered, stepsCount, ofAdults, good.event.tickets[2].left], [steps, "people", undefined, 5]);
    const order = await sell(sale(event, { tickets, totalUsd: good.total.usd }));
    assert.equal(order.amounts.total, good.total.inStore);
    const { prices, stockLeft } = await desk.ask("GET", `/events/${event}`);
    assert.deepEqual([prices[0].steps, stockLeft], [steps, [{ code: "LUNCH", left: 3 }]]);
    const own = await quote(event, { tickets, prices: [{ code: "ADULT", amount: "45.00" }] });
    assert.deepEqual([own.lines[0].amount, own.total.amount], ["45.00", "228.00"]);
  });

  test("an order of own seats is complete with its voucher, payment, guest and timeline, by the partner Desk without a key", async () => {
    const event = await evening(19);
    const guest = { name: "Lucía García López", email: "lucia@example.com", phoneNumber: "+34 600 000 001" };
    const order = await sell(sale(event, { ...guest, method: "card", note: "Terminal 2", lang: "pt" }));
    assert.deepEqual([order.status, order.lang, order.test], ["complete", "pt", false]);
    assert.deepEqual(order.partner, { externalId: "desk", name: "Desk" });
    assert.notEqual(order.voucher, null);
    const at = app.clock.now.toISOString();
    assert.deepEqual(order.payment, { method: "card", by: desk.email, at, note: "Terminal 2" });
    assert.deepEqual(
      order.event.answers.map(({ value }: { value: string }) => value),
      ["Lucía", "García López"],
    );
    assert.equal(await left(event), 19);
    const { data } = await desk.ask("GET", `/orders?q=garcia&eventId=${event}`);
    assert.deepEqual([data[0].partnerName, data[0].leadName], ["Desk", "Lucía García López"]);
    const { rows } =
      await sql`select 1 from api_key k join partner p on p.id = k.partner_id where p.external_id = 'desk'`.execute(
        app.store.database.db,
      );
    assert.equal(rows.length, 0);
    const audit = await listAudit(app.store.database.db, { operation: "orders.create" }, { offset: 0, limit: 1 });
    const { subject, operator, after } = audit.rows[0]!;
    assert.deepEqual([subject, operator], [order.reference, desk.email]);
    assert.deepEqual(after, {
      eventOn: "2026-06-19T20:00:00",
      tickets: adults(1),
      totalUsd: "50.00",
      ...order.payment,
    });
  });

  test("an order of a supplier's seats waits for the supplier, as a partner's does", async () => {
    const order = await sell(sale(await evening(19, "theirs-seat")));
    assert.deepEqual([order.status, order.voucher], ["waitsupplier", null]);
  });

  test("a double click and a later retry make one order, and another sale with its id is refused", async () => {
    const event = await evening(20);
    const body = sale(event, { name: "Ana" });
    const orders = await Promise.all([sell(body), sell(body), sell(body)]);
    assert.equal(new Set(orders.map(({ reference }) => reference)).size, 1);
    assert.equal(await left(event), 19);
    const { now } = app.clock;
    app.clock.now = new Date(now.getTime() + 2 * 86_400_000);
    // The session of the other operator has ended by then.
    const later = await signedIn(app, "orders");
    const retried = await later.ask("POST", "/orders", { ...body, id: body.id.toUpperCase() });
    assert.equal(retried.reference, orders[0].reference);
    app.clock.now = now;
    for (const other of [
      { method: "card" },
      { tickets: adults(2), totalUsd: "100.00" },
      { name: "Eva" },
      { note: "x" },
    ])
      assert.deepEqual(await refusals({ ...body, ...other }), [409, "order-id-taken", []], JSON.stringify(other));
    const partner = await new Partner(app).buy(event, { ADULT: 1 });
    assert.deepEqual(await refusals(sale(event, { id: partner.id })), [409, "order-id-taken", []]);
    assert.equal(await left(event), 18);
    const { data } = await desk.ask("GET", "/partners?q=desk");
    assert.equal(data.length, 1);
  });

  test("desk and partner together sell exactly the last seats", async () => {
    const event = await evening(21);
    const partner = new Partner(app);
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        if (n % 2 === 0) return (await partner.book(event, { ADULT: 1 }, 50)).isValid;
        return (await desk.call("POST", "/orders", sale(event))).status === 200;
      }),
    );
    assert.equal(answers.filter((sold) => sold).length, 20);
    assert.ok(answers.some((sold, n) => sold && n % 2 === 1));
    assert.equal(await left(event), 0);
    assert.deepEqual(await refusals(sale(event)), [409, "sale-refused", ["event-sold-out"]]);
  });

  test("a sale is refused as a partner's is, in the operator's language, and takes no seats", async () => {
    const event = await evening(22);
    const cases: [object, string[]][] = [
      [{ tickets: adults(11), totalUsd: "550.00" }, ["quantity-above-maximum"]],
      [{ tickets: [{ code: "CHILD", quantity: 2 }], totalUsd: "50.00" }, ["ticket-required"]],
      [{ tickets: [] }, ["tickets-missing"]],
      [{ totalUsd: "49.00" }, ["price-changed"]],
      [{ answers: [{ code: "hotel-name", value: "Miramar" }] }, ["answer-unknown"]],
      [{ eventId: randomUUID() }, ["event-unknown"]],
    ];
    for (const [more, codes] of cases)
      assert.deepEqual(await refusals(sale(event, more)), [409, "sale-refused", codes], JSON.stringify(more));
    const { text } = await desk.call("POST", "/orders", sale(event, { totalUsd: "49.00" }), {
      "accept-language": "pt",
    });
    assert.match(JSON.parse(text).detail, /preço/);
    assert.equal(await left(event), 20);
  });

  test("the questions of the sale are asked and answered, the names of travellers too", async () => {
    const event = await eventId(app, "boat-seat", "2026-06-20T09:00");
    const asked = await quote(event);
    assert.equal(asked.event.asksNames, true);
    assert.deepEqual(
      [asked.questions[0].code, asked.questions[0].passenger, asked.questions[0].required],
      ["passenger-first-name", 1, true],
    );
    const body = sale(event, { totalUsd: asked.total.usd, name: "Unused" });
    assert.deepEqual((await refusals(body))[2].includes("answer-missing"), true);
    const order = await sell({ ...body, id: randomUUID(), answers: answersTo(asked.questions) });
    assert.deepEqual([order.status, order.event.answers.length], ["complete", asked.questions.length]);
    const two = await desk.ask("POST", "/orders/quote", { eventId: event, tickets: adults(2) });
    const answers = answersTo(two.questions).map((answer, n) => (n === 0 ? { ...answer, value: " " } : answer));
    const party = sale(event, { tickets: adults(2), totalUsd: two.total.usd, answers });
    const refused = JSON.parse((await desk.call("POST", "/orders", party, { "accept-language": "en" })).text);
    const { question, passenger } = refused.errors[0].values;
    assert.deepEqual(
      [question, passenger],
      ["passenger-first-name", 1],
      "a blank keeps the place of the first traveller",
    );
    assert.match(refused.detail, /\(passenger 1\)/);
    assert.doesNotMatch(refused.detail, /passenger 2/);
  });

  test("another price needs a reason, and total, terms, refund and amendment follow the price that was paid", async () => {
    const event = await evening(23);
    const prices = [{ code: "ADULT", amount: "36.00" }];
    const body = sale(event, { tickets: adults(2), totalUsd: "80.00", prices, reason: "Group of the hotel" });
    assert.deepEqual(await refusals({ ...body, reason: undefined }), [400, "invalid-field", ["/reason"]]);
    assert.deepEqual(await refusals(sale(event, { reason: "Why" })), [400, "invalid-field", ["/reason"]]);
    const thirds = { ...body, prices: [{ code: "ADULT", amount: "36.001" }] };
    assert.deepEqual(await refusals(thirds), [400, "invalid-field", ["/prices/0/amount"]]);
    const order = await sell(body);
    assert.deepEqual([order.event.totalUsd.value, order.cancelRefundUsd], [80, "80.00"]);
    assert.deepEqual([order.payment.reason, order.payment.catalogueUsd], ["Group of the hotel", "100.00"]);
    const [sold] = order.terms.tickets[0].prices;
    assert.deepEqual([sold.quantity, sold.unitPrice, sold.unitUsdPrice], [2, "36.00", "40.00"]);
    // One more adult has the catalogue's price.
    const change = await desk.ask("POST", `/orders/${order.id}/quoteAmendment`, { tickets: adults(3) });
    assert.deepEqual([change.after.totalUsd, change.after.differenceUsd], ["130.00", "50.00"]);
    const fewer = await desk.ask("POST", `/orders/${order.id}/quoteAmendment`, { tickets: adults(1) });
    assert.deepEqual([fewer.after.totalUsd, fewer.after.refundUsd], ["40.00", "40.00"]);
    const cancelled = await desk.ask("POST", `/orders/${order.id}/cancel`, {});
    assert.equal(cancelled.refunds[0].dueUsd, "80.00");
  });

  test("a sale with a guest's name and without contact is changed: people, day and name", async () => {
    const event = await evening(24);
    const order = await sell(sale(event, { name: "Ana María", lastName: "García Gil" }));
    const valuesOf = ({ answers }: { answers: { value: string }[] }) => answers.map(({ value }) => value);
    assert.deepEqual(valuesOf(order.event), ["Ana María", "García Gil"]);
    const path = `/orders/${order.id}`;
    const change = await desk.ask("POST", `${path}/quoteAmendment`, {
      ...{ tickets: adults(3), phoneNumber: "" },
      answers: [
        { code: "passenger-first-name", value: "Eva" },
        { code: "passenger-last-name", value: "García" },
      ],
    });
    assert.deepEqual(change.errors, []);
    const { quoteId, revision } = change;
    await desk.ask("POST", `${path}/acceptAmendment`, { quoteId, revision, method: "cash" });
    const { event: changed } = await desk.ask("GET", path);
    assert.deepEqual(valuesOf(changed), ["Eva", "García"]);
    const moved = await desk.ask("POST", `${path}/quoteAmendment`, { eventId: await evening(25) });
    assert.deepEqual(moved.errors, []);
    const odd = await desk.ask("POST", `${path}/quoteAmendment`, { answers: [{ code: "odd", value: "1" }] });
    assert.deepEqual(
      odd.errors.map(({ code }: { code: string }) => code),
      ["answer-unknown"],
    );
  });

  test("free is a total of 0 with a reason, and a total of 0 is free; nothing is refunded of it", async () => {
    const event = await evening(24);
    const free = { totalUsd: "0", prices: [{ code: "ADULT", amount: "0" }], reason: "Press" };
    assert.deepEqual(await refusals(sale(event, { ...free, method: "cash" })), [400, "invalid-field", ["/method"]]);
    assert.deepEqual(await refusals(sale(event, { method: "free" })), [400, "invalid-field", ["/method"]]);
    const order = await sell(sale(event, { ...free, method: "free" }));
    assert.deepEqual([order.status, order.event.totalUsd.value, order.payment.method], ["complete", 0, "free"]);
    const cancelled = await desk.ask("POST", `/orders/${order.id}/cancel`, {});
    assert.deepEqual([cancelled.status, cancelled.refunds], ["cancelled", []]);
  });

  test("the export of orders has payment, seller and reason", async () => {
    const event = await evening(25);
    await sell(
      sale(event, { method: "account", prices: [{ code: "ADULT", amount: "9" }], totalUsd: "10", reason: "Friend" }),
    );
    await new Partner(app).buy(event, { ADULT: 1 });
    const { text } = await desk.call("GET", `/orders/export?format=csv&eventId=${event}`, undefined, {
      "accept-language": "en",
    });
    const lines = text.trim().split(/\r?\n/);
    assert.match(
      lines[0]!,
      /,Payment,Taken by,Reason for the price,Paid on account,Balance due,Due day,Details to come$/,
    );
    assert.ok(lines.some((line) => line.includes(`,On account,${desk.email},Friend,0`)));
    assert.ok(lines.some((line) => line.includes("Acme Travel") && line.endsWith(",,,")));
    // The desk was named by the operator who sold first, and each reader reads its name in the own language.
    const namesIn = async (lang: string) => {
      const headers = { "accept-language": lang };
      const list = await desk.call("GET", `/orders/export?format=csv&eventId=${event}`, undefined, headers);
      const guests = await desk.call("GET", `/events/${event}/manifest/export?format=csv`, undefined, headers);
      return [list, guests].map((file) => /[,;](Desk|Taquilla|Balcão)[,;]/.exec(file.text)?.[1]);
    };
    assert.deepEqual(await namesIn("es"), ["Taquilla", "Taquilla"]);
    assert.deepEqual(await namesIn("en"), ["Desk", "Desk"]);
  });

  test("erasure deletes note and reason of the payment, also from the audit log, and keeps how it was paid", async () => {
    const [event, marker] = [await evening(26), "Zaunkönig"];
    const prices = [{ code: "ADULT", amount: "9" }];
    const texts = { name: marker, note: `paid by ${marker}`, reason: `friend of ${marker}` };
    const { id } = await sell(sale(event, { ...texts, prices, totalUsd: "10" }));
    const { db } = app.store.database;
    await eraseOrder(db, id, app.clock.now);
    const { payment } = await desk.ask("GET", `/orders/${id}`);
    assert.deepEqual(Object.keys(payment).sort(), ["at", "by", "catalogueUsd", "method"]);
    const { rows } = await sql<{ found: number }>`
      select (select count(*)::int from orders o where o::text ~ ${marker}) + (select count(*)::int from audit a where a::text ~ ${marker})
        as found`.execute(db);
    assert.equal(rows[0]!.found, 0);
  });

  test("only owners and the orders desk sell", async () => {
    const event = await evening(27);
    for (const role of ["catalogue", "read-only", "door"] as const) {
      const other = await signedIn(app, role);
      assert.equal(await other.refused(403, "POST", "/orders", sale(event)), "role-forbidden");
      assert.equal(
        await other.refused(403, "POST", "/orders/quote", { eventId: event, tickets: [] }),
        "role-forbidden",
      );
    }
    const owner = await signedIn(app, "owner");
    assert.equal((await owner.ask("POST", "/orders", sale(event))).status, "complete");
  });

  test("a cancelled order is placed again, and the histories of both orders name the other", async () => {
    const event = await evening(17);
    const first = await sell(sale(event));
    assert.deepEqual(await refusals(sale(event, { replaces: first.id })), [400, "invalid-field", ["/replaces"]]);
    await desk.ask("POST", `/orders/${first.id}/cancel`, { why: "Ill" });
    const again = await sell(sale(event, { replaces: first.id }));
    const links = async (id: string) =>
      (await desk.ask("GET", `/orders/${id}`)).timeline.flatMap(
        ({ kind, details }: { kind: string; details: object }) => (kind === "placed-again" ? [details] : []),
      );
    assert.deepEqual(await links(again.id), [{ orderId: first.id, reference: first.reference, role: "former" }]);
    assert.deepEqual(await links(first.id), [{ orderId: again.id, reference: again.reference, role: "new" }]);
  });
});
