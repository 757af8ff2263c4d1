import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { exampleIds } from "@paseo/contract";
import { addDays, demoCatalogue } from "../../src/commands/demo/catalogue.ts";
import { type DemoEvent, type DemoOrder, demoEvents, demoOrders } from "../../src/commands/demo/plan.ts";
import { createDemo } from "../../src/commands/demo/seed.ts";
import { comingClashes } from "../../src/domain/resources/week.ts";
import type { CatalogueProduct } from "../../src/records/catalogue-file.ts";
import { StoppedEarly } from "../../src/service.ts";
import { allRows } from "../../src/store/database/rows.ts";
import { readStoreContent } from "../../src/store/editing/demo.ts";
import { callbackHealth, ordersAttention } from "../../src/store/orders/dashboard-health.ts";
import { unavailableSeats } from "../../src/store/sale/seats-taken.ts";
import { openStore, type TestStore } from "../support/servers/stores.ts";

const today = "2026-11-21";
const now = new Date(`${today}T15:00:00Z`);
/** The part of the demo's sales that the tests place. */
const share = 0.15;

describe("the demo's orders", () => {
  let products: CatalogueProduct[];
  let orders: DemoOrder[];
  before(async () => {
    ({ products } = await demoCatalogue(today));
    orders = demoOrders(products, now);
  });

  test("are the same at every start, of invented guests in several languages", () => {
    assert.deepEqual(demoOrders(products, now), orders);
    assert.equal(new Set(orders.map(({ key }) => key)).size, orders.length, "each has a key of its own");
    for (const { at, guest, eventOn } of orders) {
      assert.ok(at <= now && eventOn.slice(0, 10) >= at.toISOString().slice(0, 10));
      assert.match(guest.email, /^[a-z]+\.[a-z]+@example\.com$/);
      assert.match(
        guest.phoneNumber,
        /^(\+34 600 00 0\d \d\d|\+44 7700 900\d{3}|\+1 202 555 01\d\d|\+33 6 39 98 0\d \d\d|\+49 171 39200\d\d)$/,
      );
    }
    const names = new Set(orders.map(({ guest }) => `${guest.first} ${guest.last}`));
    assert.ok(names.size > 400, `${names.size} names`);
    assert.deepEqual(new Set(orders.map(({ lang }) => lang)), new Set(["es", "pt", "en"]));
    const days = new Set(orders.map(({ at }) => at.toISOString().slice(0, 10)));
    assert.ok(days.size >= 40, `${days.size} days`);
  });

  test("fill the coming weeks as a good October does, weekends more, and the past days too", () => {
    const sold = new Map<string, number>();
    for (const { event, tickets, fate } of orders)
      if (fate !== "cancelled" && fate !== "declined")
        sold.set(
          event,
          (sold.get(event) ?? 0) + tickets.reduce((n, { code, quantity }) => (code === "WINE" ? n : n + quantity), 0),
        );
    const share = (from: number, to: number, isWanted = (_: DemoEvent) => true) => {
      const [first, last] = [addDays(today, from), addDays(today, to)];
      const events = demoEvents(products, today).filter(
        (event) => first <= event.eventOn && event.eventOn < last && isWanted(event),
      );
      const seats = events.reduce(
        (n, { item, eventOn }) => n + (sold.get(`event ${item.externalId} ${eventOn}`) ?? 0),
        0,
      );
      return seats / events.reduce((n, { capacity }) => n + capacity, 0);
    };
    const isWeekend = ({ eventOn }: DemoEvent) => [0, 6].includes(new Date(eventOn.slice(0, 10)).getUTCDay());
    const month = share(0, 28);
    assert.ok(month > 0.38 && month < 0.5, `${month} of four weeks`);
    assert.ok(share(0, 7) > share(7, 14) && share(7, 14) > share(14, 21), "later events have sold less");
    assert.ok(share(0, 14, isWeekend) > 1.15 * share(0, 14, (event) => !isWeekend(event)), "weekends are fuller");
    assert.ok(share(-6, 0) > 0.45, "past days were full");
  });
});

