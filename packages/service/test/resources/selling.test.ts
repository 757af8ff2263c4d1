import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { blockSeats, releaseBlock } from "../../src/domain/booking/blocks.ts";
import { deskPartner } from "../../src/domain/booking/desk-sales.ts";
import { previewBulkAction } from "../../src/domain/bulk/preview.ts";
import { returnAllExpiredSeats } from "../../src/domain/orders/expired-holds.ts";
import { lockResources, recountResources } from "../../src/store/resources/plan.ts";
import type { ResourceRow } from "../../src/store/resources/resources.ts";
import { NoSeatsLeft } from "../../src/store/sale/orders.ts";
import { codesOf, eventId, productId } from "../support/partner.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { Changer } from "../support/samples/changing.ts";
import { Holder } from "../support/samples/holding.ts";
import { cancelling, type Ordering, startOrdering } from "../support/samples/ordering.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { addResource, changeResource, require, seatOf, stateOf } from "./boat.ts";

/** Sales of three tours with one boat: what partners read, and how seats come back. */

const times = ["10:00", "11:00", "15:00", "20:00"];
const day = "2026-06-30";
const product = (name: string, capacity: number | null = null) =>
  variant(
    show,
    { externalId: name, name, immediateBooking: true },
    {
      externalId: name,
      ticketRules: [{ code: "ADULT", minQuantity: 0, maxQuantity: 100, defaultQuantity: 1, incrementQuantity: 1 }],
      schedules: [],
      events: times.map((time) => ({
        eventOn: `${day}T${time}`,
        capacity,
        prices: [{ code: "ADULT", amount: "45.00" }],
      })),
    },
  );
/** Twelve places, and an extra: a large bike. */
const withBikes = (name: string) => {
  const rule = { minQuantity: 0, maxQuantity: 12, defaultQuantity: 0, incrementQuantity: 1 };
  return variant(
    product(name, 12),
    {},
    {
      ticketRules: [
        { code: "ADULT", ...rule },
        { code: "LARGE", ...rule, people: 0, seats: 0 },
      ],
      events: times.map((time) => ({
        ...{ eventOn: `${day}T${time}`, capacity: 12 },
        prices: [
          { code: "ADULT", amount: "45.00" },
          { code: "LARGE", amount: "5.00" },
        ],
      })),
    },
  );
};
const names = ["north", "south", "sunset"];

