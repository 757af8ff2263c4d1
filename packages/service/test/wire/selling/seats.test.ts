import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Product } from "@paseo/contract";
import { sql } from "kysely";
import { createKey } from "../../../src/domain/partners/keys.ts";
import { publishEndedSales } from "../../../src/store/publishing/cleanup.ts";
import { startApp, type TestApp, testNow } from "../../support/app.ts";
import { codesOf, eventId, Partner, productId } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Effects of bookings on seats, and on the event and its product in the catalogue. */

const adult = (amount: string) => [{ code: "ADULT", amount }];
const rule = { code: "ADULT", minQuantity: 0, maxQuantity: 100, defaultQuantity: 1, incrementQuantity: 1 };

/** A product of one item with these single events, at 45 EUR (50 USD) unless they have a price. */
const product = (name: string, events: { day: number; capacity: number | null; amount?: string }[]) =>
  variant(
    show,
    { externalId: name, name },
    {
      externalId: name,
      ticketRules: [rule],
      schedules: [],
      events: events.map(({ day, capacity, amount = "45.00" }) => ({
        eventOn: `2026-06-${day}T20:00`,
        capacity,
        prices: adult(amount),
      })),
    },
  );

const catalogue = {
  ...testCatalogue,
  products: [
    product("last place", [
      { day: 20, capacity: 3 },
      { day: 21, capacity: 3 },
    ]),
    product("tests", [{ day: 20, capacity: 2 }]),
    product("endless", [{ day: 20, capacity: null }]),
    product("cheap first", [
      { day: 20, capacity: 1, amount: "9.00" },
      { day: 21, capacity: 1, amount: "18.00" },
    ]),
    product("passing", [
      { day: 20, capacity: 5, amount: "9.00" },
      { day: 21, capacity: 5, amount: "18.00" },
    ]),
  ],
};

onPostgres("seats", (open) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ open, catalogue });
  });
  after(() => app.stop());

  const event = (name: string, day: number) => eventId(app, name, `2026-06-${day}T20:00`);
  const wire = () => new Partner(app).wire;
  const read = async (name: string): Promise<Product> => wire().ask("product", { id: await productId(app, name) });
  const updateVersion = async () => (await wire().ask("productversion", {})).updateVersion;
  const shown = async (name: string, params = {}) => {
    const { values } = await wire().ask("events", { id: await productId(app, name), ...params });
    return values.map(({ eventOn, availabilityCode }) => [eventOn.slice(8, 10), availabilityCode]);
  };
  const left = async (id: string) => {
    const { rows } = await sql<{
      left: number | null;
    }>`select capacity_left as left from event where id = ${id}`.execute(app.app.service.db);
    return rows[0]!.left;
  };

  test("the last seat makes the event sold out, in its own new version, and no other event", async () => {
    const partner = new Partner(app);
    const id = await event("last place", 20);
    const before = await updateVersion();
    await partner.buy(id, { ADULT: 2 });
    assert.equal(await updateVersion(), before, "a seat that is not the last one changes nothing that partners read");
    assert.deepEqual(codesOf(await partner.validate(id, { ADULT: 2 })), ["capacity"]);
    assert.deepEqual(codesOf(await partner.book(id, { ADULT: 2 }, 100)), ["capacity"]);

    await partner.buy(id, { ADULT: 1 });
    assert.equal(await updateVersion(), before + 1);
    assert.deepEqual(await shown("last place"), [
      ["20", "sold-out"],
      ["21", "available"],
    ]);
    assert.deepEqual(await shown("last place", { version: before }), [["20", "sold-out"]]);
    assert.deepEqual(codesOf(await partner.validate(id, { ADULT: 1 })), ["event-sold-out"]);
    assert.deepEqual(codesOf(await partner.book(id, { ADULT: 1 }, 50)), ["event-sold-out"]);
    assert.equal(await left(await event("last place", 21)), 3);
  });

  test("test orders take no seat, with a test key or with a live key in TestMode", async () => {
    const { key } = await createKey(app.app.service.db, {
      partner: "acme",
      mode: "test",
      readOnly: false,
      now: testNow,
    });
    const id = await event("tests", 20);
    const [live, tester] = [new Partner(app), new Partner(app, { key })];
    for (const [partner, more] of [
      [tester, {}],
      [tester, { testMode: false }],
      [live, { testMode: true }],
    ] as const) {
      const order = await partner.buy(id, { ADULT: 2 }, more);
      assert.match(order.reference!, /^TEST-[0-9A-Z-]{11}-ES$/);
      assert.equal(order.event.testMode, true);
    }
    assert.equal(await left(id), 2);
    const real = await live.buy(id, { ADULT: 2 }, { testMode: false });
    assert.match(real.reference!, /^[0-9A-Z-]{11}-ES$/);
    assert.deepEqual([real.event.testMode, await left(id)], [false, 0]);
  });

  test("an event without limit is never sold out", async () => {
    const id = await event("endless", 20);
    const before = await updateVersion();
    for (let n = 0; n < 5; n++) await new Partner(app).buy(id, { ADULT: 100 });
    assert.deepEqual(
      [await left(id), await updateVersion(), await shown("endless")],
      [null, before, [["20", "available"]]],
    );
  });

  test("MinPrice and HasAvailability follow the events that can still be booked", async () => {
    const partner = new Partner(app);
    const prices = async () => {
      const { hasAvailability, minPrice, minUsdPrice, items } = await read("cheap first");
      assert.deepEqual([items[0]!.minPrice, items[0]!.minUsdPrice], [minPrice, minUsdPrice]);
      return [hasAvailability, minPrice, minUsdPrice];
    };
    const eur = (value: number) => ({ currencyCode: "EUR", value });
    const usd = (value: number) => ({ currencyCode: "USD", value });
    assert.deepEqual(await prices(), [true, eur(9), usd(10)]);
    const before = await updateVersion();
    await partner.buy(await event("cheap first", 20), { ADULT: 1 });
    assert.deepEqual(await prices(), [true, eur(18), usd(20)]);
    await partner.buy(await event("cheap first", 21), { ADULT: 1 });
    assert.deepEqual(await prices(), [false, null, null]);
    const changed = await wire().ask("products", { version: before });
    assert.deepEqual(
      changed.values.map(({ name, hasAvailability }) => [name, hasAvailability]),
      [["cheap first", false]],
    );
  });

  test("they also follow when time passes", async () => {
    const before = await updateVersion();
    // The 20th at 20:00 in Madrid.
    app.clock.now = new Date("2026-06-20T18:00:00Z");
    try {
      await publishEndedSales(app.app.service.db, app.clock.now);
      assert.deepEqual((await read("passing")).minPrice, { currencyCode: "EUR", value: 18 });
      const { values } = await wire().ask("products", { version: before });
      assert.ok(values.some(({ name }) => name === "passing"));
    } finally {
      app.clock.now = testNow;
    }
  });

  test("the reference is random characters and the language, and no two orders have the same", async () => {
    const id = await event("endless", 20);
    const [first, second] = [
      await new Partner(app, { lang: "es" }).buy(id, { ADULT: 1 }),
      await new Partner(app, { lang: "pt" }).buy(id, { ADULT: 1 }),
    ].map((order) => /^([0-9A-Z-]{11})-(ES|PT)$/.exec(order.reference!)!);
    assert.deepEqual([first![2], second![2]], ["ES", "PT"]);
    assert.notEqual(second![1], first![1]);
  });
});
