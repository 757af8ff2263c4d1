import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { eraseOrder } from "../../src/domain/orders/personal-data.ts";
import { testNow } from "../support/app.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { CalledShop, evening } from "./called-shop.ts";

/** Selling on GetYourGuide. */

type Items = { category: string; count: number; groupSize?: number }[];
const adults = (count: number): Items => [{ category: "ADULT", count }];
const ana = { firstName: "Ana", lastName: "Gil", email: "ana@example.com", phoneNumber: "+34 600 000 001" };

onPostgres("GetYourGuide", (open) => {
  const shop = new CalledShop(open, "getyourguide");

  const reserveBody = async (name: string, reference: string, items: Items, dateTime = evening) => ({
    data: { productId: await shop.itemId(name), dateTime, bookingItems: items, gygBookingReference: reference },
  });
  const bookBody = async (name: string, reference: string, items: Items, more: object) => ({
    data: {
      ...(await reserveBody(name, reference, items)).data,
      ...{ currency: "EUR", travelers: [ana], comment: "Window seat", language: "en", ...more },
    },
  });
  const done = async (path: string, body: object, key?: string) => {
    const answer = await shop.call("POST", path, { body, ...(key !== undefined && { key }) });
    assert.equal(answer.status, 200);
    assert.ok(answer.body.data, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const refused = async (path: string, body: unknown) => {
    const answer = await shop.call("POST", path, { body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(typeof answer.body.errorMessage, "string");
    assert.equal(answer.body.data, undefined);
    return answer.body.errorCode;
  };
  const available = async (name: string, from: string, to: string) => {
    const query = new URLSearchParams({ productId: await shop.itemId(name), fromDateTime: from, toDateTime: to });
    return (await shop.call("GET", `/1/get-availabilities/?${query}`)).body;
  };

  test("availability has local times with their offset, seats, prices in minor units and the end of the sale", async () => {
    const { data } = await available("sale", "2026-06-30T00:00:00+02:00", "2026-06-30T23:59:59+02:00");
    const productId = await shop.itemId("sale");
    assert.equal(data.availabilities.length, 1);
    const [{ cutoffSeconds, ...first }] = data.availabilities;
    assert.ok(cutoffSeconds >= 0);
    assert.deepEqual(first, {
      ...{ dateTime: evening, productId, vacancies: 10, currency: "EUR" },
      pricesByCategory: {
        retailPrices: [
          { category: "ADULT", price: 4500 },
          { category: "CHILD", price: 2000 },
        ],
      },
    });
    const summer = await available("summer", "2026-10-24T00:00:00+02:00", "2027-03-29T00:00:00+02:00");
    assert.deepEqual(
      summer.data.availabilities.map(({ dateTime }: { dateTime: string }) => dateTime),
      ["2026-10-24T23:30:00+02:00", "2026-10-25T01:30:00+02:00", "2027-03-28T03:30:00+02:00"],
    );
  });

  test("tickets that take other numbers of seats have their own vacancies, and a group is as large as its ticket says", async () => {
    const vacancies = async () => {
      const { data } = await available("family", "2026-06-30T00:00:00+02:00", "2026-06-30T23:59:59+02:00");
      return data.availabilities[0].vacanciesByCategory.map((one: Record<string, unknown>) => [
        one.category,
        one.vacancies,
      ]);
    };
    assert.deepEqual(await vacancies(), [
      ["ADULT", 18],
      ["INFANT", 18],
      ["GROUP", 3],
    ]);
    const group = (count: number, groupSize: number) => [{ category: "GROUP", count, groupSize }];
    assert.equal(
      await refused("/1/reserve", await reserveBody("family", "FAM-0", group(1, 6))),
      "INVALID_PARTICIPANTS_CONFIGURATION",
    );
    assert.equal(
      await refused("/1/reserve", await reserveBody("family", "FAM-1", [...group(3, 5), ...adults(4)])),
      "NO_AVAILABILITY",
    );
    await done("/1/reserve", await reserveBody("family", "FAM-2", [...group(2, 5), ...adults(3)]));
    assert.deepEqual(await shop.seats("family"), { left: 5, sold: 0, held: 13 });
    assert.deepEqual(await vacancies(), [
      ["ADULT", 5],
      ["INFANT", 5],
      ["GROUP", 1],
    ]);
  });

  test("prices by number are tiers, an extra is left out, and a booking has the price of its number", async () => {
    const { data } = await available("steps", "2026-06-30T00:00:00+02:00", "2026-06-30T23:59:59+02:00");
    const [one] = data.availabilities;
    const tier = (lowerBound: number, upperBound: number | null, price: number) => ({ lowerBound, upperBound, price });
    assert.deepEqual(one.tieredPricesByCategory.retailPrices, [
      { category: "ADULT", tiers: [tier(1, 2, 4500), tier(3, null, 4000)] },
      { category: "CHILD", tiers: [tier(1, null, 2000)] },
    ]);
    assert.deepEqual([one.pricesByCategory, one.vacancies], [undefined, 10]);
    const priced = (price: number, childPrice: number) => [
      { category: "ADULT", count: 3, retailPrice: price },
      { category: "CHILD", count: 1, retailPrice: childPrice },
    ];
    const { reservationReference } = await done("/1/reserve", await reserveBody("steps", "GYG-T", adults(3)));
    await done("/1/book", await bookBody("steps", "GYG-T", priced(4000, 0).slice(0, 1), { reservationReference }));
    // GetYourGuide cannot know a price by people, so it sends the listed one.
    const family = await done("/1/reserve", await reserveBody("steps", "GYG-U", priced(4000, 2000)));
    await done("/1/book", await bookBody("steps", "GYG-U", priced(4000, 2000), family));
    const wrong = await done("/1/reserve", await reserveBody("steps", "GYG-V", adults(3)));
    await refused("/1/book", await bookBody("steps", "GYG-V", priced(3900, 0).slice(0, 1), wrong));
  });

  test("a product for whole days has opening times on each day, and is booked at midnight", async () => {
    const { data } = await available("pass", "2026-06-10T00:00:00-04:00", "2026-06-17T23:59:59-04:00");
    assert.deepEqual(
      data.availabilities.map(({ dateTime, vacancies, openingTimes }: Record<string, unknown>) => [
        ...[dateTime, vacancies, openingTimes],
      ]),
      ["15", "16", "17"].map((day) => [
        ...[`2026-06-${day}T00:00:00-04:00`, 1000, [{ fromTime: "00:00", toTime: "23:59" }]],
      ]),
    );
    const body = await reserveBody("pass", "GYG-P", adults(2), "2026-06-16T00:00:00-04:00");
    const { reservationReference } = await done("/1/reserve", body);
    const booked = await bookBody("pass", "GYG-P", adults(2), {
      ...{ reservationReference, dateTime: body.data.dateTime, currency: data.availabilities[0].currency },
    });
    assert.match((await done("/1/book", booked)).bookingReference, /^[0-9A-Z-]{11}-\w+$/);
  });

  test("a booking is reserved, booked and cancelled, and the seats follow", async () => {
    const items = [...adults(2), { category: "CHILD", count: 1 }];
    const held = await done("/1/reserve/", await reserveBody("sale", "GYG-1", items));
    assert.match(held.reservationExpiration, /^2026-06-15T10:\d\d:00Z$/);
    assert.deepEqual(await shop.seats("sale"), { left: 7, sold: 0, held: 3 });
    const body = await bookBody("sale", "GYG-1", items, held);
    const booking = await done("/1/book/", body);
    assert.match(booking.bookingReference, /^[0-9A-Z-]{11}-\w+$/);
    assert.deepEqual(
      booking.tickets.map(({ category, ticketCodeType }: Record<string, string>) => [category, ticketCodeType]),
      [["COLLECTIVE", "QR_CODE"]],
    );
    assert.deepEqual(await shop.seats("sale"), { left: 7, sold: 3, held: 0 });
    const [order] = await shop.orders("sale");
    assert.deepEqual([order!.email, order!.answers.map(({ value }) => value)], ["ana@example.com", ["Ana", "Gil"]]);
    const cancel = { data: { ...booking, gygBookingReference: "GYG-1", productId: body.data.productId } };
    assert.equal(
      await refused("/1/cancel-booking/", { data: { ...cancel.data, gygBookingReference: "GYG-2" } }),
      "INVALID_BOOKING",
    );
    assert.deepEqual(await done("/1/cancel-booking/", cancel), {});
    assert.deepEqual(await done("/1/cancel-booking/", cancel), {});
    assert.deepEqual(await shop.seats("sale"), { left: 10, sold: 0, held: 0 });
  });

  test("with a code per person each traveller has a ticket; a product that asks for the hotel gets the one that is sent", async () => {
    const items = [...adults(1), { category: "CHILD", count: 2 }];
    const held = await done("/1/reserve/", await reserveBody("people", "GYG-3", items));
    const { tickets } = await done("/1/book/", await bookBody("people", "GYG-3", items, held));
    assert.deepEqual(tickets.map(({ category }: { category: string }) => category).sort(), ["ADULT", "CHILD", "CHILD"]);
    assert.equal(new Set(tickets.map(({ ticketCode }: { ticketCode: string }) => ticketCode)).size, 3);
    for (const [reference, hotel] of [
      ["GYG-4", "Hotel Plaza"],
      ["GYG-5", undefined],
    ] as const) {
      const reserved = await done("/1/reserve/", await reserveBody("hotel", reference, adults(1)));
      await done("/1/book/", await bookBody("hotel", reference, adults(1), { ...reserved, travelerHotel: hotel }));
    }
    const hotels = (await shop.orders("hotel")).map(
      ({ answers }) => answers.find(({ code }) => code === "hotel-name")!.value,
    );
    assert.deepEqual([hotels[0], typeof hotels[1]], ["Hotel Plaza", "string"]);
  });

  test("a repeated request is answered as the first one, also at the same time", async () => {
    const body = await reserveBody("retry", "GYG-R", adults(2));
    const all = await Promise.all(Array.from({ length: 6 }, () => done("/1/reserve/", body)));
    assert.equal(new Set(all.map(({ reservationReference }) => reservationReference)).size, 1);
    assert.deepEqual(await shop.seats("retry"), { left: 8, sold: 0, held: 2 });
    const booking = await bookBody("retry", "GYG-R", adults(2), all[0]);
    const booked = await Promise.all(Array.from({ length: 6 }, () => done("/1/book/", booking)));
    assert.equal(new Set(booked.map((one) => JSON.stringify(one))).size, 1);
    assert.deepEqual(await shop.seats("retry"), { left: 8, sold: 2, held: 0 });
    assert.deepEqual(
      await done("/1/reserve/", body).then(({ reservationReference }) => reservationReference),
      all[0].reservationReference,
    );
  });

  test("a cart that changes keeps its seats; a cancelled reservation can be made again", async () => {
    const first = await done("/1/reserve/", await reserveBody("resize", "GYG-S", adults(8)));
    shop.app.clock.now = new Date(testNow.getTime() + 10 * 60_000);
    const changed = await done("/1/reserve/", await reserveBody("resize", "GYG-S", adults(9)));
    assert.equal(changed.reservationExpiration, first.reservationExpiration, "a change does not renew the hold");
    shop.app.clock.now = testNow;
    const { reservationReference } = changed;
    assert.deepEqual(await shop.seats("resize"), { left: 1, sold: 0, held: 9 });
    const given = { data: { gygBookingReference: "GYG-S", reservationReference } };
    assert.deepEqual(await done("/1/cancel-reservation/", given), {});
    assert.deepEqual(await done("/1/cancel-reservation/", given), {});
    assert.deepEqual(await shop.seats("resize"), { left: 10, sold: 0, held: 0 });
    assert.equal(
      await refused("/1/book/", await bookBody("resize", "GYG-S", adults(9), { reservationReference })),
      "INVALID_RESERVATION",
    );
    const again = await done("/1/reserve/", await reserveBody("resize", "GYG-S", adults(9)));
    assert.notEqual(again.reservationReference, reservationReference);
    assert.equal(await refused("/1/reserve/", await reserveBody("resize", "GYG-T", adults(2))), "NO_AVAILABILITY");
  });

  test("a sold booking is reserved again to change its tickets: one order, with the new ones", async () => {
    const first = await done("/1/reserve/", await reserveBody("moves", "GYG-M", adults(2)));
    const booking = await done("/1/book/", await bookBody("moves", "GYG-M", adults(2), first));
    const second = await done("/1/reserve/", await reserveBody("moves", "GYG-M", adults(3)));
    const body = await bookBody("moves", "GYG-M", adults(3), second);
    const changed = await done("/1/book/", body);
    assert.equal(changed.bookingReference, booking.bookingReference);
    assert.equal((await done("/1/book/", body)).bookingReference, booking.bookingReference);
    assert.deepEqual(await shop.seats("moves"), { left: 7, sold: 3, held: 0 });
    assert.equal((await shop.orders("moves")).length, 1);
  });

  test("a request whose fields contradict its reservation or the order that was sold is refused, field by field", async () => {
    const held = await done("/1/reserve/", await reserveBody("agree", "GYG-A", adults(2)));
    const good = await bookBody("agree", "GYG-A", adults(2), held);
    const priced = (retailPrice: number, count = 2) => [{ category: "ADULT", count, retailPrice }];
    const contradictions: [string, object][] = [
      ["INVALID_PRODUCT", { productId: await shop.itemId("sale") }],
      ["VALIDATION_FAILURE", { dateTime: "2026-07-01T20:00:00+02:00" }],
      ["VALIDATION_FAILURE", { dateTime: "2026-06-30T21:30:00+02:00" }],
      ["VALIDATION_FAILURE", { bookingItems: adults(3) }],
      ["VALIDATION_FAILURE", { bookingItems: [...adults(1), { category: "CHILD", count: 1 }] }],
      ["VALIDATION_FAILURE", { bookingItems: priced(0) }],
      ["VALIDATION_FAILURE", { bookingItems: priced(4400) }],
      ["VALIDATION_FAILURE", { currency: "USD" }],
    ];
    const answers = () =>
      Promise.all(
        contradictions.map(async ([, one]) => [one, await refused("/1/book/", { data: { ...good.data, ...one } })]),
      );
    const expected = contradictions.map(([code, one]) => [one, code]);
    assert.deepEqual(await answers(), expected, "before the sale");
    assert.deepEqual(await shop.seats("agree"), { left: 8, sold: 0, held: 2 });
    const sale = { data: { ...good.data, bookingItems: priced(4500) } };
    const booking = await done("/1/book/", sale);
    assert.deepEqual(await answers(), expected, "after the sale");
    for (const more of [{ travelers: [{ ...ana, lastName: "Sol" }] }, { comment: "Aisle" }, { travelerHotel: "Plaza" }])
      assert.equal(await refused("/1/book/", { data: { ...sale.data, ...more } }), "VALIDATION_FAILURE");
    assert.equal((await done("/1/book/", sale)).bookingReference, booking.bookingReference);
    const cancel = { ...booking, gygBookingReference: "GYG-A" };
    const other = { data: { ...cancel, productId: await shop.itemId("sale") } };
    assert.equal(await refused("/1/cancel-booking/", other), "INVALID_PRODUCT");
    assert.deepEqual(await shop.seats("agree"), { left: 8, sold: 2, held: 0 });
    assert.deepEqual(await done("/1/cancel-booking/", { data: { ...cancel, productId: good.data.productId } }), {});
  });

  test("an expired reservation is not booked, and the next one has another reference", async () => {
    const held = await done("/1/reserve/", await reserveBody("late", "GYG-L", adults(1)));
    shop.app.clock.now = new Date(testNow.getTime() + 61 * 60_000);
    assert.equal(await refused("/1/book/", await bookBody("late", "GYG-L", adults(1), held)), "INVALID_RESERVATION");
    const next = await done("/1/reserve/", await reserveBody("late", "GYG-L", adults(1)));
    assert.notEqual(next.reservationReference, held.reservationReference);
    const booking = await done("/1/book/", await bookBody("late", "GYG-L", adults(1), next));
    shop.app.clock.now = new Date("2026-07-02T00:00:00Z");
    const cancel = { data: { ...booking, gygBookingReference: "GYG-L", productId: await shop.itemId("late") } };
    assert.equal(await refused("/1/cancel-booking/", cancel), "BOOKING_IN_PAST");
    shop.app.clock.now = testNow;
  });

  test("wrong requests are errors in the body that name what is wrong", async () => {
    const good = (await reserveBody("sale", "GYG-W", adults(1))).data;
    const pair = (await reserveBody("pair", "GYG-W", adults(1))).data;
    const unsold = await Promise.all(
      ["slow", "vip", "named"].map(async (name) => (await reserveBody(name, "GYG-W", adults(1))).data),
    );
    const cases: [string, unknown, string][] = [
      ["/1/reserve/", "{", "VALIDATION_FAILURE"],
      ["/1/reserve/", {}, "VALIDATION_FAILURE"],
      ["/1/reserve/", { data: { ...good, productId: "x" } }, "INVALID_PRODUCT"],
      ["/1/reserve/", { data: { ...good, dateTime: "2026-06-30T20:00:00" } }, "VALIDATION_FAILURE"],
      ["/1/reserve/", { data: { ...good, dateTime: "2026-06-30T19:00:00+02:00" } }, "NO_AVAILABILITY"],
      ["/1/reserve/", { data: { ...good, bookingItems: [{ category: "DOG", count: 1 }] } }, "INVALID_TICKET_CATEGORY"],
      ["/1/reserve/", { data: { ...good, bookingItems: adults(0) } }, "VALIDATION_FAILURE"],
      ["/1/reserve/", { data: { ...good, bookingItems: adults(11) } }, "NO_AVAILABILITY"],
      ["/1/reserve/", { data: { ...good, bookingItems: adults(21) } }, "INVALID_PARTICIPANTS_CONFIGURATION"],
      ["/1/reserve/", { data: pair }, "INVALID_PARTICIPANTS_CONFIGURATION"],
      ...unsold.map((data): [string, unknown, string] => ["/1/reserve/", { data }, "INVALID_PRODUCT"]),
      [
        "/1/cancel-reservation/",
        { data: { gygBookingReference: "GYG-W", reservationReference: "x" } },
        "INVALID_RESERVATION",
      ],
      ["/1/book/", await bookBody("sale", "GYG-W", adults(1), { reservationReference: "x" }), "INVALID_RESERVATION"],
      ["/1/book/", { data: { ...good, travelers: [] } }, "VALIDATION_FAILURE"],
      [
        "/1/cancel-booking/",
        { data: { gygBookingReference: "GYG-W", bookingReference: "9999-EN" } },
        "INVALID_BOOKING",
      ],
    ];
    for (const [path, body, code] of cases) assert.equal(await refused(path, body), code, JSON.stringify(body));
    assert.equal(await refused("/1/%E0%A4%A", {}), "VALIDATION_FAILURE");
    const unknown = await shop.call("POST", "/1/nothing", { body: {} });
    assert.deepEqual([unknown.status, unknown.body.errorCode], [404, "VALIDATION_FAILURE"]);
    // A letter in another encoding would be stored as a replacement character.
    const latin1 = Buffer.from(JSON.stringify(await reserveBody("sale", "Señor", adults(1))), "latin1");
    assert.equal(await refused("/1/reserve/", latin1), "VALIDATION_FAILURE");
    const { body } = await shop.call("POST", "/1/reserve/", { body: { data: pair } });
    assert.deepEqual(body.participantsConfiguration, { min: 1, max: 20 });
    for (const [from, to] of [
      ["2026-06-30", "2026-07-01"],
      ["2026-07-02T00:00:00Z", "2026-07-01T00:00:00Z"],
      ["2026-01-01T00:00:00Z", "2027-12-01T00:00:00Z"],
    ])
      assert.equal((await available("sale", from!, to!)).errorCode, "VALIDATION_FAILURE");
  });

  test("a wrong key, and a channel that is off, are refused; a test key makes test bookings", async () => {
    const body = await reserveBody("test", "GYG-K", adults(1));
    const { body: denied } = await shop.call("POST", "/1/reserve/", { body, key: "pk_live_wrong" });
    assert.equal(denied.errorCode, "AUTHORIZATION_FAILURE");
    const held = await done("/1/reserve/", body, shop.testKey);
    const booking = await done("/1/book/", await bookBody("test", "GYG-K", adults(1), held), shop.testKey);
    assert.match(booking.bookingReference, /^TEST-/);
    assert.deepEqual(await shop.seats("test"), { left: 10, sold: 0, held: 0 });
    await shop.set({ active: false });
    assert.equal(await refused("/1/reserve/", body), "AUTHORIZATION_FAILURE");
    await shop.set({ partner: "other" });
    assert.equal(await refused("/1/reserve/", body), "AUTHORIZATION_FAILURE");
    await shop.set({ categories: { BOX: "GROUP" } });
    const group = await reserveBody("vip", "GYG-G", [{ category: "GROUP", count: 1, groupSize: 7 }]);
    await done("/1/reserve/", group);
    await shop.set({});
  });

  test("200 requests whose connection is cut are repeated: no order and no seat is doubled", async () => {
    const carts = Array.from({ length: 5 }, (_, n) => `GYG-C${n}`);
    await Promise.all(
      carts.map(async (reference) => {
        const body = await reserveBody("race", reference, adults(1));
        for (let n = 0; n < 20; n++) await shop.cut("/1/reserve/", body, n % 12);
        const held = await done("/1/reserve/", body);
        const booking = await bookBody("race", reference, adults(1), held);
        for (let n = 0; n < 20; n++) await shop.cut("/1/book/", booking, n % 12);
        await done("/1/book/", booking);
      }),
    );
    assert.deepEqual(await shop.seats("race"), { left: 5, sold: 5, held: 0 });
    assert.equal((await shop.orders("race")).length, 5);
  });

  test("erasing personal data erases what the channel sent", async () => {
    const body = await reserveBody("people", "GYG-E", adults(1));
    const held = await done("/1/reserve/", body);
    await done("/1/book/", await bookBody("people", "GYG-E", adults(1), held));
    const { rows } = await sql<{ id: string }>`
      select o.id from orders o join channel_booking b on b.id = o.id where o.external_reference = 'GYG-E'`.execute(
      shop.db,
    );
    const stored = async () =>
      JSON.stringify(
        (
          await sql`select to_jsonb(b) as booking, to_jsonb(o) as placed from channel_booking b join orders o on o.id = b.id
            where o.id = ${rows[0]!.id}`.execute(shop.db)
        ).rows,
      );
    assert.match(await stored(), /Ana.*Window seat|Window seat.*Ana/);
    await eraseOrder(shop.db, rows[0]!.id, testNow);
    assert.doesNotMatch(await stored(), /Ana|Gil|600 000 001|Window seat/);
  });

  test("a failure reveals nothing, and answers are not stored", async () => {
    const query = new URLSearchParams({
      ...{ productId: await shop.itemId("sale"), fromDateTime: "2026-06-30T00:00:00+02:00" },
      toDateTime: "2026-06-30T23:59:59+02:00",
    });
    await shop.failing("GET", `/1/get-availabilities/?${query}`);
    const { status, cacheControl } = await shop.call("GET", `/1/get-availabilities/?${query}`);
    assert.deepEqual([status, cacheControl], [200, "no-store"]);
  });

  test("guesses of keys are limited by network, and a right key is answered meanwhile", async () => {
    const body = await reserveBody("late", "GYG-X", adults(1));
    const guess = (n: number) => shop.call("POST", "/1/reserve/", { body, key: `guess-${n}` });
    const statuses: number[] = [];
    for (let n = 0; n < 40; n++) statuses.push((await guess(n)).status);
    assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429]);
    await done("/1/reserve/", body);
  });
});
