import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sql } from "kysely";
import { Value } from "typebox/value";
import { closedSchema } from "../../../src/admin/operation.ts";
import { deviceListKey } from "../../../src/domain/visits/device-list.ts";
import { DeviceList } from "../../../src/domain/visits/list-format.ts";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { orderTimeline } from "../../../src/store/sale/timeline.ts";
import { standingAdmissions } from "../../../src/store/visits/admissions.ts";
import type { Operator } from "../../support/console.ts";
import { eventId } from "../../support/partner.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { OpenDoor, times } from "./open-door.ts";

/** Admission without network: the events and lists that devices download, and the admissions that they send later. */

onPostgres("devices at the door", (open) => {
  const door = new OpenDoor(open);

  /** Downloads the list of some events, as a device does. Returns it with searches for the order or the person of a code. */
  const download = async (eventIds: string[], by = door.gate) => {
    const read: DeviceList = await by.ask("POST", "/door/list", { eventIds });
    assert.deepEqual(
      Value.Errors(closedSchema(DeviceList), read),
      [],
      "the list is as the OpenAPI document describes it",
    );
    const find = (code: string) => read.orders.find(({ key }) => key === deviceListKey(read, code));
    const person = (code: string) =>
      read.orders.flatMap(({ passes }) => passes).find(({ key }) => key === deviceListKey(read, code));
    return { text: JSON.stringify(read), read, find, person };
  };

  test("the door lists the events of the day, with people and admitted, and no others", async () => {
    const { event, codes } = await door.sold("apart-seat", times[1]!, 3);
    await door.sold("apart-seat", times[2]!, 2);
    await door.redeem(codes[0]!);
    const { events } = await door.gate.ask("GET", "/door/events");
    const found = events.find(({ id }: { id: string }) => id === event);
    assert.deepEqual([found.people, found.admitted, found.now], [3, 1, false]);
    const days = new Set(events.map(({ eventOn }: { eventOn: string }) => eventOn.slice(0, 10)));
    assert.deepEqual([...days], ["2026-06-20"]);
    door.app.clock.now = new Date("2026-06-20T17:00:00Z");
    const now = (await door.gate.ask("GET", "/door/events")).events.filter((one: { now: boolean }) => one.now);
    assert.deepEqual([...new Set(now.map(({ eventOn }: { eventOn: string }) => eventOn))].sort(), [
      "2026-06-20T18:00:00",
      "2026-06-20T21:00:00",
    ]);
  });

  test("the list has keys of the codes and what the door needs, and no personal data but a short name", async () => {
    const { db } = door.app.store.database;
    const [party, cancelled] = [
      await door.sold("apart-seat", times[0]!, 2),
      await door.sold("apart-seat", times[0]!, 2),
    ];
    const answers = [
      { code: "passenger-first-name", value: "Maximiliana" },
      { code: "passenger-last-name", value: "Quirós Etxeberria" },
    ];
    await sql`update orders set answers = ${JSON.stringify(answers)}::jsonb where id = ${party.id}`.execute(db);
    await door.desk.ask("POST", `/orders/${cancelled.id}/cancel`, {});
    await door.redeem(party.codes[1]!);
    const { text, read, find, person } = await download([party.event]);
    const listed = find(party.address.split("/voucher/")[1]!)!;
    assert.deepEqual([listed.lead, listed.state], ["Maximiliana Q. E.", "complete"]);
    assert.equal(person(party.codes[0]!)!.admitted, null);
    assert.equal(person(party.codes[1]!)!.admitted!.by, door.gate.email.split("@")[0]);
    assert.deepEqual(find(cancelled.address.split("/voucher/")[1]!)!.state, "cancelled");
    for (const secret of [...party.codes, party.address, "Quirós", "Etxeberria", "customer@example.com", "+34", "@"])
      assert.ok(!text.includes(secret), secret);
    assert.equal(read.expiresAt, "2026-06-20T22:00:00.000Z");
    const { rows } = await listAudit(db, { operation: "door.list" }, { offset: 0, limit: 1 });
    assert.equal(rows[0]!.operator, door.gate.email);
    const tomorrow = await eventId(door.app, "apart-seat", times[2]!);
    assert.equal(await door.gate.refused(404, "POST", "/door/list", { eventIds: [tomorrow] }), "not-found");
  });

  test("a list reveals neither references nor codes: no reference is on it, and hundreds of codes fit each key", async () => {
    const parties = [];
    for (let n = 0; n < 10; n++) parties.push(await door.sold("apart-seat", times[0]!, 3));
    const { read } = await download([parties[0]!.event]);
    const keys = read.orders.flatMap(({ key, passes }) => [key!, ...passes.map((pass) => pass.key)]);
    assert.equal(new Set(keys).size, keys.length, "no two codes have the same key");
    const references = parties.flatMap(({ reference }) => [
      reference,
      reference.toLowerCase(),
      reference.slice(0, "K7Q-M3X-HP4".length),
    ]);
    // A key of so few bits may fit a reference by chance, once in 16,384 for the whole list.
    const found = references.filter((reference) => keys.includes(deviceListKey(read, reference)));
    assert.ok(found.length <= 1, `by counting: ${found.join()}`);
    const codes = 30 ** 8;
    assert.ok(codes / 2 ** read.bits > 600, `${read.bits} bits`);
    for (const { codes } of parties) for (const code of codes) assert.ok(keys.includes(deviceListKey(read, code)));
  });

  const merge = (by: Operator, device: string, code: string, id = randomUUID(), at = door.app.clock.now) =>
    by.ask("POST", "/door/admissions", { device, admissions: [{ id, code, at: at.toISOString() }] });

  test("an admission without network is stored once, and the same code from two devices is a conflict for both", async () => {
    const { db } = door.app.store.database;
    const { id, codes, event } = await door.sold("evening-seat", times[0]!, 2);
    const [earlier, later] = [new Date("2026-06-20T15:20:00Z"), new Date("2026-06-20T15:25:00Z")];
    const admission = randomUUID();
    for (const _ of [1, 2]) {
      const { results } = await merge(door.gate, "Gate A", codes[0]!, admission, earlier);
      assert.deepEqual(results[0].conflict, null);
    }
    const second = randomUUID();
    for (const _ of [1, 2]) {
      const { results } = await merge(door.other, "Gate B", codes[0]!, second, later);
      assert.deepEqual([results[0].result, results[0].conflict], ["merged", "already-redeemed"]);
    }
    for (const operator of [door.gate, door.other, door.desk]) {
      const { conflicts } = await operator.ask("GET", "/door/events");
      const found = conflicts.find((one: { id: string }) => one.id === second);
      assert.deepEqual(
        [found.people, found.device, found.at, found.first.device, found.first.at],
        [2, "Gate B", later.toISOString(), "Gate A", earlier.toISOString()],
      );
    }
    const conflictsOn = async (event: string) => (await door.desk.ask("GET", `/events/${event}`)).conflicts;
    assert.ok(
      (await conflictsOn(event)).some((one: { id: string }) => one.id === second),
      "on the event's page",
    );
    assert.deepEqual(await conflictsOn(await eventId(door.app, "evening-seat", times[2]!)), []);
    assert.deepEqual(
      (await orderTimeline(db, id)).slice(-2).map(({ kind }) => kind),
      ["redeemed", "admission-conflict"],
    );
    const { rows } = await listAudit(db, { operation: "door.merge" }, { offset: 0, limit: 1 });
    assert.deepEqual(rows[0]!.after, { result: "merged", conflict: "already-redeemed" });
    const { events } = await door.gate.ask("GET", "/door/events");
    assert.ok(events.every(({ people, admitted }: Record<string, number>) => admitted! <= people!));
  });

  test("an id of other people's admission stores nothing and is said, and a reference is no code without network", async () => {
    const { db } = door.app.store.database;
    const [first, second] = [await door.sold("apart-seat", times[0]!, 2), await door.sold("apart-seat", times[0]!, 2)];
    const id = randomUUID();
    const results = [];
    for (const code of [first.codes[0]!, first.codes[0]!, second.codes[0]!, first.codes[1]!])
      results.push((await merge(door.gate, "Gate A", code, id)).results[0]);
    assert.deepEqual(
      results.map(({ result, reference }) => [result, reference]),
      [
        ["merged", first.reference],
        ["merged", first.reference],
        ["id-taken", null],
        ["id-taken", null],
      ],
    );
    const body = { code: second.codes[0]!, admissionId: id };
    assert.equal(await door.gate.refused(409, "POST", "/vouchers/redeem", body), "admission-id-taken");
    assert.equal((await standingAdmissions(db, [second.id])).length, 0);
    assert.equal((await standingAdmissions(db, [first.id])).length, 1);
    assert.equal((await merge(door.gate, "Gate A", second.codes[0]!)).results[0].result, "merged");
    assert.equal((await merge(door.gate, "Gate A", second.reference)).results[0].result, "unknown");
  });

  test("admissions of a cancelled order and of another day are conflicts, and unknown codes are said", async () => {
    const [cancelled, tomorrow] = [
      await door.sold("evening-seat", times[0]!),
      await door.sold("evening-seat", times[2]!),
    ];
    await door.desk.ask("POST", `/orders/${cancelled.id}/cancel`, {});
    const conflicts = [];
    for (const { codes } of [cancelled, tomorrow])
      conflicts.push((await merge(door.gate, "Gate A", codes[0]!)).results[0].conflict);
    assert.deepEqual(conflicts, ["cancelled", "wrong-day"]);
    assert.equal((await merge(door.gate, "Gate A", "ZZZZZZZZ")).results[0].result, "unknown");
    const body = { device: "Gate A", admissions: [{ id: randomUUID(), code: "X", at: "yesterday" }] };
    assert.equal(await door.gate.refused(400, "POST", "/door/admissions", body), "invalid-field");
  });
});
