import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, afterEach, before, test } from "node:test";
import { sql } from "kysely";
import { returnAllExpiredSeats } from "../../src/domain/orders/holds/expired-holds.ts";
import { changeOrder } from "../../src/domain/orders/order-changes.ts";
import { createKey } from "../../src/domain/partners/keys.ts";
import type { Db } from "../../src/store/database/database.ts";
import { startApp, type TestApp, testNow } from "../support/app.ts";
import { codesOf, eventId } from "../support/partner.ts";
import { boat, show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { Holder, seatsOf } from "../support/samples/holding.ts";
import { onBothStores } from "../support/servers/stores.ts";
import { assertProblem, formats, mediaTypes, send } from "../support/wire.ts";

/** Seats held before payment: eventhold, holdextend, holdrelease, and eventbook with the header Paseo-Hold. */

const minute = 60_000;
const rule = { code: "ADULT", minQuantity: 0, maxQuantity: 20, defaultQuantity: 1, incrementQuantity: 1 };
/** A product of one evening with its own seats and price. */
const evening = (
  name: string,
  { capacity = 10, amount = "45.00", more = {} }: { capacity?: number; amount?: string; more?: object } = {},
) =>
  variant(
    show,
    { externalId: name, name, ...more },
    {
      externalId: name,
      ticketRules: [rule],
      schedules: [],
      events: [{ eventOn: "2026-06-30T20:00", capacity, prices: [{ code: "ADULT", amount }] }],
    },
  );
const names = ["json", "xml", "last", "race", "job", "extended", "released", "tests", "keys", "resized", "ended"];
const others = ["repeated", "wrong", "closing", "limits", "sandbox"];
const products = [...names, ...others].map((name) => evening(name, name === "limits" ? { capacity: 30 } : {}));
const catalogue = { ...testCatalogue, products: [...products, boat] };

/** The unit prices that an order was sold at. */
async function pricesOf(db: Db, order: string): Promise<{ unitPrice: string }[]> {
  const { rows } = await sql<{ tickets: { unitPrice: string }[] }>`
    select agreed -> 'tickets' as tickets from orders where id = ${order}`.execute(db);
  return rows[0]!.tickets;
}

/** As if the process had died before it stored the answers. */
const forgetAnswer = (db: Db) => sql`update idempotency set answer = null`.execute(db);

onBothStores("holds", (open) => {
  let app: TestApp;
  let db: Db;
  let holder: Holder;
  before(async () => {
    app = await startApp({ open, catalogue, jobs: false, config: { holdsPerPartner: 12, heldSeatsPerPartner: 30 } });
    db = app.store.database.db;
    holder = new Holder(app);
  });
  after(() => app?.stop());
  // Ends the holds of a test, so that the limits of the partner begin anew.
  afterEach(async () => {
    app.clock.now = new Date(app.clock.now.getTime() + 16 * minute);
    await returnAllExpiredSeats(db, app.clock.now);
  });

  const event = (name: string) => eventId(app, name, "2026-06-30T20:00");
  const newest = async () => (await holder.wire.ask("productversion", {})).updateVersion;
  const pass = (ms: number) => {
    app.clock.now = new Date(app.clock.now.getTime() + ms);
  };
  const shown = async (id: string, version: number) => {
    const { values } = await holder.wire.ask("events", { version });
    return values.find((one) => one.id === id)?.availabilityCode;
  };
  const refused = async (hold: Parameters<Holder["book"]>[0], more: Parameters<Holder["book"]>[1] = {}) => {
    const order = await holder.book(hold, more);
    assert.deepEqual([order.id, order.isValid], [null, false]);
    return codesOf(order);
  };

  for (const format of formats)
    test(`the order takes the held seats at the held total, in ${format}, whatever the price becomes`, async () => {
      const own = new Holder(app, { format, lang: "pt" });
      const id = await event(format);
      const hold = await own.hold(id, { ADULT: 3 });
      const expiresAt = new Date(app.clock.now.getTime() + 15 * minute).toISOString();
      assert.deepEqual(
        { ...hold, id: typeof hold.id },
        {
          ...{ id: "string", eventId: id, status: "open", tickets: [{ code: "ADULT", quantity: 3 }] },
          ...{ totalUsd: { currencyCode: "USD", value: 150 }, expiresAt, testMode: false },
          ...{ isValid: true, errors: [], questions: [] },
        },
      );
      assert.deepEqual(await seatsOf(db, id), { left: 7, sold: 0, held: 3 });

      const dearer = products.map((one) => (one.name === format ? evening(format, { amount: "90.00" }) : one));
      await app.import({ ...catalogue, products: [...dearer, boat] });
      // Longer than PRICE_HOLD_MINUTES, with extensions.
      for (let n = 0; n < 2; n++) {
        pass(14 * minute);
        assert.equal((await own.extend(hold.id!)).status, "open");
      }
      pass(10 * minute);
      const order = await own.book(hold);
      assert.deepEqual([order.isValid, order.errors, order.event.totalUsd.value], [true, null, 150]);
      assert.deepEqual(await seatsOf(db, id), { left: 7, sold: 3, held: 0 });
      const [row] = (await pricesOf(db, order.id!)) as [{ unitPrice: string }];
      assert.equal(row.unitPrice, "45.00");
    });

  test("the questions of a hold are those of validate", async () => {
    const id = await eventId(app, "boat-seat", "2026-06-28T09:00");
    const { questions, totalUsd } = await holder.hold(id, { ADULT: 2 });
    const body = { id, apiKey: app.key, tickets: [{ code: "ADULT", quantity: 2 }] };
    const validated = await holder.wire.ask("eventvalidate", { lang: "es" }, body);
    assert.ok(questions.length > 5);
    assert.deepEqual({ questions, totalUsd }, { questions: validated.questions, totalUsd: validated.totalUsd });
  });

  test("taking the last seat and returning it publish a version each", async () => {
    const id = await event("last");
    await holder.hold(id, { ADULT: 9 });
    const version = await newest();
    const last = await holder.hold(id, { ADULT: 1 });
    assert.equal(await newest(), version + 1);
    assert.equal(await shown(id, version), "sold-out");
    const none = await holder.hold(id, { ADULT: 1 });
    assert.deepEqual([none.id, none.status, none.expiresAt, codesOf(none)], [null, null, null, ["event-sold-out"]]);
    assert.equal((await holder.release(last.id!)).status, "released");
    assert.equal(await newest(), version + 2);
    assert.equal(await shown(id, version), "available");
    assert.deepEqual(codesOf(await holder.hold(id, { ADULT: 2 })), ["capacity"]);
  });

  for (const operation of ["eventvalidate", "eventbook", "eventhold"] as const)
    test(`${operation} finds the seats of expired holds without a job, and partners see them`, async () => {
      const id = await event("race");
      const holds = [await holder.hold(id, { ADULT: 6 }), await holder.hold(id, { ADULT: 4 })];
      const version = await newest();
      pass(15 * minute);
      assert.equal((await seatsOf(db, id)).left, 0);
      const request = { id, apiKey: app.key, tickets: [{ code: "ADULT", quantity: 10 }] };
      const customer = { email: "a@example.com", phoneNumber: "1", remoteHost: "192.0.2.1" };
      const totalUsd = { currencyCode: "USD" as const, value: 500 };
      const body = { ...request, ...customer, totalUsd };
      const answer = await holder.wire.ask(operation, { lang: "es" }, body);
      assert.equal(answer.isValid, true, JSON.stringify(answer.errors));
      assert.ok((await newest()) > version);
      assert.deepEqual(await refused(holds[0]!), ["hold-expired"]);
      const { left, sold, held } = await seatsOf(db, id);
      assert.equal(left! + sold + held, 10);
      assert.equal(left, operation === "eventvalidate" ? 10 : 0);
      if (operation === "eventbook") await cancelOrder(answer.id!);
    });
  const cancelOrder = (id: string) =>
    changeOrder(app.app.service.orderContext, id, { trigger: "cancel", actor: "operator" });

  test("the job returns the seats of expired holds, and publishes what was sold out", async () => {
    const id = await event("job");
    await holder.hold(id, { ADULT: 10 });
    const version = await newest();
    pass(15 * minute - 1);
    await returnAllExpiredSeats(db, app.clock.now);
    assert.deepEqual(await seatsOf(db, id), { left: 0, sold: 0, held: 10 });
    pass(1);
    await returnAllExpiredSeats(db, app.clock.now);
    assert.deepEqual(await seatsOf(db, id), { left: 10, sold: 0, held: 0 });
    assert.deepEqual([await newest(), await shown(id, version)], [version + 1, "available"]);
  });

  test("holdextend gives the full time again, a limited number of times", async () => {
    const hold = await holder.hold(await event("extended"), { ADULT: 1 });
    pass(5 * minute);
    const once = await holder.extend(hold.id!);
    assert.equal(once.expiresAt, new Date(app.clock.now.getTime() + 15 * minute).toISOString());
    pass(minute);
    assert.equal((await holder.extend(hold.id!)).isValid, true);
    const thrice = await holder.extend(hold.id!);
    assert.deepEqual([thrice.isValid, thrice.status, codesOf(thrice)], [false, "open", ["hold-extend-limit"]]);
    pass(15 * minute);
    assert.deepEqual(codesOf(await holder.extend(hold.id!)), ["hold-expired"]);
  });

  test("a hold ends with the sale of its event at the latest", async () => {
    const tomorrow = variant(show, { externalId: "soon" }, { externalId: "soon", schedules: [] });
    const at = new Date(app.clock.now.getTime() + 130 * minute).toISOString().slice(0, 16);
    tomorrow.items[0]!.events = [{ eventOn: at, capacity: 5, prices: [{ code: "ADULT", amount: "45.00" }] }];
    await app.import({ ...catalogue, products: [...catalogue.products, tomorrow] });
    const id = await eventId(app, "soon", at);
    // Madrid is two hours ahead of UTC.
    const { expiresAt } = await holder.hold(id, { ADULT: 1 });
    assert.equal(expiresAt, `${new Date(app.clock.now.getTime() + 10 * minute).toISOString().slice(0, 16)}:00.000Z`);
  });

  test("holdrelease can be repeated, and refuses a hold that is an order", async () => {
    const id = await event("released");
    const hold = await holder.hold(id, { ADULT: 4 });
    for (let n = 0; n < 2; n++) {
      const { status, isValid, errors } = await holder.release(hold.id!);
      assert.deepEqual({ status, isValid, errors }, { status: "released", isValid: true, errors: [] });
      assert.deepEqual(await seatsOf(db, id), { left: 10, sold: 0, held: 0 });
    }
    assert.deepEqual(await refused(hold), ["hold-released"]);
    assert.deepEqual(codesOf(await holder.extend(hold.id!)), ["hold-released"]);
    const booked = await holder.hold(id, { ADULT: 1 });
    await holder.book(booked);
    const refusedRelease = await holder.release(booked.id!);
    assert.deepEqual([refusedRelease.status, codesOf(refusedRelease)], ["booked", ["hold-booked"]]);
    assert.deepEqual(await seatsOf(db, id), { left: 9, sold: 1, held: 0 });
  });

  test("a booking that differs from its hold is refused, and the hold stays", async () => {
    const id = await event("wrong");
    const hold = await holder.hold(id, { ADULT: 2 });
    const differing: Parameters<Holder["book"]>[1][] = [
      { tickets: [{ code: "ADULT", quantity: 1 }] },
      { tickets: [{ code: "CHILD", quantity: 2 }] },
      { id: await event("last") },
      { whiteLabelCode: "ACME-ES" },
      { testMode: true },
    ];
    for (const more of differing) assert.deepEqual(await refused(hold, more), ["hold-differs"], JSON.stringify(more));
    assert.deepEqual(await refused(hold, { totalUsd: { currencyCode: "USD", value: 99 } }), ["price-changed"]);
    assert.deepEqual(await refused({ ...hold, id: randomUUID() }), ["hold-unknown"]);
    const { key } = await createKey(db, { partner: "other", mode: "live", readOnly: false, now: testNow });
    const other = new Holder(app, { key });
    assert.deepEqual(codesOf(await other.book(hold)), ["hold-unknown"]);
    await other.wire.refused(404, "holdrelease", { lang: "es" }, { id: hold.id!, apiKey: key });
    await other.wire.refused(404, "holdextend", { lang: "es" }, { id: randomUUID(), apiKey: key });
    assert.deepEqual(await seatsOf(db, id), { left: 8, sold: 0, held: 2 });
    const inOtherOrder = { tickets: [{ code: "CHILD", quantity: 0 }, ...hold.tickets] };
    assert.equal((await holder.book(hold, inOtherOrder)).isValid, true);
  });

  test("an event that is closed for new sales still sells what is held, a black-out does not", async () => {
    const id = await event("closing");
    const [first, second] = [await holder.hold(id, { ADULT: 1 }), await holder.hold(id, { ADULT: 1 })];
    const set = async (availability: "sold-out" | "black-out") => {
      const closed = evening("closing");
      closed.items[0]!.events![0]!.availability = availability;
      await app.import({
        ...catalogue,
        products: [...products.filter(({ name }) => name !== "closing"), closed, boat],
      });
    };
    await set("sold-out");
    assert.equal((await holder.book(first)).isValid, true);
    await set("black-out");
    assert.deepEqual(await refused(second), ["event-black-out"]);
  });

  test("holds of each partner are limited in number and in seats; expired ones and those of test keys do not count", async () => {
    const id = await event("limits");
    const holds = [
      await holder.hold(await event("tests"), { ADULT: 10 }),
      await holder.hold(await event("keys"), { ADULT: 10 }),
    ];
    assert.deepEqual(codesOf(await holder.hold(await event("resized"), { ADULT: 9 })), []);
    const seats = await holder.hold(id, { ADULT: 2 });
    assert.deepEqual([seats.id, codesOf(seats)], [null, ["hold-limit-seats"]]);
    assert.match(seats.errors[0]!.message, /30/);
    const { key } = await createKey(db, { partner: "acme", mode: "test", readOnly: false, now: testNow });
    assert.equal((await new Holder(app, { key }).hold(id, { ADULT: 2 })).isValid, true);
    await holder.release(holds[0]!.id!);
    for (let n = 0; n < 9; n++) assert.deepEqual(codesOf(await holder.hold(id, { ADULT: 1 })), []);
    // Eleven are open. The last answer of the limit's headers says so.
    const body = JSON.stringify({ id, apiKey: app.key, tickets: [{ code: "ADULT", quantity: 1 }] });
    const headers = { "content-type": mediaTypes.json };
    const twelfth = await send(`${app.url}/api/es/eventhold`, { method: "POST", headers, body });
    assert.equal(twelfth.headers["ratelimit-policy"], '"open-holds";q=12, "held-seats";q=30');
    assert.equal(twelfth.headers.ratelimit, '"open-holds";r=0, "held-seats";r=1');
    const open = await send(`${app.url}/api/es/eventhold`, { method: "POST", headers, body });
    assert.match(open.text, /"isValid":false.*"code":"hold-limit-open"/);
    assert.equal(open.headers.ratelimit, '"open-holds";r=0, "held-seats";r=1');
    pass(15 * minute);
    assert.equal((await holder.hold(id, { ADULT: 9 })).isValid, true);
  });

  test("test holds take no seats, and a test key uses test holds only", async () => {
    const id = await event("tests");
    const { key } = await createKey(db, { partner: "acme", mode: "test", readOnly: false, now: testNow });
    const tester = new Holder(app, { key });
    const hold = await tester.hold(id, { ADULT: 10 });
    assert.equal(hold.testMode, true);
    assert.deepEqual(await seatsOf(db, id), { left: 10, sold: 0, held: 0 });
    const live = await holder.hold(id, { ADULT: 10 });
    assert.equal(live.isValid, true);
    await tester.wire.refused(404, "holdrelease", { lang: "es" }, { id: live.id!, apiKey: key });
    const order = await tester.book(hold);
    assert.deepEqual([order.isValid, order.event.testMode], [true, true]);
    const another = await tester.hold(id, { ADULT: 1 });
    assert.deepEqual(codesOf(another), ["event-sold-out"], "as live sales are");
    assert.deepEqual(await seatsOf(db, id), { left: 0, sold: 0, held: 10 });
  });

  test("the trigger hold-expired refuses a test booking as an expired hold", async () => {
    const hold = await holder.hold(await event("sandbox"), { ADULT: 1 }, { testMode: true });
    assert.deepEqual(await refused(hold, { email: "hold-expired@sandbox.test" }), ["hold-expired"]);
    assert.equal((await holder.book(hold)).isValid, true);
  });

  test("an Idempotency-Key of eventhold returns the first answer, and is apart from that of eventbook", async () => {
    const id = await event("keys");
    const headers = { "idempotency-key": "cart-7" };
    const hold = await holder.hold(id, { ADULT: 2 }, { headers });
    assert.deepEqual(await holder.hold(id, { ADULT: 2 }, { headers }), hold);
    assert.deepEqual(await seatsOf(db, id), { left: 8, sold: 0, held: 2 });
    const body = { id, apiKey: app.key, tickets: [{ code: "ADULT", quantity: 3 }] };
    const reused = await holder.wire.refused(422, "eventhold", { lang: "es" }, body, headers);
    assert.equal(reused.code, "idempotency-key-reused");
    const order = await holder.book(hold, { headers });
    assert.equal(order.isValid, true);
    assert.deepEqual(await holder.book(hold, { headers }), order);
  });

  test("a key whose answer was not stored finds the hold that it placed", async () => {
    const id = await event("keys");
    const headers = { "idempotency-key": "died" };
    const hold = await holder.hold(id, { ADULT: 1 }, { headers });
    await forgetAnswer(db);
    pass(31_000);
    assert.deepEqual((await holder.hold(id, { ADULT: 1 }, { headers })).id, hold.id);
  });

  test("the same booking of a hold again returns its order, other content is refused", async () => {
    const hold = await holder.hold(await event("repeated"), { ADULT: 2 });
    const [one, two] = await Promise.all([holder.book(hold), holder.book(hold)]);
    assert.deepEqual([one.isValid, two.id], [true, one.id]);
    assert.equal((await holder.book(hold)).id, one.id);
    assert.deepEqual(await refused(hold, { email: "another@example.com" }), ["hold-booked"]);
  });

  test("a new capacity and the end of an order leave held seats taken", async () => {
    const id = await event("resized");
    const order = await holder.book(await holder.hold(id, { ADULT: 3 }));
    const hold = await holder.hold(id, { ADULT: 4 });
    const resize = (capacity: number) =>
      app.import({
        ...catalogue,
        products: [...products.map((one) => (one.name === "resized" ? evening("resized", { capacity }) : one)), boat],
      });
    await resize(20);
    assert.deepEqual(await seatsOf(db, id), { left: 13, sold: 3, held: 4 });
    await resize(5);
    assert.deepEqual(await seatsOf(db, id), { left: 0, sold: 3, held: 4 });
    await cancelOrder(order.id!);
    assert.deepEqual(await seatsOf(db, id), { left: 1, sold: 0, held: 4 });
    await holder.release(hold.id!);
    assert.deepEqual(await seatsOf(db, id), { left: 5, sold: 0, held: 0 });
  });

  test("bad ids are refused with the field", async () => {
    const hold = await holder.hold(await event("ended"), { ADULT: 1 });
    const headers = { "content-type": mediaTypes.json, "paseo-hold": "the first one" };
    const body = JSON.stringify({ id: hold.eventId, apiKey: app.key, tickets: hold.tickets });
    const customer = { email: "a@example.com", phoneNumber: "1", remoteHost: "192.0.2.1", totalUsd: hold.totalUsd };
    const answer = await send(`${app.url}/api/es/eventbook`, {
      method: "POST",
      headers,
      body: JSON.stringify({ ...JSON.parse(body), ...customer }),
    });
    assert.deepEqual(assertProblem(answer, 400, "invalid-header").errors?.[0]?.pointer, "Paseo-Hold");
    const problem = await holder.wire.refused(400, "holdextend", { lang: "es" }, { id: "x", apiKey: app.key });
    assert.equal(problem.errors?.[0]?.pointer, "/id");
  });
});
