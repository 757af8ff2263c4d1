import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { sql } from "kysely";
import { removeAllotment } from "../../../src/domain/booking/allotments.ts";
import { blockSeats, releaseBlock } from "../../../src/domain/booking/blocks.ts";
import { deskPartner } from "../../../src/domain/booking/desk-sales.ts";
import { saveOffer } from "../../../src/domain/offers/partner-offer.ts";
import { releaseAllGuarantees, returnAllExpiredSeats } from "../../../src/domain/orders/expired-holds.ts";
import { wholeOffer } from "../../../src/records/partners/offer.ts";
import { switchOcto } from "../../../src/store/operators/home.ts";
import { NoSeatsLeft } from "../../../src/store/sale/orders.ts";
import { testNow } from "../../support/app.ts";
import { codesOf, eventId, Partner, productId } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { Changer } from "../../support/samples/changing.ts";
import { Holder } from "../../support/samples/holding.ts";
import { cancelling, type Ordering, partnerId, startOrdering } from "../../support/samples/ordering.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { Wire } from "../../support/wire.ts";
import { addPartner, allot, leftOf, miscounted } from "./allotting.ts";

/** Sales of events with allotments, by partners inside and outside them. Each test has an evening of its own. */

const evenings = Array.from({ length: 14 }, (_, n) => `2026-07-${`${n + 1}`.padStart(2, "0")}T20:00`);
const shop = variant(
  show,
  { externalId: "shop", name: "Shop", immediateBooking: true },
  {
    externalId: "shop",
    ticketRules: [{ code: "ADULT", minQuantity: 0, maxQuantity: 100, defaultQuantity: 1, incrementQuantity: 1 }],
    schedules: [],
    events: evenings.map((eventOn) => ({ eventOn, capacity: 10, prices: [{ code: "ADULT", amount: "45.00" }] })),
  },
);

