import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { doorTimes } from "../../../src/domain/selling/lead-time.ts";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { orderTimeline } from "../../../src/store/sale/timeline.ts";
import { startApp, type TestApp, testNow } from "../../support/app.ts";
import { signedIn } from "../../support/console.ts";
import { eventId, Partner } from "../../support/partner.ts";
import { museum, show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** When the door accepts a voucher: on its day at the location, some hours before the event begins, and some after. */

const hours = { before: 3, after: 6 };

describe("the time at which a voucher is accepted", () => {
  for (const [why, type, eventOn, zone, from, until] of [
    // From the midnight that begins the day until 6 hours after the event begins, or the end of the day.
    ["an afternoon", "scheduled", "2026-06-20T15:00:00", "Europe/Madrid", "2026-06-19T22:00Z", "2026-06-20T22:00Z"],
    ["an evening", "scheduled", "2026-06-20T23:30:00", "Europe/Madrid", "2026-06-19T22:00Z", "2026-06-21T03:30Z"],
    [
      "just after midnight",
      "scheduled",
      "2026-06-20T00:30:00",
      "Europe/Madrid",
      "2026-06-19T19:30Z",
      "2026-06-20T22:00Z",
    ],
    ["midnight", "scheduled", "2026-06-20T00:00:00", "Europe/Madrid", "2026-06-19T19:00Z", "2026-06-20T22:00Z"],
    // Hours are hours of real time: the clock goes back from 03:00 to 02:00, and forward from 02:00 to 03:00.
    [
      "the night of 25 hours",
      "scheduled",
      "2026-10-24T23:30:00",
      "Europe/Madrid",
      "2026-10-23T22:00Z",
      "2026-10-25T03:30Z",
    ],
    [
      "the day of 25 hours",
      "scheduled",
      "2026-10-25T15:00:00",
      "Europe/Madrid",
      "2026-10-24T22:00Z",
      "2026-10-25T23:00Z",
    ],
    [
      "the night of 23 hours",
      "scheduled",
      "2027-03-27T23:30:00",
      "Europe/Madrid",
      "2027-03-26T23:00Z",
      "2027-03-28T04:30Z",
    ],
    [
      "a day that begins at 01:00",
      "scheduled",
      "2026-09-06T10:00:00",
      "America/Santiago",
      "2026-09-06T04:00Z",
      "2026-09-07T03:00Z",
    ],
    [
      "an evening before it",
      "scheduled",
      "2026-09-05T23:30:00",
      "America/Santiago",
      "2026-09-05T04:00Z",
      "2026-09-06T09:30Z",
    ],
    ["an odd offset", "scheduled", "2026-06-20T22:00:00", "Asia/Kathmandu", "2026-06-19T18:15Z", "2026-06-20T22:15Z"],
    [
      "a day without a time",
      "timeless",
      "2026-06-20T00:00:00",
      "America/New_York",
      "2026-06-20T04:00Z",
      "2026-06-21T04:00Z",
    ],
    ["a last day of validity", "dateless", "2026-06-20T00:00:00", "America/New_York", null, "2026-06-21T04:00Z"],
  ] as const)
    test(`${why}: ${eventOn} in ${zone}`, () => {
      const found = doorTimes(type, eventOn, zone, hours);
      const minute = (at: Date | null) => at && `${at.toISOString().slice(0, 16)}Z`;
      assert.deepEqual([minute(found.from), minute(found.until)], [from, until]);
    });

  test("without hours before and after, only the event's day counts", () => {
    const { from, until } = doorTimes("scheduled", "2026-06-20T23:30:00", "Europe/Madrid", { before: 0, after: 0 });
    assert.deepEqual([from, until], [new Date("2026-06-19T22:00Z"), new Date("2026-06-20T22:00Z")]);
  });
});

const times = ["2026-06-19T23:30", "2026-06-20T00:30", "2026-06-20T23:30"];
const night = variant(
  show,
  { externalId: "night" },
  {
    externalId: "night-seat",
    schedules: [],
    events: times.map((eventOn) => ({ eventOn, capacity: 50, prices: [{ code: "ADULT", amount: "45.00" }] })),
  },
);

onPostgres("redeeming at the door", (open) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ open, catalogue: { ...testCatalogue, products: [night, museum] } });
  });
  afterEach(() => {
    app.clock.now = testNow;
  });
  after(() => app.stop());

  /** Sells and confirms an order. Returns its voucher code. */
  const sold = async (item: string, eventOn: string): Promise<{ id: string; code: string }> => {
    const { id } = await new Partner(app).buy(await eventId(app, item, eventOn), { ADULT: 1 });
    const desk = await signedIn(app, "orders");
    const { voucher } = await desk.ask("POST", `/orders/${id}/confirm`, {});
    return { id: id!, code: voucher.address };
  };
  /** Returns functions that check a voucher at this time, without and with an override. */
  const doorAt = async (at: string) => {
    app.clock.now = new Date(at);
    const operator = await signedIn(app, "orders");
    return {
      operator,
      check: async (code: string) => (await operator.ask("POST", "/vouchers/check", { code })).result,
      redeem: async (code: string, overrideReason?: string) =>
        (await operator.ask("POST", "/vouchers/redeem", { code, ...(overrideReason && { overrideReason }) })).result,
    };
  };

  test("a voucher for 23:30 is accepted at 00:05", async () => {
    const { code } = await sold("night-seat", "2026-06-20T23:30");
    const door = await doorAt("2026-06-20T22:05:00Z");
    // The same code from a scanner with American keys at a Spanish computer.
    const keys: Record<string, string> = { "/": "-", ":": "Ñ", "-": "'", _: "?" };
    const scanned = [...code].map((typed) => keys[typed] ?? typed).join("");
    assert.deepEqual(
      [await door.check(code), await door.check(scanned), await door.redeem(scanned)],
      ["valid", "valid", "valid"],
    );
    assert.equal(await door.check(code), "already-redeemed");
  });

  test("a voucher for 00:30 is accepted at 23:50 of the evening before", async () => {
    const { code } = await sold("night-seat", "2026-06-20T00:30");
    assert.equal(await (await doorAt("2026-06-19T21:50:00Z")).redeem(code), "valid");
  });

  test("another day is refused, and the answer has the accepted times", async () => {
    const { code } = await sold("night-seat", "2026-06-20T23:30");
    for (const at of ["2026-06-19T21:59:59Z", "2026-06-21T03:30:00Z", "2026-06-21T21:30:00Z"]) {
      const door = await doorAt(at);
      assert.deepEqual([await door.check(code), await door.redeem(code)], ["wrong-day", "wrong-day"], at);
      const { voucher } = await door.operator.ask("POST", "/vouchers/check", { code });
      assert.deepEqual(voucher.accepted, { from: "2026-06-19T22:00:00.000Z", until: "2026-06-21T03:30:00.000Z" });
      assert.deepEqual([voucher.redeemedAt, voucher.early], [null, at < "2026-06-20"]);
    }
    assert.equal(await (await doorAt("2026-06-21T03:29:59Z")).check(code), "valid");
  });

  test("vouchers of two consecutive nights are distinguished at one door", async () => {
    const [first, second] = [
      await sold("night-seat", "2026-06-19T23:30"),
      await sold("night-seat", "2026-06-20T23:30"),
    ];
    const door = await doorAt("2026-06-20T21:30:00Z");
    assert.deepEqual([await door.check(first.code), await door.check(second.code)], ["wrong-day", "valid"]);
  });

  test("an operator can redeem a voucher on another day, with a reason in timeline and audit log", async () => {
    const { db } = app.store.database;
    const { id, code } = await sold("museum-day", "2026-06-20T00:00");
    const door = await doorAt("2026-06-21T10:00:00Z");
    for (const overrideReason of ["", "   "])
      assert.equal(
        await door.operator.refused(400, "POST", "/vouchers/redeem", { code, overrideReason }),
        "invalid-field",
      );
    assert.equal(await door.redeem(code, "Closed by a storm on the 20th"), "valid");
    const { result, voucher } = await door.operator.ask("POST", "/vouchers/check", { code });
    assert.deepEqual([result, voucher.redeemedBy], ["already-redeemed", door.operator.email]);
    const entry = (await orderTimeline(db, id)).at(-1)!;
    assert.deepEqual(
      [entry.kind, entry.actor, entry.operator, entry.why, entry.message],
      ["redeemed", "operator", door.operator.email, null, "Closed by a storm on the 20th"],
    );
    const { rows } = await listAudit(db, { operation: "vouchers.redeem" }, { offset: 0, limit: 1 });
    assert.deepEqual(rows[0]!.after, {
      result: "valid",
      overridden: "wrong-day",
      overrideReason: "Closed by a storm on the 20th",
    });
  });

  test("an override changes no other result, and is not recorded when it was not needed", async () => {
    const { db } = app.store.database;
    const good = await sold("night-seat", "2026-06-20T23:30");
    const cancelled = await sold("night-seat", "2026-06-20T23:30");
    const desk = await signedIn(app, "orders");
    await desk.ask("POST", `/orders/${cancelled.id}/cancel`, {});
    const door = await doorAt("2026-06-20T21:00:00Z");
    assert.equal(await door.redeem(good.code, "no need"), "valid");
    assert.equal(await door.redeem(good.code, "again"), "already-redeemed");
    assert.equal(await door.redeem(cancelled.code, "but they insist"), "cancelled");
    assert.equal(await door.redeem("no-such-voucher", "please"), "unknown");
    assert.equal((await orderTimeline(db, good.id)).at(-1)!.message, null);
    const { rows } = await listAudit(db, { operation: "vouchers.redeem" }, { offset: 0, limit: 4 });
    assert.ok(rows.every(({ after }) => !("overridden" in (after as object))));
  });

  for (const role of ["catalogue", "read-only"] as const)
    test(`the role ${role} cannot override`, async () => {
      const { code } = await sold("museum-day", "2026-06-20T00:00");
      app.clock.now = new Date("2026-06-21T10:00:00Z");
      const operator = await signedIn(app, role);
      await operator.refused(403, "POST", "/vouchers/redeem", { code, overrideReason: "because" });
      assert.equal(await (await doorAt("2026-06-20T14:00:00Z")).check(code), "valid");
    });
});

test("DOOR_HOURS_BEFORE and DOOR_HOURS_AFTER set the accepted times", async () => {
  const app = await startApp({
    catalogue: { ...testCatalogue, products: [night] },
    config: { doorHoursBefore: 0, doorHoursAfter: 1 },
  });
  try {
    const { id } = await new Partner(app).buy(await eventId(app, "night-seat", "2026-06-20T23:30"), { ADULT: 1 });
    const { voucher } = await (await signedIn(app, "orders")).ask("POST", `/orders/${id}/confirm`, {});
    const result = async (at: string) => {
      app.clock.now = new Date(at);
      return (await (await signedIn(app, "orders")).ask("POST", "/vouchers/check", { code: voucher.address })).result;
    };
    assert.deepEqual(
      [await result("2026-06-20T22:29:59Z"), await result("2026-06-20T22:30:00Z")],
      ["valid", "wrong-day"],
    );
  } finally {
    await app.stop();
  }
});
