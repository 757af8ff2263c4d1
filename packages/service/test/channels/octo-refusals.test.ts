import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { zBooking } from "@octocloud/types";
import { sql } from "kysely";
import { eraseOrder, exportOrder } from "../../src/domain/orders/personal-data.ts";
import { createKey } from "../../src/domain/partners/keys.ts";
import { inTransaction } from "../../src/store/database/database.ts";
import { switchOcto } from "../../src/store/operators/home.ts";
import { testNow } from "../support/app.ts";
import { signedIn } from "../support/console.ts";
import { seatsOf } from "../support/samples/holding.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { until } from "../support/until.ts";
import { send } from "../support/wire.ts";
import { adults, ana, OctoShop } from "./octo-shop.ts";

interface OctoFailure {
  error: string;
  errorMessage: string;
}

/** Requests that OCTO refuses, and data that it shows to certain callers only. */

onPostgres("OCTO, requests that are refused", (open) => {
  const shop = new OctoShop(open);
  const reserve = async (name: string, count: number, more: object = {}) =>
    shop.done("POST", "/bookings", { ...(await shop.event(name)), unitItems: adults(count), ...more });
  const seats = async (name: string) => seatsOf(shop.db, (await shop.event(name)).availabilityId);

  test("an unknown path, another method and a missing key are errors of OCTO", async () => {
    const call = async (method: string, path: string, headers: Record<string, string>) => {
      const answer = await fetch(`${shop.app.url}/octo${path}`, { method, headers });
      return { status: answer.status, allow: answer.headers.get("allow"), body: (await answer.json()) as OctoFailure };
    };
    const bearer = { authorization: `Bearer ${shop.app.key}` };
    const unknown = await call("GET", "/orders", bearer);
    assert.deepEqual([unknown.status, unknown.body.error], [404, "BAD_REQUEST"]);
    assert.match(unknown.body.errorMessage, /\/octo\/orders/);
    const other = await call("DELETE", "/bookings/3f2504e0-4f89-41d3-9a0c-0305e82c3301", bearer);
    assert.deepEqual([other.status, other.allow, other.body.error], [405, "GET, HEAD, PATCH", "BAD_REQUEST"]);
    const malformed = await call("GET", "/products/%E0%A4%A", bearer);
    assert.deepEqual([malformed.status, malformed.body.error], [400, "BAD_REQUEST"]);
    assert.match(malformed.body.errorMessage, /malformed percent-encoding/);
    const keyless = await call("GET", "/products", {});
    assert.deepEqual([keyless.status, keyless.body.error], [401, "UNAUTHORIZED"]);
    assert.match(keyless.body.errorMessage, /Authorization: Bearer KEY.*partner/);
  });

  test("values that cannot be stored or sold are refused with their field", async () => {
    const sale = { ...(await shop.event("sale")), unitItems: adults(1) };
    const wrong: [object, RegExp][] = [
      [{ notes: "a\u0000b" }, /^notes: The character U\+0000/],
      [{ contact: { fullName: "Ana\u0000" } }, /^contact\.fullName: The character U\+0000/],
      [{ contact: { lastName: "Ru\u200biz" } }, /^contact\.lastName: The character U\+200B/],
      [{ contact: { firstName: "Ana\nBcc: x" } }, /^contact\.firstName: A line break/],
      [{ resellerReference: "\ud800" }, /^resellerReference: The character U\+D800/],
      [
        { unitItems: [{ unitId: "ADULT", resellerReference: "\u0001" }] },
        /^unitItems\.0\.resellerReference: The character U\+0001/,
      ],
      [{ currency: "XXX" }, /^currency must be EUR/],
      [{ uuid: "1" }, /^uuid must be a UUID/],
      [{ contact: { emailAddress: "ana" } }, /^contact\.emailAddress must be an e-mail address/],
    ];
    for (const [more, message] of wrong) {
      const { status, body } = await shop.call("POST", "/bookings", { ...sale, ...more });
      assert.deepEqual([status, body.error], [400, "BAD_REQUEST"], JSON.stringify(body));
      assert.match(body.errorMessage, message);
    }
    const { productId, optionId } = sale;
    const days = { localDateStart: "1 June", localDateEnd: "2026-06-02" };
    const { body } = await shop.call("POST", "/availability", { productId, optionId, ...days });
    assert.match(body.errorMessage, /^localDateStart must be a date: yyyy-MM-dd/);
    assert.deepEqual(await shop.done("GET", "/bookings?resellerReference=%00"), []);
    const url = { url: "https://channel.example.com/\u0000", notificationTypes: ["BOOKING_UPDATE"] };
    assert.equal(await shop.refused("POST", "/notifications/subscriptions", url), "BAD_REQUEST");
  });

  test("wrong requests name what is wrong", async () => {
    const { productId, optionId, availabilityId } = await shop.event("sale");
    const other = await shop.event("other", "2026-07-02T10:00");
    const days = { localDateStart: "2026-06-29", localDateEnd: "2026-07-02" };
    const unitItems = adults(1);
    const cases: [string, string, object | undefined, string][] = [
      ["POST", "/availability", { productId: "x", optionId, ...days }, "INVALID_PRODUCT_ID"],
      ["POST", "/availability", { productId, optionId: other.optionId, ...days }, "INVALID_OPTION_ID"],
      ["POST", "/availability", { productId, optionId }, "BAD_REQUEST"],
      ["POST", "/availability", { productId, optionId, ...days, availabilityIds: [availabilityId] }, "BAD_REQUEST"],
      ["POST", "/availability", { productId, optionId, availabilityIds: ["x"] }, "INVALID_AVAILABILITY_ID"],
      ["POST", "/availability", { productId, optionId, ...days, localDateEnd: "2026-02-31" }, "BAD_REQUEST"],
      [
        "POST",
        "/availability",
        { productId, optionId, ...days, units: [{ id: "DOG", quantity: 1 }] },
        "INVALID_UNIT_ID",
      ],
      ["POST", "/availability", { productId, optionId, ...days, currency: "JPY" }, "BAD_REQUEST"],
      [
        "POST",
        "/availability/calendar",
        { productId, optionId, localDateStart: "2026-06-29", localDateEnd: "2029-06-29" },
        "BAD_REQUEST",
      ],
      [
        "POST",
        "/bookings",
        { productId, optionId, availabilityId: other.availabilityId, unitItems },
        "INVALID_AVAILABILITY_ID",
      ],
      ["POST", "/bookings", { productId, optionId, unitItems }, "BAD_REQUEST"],
      ["POST", "/bookings", { productId, optionId, availabilityId }, "UNPROCESSABLE_ENTITY"],
      ["POST", "/bookings", { productId, optionId, availabilityId, unitItems: [{ unitId: "DOG" }] }, "INVALID_UNIT_ID"],
      ["POST", "/bookings", { productId, optionId, availabilityId, unitItems: adults(21) }, "UNPROCESSABLE_ENTITY"],
      ["POST", "/bookings", { productId, optionId, availabilityId, unitItems, uuid: "x" }, "BAD_REQUEST"],
      ["POST", `/bookings/${randomUUID()}/confirm`, { contact: ana }, "INVALID_BOOKING_UUID"],
      ["GET", "/bookings", undefined, "BAD_REQUEST"],
      ["GET", "/bookings/x", undefined, "INVALID_BOOKING_UUID"],
    ];
    for (const [method, path, body, code] of cases)
      assert.equal(await shop.refused(method, path, body), code, JSON.stringify(body));
    const deep = await fetch(`${shop.app.url}/octo/availability`, {
      method: "POST",
      headers: { authorization: `Bearer ${shop.app.key}` },
      body: `{"units":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
    });
    const { error, errorMessage } = (await deep.json()) as OctoFailure;
    assert.deepEqual([deep.status, error, errorMessage], [400, "BAD_REQUEST", "The body is nested deeper than 32."]);
    const broken = await fetch(`${shop.app.url}/octo/availability`, {
      method: "POST",
      headers: { authorization: `Bearer ${shop.app.key}` },
      body: "{",
    });
    assert.deepEqual([broken.status, ((await broken.json()) as { error: string }).error], [400, "BAD_REQUEST"]);
  });

  test("a repeated request whose fields contradict the booking is refused, and an equal one is answered as the first", async () => {
    const event = await shop.event("agree");
    const uuid = randomUUID();
    const body = { ...event, uuid, unitItems: adults(1), resellerReference: "A-1", notes: "Window" };
    const held = await shop.done("POST", "/bookings", body);
    const other = await shop.event("agree", "2026-07-01T20:00");
    for (const more of [
      other,
      { unitItems: adults(2) },
      { resellerReference: "A-2" },
      { notes: "Aisle" },
      { contact: ana },
    ])
      assert.equal(await shop.refused("POST", "/bookings", { ...body, ...more }), "UNPROCESSABLE_ENTITY");
    assert.equal((await shop.done("POST", "/bookings", body)).id, held.id);
    const confirm = { contact: ana, resellerReference: "A-1" };
    for (const more of [{ currency: "USD" }, { ...other }, { uuid: randomUUID() }])
      assert.match(await shop.refused("POST", `/bookings/${uuid}/confirm`, { ...confirm, ...more }), /^UNPROC|^BAD/);
    await shop.done("POST", `/bookings/${uuid}/confirm`, confirm);
    const wrong = [
      { contact: { ...ana, fullName: "Leo Gil" } },
      { contact: { emailAddress: "leo@example.com" } },
      { resellerReference: "A-2" },
      { notes: "Aisle" },
      { unitItems: adults(2) },
      { unitItems: [{ unitId: "CHILD" }] },
      { unitItems: [{ unitId: "ADULT", contact: { fullName: "Leo" } }] },
      { pickupHotel: "Plaza" },
    ];
    for (const more of wrong)
      assert.equal(
        await shop.refused("POST", `/bookings/${uuid}/confirm`, { ...confirm, ...more }),
        "UNPROCESSABLE_ENTITY",
        JSON.stringify(more),
      );
    const again = await shop.done("POST", `/bookings/${uuid}/confirm`, { ...confirm, unitItems: held.unitItems });
    assert.deepEqual([again.status, again.contact.fullName, again.notes], ["CONFIRMED", "Ana Gil", "Window"]);
  });

  test("bookings are their partner's alone; a test key makes test bookings, which take no seat", async () => {
    const [other, test, reader] = await Promise.all([
      createKey(shop.db, { partner: "other", mode: "live", readOnly: false, now: testNow }),
      createKey(shop.db, { partner: "acme", mode: "test", readOnly: false, now: testNow }),
      createKey(shop.db, { partner: "acme", mode: "live", readOnly: true, now: testNow }),
    ]);
    const mine = await reserve("keys", 1, { resellerReference: "K-1" });
    for (const { key } of [other, test]) {
      assert.equal(await shop.refused("GET", `/bookings/${mine.uuid}`, undefined, { key }), "INVALID_BOOKING_UUID");
      assert.equal(await shop.refused("POST", `/bookings/${mine.uuid}/cancel`, {}, { key }), "INVALID_BOOKING_UUID");
      assert.deepEqual(await shop.done("GET", "/bookings?resellerReference=K-1", undefined, { key }), []);
    }
    const tried = await shop.done(
      "POST",
      "/bookings",
      { ...(await shop.event("keys")), unitItems: adults(4) },
      { key: test.key },
    );
    assert.equal(tried.testMode, true);
    const { status, supplierReference } = await shop.done(
      "POST",
      `/bookings/${tried.uuid}/confirm`,
      { contact: ana },
      { key: test.key },
    );
    assert.deepEqual([status, supplierReference.slice(0, 5)], ["CONFIRMED", "TEST-"]);
    const { body: again } = await shop.call(
      "POST",
      "/bookings",
      { ...(await shop.event("keys")), unitItems: adults(2) },
      { key: test.key },
    );
    const changed = await shop.done("PATCH", `/bookings/${again.uuid}`, { unitItems: adults(3) });
    assert.deepEqual([changed.testMode, changed.unitItems.length], [true, 3], "a live key changes a test booking");
    assert.deepEqual(await seats("keys"), { left: 9, sold: 0, held: 1 });
    assert.equal((await shop.call("GET", "/products", undefined, { key: reader.key })).status, 403);
    assert.deepEqual((await shop.call("GET", "/products", undefined, { key: "x" })).body.error, "UNAUTHORIZED");
    await inTransaction(shop.db, (tx) => switchOcto(tx, false));
    await until(async () => (await shop.call("GET", "/supplier")).status === 403, "the switch to be read again");
    const off = await shop.call("GET", "/products");
    assert.deepEqual([off.status, off.body.error], [403, "FORBIDDEN"]);
    await inTransaction(shop.db, (tx) => switchOcto(tx, true));
    await until(async () => (await shop.call("GET", "/supplier")).status === 200, "the switch to be read again");
  });

  test("erasing personal data erases what the channel sent", async () => {
    const held = await reserve("erased", 2, { notes: "Ana Gil is allergic", resellerReference: "E-1" });
    const unitItems = held.unitItems.map((unit: object) => ({ ...unit, contact: { firstName: "Ana" } }));
    const { id } = await shop.done("POST", `/bookings/${held.uuid}/confirm`, {
      contact: { ...ana, notes: "Ana" },
      unitItems,
    });
    const desk = await signedIn(shop.app, "orders");
    const notes = async () => (await desk.ask("GET", `/orders/${id}`)).guestNotes;
    assert.equal(await notes(), "Ana Gil is allergic\nAna");
    assert.equal((await exportOrder(shop.db, id))!.channel!.uuid, held.uuid);
    await eraseOrder(shop.db, id, testNow);
    assert.equal(await notes(), null);
    const { rows } = await sql<{
      text: string;
    }>`select guests::text as text from channel_booking where id = ${id}`.execute(shop.db);
    assert.doesNotMatch(rows[0]!.text, /Ana|Gil|\+34 600|allergic|"E-1"/);
    const read = await shop.done("GET", `/bookings/${held.uuid}`);
    zBooking.parse(read);
    assert.deepEqual([read.resellerReference, read.contact.fullName, read.unitItems.length], [null, null, 2]);
  });

  test("a failure reveals nothing, and answers are not stored; also those for assistants", async () => {
    const event = await shop.event("sale");
    const octo = () => shop.call("POST", "/bookings", { ...event, unitItems: adults(1) });
    const params = {
      name: "check_sale",
      arguments: { id: event.availabilityId, tickets: [{ code: "ADULT", quantity: 1 }] },
    };
    const assistant = () =>
      send(`${shop.app.url}/mcp`, {
        method: "POST",
        headers: {
          ...{ authorization: `Bearer ${shop.app.key}`, "content-type": "application/json" },
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      });
    await sql`alter table item rename to item_gone`.execute(shop.db);
    const [failed, tool] = [await octo(), await assistant()];
    await sql`alter table item_gone rename to item`.execute(shop.db);
    assert.equal(failed.status, 500);
    assert.match(tool.text, /"isError":true/);
    for (const text of [JSON.stringify(failed.body), tool.text]) assert.doesNotMatch(text, /relation|exist|item|\.ts/);
    const good = await octo();
    assert.equal(good.status, 200);
    for (const { headers } of [failed, good, tool, await assistant()])
      assert.equal(headers["cache-control"], "no-store");
  });
});
