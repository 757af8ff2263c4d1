import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { demoCatalogue } from "../../demo/catalogue.ts";
import { demoIds } from "../../demo/ids.ts";
import { demoOrders } from "../../demo/orders.ts";
import { importHistory, plantHistory } from "../../src/commands/demo/seed.ts";
import { importCatalogue } from "../../src/domain/editing/import/import.ts";
import { createDemoKey } from "../../src/domain/partners/keys.ts";
import { StoppedEarly } from "../../src/service.ts";
import { allRows } from "../../src/store/database/rows.ts";
import { callbackHealth, ordersAttention } from "../../src/store/orders/dashboard-health.ts";
import { setUnplantedHistory } from "../../src/store/orders/demo-state.ts";
import { seatsSold } from "../../src/store/orders/order-changes.ts";
import { openStore, type TestStore } from "../support/servers/stores.ts";

/** The orders of the demo, without the products that have none. */

const today = "2026-11-21";
const now = new Date(`${today}T15:00:00Z`);

test("the demo's orders are the same on every run, of invented guests", () => {
  const orders = demoOrders(today, now);
  assert.deepEqual(demoOrders(today, now), orders);
  assert.ok(orders.length > 350 && orders.length < 700, `${orders.length}`);
  for (const { at, guest, eventOn } of orders) {
    assert.ok(at <= now && eventOn.slice(0, 10) >= at.toISOString().slice(0, 10));
    assert.match(guest.email, /^guest-\d{4}@example\.com$/);
    assert.match(guest.phoneNumber, /^\+34 600 00 \d\d \d\d$/);
  }
  const days = new Set(orders.map(({ at }) => at.toISOString().slice(0, 10)));
  assert.ok(days.size >= 88, `${days.size} days`);
});

describe("the demo's history", () => {
  let store: TestStore;
  let placed = 0;
  before(async () => {
    store = await openStore();
    const { db } = store.database;
    const file = demoCatalogue(today);
    const { currencies, partners } = file as Required<typeof file>;
    await importCatalogue(db, { currencies, partners }, { now });
    const newId = demoIds(file);
    await importHistory(db, now, newId);
    await createDemoKey(db, "demo", now);
    await db.transaction().execute((tx) => setUnplantedHistory(tx, now));
    // Two starts were stopped before; a later one continues.
    for (const stopped of [3, 20]) {
      let checks = 0;
      const check = () => {
        if (++checks > stopped) throw new StoppedEarly();
      };
      await assert.rejects(plantHistory(db, check), StoppedEarly);
    }
    placed = (await plantHistory(db))!;
  });
  after(() => store.close());

  test("every chart, queue and report has something to show", async () => {
    const { db } = store.database;
    const count = async (where: string) =>
      (await allRows(db)<{ status: string; n: number }>`select status, count(*) as n from orders group by status`).find(
        ({ status }) => status === where,
      )?.n ?? 0;
    assert.ok(placed > 350, `${placed} placed`);
    assert.ok((await count("complete")) > 300);
    assert.ok((await count("cancelled")) > 15);
    assert.ok((await count("rejected")) >= 3);
    const attention = await ordersAttention(db);
    assert.ok(attention.waitsupplier >= 2, JSON.stringify(attention));
    assert.ok(attention.oldestWaitingAt! >= new Date(now.getTime() - 2 * 86_400_000), JSON.stringify(attention));
    const days = { from: "2026-08-23", to: today };
    const [health] = await callbackHealth(db, days, false);
    assert.ok(health!.firstAttempt > 100 && health!.retried > 5 && health!.givenUp > 2, JSON.stringify(health));
    assert.equal(health!.waiting, 0, "nothing is left to send");
    const [admitted] = await allRows(db)<{
      n: number;
    }>`select count(*) as n from voucher where redeemed_at is not null`;
    assert.ok(admitted!.n > 150, `${admitted!.n} admitted`);
    const [usage] = await allRows(db)<{ n: number }>`select count(distinct day) as n from partner_usage`;
    assert.ok(usage!.n >= 88);
  });

  test("a creation that was interrupted continues, once, and leaves nothing to do", async () => {
    const { db } = store.database;
    const [found] = await allRows(db)<{ orders: number; references: number }>`
      select count(*)::int as orders, count(distinct external_reference)::int as references from orders`;
    assert.deepEqual(found, { orders: placed, references: placed });
    const [booked] = await allRows(db)<{ n: number }>`
      select sum(n)::int as n from partner_usage where operation = 'eventbook' and code = ''`;
    assert.equal(booked!.n, demoOrders(today, now).length, "usage was counted once");
    assert.equal(await plantHistory(db), null);
  });

  test("seats left are those that standing orders leave, and no order is for an event without seats", async () => {
    const wrong = await allRows(store.database.db)`
      select id from (select e.id, e.capacity, e.capacity_left, ${seatsSold} as sold from event e) e
      where capacity is not null and capacity_left <> capacity - sold`;
    assert.deepEqual(wrong, []);
  });
});
