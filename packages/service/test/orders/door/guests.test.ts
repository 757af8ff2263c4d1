import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { foldedName } from "@paseo/contract/folded-text";
import { deviceListKey } from "../../../src/domain/visits/device-list.ts";
import { nameStarts } from "../../../src/domain/visits/guests.ts";
import { guestHandle, guestHandleKey, orderOfHandle } from "../../../src/domain/visits/handles.ts";
import type { DeviceList } from "../../../src/domain/visits/list-format.ts";
import { listAudit } from "../../../src/store/operators/audit.ts";
import { signedIn } from "../../support/console.ts";
import { answersTo, eventId, Partner } from "../../support/partner.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { OpenDoor, times } from "./open-door.ts";

/** Guests without their voucher: found at the door by the beginning of a last name, and admitted by a handle. */

test("a last name is found from each of its words, whatever the case and the accents", () => {
  assert.deepEqual(nameStarts("de la Cruz"), ["delacruz", "lacruz", "cruz"]);
  assert.deepEqual(nameStarts("García-Márquez"), ["garciamarquez", "marquez"]);
  assert.deepEqual(nameStarts("O’Brien"), ["obrien", "brien"]);
});

onPostgres("guests at the door", (open) => {
  const door = new OpenDoor(open);

  /** Sells an order of the evening to a guest of this name. */
  const guest = async (first: string, last: string, eventOn = times[0]!, people = 2) => {
    const partner = new Partner(door.app);
    const event = await eventId(door.app, "named-seat", eventOn);
    const { questions, totalUsd } = await partner.validate(event, { ADULT: people });
    const names: Record<string, string> = { "passenger-first-name": first, "passenger-last-name": last };
    const answers = answersTo(questions).map(({ code, value }) => ({ code, value: names[code] ?? value }));
    const { id } = await partner.book(event, { ADULT: people }, totalUsd!.value, { answers });
    const { reference } = await door.desk.ask("POST", `/orders/${id}/confirm`, {});
    return { id: id!, event, reference: reference as string };
  };
  const find = (lastName: string, more: object = {}) => door.gate.ask("POST", "/door/guests", { lastName, ...more });

  test("a guest is found by the beginning of the name, and admitted, without a code, a reference or an id", async () => {
    const order = await guest("José", "García Ñuñez");
    for (const text of ["gar", "GARCIA", "García ñ", "nunez"]) {
      const { guests, more } = await find(text);
      const [found] = guests;
      assert.equal(more, false);
      assert.deepEqual(
        { ...found, code: "" },
        {
          code: "",
          name: "José G. Ñ.",
          eventId: order.event,
          productName: "Noche de flamenco",
          itemName: "Butaca",
          eventOn: "2026-06-20T18:00:00",
          tickets: [{ code: "ADULT", quantity: 2 }],
          people: 2,
          admitted: 0,
          noShow: 0,
          toCollect: null,
          begun: false,
        },
      );
      const answered = JSON.stringify(guests);
      for (const secret of [order.id, order.reference, order.reference.slice(0, "K7Q-M3X-HP4".length)])
        assert.ok(!answered.includes(secret));
    }
    const { code } = (await find("garcia")).guests[0];
    assert.match(code, /^guest:[\w-]{59}$/);
    assert.deepEqual((await find("osé")).guests, [], "not by the first name");
    const nearly = (await find("Garcai")).guests;
    assert.deepEqual([nearly.length, nearly[0].name], [1, "José G. Ñ."], "a swapped letter is forgiven");
    const redeemed = await door.redeem(code);
    assert.deepEqual([redeemed.result, redeemed.people], ["valid", 2]);
    assert.deepEqual([redeemed.voucher.orderId, redeemed.voucher.reference], [null, null], "nobody showed them");
    assert.equal(await door.result(code), "already-redeemed");
    assert.equal((await find("garcia")).guests[0].admitted, 2);
    for (const wrong of [`${code.slice(0, -1)}${code.endsWith("A") ? "Q" : "A"}`, "guest:", `guest:${randomUUID()}`])
      assert.equal(await door.result(wrong), "unknown", wrong);
  });

  test("only events that the door serves now are searched, or the one at this door", async () => {
    const [now, later, tomorrow] = [
      await guest("Ana", "Ruiz", times[0]!),
      await guest("Eva", "Ruiz", times[1]!),
      await guest("Pía", "Ruiz", times[2]!),
    ];
    const names = async (more = {}) =>
      (await find("ruiz", more)).guests.map(({ name }: { name: string }) => name).sort();
    // The later event begins in three and a half hours.
    assert.deepEqual(await names(), ["Ana R."]);
    door.app.clock.now = new Date("2026-06-20T16:30:00Z");
    assert.deepEqual(await names(), ["Ana R.", "Eva R."]);
    const one = await find("ruiz", { eventId: later.event });
    assert.deepEqual(
      one.guests.map(({ name }: { name: string }) => name),
      ["Eva R."],
    );
    assert.deepEqual((await find("ruiz", { eventId: tomorrow.event })).guests, []);
    const key = await guestHandleKey(door.app.store.database.db);
    assert.equal(orderOfHandle(key, guestHandle(key, now.id)), now.id);
    assert.equal(await door.result(guestHandle(key, tomorrow.id)), "wrong-day");
  });

  test("one letter is refused, each search is recorded without the name, and an operator has a limit", async () => {
    const searcher = await signedIn(door.app, "door");
    assert.equal(await searcher.refused(400, "POST", "/door/guests", { lastName: " é " }), "invalid-field");
    const { db } = door.app.store.database;
    const audited = () => listAudit(db, { operation: "door.find" }, { offset: 0, limit: 1 });
    await searcher.ask("POST", "/door/guests", { lastName: "Nobodysname" });
    const { rows } = await audited();
    assert.deepEqual([rows[0]!.operator, rows[0]!.after], [searcher.email, { guests: 0 }]);
    assert.ok(!JSON.stringify(rows[0]).toLowerCase().includes("nobody"));
    for (let n = 1; n < 120; n++) await searcher.ask("POST", "/door/guests", { lastName: "xy" });
    const answer = await searcher.call("POST", "/door/guests", { lastName: "xy" });
    assert.deepEqual([answer.status, answer.headers["retry-after"]], [429, "600"]);
    assert.equal((await find("xy")).more, false, "another operator goes on");
    const reader = await signedIn(door.app, "read-only");
    assert.equal(await reader.refused(403, "POST", "/door/guests", { lastName: "xy" }), "role-forbidden");
  });

  test("a device's list finds the same guests without their names, and its admission is merged", async () => {
    const order = await guest("Zoé", "D'Ávila Souza");
    const list: DeviceList = await door.gate.ask("POST", "/door/list", { eventIds: [order.event] });
    const found = (text: string) => {
      const key = deviceListKey(list, `name:${foldedName(text)}`);
      return list.orders.filter(({ names }) => names.includes(key));
    };
    for (const text of ["da", "dávila", "SOUZA", "davila souza".slice(0, 12)]) {
      const [one] = found(text);
      assert.deepEqual([one?.lead, one?.tickets], ["Zoé D. S.", [{ code: "ADULT", quantity: 2 }]], text);
    }
    assert.deepEqual(found("s").length, 0);
    assert.ok(!/vila|souza/i.test(JSON.stringify(list)));
    const code = found("souza")[0]!.guest!;
    const admissions = [{ id: randomUUID(), code, at: door.app.clock.now.toISOString() }];
    const { results } = await door.gate.ask("POST", "/door/admissions", { device: "Gate 1", admissions });
    assert.deepEqual([results[0].result, results[0].conflict, results[0].reference], ["merged", null, null]);
    assert.equal(await door.result(code), "already-redeemed");
  });
});