onPostgres("events with allotments", (open) => {
  let ordering: Ordering;
  let itemId: string;
  let member: { id: string; key: string };
  /** Has no allotment. */
  let outside: Partner;
  let inside: Partner;
  let next = 0;
  let evening: string;
  let event: string;

  const db = () => ordering.app.app.service.db;
  const now = () => ordering.app.clock.now;
  const day = () => ({ from: evening.slice(0, 10), to: evening.slice(0, 10) });
  const guarantee = (seats: number, more: object = {}) =>
    allot(db(), { itemId, kind: "guaranteed", seats, partnerIds: [member.id], ...day(), ...more }, now());
  const buy = async (partner: Partner, adults: number) => (await partner.buy(event, { ADULT: adults })).id!;
  const refusal = async (partner: Partner, adults: number) => {
    const validated = codesOf(await partner.validate(event, { ADULT: adults }));
    const booked = codesOf(await partner.book(event, { ADULT: adults }, Math.round(adults * 5_000) / 100));
    assert.deepEqual(
      booked.filter((code) => code !== "price-changed"),
      validated,
    );
    return validated.join();
  };
  const shown = async () => {
    const { values } = await ordering.partner.wire.ask("events", { id: await productId(ordering.app, "shop") });
    return values.find(({ id }) => id === event)!.availabilityCode;
  };
  /** The open events of the evening, and whether it is sold out, as the partner of a key reads them. */
  const dayOf = async (key: string) => {
    const query = { id: await productId(ordering.app, "shop"), fromdate: day().from, todate: day().to };
    const { values } = await ordering.partner.wire.ask("availability", query, undefined, { "x-api-key": key });
    return [values[0]!.openEvents, values[0]!.soldOut];
  };
  const newest = async () => (await ordering.partner.wire.ask("productversion", {})).updateVersion;

  before(async () => {
    ordering = await startOrdering({ open, catalogue: { ...testCatalogue, products: [shop] }, jobs: false });
    member = await addPartner(db(), "member", testNow);
    inside = new Partner(ordering.app, { key: member.key });
    outside = ordering.partner;
    const { rows } = await sql<{ id: string }>`select id from item where external_id = 'shop'`.execute(db());
    itemId = rows[0]!.id;
  });
  after(() => ordering?.stop());
  beforeEach(async () => {
    evening = evenings[next++]!;
    event = await eventId(ordering.app, "shop", evening);
  });

  test("others are refused for capacity as on any event, and the guarantee is sold to its partner", async () => {
    assert.deepEqual((await guarantee(6)).codes, []);
    await buy(outside, 3);
    assert.equal(await refusal(outside, 2), "capacity");
    const version = await newest();
    await buy(outside, 1);
    assert.equal(await refusal(outside, 1), "event-sold-out");
    assert.deepEqual([await shown(), await newest()], ["sold-out", version + 1]);
    await buy(inside, 4);
    assert.deepEqual(await leftOf(db(), event), { left: 0, guaranteed: 2 });
    assert.equal(await newest(), version + 1, "others see nothing of the partner's sale");
    assert.equal(await refusal(inside, 3), "capacity");
    await buy(inside, 2);
    assert.equal(await refusal(inside, 1), "event-sold-out");
    assert.equal(await newest(), version + 2, "the partner sees the event sold out");
    assert.deepEqual(await miscounted(db(), event, now()), []);
  });

  test("cancelled, expired and returned seats are the partner's again, and not everybody's", async () => {
    await guarantee(6);
    await buy(outside, 4);
    const order = await buy(inside, 4);
    const holder = new Holder(ordering.app, { key: member.key });
    const hold = await holder.hold(event, { ADULT: 2 });
    assert.equal(hold.isValid, true);
    assert.equal(await refusal(inside, 1), "event-sold-out");
    const { status } = await cancelling(ordering.app)(order, { apiKey: member.key });
    assert.equal(status, "cancelled");
    assert.equal(await refusal(outside, 1), "event-sold-out");
    assert.deepEqual(await leftOf(db(), event), { left: 0, guaranteed: 4 });
    await sql`update hold set expires_at = ${now()} where id = ${hold.id}`.execute(db());
    await returnAllExpiredSeats(db(), now());
    assert.deepEqual(await leftOf(db(), event), { left: 0, guaranteed: 6 });
    assert.equal((await holder.hold(event, { ADULT: 6 })).isValid, true);
    assert.deepEqual(await miscounted(db(), event, now()), []);
  });

  test("orders that grow, shrink or move take from the guarantee and give back to it", async () => {
    await guarantee(6);
    await buy(outside, 4);
    const order = await buy(inside, 2);
    const changer = new Changer(ordering.app, { key: member.key });
    const adults = (quantity: number) => ({ tickets: [{ code: "ADULT", quantity }] });
    assert.equal((await changer.change(order, adults(6))).isValid, true);
    assert.deepEqual(codesOf((await changer.quote(order, adults(7))) as never), ["capacity"]);
    assert.equal((await changer.change(order, adults(3))).isValid, true);
    assert.deepEqual(await leftOf(db(), event), { left: 0, guaranteed: 3 });
    const other = await eventId(ordering.app, "shop", evenings.at(-1)!);
    assert.equal((await changer.change(order, { eventId: other })).isValid, true);
    assert.deepEqual(await leftOf(db(), event), { left: 0, guaranteed: 6 });
    const theirs = await ordering.partner.buy(other, { ADULT: 1 });
    const moved = await new Changer(ordering.app).quote(theirs.id!, { eventId: event });
    assert.deepEqual(codesOf(moved as never), ["event-sold-out"]);
    assert.equal((await changer.change(order, { eventId: event })).isValid, true);
    assert.deepEqual(await leftOf(db(), event), { left: 0, guaranteed: 3 });
    assert.deepEqual(await miscounted(db(), event, now()), []);
  });

  test("availability by day, with a key and without, and the vacancies of a channel show what each can buy", async () => {
    await guarantee(6);
    await db()
      .transaction()
      .execute((tx) => switchOcto(tx, true));
    const id = await productId(ordering.app, "shop");
    const vacancies = async (key: string) => {
      const answer = await fetch(`${ordering.app.url}/octo/availability`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
        body: JSON.stringify({ productId: id, optionId: itemId, availabilityIds: [event] }),
      });
      const [only] = (await answer.json()) as { vacancies: number; status: string }[];
      return [only!.vacancies, only!.status];
    };
    assert.deepEqual(await vacancies(member.key), [10, "AVAILABLE"]);
    assert.deepEqual(await vacancies(ordering.app.key), [4, "LIMITED"]);
    await buy(outside, 4);
    assert.deepEqual(
      [await dayOf(member.key), await dayOf(ordering.app.key)],
      [
        [1, false],
        [0, true],
      ],
    );
    assert.deepEqual(await vacancies(member.key), [6, "AVAILABLE"]);
    assert.deepEqual(await vacancies(ordering.app.key), [0, "SOLD_OUT"]);
    await buy(inside, 6);
    assert.deepEqual(await dayOf(member.key), [0, true]);
  });

  test("a partner that may read seats left reads those that it can buy, in both formats, and others read none", async () => {
    await guarantee(6);
    const seats = async (key: string, reads: "json" | "xml" = "json") => {
      const query = { id: await productId(ordering.app, "shop"), fromdate: day().from, todate: day().to };
      const wire = new Wire(ordering.app.url, { sends: "json", reads, key });
      return (await wire.ask("availability", query, undefined, { "x-api-key": key })).values[0]!.seats;
    };
    assert.equal(await seats(member.key), null);
    await db()
      .transaction()
      .execute((tx) => sql`update partner set shows_seats = true where external_id = 'member'`.execute(tx));
    assert.deepEqual(await seats(member.key), [{ eventId: event, seatsLeft: 10 }]);
    await buy(outside, 3);
    // A page with seats is cached for ten seconds.
    ordering.app.clock.now = new Date(now().getTime() + 10_000);
    for (const reads of ["json", "xml"] as const)
      assert.deepEqual(await seats(member.key, reads), [{ eventId: event, seatsLeft: 7 }]);
    assert.equal(await seats(ordering.app.key), null);
    await buy(inside, 7);
    ordering.app.clock.now = new Date(now().getTime() + 10_000);
    assert.deepEqual(await seats(member.key), []);
    await db()
      .transaction()
      .execute((tx) => sql`update partner set shows_seats = false where external_id = 'member'`.execute(tx));
  });

  test("a stop-sale closes an evening for the partner of a guarantee, and equal offers share no answer about own seats", async () => {
    await guarantee(6);
    await buy(outside, 4);
    const equal = await addPartner(db(), "equal", now());
    const stop = async ({ id }: { id: string }, on: string, revision: number) => {
      const stops = [{ productId: null, itemId: null, from: on, to: on, reason: "" }];
      const terms = { ...wholeOffer, stops };
      const saved = await db()
        .transaction()
        .execute((tx) => saveOffer(tx, id, { terms, revision, dryRun: false }, now()));
      assert.equal(saved.outcome, "saved");
    };
    for (const partner of [equal, member]) await stop(partner, "2026-08-31", 0);
    assert.deepEqual(await dayOf(equal.key), [0, true]);
    assert.deepEqual(await dayOf(member.key), [1, false]);
    await stop(member, day().from, 1);
    assert.deepEqual(await dayOf(member.key), [0, false]);
    assert.deepEqual(codesOf(await inside.validate(event, { ADULT: 1 })), ["event-black-out"]);
    await stop(member, "2026-08-31", 2);
    await buy(inside, 6);
    assert.deepEqual(await dayOf(member.key), [0, true]);
  });

  test("a hold is exchanged and booked within the guarantee", async () => {
    await guarantee(6);
    await buy(outside, 4);
    const holder = new Holder(ordering.app, { key: member.key });
    const hold = await holder.hold(event, { ADULT: 6 });
    const booked = await holder.book(hold);
    assert.deepEqual(codesOf(booked), []);
    assert.deepEqual(await leftOf(db(), event), { left: 0, guaranteed: 0 });
    assert.equal((await new Holder(ordering.app).hold(event, { ADULT: 1 })).isValid, false);
  });

  test("a limit refuses its partner, and nobody else", async () => {
    await allot(db(), { itemId, kind: "at-most", seats: 3, partnerIds: [member.id], ...day() }, now());
    const order = await buy(inside, 2);
    assert.equal(await refusal(inside, 2), "capacity");
    await buy(inside, 1);
    assert.equal(await refusal(inside, 1), "event-sold-out");
    assert.equal(await shown(), "available");
    await cancelling(ordering.app)(order, { apiKey: member.key });
    await buy(inside, 2);
    await buy(outside, 7);
    assert.deepEqual(await miscounted(db(), event, now()), []);
  });

  test("blocks for groups are the desk's: they take from its guarantee, and no seat of another", async () => {
    const desk = await deskPartner(db(), "en");
    await guarantee(4);
    await guarantee(3, { partnerIds: [desk] });
    await buy(outside, 3);
    const block = { ...{ name: "School", contact: "", note: "", by: "", lang: "en" as const }, partnerId: desk };
    const blocking = (seats: number) =>
      db()
        .transaction()
        .execute((tx) => blockSeats(tx, { ...block, eventId: event, seats, releaseAt: new Date(evening) }, now()));
    await assert.rejects(blocking(4), NoSeatsLeft);
    const made = await blocking(3);
    assert.deepEqual(await leftOf(db(), event), { left: 0, guaranteed: 4 });
    await db()
      .transaction()
      .execute((tx) => releaseBlock(tx, made, now()));
    assert.deepEqual(await leftOf(db(), event), { left: 0, guaranteed: 7 });
  });

  test("released seats are everybody's at the instant of the release, without a job", async () => {
    await guarantee(6, { releaseHours: 48 });
    await buy(outside, 4);
    const release = new Date(Date.parse(`${evening}:00+02:00`) - 48 * 3_600_000);
    ordering.app.clock.now = new Date(release.getTime() - 1_000);
    assert.equal(await refusal(outside, 1), "event-sold-out");
    ordering.app.clock.now = release;
    await buy(outside, 5);
    assert.equal(await shown(), "available");
    await buy(inside, 1);
    ordering.app.clock.now = testNow;
  });

  test("the job shows the released seats of an event that nobody buys", async () => {
    await guarantee(10, { releaseHours: 48 });
    assert.equal(await shown(), "sold-out");
    const version = await newest();
    ordering.app.clock.now = new Date(Date.parse(`${evening}:00+02:00`) - 48 * 3_600_000);
    await releaseAllGuarantees(db(), now());
    assert.equal(await shown(), "available");
    const released = await newest();
    assert.ok(released > version);
    await releaseAllGuarantees(db(), now());
    assert.equal(await newest(), released);
    ordering.app.clock.now = testNow;
  });

  test("guarantees beyond the seats that are not sold to others are refused, and a partner has one of an event", async () => {
    await buy(outside, 3);
    await buy(inside, 2);
    // Its own two seats count: five more are free.
    assert.deepEqual((await guarantee(8)).codes, ["too-few-seats-to-guarantee"]);
    const limit = await allot(db(), { itemId, kind: "at-most", seats: 9, partnerIds: [member.id], ...day() }, now());
    const { id, codes } = await guarantee(7);
    assert.deepEqual([limit.codes, codes], [[], []], "a limit is no second guarantee");
    await db()
      .transaction()
      .execute((tx) => removeAllotment(tx, limit.id, now()));
    assert.deepEqual(await leftOf(db(), event), { left: 0, guaranteed: 5 });
    assert.deepEqual((await guarantee(1)).codes, ["partner-guaranteed-twice"]);
    const [acme, ids] = [await partnerId(ordering.app), [member.id]];
    assert.deepEqual((await guarantee(4, { partnerIds: [acme] })).codes, ["too-few-seats-to-guarantee"]);
    const lower = { itemId, kind: "guaranteed", seats: 4, partnerIds: ids, ...day() } as const;
    assert.deepEqual((await allot(db(), lower, now(), id)).codes, []);
    assert.deepEqual(await leftOf(db(), event), { left: 3, guaranteed: 2 });
    await db()
      .transaction()
      .execute((tx) => removeAllotment(tx, id, now()));
    assert.deepEqual(await leftOf(db(), event), { left: 5, guaranteed: 0 });
    const { rows } = await sql<{ allotted: boolean; partners: object | null }>`
      select allotted, partners_left as partners from event where id = ${event}`.execute(db());
    assert.deepEqual(rows, [{ allotted: false, partners: null }]);
  });

  test("a new capacity leaves the guarantee, and a new event has the allotment of its item", async () => {
    await guarantee(6);
    const events = shop.items[0]!.events!.map((one) => ({ ...one, capacity: one.eventOn === evening ? 8 : 10 }));
    const added = { ...events[0]!, eventOn: `${evening.slice(0, 10)}T22:00`, capacity: 7 };
    const items = [{ ...shop.items[0]!, events: [...events, added] }];
    await ordering.app.import({ products: [{ ...shop, items }] });
    assert.deepEqual(await leftOf(db(), event), { left: 2, guaranteed: 6 });
    const late = await eventId(ordering.app, "shop", added.eventOn);
    assert.deepEqual(await leftOf(db(), late), { left: 1, guaranteed: 6 });
    assert.deepEqual(await miscounted(db(), event, now()), []);
  });
});
