import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { eraseOrder, erasePersonalData, exportOrder } from "../../src/domain/orders/personal-data.ts";
import { changeOrder } from "../../src/domain/orders/transitions.ts";
import { voucherContent } from "../../src/domain/visits/vouchers.ts";
import { insertBulkAction } from "../../src/store/bulk/bulk-actions.ts";
import { listAudit } from "../../src/store/operators/audit.ts";
import { insertChannelBooking, unknownPerson } from "../../src/store/orders/channel-bookings.ts";
import { eraseReservations } from "../../src/store/orders/personal-data.ts";
import { orderById } from "../../src/store/sale/orders.ts";
import type { TimelineEntry } from "../../src/store/sale/timeline.ts";
import { eventIds } from "../concurrency/booking.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { signedIn } from "../support/console.ts";
import { answersTo, Partner } from "../support/partner.ts";
import { startReceiver } from "../support/servers/callback-receiver.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";

/** Personal data are erased in time: e-mail, telephone, address and answers. The order itself stays. */

const dayMs = 86_400_000;

onPostgres("personal data", (open) => {
  let app: TestApp;
  let partner: Partner;
  let boat: string;
  before(async () => {
    app = await startApp({ open, config: { callbackAllowPrivate: true } });
    partner = new Partner(app);
    // 18 June 2026, 09:00 in São Paulo: with two days' lead, the first event that can still be bought.
    boat = (await eventIds(app.store.database.db, "boat"))[4]!;
  });
  after(() => app.stop());

  const place = async () => {
    const { questions } = await partner.validate(boat, { ADULT: 2 });
    return partner.buy(boat, { ADULT: 2 }, { answers: answersTo(questions), email: "ana@example.com" });
  };

  test("are erased once, the set number of days after the event's day", async () => {
    const { db } = app.store.database;
    const { id } = await place();
    const { orderContext } = app.app.service;
    await changeOrder(orderContext, id!, {
      trigger: "confirmed",
      actor: "supplier",
      confirmation: "B-1",
      message: "Para Ana",
    });
    // The day of 18 June ends in São Paulo at 03:00 UTC of the 19th.
    const end = new Date("2026-06-19T03:00:00Z").getTime();
    assert.equal(await erasePersonalData(db, new Date(end + 90 * dayMs), 90), 0);
    assert.equal((await read(id!)).event.email, "ana@example.com");
    assert.equal(await erasePersonalData(db, new Date(end + 90 * dayMs + 1000), 90), 1);
    assert.equal(await erasePersonalData(db, new Date(end + 91 * dayMs), 90), 0);

    const order = await read(id!);
    const { email, phoneNumber, remoteHost, answers, tickets, totalUsd } = order.event;
    assert.deepEqual(
      { email, phoneNumber, remoteHost, answers },
      { email: "", phoneNumber: "", remoteHost: "", answers: [] },
    );
    assert.deepEqual(
      [order.status, order.confirmation, tickets],
      ["complete", "B-1", [{ code: "ADULT", quantity: 2 }]],
    );
    assert.ok(totalUsd.value > 0);
    const exported = await exportOrder(db, id!);
    assert.doesNotMatch(JSON.stringify(exported), /ana/i);
    assert.equal(exported!.timeline.at(-1)!.kind, "erased");
  });

  test("of one order can be erased at once, and its voucher then has no names", async () => {
    const { db } = app.store.database;
    const { id } = await place();
    await changeOrder(app.app.service.orderContext, id!, { trigger: "confirmed", actor: "operator" });
    const before = await exportOrder(db, id!);
    const { code } = before!.voucher!;
    const at = { publicUrl: "https://paseo.example.com", operatorName: "Paseo" };
    const named = await voucherContent(db, code, at);
    assert.ok(named && named !== "void" && named.passengers.length === 2, JSON.stringify(named));
    assert.equal(before!.order.event.email, "ana@example.com");
    assert.equal(await eraseOrder(db, id!, testNow), true);
    assert.equal(await eraseOrder(db, "00000000-0000-4000-8000-000000000000", testNow), false);
    assert.equal((await exportOrder(db, id!))!.order.event.email, "");
    const unnamed = await voucherContent(db, code, at);
    assert.ok(unnamed && unnamed !== "void");
    assert.deepEqual(unnamed.passengers, []);
  });

  test("an erased order leaves no free text anywhere in the store", async () => {
    const [marker, address] = ["Zitronenfalter", "203.0.113.77"];
    const { db } = app.store.database;
    const receiver = await startReceiver();
    after(() => receiver.close());
    const operator = await signedIn(app, "orders");
    const dump = async () => {
      const { rows: tables } = await sql<{ schema: string; name: string }>`
        select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)'`.execute(db);
      const found: string[] = [];
      for (const { schema, name } of tables) {
        const { rows } = await sql<{ row: string }>`
          select t::text as row from ${sql.table(`${schema}.${name}`)} t where t::text ~* ${`${marker}|${address}`}`.execute(
          db,
        );
        found.push(...rows.map(({ row }) => `${schema}.${name}: ${row}`));
      }
      return found;
    };
    const { questions } = await partner.validate(boat, { ADULT: 2 });
    const answers = answersTo(questions).map((answer) =>
      /name/.test(answer.code) ? { ...answer, value: marker } : answer,
    );
    const buy = async () => {
      const { id } = await partner.buy(
        boat,
        { ADULT: 2 },
        {
          answers,
          email: `${marker}@example.com`,
          phoneNumber: `+34 ${marker}`,
          remoteHost: address,
          callbackUrl: `${receiver.url()}?token=${marker}#${marker}`,
        },
      );
      return id!;
    };
    const settled = (id: string) =>
      until(async () => {
        const { rows } = await sql`select 1 from callback where order_id = ${id} and state = 'waiting'`.execute(db);
        return rows.length === 0;
      }, "its callbacks");
    const { orderContext } = app.app.service;

    receiver.answerNext({ status: 200, body: `thank you, ${marker}` });
    const first = await buy();
    await operator.ask("POST", `/orders/${first}/notes`, { note: `${marker} called` });
    await operator.ask("POST", `/orders/${first}/confirm`, { why: `${marker} says so` });
    await settled(first);
    await operator.ask("POST", `/orders/${first}/cancel`, { why: marker });
    await changeOrder(orderContext, first, {
      trigger: "cancel-declined",
      actor: "supplier",
      message: `Not for ${marker}`,
    });
    await settled(first);
    const second = await buy();
    const reason = `${marker} asked for it`;
    await changeOrder(orderContext, second, { trigger: "declined", actor: "operator", message: reason });
    await settled(second);

    // Texts about several orders, and those of other protocols.
    const event = (await orderById(db, second))!;
    const { rows: due } = await sql<{ id: string }>`
      insert into refund (order_id, reason, due_usd, due_at) values (${first}, 'cancelled', 1, now()) returning id`.execute(
      db,
    );
    await operator.ask("POST", "/refunds/record", { ids: [due[0]!.id], method: "cash", note: marker });
    const person = { ...unknownPerson, fullName: marker };
    const units = [{ uuid: randomUUID(), code: "ADULT", reference: marker, contact: person }];
    const guests = { units, pickup: null, contact: person, notes: marker, reference: marker };
    const { productId, itemId, eventId, partnerId } = { ...event, itemId: event.eventId };
    const reserved = { test: false, lang: "es" as const, holdId: randomUUID(), freesale: false, createdAt: testNow };
    const ids = { partnerId, productId, itemId, eventId };
    for (const id of [first, randomUUID()])
      assert.ok(await insertChannelBooking(db, { ...reserved, ...ids, uuid: randomUUID(), id, guests }));
    await sql`update orders set external_reference = ${marker} where id = ${first}`.execute(db);
    const action = { id: randomUUID(), kind: "cancel" as const, events: [{ id: eventId, eventOn: event.eventOn }] };
    const letters = { es: { subject: marker, body: marker } };
    const third = await buy();
    await db.transaction().execute(async (tx) => {
      const content = { lang: "es" as const, reason: marker, letters };
      const more = { content, createdAt: testNow, createdBy: operator.email };
      await insertBulkAction(tx, { ...action, ...more }, [{ id: third, eventId }], { writes: true });
      // The action runs after the erasure.
      await sql`update bulk_action_order set due_at = now() + interval '1 hour'`.execute(tx);
    });

    const places = new Set((await dump()).map((row) => row.split(":")[0]));
    for (const table of [
      "orders",
      "order_timeline",
      "callback",
      "callback_attempt",
      "audit",
      "refund",
      "channel_booking",
      "bulk_action",
    ])
      assert.ok(places.has(`public.${table}`), `the test wrote nothing into ${table}`);
    await operator.ask("POST", `/orders/${first}/erase`);
    for (const id of [second, third]) await eraseOrder(db, id, app.clock.now);
    await eraseReservations(db, testNow);
    assert.deepEqual(await dump(), []);

    // An erased order takes no text.
    await sql`update bulk_action set content = content || ${JSON.stringify({ reason: marker })}::jsonb`.execute(db);
    await sql`update bulk_action_order set due_at = now()`.execute(db);
    await until(async () => (await orderById(db, third))!.status !== "waitsupplier", "the bulk action");
    await until(async () => {
      const { rows } = await sql`select 1 from bulk_action_order where state = 'waiting'`.execute(db);
      return rows.length === 0;
    }, "the end of the bulk action");
    await sql`update bulk_action set content = content || '{"reason": ""}'`.execute(db);
    await operator.ask("POST", `/orders/${first}/notes`, { note: `${marker} called again` });
    receiver.answerNext({ status: 200, body: `thank you, ${marker}` });
    await operator.ask("POST", `/orders/${first}/callbacks`);
    assert.deepEqual(await dump(), []);

    // Actors and actions stay.
    const { timeline, callbacks } = await operator.ask("GET", `/orders/${first}`);
    for (const entry of [
      { kind: "note", why: null },
      { kind: "status", why: "confirmed" },
      { kind: "status", why: "cancel" },
    ])
      assert.partialDeepStrictEqual(
        timeline.find((one: TimelineEntry) => one.kind === entry.kind && one.why === entry.why),
        { actor: "operator", operator: operator.email, message: null },
      );
    const status = callbacks[0].status;
    assert.ok(callbacks[0].url.endsWith(`?orderid=${first}&status=${status}`), callbacks[0].url);
    const { rows } = await listAudit(db, { operation: "orders.confirm" }, { offset: 0, limit: 1 });
    assert.deepEqual([rows[0]!.operator, rows[0]!.after], [operator.email, { status: "complete" }]);
  });

  const read = (id: string) => partner.wire.ask("order", { lang: "es", id });
});
