import assert from "node:assert/strict";
import { test } from "node:test";
import { parsedReference } from "@paseo/contract/order-reference";
import { sql } from "kysely";
import { testNow } from "../support/app.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { CalledShop, issuedKey } from "./called-shop.ts";

/** Selling on Viator. */

const adult = { TravellerIdentifier: "1", GivenName: "Ana", Surname: "Gil", AgeBand: "Adult", LeadTraveller: true };
const child = { TravellerIdentifier: "2", GivenName: "Leo", Surname: "Gil", AgeBand: "Child", LeadTraveller: false };
const tickets = (count: number) => [{ type: "ADULT", quantity: count }];
const travelDate = "2026-06-30";
const sent = { ResellerId: "1000", SupplierId: 1004, ExternalReference: "E-1", Timestamp: "2026-06-15T10:00:00.000Z" };

onPostgres("Viator", (open) => {
  const shop = new CalledShop(open, "viator");

  const done = async (path: string, body: object) => {
    const answer = await shop.call("POST", path, { body: { supplierId: 1004, ...body } });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const reserve = async (name: string, count: number) =>
    done("/v2/reserve", {
      ...{ productOptionId: await shop.itemId(name), travelDate, startTime: "20:00" },
      ...{ tickets: tickets(count), totalTravelers: count },
    });
  /** The data of a message of version 1. */
  const message = async (path: string, data: object, key?: string) => {
    const body = { requestType: "Request", data: { ...sent, ...data } };
    const answer = await shop.call("POST", path, { body, ...(key !== undefined && { key }) });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.match(answer.body.responseType, /Response$/);
    assert.equal(answer.body.data.ExternalReference, "E-1");
    return answer.body.data;
  };
  const booking = async (name: string, reference: string, more: object = {}) => ({
    ...{ BookingReference: reference, TravelDate: travelDate, Traveller: [adult] },
    SupplierProductCode: await shop.productId(name),
    TourOptions: { SupplierOptionCode: await shop.itemId(name), TourDepartureTime: "20:00:00" },
    ...{ CurrencyCode: "EUR", Amount: 40, ContactEmail: "ana@example.com", ...more },
  });
  const sold = async (name: string, reference: string, more: object = {}) => {
    const answer = await message("/booking", await booking(name, reference, more));
    assert.equal(answer.TransactionStatus?.Status, "CONFIRMED", JSON.stringify(answer));
    return answer;
  };

  test("a ticket of several people is not sold as one traveller, and a baby on a lap takes no seat", async () => {
    const { Tour } = await message("/tourlist", {});
    const codes = Tour.flatMap(({ TourOption }: { TourOption: { productOptionId: string }[] }) =>
      TourOption.map(({ productOptionId }) => productOptionId),
    );
    assert.ok(codes.includes(await shop.itemId("lap")) && !codes.includes(await shop.itemId("family")));
    const reserve = async (adults: number) =>
      done("/v2/reserve", {
        ...{ productOptionId: await shop.itemId("lap"), travelDate, startTime: "20:00" },
        ...{ tickets: [...tickets(adults), { type: "INFANT", quantity: 3 }], totalTravelers: adults + 3 },
      });
    assert.equal((await reserve(3)).status, "NOT_RESERVED");
    assert.equal((await reserve(2)).status, "RESERVED");
    assert.deepEqual(await shop.seats("lap"), { left: 0, sold: 0, held: 2 });
  });

  test("a party has the price of its number, and an extra is left out", async () => {
    const asked = async (adults: number) => {
      const productOptions = [{ productOptionId: await shop.itemId("steps"), startTimes: ["20:00"] }];
      const body = { productOptions, travelDate, tickets: tickets(adults), totalTravelers: adults };
      const { productOptions: found } = await done("/v2/availability/check", body);
      return found[0].events[0].price.prices.map((one: { types: string[]; retailPrice: number }) => [
        one.types.join(),
        one.retailPrice,
      ]);
    };
    assert.deepEqual(await asked(2), [
      ["ADULT", 45],
      ["CHILD", 20],
    ]);
    assert.deepEqual(await asked(3), [
      ["ADULT", 40],
      ["CHILD", 20],
    ]);
  });

  test("the list of tours names each option that Viator can sell", async () => {
    const { Tour } = await message("/tourlist", {});
    const codes = Tour.flatMap(({ TourOption }: { TourOption: { productOptionId: string }[] }) =>
      TourOption.map(({ productOptionId }) => productOptionId),
    );
    assert.ok(codes.includes(await shop.itemId("sale")) && codes.includes(await shop.itemId("named")));
    assert.ok(!codes.includes(await shop.itemId("slow")) && !codes.includes(await shop.itemId("vip")));
    assert.deepEqual([...new Set(Tour.map(({ CountryCode }: { CountryCode: string }) => CountryCode))], ["ES"]);
  });

  test("a check has seats, prices and the reason where a party cannot book", async () => {
    const productOptionId = await shop.itemId("sale");
    const check = async (type: string, quantity: number) => {
      const productOptions = [{ productOptionId, startTimes: ["20:00"] }, { productOptionId: "unknown" }];
      const body = { productOptions, travelDate, tickets: [{ type, quantity }], totalTravelers: quantity };
      return (await done("/v2/availability/check", body)).productOptions;
    };
    const [option, ...others] = await check("ADULT", 2);
    assert.equal(others.length, 0);
    const { bookingCutoff, ...event } = option.events[0];
    assert.match(bookingCutoff, /^2026-06-\d\dT[\d:]+Z$/);
    assert.deepEqual([option.productOptionId, option.currency], [productOptionId, "EUR"]);
    assert.deepEqual(event, {
      ...{ status: "AVAILABLE", startTime: "20:00" },
      capacity: {
        ...{ type: "LIMITED", original: 10, remaining: 10 },
        vacancies: [{ types: ["ADULT", "CHILD"], quantity: 10, quantityType: "SHARED" }],
      },
      price: {
        type: "PER_PERSON_PRICE",
        prices: [
          { types: ["ADULT"], retailPrice: 45 },
          { types: ["CHILD"], retailPrice: 20 },
        ],
      },
    });
    const reason = async (type: string, quantity: number) =>
      (await check(type, quantity))[0].events[0].unavailableReason;
    assert.equal(await reason("ADULT", 11), "LIMITED_AVAILABILITY");
    assert.equal(await reason("SENIOR", 1), "UNSUPPORTED_TICKET_COMBINATION");
  });

  test("a calendar has the days with events, and whole days have opening hours", async () => {
    const ids = [await shop.itemId("sale"), await shop.itemId("pass")];
    const body = { productOptionIds: ids, startDate: "2026-06-29", endDate: "2026-07-02" };
    const [sale, pass] = (await done("/v2/availability/calendar", body)).productOptions;
    assert.deepEqual(
      sale.dates.map(({ travelDate, events }: { travelDate: string; events: { startTime: string }[] }) => [
        ...[travelDate, events[0]!.startTime],
      ]),
      [
        ["2026-06-30", "20:00"],
        ["2026-07-01", "20:00"],
      ],
    );
    assert.equal(pass.dates.length, 4);
    const [{ capacity, openingHours }] = pass.dates[0].events;
    assert.deepEqual([capacity, openingHours.hours.length], [{ type: "UNLIMITED" }, 1]);
    shop.app.clock.now = new Date("2026-06-30T22:00:00Z");
    const later = (await done("/v2/availability/calendar", body)).productOptions[0].dates;
    assert.equal(later[0].events[0].unavailableReason, "PAST_BOOKING_CUTOFF");
    shop.app.clock.now = testNow;
  });

  test("an option that a request repeats is answered once, and the number of days is bounded", async () => {
    const id = await shop.itemId("pass");
    const productOptionIds = Array.from({ length: 50 }, (_, n) => (n % 2 ? id : id.toUpperCase()));
    const days = { startDate: "2026-06-29", endDate: "2026-07-02" };
    assert.equal((await done("/v2/availability/calendar", { productOptionIds, ...days })).productOptions.length, 1);
    const year = { productOptionIds: [...productOptionIds, id], startDate: "2026-01-01", endDate: "2027-02-01" };
    const { status, body } = await shop.call("POST", "/v2/availability/calendar", {
      body: { supplierId: 1004, ...year },
    });
    assert.deepEqual([status, body.message], [400, "At most 20000 days of options can be read at once."]);
  });

  test("a reservation is booked, redeemed in part at the door, and cancelled", async () => {
    const held = await done("/v2/reserve", {
      ...{ productOptionId: await shop.itemId("people"), travelDate, startTime: "20:00", totalTravelers: 2 },
      tickets: [...tickets(1), { type: "CHILD", quantity: 1 }],
    });
    assert.equal(held.status, "RESERVED");
    assert.match(held.expiration, /^2026-06-15T10:\d\d:00Z$/);
    assert.deepEqual(await shop.seats("people"), { left: 8, sold: 0, held: 2 });
    const wish = { AvailabilityHoldReference: held.reference, Traveller: [adult, child], PickupPoint: "Hotel Plaza" };
    const answer = await sold("people", "BR-1", wish);
    assert.deepEqual(await shop.seats("people"), { left: 8, sold: 2, held: 0 });
    const number = answer.SupplierConfirmationNumber;
    assert.deepEqual(
      answer.Traveller.map(({ TravellerIdentifier, TravellerSupplierConfirmationNumber }: Record<string, string>) => [
        ...[TravellerIdentifier, TravellerSupplierConfirmationNumber],
      ]),
      [
        ["1", `${number}-1`],
        ["2", `${number}-2`],
      ],
    );
    assert.equal(new Set(answer.Traveller.map((one: { TravellerBarcode: string }) => one.TravellerBarcode)).size, 2);
    const mine = { BookingReference: "BR-1", TravelDate: travelDate, SupplierConfirmationNumber: number };
    assert.equal((await message("/redemption", mine)).RedemptionStatus, false);
    await sql`
      insert into admission (id, order_id, n, people, at, received_at, by, device, offline)
      select gen_random_uuid(), p.order_id, p.n, 1, ${testNow}::timestamptz, ${testNow}::timestamptz, 'door', 'd', false
      from pass p join orders o on o.id = p.order_id where o.number = ${parsedReference(number)!.number} and p.ticket_code = 'CHILD'`.execute(
      shop.db,
    );
    const { Traveller } = await message("/redemption", mine);
    assert.deepEqual(
      Traveller.map(({ RedemptionStatus }: { RedemptionStatus: boolean }) => RedemptionStatus),
      [false, true],
    );
    await sql`delete from admission`.execute(shop.db);
    const cancel = { ...mine, CancelDate: "2026-06-15", Author: "Customer", Reason: "Ill" };
    for (let n = 0; n < 2; n++) {
      const cancelled = await message("/booking-cancellation", cancel);
      assert.equal(cancelled.TransactionStatus.Status, "CONFIRMED");
      assert.equal(cancelled.SupplierCancellationNumber, `C-${number}`);
    }
    assert.deepEqual(await shop.seats("people"), { left: 10, sold: 0, held: 0 });
  });

  test("a booking without a reservation, or with one that has ended, takes its seats; the names of all reach the order", async () => {
    await sold("named", "BR-2", { Traveller: [adult, child] });
    const [order] = await shop.orders("named");
    assert.deepEqual(
      order!.answers.map(({ value }) => value),
      ["Ana", "Gil", "Leo", "Gil"],
    );
    const held = await reserve("late", 1);
    shop.app.clock.now = new Date(testNow.getTime() + 61 * 60_000);
    await sold("late", "BR-3", { AvailabilityHoldReference: held.reference });
    shop.app.clock.now = testNow;
    assert.deepEqual(await shop.seats("late"), { left: 9, sold: 1, held: 0 });
  });

  test("a repeated booking is answered as the first one, also at the same time", async () => {
    const held = await reserve("retry", 1);
    for (const [reference, more] of [
      ["BR-4", { AvailabilityHoldReference: held.reference }],
      ["BR-5", {}],
    ] as const) {
      const body = await booking("retry", reference, more);
      const all = await Promise.all(
        Array.from({ length: 6 }, async () => (await message("/booking", body)).SupplierConfirmationNumber),
      );
      assert.equal(new Set(all).size, 1);
    }
    assert.deepEqual(await shop.seats("retry"), { left: 8, sold: 2, held: 0 });
    const other = await message(
      "/booking",
      await booking("retry", "BR-6", { AvailabilityHoldReference: held.reference }),
    );
    assert.equal(other.RequestStatus.Status, "ERROR");
  });

  test("a booking whose fields contradict its reservation, itself or the order that was sold is refused, field by field", async () => {
    const [held, other] = [await reserve("agree", 1), await reserve("agree", 1)];
    const good = await booking("agree", "BR-A", { AvailabilityHoldReference: held.reference });
    const options = (more: object) => ({ TourOptions: { ...good.TourOptions, ...more } });
    const contradictions: [string, object][] = [
      ["TGDS0023", { TravelDate: "2026-07-01" }],
      ["TGDS0023", options({ TourDepartureTime: "21:30:00" })],
      ["TGDS0013", options({ SupplierOptionCode: await shop.itemId("sale") })],
      ["TGDS0012", { SupplierProductCode: "BLUE" }],
      ["TGDS0012", { SupplierProductCode: await shop.productId("sale") }],
      ["TGDS0023", { Traveller: [child] }],
      ["TGDS0023", { Traveller: [adult, child] }],
      ["TGDS0023", { TravellerMix: { Adult: 3, Total: 3 } }],
      ["TGDS0023", { TravellerMix: { Adult: "1", Child: "0", Total: "2" } }],
      ["TGDS0023", { CurrencyCode: "USD" }],
      ["TGDS0023", { Amount: 0 }],
      ["TGDS0023", { Amount: 45.01 }],
    ];
    const wrong = async (data: object) => {
      const { RequestStatus } = await message("/booking", data);
      return [RequestStatus.Status, RequestStatus.Error?.ErrorCode];
    };
    const answers = async (more: object) => {
      const all: unknown[] = [];
      for (const [, one] of contradictions) all.push([one, ...(await wrong({ ...good, ...more, ...one }))]);
      return all;
    };
    const expected = contradictions.map(([code, one]) => [one, "ERROR", code]);
    assert.deepEqual(await answers({}), expected, "with a reservation");
    assert.deepEqual(await shop.seats("agree"), { left: 8, sold: 0, held: 2 });
    const mix = { TravellerMix: { Adult: "1", Child: 0, Total: "1" } };
    const confirmed = await sold("agree", "BR-A", { AvailabilityHoldReference: held.reference, ...mix });
    assert.deepEqual(await answers({}), expected, "after the sale");
    for (const more of [{ Traveller: [{ ...adult, Surname: "Sol" }] }, { ContactEmail: "leo@example.com" }])
      assert.deepEqual(await wrong({ ...good, ...more }), ["ERROR", "TGDS0023"], JSON.stringify(more));
    const again = await sold("agree", "BR-A", { AvailabilityHoldReference: held.reference, ...mix });
    assert.equal(again.SupplierConfirmationNumber, confirmed.SupplierConfirmationNumber);
    const without = { BookingReference: "BR-B", AvailabilityHoldReference: null };
    const fresh = contradictions.filter(
      ([, one]) => !("TravelDate" in one) && !JSON.stringify(one).match(/Departure|OptionCode|"Traveller":/),
    );
    for (const [code, one] of fresh)
      assert.deepEqual(await wrong({ ...good, ...without, ...one }), ["ERROR", code], JSON.stringify(one));
    const mine = { BookingReference: "BR-A", SupplierConfirmationNumber: confirmed.SupplierConfirmationNumber };
    const redeemed = await message("/redemption", { ...mine, TravelDate: "2026-07-01" });
    assert.equal(redeemed.RequestStatus.Error?.ErrorCode, "TGDS0023");
    const party = { productOptionId: await shop.itemId("agree"), travelDate, tickets: tickets(1), totalTravelers: 3 };
    const body = { supplierId: 1004, ...party };
    assert.equal((await shop.call("POST", "/v2/reserve", { body })).body.error, "BAD_REQUEST");
    assert.equal((await message("/booking", { ...good, BookingReference: "BR-C" })).RequestStatus.Status, "ERROR");
    assert.deepEqual(await shop.seats("agree"), { left: 8, sold: 1, held: 1 });
    assert.equal((await done("/v2/reserve", { ...party, totalTravelers: 1, startTime: "20:00" })).status, "RESERVED");
    assert.equal(typeof other.reference, "string");
  });

  test("what cannot be sold is not reserved or is rejected, with the reason", async () => {
    const productOptionId = await shop.itemId("resize");
    const wish = { productOptionId, travelDate, startTime: "20:00", tickets: tickets(1), totalTravelers: 1 };
    const reason = async (more: object) => (await done("/v2/reserve", { ...wish, ...more })).reason;
    assert.equal(await reason({ startTime: "19:00" }), "NO_EVENT");
    assert.equal(await reason({ tickets: tickets(11), totalTravelers: 11 }), "LIMITED_AVAILABILITY");
    assert.equal(await reason({ tickets: [{ type: "SENIOR", quantity: 1 }] }), "UNSUPPORTED_TICKET_COMBINATION");
    assert.equal((await reserve("resize", 10)).status, "RESERVED");
    const full = await message("/booking", await booking("resize", "BR-7"));
    assert.deepEqual([full.TransactionStatus.Status, full.TransactionStatus.RejectionReason], ["REJECTED", "OTHER"]);
    const never = await message("/booking", await booking("sale", "BR-8", { TravelDate: "2026-08-01" }));
    assert.equal(never.TransactionStatus.RejectionReason, "NOT_OPERATING");
    const kept = await sold("seen", "BR-9");
    shop.app.clock.now = new Date("2026-06-30T17:30:00Z");
    const cancel = {
      BookingReference: "BR-9",
      SupplierConfirmationNumber: kept.SupplierConfirmationNumber,
      Reason: "Ill",
    };
    const late = (await message("/booking-cancellation", cancel)).TransactionStatus;
    shop.app.clock.now = new Date("2026-07-01T17:30:00Z");
    const past = (await message("/booking-cancellation", cancel)).TransactionStatus;
    shop.app.clock.now = testNow;
    assert.deepEqual([late.RejectionReason, past.RejectionReason], ["PAST_CANCEL_DATE", "PAST_TOUR_DATE"]);
  });

  test("wrong requests have Viator's codes", async () => {
    const productOptionId = await shop.itemId("sale");
    const good = { supplierId: 1004, productOptionId, travelDate, startTime: "20:00", tickets: tickets(1) };
    const cases: [string, unknown, number, string][] = [
      ["/v2/%E0%A4%A", {}, 400, "BAD_REQUEST"],
      ["/v2/nothing", {}, 404, "BAD_REQUEST"],
      ["/v2/reserve", "{", 400, "BAD_REQUEST"],
      ["/v2/reserve", { ...good, tickets: [] }, 400, "BAD_REQUEST"],
      ["/v2/reserve", { ...good, travelDate: "2026-02-31" }, 400, "BAD_REQUEST"],
      ["/v2/reserve", { ...good, supplierId: 7 }, 422, "INVALID_SUPPLIER"],
      ["/v2/reserve", { ...good, productOptionId: "x" }, 422, "INVALID_PRODUCT_OPTION"],
      [
        "/v2/availability/calendar",
        { supplierId: 1004, productOptionIds: [], startDate: "2026-01-01", endDate: "2029-01-01" },
        400,
        "BAD_REQUEST",
      ],
    ];
    for (const [path, body, status, code] of cases) {
      const answer = await shop.call("POST", path, { body });
      assert.deepEqual([answer.status, answer.body.error], [status, code], JSON.stringify(body));
    }
    const wrong = async (path: string, data: object) => (await message(path, data)).RequestStatus.Error.ErrorCode;
    assert.equal(await wrong("/booking", { SupplierId: 7, ...(await booking("sale", "BR-X")) }), "TGDS0011");
    assert.equal(await wrong("/booking", await booking("vip", "BR-X")), "TGDS0013");
    assert.equal(await wrong("/booking", {}), "TGDS0022");
    const dog = { Traveller: [{ ...adult, AgeBand: "Dog" }] };
    assert.equal(await wrong("/booking", await booking("sale", "BR-X", dog)), "TGDS0020");
    const senior = { Traveller: [{ ...adult, AgeBand: "Senior" }] };
    assert.equal(await wrong("/booking", await booking("sale", "BR-X", senior)), "TGDS0036");
    assert.equal(
      (await shop.call("POST", "/booking", { body: "{" })).body.data.RequestStatus.Error.ErrorCode,
      "TGDS0001",
    );
    const keyless = await shop.call("POST", "/booking", { body: { data: sent }, key: "pk_live_wrong" });
    assert.deepEqual([keyless.status, keyless.body.data.RequestStatus.Error.ErrorCode], [401, "TGDS0002"]);
    const unknown = { BookingReference: "BR-X", SupplierConfirmationNumber: "9999-EN", Reason: "Ill" };
    for (const path of ["/booking-cancellation", "/redemption"]) assert.equal(await wrong(path, unknown), "TGDS0026");
    for (const key of ["", "pk_live_wrong"])
      assert.equal((await shop.call("POST", "/v2/reserve", { body: good, key })).status, 401);
    const inBody = { ...sent, ApiKey: shop.key };
    const answer = await fetch(`${shop.app.url}/viator/tourlist`, {
      method: "POST",
      body: JSON.stringify({ requestType: "TourListRequest", data: inBody }),
    });
    assert.equal(answer.status, 200);
    await shop.set({ active: false });
    assert.equal((await shop.call("POST", "/v2/reserve", { body: good })).body.error, "API_DISABLED");
    assert.equal(await wrong("/tourlist", {}), "TGDS0017");
    await shop.set({});
  });

  test("a test key makes test bookings", async () => {
    const { SupplierConfirmationNumber } = await message("/booking", await booking("test", "BR-T"), shop.testKey);
    assert.match(SupplierConfirmationNumber, /^TEST-/);
    assert.deepEqual(await shop.seats("test"), { left: 10, sold: 0, held: 0 });
  });

  test("200 bookings whose connection is cut are repeated: no order is doubled", async () => {
    await Promise.all(
      Array.from({ length: 5 }, async (_, n) => {
        const held = await reserve("race", 1);
        const data = {
          ...sent,
          ...(await booking("race", `BR-C${n}`, n < 3 ? { AvailabilityHoldReference: held.reference } : {})),
        };
        for (let i = 0; i < 40; i++) await shop.cut("/booking", { requestType: "BookingRequest", data }, i % 12);
        assert.equal((await message("/booking", data)).TransactionStatus.Status, "CONFIRMED");
      }),
    );
    assert.equal((await shop.orders("race")).length, 5);
    // Two reservations were not used.
    assert.deepEqual(await shop.seats("race"), { left: 3, sold: 5, held: 2 });
  });

  // The clock does not go back, so this test is the last.
  test("a failure reveals nothing, and answers are not stored", async () => {
    const body = { supplierId: 1004, productOptionId: await shop.itemId("sale"), travelDate, startTime: "20:00" };
    const reservation = { ...body, tickets: tickets(1), totalTravelers: 1 };
    await shop.failing("POST", "/v2/reserve", reservation);
    const { status, cacheControl } = await shop.call("POST", "/v2/reserve", { body: reservation });
    assert.deepEqual([status, cacheControl], [200, "no-store"]);
  });

  test("Viator's key serves Viator only, and guesses are limited by network", async () => {
    const partner = { authorization: `Bearer ${issuedKey}`, "x-api-key": issuedKey };
    for (const path of ["/octo/products", "/api/en/orders"])
      assert.equal((await fetch(`${shop.app.url}${path}`, { headers: partner })).status, 401, path);
    const read = (key: string) => shop.call("POST", "/v2/availability/calendar", { body: {}, key });
    const answers: number[] = [];
    for (let n = 0; n < 40; n++) answers.push((await read(`guess-${n}`)).status);
    assert.deepEqual([answers[0], answers.at(-1), (await read(issuedKey)).status], [401, 429, 429]);
    assert.equal((await read(shop.app.key)).status, 400, "a key of our own is no guess");
    shop.app.clock.now = new Date(testNow.getTime() + 61_000);
    assert.equal((await read(issuedKey)).status, 400);
  });
});