describe("the demo", () => {
  let store: TestStore;
  before(async () => {
    store = await openStore();
    const { db } = store.database;
    // The test stops two earlier starts: one during the import, and one while the start places orders.
    for (const stopped of [1, 12]) {
      let checks = 0;
      const check = () => {
        if (++checks > stopped) throw new StoppedEarly();
      };
      await assert.rejects(createDemo(db, now, { check, share }), StoppedEarly);
      assert.equal(await readStoreContent(db), "empty");
    }
    await createDemo(db, now, { share });
  });
  after(() => store.close());

  test("has something to show in every chart, queue and report", async () => {
    const { db } = store.database;
    const statuses = await allRows(db)<{ status: string; n: number }>`
      select status, count(*)::int as n from orders where not test group by status`;
    const count = (status: string) => statuses.find((row) => row.status === status)?.n ?? 0;
    assert.ok(count("complete") > 200, JSON.stringify(statuses));
    assert.ok(count("cancelled") >= 8, JSON.stringify(statuses));
    assert.ok(count("rejected") >= 1, JSON.stringify(statuses));
    const attention = await ordersAttention(db);
    assert.ok(attention.waitsupplier >= 1, JSON.stringify(attention));
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
    assert.ok(usage!.days >= 30);
    assert.ok(usage!.booked > 100, `${usage!.booked} booked`);
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

  test("leaves the seats that standing orders, blocks and guarantees leave, and sells no seat that an event does not have", async () => {
    const wrong = await allRows(store.database.db)`
      select id from (select e.id, e.capacity, e.capacity_left + e.guaranteed as capacity_left, e.needs_resources, ${unavailableSeats} as taken from event e) e
      where capacity is not null and (case when needs_resources then capacity_left > capacity - taken else capacity_left <> capacity - taken end
        or taken > capacity)`;
    assert.deepEqual(wrong, []);
  });

  test("has vouchers of complete orders only, admits within them, and charges what tickets cost", async () => {
    const wrong = await allRows(store.database.db)`
      select o.id, o.status from orders o left join voucher v on v.order_id = o.id
      where not o.test and ((o.status in ('complete', 'waitcancel')) <> coalesce(v.void_at is null and v.order_id is not null, false)
        or (select coalesce(sum(a.people), 0) from admission a where a.order_id = o.id) > o.people
        or v.redeemed_at is null and exists (select from admission a where a.order_id = o.id)
        or o.total_usd <> (select sum((p ->> 'quantity')::int * (p ->> 'unitUsdPrice')::numeric)
          from jsonb_array_elements(o.agreed -> 'tickets') t, jsonb_array_elements(t -> 'prices') p))`;
    assert.deepEqual(wrong, []);
  });

  test("has a rainy evening, groups, orders of all channels, balances, partners with statements, and a tour without a guide", async () => {
    const { db } = store.database;
    const [found] = await allRows(db)<Record<string, number>>`
      select (select count(*)::int from bulk_action_order where state = 'done') as rained,
        (select count(*)::int from guest_letter where state = 'sent') as told,
        (select count(*)::int from guest_letter where state = 'due') as "toSend",
        (select count(*)::int from hold where block is not null) as blocks,
        (select count(distinct partner_id)::int from channel_booking b where exists (select from orders o where o.id = b.id)) as channels,
        (select count(*)::int from hold where status = 'open' and not test and block is null) as holds,
        (select count(*)::int from payment) as payments,
        (select count(*)::int from refund where paid_at is not null) as "paidBack",
        (select count(*)::int from refund where paid_at is null) as "toPayBack",
        (select count(distinct resource_id)::int from event_resource) as busy,
        (select count(distinct partner_id)::int from statement) as stated,
        (select count(*)::int from partner_payment) as "paidByPartners",
        (select count(*)::int from event where guaranteed > 0) as guaranteed`;
    const { toSend, holds, blocks, ...least } = found!;
    assert.deepEqual({ toSend, holds, blocks }, { toSend: 0, holds: 0, blocks: 2 });
    for (const [name, n] of Object.entries(least)) assert.ok(n > 0, `${name}: ${n}`);
    const clashes = await comingClashes(db, now);
    assert.deepEqual(
      clashes.map(({ clash, productName }) => [clash, productName]),
      [["day-off", "Triana, cerámica y cante"]],
    );
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
    await createDemo(db, now, { share });
    assert.deepEqual(await read(), before, "on the same day nothing changes");
    await createDemo(db, new Date("2026-12-19T15:00:00Z"));
    const after = await read();
    assert.equal(after.orders, before.orders);
    assert.equal(after.last, addDays(before.last, 28));
    assert.equal(after.ids, after.events, "no two events have the same id");
    assert.ok(after.events > before.events + 300, `${after.events - before.events} further events`);
  });
});
