import assert from "node:assert/strict";
import { test } from "node:test";
import { returnAllExpiredSeats } from "../../../src/domain/orders/expired-holds.ts";
import { createKey } from "../../../src/domain/partners/keys.ts";
import { testNow } from "../../support/app.ts";
import { codesOf, eventId } from "../../support/partner.ts";
import { show, variant } from "../../support/samples/catalogue.ts";
import { Holder, seatsOf } from "../../support/samples/holding.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { mediaTypes, send } from "../../support/wire.ts";
import { catalogue, HoldShop, minute } from "./shop.ts";

/** Seats held before payment: eventhold, holdextend and holdrelease. hold-bookings.test.ts has their bookings. */

onPostgres("holds", (open) => {
  const shop = new HoldShop(open);

  const newest = async () => (await shop.holder.wire.ask("productversion", {})).updateVersion;
  const shown = async (id: string, version: number) => {
    const { values } = await shop.holder.wire.ask("events", { version });
    return values.find((one) => one.id === id)?.availabilityCode;
  };

  test("taking the last seat and returning it publish a version each", async () => {
    const id = await shop.event("last");
    await shop.holder.hold(id, { ADULT: 9 });
    const version = await newest();
    const last = await shop.holder.hold(id, { ADULT: 1 });
    assert.equal(await newest(), version + 1);
    assert.equal(await shown(id, version), "sold-out");
    const none = await shop.holder.hold(id, { ADULT: 1 });
    assert.deepEqual([none.id, none.status, none.expiresAt, codesOf(none)], [null, null, null, ["event-sold-out"]]);
    assert.equal((await shop.holder.release(last.id!)).status, "released");
    assert.equal(await newest(), version + 2);
    assert.equal(await shown(id, version), "available");
    assert.deepEqual(codesOf(await shop.holder.hold(id, { ADULT: 2 })), ["capacity"]);
  });

  test("a hold is read by its partner alone, and says how often it can be extended", async () => {
    const id = await shop.event("race");
    const hold = await shop.holder.hold(id, { ADULT: 2 });
    assert.equal(hold.extensionsLeft, 2);
    const path = `${shop.app.url}/api/pt/eventhold/${hold.id}`;
    const withKey = (key: string) => send(path, { headers: { "x-api-key": key } });
    const read = async () => JSON.parse((await withKey(shop.app.key)).text);
    assert.deepEqual(await read(), hold);
    for (const left of [1, 0]) assert.equal((await shop.holder.extend(hold.id!)).extensionsLeft, left);
    assert.deepEqual(codesOf(await shop.holder.extend(hold.id!)), ["hold-extend-limit"]);
    assert.deepEqual([(await read()).status, (await read()).extensionsLeft], ["open", 0]);
    await shop.holder.release(hold.id!);
    assert.equal((await read()).status, "released");
    assert.equal((await send(path)).status, 401);
    const { key } = await createKey(shop.db, { partner: "other", mode: "live", readOnly: false, now: testNow });
    assert.equal((await withKey(key)).status, 404);
    const xml = await send(path, { headers: { "x-api-key": shop.app.key, accept: mediaTypes.xml } });
    assert.match(xml.text, /<Status>released<\/Status>.*<ExtensionsLeft>0<\/ExtensionsLeft>/s);
  });

  test("every answer about holds says what is left of the limits, refusals too", async () => {
    const id = await shop.event("race");
    const post = async (operation: string, body: object) => {
      const headers = { "content-type": mediaTypes.json };
      return send(`${shop.app.url}/api/es/${operation}`, {
        method: "POST",
        headers,
        body: JSON.stringify({ apiKey: shop.app.key, ...body }),
      });
    };
    const policy = /^"open-holds";q=\d+, "held-seats";q=\d+$/;
    const refused = await post("eventhold", { id, tickets: [{ code: "ADULT", quantity: 99 }] });
    assert.equal(JSON.parse(refused.text).isValid, false);
    const hold = await post("eventhold", { id, tickets: [{ code: "ADULT", quantity: 1 }] });
    const { id: holdId } = JSON.parse(hold.text);
    const all = [refused, hold, await post("holdextend", { id: holdId }), await post("holdrelease", { id: holdId })];
    const late = await post("holdextend", { id: holdId });
    assert.deepEqual(codesOf(JSON.parse(late.text)), ["hold-released"]);
    for (const { headers } of [...all, late]) assert.match(`${headers["ratelimit-policy"]}`, policy);
    const left = [...all, late].map(({ headers }) => Number(/"open-holds";r=(\d+)/.exec(`${headers.ratelimit}`)![1]));
    assert.deepEqual(
      left.map((n) => n - left[0]!),
      [0, -1, -1, 0, 0],
    );
  });

  for (const operation of ["eventvalidate", "eventbook", "eventhold"] as const)
    test(`${operation} finds the seats of expired holds without a job, and partners see them`, async () => {
      const id = await shop.event("race");
      const holds = [await shop.holder.hold(id, { ADULT: 6 }), await shop.holder.hold(id, { ADULT: 4 })];
      const version = await newest();
      shop.pass(15 * minute);
      assert.equal((await seatsOf(shop.db, id)).left, 0);
      const request = { id, apiKey: shop.app.key, tickets: [{ code: "ADULT", quantity: 10 }] };
      const customer = { email: "a@example.com", phoneNumber: "1", remoteHost: "192.0.2.1" };
      const totalUsd = { currencyCode: "USD" as const, value: 500 };
      const body = { ...request, ...customer, totalUsd };
      const answer = await shop.holder.wire.ask(operation, { lang: "es" }, body);
      assert.equal(answer.isValid, true, JSON.stringify(answer.errors));
      assert.ok((await newest()) > version);
      assert.deepEqual(await shop.refused(holds[0]!), ["hold-expired"]);
      const { left, sold, held } = await seatsOf(shop.db, id);
      assert.equal(left! + sold + held, 10);
      assert.equal(left, operation === "eventvalidate" ? 10 : 0);
      if (operation === "eventbook") await shop.cancel(answer.id!);
    });

  test("the job returns the seats of expired holds, and publishes what was sold out", async () => {
    const id = await shop.event("job");
    await shop.holder.hold(id, { ADULT: 10 });
    const version = await newest();
    shop.pass(15 * minute - 1);
    await returnAllExpiredSeats(shop.db, shop.app.clock.now);
    assert.deepEqual(await seatsOf(shop.db, id), { left: 0, sold: 0, held: 10 });
    shop.pass(1);
    await returnAllExpiredSeats(shop.db, shop.app.clock.now);
    assert.deepEqual(await seatsOf(shop.db, id), { left: 10, sold: 0, held: 0 });
    assert.deepEqual([await newest(), await shown(id, version)], [version + 1, "available"]);
  });

  test("holdextend gives the full time again, a limited number of times", async () => {
    const hold = await shop.holder.hold(await shop.event("extended"), { ADULT: 1 });
    shop.pass(5 * minute);
    const once = await shop.holder.extend(hold.id!);
    assert.equal(once.expiresAt, new Date(shop.app.clock.now.getTime() + 15 * minute).toISOString());
    shop.pass(minute);
    assert.equal((await shop.holder.extend(hold.id!)).isValid, true);
    const thrice = await shop.holder.extend(hold.id!);
    assert.deepEqual([thrice.isValid, thrice.status, codesOf(thrice)], [false, "open", ["hold-extend-limit"]]);
    shop.pass(15 * minute);
    assert.deepEqual(codesOf(await shop.holder.extend(hold.id!)), ["hold-expired"]);
  });

  test("a hold ends with the sale of its event at the latest", async () => {
    const tomorrow = variant(show, { externalId: "soon" }, { externalId: "soon", schedules: [] });
    const at = new Date(shop.app.clock.now.getTime() + 130 * minute).toISOString().slice(0, 16);
    tomorrow.items[0]!.events = [{ eventOn: at, capacity: 5, prices: [{ code: "ADULT", amount: "45.00" }] }];
    await shop.app.import({ ...catalogue, products: [...catalogue.products, tomorrow] });
    const id = await eventId(shop.app, "soon", at);
    // Madrid is two hours ahead of UTC.
    const { expiresAt } = await shop.holder.hold(id, { ADULT: 1 });
    assert.equal(
      expiresAt,
      `${new Date(shop.app.clock.now.getTime() + 10 * minute).toISOString().slice(0, 16)}:00.000Z`,
    );
  });

  test("holdrelease can be repeated, and refuses a hold that is an order", async () => {
    const id = await shop.event("released");
    const hold = await shop.holder.hold(id, { ADULT: 4 });
    for (let n = 0; n < 2; n++) {
      const { status, isValid, errors } = await shop.holder.release(hold.id!);
      assert.deepEqual({ status, isValid, errors }, { status: "released", isValid: true, errors: [] });
      assert.deepEqual(await seatsOf(shop.db, id), { left: 10, sold: 0, held: 0 });
    }
    assert.deepEqual(await shop.refused(hold), ["hold-released"]);
    assert.deepEqual(codesOf(await shop.holder.extend(hold.id!)), ["hold-released"]);
    const booked = await shop.holder.hold(id, { ADULT: 1 });
    await shop.holder.book(booked);
    const refusedRelease = await shop.holder.release(booked.id!);
    assert.deepEqual([refusedRelease.status, codesOf(refusedRelease)], ["booked", ["hold-booked"]]);
    assert.deepEqual(await seatsOf(shop.db, id), { left: 9, sold: 1, held: 0 });
  });

  test("holds of each partner are limited in number and in seats; expired ones and those of test keys do not count", async () => {
    const id = await shop.event("limits");
    const holds = [
      await shop.holder.hold(await shop.event("tests"), { ADULT: 10 }),
      await shop.holder.hold(await shop.event("keys"), { ADULT: 10 }),
    ];
    assert.deepEqual(codesOf(await shop.holder.hold(await shop.event("resized"), { ADULT: 9 })), []);
    const seats = await shop.holder.hold(id, { ADULT: 2 });
    assert.deepEqual([seats.id, codesOf(seats)], [null, ["hold-limit-seats"]]);
    assert.match(seats.errors[0]!.message, /30/);
    const { key } = await createKey(shop.db, { partner: "acme", mode: "test", readOnly: false, now: testNow });
    assert.equal((await new Holder(shop.app, { key }).hold(id, { ADULT: 2 })).isValid, true);
    await shop.holder.release(holds[0]!.id!);
    for (let n = 0; n < 9; n++) assert.deepEqual(codesOf(await shop.holder.hold(id, { ADULT: 1 })), []);
    // Eleven holds are open, so the limit allows one more.
    const body = JSON.stringify({ id, apiKey: shop.app.key, tickets: [{ code: "ADULT", quantity: 1 }] });
    const headers = { "content-type": mediaTypes.json };
    const twelfth = await send(`${shop.app.url}/api/es/eventhold`, { method: "POST", headers, body });
    assert.equal(twelfth.headers["ratelimit-policy"], '"open-holds";q=12, "held-seats";q=30');
    assert.equal(twelfth.headers.ratelimit, '"open-holds";r=0, "held-seats";r=1');
    const open = await send(`${shop.app.url}/api/es/eventhold`, { method: "POST", headers, body });
    assert.match(open.text, /"isValid":false.*"code":"hold-limit-open"/);
    assert.equal(open.headers.ratelimit, '"open-holds";r=0, "held-seats";r=1');
    shop.pass(15 * minute);
    assert.equal((await shop.holder.hold(id, { ADULT: 9 })).isValid, true);
  });

  test("test holds take no seats, and a test key uses test holds only", async () => {
    const id = await shop.event("tests");
    const { key } = await createKey(shop.db, { partner: "acme", mode: "test", readOnly: false, now: testNow });
    const tester = new Holder(shop.app, { key });
    const hold = await tester.hold(id, { ADULT: 10 });
    assert.equal(hold.testMode, true);
    assert.deepEqual(await seatsOf(shop.db, id), { left: 10, sold: 0, held: 0 });
    const live = await shop.holder.hold(id, { ADULT: 10 });
    assert.equal(live.isValid, true);
    await tester.wire.refused(404, "holdrelease", { lang: "es" }, { id: live.id!, apiKey: key });
    const order = await tester.book(hold);
    assert.deepEqual([order.isValid, order.event.testMode], [true, true]);
    const another = await tester.hold(id, { ADULT: 1 });
    assert.deepEqual(codesOf(another), ["event-sold-out"], "as live sales are");
    assert.deepEqual(await seatsOf(shop.db, id), { left: 0, sold: 0, held: 10 });
  });
});
