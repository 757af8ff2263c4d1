import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { zAvailability, zAvailabilityCalendar, zBooking, zCapability, zProduct, zSupplier } from "@octocloud/types";
import { sql } from "kysely";
import { testNow } from "../support/app.ts";
import { seatsOf } from "../support/samples/holding.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { adults, ana, type OctoAnswer, OctoShop } from "./octo-shop.ts";

/** Selling over OCTO. The models of the standard check the shape of each answer. */

onPostgres("OCTO", (open) => {
  const shop = new OctoShop(open);
  const reserve = async (name: string, count: number, more: object = {}) =>
    shop.done("POST", "/bookings", { ...(await shop.event(name)), unitItems: adults(count), ...more });
  const seats = async (name: string) => seatsOf(shop.db, (await shop.event(name)).availabilityId);

  test("supplier, capabilities and products have the shape of the standard, in each language", async () => {
    for (const lang of ["es", "pt", "en"])
      for (const capabilities of ["", "octo/pricing, octo/content", "pricing"]) {
        const options = { lang, capabilities };
        zSupplier.parse(await shop.done("GET", "/supplier", undefined, options));
        const { body, capabilities: answered, headers } = await shop.call("GET", "/products", undefined, options);
        assert.equal(answered, capabilities);
        assert.equal(headers["content-language"], { es: "es", pt: "pt-BR", en: "en-GB" }[lang]);
        assert.match(`${headers["available-languages"]}`, /en-GB/);
        for (const product of body) {
          zProduct.parse(product);
          assert.deepEqual(await shop.done("GET", `/products/${product.id}`, undefined, options), product);
        }
      }
    for (const one of await shop.done("GET", "/capabilities")) zCapability.parse(one);
  });

  test("content has the places of the venue and the meeting points, in English unless the channel asks for another language", async () => {
    const options = { capabilities: "octo/content", lang: "" };
    const { body, headers } = await shop.call("GET", "/products", undefined, options);
    assert.equal(headers["content-language"], "en-GB");
    const any = await shop.call("GET", "/products", undefined, { ...options, lang: "*" });
    assert.equal(any.headers["content-language"], "en-GB", "a client that takes any language");
    type Place = { types: string[]; title: string | null; place: { latitude: number } };
    for (const product of body as { reference: string; locations: Place[]; options: { locations: Place[] }[] }[]) {
      const own = product.locations.filter(({ types }) => types.includes("START"));
      assert.ok(own.length > 0 && own.every(({ title, place }) => title && place.latitude), product.reference);
      for (const option of product.options) assert.ok(option.locations.length > 0, product.reference);
    }
    const refused = await shop.call(
      "POST",
      "/bookings",
      { ...(await shop.event("sale")), unitItems: adults(21) },
      options,
    );
    assert.doesNotMatch(refused.body.errorMessage, /[áéíóúñ]/);
  });

  test("a product with questions that OCTO cannot carry is not sold there", async () => {
    const references = (await shop.done("GET", "/products")).map((one: { reference: string }) => one.reference);
    assert.ok(references.includes("sale") && !references.includes("boat"));
    const { rows } = await sql<{ id: string }>`select id from product where external_id = 'boat'`.execute(shop.db);
    assert.equal(await shop.refused("GET", `/products/${rows[0]!.id}`), "INVALID_PRODUCT_ID");
  });

  test("a unit of several people takes its seats, says how many it is, and has a code for each", async () => {
    const family = await shop.event("family");
    const units = (unitId: string, count: number) => Array.from({ length: count }, () => ({ unitId }));
    const { options } = await shop.done("GET", `/products/${family.productId}`);
    assert.deepEqual(
      options[0].units.map((unit: { id: string; restrictions: { paxCount: number } }) => [
        unit.id,
        unit.restrictions.paxCount,
      ]),
      [
        ["FAMILY", 5],
        ["BOAT", 10],
      ],
    );
    const book = (unitItems: object[]) => ({ ...family, unitItems });
    await shop.refused("POST", "/bookings", book(units("FAMILY", 4)));
    const held = await shop.done("POST", "/bookings", book(units("FAMILY", 2)));
    assert.deepEqual(await seats("family"), { left: 8, sold: 0, held: 10 });
    await shop.refused("POST", "/bookings", book(units("BOAT", 1)));
    const sold = await shop.done("POST", `/bookings/${held.uuid}/confirm`, { contact: ana });
    const delivered = sold.unitItems.map(
      (unit: { ticket: { deliveryOptions: { deliveryValue: string }[] } }) =>
        new Set(unit.ticket.deliveryOptions.map(({ deliveryValue }) => deliveryValue)),
    );
    assert.deepEqual([delivered[0].size, delivered[1].size, delivered[0].union(delivered[1]).size], [5, 5, 10]);
    const [one] = await shop.done("POST", "/availability", { ...family, availabilityIds: [family.availabilityId] });
    assert.deepEqual([one.vacancies, one.capacity, one.available], [8, 18, true]);
    await shop.done("POST", "/bookings", book(units("FAMILY", 1)));
    const [full] = await shop.done("POST", "/availability", { ...family, availabilityIds: [family.availabilityId] });
    assert.deepEqual([full.vacancies, full.status], [3, "SOLD_OUT"]);
  });

  test("a party has its price by number, and an extra is a unit that another accompanies and that names nobody", async () => {
    const steps = await shop.event("steps");
    const { options } = await shop.done("GET", `/products/${steps.productId}`);
    assert.deepEqual(
      options[0].units.map(
        (unit: { id: string; restrictions: { accompaniedBy: string[] }; requiredContactFields: string[] }) => [
          ...[unit.id, unit.restrictions.accompaniedBy, unit.requiredContactFields.length],
        ],
      ),
      [
        ["ADULT", [], 2],
        ["WINE", ["ADULT"], 0],
      ],
    );
    const units = [
      { id: "ADULT", quantity: 3 },
      { id: "WINE", quantity: 1 },
    ];
    const priced = { capabilities: "octo/pricing" };
    const asked = { ...steps, availabilityIds: [steps.availabilityId], units };
    const { body } = await shop.call("POST", "/availability", asked, priced);
    assert.equal(body[0].pricing.retail, 3 * 2500 + 1800);
    const named = (unitId: string) => ({ unitId, contact: { firstName: "Ana", lastName: unitId } });
    const unitItems = [{ unitId: "WINE" }, ...["ADULT", "ADULT", "ADULT"].map(named)];
    await shop.refused("POST", "/bookings", { ...steps, unitItems: [{ unitId: "WINE" }] });
    const held = await shop.done("POST", "/bookings", { ...steps, unitItems });
    const sold = await shop.done("POST", `/bookings/${held.uuid}/confirm`, { contact: ana });
    assert.equal(sold.status, "CONFIRMED");
    await shop.refused("POST", "/bookings", { ...steps, unitItems: [...unitItems, { unitId: "WINE" }] });
  });

  test("local times have their offset over changes of summer time", async () => {
    const { productId, optionId } = await shop.event("summer", "2026-10-24T23:30");
    const times = async (localDateStart: string, localDateEnd: string) =>
      (await shop.done("POST", "/availability", { productId, optionId, localDateStart, localDateEnd })).map(
        (one: { localDateTimeStart: string; localDateTimeEnd: string }) => {
          zAvailability.parse(one);
          return [one.localDateTimeStart, one.localDateTimeEnd];
        },
      );
    assert.deepEqual(await times("2026-10-24", "2026-10-25"), [
      ["2026-10-24T23:30:00+02:00", "2026-10-25T01:00:00+02:00"],
      ["2026-10-25T01:30:00+02:00", "2026-10-25T02:00:00+01:00"],
    ]);
    assert.deepEqual(await times("2027-03-28", "2027-03-28"), [
      ["2027-03-28T01:30:00+01:00", "2027-03-28T04:00:00+02:00"],
    ]);
  });

  test("a calendar has each day, and whole days have opening hours", async () => {
    const { productId, optionId } = await shop.event("sale");
    const days = { localDateStart: "2026-06-29", localDateEnd: "2026-07-02" };
    const calendar = await shop.done("POST", "/availability/calendar", { productId, optionId, ...days });
    for (const day of calendar) zAvailabilityCalendar.parse(day);
    assert.deepEqual(
      calendar.map((day: { status: string; vacancies: number | null }) => [day.status, day.vacancies]),
      [
        ["CLOSED", 0],
        ["AVAILABLE", 10],
        ["AVAILABLE", 10],
        ["CLOSED", 0],
      ],
    );
    const products = await shop.done("GET", "/products");
    const pass = products.find((one: { reference: string }) => one.reference === "pass");
    assert.deepEqual(
      [pass.availabilityType, pass.availabilityRequired, pass.allowFreesale],
      ["OPENING_HOURS", false, true],
    );
    const [standing] = await shop.done("POST", "/availability", {
      productId: pass.id,
      optionId: pass.options[0].id,
      ...days,
    });
    assert.deepEqual([standing.status, standing.allDay, standing.openingHours.length], ["FREESALE", true, 1]);
    const booking = await shop.done("POST", "/bookings", {
      productId: pass.id,
      optionId: pass.options[0].id,
      unitItems: adults(2),
    });
    assert.deepEqual([booking.freesale, booking.availabilityId], [true, standing.id]);
  });

  test("a booking is reserved, extended, confirmed, changed and cancelled, and the seats follow", async () => {
    const uuid = randomUUID();
    const body = { ...(await shop.event("sale")), unitItems: adults(3) };
    const reserved = await shop.call("POST", "/bookings", {
      ...body,
      uuid,
      resellerReference: "R-1",
      notes: "Wheelchair",
    });
    const held = reserved.body;
    assert.equal(reserved.headers["ratelimit-policy"], '"open-holds";q=100, "held-seats";q=500');
    const left = ({ headers }: OctoAnswer) =>
      `${headers.ratelimit}`.match(/r=\d+/g)!.map((one) => Number(one.slice(2)));
    const [holds, heldSeats] = left(reserved) as [number, number];
    zBooking.parse(held);
    assert.deepEqual(
      [held.uuid, held.status, held.supplierReference, held.pricing.retail],
      [uuid, "ON_HOLD", null, 13_500],
    );
    assert.deepEqual(await seats("sale"), { left: 7, sold: 0, held: 3 });
    zBooking.parse(await shop.done("POST", `/bookings/${uuid}/extend`, { expirationMinutes: 30 }));
    const answer = await shop.call("POST", `/bookings/${uuid}/confirm`, { contact: ana });
    assert.deepEqual(left(answer), [holds + 1, heldSeats + 3], "the budget of the channel's open holds");
    const confirmed = answer.body;
    zBooking.parse(confirmed);
    assert.deepEqual(
      [confirmed.status, confirmed.contact.fullName, confirmed.notes],
      ["CONFIRMED", "Ana Gil", "Wheelchair"],
    );
    assert.match(confirmed.supplierReference, /^[0-9A-Z-]{11}-EN$/);
    assert.deepEqual(
      confirmed.voucher.deliveryOptions.map((one: { deliveryFormat: string }) => one.deliveryFormat),
      ["PDF_URL", "QRCODE", "CODE128"],
    );
    assert.equal((await fetch(confirmed.voucher.deliveryOptions[0].deliveryValue)).status, 200);
    const fewer = await shop.done("PATCH", `/bookings/${uuid}`, { unitItems: held.unitItems.slice(0, 2) });
    assert.deepEqual([fewer.unitItems.length, fewer.pricing.retail, fewer.status], [2, 9_000, "CONFIRMED"]);
    assert.deepEqual(await seats("sale"), { left: 8, sold: 2, held: 0 });
    const moved = await shop.done("PATCH", `/bookings/${uuid}`, await shop.event("sale", "2026-07-01T20:00"));
    assert.equal(moved.availability.localDateTimeStart, "2026-07-01T20:00:00+02:00");
    const typed = moved.supplierReference.toLowerCase().replaceAll("-", "");
    for (const query of [
      "resellerReference=R-1",
      `supplierReference=${moved.supplierReference}`,
      `supplierReference=${typed}`,
    ]) {
      const found = await shop.done("GET", `/bookings?${query}`);
      assert.deepEqual(found, [moved]);
    }
    // The product has no tax now; the order had one at its sale.
    await sql`update orders set agreed = agreed || '{"taxRate": "21"}' where email = ${ana.emailAddress}`.execute(
      shop.db,
    );
    const { pricing } = await shop.done("GET", `/bookings/${uuid}`);
    assert.deepEqual(pricing.includedTaxes, [{ name: "Tax included", retail: 1562, original: 1562, net: 1562 }]);
    const cancelled = await shop.done("POST", `/bookings/${uuid}/cancel`, { reason: "Ill" });
    zBooking.parse(cancelled);
    assert.deepEqual(
      [cancelled.status, cancelled.cancellation.refund, cancelled.cancellation.reason],
      ["CANCELLED", "FULL", "Ill"],
    );
    assert.deepEqual(cancelled.voucher.deliveryOptions, []);
    assert.deepEqual(await shop.done("POST", `/bookings/${uuid}/cancel`, { reason: "Again" }), cancelled);
    assert.deepEqual(await shop.done("GET", `/bookings/${uuid}`), cancelled);
  });

  test("the lead traveller's name reaches the order, and the names of all where the product asks for them", async () => {
    const answers = async (id: string) => {
      const { rows } = await sql<{ answers: { value: string }[] }>`select answers from orders where id = ${id}`.execute(
        shop.db,
      );
      return rows[0]!.answers.map(({ value }) => value);
    };
    const plain = await reserve("sale", 1);
    assert.deepEqual(await answers((await shop.done("POST", `/bookings/${plain.uuid}/confirm`, { contact: ana })).id), [
      "Ana",
      "Gil",
    ]);
    const bigger = await shop.done("PATCH", `/bookings/${plain.uuid}`, {
      unitItems: [...plain.unitItems, ...adults(1)],
    });
    assert.deepEqual([bigger.status, bigger.unitItems.length], ["CONFIRMED", 2]);
    assert.deepEqual(await answers(bigger.id), ["Ana", "Gil"]);
    const named = await reserve("named", 2);
    const refused = async (body: object) =>
      (await shop.call("POST", `/bookings/${named.uuid}/confirm`, body)).body.errorMessage ?? "confirmed";
    assert.match(await refused({ contact: ana }), /unitItems\.0\.contact\.firstName.*unitItems\.1\.contact\.lastName/);
    assert.match(await refused({ contact: { lastName: "Gil" } }), /contact\.firstName/);
    assert.match(await refused({ contact: { fullName: "Ana" } }), /contact\.firstName, contact\.lastName/);
    assert.match(await refused({}), /contact\.firstName/);
    const unitItems = named.unitItems.map((unit: object, n: number) => ({
      ...unit,
      contact: { firstName: `F${n}`, lastName: `L${n}` },
    }));
    const confirmed = await shop.done("POST", `/bookings/${named.uuid}/confirm`, { contact: ana, unitItems });
    assert.deepEqual(await answers(confirmed.id), ["F0", "L0", "F1", "L1"]);
    assert.deepEqual(
      confirmed.unitItems.map(({ uuid, contact }: { uuid: string; contact: { fullName: string } }) => [
        uuid,
        contact.fullName,
      ]),
      named.unitItems.map(({ uuid }: { uuid: string }, n: number) => [uuid, `F${n} L${n}`]),
    );
  });

  test("each request can be repeated, also at the same time: one booking, its seats taken once", async () => {
    const uuid = randomUUID();
    const body = { ...(await shop.event("retry")), uuid, unitItems: adults(2) };
    const same = async (method: string, path: string, sent?: object) => {
      const all = await Promise.all(Array.from({ length: 6 }, () => shop.done(method, path, sent)));
      assert.equal(new Set(all.map(({ id }) => id)).size, 1);
      return shop.done("GET", `/bookings/${uuid}`);
    };
    const held = await same("POST", "/bookings", body);
    assert.deepEqual(await seats("retry"), { left: 8, sold: 0, held: 2 });
    assert.equal(await shop.refused("POST", "/bookings", { ...body, unitItems: adults(3) }), "UNPROCESSABLE_ENTITY");
    const confirmed = await same("POST", `/bookings/${uuid}/confirm`, { contact: ana });
    assert.equal(confirmed.id, held.id);
    assert.deepEqual(await seats("retry"), { left: 8, sold: 2, held: 0 });
    assert.equal((await shop.done("POST", "/bookings", body)).status, "CONFIRMED");
    assert.equal((await same("POST", `/bookings/${uuid}/cancel`, {})).status, "CANCELLED");
    assert.deepEqual(await seats("retry"), { left: 10, sold: 0, held: 0 });
  });

  test("the uuid is known after the answers to retries have ended, and no second booking begins", async () => {
    const held = await reserve("late", 1, { uuid: randomUUID() });
    await shop.done("POST", `/bookings/${held.uuid}/confirm`, { contact: ana });
    await sql`delete from answer`.execute(shop.db);
    const again = await reserve("late", 1, { uuid: held.uuid });
    assert.deepEqual([again.id, again.status], [held.id, "CONFIRMED"]);
    assert.deepEqual(await seats("late"), { left: 9, sold: 1, held: 0 });
  });

  test("a sold-out event: a reservation keeps its seats when it changes", async () => {
    const mine = await reserve("resize", 6);
    const other = await reserve("resize", 4);
    assert.equal(
      await shop.refused("POST", "/bookings", { ...(await shop.event("resize")), unitItems: adults(1) }),
      "UNPROCESSABLE_ENTITY",
    );
    assert.equal(
      await shop.refused("PATCH", `/bookings/${mine.uuid}`, { unitItems: adults(7) }),
      "UNPROCESSABLE_ENTITY",
    );
    assert.equal((await shop.done("GET", `/bookings/${mine.uuid}`)).unitItems.length, 6);
    const fewer = await shop.done("PATCH", `/bookings/${mine.uuid}`, { unitItems: mine.unitItems.slice(0, 5) });
    assert.deepEqual([fewer.status, fewer.unitItems.length], ["ON_HOLD", 5]);
    assert.deepEqual(await seats("resize"), { left: 1, sold: 0, held: 9 });
    const more = await shop.done("POST", `/bookings/${mine.uuid}/confirm`, { contact: ana, unitItems: adults(6) });
    assert.deepEqual([more.status, more.unitItems.length], ["CONFIRMED", 6]);
    assert.deepEqual(await seats("resize"), { left: 0, sold: 6, held: 4 });
    const moved = await shop.done("PATCH", `/bookings/${other.uuid}`, {
      ...(await shop.event("other", "2026-07-02T10:00")),
    });
    assert.equal(moved.productId === other.productId, false);
    assert.deepEqual(await seats("resize"), { left: 4, sold: 6, held: 0 });
  });

  test("40 channels at once sell 10 seats, and some exchange theirs meanwhile: exact", async () => {
    const event = await shop.event("race");
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const { status, body } = await shop.call("POST", "/bookings", { ...event, unitItems: adults(1 + (n % 3)) });
        if (status !== 200) return body.error;
        if (n % 2 === 0) await shop.call("PATCH", `/bookings/${body.uuid}`, { unitItems: adults(1 + ((n + 1) % 3)) });
        const confirmed = await shop.call("POST", `/bookings/${body.uuid}/confirm`, { contact: ana });
        return confirmed.body.status ?? confirmed.body.error;
      }),
    );
    assert.deepEqual([...new Set(statuses)].sort(), ["CONFIRMED", "UNPROCESSABLE_ENTITY"]);
    const { left, sold, held } = await seats("race");
    assert.equal(left! + sold + held, 10);
    assert.equal(held, 0);
  });

  test("a reservation that is changed again and again ends when the first one would have", async () => {
    const held = await reserve("holds", 1);
    const at = (minutes: number) => {
      shop.app.clock.now = new Date(testNow.getTime() + minutes * 60_000);
    };
    const change = async (count: number) =>
      (await shop.done("PATCH", `/bookings/${held.uuid}`, { unitItems: adults(count) })).utcExpiresAt;
    const extend = async () => (await shop.done("POST", `/bookings/${held.uuid}/extend`, {})).utcExpiresAt;
    at(10);
    assert.equal(await change(2), held.utcExpiresAt);
    assert.equal(await extend(), "2026-06-15T10:25:00Z");
    at(20);
    assert.equal(await change(3), "2026-06-15T10:25:00Z");
    assert.equal(await extend(), "2026-06-15T10:35:00Z");
    assert.equal(await change(2), "2026-06-15T10:35:00Z");
    assert.equal(await shop.refused("POST", `/bookings/${held.uuid}/extend`, {}), "UNPROCESSABLE_ENTITY");
    at(35);
    assert.equal(
      await shop.refused("PATCH", `/bookings/${held.uuid}`, { unitItems: adults(1) }),
      "INVALID_BOOKING_UUID",
    );
    shop.app.clock.now = testNow;
    assert.equal((await shop.done("POST", `/bookings/${held.uuid}/cancel`, {})).status, "EXPIRED");
  });

  test("a reservation that was cancelled or ended is EXPIRED, and cannot be confirmed", async () => {
    const given = await reserve("holds", 2);
    const cancelled = await shop.done("POST", `/bookings/${given.uuid}/cancel`, { reason: "No card" });
    assert.deepEqual([cancelled.status, cancelled.cancellation.reason], ["EXPIRED", "No card"]);
    assert.deepEqual(await seats("holds"), { left: 10, sold: 0, held: 0 });
    const ended = await reserve("holds", 2);
    shop.app.clock.now = new Date(testNow.getTime() + 16 * 60_000);
    assert.equal((await shop.done("GET", `/bookings/${ended.uuid}`)).status, "EXPIRED");
    for (const { uuid } of [given, ended])
      for (const [method, path] of [
        ["POST", "/confirm"],
        ["POST", "/extend"],
        ["PATCH", ""],
      ])
        assert.equal(await shop.refused(method!, `/bookings/${uuid}${path}`, { contact: ana }), "INVALID_BOOKING_UUID");
    shop.app.clock.now = testNow;
  });
});
