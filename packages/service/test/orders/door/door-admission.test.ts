import assert from "node:assert/strict";
import { createPublicKey, randomUUID, verify } from "node:crypto";
import { after, afterEach, before, describe, test } from "node:test";
import { sql } from "kysely";
import { Value } from "typebox/value";
import { closed } from "../../../src/admin/operation.ts";
import { listHash } from "../../../src/domain/orders/door/device-list.ts";
import { DeviceList } from "../../../src/domain/orders/door/list-format.ts";
import { admits, issuePasses, shortCode } from "../../../src/domain/orders/door/passes.ts";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { passesOf } from "../../../src/store/orders/door/passes.ts";
import { orderTimeline } from "../../../src/store/orders/order-changes.ts";
import { orderById } from "../../../src/store/orders/orders.ts";
import { voucherOf } from "../../../src/store/orders/vouchers.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { eventId, Partner } from "../../support/partner.ts";
import { show, testCatalogue, variant } from "../../support/samples/catalogue.ts";
import { onBothStores } from "../../support/servers/stores.ts";
import { send } from "../../support/wire.ts";

/** Short codes, codes of persons, sessions, undo, and admission without network. */

describe("a short code", () => {
  test("is read in any case, with spaces and hyphens, and has no characters that look alike", () => {
    for (const text of ["abcd-efgh", "ABCDEFGH", " ab cd - ef gh ", "ABCD–EFGH"])
      assert.equal(shortCode(text), "ABCDEFGH");
    for (const text of ["ABCDEFG", "ABCDEFGHJ", "", ..."01OILU".split("").map((one) => `ABCDEFG${one}`)])
      assert.equal(shortCode(text), null, text);
  });

  test("admits the party, or one person of each ticket", () => {
    const tickets = [
      { code: "ADULT", quantity: 2 },
      { code: "CHILD", quantity: 1 },
    ];
    assert.deepEqual(admits(tickets, false), [{ n: 1, ticketCode: null, people: 3 }]);
    assert.deepEqual(
      admits(tickets, true).map(({ n, ticketCode, people }) => [n, ticketCode, people]),
      [
        [1, "ADULT", 1],
        [2, "ADULT", 1],
        [3, "CHILD", 1],
      ],
    );
  });
});

const times = ["2026-06-20T18:00", "2026-06-20T21:00", "2026-06-21T21:00"];
const events = times.map((eventOn) => ({ eventOn, capacity: 500, prices: [{ code: "ADULT", amount: "45.00" }] }));
const evening = variant(
  show,
  { externalId: "evening", leadPurchaseDay: 0 },
  { externalId: "evening-seat", schedules: [], events },
);
const apart = variant(
  show,
  { externalId: "apart", leadPurchaseDay: 0, codePerPerson: true },
  { externalId: "apart-seat", schedules: [], events },
);
const atDoor = new Date("2026-06-20T15:30:00Z");

