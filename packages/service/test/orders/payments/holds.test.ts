import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Payment } from "@paseo/contract";
import { sql } from "kysely";
import { findCaller } from "../../../src/domain/partners/keys.ts";
import { payHold } from "../../../src/domain/payments/hold-payments.ts";
import { paymentLetter } from "../../../src/domain/payments/letters.ts";
import { runRefund } from "../../../src/domain/payments/refunds.ts";
import { runCheckout, takeNotification } from "../../../src/domain/payments/run.ts";
import { neverGivenUp } from "../../../src/store/database/given-up.ts";
import { dueCheckoutRefunds } from "../../../src/store/payments/checkout-refunds.ts";
import { dueCheckouts } from "../../../src/store/payments/checkouts.ts";
import { bookRequest, eventIds } from "../../concurrency/booking.ts";
import { signedIn } from "../../support/console.ts";
import { dying } from "../../support/dying.ts";
import { answersTo, Partner } from "../../support/partner.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { Wire } from "../../support/wire.ts";
import { Pdf } from "../../vouchers/reading.ts";
import { type Paying, startPaying } from "./paying.ts";

/** Payments of holds: the hold is booked when it is paid, and money without seats goes back. */

onPostgres("the payment of a hold", (open) => {
  let paying: Paying;
  let partner: Partner;
  before(async () => {
    paying = await startPaying({ open });
    partner = new Partner(paying.app);
  });
  after(() => paying.stop());
  let nth = 0;
  const nextEvent = () => paying.events[14 + nth++]!;
  const asHold = (event: string, quantity: number) => {
    const body = { id: event, apiKey: paying.app.key, tickets: [{ code: "ADULT", quantity }] };
    return partner.wire.ask("eventhold", { lang: "es" }, body);
  };
  const withSeats = async (event: string, seats: number) => {
    await sql`update event set capacity = ${seats}, capacity_left = ${seats} where id = ${event}`.execute(
      paying.app.store.database.db,
    );
    return event;
  };
  const hold = async (event: string, adults: number): Promise<string> => (await asHold(event, adults)).id!;
  const pay = async (event: string, holdId: string, adults: number, more: object = {}, booking: object = {}) => {
    const sent = bookRequest(paying.app.key, event, adults, booking);
    const body = JSON.stringify({ booking: sent, holdId, returnUrl: "https://site.example/paid", ...more });
    const headers = { "content-type": "application/json" };
    const answer = await paying.page("/api/es/eventpay", { method: "POST", headers, body });
    return { status: answer.status, ...JSON.parse(answer.text) };
  };
  const read = async (id: string) => {
    const answer = await paying.page(`/api/es/eventpay/${id}`, { headers: { "x-api-key": paying.app.key } });
    return JSON.parse(answer.text);
  };
  const left = async (event: string) => (await paying.desk.ask("GET", `/events/${event}`)).left as number;
  const pass = (minutes: number) => {
    paying.app.clock.now = new Date(paying.app.clock.now.getTime() + minutes * 60_000);
  };

  test("books the hold when the provider says that it is paid, once, with the money on the order", async () => {
    const { bank, report, order } = paying;
    const event = nextEvent();
    const id = await hold(event, 2);
    const started = await pay(event, id, 2);
    assert.deepEqual([started.status, started.state, started.page.method], [200, "open", "GET"]);
    assert.deepEqual(started.amount, { minor: 10_000, currencyCode: "USD" });
    assert.equal((await pay(event, id, 2)).id, started.id, "one payment a hold");
    assert.equal(bank.last.returnUrl, "https://site.example/paid");
    bank.pay();
    for (const _ of ["first", "repeated"]) assert.equal(await report(), 200);
    const booked = await read(started.id);
    assert.equal(booked.state, "booked");
    const { account } = await order(booked.orderId);
    assert.deepEqual([account.paid, account.balanceDue], ["100.00", "0.00"]);
    assert.equal(await left(event), 18);
    const stored = await sql<{ request: unknown }>`select request from checkout where id = ${started.id}`.execute(
      paying.app.store.database.db,
    );
    assert.equal(stored.rows[0]!.request, null, "the booking is stored once, in the order");
  });

  test("holds the seats until the provider's own end and five minutes, and returns them when nothing is paid", async () => {
    const event = await withSeats(nextEvent(), 4);
    const id = await hold(event, 4);
    paying.bank.minutes = 40;
    const started = await pay(event, id, 4);
    paying.bank.minutes = 30;
    pass(44);
    assert.deepEqual((await asHold(event, 1)).isValid, false, "the guest may have paid in time");
    await paying.work();
    assert.equal((await read(started.id)).state, "ended");
    pass(6);
    assert.equal((await asHold(event, 1)).isValid, true);
  });

  test("a late payment takes free seats again at its price; without seats the money goes back by itself", async () => {
    const { bank, report, work, desk } = paying;
    const [free, gone] = [nextEvent(), await withSeats(nextEvent(), 4)];
    const late = async (event: string, adults: number) => {
      const id = await hold(event, adults);
      const started = await pay(event, id, adults);
      pass(31);
      await work();
      pass(10);
      assert.equal((await read(started.id)).state, "ended");
      return { ...started, held: bank.last };
    };
    const first = await late(free, 4);
    bank.pay(first.held);
    await report(bank.report(first.held));
    assert.equal((await read(first.id)).state, "booked");

    const second = await late(gone, 4);
    await partner.buy(gone, { ADULT: 4 });
    bank.pay(second.held);
    await report(bank.report(second.held));
    assert.equal((await read(second.id)).state, "returned");
    await work();
    assert.deepEqual([...second.held.refunds.values()], [second.held.amount.minor]);
    const { data, total } = await desk.ask("GET", "/checkouts?state=unseated");
    assert.deepEqual([total, data[0].state, data[0].why], [1, "refunded", "no-seats"]);
    const letters = await sql<{
      cause: string;
    }>`select cause from guest_letter where order_id = ${second.id} order by cause`.execute(
      paying.app.store.database.db,
    );
    assert.deepEqual(letters.rows, [{ cause: `no-seats:${second.id}` }, { cause: `paid-back:${second.id}` }]);
    const { service } = paying.app.app;
    const letter = () => paymentLetter(service.payments, { orderId: second.id, cause: `no-seats:${second.id}` }, null);
    assert.equal(await letter(), null, "the operator has no e-mail address for it");
    const brand = { name: null, logo: null, colour: null, taxNumber: null, dayPhone: null };
    await (await signedIn(paying.app, "owner")).ask("PUT", "/brand", { ...brand, email: "desk@example.com" });
    const { to, subject, text } = (await letter())!;
    assert.equal(to.address, "desk@example.com");
    assert.match(subject, /200/);
    assert.ok(text.includes(second.number ?? "") && text.includes("flamenco"), text);
  });

  test("pay on arrival and transfer book at once and leave the price due; a deposit leaves the rest", async () => {
    const { bank, report, order } = paying;
    const event = nextEvent();
    for (const kind of ["arrival", "transfer"]) {
      const { state, orderId } = await pay(event, await hold(event, 1), 1, { kind, dueOn: "2026-06-20" });
      const { account } = await order(orderId);
      assert.deepEqual([state, account.balanceDue, account.dueOn], ["booked", "50.00", "2026-06-20"]);
    }
    const started = await pay(event, await hold(event, 1), 1, { deposit: "20.00" });
    bank.pay();
    await report();
    const { orderId } = await read(started.id);
    assert.deepEqual(
      [(await order(orderId)).account.paid, (await order(orderId)).account.balanceDue],
      ["20.00", "30.00"],
    );
  });

  test("a quote names what a payment charges, before and after the hold, and the providers", async () => {
    const event = nextEvent();
    const selection = { id: event, apiKey: paying.app.key, tickets: [{ code: "ADULT", quantity: 2 }] };
    const quote = async (body: object) => {
      const headers = { "content-type": "application/json" };
      const sent = { method: "POST", headers, body: JSON.stringify(body) };
      const answer = await paying.page("/api/es/eventpay/quote", sent);
      return { status: answer.status, ...JSON.parse(answer.text) };
    };
    const free = await quote({ selection });
    assert.deepEqual(free.amount, { minor: 10_000, currencyCode: "USD" });
    assert.deepEqual(free.price, { currencyCode: "EUR", value: 90 });
    assert.deepEqual(free.tickets, [{ code: "ADULT", quantity: 2, price: { currencyCode: "EUR", value: 90 } }]);
    assert.deepEqual(free.providers, [{ kind: paying.bank.name, label: "Banco de prueba", test: false }]);
    const holdId = await hold(event, 2);
    const held = await quote({ selection, holdId });
    assert.deepEqual([held.amount, held.paymentId], [free.amount, null]);
    const started = await pay(event, holdId, 2);
    assert.deepEqual((await quote({ selection, holdId })).paymentId, started.id);
    assert.deepEqual(started.amount, held.amount);
    const refused = await quote({ selection: { ...selection, tickets: [{ code: "ADULT", quantity: 11 }] } });
    assert.deepEqual(
      [refused.isValid, refused.errors[0].code, refused.amount],
      [false, "quantity-above-maximum", null],
    );
    assert.equal((await quote({ selection, holdId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" })).status, 404);
    assert.equal((await quote({ selection: { ...selection, id: "no" } })).errors[0].pointer, "/selection/id");
    assert.equal((await quote({ selection: { ...selection, apiKey: "wrong" } })).status, 401);
  });

  test("a site reads in what currency its guests are charged, and through which providers", async () => {
    const ways = async (headers: Record<string, string>, lang = "es") => {
      const answer = await paying.page(`/api/${lang}/eventpay`, { headers });
      return { status: answer.status, ...JSON.parse(answer.text) };
    };
    const known = { "x-api-key": paying.app.key };
    const providers = [{ kind: paying.bank.name, label: "Banco de prueba", test: false }];
    assert.deepEqual(await ways(known), { status: 200, currencyCode: "USD", providers });
    assert.deepEqual((await ways(known, "en")).providers[0].label, "Test bank");
    assert.equal((await ways({})).status, 401);
    assert.equal((await ways({ "x-api-key": "wrong" })).status, 401);
    assert.equal((await ways(known, "fr")).status, 404);
  });

  test("the guest's name is on the order, the guest list and the voucher of a sale that asks for no names", async () => {
    const guestName = "Zoë van der Berg";
    const { desk } = paying;
    const event = nextEvent();
    const started = await pay(event, await hold(event, 2), 2, { guestName });
    paying.bank.pay();
    await paying.report();
    const { orderId } = await read(started.id);
    const xml = new Wire(paying.app.url, { sends: "xml", reads: "xml", key: paying.app.key });
    const booked = (await xml.ask(
      "eventpay",
      { lang: "es" },
      {
        booking: bookRequest(paying.app.key, event, 1),
        ...{ holdId: await hold(event, 1), returnUrl: "https://site.example/paid", kind: "arrival", guestName },
      },
    )) as Payment;
    for (const id of [orderId, booked.orderId]) {
      await desk.ask("POST", `/orders/${id}/confirm`, {});
      const order = await paying.order(id);
      assert.equal(order.leadName, guestName);
      const voucher = await fetch(`${paying.app.url}${new URL(order.voucher.address).pathname}`);
      const text = await (await Pdf.read(await voucher.bytes())).text();
      assert.ok(text.includes(guestName), text);
    }
    const { orders } = await desk.ask("GET", `/events/${event}/manifest`);
    assert.deepEqual(
      orders.map(({ passengers }: { passengers: string[] }) => passengers),
      [[guestName], [guestName]],
    );

    const asking = (await eventIds(paying.app.store.database.db, "boat")).at(-1)!;
    const { questions, totalUsd } = await partner.validate(asking, { ADULT: 1 });
    const answers = answersTo(questions);
    const sent = { totalUsd: totalUsd!, answers };
    const asked = await pay(asking, await hold(asking, 1), 1, { kind: "arrival", guestName }, sent);
    const { event: stored, leadName } = await paying.order(asked.orderId);
    assert.equal(stored.answers.length, answers.length);
    assert.notEqual(leadName, guestName);
  });

  test("the money of an order: what is due, what a cancellation refunds, and the page that takes the rest", async () => {
    const event = nextEvent();
    const started = await pay(event, await hold(event, 2), 2, { deposit: "20.00", dueOn: "2026-06-20" });
    paying.bank.pay();
    await paying.report();
    const { orderId } = await read(started.id);
    const headers = { "x-api-key": paying.app.key };
    const money = async (path = orderId, sent: object = { headers }) => {
      const answer = await paying.page(`/api/es/orderpay/${path}`, sent);
      return { status: answer.status, ...JSON.parse(answer.text) };
    };
    const usd = (minor: number) => ({ minor, currencyCode: "USD" });
    const first = await money();
    assert.deepEqual([first.total, first.paid, first.due], [usd(10_000), usd(2_000), usd(8_000)]);
    assert.deepEqual([first.dueOn, first.isPayable, first.quote], ["2026-06-20", true, null]);
    assert.deepEqual([first.cancellation.refund, first.cancellation.owed], [usd(2_000), usd(0)]);
    const page = async () => {
      const body = JSON.stringify({ id: orderId, apiKey: paying.app.key });
      const sent = { method: "POST", headers: { "content-type": "application/json" }, body };
      const answer = await paying.page("/api/es/orderpay", sent);
      return { status: answer.status, ...JSON.parse(answer.text) };
    };
    const { page: at } = await page();
    assert.equal((await page()).page.url, at.url, "one page");
    await paying.choose(new URL(at.url).pathname);
    assert.equal(paying.bank.last.amount.minor, 8_000);
    paying.bank.pay();
    await paying.report();
    const paid = await money();
    assert.deepEqual([paid.paid, paid.due, paid.isPayable], [usd(10_000), usd(0), false]);
    assert.deepEqual([(await page()).status, (await page()).code], [409, "nothing-payable"]);
    assert.equal((await money(orderId, {})).status, 401);
    assert.equal((await money("3f2504e0-4f89-41d3-9a0c-0305e82c3301")).status, 404);
    assert.equal((await money(`${orderId}?quoteId=3f2504e0-4f89-41d3-9a0c-0305e82c3301`)).status, 404);
  });

  test("bad requests name their field", async () => {
    const event = nextEvent();
    const id = await hold(event, 1);
    const pointers = async (more: object, booking: object = {}) => {
      const { status, errors } = await pay(event, id, 1, more, booking);
      return [status, errors?.[0]?.pointer];
    };
    assert.deepEqual(await pointers({ returnUrl: "javascript:alert(1)" }), [400, "/returnUrl"]);
    assert.deepEqual(await pointers({ dueOn: "2026-02-30" }), [400, "/dueOn"]);
    assert.deepEqual(await pointers({ guestName: "a".repeat(201) }), [400, "/guestName"]);
    assert.deepEqual(await pointers({ deposit: "0" }), [400, "/deposit"]);
    assert.deepEqual(await pointers({ deposit: "10", kind: "arrival" }), [400, "/deposit"]);
    assert.deepEqual(await pointers({}, { email: "no" }), [400, "/booking/email"]);
    assert.equal((await pay(event, "3f2504e0-4f89-41d3-9a0c-0305e82c3301", 1)).status, 404);
    assert.equal((await pay(event, id, 1, { kind: "unknown" })).status, 409);
    const refused = await pay(event, id, 2);
    assert.deepEqual([refused.state, refused.errors[0].code], ["refused", "hold-differs"]);
  });

  test("in XML it is the same payment, and a posted page has its fields as a list", async () => {
    const event = nextEvent();
    const holdId = await hold(event, 1);
    const wire = new Wire(paying.app.url, { sends: "xml", reads: "xml", key: paying.app.key });
    const booking = bookRequest(paying.app.key, event, 1);
    const started = (await wire.ask(
      "eventpay",
      { lang: "en" },
      { booking, holdId, returnUrl: "https://site.example/paid" },
    )) as Payment;
    assert.deepEqual([started.state, started.page?.fields], ["open", []]);
    const known = (await wire.ask("payment", { lang: "en", id: started.id! }, undefined, {
      "x-api-key": paying.app.key,
    })) as Payment;
    assert.deepEqual(known, started);
    assert.equal((await read(started.id!)).id, started.id);
  });

  test("killed before any statement, both counts are equal in the end", async () => {
    const { app, bank, work, payments: _ } = paying;
    const { db } = app.store.database;
    const event = nextEvent();
    const caller = (await findCaller(db, app.key, { demo: false }))!;
    const { payments } = app.app.service;
    const reached = new Set<string>();
    const isNth = async (act: (dead: typeof payments) => Promise<unknown>, step: number) => {
      const plugin = dying(step);
      const dead = { ...payments, orderContext: { ...payments.orderContext, db: db.withPlugin(plugin) } };
      await act(dead as typeof payments).catch(() => {});
      return plugin.isDead;
    };
    /** Kills the work before each of its statements in turn, and then ends it in another process. */
    const killed = async (
      name: string,
      prepare: () => Promise<void>,
      act: (dead: typeof payments) => Promise<unknown>,
    ) => {
      for (let step = 0; ; step++) {
        await prepare();
        const died = await isNth(act, step);
        if (!died) break;
        reached.add(name);
        await work();
        await check(`${name}, killed before statement ${step}`);
        if (step > 60) assert.fail("the work does not end");
      }
    };
    const count = async (what: string) => {
      const { rows } = await sql<{ minor: number }>`
        select (coalesce((select sum(round(amount * 100)) from payment where method = 'online'), 0)
          - coalesce((select sum(round(paid_usd * 100)) from refund where method = 'online'), 0))::bigint as minor`.execute(
        db,
      );
      return [what, rows[0]!.minor];
    };
    const check = async (when: string) => assert.deepEqual(await count(when), [when, bank.balance], when);
    let id = "";
    const fresh = async () => {
      id = await hold(event, 1).catch(() => "");
    };
    const given = () => ({ booking: bookRequest(app.key, event, 1), holdId: id, returnUrl: "https://site.example" });
    const call = { lang: "es", caller, now: app.clock.now, hasGivenUp: neverGivenUp, holdMinutes: 10 } as const;
    const free = async () => {
      await sql`delete from checkout where state in ('starting', 'open')`.execute(db);
      await sql`update event set capacity = capacity + 1, capacity_left = capacity_left + 1 where id = ${event}`.execute(
        db,
      );
    };
    await killed(
      "start",
      async () => {
        await free();
        await fresh();
      },
      (dead) => payHold(dead, given(), call),
    );
    const startedAndPaid = async () => {
      await free();
      await fresh();
      await payHold(payments, given(), call);
      bank.pay();
    };
    await killed("report", startedAndPaid, (dead) => takeNotification(dead, bank.name, bank.report()));
    await killed("job", startedAndPaid, async (dead) => {
      await sql`update checkout set due_at = now() where due_at is not null`.execute(db);
      for (const due of await dueCheckouts(db, 10, [])) await runCheckout(dead, due.id);
    });
    const unseated = async () => {
      await startedAndPaid();
      await sql`update hold set status = 'released' where id = ${id}`.execute(db);
      await sql`update event set capacity_left = 0 where id = ${event}`.execute(db);
      await takeNotification(payments, bank.name, bank.report());
      await sql`update checkout_refund set due_at = now() where state = 'due'`.execute(db);
    };
    await killed("refund", unseated, async (dead) => {
      for (const due of await dueCheckoutRefunds(db, 10, [])) await runRefund(dead, due.id);
    });
    assert.deepEqual([...reached], ["start", "report", "job", "refund"]);
    const { rows } = await sql`select 1 from checkout where state in ('paid', 'refunding')`.execute(db);
    assert.equal(rows.length, 0, "no payment is left without an order or a refund");
  });
});
