import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { noShowTicketsOf } from "../../../src/domain/visits/attendance.ts";
import { countTickets, noShowTickets } from "../../../src/records/tickets/no-shows.ts";
import { orderById } from "../../../src/store/sale/orders.ts";
import { signedIn } from "../../support/console.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { atDoor, OpenDoor, times } from "./open-door.ts";

/** Guests who did not come: counted after the end of an event whose attendance is known, or said by an operator. */

test("the tickets that were no-shows follow from the passes: the whole party, single people, and whole families only", () => {
  const order = {
    tickets: [
      { code: "ADULT", quantity: 2 },
      { code: "FAMILY", quantity: 2 },
      { code: "LUNCH", quantity: 4 },
      { code: "CHILD", quantity: 0 },
    ],
    agreed: { tickets: [{ code: "ADULT" }, { code: "FAMILY", people: 4 }, { code: "LUNCH", people: 0, seats: 0 }] },
  };
  const party = (admitted: boolean) => [{ ticketCode: null, people: 10, admitted }];
  const persons = (...absent: string[]) =>
    ["ADULT", "ADULT", ...Array<string>(8).fill("FAMILY")].map((ticketCode) => {
      const at = absent.indexOf(ticketCode);
      if (at >= 0) absent.splice(at, 1);
      return { ticketCode, people: 1, admitted: at < 0 };
    });
  const missed = (passes: ReturnType<typeof persons> | ReturnType<typeof party>, counted = true) =>
    noShowTickets(order, passes, counted).map(({ code, quantity }) => `${quantity} ${code}`);
  assert.deepEqual(missed(party(false)), ["2 ADULT", "2 FAMILY", "4 LUNCH"]);
  assert.deepEqual(missed(party(true)), []);
  assert.deepEqual(missed(party(false), false), []);
  assert.deepEqual(missed(persons("ADULT", "FAMILY", "FAMILY", "FAMILY")), ["1 ADULT"]);
  assert.deepEqual(missed(persons(...Array<string>(5).fill("FAMILY"))), ["1 FAMILY"]);
  assert.equal(countTickets(noShowTickets(order, party(false), true)), 8);
});