onBothStores("the door", (open) => {
  let app: TestApp;
  let gate: Operator & { email: string };
  let other: Operator & { email: string };
  let desk: Operator & { email: string };
  before(async () => {
    app = await startApp({ open, now: atDoor, catalogue: { ...testCatalogue, products: [evening, apart] } });
    gate = await signedIn(app, "door");
    other = await signedIn(app, "door");
    desk = await signedIn(app, "orders");
  });
  afterEach(() => {
    app.clock.now = atDoor;
  });
  after(() => app.stop());

  const buy = async (item: string, eventOn: string, people = 2) => {
    const session = await eventId(app, item, eventOn);
    const order = await new Partner(app).buy(session, { ADULT: people });
    return { id: order.id!, session };
  };
  /** A confirmed order, and its short codes. */
  const sold = async (item: string, eventOn: string, people = 2) => {
    const { db } = app.store.database;
    const { id, session } = await buy(item, eventOn, people);
    const { voucher, reference } = await desk.ask("POST", `/orders/${id}/confirm`, {});
    const codes = (await passesOf(db, [id])).map(({ code }) => code);
    return { id, session, address: voucher.address as string, reference: reference as string, codes };
  };
  const redeem = (code: string, more: object = {}, by = gate) => by.ask("POST", "/vouchers/redeem", { code, ...more });
  const result = async (code: string, more: object = {}) => (await redeem(code, more)).result as string;

  test("a party is admitted once by its short code, its reference or its address, with the count of people", async () => {
    const { codes, reference, address } = await sold("evening-seat", times[0]!, 3);
    assert.equal(codes.length, 1);
    assert.deepEqual(shortCode(codes[0]!), codes[0]);
    const typed = `${codes[0]!.slice(0, 4)} - ${codes[0]!.slice(4)}`.toLowerCase();
    const first = await redeem(typed);
    assert.deepEqual([first.result, first.people], ["valid", 3]);
    for (const again of [codes[0]!, reference.toLowerCase(), address]) {
      const answer = await redeem(again);
      assert.deepEqual(
        [answer.result, answer.voucher.redeemedBy],
        ["already-redeemed", gate.email.split("@")[0]],
        again,
      );
    }
  });

  test("each person's code admits that person once, and the reference admits those who are missing", async () => {
    const { id, codes, reference, address } = await sold("apart-seat", times[0]!, 4);
    assert.equal(new Set(codes).size, 4);
    const one = await redeem(codes[2]!);
    assert.deepEqual([one.result, one.people], ["valid", 1]);
    assert.deepEqual(
      one.voucher.passes.map(({ ticketCode, admitted }: { ticketCode: string; admitted: unknown }) => [
        ticketCode,
        admitted !== null,
      ]),
      [
        ["ADULT", false],
        ["ADULT", false],
        ["ADULT", true],
        ["ADULT", false],
      ],
    );
    assert.equal(await result(codes[2]!), "already-redeemed");
    // As the QR code of a person has it.
    assert.deepEqual((await redeem(`${address}#${codes[0]!.slice(0, 4)}-${codes[0]!.slice(4)}`)).people, 1);
    const rest = await redeem(reference);
    assert.deepEqual([rest.result, rest.people], ["valid", 2]);
    assert.equal(await result(codes[3]!), "already-redeemed");
    assert.equal((await voucherOf(app.store.database.db, id))!.redeemedBy, gate.email);
  });

  test("not today, another session, already admitted, cancelled, not confirmed and unknown are told apart", async () => {
    const [now, later, tomorrow, cancelled] = [
      await sold("evening-seat", times[0]!),
      await sold("evening-seat", times[1]!),
      await sold("evening-seat", times[2]!),
      await sold("evening-seat", times[0]!),
    ];
    const waiting = await buy("evening-seat", times[0]!);
    const { reference } = await desk.ask("GET", `/orders/${waiting.id}`);
    await desk.ask("POST", `/orders/${cancelled.id}/cancel`, {});
    const here = { sessionId: now.session };
    assert.deepEqual(
      [
        await result(tomorrow.codes[0]!, here),
        await result(later.codes[0]!, here),
        await result(cancelled.codes[0]!, here),
        await result(reference, here),
        await result("ZZZZ-ZZZZ", here),
        await result(now.codes[0]!, here),
        await result(now.codes[0]!, here),
        // Without a session, any of now is accepted.
        await result(later.codes[0]!),
      ],
      ["wrong-day", "other-session", "cancelled", "not-confirmed", "unknown", "valid", "already-redeemed", "valid"],
    );
  });

  test("an operator of the desk admits to another session for a reason, and the role door cannot", async () => {
    const [here, later] = [await sold("evening-seat", times[0]!), await sold("evening-seat", times[1]!)];
    const body = { code: later.codes[0]!, sessionId: here.session, overrideReason: "Their bus is early" };
    assert.equal(await gate.refused(403, "POST", "/vouchers/redeem", body), "role-forbidden");
    assert.equal((await desk.ask("POST", "/vouchers/redeem", body)).result, "valid");
    const { rows } = await listAudit(app.store.database.db, { operation: "vouchers.redeem" }, { offset: 0, limit: 1 });
    assert.deepEqual(rows[0]!.after, {
      result: "valid",
      overridden: "other-session",
      overrideReason: "Their bus is early",
    });
  });

  test("an admission is undone by its operator within a minute, and then admits again", async () => {
    const { db } = app.store.database;
    const { id, codes } = await sold("apart-seat", times[0]!, 2);
    const { admission } = await redeem(codes[0]!);
    const undo = { admissionId: admission.id };
    assert.equal(await other.refused(404, "POST", "/vouchers/undo", undo), "not-found");
    assert.equal((await gate.ask("POST", "/vouchers/undo", undo)).people, 1);
    assert.deepEqual(await gate.ask("POST", "/vouchers/undo", undo), {
      reference: (await desk.ask("GET", `/orders/${id}`)).reference,
      people: 0,
    });
    assert.equal((await voucherOf(db, id))!.redeemedAt, null);
    assert.equal((await orderTimeline(db, id)).at(-1)!.kind, "admission-undone");
    const { rows } = await listAudit(db, { operation: "vouchers.undo" }, { offset: 0, limit: 1 });
    assert.equal(rows[0]!.operator, gate.email);
    const again = await redeem(codes[0]!);
    assert.equal(again.result, "valid");
    app.clock.now = new Date(atDoor.getTime() + 61_000);
    const late = await gate.refused(409, "POST", "/vouchers/undo", { admissionId: again.admission.id });
    assert.equal(late, "undo-too-late");
    assert.equal(await result(codes[0]!), "already-redeemed");
  });

  test("the same admission sent again has the same answer, and of two at once one succeeds", async () => {
    const { codes } = await sold("evening-seat", times[0]!, 3);
    const admissionId = randomUUID();
    const answers = [await redeem(codes[0]!, { admissionId }), await redeem(codes[0]!, { admissionId })];
    for (const { result, people, admission } of answers)
      assert.deepEqual([result, people, admission.id], ["valid", 3, admissionId]);
    const second = await sold("evening-seat", times[0]!);
    const both = await Promise.all([1, 2, 3, 4].map(() => result(second.codes[0]!)));
    assert.deepEqual(both.sort(), ["already-redeemed", "already-redeemed", "already-redeemed", "valid"]);
  });

  test("no two orders have the same code: a code that exists is drawn again", async () => {
    const { db } = app.store.database;
    const [{ codes }, { id }] = [await sold("apart-seat", times[0]!, 2), await buy("apart-seat", times[0]!, 3)];
    const drawn = [codes[0]!, "22222222", "22222222", codes[1]!, "33333333", "44444444"];
    await db.transaction().execute(async (tx) => {
      const { tickets } = (await orderById(tx, id))!;
      await issuePasses(tx, [{ orderId: id, tickets, codePerPerson: true }], () => drawn.shift()!);
    });
    const written = (await passesOf(db, [id])).map(({ code }) => code);
    assert.deepEqual(written.sort(), ["22222222", "33333333", "44444444"]);
    assert.equal(drawn.length, 0);
  });

  test("a voucher of an earlier release gets its code when it is read, and its redemption stays", async () => {
    const { db } = app.store.database;
    const [fresh, used] = [await sold("evening-seat", times[0]!), await sold("apart-seat", times[0]!, 2)];
    await sql`delete from pass where order_id in (${fresh.id}, ${used.id})`.execute(db);
    await sql`update voucher set redeemed_at = ${atDoor}, redeemed_by = 'Gate 9' where order_id = ${used.id}`.execute(
      db,
    );
    assert.equal((await send(fresh.address.replace(/^https?:\/\/[^/]+/, app.url))).status, 200);
    const [{ code } = { code: "" }] = await passesOf(db, [fresh.id]);
    assert.equal(await result(code), "valid");
    assert.equal(await result(used.reference), "already-redeemed");
    const passes = await passesOf(db, [used.id]);
    assert.equal(passes.length, 2);
    const answer = await redeem(passes[1]!.code);
    assert.deepEqual([answer.result, answer.voucher.redeemedBy], ["already-redeemed", "Gate 9"]);
  });

  /** The list of a session as a device reads it, and what it finds for a code. */
  const download = async (sessionIds: string[], by = gate) => {
    const { listKey } = await by.ask("GET", "/door/sessions");
    const { list, signature } = await by.ask("POST", "/door/list", { sessionIds });
    const key = createPublicKey({ key: Buffer.from(listKey, "base64"), format: "der", type: "spki" });
    const valid = (text: string) =>
      verify("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64"));
    assert.ok(valid(list));
    assert.ok(!valid(list.replace('"people":', '"peoplE":')));
    const read = JSON.parse(list) as DeviceList;
    assert.deepEqual(Value.Errors(closed(DeviceList), read), [], "the list is as the OpenAPI document describes it");
    const find = (code: string) => read.orders.find(({ keys }) => keys.includes(listHash(read.salt, code)));
    const person = (code: string) =>
      read.orders.flatMap(({ passes }) => passes).find(({ key }) => key === listHash(read.salt, code));
    return { text: list as string, read, find, person };
  };

  test("the door lists the sessions of the day, with people and admitted, and no others", async () => {
    const { session, codes } = await sold("apart-seat", times[1]!, 3);
    await sold("apart-seat", times[2]!, 2);
    await redeem(codes[0]!);
    const { sessions } = await gate.ask("GET", "/door/sessions");
    const found = sessions.find(({ id }: { id: string }) => id === session);
    assert.deepEqual([found.people, found.admitted, found.now], [3, 1, false]);
    const days = new Set(sessions.map(({ eventOn }: { eventOn: string }) => eventOn.slice(0, 10)));
    assert.deepEqual([...days], ["2026-06-20"]);
    app.clock.now = new Date("2026-06-20T17:00:00Z");
    const now = (await gate.ask("GET", "/door/sessions")).sessions.filter((one: { now: boolean }) => one.now);
    assert.deepEqual([...new Set(now.map(({ eventOn }: { eventOn: string }) => eventOn))].sort(), [
      "2026-06-20T18:00:00",
      "2026-06-20T21:00:00",
    ]);
  });

  test("the list has hashes of the codes and what the door needs, signed, and no personal data but a short name", async () => {
    const { db } = app.store.database;
    const [party, cancelled] = [await sold("apart-seat", times[0]!, 2), await sold("apart-seat", times[0]!, 2)];
    const answers = [
      { code: "passenger-first-name", value: "Maximiliana" },
      { code: "passenger-last-name", value: "Quirós Etxeberria" },
    ];
    await sql`update orders set answers = ${JSON.stringify(answers)}::jsonb where id = ${party.id}`.execute(db);
    await desk.ask("POST", `/orders/${cancelled.id}/cancel`, {});
    await redeem(party.codes[1]!);
    const { text, read, find, person } = await download([party.session]);
    const listed = find(party.reference)!;
    assert.deepEqual([listed.lead, listed.state], ["Maximiliana E.", "complete"]);
    assert.equal(find(party.address.split("/voucher/")[1]!), listed);
    assert.equal(person(party.codes[0]!)!.admitted, null);
    assert.equal(person(party.codes[1]!)!.admitted!.by, gate.email.split("@")[0]);
    assert.deepEqual(find(cancelled.reference)!.state, "cancelled");
    for (const secret of [...party.codes, party.address, "Quirós", "Etxeberria", "customer@example.com", "+34", "@"])
      assert.ok(!text.includes(secret), secret);
    assert.equal(read.expiresAt, "2026-06-20T22:00:00.000Z");
    const { rows } = await listAudit(db, { operation: "door.list" }, { offset: 0, limit: 1 });
    assert.equal(rows[0]!.operator, gate.email);
    const tomorrow = await eventId(app, "apart-seat", times[2]!);
    assert.equal(await gate.refused(404, "POST", "/door/list", { sessionIds: [tomorrow] }), "not-found");
  });

  const merge = (by: Operator, device: string, code: string, id = randomUUID(), at = app.clock.now) =>
    by.ask("POST", "/door/admissions", { device, admissions: [{ id, code, at: at.toISOString() }] });

  test("an admission without network is stored once, and the same code from two devices is a conflict for both", async () => {
    const { db } = app.store.database;
    const { id, codes, session } = await sold("evening-seat", times[0]!, 2);
    const [earlier, later] = [new Date("2026-06-20T15:20:00Z"), new Date("2026-06-20T15:25:00Z")];
    const admission = randomUUID();
    for (const _ of [1, 2]) {
      const { results } = await merge(gate, "Gate A", codes[0]!, admission, earlier);
      assert.deepEqual(results[0].conflict, null);
    }
    const second = randomUUID();
    for (const _ of [1, 2]) {
      const { results } = await merge(other, "Gate B", codes[0]!, second, later);
      assert.deepEqual([results[0].result, results[0].conflict], ["merged", "already-redeemed"]);
    }
    for (const operator of [gate, other, desk]) {
      const { conflicts } = await operator.ask("GET", "/door/sessions");
      const found = conflicts.find((one: { id: string }) => one.id === second);
      assert.deepEqual(
        [found.people, found.device, found.at, found.first.device, found.first.at],
        [2, "Gate B", later.toISOString(), "Gate A", earlier.toISOString()],
      );
    }
    const conflictsOn = async (event: string) => (await desk.ask("GET", `/events/${event}`)).conflicts;
    assert.ok(
      (await conflictsOn(session)).some((one: { id: string }) => one.id === second),
      "on the session's page",
    );
    assert.deepEqual(await conflictsOn(await eventId(app, "evening-seat", times[2]!)), []);
    assert.deepEqual(
      (await orderTimeline(db, id)).slice(-2).map(({ kind }) => kind),
      ["redeemed", "admission-conflict"],
    );
    const { rows } = await listAudit(db, { operation: "door.merge" }, { offset: 0, limit: 1 });
    assert.deepEqual(rows[0]!.after, { result: "merged", conflict: "already-redeemed" });
    const { sessions } = await gate.ask("GET", "/door/sessions");
    assert.ok(sessions.every(({ people, admitted }: Record<string, number>) => admitted! <= people!));
  });

  test("admissions of a cancelled order and of another day are conflicts, and unknown codes are said", async () => {
    const [cancelled, tomorrow] = [await sold("evening-seat", times[0]!), await sold("evening-seat", times[2]!)];
    await desk.ask("POST", `/orders/${cancelled.id}/cancel`, {});
    const conflicts = [];
    for (const { codes } of [cancelled, tomorrow])
      conflicts.push((await merge(gate, "Gate A", codes[0]!)).results[0].conflict);
    assert.deepEqual(conflicts, ["cancelled", "wrong-day"]);
    assert.equal((await merge(gate, "Gate A", "ZZZZZZZZ")).results[0].result, "unknown");
    const body = { device: "Gate A", admissions: [{ id: randomUUID(), code: "X", at: "yesterday" }] };
    assert.equal(await gate.refused(400, "POST", "/door/admissions", body), "invalid-field");
  });

  test("the role door reads no e-mail address, no order and no other page", async () => {
    const { id, codes, session } = await sold("evening-seat", times[0]!);
    await desk.ask("POST", "/vouchers/redeem", { code: codes[0]! });
    for (const [method, path, body] of [
      ["POST", "/vouchers/check", { code: codes[0]! }],
      ["GET", "/door/sessions", undefined],
      ["POST", "/door/list", { sessionIds: [session] }],
    ] as const)
      assert.ok(!JSON.stringify(await gate.ask(method, path, body)).includes("@"), path);
    for (const [method, path] of [
      ["GET", "/orders"],
      ["GET", `/orders/${id}`],
      ["POST", `/orders/${id}/cancel`],
      ["GET", "/products"],
      ["GET", "/dashboard"],
    ] as const)
      assert.equal(await gate.refused(403, method, path), "role-forbidden", path);
  });
});
