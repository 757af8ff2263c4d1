import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { eventIds } from "../../concurrency/booking.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { answersTo, eventId, Partner } from "../../support/partner.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { Pdf } from "../../vouchers/reading.ts";

/** The operator's day: events, the manifest of one, and names of ticket types. */

onPostgres("the operator's day", (open) => {
  let app: TestApp;
  let partner: Partner;
  let desk: Operator & { email: string };
  before(async () => {
    app = await startApp({ open, config: { publicUrl: "https://tickets.example.com" } });
    partner = new Partner(app);
  });
  after(() => app.stop());
  /** Sets the clock. The operator signs in again, because a session ends within a week. */
  const at = async (instant: string) => {
    app.clock.now = new Date(instant);
    desk = await signedIn(app, "orders");
  };
  type Line = { id: string; product: string; eventOn: string; daysAhead: number; started: boolean };
  const day = async (query = ""): Promise<Line[]> => (await desk.ask("GET", `/events/day${query}`)).data;

  test("a removed event stays on its day while it has guests", async () => {
    await at("2026-06-15T10:00:00Z");
    const owner = await signedIn(app, "owner");
    const [kept, empty] = [
      await eventId(app, "show-seat", "2026-06-24T20:00"),
      await eventId(app, "show-seat", "2026-06-25T20:00"),
    ];
    await partner.buy(kept, { ADULT: 1 });
    const { productId } = await owner.ask("GET", `/events/${kept}`);
    const { revision } = await owner.ask("GET", `/products/${productId}`);
    await owner.ask("POST", "/events/change", {
      products: [{ id: productId, revision }],
      selection: { from: "2026-06-24", to: "2026-06-25" },
      change: { availability: "removed" },
    });
    const ids = (await day("?from=2026-06-24&days=2")).map(({ id }) => id);
    assert.deepEqual([ids.includes(kept), ids.includes(empty)], [true, false]);
  });

  test("an event with too few people is flagged from its cut-off until its start", async () => {
    await at("2026-06-15T10:00:00Z");
    const event = await eventId(app, "show-seat", "2026-06-27T20:00");
    await sql`update product set record = record || '{"minimumGuests": 4, "minimumGuestsHours": 48}'
      where external_id = 'show'`.execute(app.store.database.db);
    const flagged = async (instant: string) => {
      await at(instant);
      const { tooFew, minimumGuests } = await desk.ask("GET", `/events/${event}`);
      assert.equal(minimumGuests, 4);
      return tooFew;
    };
    assert.equal(await flagged("2026-06-26T10:00:00Z"), false, "nobody has booked");
    await partner.buy(event, { ADULT: 3 });
    assert.equal(await flagged("2026-06-25T17:59:00Z"), false, "before the cut-off");
    assert.deepEqual(await day("?tooFew=true"), []);
    assert.equal(await flagged("2026-06-25T18:00:00Z"), true);
    const decisions = await day("?tooFew=true");
    assert.deepEqual(
      decisions.map(({ id, daysAhead }) => [id, daysAhead]),
      [[event, 2]],
    );
    assert.equal(await flagged("2026-06-27T18:01:00Z"), false, "it has started");
    await at("2026-06-26T10:00:00Z");
    await partner.buy(event, { ADULT: 1 });
    assert.equal(await flagged("2026-06-26T10:00:00Z"), false, "four people");
    await sql`update product set record = record - 'minimumGuests' where external_id = 'show'`.execute(
      app.store.database.db,
    );
    assert.equal((await desk.ask("GET", `/events/${event}`)).tooFew, false);
  });

  test("the manifest has the guests of standing orders with totals, and each view and export is audited", async () => {
    await at("2026-06-15T10:00:00Z");
    const boat = await eventId(app, "boat-seat", "2026-06-20T09:00");
    const { questions, totalUsd } = await partner.validate(boat, { ADULT: 2 });
    const names = ["Lucía", "Martín"];
    const answers = answersTo(questions).map((answer) => ({
      ...answer,
      ...(answer.code === "passenger-first-name" && { value: names.shift()! }),
      ...(answer.code === "passenger-last-name" && { value: "García" }),
      ...(answer.code === "passenger-weight" && { value: "70" }),
      ...(answer.code === "hotel-name" && { value: "=HYPERLINK(1)" }),
    }));
    const order = await partner.book(boat, { ADULT: 2 }, totalUsd!.value, { answers, externalReference: "CART-1" });
    const gone = await partner.book(boat, { ADULT: 2 }, totalUsd!.value, { answers, email: "other@example.com" });
    await desk.ask("POST", `/orders/${gone.id}/decline`, {});
    await desk.ask("POST", `/orders/${order.id}/notes`, { note: "Vegetarian" });
    // A question that the service no longer has.
    await sql`update orders set answers = answers || '[{"code":"pickup-time","value":"08:15"}]' where id = ${order.id}`.execute(
      app.store.database.db,
    );
    const { orders, totals, cancelled, more } = await desk.ask("GET", `/events/${boat}/manifest`);
    assert.deepEqual([more, cancelled], [false, 1]);
    assert.equal(orders.length, 1);
    const [line] = orders;
    assert.deepEqual(
      [line.leadName, line.passengers, line.hotel, line.weightKg, line.notes, line.partner, line.lang, line.people],
      ["Lucía García", ["Lucía García", "Martín García"], "=HYPERLINK(1)", 140, ["Vegetarian"], "Acme Travel", "es", 2],
    );
    assert.match(line.flight, / 2026-06-19 18:05$/);
    assert.deepEqual([line.reference, line.status, line.admitted], [order.reference, "waitsupplier", 0]);
    assert.deepEqual(totals, {
      orders: 1,
      seats: 2,
      people: 2,
      admitted: 0,
      noShow: 0,
      weightKg: 140,
      tickets: [{ code: "ADULT", quantity: 2 }],
      languages: [{ lang: "es", people: 2 }],
      toCollect: null,
    });
    const file = await desk.call("GET", `/events/${boat}/manifest/export?format=csv`);
    assert.equal(file.status, 200);
    assert.match(String(file.headers["content-disposition"]), /filename="boat-2026-06-20T09-00\.csv"/);
    const [heading, row] = file.text.split("\r\n");
    assert.match(heading!, /Lead name,Party,People/);
    assert.match(row!, /^Lucía García,2 × Adult,2,2,es,'=HYPERLINK\(1\),/);
    assert.ok(!file.text.includes("ADULT"));
    assert.ok(file.text.includes('"pickup-time: 08:15\nVegetarian"'), "other answers by their code, as on the page");
    const { db } = app.store.database;
    for (const operation of ["events.manifest", "events.manifestExport"]) {
      const { rows } = await listAudit(db, { operation }, { offset: 0, limit: 5 });
      assert.deepEqual(
        [rows[0]!.operator, rows[0]!.subject],
        [desk.email, "Passeio de barco na baía 2026-06-20T09:00"],
      );
      assert.ok(!JSON.stringify(rows).includes("García"));
    }
    const reader = await signedIn(app, "read-only");
    assert.equal((await reader.ask("GET", `/events/${boat}/manifest`)).orders.length, 1);
    assert.equal(await reader.refused(403, "GET", `/events/${boat}/manifest/export?format=csv`), "role-forbidden");
    await desk.ask("POST", `/orders/${order.id}/erase`, {});
    const erased = (await desk.ask("GET", `/events/${boat}/manifest`)).orders[0];
    assert.deepEqual(
      [
        erased.leadName,
        erased.passengers,
        erased.email,
        erased.phoneNumber,
        erased.hotel,
        erased.weightKg,
        erased.notes,
      ],
      [null, [], "", "", null, null, []],
    );
    assert.notEqual(erased.erasedAt, null);
    assert.equal(await desk.refused(404, "GET", "/events/made-up/manifest"), "not-found");
    assert.equal(await desk.refused(404, "GET", "/events/00000000-0000-4000-8000-000000000000"), "not-found");
  });

  test("ticket types have names, which the operator changes, on vouchers and manifests", async () => {
    await at("2026-06-15T10:00:00Z");
    const editor = await signedIn(app, "catalogue");
    const { data } = await editor.ask("GET", "/ticket-types");
    assert.deepEqual(
      data.map(({ code, names, revision }: { code: string; names: { es: string }; revision: number }) => [
        code,
        names.es,
        revision,
      ]),
      [
        ["ADULT", "Adulto", 0],
        ["CHILD", "Niño", 0],
      ],
    );
    const [event] = (await eventIds(app.store.database.db, "show")).slice(20);
    const order = await partner.buy(event!, { ADULT: 1, CHILD: 2 });
    await desk.ask("POST", `/orders/${order.id}/confirm`, {});
    const { address } = (await desk.ask("GET", `/orders/${order.id}`)).voucher;
    const path = new URL(address).pathname;
    const voucherText = async () => {
      const answer = await fetch(`${app.url}${path}`);
      return (await Pdf.read(new Uint8Array(await answer.arrayBuffer()))).text();
    };
    const before = await voucherText();
    assert.ok(before.includes("Adulto") && before.includes("Niño") && !before.includes("ADULT"), before);
    const names = { es: "Menor de 12 años", pt: "Menor de 12 anos", en: "Under 12" };
    await editor.ask("PUT", "/ticket-types/CHILD", { ...names, revision: 0 });
    assert.equal(
      await editor.refused(409, "PUT", "/ticket-types/CHILD", { ...names, revision: 0 }),
      "changed-meanwhile",
    );
    await editor.ask("PUT", "/ticket-types/CHILD", { ...names, es: "Menor", revision: 1 });
    assert.ok((await voucherText()).includes("Menor"));
    const file = await desk.call("GET", `/events/${event}/manifest/export?format=csv`);
    assert.ok(file.text.includes("1 × Adult, 2 × Under 12"), file.text);
    // A ticket type can come before the products that use it.
    await editor.ask("PUT", "/ticket-types/MADE-UP", { ...names, revision: 0 });
    const { data: types } = await editor.ask("GET", "/ticket-types");
    assert.equal(types.find(({ code }: { code: string }) => code === "MADE-UP").items, 0);
    assert.equal(
      await editor.refused(400, "PUT", "/ticket-types/MADE%20UP", { ...names, revision: 0 }),
      "invalid-field",
    );
    assert.equal(
      await editor.refused(400, "PUT", "/ticket-types/CHILD", { ...names, es: " ", revision: 2 }),
      "invalid-field",
    );
  });

  test("events of today and tomorrow, each in the local time of its location, with sold, admitted and left", async () => {
    await at("2026-06-16T10:00:00Z");
    const event = await eventId(app, "show-seat", "2026-06-18T20:00");
    const first = await partner.buy(event, { ADULT: 2, CHILD: 2 });
    await partner.buy(event, { ADULT: 3 });
    const declined = await partner.buy(event, { ADULT: 1 });
    await desk.ask("POST", `/orders/${first.id}/confirm`, {});
    await desk.ask("POST", `/orders/${declined.id}/decline`, {});
    // 18 June, 01:30 in Madrid; in Rio it is still the evening of the 17th.
    await at("2026-06-17T23:30:00Z");
    const days = (product: string, lines: Line[]) =>
      lines
        .filter((line) => line.product === product)
        .map(({ eventOn, daysAhead }) => `${eventOn.slice(8, 13)} ${daysAhead}`);
    assert.deepEqual(days("show", await day()), ["18T20 0", "19T20 1"]);
    assert.deepEqual(days("boat", await day()), ["18T09 1", "18T14 1"]);
    assert.deepEqual(days("museum", await day()), ["17T00 0", "18T00 1"]);
    assert.deepEqual(days("show", await day("?from=2026-06-20&days=1")), ["20T20 2"]);
    assert.equal(await desk.refused(400, "GET", "/events/day?from=2026-02-30"), "invalid-field");
    assert.equal(await desk.refused(400, "GET", "/events/day?days=15"), "invalid-field");
    const { voucher } = await desk.ask("GET", `/orders/${first.id}`);
    await at("2026-06-18T17:30:00Z");
    await desk.ask("POST", "/vouchers/redeem", { code: voucher.address });
    const [show] = (await day()).filter(({ id }) => id === event);
    const varying = { startsAt: undefined, salesEndAt: undefined, productId: undefined, itemId: undefined };
    assert.deepEqual(show && { ...show, ...varying }, {
      ...varying,
      id: event,
      product: "show",
      item: "show-seat",
      productName: "Noche de flamenco",
      productType: "scheduled",
      itemName: "Butaca",
      venue: "Tablao",
      cityCode: "MAD",
      timeZone: "Europe/Madrid",
      eventOn: "2026-06-18T20:00:00",
      daysAhead: 0,
      started: false,
      state: "available",
      setting: "available",
      capacity: 20,
      sold: 7,
      people: 7,
      held: 0,
      admitted: 4,
      left: 13,
      waiting: 1,
      minimumGuests: null,
      tooFew: false,
      deskSells: true,
      currencyCode: "EUR",
      prices: [
        { code: "ADULT", amount: "45.00" },
        { code: "CHILD", amount: "22.50" },
      ],
      missingResources: [],
    });
  });

  test("today begins now: an event leaves the list an hour after its start, and a day ticket with its day", async () => {
    const boats = async (instant: string, query = "") => {
      await at(instant);
      const lines = (await day(query)).filter((line) => line.daysAhead === 0);
      const [museum, boat] = ["museum", "boat"].map((product) => lines.filter((line) => line.product === product));
      return [...boat!.map(({ eventOn, started }) => `${eventOn.slice(11, 13)} ${started}`), museum!.length];
    };
    // In Rio it is three hours earlier than in UTC.
    assert.deepEqual(await boats("2026-06-21T11:59:59Z"), ["09 false", "14 false", 1]);
    assert.deepEqual(await boats("2026-06-21T12:00:00Z"), ["09 true", "14 false", 1]);
    assert.deepEqual(await boats("2026-06-21T12:59:59Z"), ["09 true", "14 false", 1]);
    assert.deepEqual(await boats("2026-06-21T13:00:00Z"), ["14 false", 1]);
    assert.deepEqual(await boats("2026-06-21T18:00:00Z"), [1]);
    assert.deepEqual(await boats("2026-06-21T18:00:00Z", "?from=2026-06-21&days=1"), ["09 true", "14 true", 1]);
    const order = (await day()).filter(({ daysAhead }) => daysAhead === 1).map(({ product }) => product);
    assert.deepEqual(order, ["boat", "boat", "show", "museum"]);
  });
});
