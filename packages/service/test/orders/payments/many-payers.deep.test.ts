import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { bookRequest } from "../../concurrency/booking.ts";
import { Partner } from "../../support/partner.ts";
import { onPostgres } from "../../support/servers/stores.ts";
import { type Paying, startPaying } from "./paying.ts";

/** A thousand guests want to pay for twenty seats at once. */

const payers = 1_000;

onPostgres("1,000 payers for 20 seats", (open) => {
  let paying: Paying;
  before(async () => {
    paying = await startPaying({ open, config: { holdsPerPartner: 10_000, heldSeatsPerPartner: 10_000 } });
  });
  after(() => paying.stop());

  test("20 are sold and paid, the others are refused before they pay, and no money is without a seat or a refund", async () => {
    const { app, bank, page, report, work, events } = paying;
    const { db } = app.store.database;
    const event = events[14]!;
    const partner = new Partner(app);
    const outcomes = { paid: 0, refused: 0 };
    const headers = { "content-type": "application/json" };
    const one = async () => {
      const wanted = { id: event, apiKey: app.key, tickets: [{ code: "ADULT", quantity: 1 }] };
      const hold = await partner.wire.ask("eventhold", { lang: "es" }, wanted);
      if (!hold.isValid) {
        outcomes.refused++;
        return;
      }
      const booking = bookRequest(app.key, event, 1);
      const body = JSON.stringify({ booking, holdId: hold.id, returnUrl: "https://site.example" });
      const started = JSON.parse((await page("/api/es/eventpay", { method: "POST", headers, body })).text);
      const held = bank.held.get(started.id)!;
      bank.pay(held);
      // Some reports arrive twice at once, and some are lost.
      const reports = [0, 1, 2].slice(0, Math.floor(Math.random() * 3));
      await Promise.all(reports.map(() => report(bank.report(held), "/payments/test-bank")));
      outcomes.paid++;
    };
    const waiting = Array.from({ length: payers }, () => one);
    const lane = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await next();
    };
    await Promise.all(Array.from({ length: 50 }, lane));
    await Promise.all([work(), work()]);
    await work();
    assert.deepEqual(outcomes, { paid: 20, refused: payers - 20 });
    const { rows } = await sql<{ orders: number; seats: number; paid: number; open: number }>`
      select count(*)::int as orders, sum(seats)::int as seats,
        (select count(*)::int from payment where method = 'online') as paid,
        (select count(*)::int from checkout where state not in ('recorded', 'refunded')) as open
      from orders where event_id = ${event} and status <> 'cancelled'`.execute(db);
    assert.deepEqual(rows[0], { orders: 20, seats: 20, paid: 20, open: 0 });
    assert.equal(bank.balance, 20 * 5_000);
  });
});