onPostgres("three tours with one boat", (open) => {
  let ordering: Ordering;
  let boat: ResourceRow;
  let holder: Holder;
  const now = () => ordering.app.clock.now;
  const db = () => ordering.app.app.service.db;
  const event = (name: string, time = "10:00") => eventId(ordering.app, name, `${day}T${time}`);
  const all = (time = "10:00") => Promise.all(names.map((name) => event(name, time)));
  const state = async (time?: string) => stateOf(db(), await all(time));
  const buy = async (name: string, adults: number, time?: string) =>
    (await ordering.buy(await event(name, time), {}, { ADULT: adults })).id!;
  const cancel = async (id: string) => assert.equal((await cancelling(ordering.app)(id)).status, "cancelled");
  const wire = () => ordering.partner.wire;
  const newest = async () => (await wire().ask("productversion", {})).updateVersion;
  const changedSince = async (version: number, name: string) =>
    (await wire().ask("events", { id: await productId(ordering.app, name), version })).values.map(
      ({ eventOn, availabilityCode }) => `${eventOn.slice(11, 16)} ${availabilityCode}`,
    );

  before(async () => {
    ordering = await startOrdering({
      open,
      catalogue: {
        ...testCatalogue,
        products: [
          ...[product("north"), product("south"), product("sunset", 4), product("alone", 3)],
          ...["ride", "rental"].map(withBikes),
        ],
      },
    });
    holder = new Holder(ordering.app);
    boat = await addResource(db(), { capacity: 8 }, now());
    for (const name of names) await require(db(), name, [seatOf(boat)], now());
  });
  after(() => ordering?.stop());

  test("two tours share the bikes that a ticket counts, and a bike that is missing keeps nobody off the other seats", async () => {
    const bikes = await addResource(db(), { name: "Large bikes", kind: "equipment", capacity: 3 }, now());
    const counted = { resources: [bikes.id], peoplePerUnit: 1, ticket: "LARGE", minutes: 60 };
    for (const name of ["ride", "rental"]) await require(db(), name, [counted], now());
    const [ride, rental] = [await event("ride"), await event("rental")];
    const book = (id: string, large: number) =>
      ordering.partner.book(id, { ADULT: 4, LARGE: large }, large === 0 ? 200 : Math.round(large * 556 + 20_000) / 100);
    const two = await book(ride, 2);
    assert.deepEqual(codesOf(two), []);
    assert.deepEqual(codesOf(await book(rental, 2)), ["ticket-sold-out"]);
    assert.deepEqual(codesOf(await book(rental, 1)), []);
    assert.deepEqual(codesOf(await book(ride, 1)), ["ticket-sold-out"]);
    assert.deepEqual(codesOf(await book(ride, 0)), []);
    await cancel(two.id!);
    const changer = new Changer(ordering.app);
    const order = await ordering.partner.buy(ride, { ADULT: 1 });
    const wish = (large: number) => ({
      tickets: [
        { code: "ADULT", quantity: 1 },
        { code: "LARGE", quantity: large },
      ],
    });
    assert.deepEqual(codesOf((await changer.quote(order.id!, wish(3))) as never), ["ticket-sold-out"]);
    assert.equal((await changer.change(order.id!, wish(2))).isValid, true);
  });

  test("a block for a group of one tour takes seats of the boat from the others, and returns them", async () => {
    const before = await state("20:00");
    const given = {
      ...{ name: "School", contact: "", note: "", by: "", lang: "en" as const, seats: 5 },
      ...{ releaseAt: new Date(now().getTime() + 3_600_000), eventId: await event("north", "20:00") },
      partnerId: await deskPartner(db(), "en"),
    } as const;
    const made = await db()
      .transaction()
      .execute((tx) => blockSeats(tx, given, now()));
    const after = await state("20:00");
    assert.deepEqual(after.units, [5, 0, 0]);
    assert.deepEqual(after.left, [3, 3, 3]);
    await assert.rejects(
      db()
        .transaction()
        .execute(async (tx) => blockSeats(tx, { ...given, eventId: await event("south", "20:00"), seats: 4 }, now())),
      NoSeatsLeft,
    );
    await db()
      .transaction()
      .execute((tx) => releaseBlock(tx, made, now()));
    assert.deepEqual(await state("20:00"), before);
  });

  test("the last seats of the boat sell out all tours of that time in the same version, and they come back with it", async () => {
    const first = await buy("north", 5);
    assert.deepEqual((await state()).left, [3, 3, 3]);
    const version = await newest();
    const second = await buy("sunset", 3);
    assert.equal(await newest(), version + 1);
    // The tour at 11:00 overlaps the tours at 10:00.
    for (const name of names)
      assert.deepEqual(await changedSince(version, name), ["10:00 sold-out", "11:00 sold-out"], name);
    assert.deepEqual(codesOf(await ordering.partner.validate(await event("south"), { ADULT: 1 })), ["event-sold-out"]);
    await cancel(second);
    assert.equal(await newest(), version + 2);
    for (const name of names) assert.ok((await changedSince(version + 1, name)).includes("10:00 available"), name);
    await cancel(first);
    assert.deepEqual(await state(), { left: [8, 8, 4], units: [0, 0, 0], people: [0, 0, 0], taken: 0, sold: 0 });
  });

  test("holds take units, and an expired or a released hold gives them back", async () => {
    const ids = await all("15:00");
    const held = await holder.hold(ids[0]!, { ADULT: 8 });
    assert.ok(held.isValid);
    assert.deepEqual((await state("15:00")).left, [0, 0, 0]);
    await sql`update hold set expires_at = ${now()}::timestamptz - interval '1 second' where id = ${held.id}`.execute(
      db(),
    );
    // Another process of the service, or its job, ends it.
    await returnAllExpiredSeats(db(), now());
    assert.deepEqual((await state("15:00")).left, [8, 8, 4]);
    const again = await holder.hold(ids[1]!, { ADULT: 6 });
    assert.deepEqual((await state("15:00")).left, [2, 2, 2]);
    const booked = await holder.book(again);
    assert.ok(booked.isValid);
    assert.deepEqual((await state("15:00")).units, [0, 6, 0]);
    const third = await holder.hold(ids[2]!, { ADULT: 2 });
    assert.deepEqual((await state("15:00")).left, [0, 0, 0]);
    await holder.release(third.id!);
    assert.deepEqual((await state("15:00")).left, [2, 2, 2]);
    await cancel(booked.id!);
  });

  test("an amendment takes units at the new time and returns the units of the former time", async () => {
    const id = await buy("south", 5, "15:00");
    const changer = new Changer(ordering.app);
    await changer.change(id, { eventId: await event("south", "20:00") });
    assert.deepEqual(
      [(await state("15:00")).left, (await state("20:00")).left],
      [
        [8, 8, 4],
        [3, 3, 3],
      ],
    );
    await changer.change(id, { tickets: [{ code: "ADULT", quantity: 7 }] });
    assert.deepEqual((await state("20:00")).left, [1, 1, 1]);
    const refused = await changer.quote(id, { tickets: [{ code: "ADULT", quantity: 9 }] });
    assert.equal(refused.isValid, false);
    await cancel(id);
  });

  test("guests of a full boat move to a tour that overlaps theirs, and nobody else gets their seats", async () => {
    const [five, three] = [await buy("north", 5, "10:00"), await buy("north", 3, "10:00")];
    const target = await event("north", "11:00");
    const changer = new Changer(ordering.app);
    const refused = await changer.quote(five, { eventId: target, tickets: [{ code: "ADULT", quantity: 6 }] });
    assert.deepEqual(codesOf(refused), ["capacity"]);
    const targets = new Map([[await event("north"), target]]);
    const wish = { kind: "move", eventIds: [...targets.keys()], targets, orderIds: null } as const;
    const { concerned } = await previewBulkAction(db(), wish, { lang: "es", now: now(), quoteMinutes: 15 });
    assert.deepEqual(
      concerned.map(({ errors }) => errors),
      [[], []],
    );
    const quotes = [await changer.quote(five, { eventId: target }), await changer.quote(five, { eventId: target })];
    const [accepted] = await Promise.all([
      Promise.allSettled(quotes.map((quote) => changer.accept(quote))),
      ...names.map(async (name) => ordering.partner.validate(await event(name), { ADULT: 1 })),
    ]);
    assert.ok(accepted.some(({ status }) => status === "fulfilled"));
    assert.deepEqual((await stateOf(db(), [await event("north"), target])).people, [3, 5]);
    assert.deepEqual((await state()).left, [0, 0, 0]);
    await changer.change(three, { eventId: target });
    assert.deepEqual(await stateOf(db(), [await event("north"), target]), {
      ...{ left: [0, 0], units: [0, 8], people: [0, 8], taken: 8, sold: 8 },
    });
    for (const id of [five, three]) await cancel(id);
  });

  test("a day off sells out empty events, keeps sold ones, and gives all back in the end", async () => {
    const id = await buy("north", 2);
    const version = await newest();
    const off = await changeResource(db(), boat, { daysOff: [{ from: day, until: day, reason: "" }] }, now());
    assert.deepEqual(await state(), { left: [0, 0, 0], units: [2, 0, 0], people: [2, 0, 0], taken: 2, sold: 2 });
    assert.equal(await newest(), version + 1);
    assert.equal((await changedSince(version, "south")).length, times.length);
    await changeResource(db(), off, { daysOff: [] }, now());
    assert.deepEqual((await state()).left, [6, 6, 4]);
    await cancel(id);
  });

  test("an import of another capacity keeps to the boat, and adds events that keep to it", async () => {
    const id = await buy("north", 6);
    const changed = product("sunset", 1);
    await ordering.app.import({ ...testCatalogue, products: [changed] });
    assert.deepEqual((await state()).left, [2, 2, 1]);
    await ordering.app.import({ ...testCatalogue, products: [product("sunset", 50)] });
    assert.deepEqual((await state()).left, [2, 2, 2]);
    const [item] = changed.items;
    const events = [...item!.events!, { ...item!.events![0]!, eventOn: `${day}T10:30` }];
    await ordering.app.import({ ...testCatalogue, products: [{ ...changed, items: [{ ...item!, events }] }] });
    assert.deepEqual((await stateOf(db(), [await event("sunset", "10:30")])).left, [1]);
    await ordering.app.import({ ...testCatalogue, products: [product("sunset", 4)] });
    await cancel(id);
  });

  test("without requirements a tour has its own seats again", async () => {
    const id = await buy("north", 8);
    assert.deepEqual((await state()).left, [0, 0, 0]);
    await require(db(), "south", [], now());
    assert.deepEqual((await state()).left, [0, null, 0]);
    await require(db(), "south", [seatOf(boat)], now());
    await cancel(id);
    assert.deepEqual((await state()).left, [8, 8, 4]);
  });

  test("events that need no resource never wait for the lock of the resources", async () => {
    const other = await db().startTransaction().execute();
    try {
      await lockResources(other);
      const id = await buy("alone", 3);
      await cancel(id);
    } finally {
      await other.rollback().execute();
    }
  });

  for (const isGuarded of [true, false])
    test(`two sales at once ${isGuarded ? "never get the same van" : "get the same van without the lock"}`, async () => {
      const vans = [
        await addResource(db(), { name: "Van 1", capacity: 1 }, now()),
        await addResource(db(), { name: "Van 2", capacity: 1 }, now()),
      ];
      const whole = [{ resources: vans.map(({ id }) => id), peoplePerUnit: null, minutes: 60 }];
      for (const name of ["north", "south"]) await require(db(), name, whole, now());
      const [north, south] = (await all("20:00")) as [string, string];
      const holds = [await holder.hold(north, { ADULT: 1 }), await holder.hold(south, { ADULT: 1 })];
      for (const { id } of holds) await sql`update hold set status = 'released' where id = ${id}`.execute(db());
      await db()
        .transaction()
        .execute((tx) => recountResources(tx, { eventIds: [north, south] }, now()));
      const [one, two] = [await db().startTransaction().execute(), await db().startTransaction().execute()];
      const take = async (tx: typeof one, n: number, id: string) => {
        if (isGuarded) await lockResources(tx);
        await sql`update hold set status = 'open' where id = ${holds[n]!.id}`.execute(tx);
        await recountResources(tx, { eventIds: [id] }, now());
      };
      await take(one, 0, north);
      const second = take(two, 1, south);
      if (!isGuarded) await second;
      await one.commit().execute();
      await second;
      await two.commit().execute();
      const { rows } = await sql<{ id: string }>`
        select distinct resource_id as id from event_resource where event_id in (${north}, ${south})`.execute(db());
      assert.equal(rows.length, isGuarded ? 2 : 1);
      for (const { id } of holds) await holder.release(id!);
    });
});
