import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { changeOrder } from "../../../src/domain/orders/transitions.ts";
import { readManifest } from "../../../src/domain/visits/manifest.ts";
import type { Db } from "../../../src/store/database/database.ts";
import { readPasses } from "../../../src/store/visits/passes.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { signedIn } from "../../support/console.ts";
import { codesOf, eventId, Partner, type Party } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { Changer } from "../../support/samples/changing.ts";
import { Holder } from "../../support/samples/holding.ts";
import { importing } from "../../support/samples/importing.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Tickets that stand for other numbers of people and seats than one. */

const rule = (code: string, more: object = {}) => ({
  ...{ code, minQuantity: 0, maxQuantity: 20, defaultQuantity: 0, incrementQuantity: 1, ...more },
});
const prices = Object.entries({ ADULT: "20.00", INFANT: "0.00", FAMILY: "55.00", TABLE: "100.00", PRIVATE: "300.00" });
const sold = (codes: readonly string[]) =>
  prices.filter(([code]) => codes.includes(code)).map(([code, amount]) => ({ code, amount }));
const all = ["ADULT", "INFANT", "FAMILY", "TABLE", "PRIVATE"];
const times = ["2026-06-30T10:00", "2026-06-30T12:00"];

/** A boat of 18 seats. Its private ticket is for up to 10 people. */
const boat = (externalId: string, { codes = all, more = {} }: { codes?: readonly string[]; more?: object } = {}) =>
  variant(
    show,
    { externalId, name: externalId, immediateBooking: true, ...more },
    {
      externalId: `${externalId}-seat`,
      ticketRules: codes.map((code) =>
        rule(code, code === "PRIVATE" ? { people: 10, wholeEvent: true, maxQuantity: 1 } : {}),
      ),
      schedules: [],
      events: times.map((eventOn) => ({ eventOn, capacity: 18, prices: sold(codes) })),
    },
  );
const manyBabies = () => {
  const product = boat("many", { more: { codePerPerson: true } });
  for (const one of product.items[0]!.ticketRules) one.maxQuantity = one.wholeEvent ? 1 : 500;
  return product;
};
const names = { allPassengerNames: true, allPassengerWeights: false, hotel: false, airportFlight: false };
const products = [
  ...["full", "back", "amend", "whole", "baby", "holds", "rush", "resized", "babies"].map((name) => boat(name)),
  boat("families", { codes: ["FAMILY"] }),
  boat("named", { more: { questions: names } }),
  boat("leads", { more: { questions: names, leadPerTicket: true } }),
  boat("persons", { more: { codePerPerson: true } }),
  manyBabies(),
];
const ticketTypes = [
  { code: "FAMILY", people: 5, seats: 5 },
  { code: "INFANT", seats: 0 },
  { code: "TABLE", people: 0, seats: 4 },
];
const catalogue = { ...testCatalogue, ticketTypes, products };

