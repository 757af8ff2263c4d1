import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { listAudit } from "../../src/store/operators/audit.ts";
import { eventIds } from "../concurrency/booking.ts";
import { Partner } from "../support/partner.ts";
import { GuidedTour, guideFields } from "./guided.ts";

/** An operator of the role guide sees the guide's own events and their guests, and nothing else. */

describe("a guide", () => {
  const guided = new GuidedTour();
  let own: string;
  let others: string;
  before(async () => {
    await guided.start();
    [own, others] = guided.walks as [string, string];
    await guided.sell(own, 2, "Hotel Cercano");
    await guided.sell(own, 3, "Hotel Lejano", "Lozano");
    await guided.sell(others, 4, "Hotel Cercano", "Ajeno");
    await guided.give(own, "Ana");
    await guided.give(others, "Bruno");
  });
  after(() => guided.app.stop());
  const path = (name: "Ana" | "Bruno") => `/guides/${guided.guides[name]}`;

  test("reads the own events with people, meeting point and pickups in driving order", async () => {
    const { name, events } = await guided.ana.ask("GET", `${path("Ana")}/events`);
    assert.equal(name, "Ana");
    assert.deepEqual(
      events.map(({ id }: { id: string }) => id),
      [own],
    );
    const [event] = events;
    assert.deepEqual([event.people, event.admitted, event.minutes, event.daysAhead], [5, 0, 120, 1]);
    assert.deepEqual(event.languages, [{ lang: "es", people: 5 }]);
    assert.equal(event.meetingPoints[0].name, "Puerta del Sol");
    assert.match(event.meetingPoints[0].map, /^https:/);
    assert.deepEqual(
      event.pickups.map(({ at, place, people }: Record<string, unknown>) => [at, place, people]),
      [
        ["2026-06-16T19:15", "Hotel Lejano", 3],
        ["2026-06-16T19:45", "Hotel Cercano", 2],
      ],
    );
    const { events: today } = await guided.ana.ask("GET", `${path("Ana")}/events?days=1`);
    assert.deepEqual(today, []);
  });

  test("has a timetable in the office: the length, the guides and the open balances of events, of a day and of a guide", async () => {
    const ofDay = () => guided.owner.ask("GET", "/events/timetable?from=2026-06-16");
    const other = (await ofDay()).events.find(({ product }: { product: string }) => product === "other").id;
    const sale = { eventId: other, tickets: [{ code: "ADULT", quantity: 1 }] };
    const { total } = await guided.owner.ask("POST", "/orders/quote", sale);
    await guided.owner.ask("POST", "/orders", {
      ...{ id: randomUUID(), lang: "es", ...sale, name: "Nora", lastName: "Pérez", email: "nora@example.com" },
      ...{ totalUsd: total.usd, method: "account" },
    });
    const { events } = await ofDay();
    const of = (wanted: string) => events.find(({ id }: { id: string }) => id === wanted);
    assert.deepEqual([of(other).minutes, of(other).balancesDue, of(other).requirements], [null, 1, []]);
    const [requirement] = of(own).requirements;
    assert.deepEqual([of(own).people, of(own).balancesDue, requirement.minutes], [5, 0, 120]);
    assert.deepEqual(
      requirement.resources.map(({ name, units }: Record<string, unknown>) => [name, units]),
      [
        ["Ana", 1],
        ["Bruno", 0],
      ],
    );
    const week = await guided.owner.ask(
      "GET",
      `/events/timetable?from=2026-06-15&days=7&resourceId=${guided.guides.Bruno}`,
    );
    assert.deepEqual([week.total, week.events.map(({ id }: { id: string }) => id)], [1, [others]]);
    assert.equal(await guided.owner.refused(400, "GET", "/events/timetable?from=2026-02-30"), "invalid-field");
    assert.equal(await guided.ana.refused(403, "GET", "/events/timetable?from=2026-06-16"), "role-forbidden");
  });

  test("reads the guests without prices, partner and e-mail, and the audit log says so", async () => {
    const { guests, totals } = await guided.ana.ask("GET", `${path("Ana")}/events/${own}/manifest`);
    assert.deepEqual(
      guests.map(({ seats, pickupAt, phoneNumber }: Record<string, unknown>) => [seats, pickupAt, phoneNumber]),
      [
        [3, "2026-06-16T19:15", "+34 600 000 000"],
        [2, "2026-06-16T19:45", "+34 600 000 000"],
      ],
    );
    assert.equal(totals.seats, 5);
    const text = JSON.stringify(guests);
    for (const hidden of ["customer@example.com", "Acme", "orderId", "totalUsd", "amount"])
      assert.ok(!text.includes(hidden), hidden);
    const { rows } = await listAudit(
      guided.app.store.database.db,
      { operation: "guides.manifest" },
      { offset: 0, limit: 1 },
    );
    assert.deepEqual([rows[0]!.operator, rows[0]!.subject], [guided.ana.email, "Paseo por Madrid 2026-06-16T20:00"]);
  });

  test("finds no other guide, and no event of another guide", async () => {
    for (const address of [
      `${path("Bruno")}/events`,
      `${path("Bruno")}/calendar`,
      `${path("Bruno")}/events/${others}/manifest`,
    ])
      assert.equal(await guided.ana.refused(404, "GET", address), "not-found", address);
    assert.equal(await guided.ana.refused(404, "GET", `${path("Ana")}/events/${others}/manifest`), "not-found");
    assert.equal(await guided.ana.refused(404, "POST", `${path("Bruno")}/calendar`), "not-found");
    const { guests } = await guided.owner.ask("GET", `${path("Bruno")}/events/${others}/manifest`);
    assert.equal(guests.length, 1, "the office reads every guide");
  });

  test("admits the own guests, undoes that, and admits no guests of other events", async () => {
    guided.app.clock.now = new Date("2026-06-15T22:30:00Z");
    const { guests } = await guided.ana.ask("GET", `${path("Ana")}/events/${own}/manifest`);
    const { code } = guests[0];
    const redeem = (body: object) => guided.ana.ask("POST", "/vouchers/redeem", body);
    const admitted = await redeem({ code, eventId: own });
    assert.deepEqual([admitted.result, admitted.people], ["valid", 3]);
    assert.deepEqual([admitted.voucher.orderId, admitted.voucher.reference], [null, null]);
    const [again] = (await guided.ana.ask("GET", `${path("Ana")}/events/${own}/manifest`)).guests;
    assert.deepEqual([again.admitted, again.code], [3, code]);
    assert.deepEqual(await guided.ana.ask("POST", "/vouchers/undo", { admissionId: admitted.admission.id }), {
      people: 3,
    });

    const [foreign] = (await guided.owner.ask("GET", `${path("Bruno")}/events/${others}/manifest`)).guests;
    const refused = await redeem({ code: foreign.code, eventId: own });
    assert.deepEqual([refused.result, refused.voucher, refused.people], ["other-event", null, 0]);
    for (const eventId of [others, undefined])
      assert.equal(
        await guided.ana.refused(404, "POST", "/vouchers/redeem", { code: foreign.code, ...(eventId && { eventId }) }),
        "not-found",
      );
    const forced = { code: foreign.code, eventId: own, overrideReason: "late" };
    assert.equal(await guided.ana.refused(403, "POST", "/vouchers/redeem", forced), "role-forbidden");
    // What a phone without network admitted, of the own event only.
    const merge = (code: string, eventId?: string) => ({
      ...{ device: "A1B2", ...(eventId && { eventId }) },
      admissions: [{ id: randomUUID(), code, at: guided.app.clock.now.toISOString() }],
    });
    const resultOf = async (body: object) => (await guided.ana.ask("POST", "/door/admissions", body)).results[0].result;
    assert.equal(await resultOf(merge(guests[1].code, own)), "merged");
    assert.equal(await resultOf(merge(foreign.code, own)), "unknown");
    for (const eventId of [others, undefined])
      assert.equal(
        await guided.ana.refused(404, "POST", "/door/admissions", merge(foreign.code, eventId)),
        "not-found",
      );
    guided.app.clock.now = new Date("2026-06-15T20:00:00Z");
  });

  test("an event that an operator gives to another guide leaves the page", async () => {
    await guided.give(own, "Bruno");
    assert.deepEqual((await guided.ana.ask("GET", `${path("Ana")}/events`)).events, []);
    assert.equal(await guided.ana.refused(404, "GET", `${path("Ana")}/events/${own}/manifest`), "not-found");
    await guided.give(own, "Ana");
  });

  test("an event that an operator gives to the guide before the first booking is the guide's, with 0 people", async () => {
    const unsold = guided.walks[2]!;
    const ids = async () =>
      (await guided.ana.ask("GET", `${path("Ana")}/events`)).events.map(({ id }: { id: string }) => id);
    const give = (from: string | null, to: string | null) =>
      guided.owner.ask("PUT", `/events/${unsold}/resources`, { position: 0, from, to });
    await give(null, guided.guides.Ana);
    assert.deepEqual(await ids(), [own, unsold]);
    const { event, guests } = await guided.ana.ask("GET", `${path("Ana")}/events/${unsold}/manifest`);
    assert.deepEqual([event.people, event.blocked, event.languages, guests], [0, 0, [], []]);
    await give(guided.guides.Ana, null);
    assert.deepEqual(await ids(), [own]);
  });

  test("counts blocked seats of a group among the people, and separately", async () => {
    const fields = { name: "Colegio", seats: 5, release: "2026-06-16T18:00" };
    const block = await guided.owner.ask("POST", `/events/${own}/blocks`, fields);
    const [event] = (await guided.ana.ask("GET", `${path("Ana")}/events`)).events;
    assert.deepEqual([event.people, event.blocked, event.languages], [10, 5, [{ lang: "es", people: 5 }]]);
    await guided.owner.ask("DELETE", `/blocks/${block.id}`);
  });

  test("an operator is a guide with a resource of that kind only, and other roles have none", async () => {
    const invite = (body: object) =>
      guided.owner.refused(400, "POST", "/operators", { email: "g@example.com", ...body });
    const boat = (await guided.owner.ask("POST", "/resources", { ...guideFields("Boat"), kind: "vehicle" })).resource
      .id;
    assert.equal(await invite({ role: "guide" }), "invalid-field");
    assert.equal(await invite({ role: "guide", resourceId: boat }), "invalid-field");
    assert.equal(await invite({ role: "orders", resourceId: guided.guides.Ana }), "invalid-field");
    const { id } = await guided.owner.ask("POST", "/operators", {
      ...{ email: "g@example.com", role: "guide", resourceId: guided.guides.Bruno },
    });
    const bound = await guided.owner.ask("GET", `/operators/${id}`);
    assert.equal(bound.resourceId, guided.guides.Bruno);
    const change = { name: bound.name, role: "door", active: true, revision: bound.revision };
    assert.equal((await guided.owner.ask("PUT", `/operators/${id}`, change)).resourceId, null);
  });

  test("events without guests are not the guide's", async () => {
    const { db } = guided.app.store.database;
    const [unguided] = await eventIds(db, "other");
    await new Partner(guided.app, { key: guided.app.key }).buy(unguided!, { ADULT: 2 });
    const { events } = await guided.ana.ask("GET", `${path("Ana")}/events`);
    assert.equal(events.length, 1);
  });
});
