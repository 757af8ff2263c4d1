import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { returnAllExpiredSeats } from "../../src/domain/orders/expired-holds.ts";
import { show, testCatalogue, variant } from "../support/samples/catalogue.ts";
import { base, contact, heading, type Shop, startShop, wordsOf } from "./shop.ts";

/** 1,000 strangers, each from a network of its own, who choose tickets and leave, while guests buy. */

const strangers = 1_000;
const guests = 40;

const catalogue = {
  ...testCatalogue,
  products: [
    variant(
      { ...show, immediateBooking: true },
      {},
      { schedules: [{ ...show.items[0]!.schedules![0]!, to: "2026-06-19", capacity: 100 }] },
    ),
  ],
};

test("1,000 strangers hold seats and leave: the shop sells on, all seats of an event", async (t) => {
  const shop: Shop = await startShop({ catalogue, settings: { ways: ["online", "arrival"] } });
  t.after(() => shop.stop());
  const { db } = shop.app.store.database;
  const event = (await shop.events("show"))[3]!;
  const held = async () => {
    const { rows } = await sql<{ seats: number; left: number }>`
      select coalesce(sum(h.seats) filter (where h.status = 'open'), 0)::int as seats, e.capacity_left as left
      from event e left join hold h on h.event_id = e.id where e.id = ${event} group by e.id`.execute(db);
    return rows[0]!;
  };
  let bought = 0;
  let most = 0;
  const product = await shop.productId("show");
  // A stranger does not open the checkout.
  const stranger = async (n: number) => {
    const fields = { product, event, date: "2026-06-19", "ticket-ADULT": "2" };
    const answer = await shop.post(`${base}/en/book`, fields, `10.${n >> 8}.${n & 255}.1`);
    assert.match(answer.to ?? wordsOf(answer), /\/checkout\//);
  };
  const guest = async (n: number) => {
    const from = `172.16.${n}.1`;
    const page = await shop.choose("show", { ADULT: 1 }, { lang: "en", event, from });
    const done = await shop.submit(page, { ...contact, way: "arrival" }, { from });
    if (heading(done) === "Your booking is confirmed") bought++;
    else assert.fail(wordsOf(done));
  };
  const perGuest = strangers / guests;
  for (let n = 0; n < guests; n++) {
    await Promise.all([
      ...Array.from({ length: perGuest }, (_, k) => stranger(n * perGuest + k)),
      ...(n % 4 === 0 ? [guest(n), guest(n + 100), guest(n + 200), guest(n + 300 > 255 ? n + 50 : n + 300)] : []),
    ]);
    most = Math.max(most, (await held()).seats);
  }
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from site_purchase where held_until is not null`.execute(db);
  const clocks = rows[0]!.n;
  t.diagnostic(
    `${clocks} of ${strangers} strangers got a clock; at most ${most} of 100 seats were held; ${bought} guests bought`,
  );
  assert.equal(bought, guests);
  assert.ok(most <= 50, `${most} seats were held`);
  // When the strangers are gone, so are their holds, and the rest can be sold.
  shop.pass(16);
  await returnAllExpiredSeats(db, shop.app.clock.now);
  assert.deepEqual(await held(), { seats: 0, left: 100 - guests });
});
