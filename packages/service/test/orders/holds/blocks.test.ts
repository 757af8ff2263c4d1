import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { returnAllExpiredSeats } from "../../../src/domain/orders/expired-holds.ts";
import { saveHome } from "../../../src/store/operators/home.ts";
import { eventIds } from "../../concurrency/booking.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { codesOf, Partner } from "../../support/partner.ts";

/** Blocks of seats for groups in the back office. */

describe("a block of seats", () => {
  let app: TestApp;
  let desk: Operator;
  let partner: Partner;
  let shows: string[];
  before(async () => {
    app = await startApp();
    desk = await signedIn(app, "orders");
    const home = { timeZone: "Europe/Madrid", currencyCode: "EUR" };
    await app.store.database.db.transaction().execute((tx) => saveHome(tx, home));
    partner = new Partner(app);
    shows = await eventIds(app.store.database.db, "show");
  });
  after(() => app.stop());
  const body = (more: object = {}) => ({ name: "School", seats: 18, release: "2026-06-18T12:00", ...more });
  const block = (event: string, more: object = {}) => desk.ask("POST", `/events/${event}/blocks`, body(more));
  const leftOf = async (event: string): Promise<number> => (await desk.ask("GET", `/events/${event}`)).left;
  const refusalOf = async (event: string, adults: number) =>
    codesOf((await partner.validate(event, { ADULT: adults })) as never);

  test("takes seats, is shown at the event, in the manifest and in the list, and sells nothing", async () => {
    const event = shows[8]!;
    const made = await block(event, { contact: "Ana Ruiz, 600 000 000", note: "Row 1" });
    assert.deepEqual(
      [made.seats, made.releaseAt, made.release, made.revision],
      [18, "2026-06-18T10:00:00.000Z", "2026-06-18T12:00", 1],
    );
    assert.equal(await leftOf(event), 2);
    assert.deepEqual(await refusalOf(event, 3), ["capacity"]);
    await partner.buy(event, { ADULT: 2 });
    assert.deepEqual(await refusalOf(event, 1), ["event-sold-out"]);
    assert.deepEqual((await desk.ask("GET", `/events/${event}`)).blocks, [made]);
    assert.deepEqual((await desk.ask("GET", `/events/${event}/manifest`)).blocks, [made]);
    assert.deepEqual((await desk.ask("GET", "/blocks?releaseWithinDays=2")).data, []);
    assert.deepEqual((await desk.ask("GET", "/blocks?releaseWithinDays=4")).data, [made]);
    assert.equal(await desk.refused(409, "POST", `/events/${event}/blocks`, body({ seats: 1 })), "too-few-seats");
    await desk.ask("DELETE", `/blocks/${made.id}`);
    assert.equal(await leftOf(event), 18);
    assert.equal(await desk.refused(404, "DELETE", `/blocks/${made.id}`), "not-found");
    assert.equal(await leftOf(event), 18);
  });

  test("changes its seats and its day of release, over the revision that was read only", async () => {
    const event = shows[9]!;
    const { id } = await block(event, { seats: 5 });
    const change = (more: object) => ({ ...body(), ...more });
    const more = await desk.ask("PUT", `/blocks/${id}`, change({ seats: 12, revision: 1 }));
    assert.deepEqual([more.seats, more.revision, await leftOf(event)], [12, 2, 8]);
    assert.equal(
      await desk.refused(409, "PUT", `/blocks/${id}`, change({ seats: 2, revision: 1 })),
      "changed-meanwhile",
    );
    assert.equal(await desk.refused(409, "PUT", `/blocks/${id}`, change({ seats: 21, revision: 2 })), "too-few-seats");
    const less = await desk.ask("PUT", `/blocks/${id}`, change({ seats: 2, release: "2026-06-19T09:00", revision: 2 }));
    assert.deepEqual([less.seats, less.releaseAt, await leftOf(event)], [2, "2026-06-19T07:00:00.000Z", 18]);
    await desk.ask("DELETE", `/blocks/${id}`);
  });

  test("is released by the job of holds, and by a sale that needs its seats", async () => {
    const { db } = app.store.database;
    const [one, two] = [shows[10]!, shows[11]!];
    for (const event of [one, two]) await block(event, { seats: 20, release: "2026-06-15T15:00" });
    const later = new Date("2026-06-15T13:00:01Z");
    assert.deepEqual(await refusalOf(one, 1), ["event-sold-out"]);
    app.clock.now = later;
    assert.deepEqual(await refusalOf(one, 1), []);
    await returnAllExpiredSeats(db, later);
    assert.deepEqual([await leftOf(one), await leftOf(two)], [20, 20]);
    assert.deepEqual((await desk.ask("GET", "/blocks")).data, []);
    app.clock.now = new Date("2026-06-15T10:00:00Z");
  });

  test("is refused with the field that is wrong", async () => {
    const fieldsOf = async (more: object) => {
      const { status, text } = await desk.call("POST", `/events/${shows[12]}/blocks`, body(more));
      assert.equal(status, 400, text);
      return JSON.parse(text).errors.map(({ pointer }: { pointer: string }) => pointer);
    };
    for (const release of ["2026-06-15T11:59", "2026-07-30T12:00", "2026-02-31T12:00", "tomorrow"])
      assert.deepEqual(await fieldsOf({ release }), ["/release"], release);
    assert.deepEqual(await fieldsOf({ seats: 0 }), ["/seats"]);
    assert.deepEqual(await fieldsOf({ name: " " }), ["/name"]);
    const unknown = "00000000-0000-4000-8000-000000000000";
    assert.equal(await desk.refused(404, "POST", `/events/${unknown}/blocks`, body()), "not-found");
    const reader = await signedIn(app, "read-only");
    assert.equal(await reader.refused(403, "POST", `/events/${shows[12]}/blocks`, body()), "role-forbidden");
  });
});
