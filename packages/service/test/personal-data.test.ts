import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { changeOrder } from "../src/domain/order-changes.ts";
import { eraseOrder, erasePersonalData, exportOrder } from "../src/domain/personal-data.ts";
import { voucherContent } from "../src/domain/vouchers.ts";
import { eventIds } from "./concurrency/booking.ts";
import { startApp, type TestApp, testNow } from "./support/app.ts";
import { answersTo, Partner } from "./support/partner.ts";
import { onBothStores } from "./support/stores.ts";

/** E-mail, telephone, address and answers go in time; the order stays. */

const dayMs = 86_400_000;

onBothStores("personal data", (open) => {
  let app: TestApp;
  let partner: Partner;
  let boat: string;
  before(async () => {
    app = await startApp({ open });
    partner = new Partner(app);
    // 18 June 2026, 09:00 in São Paulo: two days' lead, so the first that can still be bought.
    boat = (await eventIds(app.store.database.db, "boat"))[4]!;
  });
  after(() => app.stop());

  const place = async () => {
    const { questions } = await partner.validate(boat, { ADULT: 2 });
    return partner.buy(boat, { ADULT: 2 }, { answers: answersTo(questions), email: "ana@example.com" });
  };

  test("they stay until so many days after the event's day, and then go, once", async () => {
    const { db } = app.store.database;
    const { id } = await place();
    const { desk } = app.app.service;
    await changeOrder(desk, id!, { trigger: "confirmed", actor: "supplier", confirmation: "B-1", said: "Para Ana" });
    // The day of 18 June ends in São Paulo at 03:00 UTC of the 19th.
    const over = new Date("2026-06-19T03:00:00Z").getTime();
    assert.equal(await erasePersonalData(db, new Date(over + 90 * dayMs), 90), 0);
    assert.equal((await read(id!)).event.email, "ana@example.com");
    assert.equal(await erasePersonalData(db, new Date(over + 90 * dayMs + 1000), 90), 1);
    assert.equal(await erasePersonalData(db, new Date(over + 91 * dayMs), 90), 0);

    const order = await read(id!);
    const { email, phoneNumber, remoteHost, answers, tickets, totalUsd } = order.event;
    assert.deepEqual(
      { email, phoneNumber, remoteHost, answers },
      { email: "", phoneNumber: "", remoteHost: "", answers: [] },
    );
    assert.deepEqual(
      [order.status, order.confirmation, tickets],
      ["complete", "B-1", [{ code: "ADULT", quantity: 2 }]],
    );
    assert.ok(totalUsd.value > 0);
    const kept = await exportOrder(db, id!);
    assert.doesNotMatch(JSON.stringify(kept), /ana/i);
    assert.equal(kept!.timeline.at(-1)!.kind, "erased");
  });

  test("of one order they go at once when its traveller asks, and its voucher names nobody any more", async () => {
    const { db } = app.store.database;
    const { id } = await place();
    await changeOrder(app.app.service.desk, id!, { trigger: "confirmed", actor: "operator" });
    const before = await exportOrder(db, id!);
    const { code } = before!.voucher!;
    const at = { publicUrl: "https://paseo.example.com", operatorName: "Paseo" };
    const named = await voucherContent(db, code, at);
    assert.ok(named && named !== "void" && named.passengers.length === 2, JSON.stringify(named));
    assert.equal(before!.order.event.email, "ana@example.com");
    assert.equal(await eraseOrder(db, id!, testNow), true);
    assert.equal(await eraseOrder(db, "00000000-0000-4000-8000-000000000000", testNow), false);
    assert.equal((await exportOrder(db, id!))!.order.event.email, "");
    const unnamed = await voucherContent(db, code, at);
    assert.ok(unnamed && unnamed !== "void");
    assert.deepEqual(unnamed.passengers, []);
  });

  const read = (id: string) => partner.wire.ask("order", { lang: "es", id });
});
