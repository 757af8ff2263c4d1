import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { importCatalogue } from "../../../src/domain/import/import.ts";
import { createKey } from "../../../src/domain/partners/keys.ts";
import type { Db } from "../../../src/store/database/database.ts";
import { confirmed, notAsked, SupplierServer } from "../../suppliers/supplier-server.ts";
import { newSeed, randomFrom } from "../../support/random.ts";
import { variant } from "../../support/samples/catalogue.ts";
import { type CallbackReceiver, startReceiver } from "../../support/servers/callback-receiver.ts";
import { onWidePostgres, type TestStore } from "../../support/servers/stores.ts";
import { until } from "../../support/until.ts";
import { comingShow, eventIds } from "../booking.ts";
import { Fleet } from "./fleet.ts";
import { Load } from "./load.ts";

/**
 * Kills real processes at random while orders are placed, confirmed and cancelled. In the end every status change has reached
 * the partner, in order, and no supplier received an order twice.
 */

const kills = 10;
/** Callbacks that fail at first. */
const failing = 20;
const capacity = 100_000;

onWidePostgres("killed workers", (open) => {
  let store: TestStore;
  let db: Db;
  let receiver: CallbackReceiver;
  let supplier: SupplierServer;
  const seed = newSeed();
  const random = randomFrom(seed);

  before(async () => {
    store = await open();
    ({ db } = store.database);
    receiver = await startReceiver();
    supplier = new SupplierServer();
    await supplier.open();
  });
  after(async () => {
    await receiver?.close();
    await supplier?.close();
    await store?.close();
  });

  test(`lose no status change and send no order to a supplier twice, with ${kills} kills`, async (t) => {
    t.diagnostic(`TEST_SEED=${seed}`);
    const { key, events } = await plant(db, supplier.url);
    const booked = decide(supplier, random);
    receiver.answerNext(...Array.from({ length: failing }, () => 500));

    const fleet = new Fleet(store.url!, random);
    const load = new Load({ fleet, random, key, events, callbackUrl: receiver.url() });
    const started = performance.now();
    const seconds = () => Math.round((performance.now() - started) / 1000);
    try {
      await fleet.open();
      await fleet.killAtRandom(kills);
      const killing = seconds();
      await load.stop();
      await until(async () => (await pending(db)) === 0, "the end of all work", { withinMs: 120_000, everyMs: 250 });
      t.diagnostic(`kills for ${killing} s, all work done after ${seconds()} s`);
    } finally {
      await load.stop();
      await fleet.close();
    }
    const orders = await finalOrders(db);
    assert.equal(orders.length, load.placed.size, "an order was placed twice");
    t.diagnostic(`${orders.length} orders; ${load.cut} requests were cut off by a kill`);

    const sent = receiver.received.map(({ body }) => (JSON.parse(body) as { data: Callback }).data);
    const repeated = assertDelivered(
      orders,
      Map.groupBy(sent, ({ orderId }) => orderId),
    );
    t.diagnostic(`${sent.length} callbacks arrived, ${repeated - failing} of them again because of a kill`);
    assert.ok(load.cut >= 10, "too few requests were cut off by a kill");

    for (const { id, status } of orders) {
      const sent = supplier.of("order.request", id).length;
      assert.ok(sent === 1 || (sent === 0 && status === "cancelled"), `${id} (${status}): sent ${sent} times`);
      assert.equal(booked.get(id) ?? "cancelled", status === "complete" ? "confirmed" : "cancelled", id);
    }
    await assertSeats(db, events);
  });
});

/** Two products of one supplier: orders of one are dispatched at once, orders of the other by the job. */
async function plant(db: Db, url: string): Promise<{ key: string; events: string[] }> {
  const file = comingShow(1, capacity);
  const [show] = file.products!;
  const products = [
    { ...show!, immediateBooking: true, supplier: "theatre" },
    variant(show!, { externalId: "later", immediateBooking: false, supplier: "theatre" }, { externalId: "later-seat" }),
  ];
  const suppliers = [{ externalId: "theatre", name: "Theatre", kind: "http", settings: { url } } as const];
  await importCatalogue(db, { ...file, suppliers, products }, { now: new Date() });
  const { key } = await createKey(db, { partner: "acme", mode: "live", readOnly: false, now: new Date() });
  return { key, events: [...(await eventIds(db, "show")), ...(await eventIds(db, "later"))] };
}

/** A supplier that records its orders. It is slow, and sometimes decides only after a status request. */
function decide(supplier: SupplierServer, random: () => number): Map<string, "confirmed" | "cancelled"> {
  const booked = new Map<string, "confirmed" | "cancelled">();
  const slowly = () => Math.floor(random() * 150);
  supplier.does["order.request"] = ({ orderId }) => {
    if (!booked.has(orderId)) booked.set(orderId, "confirmed");
    if (random() < 0.2) return { json: { outcome: "unknown", askAgainInSeconds: 1 }, afterMs: slowly() };
    return { ...confirmed, afterMs: slowly() };
  };
  supplier.does["order.status"] = ({ orderId }) => {
    const state = booked.get(orderId);
    const answer = state === undefined ? notAsked : state === "confirmed" ? confirmed : { json: { outcome: state } };
    return { ...answer, afterMs: slowly() };
  };
  supplier.does["order.cancel"] = ({ orderId }) => {
    booked.set(orderId, "cancelled");
    return { json: { outcome: "cancelled" }, afterMs: slowly() };
  };
  return booked;
}

/** Orders and callbacks with remaining work. */
async function pending(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from orders where supplier_due_at is not null or status in ('waitsupplier', 'waitcancel'))
      + (select count(*) from callback where state = 'waiting') as n`.execute(db);
  return rows[0]!.n;
}

interface FinalOrder {
  id: string;
  status: string;
  /** Statuses in the order's timeline. */
  statuses: string[];
}

async function finalOrders(db: Db): Promise<FinalOrder[]> {
  const { rows } = await sql<FinalOrder>`
    select o.id, o.status, coalesce(array_agg(t.status order by t.id) filter (where t.kind = 'status'), '{}') as statuses
    from orders o left join order_timeline t on t.order_id = o.id group by o.id`.execute(db);
  return rows;
}

interface Callback {
  orderId: string;
  status: string;
  sequence: number;
}

/** Fails unless each change arrived, and first after all earlier ones. Returns how many arrived again. */
function assertDelivered(orders: FinalOrder[], callbacks: Map<string, Callback[]>): number {
  let again = 0;
  for (const { id, status, statuses } of orders) {
    assert.equal(statuses.at(-1), status);
    const arrived = callbacks.get(id) ?? [];
    const first = arrived.filter(({ sequence }, n) => arrived.findIndex((one) => one.sequence === sequence) === n);
    assert.deepEqual(
      first.map((one) => [one.sequence, one.status]),
      statuses.map((one, n) => [n + 1, one]),
      `${id}: ${arrived.map(({ sequence }) => sequence)}`,
    );
    again += arrived.length - first.length;
  }
  return again;
}

async function assertSeats(db: Db, events: string[]): Promise<void> {
  for (const event of events) {
    const { rows } = await sql<{ left: number; complete: number }>`
      select e.capacity_left as left, (select count(*) from orders where event_id = e.id and status = 'complete') as complete
      from event e where id = ${event}`.execute(db);
    assert.equal(rows[0]!.left, capacity - rows[0]!.complete);
  }
}