onPostgres("ticket sizes", (open) => {
  let app: TestApp;
  let db: Db;
  let partner: Partner;
  before(async () => {
    app = await startApp({ open, catalogue, config: { heldSeatsPerPartner: 500, holdsPerPartner: 100 } });
    db = app.store.database.db;
    partner = new Partner(app);
  });
  after(() => app?.stop());

  const event = (name: string, at = times[0]!) => eventId(app, `${name}-seat`, at);
  const refusals = async (id: string, party: Party) => codesOf(await partner.validate(id, party));
  const left = async (id: string) => {
    const { rows } = await sql<{ left: number }>`select capacity_left as left from event where id = ${id}`.execute(db);
    return rows[0]!.left;
  };
  const cancel = (order: { id: string | null }) =>
    changeOrder(app.app.service.orderContext, order.id!, { trigger: "cancel", actor: "operator" });
  const shown = async (id: string) => {
    const { rows } = await sql<{ shown: boolean; has: boolean }>`
      select e.capacity_left >= e.least_seats as shown, s.has_availability as has
      from event e join product_state s on s.product_id = e.product_id where e.id = ${id}`.execute(db);
    return rows[0]!;
  };

  test("a boat of 18 seats refuses the nineteenth, whoever sits on it", async () => {
    const id = await event("full");
    assert.deepEqual(await refusals(id, { FAMILY: 3, ADULT: 4 }), ["capacity"]);
    assert.deepEqual(await refusals(id, { FAMILY: 2, TABLE: 2, ADULT: 1 }), ["capacity"]);
    const order = await partner.buy(id, { FAMILY: 3, ADULT: 3, INFANT: 2 });
    assert.equal(await left(id), 0);
    assert.deepEqual(await refusals(id, { ADULT: 1 }), ["event-sold-out"]);
    assert.deepEqual(await refusals(id, { INFANT: 1 }), ["event-sold-out"]);
    const { lines } = await readManifest(
      db,
      { id, productType: "scheduled", startsAt: new Date(), timeZone: "UTC" },
      "en",
      new Date(),
    );
    assert.deepEqual(
      lines.map(({ seats, people }) => [seats, people]),
      [[18, 20]],
    );
    const passes = await readPasses(db, [order.id!]);
    assert.deepEqual(
      passes.map(({ people }) => people),
      [20],
    );
  });

  test("a cancelled family gives its five seats back, also after its ticket type has changed", async () => {
    const id = await event("back");
    const family = await partner.buy(id, { FAMILY: 1 });
    const adults = await partner.buy(id, { ADULT: 13 });
    assert.equal(await left(id), 0);
    await importing(db, { ticketTypes: [{ code: "FAMILY", people: 4, seats: 4 }] });
    await cancel(family);
    assert.equal(await left(id), 5);
    await cancel(adults);
    assert.equal(await left(id), 18);
    await importing(db, { ticketTypes });
  });

  test("an amendment takes and returns the difference of seats", async () => {
    const id = await event("amend");
    const changer = new Changer(app);
    const order = await partner.buy(id, { ADULT: 2 });
    await partner.buy(id, { ADULT: 10 });
    const more = await changer.quote(order.id!, { tickets: [{ code: "FAMILY", quantity: 2 }] });
    assert.deepEqual(codesOf(more as never), ["capacity"]);
    await changer.change(order.id!, {
      tickets: [
        { code: "FAMILY", quantity: 1 },
        { code: "ADULT", quantity: 3 },
      ],
    });
    assert.equal(await left(id), 0);
    await changer.change(order.id!, {
      tickets: [
        { code: "FAMILY", quantity: 1 },
        { code: "INFANT", quantity: 1 },
        { code: "ADULT", quantity: 3 },
      ],
    });
    assert.equal(await left(id), 0);
    await changer.change(order.id!, { tickets: [{ code: "TABLE", quantity: 1 }] });
    assert.equal(await left(id), 4);
    const other = await event("amend", times[1]!);
    await changer.change(order.id!, { eventId: other, tickets: [{ code: "FAMILY", quantity: 3 }] });
    assert.deepEqual([await left(id), await left(other)], [8, 3]);
  });

  test("a private ticket needs an empty event, closes it whatever its seats become, and opens it when it is cancelled", async () => {
    const id = await event("whole");
    const baby = await partner.buy(id, { INFANT: 1 });
    assert.equal(await left(id), 18);
    assert.deepEqual(await refusals(id, { PRIVATE: 1 }), ["event-not-empty"]);
    const { totalUsd } = await partner.validate(id, { PRIVATE: 1 });
    assert.deepEqual(codesOf(await partner.book(id, { PRIVATE: 1 }, totalUsd!.value)), ["event-not-empty"]);
    await cancel(baby);
    assert.deepEqual(await refusals(id, { PRIVATE: 1, ADULT: 19 }), ["capacity"]);
    assert.deepEqual(await refusals(id, { PRIVATE: 1, FAMILY: 4 }), ["capacity"]);
    const order = await partner.buy(id, { PRIVATE: 1, INFANT: 1 });
    assert.deepEqual(await refusals(id, { ADULT: 1 }), ["event-sold-out"]);
    const bigger = boat("whole");
    bigger.items[0]!.events!.forEach((one) => {
      one.capacity = 25;
    });
    await importing(db, { products: [bigger] });
    assert.equal(await left(id), 0);
    await cancel(order);
    assert.equal(await left(id), 25);
    await partner.buy(id, { ADULT: 1 });
    assert.deepEqual(await refusals(id, { PRIVATE: 1 }), ["event-not-empty"]);
  });

  test("an order that becomes private needs that nobody else is on the boat", async () => {
    const [id, changer] = [await event("whole", times[1]!), new Changer(app)];
    const order = await partner.buy(id, { ADULT: 2 });
    const other = await partner.buy(id, { INFANT: 1 });
    const wish = { tickets: [{ code: "PRIVATE", quantity: 1 }] };
    const quote = await changer.quote(order.id!, wish);
    assert.deepEqual(codesOf((await changer.accept(quote)) as never), ["capacity"]);
    await cancel(other);
    await changer.change(order.id!, wish);
    assert.equal(await left(id), 0);
    await changer.change(order.id!, { tickets: [{ code: "ADULT", quantity: 1 }] });
    assert.equal(await left(id), 24);
  });

  test("holds take seats, and an expired or released private hold opens the event", async () => {
    const [id, holder] = [await event("holds"), new Holder(app)];
    const hold = await holder.hold(id, { PRIVATE: 1 });
    assert.equal(hold.isValid, true);
    assert.deepEqual(codesOf((await holder.hold(id, { ADULT: 1 })) as never), ["event-sold-out"]);
    await holder.release(hold.id!);
    assert.equal(await left(id), 18);
    const families = await holder.hold(id, { FAMILY: 3 });
    assert.deepEqual(codesOf((await holder.hold(id, { FAMILY: 1 })) as never), ["capacity"]);
    const order = await holder.book(families);
    assert.equal(order.isValid, true);
    assert.equal(await left(id), 3);
  });

  test("an event on which no ticket fits any more is sold out for partners, and sells again", async () => {
    const [id, later] = [await event("families"), await event("families", times[1]!)];
    await partner.buy(later, { FAMILY: 3 });
    const order = await partner.buy(id, { FAMILY: 3 });
    assert.equal(await left(id), 3);
    assert.deepEqual(await shown(id), { shown: false, has: false });
    assert.deepEqual(await refusals(id, { FAMILY: 1 }), ["event-sold-out"]);
    const { increments } = await importing(db, { ticketTypes: [{ code: "FAMILY", people: 3, seats: 3 }] });
    assert.deepEqual(increments.events, [`families-seat ${times[0]} available`, `families-seat ${times[1]} available`]);
    assert.deepEqual(await shown(id), { shown: true, has: true });
    await importing(db, { ticketTypes });
    assert.deepEqual(await shown(id), { shown: false, has: false });
    await cancel(order);
    assert.deepEqual(await shown(id), { shown: true, has: true });
  });

  test("each person is asked, or each ticket's lead", async () => {
    const asked = async (name: string) =>
      (await partner.validate(await event(name), { FAMILY: 1, INFANT: 1, TABLE: 1 })).questions.length / 2;
    assert.deepEqual([await asked("named"), await asked("leads")], [6, 2]);
  });

  test("with codes per person each of a family has a pass, and an order has at most 200", async () => {
    assert.deepEqual(await refusals(await event("persons"), { INFANT: 20, FAMILY: 1, ADULT: 1 }), []);
    assert.deepEqual(await refusals(await event("many"), { INFANT: 201 }), ["quantity-above-maximum"]);
    const order = await partner.buy(await event("persons"), { FAMILY: 1, ADULT: 1, TABLE: 1 });
    const passes = await readPasses(db, [order.id!]);
    assert.deepEqual(
      passes.map(({ ticketCode, people }) => [ticketCode, people]),
      [...Array<unknown>(5).fill(["FAMILY", 1]), ["ADULT", 1]],
    );
  });

  test("contents say the sizes, and the published operations stay as they are", async () => {
    const { rows } = await sql<{ id: string }>`select id from product where external_id = 'full'`.execute(db);
    const { id } = rows[0]!;
    const product = await partner.wire.ask("product", { lang: "es", id });
    assert.deepEqual(Object.keys(product!.items[0]!.ticketRules[4]!), [
      ...["code", "minQuantity", "maxQuantity", "defaultQuantity", "incrementQuantity"],
    ]);
    const contents = await partner.wire.ask("contents", { lang: "es", page: 1 });
    const content = contents.values.find((one) => one.id === id)!;
    assert.deepEqual(content.items[0]!.ticketSizes, [
      { code: "INFANT", people: 1, seats: 0, wholeEvent: false },
      { code: "FAMILY", people: 5, seats: 5, wholeEvent: false },
      { code: "TABLE", people: 0, seats: 4, wholeEvent: false },
      { code: "PRIVATE", people: 10, seats: 1, wholeEvent: true },
    ]);
    const plain = contents.values.find(({ name }) => name === "Museum day ticket");
    assert.equal(plain?.items[0]?.ticketSizes, undefined);
  });

  test("the console names a ticket type that sounds like several people until somebody says how many", async () => {
    const office = await signedIn(app, "catalogue");
    await importing(db, { products: [boat("pairs", { codes: ["ADULT", "COUPLE"] })].map(withCouples) });
    const types = async () =>
      (await office.ask("GET", "/ticket-types")).data as {
        code: string;
        asksSize: boolean;
        names: object;
        revision: number;
      }[];
    const asking = async () => (await types()).filter(({ asksSize }) => asksSize).map(({ code }) => code);
    // The rules of the private ticket say for how many it is.
    assert.deepEqual(await asking(), ["COUPLE"]);
    const { names, revision } = (await types()).find(({ code }) => code === "COUPLE")!;
    await office.ask("PUT", "/ticket-types/COUPLE", { ...names, people: 2, seats: 2, revision });
    assert.deepEqual(await asking(), []);
    const id = await event("pairs");
    await partner.buy(id, { COUPLE: 9 });
    assert.equal(await left(id), 0);
  });

  test("a private ticket that cannot be had keeps nobody else out", async () => {
    const id = await event("babies");
    await partner.buy(id, { INFANT: 1 });
    const parties: Party[] = Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? { PRIVATE: 1 } : { INFANT: 1 }));
    const orders = await Promise.all(parties.map((party) => partner.book(id, party, party.PRIVATE ? 333.33 : 0)));
    assert.deepEqual(
      orders.map(({ isValid }) => isValid),
      parties.map((party) => !party.PRIVATE),
    );
  });

  test("a rush of mixed tickets sells exactly the seats, and at most one private boat alone", async () => {
    const id = await event("rush");
    const parties: Party[] = [
      { ADULT: 1 },
      { FAMILY: 1 },
      { INFANT: 1, ADULT: 1 },
      { TABLE: 1 },
      { PRIVATE: 1 },
      { INFANT: 1 },
    ];
    const totals = new Map<Party, number>();
    for (const party of parties) totals.set(party, (await partner.validate(id, party)).totalUsd!.value);
    const wishes = Array.from({ length: 90 }, (_, n) => parties[(n * 7) % parties.length]!);
    const orders = await Promise.all(wishes.map((party) => partner.book(id, party, totals.get(party)!)));
    const { rows } = await sql<{ seats: number; whole: number; orders: number; people: number }>`
      select sum(seats)::int as seats, count(*) filter (where whole_event)::int as whole, count(*)::int as orders
      from orders where event_id = ${id} and status not in ('rejected', 'cancelled')`.execute(db);
    const { seats, whole, orders: placed } = rows[0]!;
    assert.equal(placed, orders.filter(({ isValid }) => isValid).length);
    assert.ok(whole === 1 ? placed === 1 : seats <= 18, JSON.stringify(rows));
    assert.equal(await left(id), 18 - seats);
  });
});

const withCouples = (product: ReturnType<typeof boat>) => {
  for (const one of product.items[0]!.events!) one.prices.push({ code: "COUPLE", amount: "35.00" });
  return product;
};
