import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sql } from "kysely";
import { startApp } from "../../support/app.ts";
import { signedIn } from "../../support/console.ts";
import { eventId } from "../../support/partner.ts";

/** Telephone numbers that an operator types. */

test("a text that cannot be a telephone number is refused with its field, and a partner's text can stay", async () => {
  const app = await startApp();
  try {
    const desk = await signedIn(app, "orders");
    const event = await eventId(app, "show-seat", "2026-06-26T20:00");
    const tickets = [{ code: "ADULT", quantity: 1 }];
    const body = { eventId: event, tickets, lang: "es", totalUsd: "50.00", method: "cash" };
    const sell = (phoneNumber: string) => desk.call("POST", "/orders", { ...body, id: randomUUID(), phoneNumber });
    for (const wrong of ["call me", "12345", "+34 6", "600@000.000", "hab. 204"]) {
      const { status, text } = await sell(wrong);
      assert.deepEqual([status, JSON.parse(text).errors[0].pointer], [400, "/phoneNumber"], wrong);
    }
    const { id } = JSON.parse((await sell("+34 (600) 00-00.00")).text);
    const quote = (more: object) => desk.call("POST", `/orders/${id}/quoteAmendment`, more);
    const amended = await quote({ phoneNumber: "later" });
    assert.deepEqual([amended.status, JSON.parse(amended.text).errors[0].pointer], [400, "/phoneNumber"]);
    const { db } = app.store.database;
    const beside = JSON.parse((await sell("+34 912 345 678, hab. 204")).text);
    const { rows } = await sql`select phone_number from orders where id = ${beside.id}`.execute(db);
    assert.deepEqual(rows, [{ phone_number: "+34 912 345 678, hab. 204" }], "a room stands beside the number");
    await sql`update orders set phone_number = 'ask the hotel' where id = ${id}`.execute(db);
    const stays = await quote({ phoneNumber: "ask the hotel", tickets: [{ code: "ADULT", quantity: 2 }] });
    assert.deepEqual([stays.status, JSON.parse(stays.text).errors], [200, []]);
  } finally {
    await app.stop();
  }
});
