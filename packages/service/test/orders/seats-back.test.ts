import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { codesOf, eventId, productId } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { cancelling, type Ordering, seatsLeft, startOrdering } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";

/** Orders that end return their seats, and the event is sold again. */

/** Makes a product of one evening. */
const product = (name: string, capacity: number | null) =>
  variant(
    show,
    { externalId: name, name },
    {
      externalId: name,
      ticketRules: [{ code: "ADULT", minQuantity: 0, maxQuantity: 100, defaultQuantity: 1, incrementQuantity: 1 }],
      schedules: [],
      events: [{ eventOn: "2026-06-30T20:00", capacity, prices: [{ code: "ADULT", amount: "45.00" }] }],
    },
  );
const products = [
  product("sold out", 4),
  product("half empty", 4),
  product("declined", 2),
  product("lowered", 10),
  product("raised", 2),
  product("endless", null),
  product("tests", 2),
  product("busy", 12),
];
const catalogue = { ...testCatalogue, products };

onPostgres("seats of orders that end", (open) => {
  let ordering: Ordering;
  before(async () => {
    ordering = await startOrdering({ open, catalogue });
  });
  after(() => ordering?.stop());

  const event = (name: string) => eventId(ordering.app, name, "2026-06-30T20:00");
  const buy = async (name: string, adults: number) =>
    (await ordering.buy(await event(name), {}, { ADULT: adults })).id!;
  const cancel = async (id: string) => assert.equal((await cancelling(ordering.app)(id)).status, "cancelled");
  const wire = () => ordering.partner.wire;
  const newest = async () => (await wire().ask("productversion", {})).updateVersion;
  /** Reads what changed of a product after this version: its events, and HasAvailability. */
  const since = async (version: number, name: string) => {
    const events = await wire().ask("events", { id: await productId(ordering.app, name), version });
    const changed = await wire().ask("products", { version });
    return {
      events: events.values.map(({ availabilityCode }) => availabilityCode),
      available: changed.values.find((one) => one.name === name)?.hasAvailability,
    };
  };
  const left = async (name: string) => seatsLeft(ordering, await event(name));

  test("a sold-out event becomes available, in a new version that increments show", async () => {
    const [first] = [await buy("sold out", 3), await buy("sold out", 1)];
    const version = await newest();
    assert.deepEqual(codesOf(await ordering.partner.validate(await event("sold out"), { ADULT: 1 })), [
      "event-sold-out",
    ]);
    await cancel(first);
    assert.equal(await left("sold out"), 3);
    assert.equal(await newest(), version + 1);
    assert.deepEqual(await since(version, "sold out"), { events: ["available"], available: true });
    const { minPrice } = await wire().ask("product", { id: await productId(ordering.app, "sold out") });
    assert.deepEqual(minPrice, { currencyCode: "EUR", value: 45 });
    assert.deepEqual(codesOf(await ordering.partner.validate(await event("sold out"), { ADULT: 4 })), ["capacity"]);
    await buy("sold out", 3);
    assert.deepEqual(await since(version, "sold out"), { events: ["sold-out"], available: false });
  });

  test("an event with seats left gets no new version", async () => {
    const id = await buy("half empty", 3);
    const version = await newest();
    await cancel(id);
    assert.deepEqual([await left("half empty"), await newest()], [4, version]);
  });

  test("a declined order returns its seats too", async () => {
    const id = await buy("declined", 2);
    const version = await newest();
    await ordering.change(id, { trigger: "declined", actor: "supplier" });
    assert.equal(await left("declined"), 2);
    assert.deepEqual(await since(version, "declined"), { events: ["available"], available: true });
  });

  test("an order in waitcancel holds its seats until its supplier has cancelled", async () => {
    const id = await buy("half empty", 3);
    await ordering.change(id, { trigger: "confirmed", actor: "supplier" });
    assert.equal((await cancelling(ordering.app)(id)).status, "waitcancel");
    assert.equal(await left("half empty"), 1);
    await ordering.change(id, { trigger: "cancel-confirmed", actor: "supplier" });
    assert.equal(await left("half empty"), 4);
  });

  const reimport = (name: string, capacity: number) =>
    ordering.app.import({
      ...catalogue,
      products: products.map((one) => (one.name === name ? product(name, capacity) : one)),
    });

  test("after a reduction of capacity below the sold seats, seats are free once fewer are sold", async () => {
    const ids = [await buy("lowered", 3), await buy("lowered", 3), await buy("lowered", 3)];
    await reimport("lowered", 5);
    assert.equal(await left("lowered"), 0);
    const version = await newest();
    await cancel(ids[0]!);
    assert.deepEqual([await left("lowered"), await newest()], [0, version], "6 are sold of 5");
    await cancel(ids[1]!);
    assert.equal(await left("lowered"), 2, "3 are sold of 5");
    assert.deepEqual(await since(version, "lowered"), { events: ["available"], available: true });
  });

  test("after an increase of capacity, returned seats are added", async () => {
    const id = await buy("raised", 2);
    await reimport("raised", 6);
    assert.equal(await left("raised"), 4);
    await cancel(id);
    assert.equal(await left("raised"), 6);
  });

  test("an event without limit and a test order return no seats", async () => {
    const endless = await buy("endless", 50);
    await cancel(endless);
    assert.equal(await left("endless"), null);
    const [real] = [await buy("tests", 1)];
    const tested = await ordering.buy(await event("tests"), { testMode: true }, { ADULT: 1 });
    await cancel(tested.id!);
    assert.equal(await left("tests"), 1);
    await cancel(real);
    assert.equal(await left("tests"), 2);
  });

  test("with concurrent bookings and cancellations, no seat is sold twice and none is lost", async () => {
    const busy = await event("busy");
    const sold: string[] = [];
    const buyer = async (n: number) => {
      for (let round = 0; round < 6; round++) {
        const order = await ordering.partner.book(busy, { ADULT: 3 }, 150, { externalReference: `${n} ${round}` });
        if (order.isValid) sold.push(order.id!);
        const mine = sold.shift();
        if (mine && round % 2 === 0) await cancel(mine);
        else if (mine) sold.push(mine);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, n) => buyer(n)));
    const { rows } = await sql<{ seats: number; ended: number }>`
      select coalesce(sum(seats) filter (where status = 'waitsupplier'), 0)::int as seats,
        count(*) filter (where status = 'cancelled')::int as ended
      from orders where event_id = ${busy}`.execute(ordering.app.app.service.db);
    const [{ seats, ended }] = rows as [{ seats: number; ended: number }];
    assert.ok(ended > 5, `${ended} were cancelled`);
    assert.ok(seats <= 12, `${seats} of 12 seats are sold`);
    assert.equal(await left("busy"), 12 - seats);
  });
});
