import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { signedIn } from "../../support/console.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { OpenDoor, times } from "./open-door.ts";

/** What the role door can learn without a voucher: nothing of other events, no code, and little at a time. */

onPostgres("guesses at the door", (open) => {
  const door = new OpenDoor(open);

  test("a reference is unknown to the role door unless the door serves its event now", async () => {
    const [now, later, tomorrow] = [
      await door.sold("evening-seat", times[0]!),
      await door.sold("evening-seat", times[1]!),
      await door.sold("evening-seat", times[2]!),
    ];
    const checked = async (reference: string, by = door.gate) =>
      (await by.ask("POST", "/vouchers/check", { code: reference })) as { result: string; voucher: unknown };
    // 17:30 at the location: from three hours before the start until six hours after it.
    assert.equal((await checked(now.reference)).result, "valid");
    for (const { reference } of [later, tomorrow])
      for (const answer of [await checked(reference), await door.redeem(reference)])
        assert.deepEqual([answer.result, answer.voucher], ["unknown", null]);
    assert.equal((await checked(later.reference, door.desk)).result, "valid");
    assert.equal((await checked(tomorrow.reference, door.desk)).result, "wrong-day");
    assert.equal((await checked(later.codes[0]!)).result, "valid", "a code is accepted all day");
    door.app.clock.now = new Date("2026-06-20T16:00:00Z");
    assert.equal((await checked(later.reference)).result, "valid", "three hours before");
    door.app.clock.now = new Date("2026-06-20T22:00:00Z");
    assert.equal((await checked(now.reference)).result, "unknown", "six hours after");
  });

  test("no answer has a code that was not sent, nor the id by which partners read the order", async () => {
    const { id, codes, reference, address } = await door.sold("apart-seat", times[0]!, 3);
    const secrets = [...codes, address.split("/voucher/")[1]!, id];
    const plain = (value: unknown) => JSON.stringify(value).replaceAll("-", "");
    for (const code of [reference, codes[0]!, address]) {
      const answers = [await door.gate.ask("POST", "/vouchers/check", { code }), await door.redeem(code)];
      for (const answer of answers)
        for (const secret of secrets)
          assert.ok(!plain(answer).includes(secret.replaceAll("-", "")), `${code} reveals ${secret}`);
    }
    const byDesk = await door.desk.ask("POST", "/vouchers/check", { code: reference });
    assert.equal(byDesk.voucher.orderId, id);
    for (const code of codes) assert.ok(!plain(byDesk).includes(code));
  });

  test("each check is in the audit log, and an operator has thirty guesses a minute", async () => {
    const { db } = door.app.store.database;
    door.app.clock.now = new Date("2026-06-20T15:40:00Z");
    const party = await door.sold("apart-seat", times[0]!, 2);
    const guesser = await signedIn(door.app, "door");
    let answered = 0;
    for (; answered < 100; answered++) {
      const body = { code: `${100_000 + answered}-ES` };
      const path = ["/vouchers/check", "/vouchers/redeem"][answered % 2]!;
      if ((await guesser.call("POST", path, body)).status === 429) break;
    }
    assert.equal(answered, 30);
    const { rows, total } = await listAudit(db, { operation: "vouchers.check" }, { offset: 0, limit: 1 });
    assert.ok(total >= 15);
    assert.deepEqual([rows[0]!.operator, rows[0]!.subject], [guesser.email, "unknown voucher"]);
    assert.deepEqual(rows[0]!.after, { result: "unknown" });
    // Unknown codes count too, in every operation that takes codes.
    const { code: refused } = JSON.parse((await guesser.call("POST", "/vouchers/redeem", { code: "ZZZZ-ZZZZ" })).text);
    assert.equal(refused, "too-many-requests");
    const admissions = [{ id: randomUUID(), code: "ZZZZZZZZ", at: door.app.clock.now.toISOString() }];
    const merged = await guesser.call("POST", "/door/admissions", { device: "Gate", admissions });
    assert.equal(merged.status, 429);
    // Vouchers that exist are admitted all the same, and others are not limited by this operator.
    assert.equal((await guesser.ask("POST", "/vouchers/redeem", { code: party.codes[0]! })).result, "valid");
    assert.equal((await door.gate.ask("POST", "/vouchers/check", { code: party.codes[1]! })).result, "valid");
    door.app.clock.now = new Date("2026-06-20T15:41:01Z");
    assert.equal((await guesser.ask("POST", "/vouchers/check", { code: party.codes[1]! })).result, "valid");
  });
});
