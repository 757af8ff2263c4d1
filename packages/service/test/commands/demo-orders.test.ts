import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { exampleIds } from "@paseo/contract";
import { addDays, demoCatalogue } from "../../src/commands/demo/catalogue.ts";
import { createDemo } from "../../src/commands/demo/seed.ts";
import { demoOrders } from "../../src/commands/demo/seed-orders.ts";
import { StoppedEarly } from "../../src/service.ts";
import { allRows } from "../../src/store/database/rows.ts";
import { readStoreContent } from "../../src/store/editing/demo.ts";
import { callbackHealth, ordersAttention } from "../../src/store/orders/dashboard-health.ts";
import { seatsSold } from "../../src/store/sale/seats-taken.ts";
import { openStore, type TestStore } from "../support/servers/stores.ts";

const today = "2026-11-21";
const now = new Date(`${today}T15:00:00Z`);

test("the demo's orders are the same on every run, of invented guests", async () => {
  const { products } = await demoCatalogue(today);
  const orders = demoOrders(products, now);
  assert.deepEqual(demoOrders(products, now), orders);
  assert.ok(orders.length > 80 && orders.length < 130, `${orders.length}`);
  for (const { at, guest, eventOn } of orders) {
    assert.ok(at <= now && eventOn.slice(0, 10) >= at.toISOString().slice(0, 10));
    assert.match(guest.email, /^[a-z]+\.[a-z]+@example\.com$/);
    assert.match(guest.phoneNumber, /^\+34 600 00 \d\d \d\d$/);
  }
  const days = new Set(orders.map(({ at }) => at.toISOString().slice(0, 10)));
  assert.ok(days.size >= 40, `${days.size} days`);
});

describe("the demo", () => {
  let store: TestStore;
  before(async () => {
    store = await openStore();
    const { db } = store.database;
    // The test stops two earlier starts: one during the import, and one while the start places orders.
    for (const stopped of [1, 20]) {
      let checks = 0;
      const check = () => {
        if (++checks > stopped) throw new StoppedEarly();
      };
      await assert.rejects(createDemo(db, now, check), StoppedEarly);
      assert.equal(await readStoreContent(db), "empty");
    }
    await createDemo(db, now);
  });
  after(() => store.close());

  test("has something to show in every chart, queue and report", async () => {
    const { db } = store.database;
    const statuses = await allRows(db)<{ status: string; n: number }>`
      select status, count(*)::int as n from orders where not test group by status`;
    const count = (status: string) => statuses.find((row) => row.status === status)?.n ?? 0;
    const { products } = await demoCatalogue(today);
    const orders = demoOrders(products, now);
    const placed = statuses.reduce((sum, { n }) => sum + n, 0);
    assert.ok(placed > 0.8 * orders.length, `${placed} of ${orders.length} placed`);
    assert.ok(count("complete") > 60, JSON.stringify(statuses));
    assert.ok(count("cancelled") >= 3, JSON.stringify(statuses));
    assert.ok(count("rejected") >= 1, JSON.stringify(statuses));
    const attention = await ordersAttention(db);
    assert.ok(attention.waitsupplier >= 2, JSON.stringify(attention));
    assert.ok(attention.oldestWaitingAt! >= new Date(now.getTime() - 2 * 86_400_000), JSON.stringify(attention));
    const [health] = await callbackHealth(db, { from: "2026-10-10", to: today }, false);
    assert.ok(health!.firstAttempt > 30 && health!.retried >= 2 && health!.givenUp >= 1, JSON.stringify(health));
    assert.equal(health!.waiting, 0, "nothing is left to send");
    const [admitted] = await allRows(db)<{ n: number }>`
      select count(*)::int as n from voucher where redeemed_at is not null`;
    assert.ok(admitted!.n > 30, `${admitted!.n} admitted`);
    const [usage] = await allRows(db)<{ days: number; booked: number }>`
      select count(distinct day)::int as days, sum(n) filter (where operation = 'eventbook' and code = '')::int as booked
      from partner_usage`;
    assert.ok(usage!.days >= 40);
    assert.equal(usage!.booked, orders.length, "usage was counted once");
  });

  test("has past events and one deleted product, and nothing is left to publish", async () => {
    const { db } = store.database;
    const [found] = await allRows(db)<{ first: string; deleted: number; version: number; late: number }>`
      select (select min(event_on)::date::text from event) as first,
        (select count(*)::int from product_state where deleted_seq is not null) as deleted,
        (select delete_version::int from counter) as version,
        (select count(*)::int from product_state where recheck_at <= ${now}) as late`;
    assert.deepEqual(found, { first: "2026-10-10", deleted: 1, version: 1, late: 0 });
  });

  test("leaves the seats that standing orders leave, and sells no seat that an event does not have", async () => {
    const wrong = await allRows(store.database.db)`
      select id from (select e.id, e.capacity, e.capacity_left, ${seatsSold} as sold from event e) e
      where capacity is not null and capacity_left <> capacity - sold`;
    assert.deepEqual(wrong, []);
  });

  test("gets further dates by a second run, which keeps events and orders", async () => {
    const { db } = store.database;
    const read = async () =>
      (
        await allRows(db)<{ orders: number; events: number; ids: number; last: string; version: number }>`
          select (select count(*)::int from orders) as orders, count(*)::int as events, count(distinct id)::int as ids,
            max(event_on) filter (where item_id = ${exampleIds.item})::date::text as last,
            (select update_version::int from counter) as version from event`
      )[0]!;
    const before = await read();
    await createDemo(db, now);
    assert.deepEqual(await read(), before, "on the same day nothing changes");
    await createDemo(db, new Date("2026-12-19T15:00:00Z"));
    const after = await read();
    assert.equal(after.orders, before.orders);
    assert.equal(after.last, addDays(before.last, 28));
    assert.equal(after.ids, after.events, "no two events have the same id");
    assert.ok(after.events > before.events + 300, `${after.events - before.events} further events`);
  });
});