onPostgres("no-shows", (open) => {
  const door = new OpenDoor(open);
  /** Lets hours pass. The operator signs in again, because sessions end. */
  const later = async (hours: number) => {
    door.app.clock.now = new Date(atDoor.getTime() + hours * 3_600_000);
    door.desk = await signedIn(door.app, "orders");
  };
  const listed = async (query: string) => (await door.desk.ask("GET", `/orders?${query}`)).data as Listed[];
  type Listed = { id: string; noShow: number };
  const missing = async (id: string) => (await door.desk.ask("GET", `/orders/${id}`)).attendance.noShow as number;

  test("nobody is a no-show of an event that nobody scanned, until the operator closes its list", async () => {
    const { id, event } = await door.sold("evening-seat", times[2]!, 3);
    await later(28);
    assert.equal(await missing(id), 0);
    const { email } = door.desk;
    await door.desk.ask("POST", `/events/${event}/attendance`, { closed: true });
    assert.equal(await missing(id), 0, "the event has not ended");
    await later(80);
    assert.equal(await missing(id), 3);
    assert.partialDeepStrictEqual(await door.desk.ask("GET", `/events/${event}`), {
      attendance: { closed: true, by: email },
    });
    await door.desk.ask("POST", `/events/${event}/attendance`, { closed: false });
    assert.equal(await missing(id), 0);
    assert.equal((await door.desk.ask("GET", `/events/${event}`)).attendance, null);
  });

  test("after an event with an admission, absent people are counted in lists, the manifest, its file and the reports", async () => {
    const { db } = door.app.store.database;
    door.desk = await signedIn(door.app, "orders");
    const some = await door.sold("apart-seat", times[0]!, 4);
    const none = await door.sold("apart-seat", times[0]!, 2);
    const id = randomUUID();
    await door.redeem(some.codes[0]!, { admissionId: id });
    await later(20);
    assert.deepEqual([await missing(some.id), await missing(none.id)], [3, 2]);
    const tickets = await noShowTicketsOf(
      db,
      [(await orderById(db, some.id))!, (await orderById(db, none.id))!],
      door.app.clock.now,
    );
    assert.deepEqual([...tickets.values()], [[{ code: "ADULT", quantity: 3 }], [{ code: "ADULT", quantity: 2 }]]);
    const rows = await listed(`eventId=${some.event}&noShow=true&sort=createdAt&order=asc`);
    assert.deepEqual(
      rows.map(({ id, noShow }) => [id, noShow]),
      [
        [some.id, 3],
        [none.id, 2],
      ],
    );
    const { orders, totals } = await door.desk.ask("GET", `/events/${some.event}/manifest`);
    assert.deepEqual([orders[0].noShow, totals.noShow, totals.admitted], [3, 5, 1]);
    const { text: file } = await door.desk.call("GET", `/events/${some.event}/manifest/export?format=csv`);
    assert.match(file.split(/\r?\n/)[0]!, /No-shows,To collect,Currency,Due day$/);
    assert.match(file.split(/\r?\n/)[1]!, /[;,]3([;,]){3}$/);
    for (const by of ["product", "partner"]) {
      const { data } = await door.desk.ask("GET", `/dashboard/sales?by=${by}&from=2026-06-15&to=2026-06-21`);
      const row = data.find(({ key }: { key: string }) => key === (by === "product" ? "apart" : "acme"));
      assert.deepEqual([row.expectedPeople, row.noShowPeople, row.noShowRate.toFixed(3)], [6, 5, "0.833"], by);
    }
    const [acme] = (await door.desk.ask("GET", "/partners?q=acme")).data;
    assert.deepEqual([acme.expectedPeople, acme.noShowPeople], [6, 5]);
  });

  test("an undone admission leaves an event that nobody scanned", async () => {
    door.desk = await signedIn(door.app, "orders");
    const { id, codes } = await door.sold("evening-seat", times[1]!);
    const admissionId = randomUUID();
    await door.redeem(codes[0]!, { admissionId });
    await door.gate.ask("POST", "/vouchers/undo", { admissionId });
    await later(30);
    assert.equal(await missing(id), 0);
  });

  test("an operator marks a no-show after the start and takes it back, at the desk and at the door", async () => {
    door.desk = await signedIn(door.app, "orders");
    const { id, codes, reference, event } = await door.sold("evening-seat", times[0]!, 2);
    const waiting = await door.buy("evening-seat", times[0]!);
    assert.equal(await door.desk.refused(409, "POST", `/orders/${id}/no-show`, { noShow: true }), "event-not-begun");
    assert.equal(
      await door.desk.refused(409, "POST", `/events/${event}/attendance`, { closed: true }),
      "event-not-begun",
    );
    await later(2);
    const marked = await door.desk.ask("POST", `/orders/${id}/no-show`, { noShow: true });
    assert.deepEqual(marked.attendance, { admitted: 0, noShow: 2, canBeMarked: true });
    const [last] = marked.timeline.slice(-1);
    assert.deepEqual([last.kind, last.operator], ["no-show", door.desk.email]);
    await door.gate.ask("POST", "/door/no-shows", { code: codes[0]!, noShow: false });
    assert.equal(await missing(id), 0);
    await door.gate.ask("POST", "/door/no-shows", { code: reference, noShow: true });
    assert.equal(await missing(id), 2);
    // Guests who come late are admitted, whatever was said before.
    assert.equal(await door.result(codes[0]!), "valid");
    assert.equal(await missing(id), 0);
    assert.equal(
      await door.gate.refused(404, "POST", "/door/no-shows", { code: "ZZZZ-ZZZZ", noShow: true }),
      "not-found",
    );
    const reader = await signedIn(door.app, "read-only");
    assert.equal(await reader.refused(403, "POST", `/orders/${id}/no-show`, { noShow: true }), "role-forbidden");
    assert.equal(
      await door.desk.refused(409, "POST", `/orders/${waiting.id}/no-show`, { noShow: true }),
      "status-changed",
    );
  });
});
