import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { issuePasses, parseShortCode } from "../../../src/domain/visits/passes.ts";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { orderById } from "../../../src/store/sale/orders.ts";
import { orderTimeline } from "../../../src/store/sale/timeline.ts";
import { readPasses } from "../../../src/store/visits/passes.ts";
import { voucherOf } from "../../../src/store/visits/vouchers.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { atDoor, OpenDoor, times } from "./open-door.ts";

/** Admission by short codes and by codes of persons, events, and undo. */

onPostgres("the door", (open) => {
  const door = new OpenDoor(open);

  test("a party is admitted once by its short code, its reference as people type it, or its address, with the count of people", async () => {
    const { codes, reference, address } = await door.sold("evening-seat", times[0]!, 3);
    assert.equal(codes.length, 1);
    assert.deepEqual(parseShortCode(codes[0]!), codes[0]);
    const typed = `${codes[0]!.slice(0, 4)} - ${codes[0]!.slice(4)}`.toLowerCase();
    const first = await door.redeem(typed);
    assert.deepEqual([first.result, first.people], ["valid", 3]);
    for (const again of [
      codes[0]!,
      reference.toLowerCase().replaceAll("-", ""),
      reference.slice(0, "K7Q-M3X-HP4".length),
      address,
    ]) {
      const answer = await door.redeem(again);
      assert.deepEqual(
        [answer.result, answer.voucher.redeemedBy],
        ["already-redeemed", door.gate.email.split("@")[0]],
        again,
      );
    }
  });

  test("each person's code admits that person once, and the reference admits those who are missing", async () => {
    const { id, codes, reference, address } = await door.sold("apart-seat", times[0]!, 4);
    assert.equal(new Set(codes).size, 4);
    const one = await door.redeem(codes[2]!);
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
    assert.equal(await door.result(codes[2]!), "already-redeemed");
    // Redeems the address in the QR code of one person.
    assert.deepEqual((await door.redeem(`${address}#${codes[0]!.slice(0, 4)}-${codes[0]!.slice(4)}`)).people, 1);
    const rest = await door.redeem(reference);
    assert.deepEqual([rest.result, rest.people], ["valid", 2]);
    assert.equal(await door.result(codes[3]!), "already-redeemed");
    assert.equal((await voucherOf(door.app.store.database.db, id))!.redeemedBy, door.gate.email);
  });

  test("not today, another event, already admitted, cancelled, not confirmed and unknown are told apart", async () => {
    const [now, later, tomorrow, cancelled] = [
      await door.sold("evening-seat", times[0]!),
      await door.sold("evening-seat", times[1]!),
      await door.sold("evening-seat", times[2]!),
      await door.sold("evening-seat", times[0]!),
    ];
    const waiting = await door.buy("evening-seat", times[0]!);
    const { reference } = await door.desk.ask("GET", `/orders/${waiting.id}`);
    await door.desk.ask("POST", `/orders/${cancelled.id}/cancel`, {});
    const here = { eventId: now.event };
    assert.deepEqual(
      [
        await door.result(tomorrow.codes[0]!, here),
        await door.result(later.codes[0]!, here),
        await door.result(cancelled.codes[0]!, here),
        await door.result(reference, here),
        await door.result("ZZZZ-ZZZZ", here),
        await door.result(now.codes[0]!, here),
        await door.result(now.codes[0]!, here),
        // If the operator has chosen no event, the door accepts a code of any event that takes place now.
        await door.result(later.codes[0]!),
      ],
      ["wrong-day", "other-event", "cancelled", "not-confirmed", "unknown", "valid", "already-redeemed", "valid"],
    );
  });

  test("an operator of the desk admits to another event for a reason, and the role door cannot", async () => {
    const [here, later] = [await door.sold("evening-seat", times[0]!), await door.sold("evening-seat", times[1]!)];
    const body = { code: later.codes[0]!, eventId: here.event, overrideReason: "Their bus is early" };
    assert.equal(await door.gate.refused(403, "POST", "/vouchers/redeem", body), "role-forbidden");
    assert.equal((await door.desk.ask("POST", "/vouchers/redeem", body)).result, "valid");
    const { rows } = await listAudit(
      door.app.store.database.db,
      { operation: "vouchers.redeem" },
      { offset: 0, limit: 1 },
    );
    assert.deepEqual(rows[0]!.after, {
      result: "valid",
      overridden: "other-event",
      overrideReason: "Their bus is early",
    });
  });

  test("an admission is undone by its operator within a minute, and then admits again", async () => {
    const { db } = door.app.store.database;
    const { id, codes } = await door.sold("apart-seat", times[0]!, 2);
    const { admission } = await door.redeem(codes[0]!);
    const undo = { admissionId: admission.id };
    assert.equal(await door.other.refused(404, "POST", "/vouchers/undo", undo), "not-found");
    assert.equal((await door.gate.ask("POST", "/vouchers/undo", undo)).people, 1);
    assert.deepEqual(await door.gate.ask("POST", "/vouchers/undo", undo), { people: 0 });
    assert.equal((await voucherOf(db, id))!.redeemedAt, null);
    assert.equal((await orderTimeline(db, id)).at(-1)!.kind, "admission-undone");
    const { rows } = await listAudit(db, { operation: "vouchers.undo" }, { offset: 0, limit: 1 });
    assert.equal(rows[0]!.operator, door.gate.email);
    const again = await door.redeem(codes[0]!);
    assert.equal(again.result, "valid");
    door.app.clock.now = new Date(atDoor.getTime() + 61_000);
    const late = await door.gate.refused(409, "POST", "/vouchers/undo", { admissionId: again.admission.id });
    assert.equal(late, "undo-too-late");
    assert.equal(await door.result(codes[0]!), "already-redeemed");
  });

  test("the same admission sent again has the same answer, and of two at once one succeeds", async () => {
    const { codes } = await door.sold("evening-seat", times[0]!, 3);
    const admissionId = randomUUID();
    const answers = [await door.redeem(codes[0]!, { admissionId }), await door.redeem(codes[0]!, { admissionId })];
    for (const { result, people, admission } of answers)
      assert.deepEqual([result, people, admission.id], ["valid", 3, admissionId]);
    const second = await door.sold("evening-seat", times[0]!);
    const both = await Promise.all([1, 2, 3, 4].map(() => door.result(second.codes[0]!)));
    assert.deepEqual(both.sort(), ["already-redeemed", "already-redeemed", "already-redeemed", "valid"]);
  });

  test("no two orders have the same code: a code that exists is drawn again", async () => {
    const { db } = door.app.store.database;
    const [{ codes }, { id }] = [
      await door.sold("apart-seat", times[0]!, 2),
      await door.buy("apart-seat", times[0]!, 3),
    ];
    const drawn = [codes[0]!, "22222222", "22222222", codes[1]!, "33333333", "44444444"];
    await db.transaction().execute(async (tx) => {
      const { tickets, people, agreed } = (await orderById(tx, id))!;
      await issuePasses(tx, [{ orderId: id, tickets, people, agreed, codePerPerson: true }], () => drawn.shift()!);
    });
    const written = (await readPasses(db, [id])).map(({ code }) => code);
    assert.deepEqual(written.sort(), ["22222222", "33333333", "44444444"]);
    assert.equal(drawn.length, 0);
  });

  test("the role door reads no e-mail address, no order and no other page", async () => {
    const { id, codes, event } = await door.sold("evening-seat", times[0]!);
    await door.desk.ask("POST", "/vouchers/redeem", { code: codes[0]! });
    for (const [method, path, body] of [
      ["POST", "/vouchers/check", { code: codes[0]! }],
      ["GET", "/door/events", undefined],
      ["POST", "/door/list", { eventIds: [event] }],
    ] as const)
      assert.ok(!JSON.stringify(await door.gate.ask(method, path, body)).includes("@"), path);
    for (const [method, path] of [
      ["GET", "/orders"],
      ["GET", `/orders/${id}`],
      ["POST", `/orders/${id}/cancel`],
      ["GET", "/products"],
      ["GET", "/dashboard"],
    ] as const)
      assert.equal(await door.gate.refused(403, method, path), "role-forbidden", path);
  });
});
