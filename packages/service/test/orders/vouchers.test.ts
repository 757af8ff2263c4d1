import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { changeOrder } from "../../src/domain/orders/transitions.ts";
import { redeemVoucher } from "../../src/domain/visits/admission.ts";
import type { RedeemResult } from "../../src/domain/visits/scanned-code.ts";
import { orderTimeline } from "../../src/store/sale/timeline.ts";
import { voucherOf } from "../../src/store/visits/vouchers.ts";
import { eventIds } from "../concurrency/booking.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { Partner } from "../support/partner.ts";
import { onPostgres } from "../support/servers/stores.ts";
import { assertProblem, send } from "../support/wire.ts";

/** A voucher is created when its order is complete, ends when the order is cancelled, and is redeemed once. */

onPostgres("vouchers", (open) => {
  let app: TestApp;
  let partner: Partner;
  before(async () => {
    app = await startApp({ open, config: { publicUrl: "https://tickets.example.com", operatorName: "Paseo Tours" } });
    partner = new Partner(app);
  });
  after(() => app.stop());

  /** Sells and confirms a show on the evening of 20 June 2026 in Madrid. */
  const sold = async () => {
    const { db } = app.store.database;
    const order = await partner.buy((await eventIds(db, "show"))[4]!, { ADULT: 1 });
    await changeOrder(app.app.service.orderContext, order.id!, {
      trigger: "confirmed",
      actor: "supplier",
      confirmation: "T-77",
    });
    return { id: order.id!, code: (await voucherOf(db, order.id!))!.code };
  };
  const door = { before: 3, after: 6 };
  const onTheDay = new Date("2026-06-20T17:00:00Z");
  const atTheDoor = async (code: string, now: Date, by: string | null = "Puerta 1"): Promise<RedeemResult> =>
    (await redeemVoucher(app.store.database.db, code, { now, by, sandbox: false, door })).result;

  test("an order has none before it is complete, and then a PDF at its own address", async () => {
    const { db } = app.store.database;
    const waiting = await partner.buy((await eventIds(db, "show"))[4]!, { ADULT: 1 });
    assert.equal(await voucherOf(db, waiting.id!), null);
    const { id, code } = await sold();
    assert.match(code, /^[\w-]{27}$/);
    const answer = await send(`${app.url}/voucher/${code}`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["content-type"], "application/pdf");
    assert.match(answer.headers["content-disposition"]!, /^inline; filename="[0-9A-Z-]{11}-ES\.pdf"$/);
    assert.deepEqual(
      ["referrer-policy", "x-robots-tag", "cache-control"].map((name) => answer.headers[name]),
      ["no-referrer", "noindex", "private, no-cache"],
    );
    assert.equal(answer.bytes.subarray(0, 5).toString(), "%PDF-");
    const again = await send(`${app.url}/voucher/${code}`, { headers: { "if-none-match": answer.headers.etag! } });
    assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    assert.deepEqual((await send(`${app.url}/voucher/${code}`)).bytes, answer.bytes);
    const made = (await orderTimeline(db, id)).filter(({ kind }) => kind === "voucher");
    assert.deepEqual(
      made.map(({ why }) => why),
      ["made"],
    );
  });

  test("an unknown address is a 404, and after many attempts a 429", async () => {
    assertProblem(await send(`${app.url}/voucher/no-such-voucher`), 404, "not-found");
    let status = 404;
    for (let n = 0; status === 404 && n < 100; n++) status = (await send(`${app.url}/voucher/guess-${n}`)).status;
    assert.equal(status, 429);
    app.clock.now = new Date(app.clock.now.getTime() + 120_000);
  });

  test("the voucher of a cancelled order is a 410 and not valid; nor is that of an order in waitcancel", async () => {
    const { orderContext } = app.app.service;
    const { id, code } = await sold();
    await changeOrder(orderContext, id, { trigger: "cancel", actor: "partner" });
    assert.equal(await atTheDoor(code, onTheDay), "cancelled");
    await changeOrder(orderContext, id, { trigger: "cancel-declined", actor: "operator" });
    assert.equal(await atTheDoor(code, onTheDay, null), "valid");
    await changeOrder(orderContext, id, { trigger: "cancel", actor: "partner" });
    await changeOrder(orderContext, id, { trigger: "cancel-confirmed", actor: "operator" });
    assert.equal(await atTheDoor(code, onTheDay), "cancelled");
    assertProblem(await send(`${app.url}/voucher/${code}`), 410, "voucher-void");
    const shown = await send(`${app.url}/voucher/${code}`, { headers: { accept: "text/html,*/*;q=0.8" } });
    assert.deepEqual([shown.status, shown.headers["content-type"]], [410, "text/html; charset=utf-8"]);
    for (const text of ["Este bono ya no es válido", "Este voucher não vale mais", "This voucher is no longer valid"])
      assert.ok(shown.text.includes(text), text);
  });

  test("a voucher is redeemed once, on its day at the location, by code or address", async () => {
    const { id, code } = await sold();
    assert.equal(await atTheDoor(code, new Date("2026-06-19T21:59:59Z")), "wrong-day");
    // Six hours after 20:00 in Madrid.
    assert.equal(await atTheDoor(code, new Date("2026-06-21T00:00:00Z")), "wrong-day");
    assert.equal(await atTheDoor(code, new Date("2026-06-20T23:59:59Z"), null), "valid");
    assert.equal(await atTheDoor(code, new Date("2026-06-19T22:00:00Z"), null), "valid");
    assert.equal(await atTheDoor(`https://tickets.example.com/voucher/${code}`, onTheDay), "valid");
    assert.equal(await atTheDoor(code, onTheDay), "already-redeemed");
    assert.equal(await atTheDoor("no-such-voucher", onTheDay), "unknown");
    const voucher = await voucherOf(app.store.database.db, id);
    assert.deepEqual([voucher!.redeemedAt, voucher!.redeemedBy], [onTheDay, "Puerta 1"]);
  });

  test("of two concurrent redemptions one succeeds", async () => {
    const { code } = await sold();
    const results = await Promise.all([1, 2, 3, 4, 5, 6].map((door) => atTheDoor(code, onTheDay, `Puerta ${door}`)));
    assert.deepEqual(results.sort(), [...Array(5).fill("already-redeemed"), "valid"]);
  });

  test("a test order's voucher is not valid outside a sandbox", async () => {
    const { db } = app.store.database;
    const order = await partner.buy((await eventIds(db, "show"))[4]!, { ADULT: 1 }, { testMode: true });
    const { code } = (await voucherOf(db, order.id!))!;
    assert.equal(await atTheDoor(code, onTheDay), "test-order");
    assert.equal((await redeemVoucher(db, code, { now: onTheDay, by: null, sandbox: true, door })).result, "valid");
  });
});
